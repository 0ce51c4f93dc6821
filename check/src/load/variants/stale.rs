//! Detection of cards that an overlay changes without updating their texts.

use std::collections::{BTreeMap, BTreeSet};

use ludex_grammar::codes::Code;
use ludex_grammar::diagnostic::Diagnostic;
use ludex_grammar::span::{FileId, Span, Spanned};
use ludex_grammar::yaml::{Node, NodeKind};

use crate::load::raw::speaks;
use crate::load::reader::Reader;
use crate::load::sections::SectionFiles;

/// Keys of a card that its text doesn't describe.
const UNTOLD: &[&str] = &["copies"];
/// Sections with definitions that rules use by name.
const CALLED: &[&str] = &["functions", "procedures", "tables"];
/// First words of keys with abilities.
const ABILITIES: &[&str] = &["on ", "modify ", "action "];

/// The old state of a card that an overlay patches.
pub(in crate::load) struct OriginalCard {
    id: String,
    /// Location of the card's name in the overlay.
    at: Span,
    card: Node,
}

/// Returns the selected cards that an overlay names, before it is applied.
pub(in crate::load) fn before(
    found: &SectionFiles,
    overlay: &[(Spanned<String>, Node)],
    is_looked_at: impl Fn(&str) -> bool,
) -> Vec<OriginalCard> {
    let Some((_, patches)) = overlay.iter().find(|(key, _)| key.value == "cards") else { return Vec::new() };
    let cards = by_name(found.content("cards"));
    let known = |(key, _): &(Spanned<String>, Node)| {
        let card = (*cards.get(key.value.as_str())?).clone();
        Some(OriginalCard { id: key.value.clone(), at: key.span, card })
    };
    let patches = patches.as_map().unwrap_or_default().iter();
    patches.filter(|(key, _)| is_looked_at(&key.value)).filter_map(known).collect()
}

/// Reports cards that the overlay changes without changing their texts.
pub(in crate::load) fn report(
    r: &mut Reader,
    found: &SectionFiles,
    overlay: FileId,
    before: &[OriginalCard],
) {
    // an unreadable part may be the text
    if before.is_empty() || r.holes.iter().any(|hole| hole.span.file == overlay) {
        return;
    }
    let cards = by_name(found.content("cards"));
    let game: Vec<&str> = found.texts.iter().map(|(name, ..)| name.as_str()).collect();
    let speaks = |name: &str| speaks(r.languages.get(&overlay), &game, name);
    let languages = found
        .texts
        .iter()
        .filter(|(name, ..)| speaks(name))
        .map(|(name, _, texts)| (name.as_str(), by_name(texts.get("cards"))));
    let languages: Vec<_> = languages.collect();
    let definitions = Definitions::from_sections(found);
    for card in before {
        let Some(after) = cards.get(card.id.as_str()) else { continue };
        let (changed, rules) = (changed(card, after, overlay), definitions.rules(after));
        let texts = languages
            .iter()
            .filter_map(|(name, cards)| Some((*name, cards.get(card.id.as_str())?.get("text")?)));
        let stale: Vec<String> = texts
            .filter(|(_, text)| is_stale(text, overlay, &changed, &rules))
            .map(|(name, _)| format!("`{name}`"))
            .collect();
        if !stale.is_empty() {
            let (id, stale) = (&card.id, stale.join(", "));
            let message = format!("the card `{id}` is changed, but its text in {stale} is not");
            let help = format!("patch `cards.{id}.text` too; if the text is still right, repeat it");
            r.report(Diagnostic::new(Code::StaleText, card.at, message).help(help));
        }
    }
}

/// Returns the entries of a map by key.
fn by_name(node: Option<&Node>) -> BTreeMap<&str, &Node> {
    let entries = node.and_then(Node::as_map).unwrap_or_default();
    entries.iter().map(|(key, value)| (key.value.as_str(), value)).collect()
}

/// Returns the old values of the keys that the overlay changes; `None` for new keys.
fn changed<'n>(before: &'n OriginalCard, after: &Node, overlay: FileId) -> Vec<Option<&'n Node>> {
    let is_told = |key: &str| !UNTOLD.contains(&key);
    let now = after.as_map().unwrap_or_default();
    let now = now.iter().filter(|(key, node)| is_told(&key.value) && node.span.file == overlay);
    let set = now.map(|(key, _)| before.card.get(&key.value));
    let old = before.card.as_map().unwrap_or_default();
    let gone = old.iter().filter(|(key, _)| is_told(&key.value) && after.get(&key.value).is_none());
    set.chain(gone.map(|(_, node)| Some(node))).collect()
}

/// The definitions that rules of cards use by name.
struct Definitions<'n> {
    kinds: BTreeMap<&'n str, &'n Node>,
    /// Functions, procedures and tables.
    named: BTreeMap<&'n str, &'n Node>,
}

impl<'n> Definitions<'n> {
    fn from_sections(found: &'n SectionFiles) -> Self {
        let named = CALLED.iter().flat_map(|section| by_name(found.content(section)));
        Self { kinds: by_name(found.content("kinds")), named: named.collect() }
    }

    /// Returns the rules of a card: all parts except printed numbers, the abilities of its kind, and the
    /// definitions that these use.
    fn rules(&self, card: &'n Node) -> Vec<&'n Node> {
        let own = card.as_map().unwrap_or_default().iter();
        let kind = card.get("kind").and_then(Node::as_str).and_then(|kind| self.kinds.get(kind));
        let of_kind = kind.and_then(|kind| kind.as_map()).unwrap_or_default().iter();
        let of_kind = of_kind.filter(|(key, _)| ABILITIES.iter().any(|word| key.value.starts_with(word)));
        let own = own.filter(|(_, part)| number(part).is_none());
        let mut rules: Vec<&Node> = own.chain(of_kind).map(|(_, part)| part).collect();
        let (mut used, mut next) = (BTreeSet::new(), 0);
        while let Some(node) = rules.get(next) {
            let mut called = Vec::new();
            leaves(node, &mut |text| {
                let words = text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_');
                called.extend(words.filter_map(|word| self.named.get_key_value(word)));
            });
            rules.extend(called.into_iter().filter(|(name, _)| used.insert(**name)).map(|(_, node)| *node));
            next += 1;
        }
        rules
    }
}

/// Returns true if a text may be outdated: it isn't from the overlay, and may describe a changed value. A
/// text describes a number if it contains the number more often than the rules of the card do. For other
/// values, this is assumed.
fn is_stale(text: &Node, overlay: FileId, changed: &[Option<&Node>], rules: &[&Node]) -> bool {
    let is_about = |old: &Option<&Node>| match old.and_then(number) {
        Some(number) => {
            let most = alternatives(text).iter().map(|text| times(text, &number)).max();
            most.unwrap_or(0) > in_rules(rules, &number)
        }
        None => true,
    };
    text.span.file != overlay && changed.iter().any(is_about)
}

/// Counts occurrences of a number in some rules.
fn in_rules(rules: &[&Node], number: &str) -> usize {
    let mut count = 0;
    rules.iter().for_each(|part| leaves(part, &mut |text| count += times(text, number)));
    count
}

/// Visits the texts and numbers in a part of the rules.
fn leaves(node: &Node, see: &mut dyn FnMut(&str)) {
    match &node.kind {
        NodeKind::List(items) => items.iter().for_each(|item| leaves(item, see)),
        NodeKind::Map(entries) => entries.iter().for_each(|(_, below)| leaves(below, see)),
        NodeKind::Text(text) => see(&text.value),
        NodeKind::Int(n) => see(&n.unsigned_abs().to_string()),
        NodeKind::Bool(_) | NodeKind::Null => {}
    }
}

/// Returns a number without its sign.
fn number(node: &Node) -> Option<String> {
    match &node.kind {
        NodeKind::Int(n) => Some(n.unsigned_abs().to_string()),
        NodeKind::Text(text) if text.value.chars().all(|c| c.is_ascii_digit() || c == '.') => {
            Some(text.value.clone())
        }
        NodeKind::Text(_) | NodeKind::Null | NodeKind::Bool(_) | NodeKind::List(_) | NodeKind::Map(_) => None,
    }
}

fn alternatives(node: &Node) -> Vec<String> {
    match &node.kind {
        NodeKind::List(items) => items.iter().flat_map(alternatives).collect(),
        NodeKind::Map(_) => node.get("text").map(alternatives).unwrap_or_default(),
        NodeKind::Text(text) => vec![text.value.clone()],
        NodeKind::Int(n) => vec![n.to_string()],
        NodeKind::Bool(_) | NodeKind::Null => Vec::new(),
    }
}

/// Counts occurrences of a number in a text as a whole number, with a point or comma as decimal separator.
fn times(text: &str, number: &str) -> usize {
    let numbers = text.split(|c: char| !c.is_ascii_digit() && c != '.' && c != ',');
    numbers.filter(|word| word.trim_end_matches(['.', ',']).replace(',', ".") == number).count()
}

//! Detection of cards that an overlay changes without updating their texts.

use std::collections::BTreeMap;

use ludex_grammar::codes::Code;
use ludex_grammar::diagnostic::Diagnostic;
use ludex_grammar::span::{FileId, Span, Spanned};
use ludex_grammar::yaml::{Node, NodeKind};

use crate::load::raw::speaks;
use crate::load::reader::Reader;
use crate::load::sections::SectionFiles;

/// Keys of a card that its text doesn't describe.
const UNTOLD: &[&str] = &["copies"];

/// The old state of a card that an overlay patches.
pub(in crate::load) struct Before {
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
) -> Vec<Before> {
    let Some((_, patches)) = overlay.iter().find(|(key, _)| key.value == "cards") else { return Vec::new() };
    let cards = by_name(found.content("cards"));
    let known = |(key, _): &(Spanned<String>, Node)| {
        let card = (*cards.get(key.value.as_str())?).clone();
        Some(Before { id: key.value.clone(), at: key.span, card })
    };
    let patches = patches.as_map().unwrap_or_default().iter();
    patches.filter(|(key, _)| is_looked_at(&key.value)).filter_map(known).collect()
}

/// Reports cards that the overlay changes without changing their texts.
pub(in crate::load) fn report(r: &mut Reader, found: &SectionFiles, overlay: FileId, before: &[Before]) {
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
    for card in before {
        let Some(after) = cards.get(card.id.as_str()) else { continue };
        let changed = changed(card, after, overlay);
        let texts = languages
            .iter()
            .filter_map(|(name, cards)| Some((*name, cards.get(card.id.as_str())?.get("text")?)));
        let stale: Vec<String> = texts
            .filter(|(_, text)| is_stale(text, overlay, &changed, after))
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
fn changed<'n>(before: &'n Before, after: &Node, overlay: FileId) -> Vec<Option<&'n Node>> {
    let is_told = |key: &str| !UNTOLD.contains(&key);
    let now = after.as_map().unwrap_or_default();
    let now = now.iter().filter(|(key, node)| is_told(&key.value) && node.span.file == overlay);
    let set = now.map(|(key, _)| before.card.get(&key.value));
    let old = before.card.as_map().unwrap_or_default();
    let gone = old.iter().filter(|(key, _)| is_told(&key.value) && after.get(&key.value).is_none());
    set.chain(gone.map(|(_, node)| Some(node))).collect()
}

/// Returns true if a text may be outdated: it isn't from the overlay, and may describe a changed value. A
/// text describes a number if it contains the number more often than the rules of the card do. For other
/// values, this is assumed.
fn is_stale(text: &Node, overlay: FileId, changed: &[Option<&Node>], after: &Node) -> bool {
    let is_about = |old: &Option<&Node>| match old.and_then(number) {
        Some(number) => {
            let most = said(text).iter().map(|text| times(text, &number)).max();
            most.unwrap_or(0) > in_rules(after, &number)
        }
        None => true,
    };
    text.span.file != overlay && changed.iter().any(is_about)
}

/// Counts occurrences of a number in the rules of a card, which are all parts except printed numbers.
fn in_rules(card: &Node, number: &str) -> usize {
    let entries = card.as_map().unwrap_or_default().iter();
    entries.filter(|(_, part)| self::number(part).is_none()).map(|(_, part)| inside(part, number)).sum()
}

/// Counts occurrences of a number in a part of a card.
fn inside(node: &Node, number: &str) -> usize {
    match &node.kind {
        NodeKind::List(items) => items.iter().map(|item| inside(item, number)).sum(),
        NodeKind::Map(entries) => entries.iter().map(|(_, below)| inside(below, number)).sum(),
        NodeKind::Text(text) => times(&text.value, number),
        NodeKind::Int(n) => usize::from(n.unsigned_abs().to_string() == number),
        NodeKind::Bool(_) | NodeKind::Null => 0,
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

/// Returns all alternatives of a text.
fn said(node: &Node) -> Vec<String> {
    match &node.kind {
        NodeKind::List(items) => items.iter().flat_map(said).collect(),
        NodeKind::Map(_) => node.get("text").map(said).unwrap_or_default(),
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

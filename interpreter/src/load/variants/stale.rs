//! Cards that an overlay changes while their texts stay those of before.

use std::collections::BTreeMap;

use ludex_grammar::codes::Code;
use ludex_grammar::diagnostic::Diagnostic;
use ludex_grammar::span::{FileId, Span, Spanned};
use ludex_grammar::yaml::{Node, NodeKind};

use crate::load::raw::speaks;
use crate::load::reader::Reader;
use crate::load::sections::SectionFiles;

/// Keys of a card of which its text does not speak.
const UNTOLD: &[&str] = &["copies"];

/// A card that an overlay is going to change.
pub(in crate::load) struct Before {
    id: String,
    /// Where the overlay names it.
    at: Span,
    card: Node,
}

/// The cards that an overlay names, and that are looked at, as they are before it is applied.
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

/// Reports the cards that have changed with the overlay, but not their texts.
pub(in crate::load) fn report(r: &mut Reader, found: &SectionFiles, overlay: FileId, before: &[Before]) {
    // what can't be read may be the text
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
            let message = format!("the card `{id}` is changed, but its text in {stale} is that of before");
            let help = format!("patch `cards.{id}.text` too; where it still holds, write it again");
            r.report(Diagnostic::new(Code::StaleText, card.at, message).help(help));
        }
    }
}

/// The entries of a map.
fn by_name(node: Option<&Node>) -> BTreeMap<&str, &Node> {
    let entries = node.and_then(Node::as_map).unwrap_or_default();
    entries.iter().map(|(key, value)| (key.value.as_str(), value)).collect()
}

/// What stood at the keys of a card that the overlay changes, if something stood there.
fn changed<'n>(before: &'n Before, after: &Node, overlay: FileId) -> Vec<Option<&'n Node>> {
    let is_told = |key: &str| !UNTOLD.contains(&key);
    let now = after.as_map().unwrap_or_default();
    let now = now.iter().filter(|(key, node)| is_told(&key.value) && node.span.file == overlay);
    let set = now.map(|(key, _)| before.card.get(&key.value));
    let old = before.card.as_map().unwrap_or_default();
    let gone = old.iter().filter(|(key, _)| is_told(&key.value) && after.get(&key.value).is_none());
    set.chain(gone.map(|(_, node)| Some(node))).collect()
}

/// Returns true if a text may no longer be true: it is not the overlay's, and may be about something that has changed. A text is about a
/// number if it names the number more often than the rules of the card do; it may be about anything else.
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

/// Number of times that the rules of a card, which are all but its printed numbers, name a number.
fn in_rules(card: &Node, number: &str) -> usize {
    let entries = card.as_map().unwrap_or_default().iter();
    entries.filter(|(_, part)| self::number(part).is_none()).map(|(_, part)| inside(part, number)).sum()
}

/// Number of times that a number is named anywhere inside a part of a card.
fn inside(node: &Node, number: &str) -> usize {
    match &node.kind {
        NodeKind::List(items) => items.iter().map(|item| inside(item, number)).sum(),
        NodeKind::Map(entries) => entries.iter().map(|(_, below)| inside(below, number)).sum(),
        NodeKind::Text(text) => times(&text.value, number),
        NodeKind::Int(n) => usize::from(n.unsigned_abs().to_string() == number),
        NodeKind::Bool(_) | NodeKind::Null => 0,
    }
}

/// A number without its sign.
fn number(node: &Node) -> Option<String> {
    match &node.kind {
        NodeKind::Int(n) => Some(n.unsigned_abs().to_string()),
        NodeKind::Text(text) if text.value.chars().all(|c| c.is_ascii_digit() || c == '.') => {
            Some(text.value.clone())
        }
        NodeKind::Text(_) | NodeKind::Null | NodeKind::Bool(_) | NodeKind::List(_) | NodeKind::Map(_) => None,
    }
}

/// All that a text may say.
fn said(node: &Node) -> Vec<String> {
    match &node.kind {
        NodeKind::List(items) => items.iter().flat_map(said).collect(),
        NodeKind::Map(_) => node.get("text").map(said).unwrap_or_default(),
        NodeKind::Text(text) => vec![text.value.clone()],
        NodeKind::Int(n) => vec![n.to_string()],
        NodeKind::Bool(_) | NodeKind::Null => Vec::new(),
    }
}

/// Number of times that a number is in a text, not as part of another one. Its point may be a comma.
fn times(text: &str, number: &str) -> usize {
    let numbers = text.split(|c: char| !c.is_ascii_digit() && c != '.' && c != ',');
    numbers.filter(|word| word.trim_end_matches(['.', ',']).replace(',', ".") == number).count()
}

//! Texts that cards share by kind: `kinds: { ship: { card: "{main}. {ally}" } }` is the text of each ship that
//! has none of its own.

use std::collections::BTreeMap;
use std::sync::Arc;

use ludex_grammar::yaml::{Node, NodeKind};

use crate::load::reader::Entry;
use crate::load::sections::SectionFiles;
use crate::load::texts::layers::in_parts;

const CARDS: &str = "cards";
const KINDS: &str = "kinds";

pub(in crate::load) const SHARED: &str = "card";

const TEXT: &str = "text";

/// Gives the text of a kind to its cards, in all languages. The kind loses it.
pub(in crate::load) fn distribute(found: &mut SectionFiles) {
    let cards = found.content(CARDS).and_then(Node::as_map).unwrap_or_default();
    let kind = |card: &Node| Some(card.get("kind")?.as_str()?.to_owned());
    let kinds: BTreeMap<String, String> =
        cards.iter().filter_map(|(id, card)| Some((id.value.clone(), kind(card)?))).collect();
    for (.., texts) in &mut found.texts {
        let shared = shared(texts, &kinds);
        if shared.is_empty() {
            continue;
        }
        let NodeKind::Map(groups) = &mut Arc::make_mut(texts).kind else { continue };
        for (group, node) in groups {
            let NodeKind::Map(entries) = &mut node.kind else { continue };
            match group.value.as_str() {
                KINDS => entries.iter_mut().for_each(|kind| remove(kind, &shared)),
                CARDS => entries.iter_mut().for_each(|card| {
                    let kind = kinds.get(&card.0.value);
                    kind.and_then(|kind| shared.get(kind)).into_iter().for_each(|text| add(card, text));
                }),
                _ => {}
            }
        }
    }
}

/// Returns the shared texts of a language by kind. A kind without cards keeps its text, which is reported later.
fn shared(texts: &Node, kinds: &BTreeMap<String, String>) -> BTreeMap<String, Entry> {
    let named = texts.get(KINDS).and_then(Node::as_map).unwrap_or_default();
    let text = |node: &Node| node.as_map()?.iter().find(|(key, _)| key.value == SHARED).cloned();
    let found = named.iter().filter_map(|(kind, node)| Some((kind.value.clone(), text(node)?)));
    found.filter(|(kind, _)| kinds.values().any(|known| known == kind)).collect()
}

fn remove((kind, node): &mut Entry, shared: &BTreeMap<String, Entry>) {
    if let NodeKind::Map(texts) = &mut node.kind
        && shared.contains_key(&kind.value)
    {
        texts.retain(|(key, _)| key.value != SHARED);
    }
}

/// Adds the shared text to a card without a text.
fn add(card: &mut Entry, (key, text): &Entry) {
    if card.1.as_map().is_none() {
        in_parts(card, CARDS);
    }
    let NodeKind::Map(texts) = &mut card.1.kind else { return };
    if texts.iter().all(|(known, _)| known.value != TEXT) {
        let mut key = key.clone();
        TEXT.clone_into(&mut key.value);
        texts.push((key, text.clone()));
    }
}

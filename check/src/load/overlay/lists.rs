//! Patches of lists: `title: { add: [smith], remove: [thief] }` adds and removes items.
//!
//! A list in its place replaces the old one.

use std::borrow::Cow;

use ludex_grammar::codes::Code;
use ludex_grammar::diagnostic::Diagnostic;
use ludex_grammar::span::{Span, Spanned};
use ludex_grammar::suggest::closest;
use ludex_grammar::yaml::{Node, NodeKind};

use super::Patch;
use super::changes::ChangeKind;
use crate::load::names::shorten;
use crate::load::reader::{Entry, MAX_ITEMS};
use crate::load::sections::is_list;

const ADD: &str = "add";
const REMOVE: &str = "remove";
const KEYS: [&str; 2] = [ADD, REMOVE];

/// Sections whose lists define words. A word added by two overlays would be ambiguous.
const DEFINING: [&str; 2] = ["enums.", "options."];

/// Returns true if a map patches a list instead of replacing it.
pub(super) fn is_patch_of_list(path: &str, base: &Node, patch: &[Entry]) -> bool {
    let has = |names: &[&str]| patch.iter().any(|(key, _)| names.contains(&key.value.as_str()));
    let is_misspelt = || patch.iter().any(|(key, _)| closest(&key.value, KEYS).is_some());
    match base.kind {
        NodeKind::List(_) => has(&KEYS) || is_misspelt(),
        // a single word in place of a list
        NodeKind::Text(_) => has(&KEYS) && is_list(path),
        NodeKind::Map(_) | NodeKind::Null | NodeKind::Bool(_) | NodeKind::Int(_) => false,
    }
}

/// Returns true if a map has the keys of a patch of a list and no others.
pub(super) fn is_patch(entries: &[Entry]) -> bool {
    !entries.is_empty() && entries.iter().all(|(key, _)| KEYS.contains(&key.value.as_str()))
}

/// Returns the name of an item: a word or number, or the key of a map of one key (`{ step: condition }`).
fn word(item: &Node) -> Option<(Cow<'_, str>, Span)> {
    match &item.kind {
        NodeKind::Text(text) => Some((Cow::Borrowed(&text.value), item.span)),
        NodeKind::Int(number) => Some((Cow::Owned(number.to_string()), item.span)),
        NodeKind::Bool(value) => Some((Cow::Owned(value.to_string()), item.span)),
        NodeKind::Map(entries) => match entries.as_slice() {
            [(key, _)] => Some((Cow::Borrowed(&key.value), key.span)),
            _ => None,
        },
        NodeKind::Null | NodeKind::List(_) => None,
    }
}

impl Patch<'_, '_> {
    /// Adds items to a list and removes items from it.
    pub(super) fn list(&mut self, path: &str, base: &mut Node, patch: Vec<Entry>) {
        if base.as_list().is_none() {
            base.kind = NodeKind::List(vec![base.clone()]);
        }
        let NodeKind::List(items) = &mut base.kind else { return };
        for (key, node) in patch {
            let meant = match KEYS.into_iter().find(|known| *known == key.value) {
                Some(known) => Some(known.to_owned()),
                None => self.r.unknown_key(&key, "a patch of a list", &KEYS),
            };
            let changed: Vec<Node> = match node.kind {
                NodeKind::List(changed) => changed.into_iter().take(MAX_ITEMS).collect(),
                NodeKind::Null => Vec::new(),
                NodeKind::Bool(_) | NodeKind::Int(_) | NodeKind::Text(_) | NodeKind::Map(_) => vec![node],
            };
            for item in changed {
                match meant.as_deref() {
                    Some(ADD) => self.add_item(path, items, item),
                    Some(_) => self.remove_item(path, items, &item),
                    None => {}
                }
            }
        }
    }

    fn add_item(&mut self, path: &str, items: &mut Vec<Node>, item: Node) {
        let Some((name, span)) = word(&item) else {
            return self.r.wrong_shape(&item, "a word of the list");
        };
        let inner = format!("{path}.{name}");
        let known = items.iter().any(|known| word(known).is_some_and(|(known, _)| known == name));
        let defines = DEFINING.iter().any(|section| path.starts_with(section));
        if known && !defines && self.is_added(&inner) {
            // two overlays may both need the same word
            return;
        }
        let clashes = self.change(&inner, item.span, ChangeKind::Adds);
        if known && !clashes {
            let message = format!("this changes nothing: `{}` is in {path} already", shorten(&name));
            self.r.report(Diagnostic::new(Code::PatchMatchesNothing, span, message));
        } else if !known {
            items.push(item);
        }
    }

    fn remove_item(&mut self, path: &str, items: &mut Vec<Node>, item: &Node) {
        let Some((name, span)) = word(item) else {
            return self.r.wrong_shape(item, "a word of the list");
        };
        let inner = format!("{path}.{name}");
        let place = items.iter().position(|known| word(known).is_some_and(|(known, _)| known == name));
        let clashes = self.change(&inner, item.span, ChangeKind::Removes);
        match place {
            // it is kept, so its uses aren't reported
            Some(_) if clashes => {}
            Some(place) => {
                let (_, known) = word(&items[place]).unwrap_or((Cow::Borrowed(""), span));
                self.r.patched.push((span, known));
                self.r.removed.insert(name.to_string(), span);
                items.remove(place);
            }
            None if clashes => {}
            None => {
                let known = items.iter().filter_map(word);
                let known = known.map(|(known, span)| {
                    (Spanned::new(known.to_string(), span), Node { span, kind: NodeKind::Null })
                });
                let known: Vec<Entry> = known.collect();
                self.nothing_among(&Spanned::new(name.to_string(), span), path, &known);
            }
        }
    }
}

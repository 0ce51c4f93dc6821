//! Patching of texts: a plain name is equivalent to `{ name: NAME }`.
//!
//! It therefore leaves the other texts of its item unchanged. An empty text replaces nothing.

use std::collections::BTreeMap;

use ludex_grammar::yaml::{Node, NodeKind};

use super::super::raw::Name;
use super::super::reader::Entry;

/// Returns the part of an item that a plain text stands for.
pub(in crate::load) fn own_part(group: &str) -> &'static str {
    match group {
        "rules" => "text",
        "choices" => "prompt",
        _ => "name",
    }
}

/// Prepares the texts of a language for patching key by key.
pub(in crate::load) fn ready(base: &mut Node, patch: &mut Node) {
    let (NodeKind::Map(old), NodeKind::Map(new)) = (&mut base.kind, &mut patch.kind) else { return };
    for (group, texts) in new {
        if let Some((_, old)) = old.iter_mut().find(|(key, _)| key.value == group.value) {
            things(old, texts, (&group.value, if group.value == "enums" { 2 } else { 1 }));
        }
    }
}

/// Prepares the items at a depth; enums have their words one level deeper.
fn things(base: &mut Node, patch: &mut Node, (group, deep): (&str, usize)) {
    let (NodeKind::Map(old), NodeKind::Map(new)) = (&mut base.kind, &mut patch.kind) else { return };
    let places: BTreeMap<String, usize> =
        old.iter().enumerate().map(|(place, (key, _))| (key.value.clone(), place)).collect();
    new.retain_mut(|laid| {
        let Some(place) = places.get(&laid.0.value) else { return true };
        let old = &mut old[*place];
        if is_empty(&laid.1) {
            return false;
        }
        if deep > 1 {
            things(&mut old.1, &mut laid.1, (group, deep - 1));
            return true;
        }
        match (old.1.as_map().is_some(), laid.1.as_map().is_some()) {
            (true, false) if laid.1.as_str() != Some("remove") && !laid.1.is_null() => in_parts(laid, group),
            (false, true) if !old.1.is_null() => in_parts(old, group),
            (true | false, _) => {}
        }
        if let (Some(old), NodeKind::Map(new)) = (old.1.as_map(), &mut laid.1.kind) {
            new.retain(|(key, text)| {
                !is_empty(text) || old.iter().all(|(known, _)| known.value != key.value)
            });
        }
        true
    });
}

/// Expands `king: King` to `king: { name: King }`.
pub(super) fn in_parts((key, text): &mut Entry, group: &str) {
    let name = Name::new(own_part(group).to_owned(), key.span);
    let own = Node { span: text.span, kind: std::mem::replace(&mut text.kind, NodeKind::Null) };
    text.kind = NodeKind::Map(vec![(name, own)]);
}

/// Returns true for a placeholder whose text is still to be written.
fn is_empty(text: &Node) -> bool {
    text.as_str() == Some("")
}

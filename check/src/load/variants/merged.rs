//! Merges a ruleset with its overlaid form: each changed card is included twice.
//!
//! One player can then use the changed cards against players with the old ones.

use ludex_grammar::source::Sources;
use ludex_grammar::span::{FileId, Spanned};
use ludex_grammar::yaml::{Node, NodeKind};

use crate::load::variants::resolved::print_resolved;
use crate::load::{Resolved, resolved};

/// Sections that all players share, and that don't affect the game.
const OUTSIDE: [&str; 2] = ["layout", "rights"];

/// A key of a map with its value.
type Entry = (Spanned<String>, Node);

pub struct MergedRuleset {
    /// The merged ruleset, in one file.
    pub text: String,
    /// Old and new name of each card that is included twice.
    pub cards: Vec<(String, String)>,
}

/// The reason why two rulesets can't be merged.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum MergeError {
    /// Overlays change a section that applies to all players.
    Section(&'static str),
    /// Overlays add a card.
    Added(String),
    /// Overlays remove a card.
    Removed(String),
    /// Overlays change no card.
    Same,
}

/// Merges a ruleset with its overlaid form.
pub fn both(
    sources: &Sources,
    files: &[(String, FileId)],
    overlays: &[FileId],
) -> Result<MergedRuleset, MergeError> {
    let mut plain = resolved(sources, files, &[]);
    let mut changed = resolved(sources, files, overlays);
    if let Some(section) = changed_section(&plain, &changed) {
        return Err(MergeError::Section(section));
    }
    let (Some(was), Some(became)) = (cards(&mut plain), cards(&mut changed)) else {
        return Err(MergeError::Same);
    };
    let cards = doubled(was, became)?;
    if cards.is_empty() {
        return Err(MergeError::Same);
    }
    Ok(MergedRuleset { text: print_resolved(sources, files, &plain), cards })
}

/// Adds each changed card under another name. Returns both names of each.
fn doubled(was: &mut Vec<Entry>, became: &[Entry]) -> Result<Vec<(String, String)>, MergeError> {
    let is_in = |all: &[Entry], name: &str| all.iter().any(|(other, _)| other.value == name);
    if let Some((name, _)) = was.iter().find(|(name, _)| !is_in(became, &name.value)) {
        return Err(MergeError::Removed(name.value.clone()));
    }
    let mut found = Vec::new();
    for (name, node) in became {
        let Some((_, old)) = was.iter().find(|(other, _)| other.value == name.value) else {
            return Err(MergeError::Added(name.value.clone()));
        };
        if !is_same(old, node) {
            let mut other = name.clone();
            while is_in(was, &other.value) {
                other.value.push_str("_given");
            }
            found.push((name.value.clone(), other.value.clone()));
            was.push((other, node.clone()));
        }
    }
    Ok(found)
}

/// Returns a section other than the cards in which two rulesets differ.
fn changed_section(plain: &Resolved, changed: &Resolved) -> Option<&'static str> {
    let of = |all: &Resolved, section: &str| all.sections.iter().position(|(name, ..)| *name == section);
    let names = plain.sections.iter().chain(&changed.sections).map(|(name, ..)| *name);
    let mut rules = names.filter(|name| *name != "cards" && !OUTSIDE.contains(name));
    rules.find(|name| match (of(plain, name), of(changed, name)) {
        (Some(a), Some(b)) => !is_same(&plain.sections[a].2, &changed.sections[b].2),
        (a, b) => a.is_some() || b.is_some(),
    })
}

fn cards(of: &mut Resolved) -> Option<&mut Vec<Entry>> {
    let (_, _, node) = of.sections.iter_mut().find(|(name, ..)| *name == "cards")?;
    if let NodeKind::Map(entries) = &mut node.kind { Some(entries) } else { None }
}

/// Returns true if two nodes are equal, ignoring locations and the order of keys.
fn is_same(a: &Node, b: &Node) -> bool {
    match (&a.kind, &b.kind) {
        (NodeKind::Null, NodeKind::Null) => true,
        (NodeKind::Bool(a), NodeKind::Bool(b)) => a == b,
        (NodeKind::Int(a), NodeKind::Int(b)) => a == b,
        (NodeKind::Text(a), NodeKind::Text(b)) => a.value == b.value,
        (NodeKind::List(a), NodeKind::List(b)) => {
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| is_same(a, b))
        }
        (NodeKind::Map(a), NodeKind::Map(b)) => {
            let is_in = |(key, node): &(_, Node)| is_entry(b, key, node);
            a.len() == b.len() && a.iter().all(is_in)
        }
        (
            NodeKind::Null
            | NodeKind::Bool(_)
            | NodeKind::Int(_)
            | NodeKind::Text(_)
            | NodeKind::List(_)
            | NodeKind::Map(_),
            _,
        ) => false,
    }
}

fn is_entry(map: &[Entry], key: &Spanned<String>, node: &Node) -> bool {
    map.iter().any(|(other, value)| other.value == key.value && is_same(node, value))
}

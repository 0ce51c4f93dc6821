//! Compares the files of two rulesets key by key, ignoring layout, order and comments.

use std::collections::BTreeMap;

use ludex::diagnostics::FileId;
use ludex::yaml::{self, Node, NodeKind};
use schemars::JsonSchema;
use serde::Serialize;

use crate::sources::rulesets::Loaded;

/// An item that differs, or that only one ruleset has.
#[derive(Debug, Clone, PartialEq, Eq, JsonSchema, Serialize)]
pub struct Differing {
    /// Section of the ruleset: `cards`, `text`, …
    pub section: String,
    /// Keys below the section, down to the item.
    pub path: Vec<String>,
    /// Value in the base; `null` without one.
    pub was: Option<String>,
    /// Value in the variant; `null` without one.
    pub is: Option<String>,
}

/// Depth of keys from which on an item that only one side has is reported as a whole.
const THINGS: usize = 1;

/// Returns the differences, in the order of the sections of `base`.
pub fn changes(base: &Loaded, variant: &Loaded) -> Vec<Differing> {
    let [was, is] = [base, variant].map(|loaded| {
        let text = loaded.reference.compiler(&loaded.files).overlays(&loaded.overlays).resolved();
        yaml::parse(FileId(0), &without_origins(&text), &mut Vec::new())
    });
    let mut changes = Vec::new();
    compared(&mut Vec::new(), was.as_ref(), is.as_ref(), &mut changes);
    changes
}

/// Removes the trailing comments that give the origin of each line.
fn without_origins(text: &str) -> String {
    let line =
        |line: &str| format!("{}\n", line.rsplit_once("  # ").map_or(line, |(line, _)| line).trim_end());
    text.lines().map(line).collect()
}

fn compared(path: &mut Vec<String>, was: Option<&Node>, is: Option<&Node>, to: &mut Vec<Differing>) {
    let are_maps = [was, is].map(|node| node.is_some_and(|node| node.as_map().is_some()));
    // a new or removed item is reported as a whole
    if are_maps == [true; 2] || path.len() < THINGS && are_maps.contains(&true) {
        let [old, new] = [was, is].map(entries);
        let [by_old, by_new]: [BTreeMap<&str, &Node>; 2] =
            [&old, &new].map(|entries| entries.iter().copied().collect());
        let added = new.iter().filter(|(key, _)| !by_old.contains_key(key));
        for (key, _) in old.iter().chain(added) {
            path.push((*key).to_owned());
            compared(path, by_old.get(key).copied(), by_new.get(key).copied(), to);
            path.pop();
        }
        return;
    }
    let [was, is] = [was, is].map(|node| node.map(written));
    if let (true, Some((section, path))) = (was != is, path.split_first()) {
        to.push(Differing { section: section.clone(), path: path.to_vec(), was, is });
    }
}

fn entries(node: Option<&Node>) -> Vec<(&str, &Node)> {
    let entries = node.and_then(Node::as_map).unwrap_or_default();
    entries.iter().map(|(key, value)| (key.value.as_str(), value)).collect()
}

/// Formats a node on one line; texts such as effects stay unchanged.
fn written(node: &Node) -> String {
    match &node.kind {
        NodeKind::Null => "~".to_owned(),
        NodeKind::Bool(value) => value.to_string(),
        NodeKind::Int(value) => value.to_string(),
        NodeKind::Text(text) => text.value.trim_end().to_owned(),
        NodeKind::List(items) => format!("[{}]", items.iter().map(written).collect::<Vec<_>>().join(", ")),
        NodeKind::Map(entries) => {
            let entries = entries.iter().map(|(key, value)| format!("{}: {}", key.value, written(value)));
            format!("{{ {} }}", entries.collect::<Vec<_>>().join(", "))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn between(was: &str, is: &str) -> Vec<String> {
        let [was, is] = [was, is].map(|text| yaml::parse(FileId(0), text, &mut Vec::new()));
        let mut changes = Vec::new();
        compared(&mut Vec::new(), was.as_ref(), is.as_ref(), &mut changes);
        let shown = |change: Differing| {
            let or = |text: Option<String>| text.unwrap_or_else(|| "-".to_owned());
            format!("{} {}: {} > {}", change.section, change.path.join("."), or(change.was), or(change.is))
        };
        changes.into_iter().map(shown).collect()
    }

    #[test]
    fn order_and_layout_are_no_difference() {
        assert_eq!(
            between("a: { x: 1, y: [1, b] }", "a:\n  y:\n    - 1\n    - \"b\"\n  x: 1\n"),
            Vec::<String>::new()
        );
    }

    #[test]
    fn values_things_and_sections_are_told() {
        let was = "cards: { king: { value: 20 }, storm: { value: 9, on: go } }";
        let is = "cards: { king: { value: 21 }, bard: { value: 1 } }\noptions: { rounds: 3 }";
        assert_eq!(
            between(was, is),
            [
                "cards king.value: 20 > 21",
                "cards storm: { value: 9, on: go } > -",
                "cards bard: - > { value: 1 }",
                "options : - > { rounds: 3 }",
            ]
        );
    }
}

//! Mutates the YAML around effects and expressions.

use ludex_grammar::span::{Span, Spanned};
use ludex_grammar::yaml::{Node, NodeKind};

use super::edit::Edits;
use super::words::Alternatives;
use ludex_check::load::is_ability;

/// Sections without rules, and the header of an overlay.
const NOT_RULES: &[&str] =
    &["format", "game", "layout", "text", "messages", "variant", "scenarios", "defaults", "rights"];

/// Keys with an optional value.
const CAN_BE_MISSING: &[&str] =
    &["when", "while", "until", "active", "concealed", "in_play", "end", "of", "shape", "from"];

/// Keys of lists whose order has a meaning.
const ORDERED: &[&str] = &["stages", "order", "ties"];

/// Adds all mutations of a file. `section` is its content if it is not the main file.
pub(super) fn mutate(edits: &mut Edits<'_>, words: &Alternatives, section: Option<&str>, node: &Node) {
    let mut walk = TreeWalk { edits, words, path: section.into_iter().collect() };
    walk.node(node);
}

struct TreeWalk<'a, 't, 'n> {
    edits: &'a mut Edits<'t>,
    words: &'a Alternatives,
    path: Vec<&'n str>,
}

impl<'n> TreeWalk<'_, '_, 'n> {
    fn node(&mut self, node: &'n Node) {
        match &node.kind {
            NodeKind::Bool(b) => self.edits.replace(node.span, (!b).to_string()),
            NodeKind::Int(n) => {
                self.edits.replace(node.span, (n + 1).to_string());
                self.edits.replace(node.span, (n - 1).to_string());
            }
            NodeKind::Map(entries) => entries.iter().for_each(|(key, value)| self.entry(key, value)),
            NodeKind::List(items) => self.list(items),
            NodeKind::Null | NodeKind::Text(_) => {}
        }
    }

    fn entry(&mut self, key: &'n Spanned<String>, value: &'n Node) {
        let name = key.value.as_str();
        let is_section = self.path.is_empty() && NOT_RULES.contains(&name);
        let only_told = self.path == ["score"] && name == "lines" || name == "shows";
        // exceeding the maximum of a zone is a runtime error that no rule leads to
        let guards = self.path.first() == Some(&"zones") && name == "max";
        if is_section || only_told || guards {
            return;
        }
        let is_definition = self.path.len() == 1 && self.path != ["score"];
        if is_ability(name) || (CAN_BE_MISSING.contains(&name) && !is_definition) {
            self.edits.remove_item(key.span.to(value.span));
        }
        if name.starts_with("on any ") {
            self.edits.replace_word(key.span, "on any", "on");
        }
        match (name, value.as_str()) {
            ("sees", Some(word)) => {
                self.edits.replace(value.span, if word == "all" { "owner" } else { "all" })
            }
            ("default", Some(word)) => self.other_default(self.path.last().copied(), value.span, word),
            (option, Some(word)) if self.path == ["options"] => {
                self.other_default(Some(option), value.span, word)
            }
            ("at_least", _) => self.edits.replace(key.span, "at_most"),
            ("at_most", _) => self.edits.replace(key.span, "at_least"),
            _ => {}
        }
        self.path.push(name);
        self.node(value);
        self.path.pop();
    }

    fn other_default(&mut self, option: Option<&str>, at: Span, word: &str) {
        let words = self.words;
        for other in option.into_iter().flat_map(|option| words.other_values(option, word)) {
            self.edits.replace(at, other);
        }
    }

    fn list(&mut self, items: &'n [Node]) {
        let name = self.path.last().copied().unwrap_or_default();
        if ORDERED.contains(&name) {
            for pair in items.windows(2) {
                let (first, second) = (pair[0].span, pair[1].span);
                if self.edits.is_here(first) {
                    let between = Span { file: first.file, start: first.end, end: second.start };
                    let exchanged = [second, between, first].map(|part| self.edits.at(part)).concat();
                    self.edits.replace(first.to(second), exchanged);
                }
            }
        }
        if name == "ties" {
            items.iter().for_each(|item| self.edits.remove_item(item.span));
        }
        items.iter().for_each(|item| self.node(item));
    }
}

//! Helpers that read a YAML tree and collect what is wrong with it.
//!
//! An empty value (`options:` with nothing after it) counts as an empty map. A key that isn't known, a key
//! that is missing and a value of the wrong shape are reported here, so that the section readers only say
//! what they expect.

mod effects;
mod scalars;

use std::collections::BTreeMap;

use ludex_grammar::codes::Code;
use ludex_grammar::diagnostic::Diagnostic;
use ludex_grammar::span::{Span, Spanned};
use ludex_grammar::suggest::closest;
use ludex_grammar::yaml::{Node, NodeKind};

use super::names::{check_name, shorten};
use super::raw::Name;

/// A key and its value.
pub(super) type Entry = (Spanned<String>, Node);

/// Most cards in a ruleset.
pub(super) const MAX_CARDS: usize = 100_000;

/// Most of anything else: zones, kinds, values of an enum, keys of one map.
pub(super) const MAX_ITEMS: usize = 2_000;

/// Most facts of an event or message, parameters of a function, procedure or list of steps.
pub(super) const MAX_PARAMS: usize = 32;

/// Most actions of a window: an option has seven bits for its action.
pub(super) const MAX_ACTIONS: usize = 127;

/// Where problems go while a tree is read.
pub(super) struct Reader<'p> {
    problems: &'p mut Vec<Diagnostic>,
}

/// A map with a fixed set of keys.
pub(super) struct Record<'n> {
    entries: &'n [Entry],
    /// What it describes, e.g. `a zone`.
    what: &'static str,
    /// Where a missing key is reported.
    at: Span,
    /// It was no map at all; missing keys are then not worth a word.
    broken: bool,
    /// Keys that were reported as unknown; each may be the misspelling of one that is missing.
    unknown: Vec<&'n str>,
}

impl<'n> Record<'n> {
    /// The value of a key.
    pub fn get(&self, key: &str) -> Option<&'n Node> {
        self.entries.iter().find(|(k, _)| k.value == key).map(|(_, node)| node)
    }

    /// All keys and values in order.
    pub fn entries(&self) -> &'n [Entry] {
        self.entries
    }
}

impl<'p> Reader<'p> {
    /// Collects into `problems`.
    pub fn new(problems: &'p mut Vec<Diagnostic>) -> Self {
        Self { problems }
    }

    /// The collected problems, for a parser that adds its own.
    pub fn problems(&mut self) -> &mut Vec<Diagnostic> {
        self.problems
    }

    /// Adds a problem.
    pub fn report(&mut self, problem: Diagnostic) {
        self.problems.push(problem);
    }

    /// Adds a problem at a place.
    pub fn error(&mut self, code: Code, span: Span, message: impl Into<String>) {
        self.report(Diagnostic::new(code, span, message));
    }

    /// Reports that `node` isn't what is expected.
    pub fn wrong_shape(&mut self, node: &Node, expected: &str) {
        let message = format!("expected {expected}, found {}", shape(node));
        self.error(Code::WrongShape, node.span, message);
    }

    // maps

    /// The entries of a map, or none and a problem.
    pub fn entries<'n>(&mut self, node: &'n Node, expected: &str, most: usize) -> &'n [Entry] {
        self.map(node, expected, most).unwrap_or(&[])
    }

    /// The entries of a map in which each key names something, e.g. `a zone`.
    pub fn named<'n>(&mut self, node: &'n Node, what: &str, most: usize) -> &'n [Entry] {
        self.entries(node, &format!("a map in which each key names {what}"), most)
    }

    fn map<'n>(&mut self, node: &'n Node, expected: &str, most: usize) -> Option<&'n [Entry]> {
        match &node.kind {
            NodeKind::Null => Some(&[]),
            NodeKind::Map(entries) => Some(self.limit(entries, most, |(key, _)| key.span)),
            _ => {
                self.wrong_shape(node, expected);
                None
            }
        }
    }

    /// A map whose keys are known; others are reported. `at` is where a missing key is reported.
    pub fn record<'n>(
        &mut self,
        node: &'n Node,
        at: Span,
        what: &'static str,
        known: &[&'static str],
    ) -> Record<'n> {
        let mut record = self.open_record(node, at, what);
        for (key, _) in record.entries {
            if !known.contains(&key.value.as_str()) {
                self.unknown_key(key, what, known);
                record.unknown.push(&key.value);
            }
        }
        record
    }

    /// A map that may have keys of its own.
    pub fn open_record<'n>(&mut self, node: &'n Node, at: Span, what: &'static str) -> Record<'n> {
        let entries = self.map(node, &format!("{what} as a map"), MAX_ITEMS);
        Record { entries: entries.unwrap_or(&[]), what, at, broken: entries.is_none(), unknown: Vec::new() }
    }

    /// Reports a key that isn't one of `known`.
    pub fn unknown_key(&mut self, key: &Spanned<String>, what: &str, known: &[&str]) {
        let message = format!("`{}` is no key of {what}", shorten(&key.value));
        let problem = Diagnostic::new(Code::UnknownKey, key.span, message);
        self.report(problem.suggest(&key.value, known.iter().copied()));
    }

    /// The value of a key that must be there.
    pub fn require<'n>(&mut self, record: &Record<'n>, key: &str) -> Option<&'n Node> {
        let found = record.get(key);
        let misspelt = || record.unknown.iter().any(|word| closest(word, [key]).is_some());
        if found.is_none() && !record.broken && !misspelt() {
            self.error(Code::MissingKey, record.at, format!("{} needs `{key}`", record.what));
        }
        found
    }

    /// Reads a map of definitions: each key is a new name of `what`, e.g. `a zone`.
    pub fn definitions<T>(
        &mut self,
        node: &Node,
        what: &'static str,
        most: usize,
        mut read: impl FnMut(&mut Self, Name, &Node) -> Option<T>,
    ) -> Vec<T> {
        let mut list = Vec::new();
        for (name, value) in self.named(node, what, most) {
            check_name(self, name, what);
            list.extend(read(self, name.clone(), value));
        }
        list
    }

    // lists

    /// The items of a list, or none and a problem.
    pub fn list<'n>(&mut self, node: &'n Node, what: &str, most: usize) -> &'n [Node] {
        match &node.kind {
            NodeKind::List(items) => self.limit(items, most, |item| item.span),
            _ => {
                self.wrong_shape(node, &format!("{what} as a list"));
                &[]
            }
        }
    }

    /// The items of a list, or the one value that stands in its place.
    pub fn one_or_more<'n>(&mut self, node: &'n Node, what: &str, most: usize) -> &'n [Node] {
        match &node.kind {
            NodeKind::List(_) => self.list(node, what, most),
            _ => std::slice::from_ref(node),
        }
    }

    fn limit<'n, T>(&mut self, items: &'n [T], most: usize, at: fn(&T) -> Span) -> &'n [T] {
        let Some(first) = items.get(most) else { return items };
        self.error(Code::FileTooLarge, at(first), format!("more than {most} entries"));
        &items[..most]
    }

    /// Leaves out and reports names that stand twice.
    pub fn distinct(&mut self, names: Vec<Name>) -> Vec<Name> {
        let mut seen = BTreeMap::new();
        let mut list = Vec::with_capacity(names.len());
        for name in names {
            if self.first_time(&mut seen, &name) {
                list.push(name);
            }
        }
        list
    }

    /// Notes a name; reports it and answers no if it was there already.
    pub fn first_time(&mut self, seen: &mut BTreeMap<String, Span>, name: &Name) -> bool {
        if let Some(first) = seen.get(&name.value) {
            let message = format!("`{}` stands twice", shorten(&name.value));
            self.report(Diagnostic::new(Code::DuplicateName, name.span, message).other(*first, "first here"));
            return false;
        }
        seen.insert(name.value.clone(), name.span);
        true
    }
}

/// What a node is, for a message.
fn shape(node: &Node) -> String {
    match &node.kind {
        NodeKind::Null => "nothing".to_owned(),
        NodeKind::Bool(b) => format!("`{b}`"),
        NodeKind::Int(n) => format!("the number {n}"),
        NodeKind::Text(text) if text.value.contains('\n') => "a text".to_owned(),
        NodeKind::Text(text) => format!("`{}`", shorten(&text.value)),
        NodeKind::List(_) => "a list".to_owned(),
        NodeKind::Map(_) => "a map".to_owned(),
    }
}

//! Helpers that read a YAML tree and collect what is wrong with it.
//!
//! An empty value (`options:` with nothing after it) counts as an empty map. A key that isn't known, a key
//! that is missing and a value of the wrong shape are reported here, so that the section readers only say
//! what they expect.

mod effects;
mod parts;
mod scalars;

pub(super) use effects::{PARAMS, Trees, VARIABLES};
pub(super) use parts::{BEFORE, Owner, beside};

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Display;
use std::sync::Arc;

use ludex_grammar::codes::Code;
use ludex_grammar::diagnostic::Diagnostic;
use ludex_grammar::hole::Hole;
use ludex_grammar::span::{FileId, Span, Spanned};
use ludex_grammar::yaml::{self, Node, NodeKind};

use super::keys::{Form, KeyRow, RecordKeys};
use super::names::{check_name, shorten};
use super::raw::{Name, RawProcedure};
use crate::foreign::{foreign_key, key_help};

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
    /// What others have read of the same files.
    pub trees: Arc<Trees>,
    /// Names whose definition was reported and left out: nothing is to be said of their uses.
    pub lost: BTreeSet<String>,
    /// What overlays remove.
    pub removed: BTreeMap<String, Span>,
    /// Keys of overlays, each with that of what it patches.
    pub patched: Vec<(Span, Span)>,
    /// The languages in which each overlay says something.
    pub languages: BTreeMap<FileId, BTreeSet<String>>,
    /// Named parts of effects, which are procedures.
    pub parts: Vec<RawProcedure>,
    /// What is left out because it can't be read.
    pub holes: Vec<Hole>,
    /// Something is left out whose names nobody knows: nothing can be said to be missing.
    pub unreadable: bool,
    /// Sections that seem to be indented by mistake are read where they belong.
    pub moves_sections: bool,
    /// There is such a section.
    pub indented: bool,
    /// So is a library perhaps, in which cards may have what they lack here.
    pub lacks_library: bool,
}

/// A map with a fixed set of keys.
pub(super) struct Record<'n> {
    entries: &'n [Entry],
    keys: &'static RecordKeys,
    /// Where a missing key is reported.
    at: Span,
    /// It was no map at all; missing keys are then not worth a word.
    broken: bool,
    /// Keys that were reported as unknown, each with the one that was meant, as far as one is near.
    unknown: Vec<(&'n Entry, Option<String>)>,
}

impl<'n> Record<'n> {
    /// The value of a key, or of one that was reported as a misspelling of it.
    pub fn get(&self, key: &str) -> Option<&'n Node> {
        debug_assert!(self.keys.has(key), "{} has no `{key}`", self.keys.what);
        let written = self.entries.iter().find(|(k, _)| k.value == key);
        let misspelt =
            || self.unknown.iter().find(|(_, meant)| meant.as_deref() == Some(key)).map(|(e, _)| *e);
        written.or_else(misspelt).map(|(_, node)| node)
    }

    /// The key that is meant by that of an entry.
    pub fn meant<'k>(&'k self, entry: &'k Entry) -> &'k str {
        let unknown = self.unknown.iter().find(|(known, _)| known.0.span == entry.0.span);
        unknown.and_then(|(_, meant)| meant.as_deref()).unwrap_or(&entry.0.value)
    }

    /// Whether a key was reported as unknown.
    pub fn is_unknown(&self, key: &Name) -> bool {
        self.unknown.iter().any(|(known, _)| known.0.span == key.span)
    }

    /// All keys and values in order.
    pub fn entries(&self) -> &'n [Entry] {
        self.entries
    }
}

impl<'p> Reader<'p> {
    /// Collects into `problems`.
    pub fn new(problems: &'p mut Vec<Diagnostic>) -> Self {
        Self {
            problems,
            trees: Arc::default(),
            lost: BTreeSet::new(),
            removed: BTreeMap::new(),
            patched: Vec::new(),
            languages: BTreeMap::new(),
            parts: Vec::new(),
            holes: Vec::new(),
            unreadable: false,
            moves_sections: false,
            indented: false,
            lacks_library: false,
        }
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
    pub fn wrong_shape(&mut self, node: &Node, expected: impl Display) {
        let message = format!("expected {expected}, found {}", shape(node));
        self.error(Code::WrongShape, node.span, message);
    }

    /// The same, with how it is said.
    pub fn wrong_shape_as(&mut self, node: &Node, expected: impl Display, help: impl Into<String>) {
        let message = format!("expected {expected}, found {}", shape(node));
        self.report(Diagnostic::new(Code::WrongShape, node.span, message).help(help));
    }

    // documents

    /// A file as far as it can be read, if something of it can be; `below` says under which of its keys there are definitions.
    pub fn document(&mut self, file: FileId, text: &str, below: &dyn Fn(&str) -> bool) -> Option<Node> {
        let mut read = yaml::partial(file, text, below, self.problems);
        self.unreadable |= read.node.is_none();
        let with_holes = !read.holes.is_empty();
        self.holes.append(&mut read.holes);
        read.node.filter(|node| !(with_holes && node.is_null()))
    }

    /// A file of which every part is wanted.
    pub fn whole_document(&mut self, file: FileId, text: &str) -> Option<Node> {
        let node = yaml::parse(file, text, self.problems);
        self.unreadable |= node.is_none();
        node
    }

    /// Whether something of this name may stand in what is left out.
    pub fn may_be_defined(&self, name: &str) -> bool {
        self.unreadable || self.holes.iter().any(|hole| hole.words.contains(name))
    }

    // maps

    /// The entries of a map, or none and a problem.
    pub fn entries<'n>(&mut self, node: &'n Node, expected: impl Display, most: usize) -> &'n [Entry] {
        self.map(node, expected, most).unwrap_or(&[])
    }

    /// The entries of a map in which each key names something, e.g. `a zone`.
    pub fn named<'n>(&mut self, node: &'n Node, what: &str, most: usize) -> &'n [Entry] {
        self.entries(node, format_args!("a map in which each key names {what}"), most)
    }

    /// As [`Self::named`], where the keys are new names: without them nobody knows what there is.
    pub fn defined<'n>(&mut self, node: &'n Node, what: &str, most: usize) -> &'n [Entry] {
        self.unreadable |= !matches!(node.kind, NodeKind::Map(_) | NodeKind::Null);
        self.named(node, what, most)
    }

    pub fn map<'n>(&mut self, node: &'n Node, expected: impl Display, most: usize) -> Option<&'n [Entry]> {
        match &node.kind {
            NodeKind::Null => Some(&[]),
            NodeKind::Map(entries) => Some(self.limit(entries, most, |(key, _)| key.span)),
            NodeKind::Text(_) | NodeKind::Int(_) | NodeKind::Bool(_) | NodeKind::List(_) => {
                self.wrong_shape(node, expected);
                None
            }
        }
    }

    /// A map with the keys of a table: others are reported, and so is, at `at`, what is missing.
    pub fn record<'n>(&mut self, node: &'n Node, at: Span, keys: &'static RecordKeys) -> Record<'n> {
        self.record_or(node, at, keys, &|_| None)
    }

    /// The same; `said` is how what a key says that is in no table is said instead.
    pub fn record_or<'n>(
        &mut self,
        node: &'n Node,
        at: Span,
        keys: &'static RecordKeys,
        said: &dyn Fn(&Entry) -> Option<String>,
    ) -> Record<'n> {
        let mut record = self.open_record(node, at, keys);
        for entry in record.entries {
            let of_effect = beside(&entry.0.value).is_some_and(|of| {
                let is_effect = |row: &KeyRow| row.name == of && matches!(row.form, Form::Effects);
                keys.keys.iter().any(is_effect) && record.entries.iter().any(|(key, _)| key.value == of)
            });
            if !keys.has(&entry.0.value) && !of_effect {
                self.unknown_entry(&mut record, entry, &keys.names(), said(entry));
            }
        }
        self.missing(&record, keys);
        record
    }

    /// Reports the keys of a table that have to be there and are not.
    pub fn missing(&mut self, record: &Record, keys: &'static RecordKeys) {
        for row in keys.keys.iter().filter(|row| row.needed) {
            let _ = self.require(record, row.name);
        }
    }

    /// Reports a key that a record does not have; it is read as the one that was meant.
    pub fn unknown_entry<'n>(
        &mut self,
        record: &mut Record<'n>,
        entry: &'n Entry,
        known: &[&str],
        said: Option<String>,
    ) {
        let (key, node) = entry;
        let before = self.problems.len();
        let meant = self.unknown_key_or(key, record.keys.what, known, said);
        // a key that stands there already is hardly the one that is meant
        if record.entries.iter().any(|(key, _)| Some(&key.value) == meant.as_ref()) {
            self.problems[before..].iter_mut().for_each(Diagnostic::doubt);
        }
        if meant.is_none() {
            self.lose_below(node);
        }
        record.unknown.push((entry, meant));
    }

    /// What stands below a key that nobody knows may be defined there.
    pub fn lose_below(&mut self, node: &Node) {
        for (key, value) in node.as_map().unwrap_or_default() {
            self.lost.insert(key.value.clone());
            self.lose_below(value);
        }
    }

    /// A map that may have other keys than those of its table, or lack some.
    pub fn open_record<'n>(&mut self, node: &'n Node, at: Span, keys: &'static RecordKeys) -> Record<'n> {
        let entries = self.map(node, format_args!("{} as a map", keys.what), MAX_ITEMS);
        Record { entries: entries.unwrap_or(&[]), keys, at, broken: entries.is_none(), unknown: Vec::new() }
    }

    /// Reports a key that isn't one of `known`; gives the one that was meant.
    pub fn unknown_key(&mut self, key: &Spanned<String>, what: &str, known: &[&str]) -> Option<String> {
        self.unknown_key_or(key, what, known, None)
    }

    /// The same; unless a key is near, `said` is how it is said instead.
    pub fn unknown_key_or(
        &mut self,
        key: &Spanned<String>,
        what: &str,
        known: &[&str],
        said: Option<String>,
    ) -> Option<String> {
        let message = format!("`{}` is no key of {what}", shorten(&key.value));
        let problem = Diagnostic::new(Code::UnknownKey, key.span, message);
        let found = problem.suggest(&key.value, known.iter().copied());
        let found = match begins_like(&key.value, known).filter(|_| !found.has_meant()) {
            Some(meant) => found.means(&key.value, meant),
            None => match foreign_key(&key.value, known).filter(|_| !found.has_meant()) {
                Some(meant) => found.means(&key.value, meant),
                None => found,
            },
        };
        let said = said.filter(|_| !found.has_meant());
        let found = match key_help(&key.value, known).map(str::to_owned).or(said) {
            Some(help) => found.help(help),
            None => found,
        };
        let meant = found.unknown.clone().and_then(|unknown| unknown.meant);
        self.report(found);
        meant
    }

    /// The value of a key that must be there.
    pub fn require<'n>(&mut self, record: &Record<'n>, key: &str) -> Option<&'n Node> {
        let found = record.get(key);
        if found.is_none() && !record.broken {
            self.error(Code::MissingKey, record.at, format!("{} needs `{key}`", record.keys.what));
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
        for (name, value) in self.defined(node, what, most) {
            check_name(self, name, what);
            match read(self, name.clone(), value) {
                Some(definition) => list.push(definition),
                None => drop(self.lost.insert(name.value.clone())),
            }
        }
        list
    }

    // lists

    /// The items of a list, or none and a problem.
    pub fn list<'n>(&mut self, node: &'n Node, what: &str, most: usize) -> &'n [Node] {
        if let NodeKind::List(items) = &node.kind {
            return self.limit(items, most, |item| item.span);
        }
        self.wrong_shape(node, format_args!("{what} as a list"));
        &[]
    }

    /// The items of a list, or the one value that stands in its place.
    pub fn one_or_more<'n>(&mut self, node: &'n Node, what: &str, most: usize) -> &'n [Node] {
        match matches!(node.kind, NodeKind::List(_)) {
            true => self.list(node, what, most),
            false => std::slice::from_ref(node),
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

/// The one of some words that begins like another but for its last letter: `scoring` is meant as `score`.
fn begins_like<'k>(word: &str, known: &[&'k str]) -> Option<&'k str> {
    let most = |known: &str| known.len().saturating_sub(1).max(LEAST_ALIKE);
    let same = |known: &str| known.bytes().zip(word.bytes()).take_while(|(a, b)| a == b).count();
    let mut alike = known.iter().copied().filter(|known| same(known) >= most(known));
    alike.next().filter(|_| alike.next().is_none())
}

/// So many letters of two words have to be the same for the one to be meant by the other.
const LEAST_ALIKE: usize = 4;

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

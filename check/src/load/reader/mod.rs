//! Reads YAML trees and collects problems.
//!
//! An empty value (`options:` with nothing after it) counts as an empty map. Unknown keys, missing keys and
//! values of the wrong shape are reported here. The readers of sections thus only specify the shape they
//! expect.

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

pub(super) type Entry = (Spanned<String>, Node);

/// Maximum number of cards in a ruleset.
pub(super) const MAX_CARDS: usize = 100_000;

/// Maximum number of other items: zones, kinds, values of an enum, keys of one map.
pub(super) const MAX_ITEMS: usize = 2_000;

/// Maximum number of facts of an event or message, or of parameters.
pub(super) const MAX_PARAMS: usize = 32;

/// Maximum number of actions of a window: an option has seven bits for its action.
pub(super) const MAX_ACTIONS: usize = 127;

/// Collects problems while a tree is read.
pub(super) struct Reader<'p> {
    problems: &'p mut Vec<Diagnostic>,
    /// Cache of parsed texts, shared by readers of the same files.
    pub trees: Arc<Trees>,
    /// Names whose definition was reported and left out. Their uses aren't reported.
    pub lost: BTreeSet<String>,
    /// Items removed by overlays.
    pub removed: BTreeMap<String, Span>,
    /// Keys of overlays, each with the key it patches.
    pub patched: Vec<(Span, Span)>,
    /// Languages in which each overlay has texts.
    pub languages: BTreeMap<FileId, BTreeSet<String>>,
    /// Named parts of effects, as procedures.
    pub parts: Vec<RawProcedure>,
    /// Unreadable parts that are left out.
    pub holes: Vec<Hole>,
    /// True if definitions with unknown names were left out: no name can then be reported as unknown.
    pub unreadable: bool,
    /// True if sections indented by mistake are moved to the top level.
    pub moves_sections: bool,
    /// True if such a section was found.
    pub indented: bool,
    /// True if the unreadable file may be a library, which may define keys that cards lack here.
    pub lacks_library: bool,
}

/// A map with a fixed set of keys.
pub(super) struct Record<'n> {
    entries: &'n [Entry],
    keys: &'static RecordKeys,
    /// Location at which a missing key is reported.
    at: Span,
    /// True if the node isn't a map. Missing keys are then not reported.
    broken: bool,
    /// Unknown keys that were reported, each with the likely intended key, if any.
    unknown: Vec<(&'n Entry, Option<String>)>,
}

impl<'n> Record<'n> {
    /// Returns the value of a key, or of a reported misspelling of it.
    pub fn get(&self, key: &str) -> Option<&'n Node> {
        let written = self.entries.iter().find(|(k, _)| k.value == key);
        let misspelt =
            || self.unknown.iter().find(|(_, meant)| meant.as_deref() == Some(key)).map(|(e, _)| *e);
        written.or_else(misspelt).map(|(_, node)| node)
    }

    /// Returns the intended key of an entry.
    pub fn meant<'k>(&'k self, entry: &'k Entry) -> &'k str {
        let unknown = self.unknown.iter().find(|(known, _)| known.0.span == entry.0.span);
        unknown.and_then(|(_, meant)| meant.as_deref()).unwrap_or(&entry.0.value)
    }

    pub fn is_unknown(&self, key: &Name) -> bool {
        self.unknown.iter().any(|(known, _)| known.0.span == key.span)
    }

    pub fn entries(&self) -> &'n [Entry] {
        self.entries
    }
}

impl<'p> Reader<'p> {
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

    /// Returns the collected problems, for parsers that add their own.
    pub fn problems(&mut self) -> &mut Vec<Diagnostic> {
        self.problems
    }

    pub fn report(&mut self, problem: Diagnostic) {
        self.problems.push(problem);
    }

    /// Adds a problem at a location.
    pub fn error(&mut self, code: Code, span: Span, message: impl Into<String>) {
        self.report(Diagnostic::new(code, span, message));
    }

    /// Reports that `node` has another shape than expected.
    pub fn wrong_shape(&mut self, node: &Node, expected: impl Display) {
        let message = format!("expected {expected}, found {}", shape(node));
        self.error(Code::WrongShape, node.span, message);
    }

    /// Like `wrong_shape`, with a help text.
    pub fn wrong_shape_as(&mut self, node: &Node, expected: impl Display, help: impl Into<String>) {
        let message = format!("expected {expected}, found {}", shape(node));
        self.report(Diagnostic::new(Code::WrongShape, node.span, message).help(help));
    }

    /// Parses a file as far as possible. `below` selects the keys that contain definitions.
    pub fn document(&mut self, file: FileId, text: &str, below: &dyn Fn(&str) -> bool) -> Option<Node> {
        let mut read = yaml::partial(file, text, below, self.problems);
        self.unreadable |= read.node.is_none();
        let with_holes = !read.holes.is_empty();
        self.holes.append(&mut read.holes);
        read.node.filter(|node| !(with_holes && node.is_null()))
    }

    /// Parses a file that is useful only as a whole.
    pub fn whole_document(&mut self, file: FileId, text: &str) -> Option<Node> {
        let node = yaml::parse(file, text, self.problems);
        self.unreadable |= node.is_none();
        node
    }

    /// Returns true if an unreadable part may define this name.
    pub fn may_be_defined(&self, name: &str) -> bool {
        self.unreadable || self.holes.iter().any(|hole| hole.words.contains(name))
    }

    /// Returns the entries of a map. Reports another shape and returns no entries.
    pub fn entries<'n>(&mut self, node: &'n Node, expected: impl Display, most: usize) -> &'n [Entry] {
        self.map(node, expected, most).unwrap_or(&[])
    }

    /// Returns the entries of a map in which each key names an item, such as `a zone`.
    pub fn named<'n>(&mut self, node: &'n Node, what: &str, most: usize) -> &'n [Entry] {
        self.entries(node, format_args!("a map in which each key names {what}"), most)
    }

    /// Like [`Self::named`], for keys that define names. Without them, undefined names can't be reported.
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

    /// Opens a map with the keys of a table. Reports unknown keys, and missing ones at `at`.
    pub fn record<'n>(&mut self, node: &'n Node, at: Span, keys: &'static RecordKeys) -> Record<'n> {
        self.record_or(node, at, keys, &|_| None)
    }

    /// Like `record`; `said` returns a help text for keys that are in no table.
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

    /// Reports the missing required keys of a table.
    pub fn missing(&mut self, record: &Record, keys: &'static RecordKeys) {
        for row in keys.keys.iter().filter(|row| row.needed) {
            let _ = self.require(record, row.name);
        }
    }

    /// Reports an unknown key, and records the intended one, if it is clear.
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
        // a key that exists already is probably not the intended one
        if record.entries.iter().any(|(key, _)| Some(&key.value) == meant.as_ref()) {
            self.problems[before..].iter_mut().for_each(Diagnostic::doubt);
        }
        if meant.is_none() {
            self.lose_below(node);
        }
        record.unknown.push((entry, meant));
    }

    /// Marks the keys below an unknown key as lost, because they may be definitions.
    pub fn lose_below(&mut self, node: &Node) {
        for (key, value) in node.as_map().unwrap_or_default() {
            self.lost.insert(key.value.clone());
            self.lose_below(value);
        }
    }

    /// Opens a map that may have unknown or missing keys.
    pub fn open_record<'n>(&mut self, node: &'n Node, at: Span, keys: &'static RecordKeys) -> Record<'n> {
        let entries = self.map(node, format_args!("{} as a map", keys.what), MAX_ITEMS);
        Record { entries: entries.unwrap_or(&[]), keys, at, broken: entries.is_none(), unknown: Vec::new() }
    }

    /// Reports a key that isn't in `known`. Returns the intended one.
    pub fn unknown_key(&mut self, key: &Spanned<String>, what: &str, known: &[&str]) -> Option<String> {
        self.unknown_key_or(key, what, known, None)
    }

    /// Like `unknown_key`, with a help text for keys without a similar one.
    pub fn unknown_key_or(
        &mut self,
        key: &Spanned<String>,
        what: &str,
        known: &[&str],
        said: Option<String>,
    ) -> Option<String> {
        let message = format!("`{}` is not a key of {what}", shorten(&key.value));
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

    /// Returns the value of a required key, and reports it if missing.
    pub fn require<'n>(&mut self, record: &Record<'n>, key: &str) -> Option<&'n Node> {
        let found = record.get(key);
        if found.is_none() && !record.broken {
            self.error(Code::MissingKey, record.at, format!("{} needs `{key}`", record.keys.what));
        }
        found
    }

    /// Reads a map of definitions: each key is a new name of `what`, such as `a zone`.
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

    /// Returns the items of a list. Reports another shape and returns no items.
    pub fn list<'n>(&mut self, node: &'n Node, what: &str, most: usize) -> &'n [Node] {
        if let NodeKind::List(items) = &node.kind {
            return self.limit(items, most, |item| item.span);
        }
        self.wrong_shape(node, format_args!("{what} as a list"));
        &[]
    }

    /// Returns the items of a list, or a single value in its place.
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

    /// Reports duplicate names and removes them.
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

    /// Records a name. Reports a duplicate and returns false.
    pub fn first_time(&mut self, seen: &mut BTreeMap<String, Span>, name: &Name) -> bool {
        if let Some(first) = seen.get(&name.value) {
            let message = format!("duplicate entry `{}`", shorten(&name.value));
            self.report(Diagnostic::new(Code::DuplicateName, name.span, message).other(*first, "first here"));
            return false;
        }
        seen.insert(name.value.clone(), name.span);
        true
    }
}

/// Returns the known word that shares all but the last letter with the start of `word`: `scoring` suggests
/// `score`.
fn begins_like<'k>(word: &str, known: &[&'k str]) -> Option<&'k str> {
    let most = |known: &str| known.len().saturating_sub(1).max(LEAST_ALIKE);
    let same = |known: &str| known.bytes().zip(word.bytes()).take_while(|(a, b)| a == b).count();
    let mut alike = known.iter().copied().filter(|known| same(known) >= most(known));
    alike.next().filter(|_| alike.next().is_none())
}

/// Minimum number of equal letters for a suggestion.
const LEAST_ALIKE: usize = 4;

/// Describes a node for messages.
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

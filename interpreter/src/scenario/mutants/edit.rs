//! Edits of a byte range in a file.

use std::collections::BTreeSet;

use ludex_grammar::span::{FileId, Span};
use ludex_grammar::yaml::{Node, NodeKind};

use super::Files;
use ludex_check::load::overlay;

/// Maximum number of characters shown of a text.
const SHOWN: usize = 72;

/// A ruleset with a change at one place.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub struct Mutant {
    /// Path of the file among the ruleset's files.
    pub file: String,
    /// Start and end of the replaced bytes.
    place: (usize, usize),
    text: String,
    /// Line number, counted from 1.
    pub line: usize,
    /// Column in characters, counted from 1.
    pub column: usize,
    /// Description of the change: the path of keys, the old and the new text. Repeated changes are numbered.
    pub id: String,
}

impl Mutant {
    /// Returns the files with the change applied.
    pub fn apply(&self, files: &[(String, String)]) -> Files {
        let mut files = files.to_vec();
        for (_, text) in files.iter_mut().filter(|(path, _)| *path == self.file) {
            let (start, end) = self.place;
            if text.get(start..end).is_some() {
                text.replace_range(start..end, &self.text);
            }
        }
        files
    }

    /// Returns true if the change is in a variant, not in the base ruleset.
    pub fn is_of_variant(&self) -> bool {
        overlay::is_file(&self.file)
    }
}

/// Changes found in one file so far.
pub(super) struct Edits<'t> {
    path: &'t str,
    text: &'t str,
    file: FileId,
    found: BTreeSet<(usize, usize, String)>,
}

impl<'t> Edits<'t> {
    /// Creates an empty set of edits.
    pub fn new(path: &'t str, text: &'t str, file: FileId) -> Self {
        Self { path, text, file, found: BTreeSet::new() }
    }

    /// Returns true if a span is in this file.
    pub fn is_here(&self, span: Span) -> bool {
        span.file == self.file && span.end > span.start
    }

    /// Returns the text of a span in this file.
    pub fn at(&self, span: Span) -> &'t str {
        self.text.get(span.start as usize..span.end as usize).unwrap_or_default()
    }

    /// Adds a replacement of a span.
    pub fn replace(&mut self, span: Span, with: impl Into<String>) {
        let with = with.into();
        if self.is_here(span) && self.at(span) != with {
            self.found.insert((span.start as usize, span.end as usize, with));
        }
    }

    /// Replaces the first occurrence of a word within a span. Comments are not skipped, because none can
    /// occur between the parts of an expression.
    pub fn replace_word(&mut self, within: Span, word: &str, with: &str) {
        if !self.is_here(within) {
            return;
        }
        let text = self.at(within);
        let letters = word.bytes().all(|b| b.is_ascii_alphabetic() || b == b' ');
        let is_end =
            |at: usize| !letters || !text[at..].starts_with(|c: char| c.is_alphanumeric() || c == '_');
        let is_start = |at: usize| {
            !letters || !text[..at].ends_with(|c: char| c.is_alphanumeric() || c == '_' || c == '.')
        };
        let place =
            text.match_indices(word).map(|(at, _)| at).find(|at| is_start(*at) && is_end(at + word.len()));
        if let Some(at) = place {
            let start = within.start as usize + at;
            self.replace(Span::new(within.file, start, start + word.len()), with);
        }
    }

    /// Removes an item of a list or map, with its comma.
    pub fn remove_item(&mut self, span: Span) {
        if !self.is_here(span) {
            return;
        }
        let (mut start, mut end) = (span.start as usize, span.end as usize);
        let after = self.text[end..].trim_start_matches([' ', '\n']);
        let before = self.text[..start].trim_end_matches([' ', '\n']);
        if after.starts_with(',') {
            end = self.text.len() - after.len() + 1;
        } else if after.starts_with([']', '}']) && before.ends_with(',')
            || before.ends_with('-') && before.trim_end_matches('-').ends_with([' ', '\n'])
        {
            start = before.len() - 1;
        }
        self.replace(Span::new(span.file, start, end), "");
    }

    /// Returns the mutants in order of position; `node` is the content of the file.
    pub fn finish(self, node: &Node) -> Vec<Mutant> {
        let mut used = std::collections::BTreeMap::new();
        let mut all = Vec::with_capacity(self.found.len());
        for (start, end, text) in self.found {
            let old = &self.text[start..end];
            let (was, becomes) = shown(old, &text);
            let mut id = format!("{}: {was} -> {becomes}", keys(node, start).join("."));
            let number = used.entry(id.clone()).or_insert(0);
            *number += 1;
            if *number > 1 {
                id.push_str(&format!(" ({number})"));
            }
            let line = self.text[..start].matches('\n').count() + 1;
            let column = self.text[..start].chars().rev().take_while(|c| *c != '\n').count() + 1;
            all.push(Mutant { file: self.path.to_owned(), place: (start, end), text, line, column, id });
        }
        all
    }
}

/// Shortens both texts to one line each.
fn shown(was: &str, becomes: &str) -> (String, String) {
    let short = |text: &str| {
        let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
        match line.char_indices().nth(SHOWN) {
            Some((at, _)) => format!("{} …", &line[..at]),
            None if line.is_empty() => "(nothing)".to_owned(),
            None => line,
        }
    };
    (short(was), short(becomes))
}

/// Returns the path of keys to a byte position.
fn keys(node: &Node, at: usize) -> Vec<String> {
    let inside = |node: &Node| (node.span.start as usize..node.span.end as usize + 1).contains(&at);
    match &node.kind {
        NodeKind::Map(entries) => {
            let found = entries.iter().rev().find(|(key, _)| key.span.start as usize <= at);
            found.map_or(Vec::new(), |(key, value)| {
                let mut all = vec![key.value.clone()];
                all.extend(keys(value, at));
                all
            })
        }
        NodeKind::List(items) => {
            let found = items.iter().position(inside);
            found.map_or(Vec::new(), |i| {
                let mut all = vec![(i + 1).to_string()];
                all.extend(keys(&items[i], at));
                all
            })
        }
        NodeKind::Null | NodeKind::Bool(_) | NodeKind::Int(_) | NodeKind::Text(_) => Vec::new(),
    }
}

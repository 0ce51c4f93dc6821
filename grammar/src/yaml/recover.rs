//! Error recovery: parses the parts before and after a mistake.
//!
//! An invalid file is parsed key by key; lines in the first column separate the keys. Keys that contain
//! definitions are separated in the same way. Invalid parts are omitted, and their words are recorded,
//! because they include all names defined there.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::ops::Range;

use super::foreign::without_foreign;
use super::mend::mend;
use super::places::Places;
use super::precheck::{hopeless, tab_lines, tabs};
use super::read::read;
use super::twice::key_twice;
use super::{Node, NodeKind};
use crate::codes::Code;
use crate::diagnostic::Diagnostic;
use crate::hole::Hole;
use crate::span::{FileId, Span, Spanned};

/// Maximum number of mistakes reported per file.
const MAX_TOLD: usize = 20;

/// The valid part of a file.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Partial {
    /// Tree of the valid part; `None` if nothing is usable.
    pub node: Option<Node>,
    /// Error nodes for the omitted parts.
    pub holes: Vec<Hole>,
}

/// Reads the valid part of a document. `below` returns true for keys of the document whose entries are
/// definitions that can be omitted individually.
pub fn partial(
    file: FileId,
    text: &str,
    below: &dyn Fn(&str) -> bool,
    problems: &mut Vec<Diagnostic>,
) -> Partial {
    if let Some(problem) = hopeless(file, text) {
        problems.push(problem);
        return Partial::default();
    }
    match whole(file, text, problems) {
        Ok(node) => Partial { node: Some(node), holes: Vec::new() },
        Err(mistake) => without_mistakes(file, text, mistake, below, problems),
    }
}

/// Reads a text that must be complete except for foreign content, such as merge conflicts, which is removed.
pub(super) fn complete(
    file: FileId,
    text: &str,
    problems: &mut Vec<Diagnostic>,
) -> Result<Node, Box<Diagnostic>> {
    let before = problems.len();
    let mistake = match as_written(file, text, problems) {
        Err(mistake) => mistake,
        read => return read,
    };
    let mut rest = text.to_owned();
    let found = without_foreign(file, &mut rest, mistake.primary.span.start as usize);
    if found.is_empty() {
        return Err(mistake);
    }
    // the second reading reports the findings again
    problems.truncate(before);
    problems.extend(found);
    let mut read = as_written(file, &rest, problems);
    let places = Places::new(text, &rest);
    places.mend_all(&mut problems[before..]);
    match &mut read {
        Ok(node) => places.mend_node(node),
        Err(mistake) => places.mend(mistake),
    }
    read
}

/// Reads a text that has to be read as a whole.
fn whole(file: FileId, text: &str, problems: &mut Vec<Diagnostic>) -> Result<Node, Box<Diagnostic>> {
    let before = problems.len();
    let read = as_written(file, text, problems);
    if read.is_err() {
        // reading by parts reports the findings again
        problems.truncate(before);
    }
    read
}

/// Reads a text without removing anything. Also reports the findings before an error.
fn as_written(file: FileId, text: &str, problems: &mut Vec<Diagnostic>) -> Result<Node, Box<Diagnostic>> {
    match tabs(file, text) {
        Some(tab) => Err(Box::new(tab)),
        None => read(file, text, begin(text), problems),
    }
}

fn begin(text: &str) -> usize {
    if text.starts_with('\u{feff}') { 3 } else { 0 }
}

/// Reads a text with an error: first without foreign content, then part by part.
fn without_mistakes(
    file: FileId,
    text: &str,
    mistake: Box<Diagnostic>,
    below: &dyn Fn(&str) -> bool,
    problems: &mut Vec<Diagnostic>,
) -> Partial {
    let before = problems.len();
    let (rest, mut read) = by_parts(file, text, mistake, below, problems);
    if rest != text {
        let places = Places::new(text, &rest);
        places.mend_all(&mut problems[before..]);
        read.node.iter_mut().for_each(|node| places.mend_node(node));
        for hole in &mut read.holes {
            (hole.span, hole.reach) = (places.whole(hole.span), places.whole(hole.reach));
        }
    }
    read
}

/// Like `without_mistakes`, but also returns the parsed text, in which some characters are replaced.
fn by_parts<'t>(
    file: FileId,
    text: &'t str,
    mut mistake: Box<Diagnostic>,
    below: &dyn Fn(&str) -> bool,
    problems: &mut Vec<Diagnostic>,
) -> (Cow<'t, str>, Partial) {
    let mut text = Cow::Borrowed(text);
    for _ in 0..MAX_TOLD {
        if mistake.code == Code::YamlTab {
            break;
        }
        let found = without_foreign(file, text.to_mut(), mistake.primary.span.start as usize);
        if found.is_empty() {
            break;
        }
        problems.extend(found);
        match whole(file, &text, problems) {
            Ok(node) => return (text, Partial { node: Some(node), holes: Vec::new() }),
            Err(next) => mistake = next,
        }
    }
    let read: &str = &text;
    let (told, found, holes) = (Vec::new(), Vec::new(), Vec::new());
    let mut parts = Parts { file, text: read, tabs: tab_lines(read), told, found, holes };
    let node = parts.level(begin(read)..read.len(), Some(mistake), below);
    problems.append(&mut parts.found);
    parts.told.truncate(MAX_TOLD);
    problems.append(&mut parts.told);
    let holes = parts.holes;
    (text, Partial { node: Some(node), holes })
}

/// Error of a part; `None` if it was already reported.
type Mistake = Option<Box<Diagnostic>>;

/// An entry that is invalid by itself.
#[derive(Default)]
struct Unread {
    why: Mistake,
    /// Diagnostics before the error.
    found: Vec<Diagnostic>,
}

struct Parts<'t> {
    file: FileId,
    text: &'t str,
    /// Lines that start with tabs, which are reported together.
    tabs: Vec<(usize, usize)>,
    /// Errors of the invalid parts.
    told: Vec<Diagnostic>,
    /// Other diagnostics of the valid parts.
    found: Vec<Diagnostic>,
    holes: Vec<Hole>,
}

impl Parts<'_> {
    /// Parses the entries of a map or list that is partly invalid.
    fn level(&mut self, lines: Range<usize>, mistake: Mistake, below: &dyn Fn(&str) -> bool) -> Node {
        let ranges = entries(self.text, lines.clone());
        let read: Vec<_> = ranges.iter().map(|range| self.entry(range)).collect();
        let place = mistake.as_ref().map(|problem| problem.primary.span.start as usize);
        let here = |range: &Range<usize>| place.is_some_and(|at| range.contains(&at));
        let elsewhere = read.iter().any(|entry| matches!(entry, Err(Unread { why: Some(_), .. })));
        let blamed = ranges.iter().zip(&read).any(|(range, entry)| here(range) && entry.is_err());
        let mut mistake = mistake;
        if let Some(problem) = mistake.take_if(|_| !blamed && !elsewhere) {
            self.report(problem, lines.clone());
        }
        let mut all = Merged::default();
        for (range, entry) in ranges.into_iter().zip(read) {
            let entry = match entry {
                Ok(node) => Some(node),
                Err(mut unread) => {
                    if here(&range) {
                        unread.why = mistake.take().or(unread.why);
                    }
                    self.inside(range, unread, below)
                }
            };
            all.add(self.text, entry, &mut self.found);
        }
        all.node(Span::new(self.file, lines.start, lines.start))
    }

    /// Reports why lines are invalid, with a fix.
    fn report(&mut self, mut why: Box<Diagnostic>, lines: Range<usize>) {
        if self.told.len() < MAX_TOLD {
            mend(self.text, lines, &mut why);
        }
        self.told.push(*why);
    }

    /// Parses a single entry as a map or list of one element.
    fn entry(&mut self, range: &Range<usize>) -> Result<Node, Unread> {
        if self.tabs.iter().any(|(at, _)| range.contains(at)) {
            return Err(Unread::default());
        }
        let mut found = Vec::new();
        match read(self.file, &self.text[..range.end], range.start, &mut found) {
            Ok(node) if matches!(node.kind, NodeKind::Map(_) | NodeKind::List(_)) => {
                self.found.append(&mut found);
                Ok(node)
            }
            Ok(_) => Err(Unread { why: None, found }),
            Err(problem) => Err(Unread { why: Some(problem), found }),
        }
    }

    /// Parses the valid part of an invalid entry.
    fn inside(&mut self, range: Range<usize>, unread: Unread, below: &dyn Fn(&str) -> bool) -> Option<Node> {
        let head = head(self.file, self.text, &range).filter(|(key, _)| below(&key.value));
        let Some((key, rest)) = head else {
            if let Some(why) = unread.why {
                self.report(why, range.clone());
            }
            self.found.extend(unread.found);
            let span = Span::new(self.file, range.start, range.end);
            self.holes.push(Hole::new(span, span, &self.text[range]));
            return None;
        };
        let node = self.level(rest, unread.why, &|_| false);
        let span = key.span.to(node.span);
        Some(Node { kind: NodeKind::Map(vec![(key, node)]), span })
    }
}

/// Entries of a map or list that were parsed separately.
#[derive(Default)]
struct Merged {
    /// Index of the entry of each key.
    keys: BTreeMap<String, usize>,
    entries: Vec<(Spanned<String>, Node)>,
    items: Vec<Node>,
}

impl Merged {
    fn add(&mut self, text: &str, node: Option<Node>, problems: &mut Vec<Diagnostic>) {
        match node.map(|node| node.kind) {
            Some(NodeKind::Map(entries)) => {
                entries.into_iter().for_each(|entry| self.key(text, entry, problems));
            }
            Some(NodeKind::List(mut items)) => self.items.append(&mut items),
            Some(NodeKind::Null | NodeKind::Bool(_) | NodeKind::Int(_) | NodeKind::Text(_)) | None => {}
        }
    }

    fn key(&mut self, text: &str, entry: (Spanned<String>, Node), problems: &mut Vec<Diagnostic>) {
        let (key, value) = &entry;
        if let Some((first, other)) = self.keys.get(&key.value).and_then(|at| self.entries.get(*at)) {
            problems.push(key_twice(text, &key.value, (first.span, other), (key.span, value)));
            return;
        }
        self.keys.insert(key.value.clone(), self.entries.len());
        self.entries.push(entry);
    }

    /// Returns the merged node. `empty` is its location if it has no entries.
    fn node(self, empty: Span) -> Node {
        match (self.entries.first(), self.entries.last(), self.items.first(), self.items.last()) {
            (Some((first, _)), Some((_, last)), ..) => {
                Node { span: first.span.to(last.span), kind: NodeKind::Map(self.entries) }
            }
            (.., Some(first), Some(last)) => {
                Node { span: first.span.to(last.span), kind: NodeKind::List(self.items) }
            }
            _ => Node { span: empty, kind: NodeKind::Null },
        }
    }
}

/// Returns the lines of each entry. An entry starts with a line that is not indented further than the first
/// one and closes no bracket.
fn entries(text: &str, lines: Range<usize>) -> Vec<Range<usize>> {
    let mut starts: Vec<usize> = Vec::new();
    let mut column = usize::MAX;
    let mut at = lines.start;
    for line in text[lines.clone()].split_inclusive('\n') {
        let content = line.trim_start_matches(' ');
        let indent = line.len() - content.len();
        let begins = !content.trim().is_empty() && !content.starts_with(['#', ']', '}', '\t']);
        if begins && indent <= column && !content.starts_with("---") {
            column = column.min(indent);
            starts.push(at);
        }
        at += line.len();
    }
    let ends = starts.iter().skip(1).copied().chain([lines.end]);
    starts.iter().copied().zip(ends).map(|(start, end)| start..end).collect()
}

/// Returns the key of an entry without a value on its line, and the lines below it.
fn head(file: FileId, text: &str, entry: &Range<usize>) -> Option<(Spanned<String>, Range<usize>)> {
    let line = text[entry.clone()].split_inclusive('\n').next()?;
    let (key, after) = line.split_once(':')?;
    let after = after.trim();
    let start = entry.start + key.len() - key.trim_start().len();
    let span = Span::new(file, start, entry.start + key.len());
    let alone = after.is_empty() || after.starts_with('#');
    alone.then(|| (Spanned::new(key.trim().to_owned(), span), entry.start + line.len()..entry.end))
}

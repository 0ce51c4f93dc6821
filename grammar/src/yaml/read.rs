//! Builds YAML trees from parser events.
//!
//! Uses an explicit stack, which limits the depth before any recursion.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use saphyr_parser::{Event, Parser, ScalarStyle, ScanError, Span as Marks, StrInput};

use super::complaint::Complaint;
use super::flow::Flow;
use super::mend::mend;
use super::pieces::{SPACE, Writing, pieces};
use super::precheck::{precheck, syntax_error};
use super::recover::complete;
use super::twice::key_twice;
use super::{Head, Node, NodeKind, Pieces, Text};
use crate::codes::Code;
use crate::diagnostic::Diagnostic;
use crate::span::{FileId, Span, Spanned};

/// Maximum nesting depth of lists and maps.
const MAX_DEPTH: usize = 64;
/// Maximum number of keys and values in a file.
const MAX_NODES: usize = 1_000_000;

/// Reads one YAML document. All findings go to `problems`; `None` where it can't be read as a whole. A file
/// with findings may still give a tree, so that the next stage can report its own.
pub fn parse(file: FileId, text: &str, problems: &mut Vec<Diagnostic>) -> Option<Node> {
    if let Some(problem) = precheck(file, text) {
        problems.push(problem);
        return None;
    }
    let begin = if text.starts_with('\u{feff}') { 3 } else { 0 };
    match complete(file, text, problems) {
        Ok(node) => Some(node),
        Err(mut problem) => {
            mend(text, begin..text.len(), &mut problem);
            problems.push(*problem);
            None
        }
    }
}

/// Reads a text from `begin` on as one document. Returns the tree or the first error; other findings are
/// added to `problems`.
pub(super) fn read(
    file: FileId,
    text: &str,
    begin: usize,
    problems: &mut Vec<Diagnostic>,
) -> Result<Node, Box<Diagnostic>> {
    let mut reader = Reader::new(file, text, begin);
    let end = reader.run(&mut Parser::new_from_str(&text[begin..]));
    problems.append(&mut reader.problems);
    end?;
    let nothing = || Node { kind: NodeKind::Null, span: Span::new(file, begin, begin) };
    Ok(reader.root.unwrap_or_else(nothing))
}

/// An open list or map.
enum Frame {
    List { start: usize, items: Vec<Node> },
    Map { start: usize, entries: Vec<(Spanned<String>, Node)>, seen: KeyIndex, key: Key },
}

/// State of a map between a key and its value.
enum Key {
    /// A key is expected.
    Wanted,
    /// The value of this key is expected.
    Given(Spanned<String>),
    /// The key was invalid: its value is dropped.
    Bad,
    /// The key is a duplicate: its value is dropped.
    Twice(Spanned<String>),
}

/// Number of entries from which a map's keys are indexed.
const MANY: usize = 16;

/// Index of the keys of a large map.
#[derive(Default)]
struct KeyIndex(BTreeMap<String, Span>);

impl KeyIndex {
    /// Returns the location of an existing key, or adds the key and returns `None`.
    fn first(&mut self, entries: &[(Spanned<String>, Node)], name: &str, span: Span) -> Option<Span> {
        let keys = entries.iter().map(|(key, _)| key);
        if entries.len() < MANY {
            return keys
                .map(|key| (key.value.as_str(), key.span))
                .find(|(key, _)| *key == name)
                .map(|(_, span)| span);
        }
        if self.0.is_empty() {
            self.0 = keys.map(|key| (key.value.clone(), key.span)).collect();
        }
        match self.0.entry(name.to_owned()) {
            Entry::Occupied(known) => Some(*known.get()),
            Entry::Vacant(free) => {
                free.insert(span);
                None
            }
        }
    }
}

/// Builds a tree from the events of the parser.
struct Reader<'t> {
    file: FileId,
    text: &'t str,
    /// Byte offset of each character; empty for ASCII text.
    bytes: Vec<u32>,
    /// Start offset of the document.
    begin: usize,
    stack: Vec<Frame>,
    root: Option<Node>,
    nodes: usize,
    documents: usize,
    /// Depth and offset of the first open `[` or `{`.
    outer: Option<(usize, usize)>,
    /// End of the last token other than an empty value.
    last_end: usize,
    problems: Vec<Diagnostic>,
}

type Step = Result<bool, Box<Diagnostic>>;

impl<'t> Reader<'t> {
    fn new(file: FileId, text: &'t str, begin: usize) -> Self {
        let body = &text[begin..];
        let bytes = match body.is_ascii() {
            true => Vec::new(),
            false => body.char_indices().map(|(i, _)| (i + begin) as u32).collect(),
        };
        let (stack, root, problems) = (Vec::new(), None, Vec::new());
        Self {
            file,
            text,
            bytes,
            begin,
            stack,
            root,
            nodes: 0,
            documents: 0,
            outer: None,
            last_end: begin,
            problems,
        }
    }

    fn run(&mut self, parser: &mut Parser<'t, StrInput<'t>>) -> Result<(), Box<Diagnostic>> {
        while let Some(next) = parser.next_event() {
            let (event, marks) = next.map_err(|error| self.scan_error(&error))?;
            if !self.event(event, marks)? {
                break;
            }
        }
        Ok(())
    }

    /// Converts a character index of a marker to a byte offset.
    fn byte(&self, index: usize) -> usize {
        let end = self.text.len();
        match self.bytes.is_empty() {
            true => (index + self.begin).min(end),
            false => self.bytes.get(index).map_or(end, |&b| b as usize),
        }
    }

    fn range(&self, marks: &Marks) -> (usize, usize) {
        let start = self.byte(marks.start.index());
        (start, self.byte(marks.end.index()).max(start))
    }

    fn event(&mut self, event: Event<'_>, marks: Marks) -> Step {
        let (start, end) = self.range(&marks);
        match event {
            Event::Nothing | Event::StreamStart | Event::DocumentEnd | Event::StreamEnd => {}
            Event::DocumentStart(_) => return self.document(start, end),
            // the target is unknown, so all later diagnostics would be unreliable
            Event::Alias(_) => return Err(Box::new(self.refused(start, end, "an alias"))),
            Event::Scalar(value, style, anchor, tag) => {
                self.marked(start, end, anchor, tag.is_some());
                self.scalar(value, writing(style), start, end)?;
            }
            Event::SequenceStart(anchor, tag) => {
                self.marked(start, end, anchor, tag.is_some());
                self.open(start, end, Frame::List { start, items: Vec::new() })?;
            }
            Event::MappingStart(anchor, tag) => {
                self.marked(start, end, anchor, tag.is_some());
                let (entries, seen, key) = (Vec::new(), KeyIndex::default(), Key::Wanted);
                self.open(start, end, Frame::Map { start, entries, seen, key })?;
            }
            Event::SequenceEnd | Event::MappingEnd => self.close(start, end),
        }
        Ok(true)
    }

    fn document(&mut self, start: usize, end: usize) -> Step {
        self.documents += 1;
        if self.documents == 1 {
            return Ok(true);
        }
        let span = Span::new(self.file, start, end);
        let found = Diagnostic::new(Code::YamlSyntax, span, "a second document begins here");
        self.problems
            .push(found.help("a ruleset file is one document: delete the `---` line, or use two files"));
        Ok(false)
    }

    fn marked(&mut self, start: usize, end: usize, anchor: usize, tag: bool) {
        if anchor != 0 {
            self.problems.push(self.refused(start, end, "an anchor"));
        }
        if tag {
            self.problems.push(self.refused(start, end, "a tag"));
        }
    }

    fn refused(&self, start: usize, end: usize, what: &str) -> Diagnostic {
        let (start, end) = mark_place(self.text, start, end);
        let message = format!("{what} is not used in rulesets");
        Diagnostic::new(Code::YamlAlias, Span::new(self.file, start, end), message)
            .help("write the value out; a text that begins with `&`, `*` or `!` needs quotes")
    }

    /// Opens a list or map, with or without a bracket.
    fn open(&mut self, start: usize, end: usize, frame: Frame) -> Result<(), Box<Diagnostic>> {
        if self.stack.len() >= MAX_DEPTH {
            return Err(self.too_deep(start));
        }
        self.count(start)?;
        if self.outer.is_none() && self.text[start..].starts_with(['[', '{']) {
            self.outer = Some((self.stack.len(), start));
        }
        self.stack.push(frame);
        self.last_end = self.last_end.max(end);
        Ok(())
    }

    fn count(&mut self, at: usize) -> Result<(), Box<Diagnostic>> {
        self.nodes += 1;
        if self.nodes <= MAX_NODES {
            return Ok(());
        }
        let message = format!("this file has more than the {MAX_NODES} keys and values that are read");
        let found = Diagnostic::new(Code::FileTooLarge, Span::new(self.file, at, at), message);
        Err(Box::new(found.help("split it into several files")))
    }

    fn too_deep(&self, at: usize) -> Box<Diagnostic> {
        let span = Span::new(self.file, at, self.text.len().min(at + 1));
        let message = format!("lists and maps are nested deeper than {MAX_DEPTH} levels here");
        Box::new(Diagnostic::new(Code::YamlTooDeep, span, message))
    }

    /// Closes the innermost list or map.
    fn close(&mut self, start: usize, end: usize) {
        let Some(frame) = self.stack.pop() else { return };
        self.outer = self.outer.filter(|(depth, _)| *depth < self.stack.len());
        if end > start {
            self.last_end = self.last_end.max(end);
        }
        let last = self.last_end;
        let span = |from: usize| Span::new(self.file, from.min(last), last);
        let node = match frame {
            Frame::List { start, items } => {
                let from = items.first().map_or(start, |n| start.min(n.span.start as usize));
                Node { span: span(from), kind: NodeKind::List(items) }
            }
            Frame::Map { start, entries, .. } => {
                let from = entries.first().map_or(start, |(k, _)| start.min(k.span.start as usize));
                Node { span: span(from), kind: NodeKind::Map(entries) }
            }
        };
        self.value(node);
    }

    /// Adds a scalar. A plain scalar without text is an empty value.
    fn scalar(
        &mut self,
        value: Cow<'_, str>,
        writing: Writing,
        start: usize,
        end: usize,
    ) -> Result<(), Box<Diagnostic>> {
        self.count(start)?;
        if writing == Writing::Plain && value.is_empty() {
            let at = self.after_colon();
            if let Some(problem) = self.lost_space() {
                return Err(Box::new(problem));
            }
            self.value(Node { kind: NodeKind::Null, span: Span::new(self.file, at, at) });
            return Ok(());
        }
        // fast path: most scalars are identical to their source
        let as_it_stands =
            writing == Writing::Plain && std::ptr::eq(value.as_ptr(), self.text[start..].as_ptr());
        let end = match as_it_stands {
            true => start + value.len(),
            false => self.scalar_end(start, end, writing),
        };
        if writing == Writing::Plain && self.key_is_next() {
            self.whole_key(start, end)?;
        }
        self.whole_value(writing, start, end)?;
        if writing == Writing::Plain
            && !self.key_is_next()
            && let Some(kind) = plain(&value)
        {
            self.last_end = self.last_end.max(end);
            self.value(Node { kind, span: Span::new(self.file, start, end) });
            return Ok(());
        }
        let pieces = match as_it_stands {
            true => Pieces::one((0, u32::try_from(start).unwrap_or(u32::MAX))),
            false => pieces(self.text, start, end, &value, writing),
        };
        let lines = !as_it_stands && writing == Writing::Plain && self.text[start..end].contains('\n');
        let head = lines.then(|| Box::new(self.head(start, end)));
        let text = Text { value: value.into_owned(), pieces, file: self.file, head };
        let block = matches!(writing, Writing::Literal | Writing::Folded);
        let span = if block { text.whole() } else { Span::new(self.file, start, end) };
        self.last_end = self.last_end.max(if block { span.end as usize } else { end });
        self.value(Node { kind: NodeKind::Text(text), span });
        Ok(())
    }

    /// Reports a key that contains a bracket, because its colon is missing.
    fn whole_key(&self, start: usize, end: usize) -> Result<(), Box<Diagnostic>> {
        self.flow().bracket_in_key(start, end).map_or(Ok(()), |problem| Err(Box::new(problem)))
    }

    /// Reports a plain scalar inside brackets that a comma may have ended too early.
    fn whole_value(&self, writing: Writing, start: usize, end: usize) -> Result<(), Box<Diagnostic>> {
        if writing != Writing::Plain || self.outer_bracket().is_none() {
            return Ok(());
        }
        self.flow().cut_value(start, end).map_or(Ok(()), |problem| Err(Box::new(problem)))
    }

    /// Returns the position for a `|` that would turn the scalar at `start` into a block scalar.
    fn head(&self, start: usize, end: usize) -> Head {
        let at = self.after_colon().min(start);
        if self.text[at..start].contains('\n') {
            return Head { at: at as u32, until: at as u32, bar: " |".to_owned() };
        }
        let second = self.text[start..end].split('\n').nth(1).unwrap_or_default();
        let indent = &second[..second.len() - second.trim_start_matches(' ').len()];
        Head { at: at as u32, until: start as u32, bar: format!(" |\n{indent}") }
    }

    /// Returns the end of a scalar. The parser's end marker may be after trailing white space.
    fn scalar_end(&self, start: usize, end: usize, writing: Writing) -> usize {
        match writing {
            Writing::Literal | Writing::Folded => end,
            Writing::Plain | Writing::Single | Writing::Double => {
                start + self.text[start..end].trim_end_matches(SPACE).len()
            }
        }
    }

    /// Returns the offset of an empty value: directly after its key's colon or its dash.
    fn after_colon(&self) -> usize {
        let rest = &self.text[self.last_end..];
        let trimmed = rest.trim_start_matches([' ', '\'', '"']);
        match trimmed.starts_with([':', '-', '?']) {
            true => self.last_end + (rest.len() - trimmed.len()) + 1,
            false => self.last_end,
        }
    }

    fn flow(&self) -> Flow<'t> {
        Flow { file: self.file, text: self.text }
    }

    /// Returns the offset of the first open bracket, if any.
    fn outer_bracket(&self) -> Option<usize> {
        self.outer.map(|(_, start)| start)
    }

    /// Reports a key with an empty value whose value is part of the key.
    fn lost_space(&self) -> Option<Diagnostic> {
        let Some(Frame::Map { key: Key::Given(name), .. }) = self.stack.last() else { return None };
        self.outer_bracket()?;
        let (flow, start) = (self.flow(), name.span.start as usize);
        flow.lost_space(&name.value, start).or_else(|| flow.lost_colon(&name.value, start))
    }

    fn key_is_next(&self) -> bool {
        matches!(self.stack.last(), Some(Frame::Map { key: Key::Wanted, .. }))
    }

    /// Adds a finished node to its parent.
    fn value(&mut self, node: Node) {
        match self.stack.last_mut() {
            None => {
                self.root.get_or_insert(node);
            }
            Some(Frame::List { items, .. }) => items.push(node),
            Some(Frame::Map { entries, seen, key, .. }) => match std::mem::replace(key, Key::Wanted) {
                Key::Wanted => *key = new_key(node, entries, seen, &mut self.problems),
                Key::Given(name) => entries.push((name, node)),
                Key::Bad => {}
                Key::Twice(name) => {
                    let first = entries.iter().find(|(known, _)| known.value == name.value);
                    let first = first.map(|(known, value)| (known.span, value));
                    self.problems.extend(
                        first.map(|first| key_twice(self.text, &name.value, first, (name.span, &node))),
                    );
                }
            },
        }
    }

    fn scan_error(&self, error: &ScanError) -> Box<Diagnostic> {
        let at = self.byte(error.marker().index());
        if Complaint::from_message(error.info()) == Complaint::TooDeep {
            return self.too_deep(at);
        }
        let mistake = self.flow().mistake(self.outer_bracket(), at);
        Box::new(mistake.unwrap_or_else(|| syntax_error(self.file, self.text, at, error.info())))
    }
}

/// Converts a finished node to a key.
fn new_key(
    node: Node,
    entries: &[(Spanned<String>, Node)],
    seen: &mut KeyIndex,
    problems: &mut Vec<Diagnostic>,
) -> Key {
    let (name, span) = match node.kind {
        NodeKind::Text(text) => {
            let span = text.whole();
            (text.value, span)
        }
        NodeKind::Null => (String::new(), node.span),
        NodeKind::Bool(_) | NodeKind::Int(_) | NodeKind::List(_) | NodeKind::Map(_) => {
            let message = format!("{} can't be a key", node.shape());
            problems.push(Diagnostic::new(Code::YamlSyntax, node.span, message).help(
                "a key is a word or a few words before a colon; a text that begins with `{` or `[` needs quotes",
            ));
            return Key::Bad;
        }
    };
    match seen.first(entries, &name, span) {
        Some(_) => Key::Twice(Spanned::new(name, span)),
        None => Key::Given(Spanned::new(name, span)),
    }
}

fn writing(style: ScalarStyle) -> Writing {
    match style {
        ScalarStyle::Plain => Writing::Plain,
        ScalarStyle::SingleQuoted => Writing::Single,
        ScalarStyle::DoubleQuoted => Writing::Double,
        ScalarStyle::Literal => Writing::Literal,
        ScalarStyle::Folded => Writing::Folded,
    }
}

/// Returns the value of a plain scalar, or `None` for a text.
fn plain(word: &str) -> Option<NodeKind> {
    match word {
        "null" | "~" => Some(NodeKind::Null),
        "true" => Some(NodeKind::Bool(true)),
        "false" => Some(NodeKind::Bool(false)),
        _ => word.parse().ok().map(NodeKind::Int),
    }
}

/// Returns the range of the anchor, alias or tag before or at a node, if it is visible there.
fn mark_place(text: &str, start: usize, end: usize) -> (usize, usize) {
    let line = text[..start].rfind('\n').map_or(0, |i| i + 1);
    let before = text[line..start].rfind(['&', '!', '*']).map(|i| line + i);
    let from = if text[start..end].starts_with(['&', '!', '*']) { Some(start) } else { before };
    match from {
        Some(from) => {
            let rest = &text[from..];
            let word = rest.find(|c: char| c.is_whitespace() || ",[]{}".contains(c)).unwrap_or(rest.len());
            (from, from + word.max(1))
        }
        None => (start, end),
    }
}

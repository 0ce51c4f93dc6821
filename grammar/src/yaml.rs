//! YAML as a tree in which every key and value knows its place.

mod complaint;
mod entries;
mod flow;
mod foreign;
mod lines;
mod mend;
mod pieces;
mod places;
mod precheck;
mod read;
mod recover;
mod slips;
mod twice;
mod write;

pub use entries::Entries;
pub use read::parse;
pub use recover::{Partial, partial};
pub use write::scalar;

use crate::span::{FileId, Span, Spanned};

/// A YAML value.
#[derive(Debug, Clone, PartialEq)]
pub struct Node {
    /// What it is.
    pub kind: NodeKind,
    /// All of it.
    pub span: Span,
}

/// The shapes a value can have.
#[derive(Debug, Clone, PartialEq)]
pub enum NodeKind {
    /// `null`, `~` or nothing at all.
    Null,
    /// `true`, `false` (plain).
    Bool(bool),
    /// A plain integer.
    Int(i64),
    /// Any other scalar.
    Text(Text),
    /// A list.
    List(Vec<Node>),
    /// Keys and values in the order written; no key stands twice.
    Map(Vec<(Spanned<String>, Node)>),
}

/// The text of a scalar with the way back into the file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Text {
    /// The scalar's value.
    pub value: String,
    /// `(offset in value, offset in file)` at the start of each piece that was copied unchanged, rising.
    pub pieces: Pieces,
    /// The file.
    pub file: FileId,
    /// Of a text without quotes that goes over several lines: where a `|` would stand.
    pub head: Option<Box<Head>>,
}

/// A list of pieces. Nearly every text is one piece, which needs no memory of its own.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pieces(Few);

#[derive(Debug, Clone, PartialEq, Eq)]
enum Few {
    One((u32, u32)),
    Others(Vec<(u32, u32)>),
}

impl From<Vec<(u32, u32)>> for Pieces {
    fn from(pieces: Vec<(u32, u32)>) -> Self {
        match pieces.as_slice() {
            [one] => Self::one(*one),
            _ => Self(Few::Others(pieces)),
        }
    }
}

impl Pieces {
    /// A single one.
    pub fn one(piece: (u32, u32)) -> Self {
        Self(Few::One(piece))
    }
}

impl std::ops::Deref for Pieces {
    type Target = [(u32, u32)];

    fn deref(&self) -> &[(u32, u32)] {
        match &self.0 {
            Few::One(piece) => std::slice::from_ref(piece),
            Few::Others(pieces) => pieces,
        }
    }
}

/// The place between a key and its text that could be a block text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Head {
    /// Where the key ends.
    pub at: u32,
    /// What would be replaced from there on: nothing, or the space before a text on the line of its key.
    pub until: u32,
    /// By what it would be: the `|`, and the text on a line of its own.
    pub bar: String,
}

impl Node {
    /// The keys and values, if this is a map.
    pub fn as_map(&self) -> Option<&[(Spanned<String>, Node)]> {
        if let NodeKind::Map(entries) = &self.kind { Some(entries) } else { None }
    }

    /// The items, if this is a list.
    pub fn as_list(&self) -> Option<&[Node]> {
        if let NodeKind::List(items) = &self.kind { Some(items) } else { None }
    }

    /// The text, if this is a scalar other than a plain `null`, `true`, `false` or integer.
    pub fn as_text(&self) -> Option<&Text> {
        if let NodeKind::Text(text) = &self.kind { Some(text) } else { None }
    }

    /// The text as a string slice; see [`Node::as_text`].
    pub fn as_str(&self) -> Option<&str> {
        self.as_text().map(|text| text.value.as_str())
    }

    /// The number, if this is a plain integer.
    pub fn as_int(&self) -> Option<i64> {
        if let NodeKind::Int(n) = self.kind { Some(n) } else { None }
    }

    /// The truth value, if this is a plain `true` or `false`.
    pub fn as_bool(&self) -> Option<bool> {
        if let NodeKind::Bool(b) = self.kind { Some(b) } else { None }
    }

    /// Whether this is `null`, `~` or nothing at all.
    pub fn is_null(&self) -> bool {
        matches!(self.kind, NodeKind::Null)
    }

    /// The value under a key, if this is a map that has it.
    pub fn get(&self, key: &str) -> Option<&Node> {
        self.entry(key).map(|(_, value)| value)
    }

    /// A key with its place and its value, if this is a map that has it.
    pub fn entry(&self, key: &str) -> Option<(&Spanned<String>, &Node)> {
        self.as_map()?.iter().find(|(k, _)| k.value == key).map(|(k, v)| (k, v))
    }

    /// What a message calls this shape: `a list`, `a number` …
    pub fn shape(&self) -> &'static str {
        match self.kind {
            NodeKind::Null => "nothing",
            NodeKind::Bool(_) => "true or false",
            NodeKind::Int(_) => "a whole number",
            NodeKind::Text(_) => "a text",
            NodeKind::List(_) => "a list",
            NodeKind::Map(_) => "a map of keys and values",
        }
    }
}

impl Text {
    /// A text that stands in its file exactly as it is, from byte `offset` on.
    pub fn plain(value: impl Into<String>, file: FileId, offset: usize) -> Self {
        let offset = u32::try_from(offset).unwrap_or(u32::MAX);
        Self { value: value.into(), pieces: Pieces::one((0, offset)), file, head: None }
    }

    /// The place in the file of the bytes `from..to` of the value.
    pub fn span(&self, from: usize, to: usize) -> Span {
        if let [(0, start)] = *self.pieces {
            let start = start as usize;
            return Span::new(self.file, start + from, start + to.max(from));
        }
        let (start, limit) = self.locate(from);
        let start = start.min(limit);
        if to <= from {
            return Span::new(self.file, start, start);
        }
        let (last, limit) = self.locate(to - 1);
        Span::new(self.file, start, (last + 1).min(limit))
    }

    /// The place in the file of the whole value, without white space around it.
    pub fn whole(&self) -> Span {
        let value = self.value.trim_end();
        self.span(value.len() - value.trim_start().len(), value.len())
    }

    /// The text with the line breaks that its file has, where it goes over several lines without quotes.
    pub fn unfolded(&self) -> Option<Text> {
        self.head.as_ref()?;
        let mut bytes = self.value.clone().into_bytes();
        for pair in self.pieces.windows(2) {
            let [(from, before), (to, after)] = [pair[0], pair[1]];
            if to == from + 1 && after > before + 1 && bytes.get(from as usize) == Some(&b' ') {
                bytes[from as usize] = b'\n';
            }
        }
        let value = String::from_utf8(bytes).ok()?;
        Some(Text { value, pieces: self.pieces.clone(), file: self.file, head: None })
    }

    /// The column of the file in which the lines of a block text begin, if it has several.
    pub fn margin(&self) -> Option<usize> {
        let line = |pair: &[(u32, u32)]| {
            let [(from, before), (to, after)] = [pair[0], pair[1]];
            let content = self.value.get(from as usize..to as usize)?.strip_suffix('\n')?;
            (!content.is_empty()).then_some(())?;
            (after as usize).checked_sub(before as usize + content.len() + 1)
        };
        self.pieces.windows(2).find_map(line)
    }

    /// The byte of the file from which byte `at` of the value comes, and where its piece ends at the latest.
    fn locate(&self, at: usize) -> (usize, usize) {
        let next = self.pieces.partition_point(|&(value, _)| value as usize <= at);
        let limit = self.pieces.get(next).map_or(usize::MAX, |&(_, file)| file as usize);
        match next.checked_sub(1).and_then(|i| self.pieces.get(i)) {
            Some(&(value, file)) => (file as usize + (at - value as usize), limit),
            None => (limit, limit),
        }
    }
}

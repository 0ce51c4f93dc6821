//! YAML trees with a source location for every key and value.

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

/// A YAML value with its source location.
#[derive(Debug, Clone, PartialEq)]
pub struct Node {
    /// Kind of the value, with its content.
    pub kind: NodeKind,
    /// Source location of the whole value.
    pub span: Span,
}

/// Kinds of values.
#[derive(Debug, Clone, PartialEq)]
pub enum NodeKind {
    /// `null`, `~` or an empty value.
    Null,
    /// Plain `true` or `false`.
    Bool(bool),
    /// A plain integer such as `42`.
    Int(i64),
    /// Any other scalar, as a text.
    Text(Text),
    /// A list of values.
    List(Vec<Node>),
    /// Keys and values in source order, without duplicate keys.
    Map(Vec<(Spanned<String>, Node)>),
}

/// Text of a scalar with its mapping to the file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Text {
    /// Value of the scalar.
    pub value: String,
    /// Increasing pairs `(offset in value, offset in file)`, one at the start of each piece that is equal in
    /// both.
    pub pieces: Pieces,
    /// File of the scalar.
    pub file: FileId,
    /// Position for a `|`, if the text is unquoted and spans several lines.
    pub head: Option<Box<Head>>,
}

/// A list of pieces. Nearly all texts have one piece, stored without an allocation.
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
    /// Creates a list with a single piece.
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

/// Position after a key at which a `|` would turn the text into a block scalar.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Head {
    /// Offset of the end of the key.
    pub at: u32,
    /// End of the replaced range: equals `at`, or includes the space before a text on the line of its key.
    pub until: u32,
    /// Replacement: the `|`, and a line break if the text is on the line of its key.
    pub bar: String,
}

impl Node {
    /// Returns the keys and values if this is a map.
    pub fn as_map(&self) -> Option<&[(Spanned<String>, Node)]> {
        if let NodeKind::Map(entries) = &self.kind { Some(entries) } else { None }
    }

    /// Returns the items if this is a list.
    pub fn as_list(&self) -> Option<&[Node]> {
        if let NodeKind::List(items) = &self.kind { Some(items) } else { None }
    }

    /// Returns the text if this is a scalar other than a plain `null`, `true`, `false` or integer.
    pub fn as_text(&self) -> Option<&Text> {
        if let NodeKind::Text(text) = &self.kind { Some(text) } else { None }
    }

    /// Returns the text as a string slice; see [`Node::as_text`].
    pub fn as_str(&self) -> Option<&str> {
        self.as_text().map(|text| text.value.as_str())
    }

    /// Returns the number if this is a plain integer.
    pub fn as_int(&self) -> Option<i64> {
        if let NodeKind::Int(n) = self.kind { Some(n) } else { None }
    }

    /// Returns the truth value if this is a plain `true` or `false`.
    pub fn as_bool(&self) -> Option<bool> {
        if let NodeKind::Bool(b) = self.kind { Some(b) } else { None }
    }

    /// Returns true if this is `null`, `~` or an empty value.
    pub fn is_null(&self) -> bool {
        matches!(self.kind, NodeKind::Null)
    }

    /// Returns the value of a key if this is a map that has it.
    pub fn get(&self, key: &str) -> Option<&Node> {
        self.entry(key).map(|(_, value)| value)
    }

    /// Returns a key with its location and value if this is a map that has it.
    pub fn entry(&self, key: &str) -> Option<(&Spanned<String>, &Node)> {
        self.as_map()?.iter().find(|(k, _)| k.value == key).map(|(k, v)| (k, v))
    }

    /// Returns the name of the shape for messages: `a list`, `a number` …
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
    /// Creates a text that is identical in its file, from byte `offset` on.
    pub fn plain(value: impl Into<String>, file: FileId, offset: usize) -> Self {
        let offset = u32::try_from(offset).unwrap_or(u32::MAX);
        Self { value: value.into(), pieces: Pieces::one((0, offset)), file, head: None }
    }

    /// Returns the file location of the bytes `from..to` of the value.
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

    /// Returns the file location of the value without surrounding white space.
    pub fn whole(&self) -> Span {
        let value = self.value.trim_end();
        self.span(value.len() - value.trim_start().len(), value.len())
    }

    /// Returns the text with the line breaks of its file if it is unquoted and spans several lines.
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

    /// Returns the indentation in the file of a block scalar, if it has several lines.
    pub fn margin(&self) -> Option<usize> {
        let line = |pair: &[(u32, u32)]| {
            let [(from, before), (to, after)] = [pair[0], pair[1]];
            let content = self.value.get(from as usize..to as usize)?.strip_suffix('\n')?;
            (!content.is_empty()).then_some(())?;
            (after as usize).checked_sub(before as usize + content.len() + 1)
        };
        self.pieces.windows(2).find_map(line)
    }

    /// Returns the file offset of byte `at` of the value, and the maximum end of its piece.
    fn locate(&self, at: usize) -> (usize, usize) {
        let next = self.pieces.partition_point(|&(value, _)| value as usize <= at);
        let limit = self.pieces.get(next).map_or(usize::MAX, |&(_, file)| file as usize);
        match next.checked_sub(1).and_then(|i| self.pieces.get(i)) {
            Some(&(value, file)) => (file as usize + (at - value as usize), limit),
            None => (limit, limit),
        }
    }
}

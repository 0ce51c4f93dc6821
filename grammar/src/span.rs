//! Places in source text.
//!
//! A [`Span`] is a file and a half-open range of bytes in that file's text. Every node of every tree
//! carries one, also the nodes of effect text that stands inside a YAML scalar: their spans point into
//! the YAML file itself.

/// The number of a file in a [`Sources`](crate::source::Sources).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct FileId(pub u16);

/// A range of bytes `start..end` of one file.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Span {
    /// The file.
    pub file: FileId,
    /// First byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

impl Span {
    /// How many bytes it covers.
    pub fn len(self) -> usize {
        self.end.saturating_sub(self.start) as usize
    }

    /// Whether another place lies in it.
    pub fn covers(self, other: Span) -> bool {
        self.file == other.file && (self.start..=self.end).contains(&other.start) && other.end <= self.end
    }

    /// Whether it is a place between two bytes.
    pub fn is_empty(self) -> bool {
        self.len() == 0
    }

    /// The range `start..end` of `file`.
    pub fn new(file: FileId, start: usize, end: usize) -> Self {
        let clip = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
        Self { file, start: clip(start), end: clip(end.max(start)) }
    }

    /// The smallest span that covers both; `self`'s file wins.
    pub fn to(self, other: Span) -> Span {
        Span { file: self.file, start: self.start.min(other.start), end: self.end.max(other.end) }
    }
}

impl std::fmt::Debug for Span {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}:{}..{}", self.file.0, self.start, self.end)
    }
}

/// A value and where it was written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Spanned<T> {
    /// The value.
    pub value: T,
    /// Where it stands.
    pub span: Span,
}

impl<T> Spanned<T> {
    /// Puts a place beside a value.
    pub fn new(value: T, span: Span) -> Self {
        Self { value, span }
    }
}

//! Source locations.
//!
//! A [`Span`] is a file and a half-open range of bytes in its text. Every node of every tree has one. Spans
//! of effect text inside a YAML scalar refer to the YAML file.

/// ID of a file in a [`Sources`](crate::source::Sources).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct FileId(pub u16);

/// A range of bytes `start..end` in a file.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Span {
    /// ID of the file.
    pub file: FileId,
    /// Offset of the first byte.
    pub start: u32,
    /// Offset after the last byte.
    pub end: u32,
}

impl Span {
    /// Returns the length in bytes.
    pub fn len(self) -> usize {
        self.end.saturating_sub(self.start) as usize
    }

    /// Returns true if the span contains another span.
    pub fn covers(self, other: Span) -> bool {
        self.file == other.file && (self.start..=self.end).contains(&other.start) && other.end <= self.end
    }

    /// Returns true if the span has no bytes.
    pub fn is_empty(self) -> bool {
        self.len() == 0
    }

    /// Creates a span for the range `start..end` of `file`.
    pub fn new(file: FileId, start: usize, end: usize) -> Self {
        let clip = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
        Self { file, start: clip(start), end: clip(end.max(start)) }
    }

    /// Returns the smallest span that covers both, in the file of `self`.
    pub fn to(self, other: Span) -> Span {
        Span { file: self.file, start: self.start.min(other.start), end: self.end.max(other.end) }
    }
}

impl std::fmt::Debug for Span {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}:{}..{}", self.file.0, self.start, self.end)
    }
}

/// A value with its source location.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Spanned<T> {
    /// Value without its location.
    pub value: T,
    /// Source location of the value.
    pub span: Span,
}

impl<T> Spanned<T> {
    /// Adds a source location to a value.
    pub fn new(value: T, span: Span) -> Self {
        Self { value, span }
    }
}

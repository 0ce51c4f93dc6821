//! Source texts of a run.
//!
//! This module opens no files; callers provide the texts.

use std::sync::{Arc, OnceLock};

use crate::span::{FileId, Span};

/// A source text with its display name.
#[derive(Debug, Clone)]
pub struct Source {
    /// Path shown in messages, such as `my-game/cards.yaml`.
    pub name: String,
    /// Full text of the file.
    pub text: String,
    /// Start offsets of the lines, computed on first use.
    lines: OnceLock<Vec<u32>>,
}

static NO_SOURCE: Source = Source { name: String::new(), text: String::new(), lines: OnceLock::new() };

impl Source {
    fn lines(&self) -> &[u32] {
        self.lines.get_or_init(|| {
            let ends = self.text.bytes().enumerate().filter(|(_, b)| *b == b'\n');
            std::iter::once(0).chain(ends.map(|(i, _)| i as u32 + 1)).collect()
        })
    }
}

/// All texts of a run, numbered by [`FileId`]. Clones share the texts.
#[derive(Debug, Clone, Default)]
pub struct Sources {
    files: Vec<Arc<Source>>,
}

impl Sources {
    /// Creates an empty collection.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a text and returns its ID.
    pub fn add(&mut self, name: impl Into<String>, text: impl Into<String>) -> FileId {
        self.files.push(Arc::new(Source { name: name.into(), text: text.into(), lines: OnceLock::new() }));
        FileId((self.files.len() - 1) as u16)
    }

    /// Returns a text by its ID, or an empty text without a name.
    pub fn get(&self, file: FileId) -> &Source {
        self.files.get(usize::from(file.0)).map_or(&NO_SOURCE, |source| source)
    }

    /// Returns all texts with their IDs.
    pub fn iter(&self) -> impl Iterator<Item = (FileId, &Source)> {
        self.files.iter().enumerate().map(|(i, s)| (FileId(i as u16), &**s))
    }

    /// Returns the text of a span.
    pub fn slice(&self, span: Span) -> &str {
        self.get(span.file).text.get(span.start as usize..span.end as usize).unwrap_or("")
    }

    /// Returns line and column of a span's start. Both count from 1; columns count characters.
    pub fn line_col(&self, span: Span) -> (u32, u32) {
        let src = self.get(span.file);
        let lines = src.lines();
        let line = lines.partition_point(|&start| start <= span.start).max(1) - 1;
        let start = lines[line] as usize;
        let end = (span.start as usize).min(src.text.len());
        let column = src.text.get(start..end).map_or(0, |s| s.chars().count());
        (line as u32 + 1, column as u32 + 1)
    }

    /// Formats a span's start as `file:line:column`.
    pub fn place(&self, span: Span) -> String {
        let (line, column) = self.line_col(span);
        format!("{}:{line}:{column}", self.get(span.file).name)
    }
}

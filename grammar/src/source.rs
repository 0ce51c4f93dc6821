//! The texts a run was given. Nothing here opens a file: whoever has files puts their text in.

use std::sync::{Arc, OnceLock};

use crate::span::{FileId, Span};

/// One text with the name a person knows it by.
#[derive(Debug, Clone)]
pub struct Source {
    /// Path as shown in messages, e.g. `my-game/cards.yaml`.
    pub name: String,
    /// The whole text.
    pub text: String,
    /// Where lines begin; found when first asked for.
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

/// All texts of a run, numbered by [`FileId`]. Copies share them.
#[derive(Debug, Clone, Default)]
pub struct Sources {
    files: Vec<Arc<Source>>,
}

impl Sources {
    /// No texts.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a text and returns its number.
    pub fn add(&mut self, name: impl Into<String>, text: impl Into<String>) -> FileId {
        self.files.push(Arc::new(Source { name: name.into(), text: text.into(), lines: OnceLock::new() }));
        FileId((self.files.len() - 1) as u16)
    }

    /// The text with this number; an empty one without a name if there is none.
    pub fn get(&self, file: FileId) -> &Source {
        self.files.get(usize::from(file.0)).map_or(&NO_SOURCE, |source| source)
    }

    /// All texts with their numbers.
    pub fn iter(&self) -> impl Iterator<Item = (FileId, &Source)> {
        self.files.iter().enumerate().map(|(i, s)| (FileId(i as u16), &**s))
    }

    /// The text under a span.
    pub fn slice(&self, span: Span) -> &str {
        self.get(span.file).text.get(span.start as usize..span.end as usize).unwrap_or("")
    }

    /// Line and column (both from 1, columns in characters) of a span's start.
    pub fn line_col(&self, span: Span) -> (u32, u32) {
        let src = self.get(span.file);
        let lines = src.lines();
        let line = lines.partition_point(|&start| start <= span.start).max(1) - 1;
        let start = lines[line] as usize;
        let end = (span.start as usize).min(src.text.len());
        let column = src.text.get(start..end).map_or(0, |s| s.chars().count());
        (line as u32 + 1, column as u32 + 1)
    }

    /// `file:line:column` of a span's start.
    pub fn place(&self, span: Span) -> String {
        let (line, column) = self.line_col(span);
        format!("{}:{line}:{column}", self.get(span.file).name)
    }
}

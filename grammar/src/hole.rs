//! Error nodes: parts that are missing from a tree because they can't be parsed.

use std::collections::BTreeSet;

use crate::span::Span;

/// A part of a text without a tree.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Hole {
    /// Source location of the part.
    pub span: Span,
    /// Source range whose meaning may depend on the part: for a statement, its effect; otherwise the part
    /// itself.
    pub reach: Span,
    /// All words in the part. They include all names that it defines.
    pub words: BTreeSet<String>,
}

impl Hole {
    /// Creates an error node for a part of a text.
    pub(crate) fn new(span: Span, reach: Span, text: &str) -> Hole {
        let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_';
        let words = text.split(|c| !is_part(c)).filter(|word| !word.is_empty());
        Hole { span, reach, words: words.map(str::to_owned).collect() }
    }
}

/// Replaces parts of the text by blanks. Lines and offsets stay unchanged.
pub(crate) fn blanked<'r>(text: &str, parts: impl IntoIterator<Item = &'r std::ops::Range<usize>>) -> String {
    let mut bytes = text.as_bytes().to_vec();
    for byte in parts.into_iter().flat_map(|part| part.clone()) {
        if !matches!(bytes[byte], b'\n' | b'\r') {
            bytes[byte] = b' ';
        }
    }
    // parts start and end at character boundaries
    String::from_utf8(bytes).unwrap_or_default()
}

//! What is left out of a tree because it can't be read.

use std::collections::BTreeSet;

use crate::span::Span;

/// A part of a text that is left out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Hole {
    /// The part.
    pub span: Span,
    /// The text that would mean something else with it: of a statement, the effect it stands in; else the part itself.
    pub reach: Span,
    /// All words that stand in it: what is defined there is among them.
    pub words: BTreeSet<String>,
}

impl Hole {
    /// A part of a text.
    pub(crate) fn new(span: Span, reach: Span, text: &str) -> Hole {
        let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_';
        let words = text.split(|c| !is_part(c)).filter(|word| !word.is_empty());
        Hole { span, reach, words: words.map(str::to_owned).collect() }
    }
}

/// The text with blanks in the place of some of its parts; lines and places stay what they are.
pub(crate) fn blanked<'r>(text: &str, parts: impl IntoIterator<Item = &'r std::ops::Range<usize>>) -> String {
    let mut bytes = text.as_bytes().to_vec();
    for byte in parts.into_iter().flat_map(|part| part.clone()) {
        if !matches!(bytes[byte], b'\n' | b'\r') {
            bytes[byte] = b' ';
        }
    }
    // parts begin and end between characters
    String::from_utf8(bytes).unwrap_or_default()
}

//! Restores source locations after parsing a modified copy of a text.
//!
//! The copy has the same number of bytes, but may have several characters in place of one. Locations inside
//! such a character are extended to the whole character.

use std::ops::Range;

use super::{Head, Node, NodeKind, Text};
use crate::diagnostic::Diagnostic;
use crate::span::Span;

/// Characters that are replaced in the copy, in order.
pub(super) struct Places(Vec<Range<u32>>);

impl Places {
    pub(super) fn new(text: &str, read: &str) -> Self {
        let (bytes, read) = (text.as_bytes(), read.as_bytes());
        let wide = text.char_indices().filter(|(_, c)| !c.is_ascii());
        let wide = wide.map(|(at, c)| at..at + c.len_utf8());
        let replaced = wide.filter(|at| read.get(at.clone()) != bytes.get(at.clone()));
        let clip = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
        Self(replaced.map(|at| clip(at.start)..clip(at.end)).collect())
    }

    /// Returns the characters that end after an offset, in order.
    fn from(&self, at: u32) -> &[Range<u32>] {
        &self.0[self.0.partition_point(|wide| wide.end <= at)..]
    }

    /// Returns the character that contains an offset in its interior.
    fn around(&self, at: u32) -> Option<&Range<u32>> {
        self.from(at).first().filter(|wide| wide.start < at)
    }

    /// Extends a span to whole characters.
    pub(super) fn whole(&self, span: Span) -> Span {
        let start = self.around(span.start).map_or(span.start, |wide| wide.start);
        let end = self.around(span.end).map_or(span.end, |wide| wide.end);
        Span { start, end, ..span }
    }

    pub(super) fn mend_all(&self, problems: &mut [Diagnostic]) {
        problems.iter_mut().for_each(|problem| self.mend(problem));
    }

    pub(super) fn mend(&self, problem: &mut Diagnostic) {
        problem.primary.span = self.whole(problem.primary.span);
        problem.others.iter_mut().for_each(|label| label.span = self.whole(label.span));
        problem.suggestions.iter_mut().for_each(|other| other.span = self.whole(other.span));
    }

    pub(super) fn mend_node(&self, node: &mut Node) {
        node.span = self.whole(node.span);
        match &mut node.kind {
            NodeKind::Text(text) => self.mend_text(text),
            NodeKind::List(items) => items.iter_mut().for_each(|item| self.mend_node(item)),
            NodeKind::Map(entries) => entries.iter_mut().for_each(|(key, value)| {
                key.span = self.whole(key.span);
                self.mend_node(value);
            }),
            NodeKind::Null | NodeKind::Bool(_) | NodeKind::Int(_) => {}
        }
    }

    /// Extends offsets inside a replaced character to the end of the character.
    fn mend_text(&self, text: &mut Text) {
        if let Some(head) = &mut text.head {
            let end = |at: u32| self.around(at).map_or(at, |wide| wide.end);
            **head = Head { at: end(head.at), until: end(head.until), bar: std::mem::take(&mut head.bar) };
        }
        let size = u32::try_from(text.value.len()).unwrap_or(u32::MAX);
        let mut pieces: Vec<(u32, u32)> = Vec::with_capacity(text.pieces.len());
        let mut add = |piece: (u32, u32)| match pieces.last_mut() {
            Some(last) if last.0 == piece.0 => *last = piece,
            _ => pieces.push(piece),
        };
        for (i, &(value, file)) in text.pieces.iter().enumerate() {
            let (next, limit) = text.pieces.get(i + 1).map_or((size, u32::MAX), |next| *next);
            let end = file.saturating_add(next.saturating_sub(value)).min(limit);
            add((value, file));
            let wides = self.from(file).iter().take_while(|wide| wide.start < end);
            for wide in side_by_side(wides) {
                // one piece per byte, because the mapping does not advance inside the character
                for at in wide.start.max(file)..wide.end.min(end) {
                    add((value + (at - file), wide.end));
                }
                add((value + (wide.end.min(end) - file), wide.end));
            }
        }
        text.pieces = pieces.into();
    }
}

/// Merges adjacent ranges of characters.
fn side_by_side<'w>(wides: impl Iterator<Item = &'w Range<u32>>) -> Vec<Range<u32>> {
    let mut all: Vec<Range<u32>> = Vec::new();
    for wide in wides {
        match all.last_mut() {
            Some(last) if last.end == wide.start => last.end = wide.end,
            _ => all.push(wide.clone()),
        }
    }
    all
}

//! Lines of YAML text, also in invalid files.

use std::ops::Range;

/// A line of a text.
#[derive(Debug, Clone, Copy)]
pub(super) struct Line<'t> {
    /// Start offset in its text.
    pub(super) start: usize,
    /// Content without the line terminator.
    pub(super) text: &'t str,
}

impl<'t> Line<'t> {
    pub(super) fn at(text: &'t str, byte: usize) -> Line<'t> {
        let byte = (0..=byte.min(text.len())).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0);
        let start = text[..byte].rfind('\n').map_or(0, |at| at + 1);
        let line = text[start..].split('\n').next().unwrap_or_default();
        Line { start, text: line.trim_end_matches('\r') }
    }

    /// Returns the lines of a range that have content, or no lines for an invalid range.
    pub(super) fn all(text: &'t str, part: Range<usize>) -> impl DoubleEndedIterator<Item = Line<'t>> {
        let mut start = part.start;
        let lines: Vec<Line<'t>> = text
            .get(part)
            .unwrap_or_default()
            .split_inclusive('\n')
            .map(|line| {
                start += line.len();
                Line { start: start - line.len(), text: line.trim_end_matches(['\n', '\r']) }
            })
            .collect();
        lines.into_iter().filter(|line| !line.content().is_empty())
    }

    pub(super) fn end(&self) -> usize {
        self.start + self.text.len()
    }

    /// Returns the number of spaces before the content.
    pub(super) fn indent(&self) -> usize {
        self.text.len() - self.text.trim_start_matches(' ').len()
    }

    /// Returns the content without comment and indentation.
    pub(super) fn content(&self) -> &'t str {
        let content = self.text.trim_start_matches(' ');
        if content.starts_with('#') {
            return "";
        }
        content.split(" #").next().unwrap_or(content).trim_end()
    }

    /// Returns the range of the content after the dashes of list items.
    pub(super) fn inner(&self) -> Range<usize> {
        let content = self.content();
        let end = self.start + self.indent() + content.len();
        let mut rest = content;
        while let Some(behind) = rest.strip_prefix("- ") {
            rest = behind.trim_start_matches(' ');
        }
        end - rest.len()..end
    }

    /// Returns the range of the first word after dashes; it may be empty.
    pub(super) fn word(&self) -> Range<usize> {
        let inner = self.inner();
        let text = &self.text[inner.start - self.start..inner.end - self.start];
        let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
        inner.start..inner.start + text.find(|c| !is_word(c)).unwrap_or(text.len())
    }

    /// Returns the end of the first key's colon and the range of its value, if the line starts with a plain
    /// key.
    pub(super) fn value(&self) -> Option<(usize, Range<usize>)> {
        let inner = self.inner();
        let text = &self.text[inner.start - self.start..inner.end - self.start];
        if text.starts_with(['"', '\'', '{', '[', '|', '>']) {
            return None;
        }
        let colon = text.match_indices(':').map(|(at, _)| at + 1);
        let colon = colon.into_iter().find(|at| text[*at..].is_empty() || text[*at..].starts_with(' '))?;
        let value = text[colon..].trim_start();
        Some((inner.start + colon, inner.end - value.len()..inner.end))
    }

    /// Returns true if it is an entry of a map: a word, a colon, and nothing or a space.
    pub(super) fn is_entry(&self) -> bool {
        let word = self.word();
        let behind = &self.text[word.end - self.start..];
        !word.is_empty()
            && behind.strip_prefix(':').is_some_and(|rest| rest.is_empty() || rest.starts_with(' '))
    }
}

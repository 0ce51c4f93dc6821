//! Duplicate keys in a map, and the removal of one of them.

use std::ops::Range;

use super::Node;
use super::lines::Line;
use super::mend::are_alike;
use crate::codes::Code;
use crate::diagnostic::{Applicability, Diagnostic};
use crate::span::Span;

/// A key's location and its value.
type Entry<'n> = (Span, &'n Node);

/// Reports a duplicate key. If both values are equal, removing the second is a safe fix; otherwise the user
/// decides.
pub(super) fn key_twice(text: &str, name: &str, first: Entry<'_>, second: Entry<'_>) -> Diagnostic {
    let found = Diagnostic::new(Code::DuplicateKey, second.0, format!("duplicate key `{name}`"));
    let found = found.label("again here").other(first.0, "first here");
    let out = |(key, value): Entry<'_>| {
        let place = entry(text, key.start as usize..(value.span.end.max(key.end)) as usize)?;
        Some(Span::new(key.file, place.start, place.end))
    };
    match (out(first), out(second)) {
        (_, Some(second_out)) if are_alike(first.1, second.1) => found
            .replace(second_out, "", Applicability::Safe)
            .help("both have the same value: leave one of them out"),
        (Some(first_out), Some(second_out)) => found
            .replace(second_out, "", Applicability::Maybe)
            .replace(first_out, "", Applicability::Maybe)
            .help("leave one of them out, or give it another name"),
        _ => found,
    }
}

/// Returns the range to remove with an entry: its whole lines, or inside brackets the comma before or after
/// it.
fn entry(text: &str, place: Range<usize>) -> Option<Range<usize>> {
    let (head, last) = (Line::at(text, place.start), Line::at(text, place.end.saturating_sub(1)));
    let before = text.get(head.start..place.start)?;
    let behind = text.get(place.end..last.end())?.trim_start();
    if before.trim().is_empty() && (behind.is_empty() || behind.starts_with('#')) {
        let end = text[last.end()..].find('\n').map_or(text.len(), |at| last.end() + at + 1);
        return Some(head.start..end);
    }
    let ahead = text[..place.start].trim_end();
    if ahead.ends_with(',') {
        return Some(ahead.len() - 1..place.end);
    }
    let comma = behind.strip_prefix(',').filter(|_| ahead.ends_with('{'))?;
    Some(place.start..last.end() - comma.trim_start().len())
}

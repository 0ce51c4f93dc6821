//! Changes of a scenario file that replace expected by actual values. Comments and layout are kept.

use ludex_grammar::diagnostic::{Applicability, Suggestion};
use ludex_grammar::source::Sources;
use ludex_grammar::span::{Span, Spanned};
use ludex_grammar::yaml;

/// Change of an item in a list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::scenario) enum Item {
    /// The item is kept.
    Stays,
    /// The item is replaced.
    Becomes(String),
    /// The item is removed.
    Goes,
}

pub(in crate::scenario) fn suggested(span: Span, text: impl Into<String>) -> Suggestion {
    Suggestion { span, text: text.into(), applicability: Applicability::Maybe }
}

/// Replaces a word, with quotes if needed.
pub(in crate::scenario) fn word(sources: &Sources, span: Span, text: &str) -> Suggestion {
    let flow = is_in_flow(sources, span);
    suggested(with_quotes(sources, span), yaml::scalar(text, flow, true))
}

/// Replaces the last occurrence of a word within a span.
pub(in crate::scenario) fn last_word(
    sources: &Sources,
    within: Span,
    was: &str,
    is: &str,
) -> Option<Suggestion> {
    let at = within.start as usize + sources.slice(within).rfind(was)?;
    Some(suggested(Span::new(within.file, at, at + was.len()), is))
}

/// Plans the changes of a list: items in `stays` are kept, others are replaced by new items or removed.
/// Returns the changes and the remaining new items.
pub(in crate::scenario) fn exchanged(stays: &[bool], new: &[String]) -> (Vec<Item>, Vec<String>) {
    let mut new = new.iter().cloned();
    let item = |stays: &bool| if *stays { Item::Stays } else { new.next().map_or(Item::Goes, Item::Becomes) };
    let items = stays.iter().map(item).collect();
    (items, new.collect())
}

/// Returns the edits for a list in a step with these changes and additional items at its end. Empty if edits
/// of lines can't express them.
pub(in crate::scenario) fn list(
    sources: &Sources,
    step: Span,
    old: &[Spanned<String>],
    (items, added): (Vec<Item>, Vec<String>),
) -> Vec<Suggestion> {
    let Some((first, last)) = old.first().zip(old.last()) else { return filled(sources, step, &added) };
    let flow = is_in_flow(sources, first.span);
    let (first, last) = (with_quotes(sources, first.span), with_quotes(sources, last.span));
    if items.iter().all(|item| *item == Item::Goes) && added.is_empty() {
        // a list in block style can't become empty
        return if flow { vec![suggested(first.to(last), "")] } else { Vec::new() };
    }
    let mut changes = Vec::new();
    for (at, item) in items.iter().enumerate() {
        match item {
            Item::Stays => {}
            Item::Becomes(text) => changes.push(word(sources, old[at].span, text)),
            Item::Goes => {
                let is_last = items[at + 1..].iter().all(|item| *item == Item::Goes);
                changes.push(suggested(gone(sources, old, (at, is_last), flow), ""));
            }
        }
    }
    if !added.is_empty() {
        let text = added.iter().map(|text| yaml::scalar(text, flow, true));
        let end = Span { start: last.end, ..last };
        changes.push(match flow {
            true => suggested(end, text.map(|text| format!(", {text}")).collect::<String>()),
            false => in_lines(sources, last, text),
        });
    }
    changes
}

/// Returns the span to remove with an item: its line, or in flow style the adjacent comma.
fn gone(sources: &Sources, old: &[Spanned<String>], (at, is_last): (usize, bool), flow: bool) -> Span {
    let item = with_quotes(sources, old[at].span);
    if !flow {
        return line(sources, item);
    }
    let before = at.checked_sub(1).map(|before| with_quotes(sources, old[before].span));
    let next = old.get(at + 1).map(|next| with_quotes(sources, next.span));
    match (before.filter(|_| is_last), next) {
        (Some(before), _) => Span { start: before.end, ..item },
        (None, Some(next)) => Span { end: next.start, ..item },
        (None, None) => item,
    }
}

/// Adds items on separate lines after the last one.
fn in_lines(sources: &Sources, last: Span, items: impl Iterator<Item = String>) -> Suggestion {
    let line = line(sources, last);
    let text = sources.slice(line);
    let indent: String = text.chars().take_while(|c| *c == ' ').collect();
    let lines: String = items.map(|item| format!("{indent}- {item}\n")).collect();
    let end = Span { start: line.end, ..line };
    if text.ends_with('\n') {
        suggested(end, lines)
    } else {
        suggested(end, format!("\n{}", lines.trim_end()))
    }
}

/// Adds items to a list that is written as `[]`.
fn filled(sources: &Sources, step: Span, added: &[String]) -> Vec<Suggestion> {
    let text = sources.slice(step);
    let Some(at) = text.find("[]").filter(|at| Some(*at) == text.rfind("[]")) else { return Vec::new() };
    let at = step.start as usize + at + 1;
    let items: Vec<String> = added.iter().map(|text| yaml::scalar(text, true, true)).collect();
    vec![suggested(Span::new(step.file, at, at), items.join(", "))]
}

/// Returns the whole line in which a span starts.
fn line(sources: &Sources, span: Span) -> Span {
    let text = &sources.get(span.file).text;
    let at = (span.start as usize).min(text.len());
    let start = text[..at].rfind('\n').map_or(0, |end| end + 1);
    let end = text[at..].find('\n').map_or(text.len(), |end| at + end + 1);
    Span::new(span.file, start, end)
}

/// Returns true if a value is in flow style: no block-style list can start at it.
fn is_in_flow(sources: &Sources, span: Span) -> bool {
    let before = Span { end: with_quotes(sources, span).start, ..line(sources, span) };
    let before = sources.slice(before);
    // a bracket is open in this line, or the text before it is neither `-` nor a key
    let opened = |open: char, close: char| before.matches(open).count() > before.matches(close).count();
    let begins = before.trim();
    opened('[', ']') || opened('{', '}') || !(begins.ends_with('-') || begins.ends_with(':'))
}

/// Extends a span by the quotes around it.
fn with_quotes(sources: &Sources, span: Span) -> Span {
    let text = sources.get(span.file).text.as_bytes();
    let (start, end) = (span.start as usize, span.end as usize);
    let quote = start.checked_sub(1).and_then(|at| text.get(at)).filter(|byte| matches!(byte, b'"' | b'\''));
    match quote {
        Some(quote) if text.get(end) == Some(quote) => Span::new(span.file, start - 1, end + 1),
        _ => span,
    }
}

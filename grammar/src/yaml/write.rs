//! Writes YAML values for insertion into hand-written files.

use super::{Node, NodeKind, parse};
use crate::span::FileId;

/// Returns the offset of the brace that closes the one at `open`.
pub fn closing(text: &str, open: usize) -> Option<usize> {
    let (mut depth, mut quote, mut before) = (0_usize, None, ' ');
    for (at, c) in text[open..].char_indices() {
        let after = std::mem::replace(&mut before, c);
        match quote {
            Some('#') => quote = quote.filter(|_| c != '\n'),
            Some(q) => quote = quote.filter(|_| c != q || after == '\\'),
            None if c == '#' && after.is_whitespace() => quote = Some(c),
            // an apostrophe inside a word is not a quote
            None if matches!(c, '"' | '\'') && !after.is_alphanumeric() => quote = Some(c),
            None if c == '{' => depth += 1,
            None if c == '}' && depth == 1 => return Some(open + at),
            None if c == '}' => depth -= 1,
            None => {}
        }
    }
    None
}

/// Returns a value as spelled after a key: plain if possible, otherwise in quotes. `flow` is true inside
/// braces. With `is_text`, the value must not be parsed as a number.
pub fn scalar(value: &str, flow: bool, is_text: bool) -> String {
    if is_plain(value, flow, is_text) { value.to_owned() } else { quoted(value) }
}

/// Returns true if a plain `value` is parsed as itself: as the one value of its key, without a comment or a
/// second key.
fn is_plain(value: &str, flow: bool, is_text: bool) -> bool {
    let line = if flow { format!("{{ key: {value} }}") } else { format!("key: {value}\n") };
    let mut problems = Vec::new();
    let read = parse(FileId(0), &line, &mut problems);
    let Some([(_, node)]) = read.as_ref().filter(|_| problems.is_empty()).and_then(Node::as_map) else {
        return false;
    };
    let begins_plain = !value.starts_with(['"', '\'', '|', '>', '&', '*', '!', '%', '@', '`']);
    let written = line.get(node.span.start as usize..node.span.end as usize);
    let same = match &node.kind {
        NodeKind::Text(text) => text.value == value,
        NodeKind::Int(_) | NodeKind::Bool(_) => !is_text && written.is_some_and(|text| text.trim() == value),
        NodeKind::Null | NodeKind::List(_) | NodeKind::Map(_) => false,
    };
    begins_plain && same && !value.contains(['\n', '\r', '\t'])
}

fn quoted(value: &str) -> String {
    let mut text = String::from("\"");
    for c in value.chars() {
        match c {
            '"' => text.push_str("\\\""),
            '\\' => text.push_str("\\\\"),
            '\n' => text.push_str("\\n"),
            '\r' => text.push_str("\\r"),
            '\t' => text.push_str("\\t"),
            c if c.is_control() => text.push_str(&format!("\\u{:04x}", u32::from(c))),
            c => text.push(c),
        }
    }
    text + "\""
}

//! Mistakes inside `{ }` and `[ ]`.
//!
//! These are unmatched brackets, missing commas, and commas or brackets inside values. The YAML parser
//! detects them late and with other messages.

use super::slips::SIGNS;
use crate::codes::Code;
use crate::diagnostic::{Applicability, Diagnostic};
use crate::span::{FileId, Span};
use crate::words::is_reserved;

/// Help text on values that contain a comma or bracket.
const QUOTE: &str = "put the whole value in quotes, or write it on a line below its key";

/// Words of the effect language that are also keys or values in YAML.
const VALUES: &[&str] = &["default", "false", "nothing", "true"];

/// The text being parsed.
#[derive(Clone, Copy)]
pub(super) struct Flow<'t> {
    pub(super) file: FileId,
    pub(super) text: &'t str,
}

impl Flow<'_> {
    /// Returns a diagnostic for a parse error at `at`. `outer` is the first open bracket.
    pub(super) fn mistake(self, outer: Option<usize>, at: usize) -> Option<Diagnostic> {
        let Some(outer) = outer else { return self.never_opened(at) };
        self.partner(outer, at).or_else(|| self.bracket_of_value(at)).or_else(|| self.lost_comma(at))
    }

    fn found(self, from: usize, to: usize, message: String) -> Diagnostic {
        Diagnostic::new(Code::YamlSyntax, Span::new(self.file, from, to), message)
    }

    /// Detects an unquoted value that a comma ends inside parentheses.
    pub(super) fn cut_value(self, start: usize, end: usize) -> Option<Diagnostic> {
        let value = &self.text[start..end];
        if !value.as_bytes().contains(&b'(') {
            return None;
        }
        let open = value.matches('(').count() > value.matches(')').count();
        let comma = self.text[end..].trim_start().starts_with(',');
        let message = "the `,` ends this value, because it is inside brackets".to_owned();
        (open && comma).then(|| self.found(start, end, message).help(QUOTE))
    }

    /// Detects a key such as `sees:all`, which is a single word in YAML.
    pub(super) fn lost_space(self, key: &str, start: usize) -> Option<Diagnostic> {
        let (name, value) =
            key.split_once(':').filter(|(name, value)| !name.is_empty() && !value.is_empty())?;
        let at = start + name.len();
        let found = self.found(at, at + 1, "a space is missing after `:`".to_owned());
        let found = found.replace(Span::new(self.file, at + 1, at + 1), " ", Applicability::Safe);
        Some(found.help(format!("write `{name}: {value}`")))
    }

    /// Detects a key without a value, such as `default false`. Keys never consist of several words.
    pub(super) fn lost_colon(self, key: &str, start: usize) -> Option<Diagnostic> {
        let (name, value) = key.split_once(' ')?;
        let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
        let rest = self.text[start..].strip_prefix(key)?.trim_start();
        if rest.starts_with(':') || matches!(name, "on" | "modify" | "action") || !name.chars().all(is_word) {
            return None;
        }
        let at = start + name.len();
        let value = value.trim_start();
        if let Some(cut) = self.cut_sentence(key, start) {
            return Some(cut);
        }
        if let Some(braces) = self.braces_around(key, start) {
            return Some(braces);
        }
        let found = self.found(start, at, format!("a `:` is missing after `{name}`"));
        // the user may have written another sign instead of the colon
        let bare = SIGNS.iter().find_map(|sign| value.strip_prefix(sign)).map_or(value, str::trim_start);
        let until = if bare.len() == value.len() { at } else { start + key.len() - bare.len() };
        let text = if until == at { ":" } else { ": " };
        let found = found.replace(Span::new(self.file, at, until), text, Applicability::Safe);
        Some(found.help(format!("write `{name}: {bare}`")))
    }

    /// Detects a key such as `set takes = true` that is alone in its braces, which are then not YAML braces.
    fn braces_around(self, key: &str, start: usize) -> Option<Diagnostic> {
        let from = self.text[..start].trim_end().strip_suffix('{')?.len();
        let rest = self.text[start + key.len()..].trim_start();
        let until = self.text.len() - rest.strip_prefix('}')?.len();
        let is_value = self.text[..from].trim_end().ends_with(':');
        let is_word = |word: &str| is_reserved(word) && !VALUES.contains(&word);
        if !is_value || !key.split_whitespace().any(is_word) {
            return None;
        }
        let found = self.found(from, until, "braces make a map here, and a map has keys".to_owned());
        let found = found.replace(Span::new(self.file, from, until), key, Applicability::Safe);
        Some(found.help(format!("leave them out: `{key}`")))
    }

    /// Detects a key such as `takes another.` after a comma: the end of a sentence whose start was parsed as
    /// a value.
    fn cut_sentence(self, key: &str, start: usize) -> Option<Diagnostic> {
        let comma =
            start - 1 - self.text[..start].bytes().rev().position(|byte| !byte.is_ascii_whitespace())?;
        let words = key.split_whitespace().count();
        let is_sentence =
            key.ends_with(['.', '!', '?', '…']) || (words > 2 && !key.contains(['=', '"', '\'']));
        (self.text.as_bytes()[comma] == b',' && is_sentence).then(|| {
            let message = "this `,` ends the value before it, because it is inside brackets".to_owned();
            self.found(comma, comma + 1, message).help(QUOTE)
        })
    }

    /// Detects a key such as `with { who`, which contains the start of its map.
    pub(super) fn bracket_in_key(self, start: usize, end: usize) -> Option<Diagnostic> {
        let (name, rest) = self.text[start..end].split_once(' ')?;
        let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
        if !rest.trim_start().starts_with(['{', '[']) || name.is_empty() || !name.chars().all(is_word) {
            return None;
        }
        let at = start + name.len();
        let found = self.found(start, at, format!("a `:` is missing after `{name}`"));
        Some(found.replace(Span::new(self.file, at, at), ":", Applicability::Safe))
    }

    /// Finds the unmatched bracket by brackets and indentation. A line that is not indented further than the
    /// line of the first bracket is outside it.
    fn partner(self, outer: usize, at: usize) -> Option<Diagnostic> {
        let first = self.line_start(outer);
        let base = indent(&self.text[first..]);
        let mut open: Vec<usize> = Vec::new();
        let (mut start, mut end) = (first, outer + 1);
        while start <= at && start < self.text.len() {
            let line = self.text[start..].split_inclusive('\n').next().unwrap_or_default();
            let content = without_comment(line).trim_end();
            let outside = start > first && !content.is_empty() && indent(line) <= base;
            if outside && !content.trim_start().starts_with([']', '}']) {
                return Some(self.not_closed(*open.last()?, end));
            }
            let from = outer.max(start);
            if let Err(crossed) = self.follow(from, (start + content.len()).max(from), &mut open) {
                return Some(*crossed);
            }
            if open.is_empty() {
                return None;
            }
            if !content.is_empty() {
                end = start + content.len();
            }
            start += line.len();
        }
        let last = open.last().filter(|_| start >= self.text.len())?;
        Some(self.not_closed(*last, end))
    }

    /// Tracks the brackets of a range until none is open. Returns an error for a mismatched closing bracket.
    fn follow(self, from: usize, to: usize, open: &mut Vec<usize>) -> Result<(), Box<Diagnostic>> {
        for place in brackets(&self.text[from..to]).map(|i| from + i) {
            match (self.text.as_bytes()[place], open.last().copied()) {
                (b'[' | b'{', _) => open.push(place),
                (close, Some(last)) if partner(self.text.as_bytes()[last]) != close => {
                    let opened = open.iter().any(|at| partner(self.text.as_bytes()[*at]) == close);
                    return Err(Box::new(self.crossed(last, place, opened)));
                }
                _ => drop(open.pop()),
            }
            if open.is_empty() {
                break;
            }
        }
        Ok(())
    }

    fn not_closed(self, open: usize, end: usize) -> Diagnostic {
        let (bracket, close) = self.pair(open);
        let found = self.found(end, end, format!("a `{close}` is missing here"));
        let spaced = self.text[open + 1..].starts_with(' ');
        let text = if spaced { format!(" {close}") } else { close.to_string() };
        let found = found.replace(Span::new(self.file, end, end), text, Applicability::Safe);
        found.other(Span::new(self.file, open, open + 1), format!("this `{bracket}` is never closed"))
    }

    /// Reports a closing bracket that does not match the innermost open one. `opened` is true if it has a
    /// partner further out.
    fn crossed(self, open: usize, at: usize, opened: bool) -> Diagnostic {
        let (bracket, close) = self.pair(open);
        let found = self.found(at, at + 1, format!("a `{close}` is missing before this"));
        let end = self.text[..at].trim_end().len();
        // a closing bracket without a partner replaces the right one; keys in a list may be outside it
        let place = if opened { Span::new(self.file, end, end) } else { Span::new(self.file, at, at + 1) };
        let keys = bracket == '[' && self.text[open..at].contains(": ");
        let applicability = if keys { Applicability::Maybe } else { Applicability::Safe };
        let found = found.replace(place, close, applicability);
        found.other(Span::new(self.file, open, open + 1), format!("this `{bracket}` is still open"))
    }

    fn pair(self, open: usize) -> (char, char) {
        let bracket = self.text.as_bytes()[open];
        (char::from(bracket), char::from(partner(bracket)))
    }

    /// Detects a bracket directly after a word, which ends the word: `shares[self.vp]`.
    fn bracket_of_value(self, at: usize) -> Option<Diagnostic> {
        let after_word = self.text[..at].ends_with(|c: char| c.is_alphanumeric() || c == '_');
        let bracket = self.text[at..].starts_with(['[', '{']);
        let message = "this bracket ends the value before it, because it is inside brackets".to_owned();
        (after_word && bracket).then(|| self.found(at, at + 1, message).help(QUOTE))
    }

    /// Detects a missing comma: `default: 2 range: 1..3`.
    fn lost_comma(self, at: usize) -> Option<Diagnostic> {
        if !self.text[at..].starts_with(':') {
            return None;
        }
        let before = self.text[..at].trim_end();
        let start = before.rfind(|c: char| c.is_whitespace() || "[]{},".contains(c))? + 1;
        let separated = before[..start].trim_end().ends_with([',', '{', '[']);
        let key = &before[start..];
        let end = before[..start].trim_end().len();
        if before[..end].ends_with(';') {
            let found = self.found(end - 1, end, format!("write `,` before `{key}`, not `;`"));
            return Some(found.replace(Span::new(self.file, end - 1, end), ",", Applicability::Safe));
        }
        let message = format!("a `,` is missing before `{key}`");
        let comma = Span::new(self.file, end, end);
        (!separated && !key.is_empty())
            .then(|| self.found(start, before.len(), message).replace(comma, ",", Applicability::Safe))
    }

    /// `king: kind: item, value: 2 }`
    fn never_opened(self, at: usize) -> Option<Diagnostic> {
        let start = self.line_start(at);
        let line = without_comment(self.text[start..].lines().next().unwrap_or_default());
        let (close, open) = [('}', '{'), (']', '[')]
            .into_iter()
            .find(|(close, open)| line.matches(*close).count() > line.matches(*open).count())?;
        let colon = start + line.find(": ").or(line.strip_suffix(':').map(str::len))? + 1;
        let key = line[..colon - start].trim_start_matches(['-', ' ']);
        let message = format!("a `{open}` is missing after `{key}`, or the `{close}` is one too many");
        Some(self.found(colon, colon, message))
    }

    fn line_start(self, at: usize) -> usize {
        self.text[..at].rfind('\n').map_or(0, |i| i + 1)
    }
}

fn partner(bracket: u8) -> u8 {
    if bracket == b'[' { b']' } else { b'}' }
}

fn indent(line: &str) -> usize {
    line.len() - line.trim_start_matches(' ').len()
}

fn without_comment(line: &str) -> &str {
    if line.trim_start().starts_with('#') {
        return "";
    }
    line.split(" #").next().unwrap_or(line)
}

/// Returns the offsets of brackets outside quotes.
fn brackets(text: &str) -> impl Iterator<Item = usize> {
    let mut quote = None;
    let mut before = b' ';
    text.bytes().enumerate().filter_map(move |(i, b)| {
        let previous = std::mem::replace(&mut before, b);
        match quote {
            Some(q) if b == q && previous != b'\\' => quote = None,
            Some(_) => {}
            // an apostrophe inside a word is not a quote
            None if matches!(b, b'"' | b'\'') && !previous.is_ascii_alphanumeric() => quote = Some(b),
            None if matches!(b, b'[' | b']' | b'{' | b'}') => return Some(i),
            None => {}
        }
        None
    })
}

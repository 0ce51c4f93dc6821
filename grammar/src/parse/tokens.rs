//! Tokenizer with the detail required for brackets and ends of statements.

use crate::words::joins;

/// A word, a number, or a single other character.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Token<'t> {
    /// Spelling in the source.
    pub(crate) text: &'t str,
    /// Start offset in the text.
    pub(crate) at: usize,
    /// True if it is the first of its line.
    pub(crate) new_line: bool,
}

/// Returns the tokens of a text, without comments and white space.
pub(crate) fn tokens(text: &str) -> impl Iterator<Item = Token<'_>> {
    let mut at = 0;
    std::iter::from_fn(move || {
        let mut new_line = false;
        loop {
            let rest = &text[at..];
            let first = rest.chars().next()?;
            if first == '#' {
                at += rest.find('\n').unwrap_or(rest.len());
            } else if first.is_whitespace() {
                new_line |= first == '\n';
                at += first.len_utf8();
            } else {
                let begin = at;
                at += token_length(rest, first);
                return Some(Token { text: &text[begin..at], at: begin, new_line });
            }
        }
    })
}

fn token_length(rest: &str, first: char) -> usize {
    if !is_letter(first) {
        return first.len_utf8();
    }
    // almost all words are ASCII
    let plain = rest.bytes().take_while(|byte| byte.is_ascii_alphanumeric() || *byte == b'_').count();
    match rest.as_bytes().get(plain).is_none_or(u8::is_ascii) {
        true => plain,
        false => rest.find(|c| !is_letter(c)).unwrap_or(rest.len()),
    }
}

pub(crate) fn is_letter(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

pub(crate) fn ends_operand(token: &str) -> bool {
    let word = token.chars().next().is_some_and(is_letter);
    if word {
        token == "exists" || token == "stop" || !joins(token)
    } else {
        matches!(token, ")" | "]" | "}")
    }
}

/// Returns true if this token, first on a line after the end of an expression, can only start a statement.
pub(crate) fn begins_statement(token: &str) -> bool {
    token.chars().next().is_some_and(is_letter) && !joins(token)
}

//! A quick pass over the words and brackets of a text, before pest: it bounds every recursion that
//! follows, and finds brackets without a partner, for which it has the better message.

use super::brackets::by_lines;
use super::tokens::{Token, begins_statement, ends_operand, tokens};
use super::{Fail, MAX_BRACKETS, MAX_BYTES};
use crate::codes::Code;
use crate::diagnostic::Diagnostic;
use crate::yaml::Text;

/// Open brackets, `if` and `where` together, each of which is one level of recursion; braces count twice,
/// because statements take more of the stack.
const MAX_NESTING: usize = 80;

/// One open bracket.
struct Open {
    bracket: char,
    at: usize,
    /// `if` and `where` since the bracket that may still be open; one more for a brace.
    words: usize,
}

/// An error, and the location of its statement if the parser can continue after it.
type Found = (Option<usize>, Fail);

/// Checks length, nesting and brackets.
pub(super) fn scan(text: &Text) -> Result<(), Found> {
    if text.value.len() > MAX_BYTES {
        let message =
            format!("this effect has {} bytes, more than the {MAX_BYTES} that are read", text.value.len());
        let found = Diagnostic::new(Code::EffectTooDeep, text.span(0, 0), message);
        return Err((None, Box::new(found.help("split it into procedures"))));
    }
    let mut scan = Scan { text, open: vec![Open { bracket: ' ', at: 0, words: 0 }], words: 0, last: "" };
    for token in tokens(&text.value) {
        scan.token(token)?;
    }
    match scan.open.last() {
        Some(open) if scan.open.len() > 1 => {
            Err((within_statement(open.bracket, open.at), never_closed(text, open)))
        }
        _ => Ok(()),
    }
}

struct Scan<'t> {
    text: &'t Text,
    open: Vec<Open>,
    /// The sum of `words` over all open brackets.
    words: usize,
    last: &'t str,
}

impl<'t> Scan<'t> {
    fn token(&mut self, token: Token<'t>) -> Result<(), Found> {
        if token.new_line && ends_operand(self.last) && begins_statement(token.text) {
            self.new_statement();
        }
        self.last = token.text;
        match token.text {
            "(" | "[" | "{" => self.push(token),
            ")" | "]" | "}" => self.pop(token),
            "if" | "where" => self.word(token),
            _ => Ok(()),
        }
    }

    /// Resets the nesting of the innermost bracket: earlier words in it can't be open any more.
    fn new_statement(&mut self) {
        if let Some(open) = self.open.last_mut() {
            let least = usize::from(open.bracket == '{');
            self.words -= open.words - least;
            open.words = least;
        }
    }

    fn push(&mut self, token: Token<'_>) -> Result<(), Found> {
        let bracket = token.text.chars().next().unwrap_or(' ');
        let words = usize::from(bracket == '{');
        self.open.push(Open { bracket, at: token.at, words });
        self.words += words;
        if self.open.len() - 1 > MAX_BRACKETS {
            let message = format!("brackets are nested deeper than {MAX_BRACKETS} levels here");
            return Err((None, self.too_deep(token, message)));
        }
        self.check(token)
    }

    fn pop(&mut self, token: Token<'_>) -> Result<(), Found> {
        let close = token.text;
        match self.open.pop() {
            Some(open) if partner(open.bracket) == close => {
                self.words -= open.words;
                Ok(())
            }
            Some(open) if open.bracket != ' ' => {
                let at = within_statement(open.bracket, open.at).or_else(|| closes_within(token));
                Err((at, wrong_partner(self.text, token, &open)))
            }
            _ => Err((closes_within(token), never_opened(self.text, token))),
        }
    }

    fn word(&mut self, token: Token<'_>) -> Result<(), Found> {
        if let Some(open) = self.open.last_mut() {
            open.words += 1;
            self.words += 1;
        }
        self.check(token)
    }

    fn check(&self, token: Token<'_>) -> Result<(), Found> {
        if self.open.len() - 1 + self.words <= MAX_NESTING {
            return Ok(());
        }
        let message = "blocks, brackets, `if` and `where` are nested too deep here".to_owned();
        Err((None, self.too_deep(token, message)))
    }

    #[cold]
    fn too_deep(&self, token: Token<'_>, message: String) -> Fail {
        let span = self.text.span(token.at, token.at + token.text.len());
        let help = "give parts names with `let`, or split the effect into procedures";
        Box::new(Diagnostic::new(Code::EffectTooDeep, span, message).help(help))
    }
}

/// Returns the location of a bracket other than a brace: omitting its statement makes the text valid.
fn within_statement(bracket: char, at: usize) -> Option<usize> {
    matches!(bracket, '(' | '[').then_some(at)
}

fn closes_within(token: Token<'_>) -> Option<usize> {
    matches!(token.text, ")" | "]").then_some(token.at)
}

fn partner(bracket: char) -> &'static str {
    match bracket {
        '(' => ")",
        '[' => "]",
        '{' => "}",
        _ => "",
    }
}

#[cold]
fn never_closed(text: &Text, open: &Open) -> Fail {
    if let Some(problem) = by_lines(text) {
        return Box::new(problem);
    }
    let message = format!("this `{}` is never closed", open.bracket);
    let found = Diagnostic::new(Code::EffectSyntax, text.span(open.at, open.at + 1), message);
    Box::new(found.help(format!("a `{}` is missing", partner(open.bracket))))
}

#[cold]
fn never_opened(text: &Text, token: Token<'_>) -> Fail {
    if let Some(problem) = by_lines(text) {
        return Box::new(problem);
    }
    let message = format!("this `{}` closes nothing", token.text);
    Box::new(Diagnostic::new(Code::EffectSyntax, text.span(token.at, token.at + 1), message))
}

#[cold]
fn wrong_partner(text: &Text, token: Token<'_>, open: &Open) -> Fail {
    if let Some(problem) = by_lines(text) {
        return Box::new(problem);
    }
    let message = format!("expected `{}`, found `{}`", partner(open.bracket), token.text);
    let found = Diagnostic::new(Code::EffectSyntax, text.span(token.at, token.at + 1), message);
    Box::new(found.other(text.span(open.at, open.at + 1), format!("this `{}` is still open", open.bracket)))
}

//! Finds the bracket without a partner from the indentation of lines.

use super::tokens::{Token, begins_statement, ends_operand, tokens};
use crate::codes::Code;
use crate::diagnostic::{Applicability, Diagnostic};
use crate::yaml::Text;

/// An open bracket.
struct Open {
    bracket: char,
    at: usize,
    /// The column in which its line begins.
    column: usize,
}

struct Lines<'t> {
    text: &'t Text,
    open: Vec<Open>,
    /// Number of open brackets at the start of the line.
    at_start: usize,
    column: usize,
    last: Option<Token<'t>>,
}

/// Returns the error for a text with unbalanced brackets, if the lines show where a bracket is missing.
pub(super) fn by_lines(text: &Text) -> Option<Diagnostic> {
    let mut lines = Lines { text, open: Vec::new(), at_start: 0, column: 0, last: None };
    for token in tokens(&text.value) {
        if (token.new_line || lines.last.is_none())
            && let Some(problem) = lines.begin(token)
        {
            return Some(problem);
        }
        lines.token(token);
    }
    None
}

impl<'t> Lines<'t> {
    /// Compares the indentation of a new line with the open brackets.
    fn begin(&mut self, token: Token<'t>) -> Option<Diagnostic> {
        let column = column(&self.text.value, token.at);
        let before = std::mem::replace(&mut self.column, column);
        let at_start = std::mem::replace(&mut self.at_start, self.open.len());
        let last = self.last?;
        let ended = ends_operand(last.text) || matches!(last.text, "then" | "do" | ":" | "secretly");
        let statement = ended && (begins_statement(token.text) || token.text == "}");
        let closes = token.text == "}";
        match self.open.last() {
            Some(open) if open.bracket != '{' => statement.then(|| self.not_closed(open)),
            Some(open) if column < open.column || column == open.column && !closes => {
                Some(self.lost_close(last, open, token))
            }
            _ if statement && !closes && column > before && self.open.len() <= at_start => {
                Some(self.lost_open(last))
            }
            _ => None,
        }
    }

    fn token(&mut self, token: Token<'t>) {
        match token.text {
            "(" | "[" | "{" => {
                let bracket = token.text.chars().next().unwrap_or(' ');
                self.open.push(Open { bracket, at: token.at, column: self.column });
            }
            ")" | "]" | "}" => {
                self.open.pop();
                self.at_start = self.at_start.min(self.open.len());
            }
            _ => {}
        }
        self.last = Some(token);
    }

    fn not_closed(&self, open: &Open) -> Diagnostic {
        let close = if open.bracket == '(' { ")" } else { "]" };
        let message = format!("this `{}` is never closed", open.bracket);
        let found = Diagnostic::new(Code::EffectSyntax, self.text.span(open.at, open.at + 1), message);
        let end = self.last.map(|last| after(self.text, last));
        let found = found.help(format!("a `{close}` is missing"));
        end.into_iter().fold(found, |found, end| found.replace(end, close, Applicability::Maybe))
    }

    /// Reports a block without an opening brace after a token.
    fn lost_open(&self, last: Token<'_>) -> Diagnostic {
        let span = after(self.text, last);
        let found = Diagnostic::new(Code::EffectSyntax, span, "a `{` is missing here");
        let foreign = matches!(last.text, "then" | "do" | ":");
        let found = match foreign {
            true => {
                let word = self.text.span(last.at, last.at + last.text.len());
                found.replace(word, "{", Applicability::Safe)
            }
            false => found.replace(span, " {", Applicability::Safe),
        };
        found.help("the lines below are indented like a block")
    }

    /// Reports a block that is not closed after a token. `next` begins a line outside the block.
    fn lost_close(&self, last: Token<'_>, open: &Open, next: Token<'_>) -> Diagnostic {
        let span = after(self.text, last);
        let found = Diagnostic::new(Code::EffectSyntax, span, "a `}` is missing here");
        let found = found.other(self.text.span(open.at, open.at + 1), "this `{` is never closed");
        if next.text == "else" {
            return found.replace(self.text.span(next.at, next.at), "} ", Applicability::Safe);
        }
        let one_line = !self.text.value[open.at..last.at].contains('\n');
        let close = match self.text.margin().filter(|_| !one_line) {
            Some(margin) => format!("\n{}}}", " ".repeat(margin + open.column)),
            None => " }".to_owned(),
        };
        found.replace(span, close, Applicability::Safe)
    }
}

/// Returns the empty span right after a token.
pub(super) fn after(text: &Text, token: Token<'_>) -> crate::span::Span {
    let end = token.at + token.text.len();
    let span = text.span(end.saturating_sub(1), end);
    crate::span::Span { start: span.end, ..span }
}

fn column(value: &str, at: usize) -> usize {
    at - value[..at].rfind('\n').map_or(0, |line| line + 1)
}

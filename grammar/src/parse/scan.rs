//! Scan of words and brackets before pest: limits recursion and finds unmatched brackets.
//!
//! The indentation of lines shows where a bracket is missing, which yields better messages than the parser.

use super::tokens::{Token, begins_statement, ends_operand, tokens};
use super::{Fail, MAX_BRACKETS, MAX_BYTES};
use crate::codes::Code;
use crate::diagnostic::{Applicability, Diagnostic};
use crate::span::Span;
use crate::yaml::Text;

/// Maximum total of open brackets, `if` and `where`, which are each one level of recursion. Braces count
/// twice because statements need more stack.
const MAX_NESTING: usize = 80;

/// An open bracket. The first entry represents the whole text.
struct Open {
    bracket: char,
    at: usize,
    /// Indentation of its line.
    column: usize,
    /// Number of `if` and `where` since the bracket that may still be open, plus one for a brace.
    words: usize,
}

/// An error, and the offset after which further analysis is useful.
type Found = (Option<usize>, Fail);

/// Checks length, nesting and brackets.
pub(super) fn scan(text: &Text) -> Result<(), Found> {
    if text.value.len() > MAX_BYTES {
        let message =
            format!("this effect has {} bytes, more than the {MAX_BYTES} that are read", text.value.len());
        let found = Diagnostic::new(Code::EffectTooDeep, text.span(0, 0), message);
        return Err((None, Box::new(found.help("split it into procedures"))));
    }
    let whole = Open { bracket: ' ', at: 0, column: 0, words: 0 };
    let (open, last, found) = (vec![whole], None, None);
    let mut scan = Scan { text, open, words: 0, at_start: 1, column: 0, last, found, by_lines: None };
    for token in tokens(&text.value) {
        scan.token(token)?;
    }
    if let Some(open) = scan.innermost() {
        let found = (within_statement(open), scan.never_closed(open));
        scan.found.get_or_insert(found);
    }
    let by_lines = scan.by_lines;
    scan.found.map_or(Ok(()), |(at, found)| Err((at, Box::new(by_lines.unwrap_or(found)))))
}

struct Scan<'t> {
    text: &'t Text,
    open: Vec<Open>,
    /// Sum of `words` over all open brackets.
    words: usize,
    /// Number of open brackets at the start of the line.
    at_start: usize,
    /// Indentation of the current line.
    column: usize,
    last: Option<Token<'t>>,
    /// First unmatched bracket.
    found: Option<(Option<usize>, Diagnostic)>,
    /// First location where the indentation does not match the open brackets.
    by_lines: Option<Diagnostic>,
}

impl<'t> Scan<'t> {
    fn token(&mut self, token: Token<'t>) -> Result<(), Found> {
        if token.new_line || self.last.is_none() {
            self.line(token);
        }
        self.last = Some(token);
        match token.text {
            "(" | "[" | "{" => return self.push(token),
            ")" | "]" | "}" => self.pop(token),
            "if" | "where" => return self.word(token),
            _ => {}
        }
        Ok(())
    }

    fn innermost(&self) -> Option<&Open> {
        self.open.last().filter(|open| open.bracket != ' ')
    }

    /// Called at the first token of each line.
    fn line(&mut self, token: Token<'t>) {
        let column = token.at - self.text.value[..token.at].rfind('\n').map_or(0, |line| line + 1);
        let before = std::mem::replace(&mut self.column, column);
        let at_start = std::mem::replace(&mut self.at_start, self.open.len());
        let Some(last) = self.last else { return };
        if self.by_lines.is_none() {
            self.by_lines = self.misplaced(token, last, (before, at_start));
        }
        if ends_operand(last.text)
            && begins_statement(token.text)
            && let Some(open) = self.open.last_mut()
        {
            // the innermost bracket has no unfinished parts before this point
            let least = usize::from(open.bracket == '{');
            self.words -= open.words - least;
            open.words = least;
        }
    }

    /// Returns a diagnostic if the indentation of a line does not match the open brackets. `before` is the
    /// indentation of the previous line, `at_start` the number of open brackets at its start.
    fn misplaced(
        &self,
        token: Token<'_>,
        last: Token<'_>,
        (before, at_start): (usize, usize),
    ) -> Option<Diagnostic> {
        let column = self.column;
        let ended = ends_operand(last.text) || matches!(last.text, "then" | "do" | ":" | "secretly");
        let closes = token.text == "}";
        let statement = ended && (begins_statement(token.text) || closes);
        match self.innermost() {
            Some(open) if open.bracket != '{' => statement.then(|| {
                let close = partner(open.bracket);
                self.never_closed(open).replace(after(self.text, last), close, Applicability::Maybe)
            }),
            Some(open) if column < open.column || column == open.column && !closes => {
                Some(self.lost_close(last, open, token))
            }
            _ if statement && !closes && column > before && self.open.len() <= at_start => {
                Some(self.lost_open(last))
            }
            _ => None,
        }
    }

    fn push(&mut self, token: Token<'_>) -> Result<(), Found> {
        let bracket = token.text.chars().next().unwrap_or(' ');
        let words = usize::from(bracket == '{');
        self.open.push(Open { bracket, at: token.at, column: self.column, words });
        self.words += words;
        match self.open.len() - 1 > MAX_BRACKETS {
            true => {
                self.too_deep(token, format!("brackets are nested deeper than {MAX_BRACKETS} levels here"))
            }
            false => self.check(token),
        }
    }

    fn pop(&mut self, token: Token<'_>) {
        let problem = match self.innermost() {
            Some(open) if partner(open.bracket) == token.text => None,
            Some(open) => {
                let found =
                    self.at(token, format!("expected `{}`, found `{}`", partner(open.bracket), token.text));
                let still = format!("this `{}` is still open", open.bracket);
                let found = found.other(self.text.span(open.at, open.at + 1), still);
                Some((within_statement(open).or_else(|| closes_within(token)), found))
            }
            None => {
                Some((closes_within(token), self.at(token, format!("this `{}` closes nothing", token.text))))
            }
        };
        if self.open.len() > 1 {
            self.words -= self.open.pop().map_or(0, |open| open.words);
        }
        self.at_start = self.at_start.min(self.open.len());
        self.found = self.found.take().or(problem);
    }

    fn word(&mut self, token: Token<'_>) -> Result<(), Found> {
        if let Some(open) = self.open.last_mut() {
            open.words += 1;
            self.words += 1;
        }
        self.check(token)
    }

    fn check(&self, token: Token<'_>) -> Result<(), Found> {
        match self.open.len() - 1 + self.words <= MAX_NESTING {
            true => Ok(()),
            false => {
                let message = "blocks, brackets, `if` and `where` are nested too deep here";
                self.too_deep(token, message.to_owned())
            }
        }
    }

    /// Returns an error for excessive nesting. After an unmatched bracket, nesting is unreliable and not
    /// reported.
    #[cold]
    fn too_deep(&self, token: Token<'_>, message: String) -> Result<(), Found> {
        if self.found.is_some() {
            return Ok(());
        }
        let span = self.text.span(token.at, token.at + token.text.len());
        let help = "give parts names with `let`, or split the effect into procedures";
        Err((None, Box::new(Diagnostic::new(Code::EffectTooDeep, span, message).help(help))))
    }

    fn at(&self, token: Token<'_>, message: String) -> Diagnostic {
        Diagnostic::new(Code::EffectSyntax, self.text.span(token.at, token.at + 1), message)
    }

    fn never_closed(&self, open: &Open) -> Diagnostic {
        let span = self.text.span(open.at, open.at + 1);
        let message = format!("this `{}` is never closed", open.bracket);
        let help = format!("a `{}` is missing", partner(open.bracket));
        Diagnostic::new(Code::EffectSyntax, span, message).help(help)
    }

    /// Reports a block without an opening brace, after a token.
    fn lost_open(&self, last: Token<'_>) -> Diagnostic {
        let span = after(self.text, last);
        let found = Diagnostic::new(Code::EffectSyntax, span, "a `{` is missing here");
        let found = match matches!(last.text, "then" | "do" | ":") {
            true => {
                let word = self.text.span(last.at, last.at + last.text.len());
                found.replace(word, "{", Applicability::Safe)
            }
            false => found.replace(span, " {", Applicability::Safe),
        };
        found.help("the lines below stand further to the right, as those of a block")
    }

    /// Reports a block that is not closed after a token. `next` starts a line outside the block.
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

/// Returns the offset of a bracket other than a brace. Removing its statement fixes the text.
fn within_statement(open: &Open) -> Option<usize> {
    matches!(open.bracket, '(' | '[').then_some(open.at)
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

/// Returns the empty location directly after a token.
pub(super) fn after(text: &Text, token: Token<'_>) -> Span {
    let end = token.at + token.text.len();
    let span = text.span(end.saturating_sub(1), end);
    Span { start: span.end, ..span }
}

//! Error recovery after invalid statements.
//!
//! Lines and braces separate statements, and each is parsed separately. For a statement with blocks, its head
//! is parsed first and then the nested statements. Each invalid statement is parsed again with the others
//! blanked, so its diagnostic does not depend on them.

use std::ops::Range;

use super::mend::{MAX_DEPTH, depth};
use super::tokens::{Token, begins_statement, ends_operand, tokens};
use super::{Broken, MAX_MENDS, one_change, read_effect, turn_of_phrase};
use crate::ast::Block;
use crate::diagnostic::Diagnostic;
use crate::hole::{Hole, blanked};
use crate::suggest::odd::odd;
use crate::yaml::Text;

/// Maximum number of errors reported per text.
const MAX_ERRORS: usize = 5;

/// Number of errors per text for which fixes are searched.
const MAX_MENDED: usize = 3;

/// The valid part of an effect.
#[derive(Debug, Clone, PartialEq)]
pub struct Partial {
    /// Statements that could be parsed.
    pub block: Block,
    /// Error nodes for the others.
    pub holes: Vec<Hole>,
}

/// An invalid statement.
#[derive(Debug, Clone)]
struct Left {
    whole: Range<usize>,
    /// Ranges to blank for further parsing: all of it, or the parts outside its blocks.
    blanks: Vec<Range<usize>>,
}

/// Reports an invisible or confusable character in the line of the error, if any.
fn blame_odd(text: &Text, problem: &mut Diagnostic) {
    let mut from = 0;
    for line in text.value.split_inclusive('\n') {
        let place = text.span(from, from + line.trim_end().len());
        let code = line.split('#').next().unwrap_or_default();
        if place.start <= problem.primary.span.start
            && problem.primary.span.start <= place.end
            && let Some(odd) = odd(code).next()
        {
            let place = text.span(from + odd.at, from + odd.range().end);
            let message = format!("a character is {}", odd.described());
            *problem = odd.blamed(Diagnostic::new(problem.code, place, message), place);
        }
        from += line.len();
    }
}

/// Parses an effect for which parsing failed with `first`.
pub(super) fn recovered(text: &Text, first: Broken, problems: &mut Vec<Diagnostic>) -> Partial {
    let before = problems.len();
    let tries = before < MAX_MENDS;
    // if one change makes the whole text valid, there is only one mistake
    let left = if tries { statements(text, &first) } else { Vec::new() };
    let slipped = if tries && left.len() < 2 { turn_of_phrase(text, &first) } else { None };
    let only = slipped.or_else(|| if tries { one_change(text, &first, 1) } else { None });
    match only {
        Some(only) => problems.push(*only),
        None if left.len() < 2 => problems.push(*first.problem),
        None => tell(text, &left, problems),
    }
    problems[before..].iter_mut().for_each(|problem| blame_odd(text, problem));
    let block = read_effect(&with_blanks(text, left.iter().map(|left| &left.whole)));
    match block {
        Ok(block) if !left.is_empty() => Partial { block, holes: holes(text, &left) },
        _ => Partial {
            block: Block { stmts: Vec::new(), span: text.whole() },
            holes: vec![Hole::new(text.whole(), text.whole(), &text.value)],
        },
    }
}

/// Returns the invalid statements, as far as they can be separated.
fn statements(text: &Text, first: &Broken) -> Vec<Left> {
    let parts = Parts::of(text);
    let mut left = Vec::new();
    if first.at.is_some() && depth(&parts.tokens) <= MAX_DEPTH {
        parts.unreadable(0..parts.tokens.len(), &mut left);
    }
    left
}

/// Reports the error of each statement, with the others blanked.
fn tell(text: &Text, left: &[Left], problems: &mut Vec<Diagnostic>) {
    for i in 0..left.len() {
        let others = left.iter().enumerate().filter(|(j, _)| *j != i).flat_map(|(_, other)| &other.blanks);
        let alone = with_blanks(text, others);
        if let Err(broken) = read_effect(&alone) {
            let mends = i < MAX_MENDED && problems.len() < MAX_MENDS;
            let share = left.len().min(MAX_MENDED);
            let better = || turn_of_phrase(&alone, &broken).or_else(|| one_change(&alone, &broken, share));
            problems.push(*mends.then(better).flatten().unwrap_or(broken.problem));
        }
    }
}

fn holes(text: &Text, left: &[Left]) -> Vec<Hole> {
    let hole = |Left { whole, .. }: &Left| {
        Hole::new(text.span(whole.start, whole.end), text.whole(), &text.value[whole.clone()])
    };
    left.iter().map(hole).collect()
}

fn with_blanks<'r>(text: &Text, parts: impl IntoIterator<Item = &'r Range<usize>>) -> Text {
    Text { value: blanked(&text.value, parts), ..text.clone() }
}

/// Tokens of a text with their nesting in braces.
struct Parts<'t> {
    text: &'t Text,
    tokens: Vec<Token<'t>>,
    /// Number of open braces at each token. A brace is outside the block that it opens or closes.
    depth: Vec<usize>,
}

impl<'t> Parts<'t> {
    fn of(text: &'t Text) -> Parts<'t> {
        let tokens: Vec<Token<'t>> = tokens(&text.value).collect();
        let mut open = 0_usize;
        let depth = tokens.iter().map(|token| {
            open = open.saturating_sub(usize::from(token.text == "}"));
            let depth = open;
            open += usize::from(token.text == "{");
            depth
        });
        let depth = depth.collect();
        Parts { text, tokens, depth }
    }

    /// Adds the invalid statements among these tokens. For a statement with blocks, adds its head and nested
    /// statements separately.
    fn unreadable(&self, tokens: Range<usize>, left: &mut Vec<Left>) {
        for statement in self.statements(tokens) {
            if left.len() == MAX_ERRORS {
                return;
            }
            let whole = self.bytes(&statement);
            if self.reads(&whole, &[]) {
                continue;
            }
            let blocks = self.blocks(&statement);
            let insides: Vec<Range<usize>> = blocks.iter().map(|block| self.bytes(block)).collect();
            let before = left.len();
            if !blocks.is_empty() && !self.reads(&whole, &insides) {
                let ends = insides.iter().map(|inside| inside.start).chain([whole.end]);
                let starts = [whole.start].into_iter().chain(insides.iter().map(|inside| inside.end));
                left.push(Left {
                    blanks: starts.zip(ends).map(|(start, end)| start..end).collect(),
                    whole: whole.clone(),
                });
            }
            blocks.into_iter().for_each(|block| self.unreadable(block, left));
            if left.len() == before {
                left.push(Left { blanks: vec![whole.clone()], whole });
            }
        }
    }

    /// Returns true if a part of the text is valid when the ranges `without` are blanked.
    fn reads(&self, part: &Range<usize>, without: &[Range<usize>]) -> bool {
        let inner: Vec<_> =
            without.iter().map(|inner| inner.start - part.start..inner.end - part.start).collect();
        let value = blanked(&self.text.value[part.clone()], &inner);
        read_effect(&Text::plain(value, self.text.file, 0)).is_ok()
    }

    /// Returns the outermost statements among the tokens.
    fn statements(&self, tokens: Range<usize>) -> Vec<Range<usize>> {
        let Some(depth) = self.depth.get(tokens.start).copied() else { return Vec::new() };
        let begins = |i: &usize| *i == tokens.start || self.depth[*i] == depth && self.begins(*i);
        let starts: Vec<usize> = tokens.clone().filter(begins).collect();
        let ends = starts.iter().skip(1).copied().chain([tokens.end]);
        starts.iter().copied().zip(ends).map(|(start, end)| start..end).collect()
    }

    /// Returns true if a statement starts at this token.
    fn begins(&self, i: usize) -> bool {
        let (token, before) = (self.tokens[i], self.tokens[i - 1].text);
        token.new_line && begins_statement(token.text) && ends_operand(before)
    }

    /// Returns the contents of a statement's blocks if their statements are on separate lines.
    fn blocks(&self, statement: &Range<usize>) -> Vec<Range<usize>> {
        let depth = self.depth[statement.start];
        let outside: Vec<usize> = statement.clone().filter(|i| self.depth[*i] == depth).collect();
        let has_modes = outside.iter().any(|i| matches!(self.tokens[*i].text, "chooses" | "choose" | "as"));
        let blocks = outside.windows(2).filter(|pair| pair[0] + 1 < pair[1]).map(|pair| pair[0] + 1..pair[1]);
        let blocks: Vec<Range<usize>> = blocks.collect();
        let apart = blocks.iter().all(|block| self.tokens[block.start].new_line);
        if has_modes || !apart { Vec::new() } else { blocks }
    }

    fn bytes(&self, tokens: &Range<usize>) -> Range<usize> {
        let last = self.tokens[tokens.end - 1];
        self.tokens[tokens.start].at..last.at + last.text.len()
    }
}

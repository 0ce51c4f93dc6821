//! Error recovery: continues parsing after a statement with an error.
//!
//! Statements are delimited by line starts and braces. The statement at which the parser stopped is blanked
//! if the parser then gets further. For a statement with a block, its head is blanked first, so that errors
//! in the block are also found. Finally each blanked statement is parsed again while the other ones are
//! blanked, so no error follows from another.

use std::cell::Cell;
use std::ops::Range;

use super::mend::{MAX_DEPTH, depth};
use super::tokens::{Token, begins_statement, ends_operand, tokens};
use super::{Broken, MAX_MENDS, Stage, one_change, read_effect, turn_of_phrase};
use crate::ast::Block;
use crate::diagnostic::Diagnostic;
use crate::hole::{Hole, blanked};
use crate::suggest::odd::odd;
use crate::yaml::Text;

/// Maximum number of errors reported for a text.
const MAX_ERRORS: usize = 5;

/// Maximum number of errors for which a correction is searched.
const MAX_MENDED: usize = 3;

/// Maximum number of parses, and of bytes parsed, to find the end of an error.
const MAX_TRIES: usize = 30;
const MAX_READ: usize = 40 << 10;

/// The valid part of an effect.
#[derive(Debug, Clone, PartialEq)]
pub struct Partial {
    /// Statements without errors.
    pub block: Block,
    /// Error nodes for the omitted statements.
    pub holes: Vec<Hole>,
}

/// An omitted statement.
#[derive(Debug, Clone)]
struct Left {
    whole: Range<usize>,
    /// Ranges that are blanked: the whole statement, or the part outside its blocks.
    blanks: Vec<Range<usize>>,
}

/// Replaces an error by one about an invisible or look-alike character on the same line, if there is such a
/// character.
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

/// Parses an effect for which the parser failed with `first`.
pub(super) fn recovered(text: &Text, first: Broken, problems: &mut Vec<Diagnostic>) -> Partial {
    let before = problems.len();
    let tries = before < MAX_MENDS;
    // if one change makes the whole text valid, there is a single error
    let left = if tries { statements(text, &first) } else { Vec::new() };
    let slipped = if tries && left.len() < 2 { turn_of_phrase(text, &first) } else { None };
    let only = slipped.or_else(|| if tries { one_change(text, &first, 1) } else { None });
    match only {
        Some(only) => problems.push(*only),
        None if left.len() < 2 => problems.push(*first.problem),
        None => report_each(text, &left, problems),
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

/// Returns the statements with errors, if they can be separated.
fn statements(text: &Text, first: &Broken) -> Vec<Left> {
    let tries = (MAX_READ / (text.value.len() + 1)).min(MAX_TRIES);
    let deep = depth(&tokens(&text.value).collect::<Vec<_>>()) > MAX_DEPTH;
    match first.at.filter(|_| !deep) {
        Some(at) => Recovery { text, left: Cell::new(tries) }.statements((first.stage, at)),
        None => Vec::new(),
    }
}

/// Reports the error of each statement while the other ones are blanked.
fn report_each(text: &Text, left: &[Left], problems: &mut Vec<Diagnostic>) {
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

impl Left {
    /// Returns true if `outer` blanks everything that this statement blanks.
    fn is_within(&self, outer: &Left) -> bool {
        let covered = |part: &Range<usize>| {
            outer.blanks.iter().any(|outer| outer.start <= part.start && part.end <= outer.end)
        };
        self.blanks.iter().all(covered)
    }
}

/// Stage and location at which the parser stopped. A blank must move them forward.
type Ended = (Stage, usize);

struct Recovery<'t> {
    text: &'t Text,
    /// Remaining number of parses.
    left: Cell<usize>,
}

impl Recovery<'_> {
    /// Returns the statements with errors, in order. The parser stopped at the first of them.
    fn statements(&self, ended: Ended) -> Vec<Left> {
        let mut found: Vec<Left> = Vec::new();
        let mut next = Some(ended);
        while let Some(ended) = next.filter(|_| found.len() < MAX_ERRORS) {
            let now = with_blanks(self.text, found.iter().flat_map(|left| &left.blanks));
            let Some((left, after)) = self.helpful(&now, ended) else { break };
            // errors inside an omitted statement are not reported separately
            found.retain(|inner| !inner.is_within(&left));
            found.push(left);
            next = after;
        }
        found.sort_by_key(|left| left.whole.start);
        found
    }

    /// Returns the statement to blank so that the parser gets beyond `ended`, and where it stops then, if it
    /// does.
    fn helpful(&self, now: &Text, ended: Ended) -> Option<(Left, Option<Ended>)> {
        let parts = Parts::new(&now.value);
        parts.around(ended.1).into_iter().find_map(|left| {
            self.left.set(self.left.get().checked_sub(1)?);
            let after = match read_effect(&with_blanks(now, &left.blanks)) {
                Ok(_) => None,
                Err(broken) => Some((broken.stage, broken.at?)).filter(|after| *after > ended).map(Some)?,
            };
            Some((left, after))
        })
    }
}

/// The tokens of a text with their nesting depth.
struct Parts<'t> {
    tokens: Vec<Token<'t>>,
    /// Number of open braces at each token; a brace has the depth outside its block.
    depth: Vec<usize>,
}

impl<'t> Parts<'t> {
    fn new(value: &'t str) -> Parts<'t> {
        let tokens: Vec<Token<'t>> = tokens(value).collect();
        let mut open = 0_usize;
        let depth = tokens.iter().map(|token| match token.text {
            "{" => {
                open += 1;
                open - 1
            }
            "}" => {
                open = open.saturating_sub(1);
                open
            }
            _ => open,
        });
        let depth = depth.collect();
        Parts { tokens, depth }
    }

    /// Returns candidates for the statement with the error: the ones before and at the given location, then
    /// the enclosing ones. For a statement with blocks its head comes first.
    fn around(&self, at: usize) -> Vec<Left> {
        let here = self.tokens.iter().position(|t| t.at + t.text.len() > at).unwrap_or(self.tokens.len());
        let mut found = Vec::new();
        for token in [here.checked_sub(1), Some(here)].into_iter().flatten() {
            let Some(range) = self.statement(token) else { continue };
            found.extend(self.head(&range));
            found.push(self.whole(range));
        }
        let mut inner = found.last().map(|left: &Left| left.whole.start);
        while let Some(range) = inner.and_then(|start| self.enclosing(start)) {
            inner = Some(self.tokens[range.start].at);
            found.push(self.whole(range));
        }
        found
    }

    /// Returns true if a statement begins with this token.
    fn begins(&self, i: usize) -> bool {
        let token = self.tokens[i];
        let word = begins_statement(token.text);
        match i.checked_sub(1).map(|before| self.tokens[before].text) {
            None | Some("{") => word,
            Some(before) => word && token.new_line && ends_operand(before),
        }
    }

    /// Returns the tokens of the innermost statement that contains this token.
    fn statement(&self, token: usize) -> Option<Range<usize>> {
        let depth = *self.depth.get(token)?;
        let start = (0..=token).rev().find(|i| self.depth[*i] <= depth && self.begins(*i))?;
        Some(start..self.end(start))
    }

    fn end(&self, start: usize) -> usize {
        let depth = self.depth[start];
        let ends = |i: &usize| {
            let closes = self.tokens[*i].text == "}" && self.depth[*i] < depth;
            closes || self.depth[*i] < depth || self.depth[*i] == depth && self.begins(*i)
        };
        (start + 1..self.tokens.len()).find(ends).unwrap_or(self.tokens.len())
    }

    /// Returns the statement whose block contains the statement at this location.
    fn enclosing(&self, start: usize) -> Option<Range<usize>> {
        let at = self.tokens.iter().position(|t| t.at == start)?;
        let outer = self.depth[at].checked_sub(1)?;
        let start = (0..at).rev().find(|i| self.depth[*i] <= outer && self.begins(*i))?;
        Some(start..self.end(start))
    }

    fn bytes(&self, tokens: &Range<usize>) -> Range<usize> {
        let last = self.tokens[tokens.end - 1];
        self.tokens[tokens.start].at..last.at + last.text.len()
    }

    fn whole(&self, tokens: Range<usize>) -> Left {
        let whole = self.bytes(&tokens);
        Left { blanks: vec![whole.clone()], whole }
    }

    /// Returns the part of a statement outside its blocks, if the blocks contain statements on lines of their
    /// own.
    fn head(&self, tokens: &Range<usize>) -> Option<Left> {
        let depth = self.depth[tokens.start];
        let outside = tokens.clone().filter(|i| self.depth[*i] == depth);
        let modes = outside.clone().any(|i| matches!(self.tokens[i].text, "chooses" | "choose" | "as"));
        let blanks: Vec<Range<usize>> = outside.map(|i| self.bytes(&(i..i + 1))).collect();
        let blocks = blanks.len() < tokens.len();
        let own_lines =
            |i: usize| self.tokens[i].text != "{" || self.tokens.get(i + 1).is_none_or(|t| t.new_line);
        let apart = tokens.clone().filter(|i| self.depth[*i] == depth).all(own_lines);
        (blocks && apart && !modes).then(|| Left { whole: self.bytes(tokens), blanks })
    }
}

//! Reading on after a statement that can't be read.
//!
//! Statements are told apart by lines and braces. The one in which reading ended is blanked, if the text can then be read
//! beyond it; of one with a block only its head, so that mistakes in the block are found too. In the end each statement
//! that was blanked is read once more, with the others blanked: what is said of it does not follow from them.

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

/// Most errors that are told of one text.
const MAX_ERRORS: usize = 5;

/// So many of them are looked at for what was meant.
const MAX_MENDED: usize = 3;

/// How often a text is read to find out where to read on, and how many bytes are read for that.
const MAX_TRIES: usize = 30;
const MAX_READ: usize = 40 << 10;

/// An effect as far as it can be read.
#[derive(Debug, Clone, PartialEq)]
pub struct Partial {
    /// The statements that can be read.
    pub block: Block,
    /// Those that can't.
    pub holes: Vec<Hole>,
}

/// A statement that is left out.
#[derive(Debug, Clone)]
struct Left {
    whole: Range<usize>,
    /// What is blanked to read on: all of it, or what is not inside its blocks.
    blanks: Vec<Range<usize>>,
}

/// Reports the character that can't be seen, or looks like another, of the line that can't be read.
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

/// Reads an effect whose reading ended with `first`.
pub(super) fn recovered(text: &Text, first: Broken, problems: &mut Vec<Diagnostic>) -> Partial {
    let before = problems.len();
    let tries = before < MAX_MENDS;
    // where one change makes all readable there is one mistake
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

/// The statements that can't be read, as far as they can be told apart.
fn statements(text: &Text, first: &Broken) -> Vec<Left> {
    let tries = (MAX_READ / (text.value.len() + 1)).min(MAX_TRIES);
    let deep = depth(&tokens(&text.value).collect::<Vec<_>>()) > MAX_DEPTH;
    match first.at.filter(|_| !deep) {
        Some(at) => Recovery { text, left: Cell::new(tries) }.statements((first.stage, at)),
        None => Vec::new(),
    }
}

/// Says of each statement what is wrong with it when the others are not there.
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

impl Left {
    /// Whether another one leaves out all that this one does.
    fn within(&self, outer: &Left) -> bool {
        let covered = |part: &Range<usize>| {
            outer.blanks.iter().any(|outer| outer.start <= part.start && part.end <= outer.end)
        };
        self.blanks.iter().all(covered)
    }
}

/// At which stage and where reading ended: what is blanked must let it get further.
type Ended = (Stage, usize);

struct Recovery<'t> {
    text: &'t Text,
    /// How many more times the text may be read.
    left: Cell<usize>,
}

impl Recovery<'_> {
    /// The statements that can't be read, in order; at the first of them reading ended.
    fn statements(&self, ended: Ended) -> Vec<Left> {
        let mut found: Vec<Left> = Vec::new();
        let mut next = Some(ended);
        while let Some(ended) = next.filter(|_| found.len() < MAX_ERRORS) {
            let now = with_blanks(self.text, found.iter().flat_map(|left| &left.blanks));
            let Some((left, after)) = self.helpful(&now, ended) else { break };
            // where a statement has to go, what stands in it is no mistake of its own
            found.retain(|inner| !inner.within(&left));
            found.push(left);
            next = after;
        }
        found.sort_by_key(|left| left.whole.start);
        found
    }

    /// What is to be blanked to get beyond a place, and where reading then ends, if it does.
    fn helpful(&self, now: &Text, ended: Ended) -> Option<(Left, Option<Ended>)> {
        let parts = Parts::of(&now.value);
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

/// The tokens of a text, and how they lie in its braces.
struct Parts<'t> {
    tokens: Vec<Token<'t>>,
    /// How many braces are open at each; a brace stands outside what it opens or closes.
    depth: Vec<usize>,
}

impl<'t> Parts<'t> {
    fn of(value: &'t str) -> Parts<'t> {
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

    /// The statements that may be at fault where reading ended: the one before that place, the one at it, those around it;
    /// of one with blocks first what is outside of them.
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

    /// Whether a statement begins with this token.
    fn begins(&self, i: usize) -> bool {
        let token = self.tokens[i];
        let word = begins_statement(token.text);
        match i.checked_sub(1).map(|before| self.tokens[before].text) {
            None | Some("{") => word,
            Some(before) => word && token.new_line && ends_operand(before),
        }
    }

    /// The tokens of the innermost statement with this one in it.
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

    /// The statement in whose block the one at this place stands.
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

    /// What is outside the blocks of a statement, if it has blocks of statements that stand on lines of their own.
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

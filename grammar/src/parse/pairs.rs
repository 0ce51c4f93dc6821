//! What the rules of the grammar have matched: for each rule the text that it covers, and the matches inside. The names are pest's.

use super::rules::Rule;

/// A match; those inside follow it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Match {
    pub(super) rule: Rule,
    pub(super) start: u32,
    pub(super) end: u32,
    /// How many matches it is, with all that are inside.
    pub(super) size: u32,
}

/// A match in its text.
#[derive(Debug, Clone, Copy)]
pub(super) struct Pair<'t> {
    text: &'t str,
    this: Match,
    inside: &'t [Match],
}

/// Matches beside each other, in order.
#[derive(Debug, Clone, Copy)]
pub(super) struct Pairs<'t> {
    text: &'t str,
    matches: &'t [Match],
}

impl<'t> Pair<'t> {
    pub(super) fn as_rule(&self) -> Rule {
        self.this.rule
    }

    pub(super) fn as_str(&self) -> &'t str {
        &self.text[self.start()..self.end()]
    }

    pub(super) fn start(&self) -> usize {
        self.this.start as usize
    }

    pub(super) fn end(&self) -> usize {
        self.this.end as usize
    }

    pub(super) fn into_inner(self) -> Pairs<'t> {
        Pairs { text: self.text, matches: self.inside }
    }
}

impl<'t> Pairs<'t> {
    pub(super) fn new(text: &'t str, matches: &'t [Match]) -> Self {
        Self { text, matches }
    }

    /// The rule of the next one.
    pub(super) fn peek(&self) -> Option<Rule> {
        self.matches.first().map(|next| next.rule)
    }
}

impl<'t> Iterator for Pairs<'t> {
    type Item = Pair<'t>;

    fn next(&mut self) -> Option<Pair<'t>> {
        let this = *self.matches.first()?;
        let (all, rest) = self.matches.split_at_checked(this.size as usize)?;
        self.matches = rest;
        Some(Pair { text: self.text, this, inside: &all[1..] })
    }
}

//! The problems of one check, each reported once.

use std::collections::BTreeMap;
use std::ops::{Deref, DerefMut};

use ludex_grammar::diagnostic::Diagnostic;
use ludex_grammar::span::Span;

use super::{MAX_SUGGESTIONS, has_errors};

/// Problems in the order in which they are found.
#[derive(Default)]
pub(in crate::check) struct Problems {
    all: Vec<Diagnostic>,
    /// Indices of the indexed problems by location, and the number of indexed problems.
    known: (usize, BTreeMap<Span, Vec<usize>>),
    /// Diagnostics about definitions of overlays that were intended as patches.
    pub patches: Vec<Diagnostic>,
    /// The number of problems at the end of each stage.
    pub stages: Vec<usize>,
}

impl Problems {
    pub fn new(all: Vec<Diagnostic>) -> Self {
        Self { all, ..Self::default() }
    }

    /// Adds a problem, unless an equal one was reported at its location.
    pub fn report(&mut self, problem: Diagnostic) {
        let (known, places) = &mut self.known;
        for (i, problem) in self.all.iter().enumerate().skip(*known) {
            places.entry(problem.primary.span).or_default().push(i);
        }
        *known = self.all.len();
        let same = places.get(&problem.primary.span);
        if same.is_none_or(|same| same.iter().all(|i| self.all[*i] != problem)) {
            self.all.push(problem);
        }
    }

    /// Returns true if there is an error among the problems from a number on.
    pub fn failed_since(&self, before: usize) -> bool {
        self.all.get(before..).is_some_and(has_errors)
    }

    /// Returns true while searching all names for suggestions is worth the time.
    pub fn are_few(&self) -> bool {
        self.all.len() < MAX_SUGGESTIONS
    }

    /// Removes and returns all problems. They may be reported again afterwards.
    pub fn take(&mut self) -> Vec<Diagnostic> {
        self.known = (0, BTreeMap::new());
        std::mem::take(&mut self.all)
    }
}

impl Deref for Problems {
    type Target = Vec<Diagnostic>;

    fn deref(&self) -> &Vec<Diagnostic> {
        &self.all
    }
}

impl DerefMut for Problems {
    fn deref_mut(&mut self) -> &mut Vec<Diagnostic> {
        &mut self.all
    }
}

//! The problems of one check, each reported once.

use std::collections::BTreeMap;
use std::ops::{Deref, DerefMut};

use ludex_grammar::diagnostic::Diagnostic;
use ludex_grammar::span::Span;

use super::{MAX_SUGGESTIONS, failed};

/// Problems in the order in which they are found.
#[derive(Default)]
pub(in crate::check) struct Problems {
    all: Vec<Diagnostic>,
    /// The numbers of the first problems by place, and how many problems these are.
    known: (usize, BTreeMap<Span, Vec<usize>>),
    /// Definitions of overlays that were meant as patches.
    pub patches: Vec<Diagnostic>,
    /// The number of problems at the end of each stage.
    pub stages: Vec<usize>,
}

impl Problems {
    pub fn new(all: Vec<Diagnostic>) -> Self {
        Self { all, ..Self::default() }
    }

    /// Adds a problem, unless the same one is at its place.
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
        self.all.get(before..).is_some_and(failed)
    }

    /// Returns true while it is worth the time to look for intended names among all names.
    pub fn are_few(&self) -> bool {
        self.all.len() < MAX_SUGGESTIONS
    }

    /// Removes and returns all problems, which may be reported again then.
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

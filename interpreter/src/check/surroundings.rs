//! What is left of a check beside the tree: a ruleset is not typed again for its scenarios.

use std::sync::Arc;

use super::{Checker, Designs, Progress};
use crate::hir::Checked;
use crate::load::raw::RawRuleset;
use crate::resolve::Names;

/// What a checked ruleset gives, beside its tree, to those who are checked against it.
#[derive(Debug)]
pub struct Surroundings {
    /// Without the places that define and use them.
    pub(super) names: Names,
    designs: Designs,
    /// What was not spent on finding out whether something is always legal.
    effort: u32,
}

impl Surroundings {
    /// Those of a ruleset that has been checked, whose index is made.
    pub(super) fn of(checker: Checker<'_>) -> Self {
        let Checker { names, designs, paths, .. } = checker;
        Self { names, designs, effort: paths.effort.get() }
    }

    /// A check that goes on after the rules of a tree.
    pub(super) fn checker<'a>(&self, raw: &'a RawRuleset, out: Arc<Checked>, names: Names) -> Checker<'a> {
        let mut checker = Checker::new(raw, names, Vec::new());
        checker.designs = self.designs.clone();
        checker.typed.functions = vec![Progress::Done; out.functions.len()];
        checker.typed.properties = vec![Progress::Done; out.properties.len()];
        checker.typed.score = Progress::Done;
        checker.paths.effort = self.effort.into();
        checker.out = out;
        checker
    }
}

//! Results of a check other than the tree, reused for checking scenarios.

use std::sync::Arc;

use super::{Checker, Designs, Progress};
use crate::hir::Checked;
use crate::load::raw::RawRuleset;
use crate::resolve::Names;

/// Context for checking snippets against a checked ruleset.
#[derive(Debug)]
pub struct Surroundings {
    /// Names without their definitions and references.
    pub(super) names: Names,
    designs: Designs,
    /// Remaining budget for deciding whether a condition always holds.
    effort: u32,
}

impl Surroundings {
    /// Creates the context from a completed check, after its index was built.
    pub(super) fn from_checker(checker: Checker<'_>) -> Self {
        let Checker { names, designs, paths, .. } = checker;
        Self { names, designs, effort: paths.effort.get() }
    }

    /// Creates a checker that continues after the rules of a tree.
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

//! What is left of a check beside the tree: a ruleset is not typed again for its scenarios.

use std::sync::Arc;

use super::types::expr::by_name::Copies;
use super::{Checker, Progress};
use crate::hir::Checked;
use crate::ids::KindId;
use crate::load::raw::RawRuleset;
use crate::resolve::Names;

/// What a checked ruleset gives, beside its tree, to those who are checked against it.
#[derive(Debug)]
pub struct Surroundings {
    /// Without the places that define and use them.
    pub(super) names: Names,
    design_kinds: Vec<Option<KindId>>,
    copies: Vec<Copies>,
    /// What was not spent on finding out whether something is always legal.
    effort: u32,
}

impl Surroundings {
    /// Those of a ruleset that has been checked, whose index is made.
    pub(super) fn of(checker: Checker<'_>) -> Self {
        let Checker { names, design_kinds, copies, effort, .. } = checker;
        Self { names, design_kinds, copies, effort: effort.get() }
    }

    /// A check that goes on after the rules of a tree.
    pub(super) fn checker<'a>(&self, raw: &'a RawRuleset, out: Arc<Checked>, names: Names) -> Checker<'a> {
        Checker {
            design_kinds: self.design_kinds.clone(),
            copies: self.copies.clone(),
            functions: vec![Progress::Done; out.functions.len()],
            properties: vec![Progress::Done; out.properties.len()],
            score: Progress::Done,
            effort: self.effort.into(),
            out,
            ..Checker::new(raw, names, Vec::new())
        }
    }
}

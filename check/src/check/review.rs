//! Context of the checks after type checking: lints, texts and flow analyses.

use std::collections::BTreeMap;

use ludex_grammar::diagnostic::Diagnostic;

use super::problems::Problems;
use super::texts::offered::Offered;
use super::{Checker, Designs, Events};
use crate::hir::Checked;
use crate::ids::DecisionId;
use crate::load::raw::RawRuleset;
use crate::resolve::Names;

/// A type-checked ruleset. It is read-only; only problems are added.
pub(in crate::check) struct Review<'c> {
    pub raw: &'c RawRuleset,
    pub out: &'c Checked,
    pub names: &'c Names,
    pub designs: &'c Designs,
    pub events: &'c Events,
    pub offered: &'c BTreeMap<DecisionId, Offered>,
    pub problems: &'c mut Problems,
}

impl Review<'_> {
    pub fn report(&mut self, problem: Diagnostic) {
        self.problems.report(problem);
    }
}

impl Checker<'_> {
    pub(in crate::check) fn review(&mut self) -> Review<'_> {
        Review {
            raw: self.raw,
            out: &self.out,
            names: &self.names,
            designs: &self.designs,
            events: &self.events,
            offered: &self.offered,
            problems: &mut self.problems,
        }
    }
}

//! Merges diagnostics about locals with a common cause.
//!
//! A local that may be missing is reported at its first use, because one test fixes all uses. Uses of a local
//! that hides another name are not reported.

use std::collections::{BTreeMap, BTreeSet};

use ludex_grammar::codes::Code;
use ludex_grammar::diagnostic::Diagnostic;
use ludex_grammar::span::Span;

use crate::check::Checker;
use crate::resolve::{Target, Use};

impl Checker<'_> {
    /// Returns the indices of the diagnostics about each local that is reported as missing several times.
    /// Reassigned locals are excluded: they may be missing for several reasons.
    pub(super) fn lacking_locals(&self, problems: &[Diagnostic]) -> Vec<Vec<usize>> {
        let lacking =
            || problems.iter().enumerate().filter(|(_, problem)| problem.code == Code::MissingValue);
        if lacking().count() < 2 {
            return Vec::new();
        }
        let mut locals: BTreeMap<Span, Span> = BTreeMap::new();
        let mut set: BTreeSet<Span> = BTreeSet::new();
        for one in self.names.draft.references() {
            let Target::Local(definition) = one.target else { continue };
            locals.insert(one.place, definition);
            if one.how == Use::Writes {
                set.insert(definition);
            }
        }
        let mut uses: BTreeMap<Span, Vec<usize>> = BTreeMap::new();
        for (i, problem) in lacking() {
            let local = locals.get(&problem.primary.span).filter(|local| !set.contains(local));
            local.into_iter().for_each(|local| uses.entry(*local).or_default().push(i));
        }
        uses.into_values().filter(|places| places.len() > 1).collect()
    }

    /// Returns the indices of diagnostics at uses of a local that hides another name, which may be the
    /// intended one.
    pub(super) fn uses_of_hiding_locals(&self, problems: &[Diagnostic]) -> Vec<usize> {
        let hiding = problems.iter().filter(|problem| problem.code == Code::HiddenName);
        let hiding: BTreeSet<Span> = hiding.map(|problem| problem.primary.span).collect();
        if hiding.is_empty() {
            return Vec::new();
        }
        let is_hiding = |target| matches!(target, Target::Local(definition) if hiding.contains(&definition));
        let uses = self.names.draft.references().iter().filter(|one| is_hiding(one.target));
        let uses: BTreeSet<Span> = uses.map(|one| one.place).collect();
        let told = problems.iter().enumerate().filter(|(_, problem)| uses.contains(&problem.primary.span));
        told.filter(|(_, problem)| problem.code != Code::HiddenName).map(|(i, _)| i).collect()
    }
}

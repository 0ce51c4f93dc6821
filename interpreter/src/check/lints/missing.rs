//! What is said of a local that may be missing: once for all of its uses, since one test mends them. One that is set anew may be missing for several reasons.

use std::collections::{BTreeMap, BTreeSet};

use ludex_grammar::codes::Code;
use ludex_grammar::diagnostic::Diagnostic;
use ludex_grammar::span::Span;

use crate::check::Checker;
use crate::resolve::{Target, Use};

impl Checker<'_> {
    /// The uses at which it is told that a local may be missing, if there are several of one: places in the list of problems.
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
}

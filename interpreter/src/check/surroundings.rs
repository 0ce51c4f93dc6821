//! What is left of a check beside the tree. A ruleset is typed once: not again for scenarios, nor for variants that leave its rules as they are.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::sync::Arc;

use super::texts::offered::Offered;
use super::{Checker, Progress};
use crate::hir::{Checked, Texts};
use crate::ids::{DecisionId, EventId, KindId};
use crate::load::raw::RawRuleset;
use crate::resolve::{Mark, Names};

/// What a checked ruleset gives, beside its tree, to those who are checked against it.
#[derive(Debug)]
pub struct Surroundings {
    /// Without the places that define and use them.
    pub(super) names: Names,
    design_kinds: Vec<Option<KindId>>,
    emitted: BTreeSet<EventId>,
    heard: BTreeSet<EventId>,
    offered: BTreeMap<DecisionId, Offered>,
    /// What was not spent on finding out whether something is always legal.
    effort: u32,
    /// What the index has of rules and layout.
    of_rules: Range<Mark>,
    /// What it has of texts.
    of_texts: Range<Mark>,
}

impl Surroundings {
    /// Those of a ruleset that has been checked, whose index is made.
    pub(super) fn of(checker: Checker<'_>) -> Self {
        Self {
            names: checker.names,
            design_kinds: checker.design_kinds,
            emitted: checker.emitted,
            heard: checker.heard,
            offered: checker.offered,
            effort: checker.effort.get(),
            of_rules: checker.of_rules,
            of_texts: checker.of_texts,
        }
    }

    /// A check that goes on after the rules of a tree.
    pub(super) fn checker<'a>(&self, raw: &'a RawRuleset, out: Arc<Checked>, names: Names) -> Checker<'a> {
        Checker {
            design_kinds: self.design_kinds.clone(),
            functions: vec![Progress::Done; out.functions.len()],
            properties: vec![Progress::Done; out.properties.len()],
            score: Progress::Done,
            effort: self.effort.into(),
            out,
            ..Checker::new(raw, names, Vec::new())
        }
    }
}

impl Checker<'_> {
    /// Takes over what came of the same rules, with which nothing was wrong. Signatures are known: no rule depends on the default of an option,
    /// which is theirs. What people read is typed, unless it is the same too: then all has been checked.
    pub(super) fn adopt(&mut self, checked: &Checked, around: &Surroundings) -> bool {
        let mut names = around.names.clone();
        names.draft = std::mem::take(&mut self.names.draft);
        let options = std::mem::take(&mut self.changed().options);
        let out = Checked { options, ..checked.clone() };
        let of_rules = names.draft.add(&checked.index, around.of_rules.clone());
        *self = around.checker(self.raw, Arc::new(out), names);
        (self.emitted, self.heard) = (around.emitted.clone(), around.heard.clone());
        self.offered.clone_from(&around.offered);
        self.of_rules = of_rules;
        self.end_stage();
        if self.raw.same_texts {
            self.of_texts = self.names.draft.add(&checked.index, around.of_texts.clone());
            self.changed().rights = self.raw.rights.clone();
            return true;
        }
        self.changed().texts = Texts::default();
        self.what_is_told();
        false
    }
}

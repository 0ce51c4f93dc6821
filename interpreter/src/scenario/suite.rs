//! The scenarios of a ruleset, read once and run on changes of it: whether one of them notices.

use ludex_grammar::diagnostic::{Diagnostic, Severity};
use ludex_grammar::source::Sources;

use super::reading::found::{self, Found};
use super::{group, variants};
use crate::compile::Ruleset;
use crate::load::scenario::RawScenario;

/// The scenarios of a ruleset.
#[derive(Debug)]
pub struct Suite {
    sources: Sources,
    raw: Vec<RawScenario>,
}

impl Suite {
    /// The scenarios among the files of a ruleset, as [`run_all`](super::run_all) finds them; or why they can't be read.
    pub fn read(ruleset: &Ruleset, files: &[(String, String)]) -> Result<Suite, Vec<Diagnostic>> {
        let Found { sources, raw, problems } = found::find(ruleset, files, "");
        match problems.iter().any(|problem| problem.severity() == Severity::Error) {
            true => Err(problems),
            false => Ok(Suite { sources, raw }),
        }
    }

    /// The scenarios by their numbers, those together that share variants, players and options; what `run` gets is best one of these.
    pub fn groups(&self, ruleset: &Ruleset) -> Vec<Vec<usize>> {
        let mut groups = Vec::new();
        for group in variants::groups(ruleset, &self.raw, &mut Vec::new()) {
            let raw: Vec<&RawScenario> = group.members.iter().map(|i| &self.raw[*i]).collect();
            let settings = group::settings(&group.ruleset, &raw);
            groups.extend(
                settings.into_iter().map(|part| part.into_iter().map(|i| group.members[i]).collect()),
            );
        }
        groups
    }

    pub fn name(&self, scenario: usize) -> &str {
        &self.raw[scenario].name.value
    }

    /// Whether a scenario names variants.
    pub fn has_variants(&self, scenario: usize) -> bool {
        !self.raw[scenario].variants.is_empty()
    }

    /// The first of these scenarios that fails on the ruleset, which has the same files as the one the suite was read for; those after it
    /// are not run.
    pub fn first_failure(&self, ruleset: &Ruleset, scenarios: &[usize]) -> Option<usize> {
        let raw: Vec<RawScenario> = scenarios.iter().map(|i| self.raw[*i].clone()).collect();
        let mut problems = Vec::new();
        let groups = variants::groups(ruleset, &raw, &mut problems);
        if !problems.is_empty() {
            return scenarios.first().copied();
        }
        groups.into_iter().find_map(|group| {
            let members: Vec<&RawScenario> = group.members.iter().map(|i| &raw[*i]).collect();
            let failed = group::first_failure(&group.ruleset, &self.sources, &members)?;
            Some(scenarios[group.members[failed]])
        })
    }
}

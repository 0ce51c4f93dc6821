//! The scenarios of a ruleset, read once, for detecting changes of the ruleset.

use ludex_grammar::diagnostic::{Diagnostic, Severity};
use ludex_grammar::source::Sources;

use super::reading::found::{self, Found};
use super::{group, variants};
use ludex_check::load::scenario::RawScenario;
use ludex_run::ruleset::Ruleset;

/// The scenarios of a ruleset.
#[derive(Debug)]
pub struct Suite {
    sources: Sources,
    raw: Vec<RawScenario>,
}

impl Suite {
    /// Reads the scenarios that [`run_all`](super::run_all) finds.
    ///
    /// # Errors
    /// The problems of unreadable scenarios.
    pub fn read(ruleset: &Ruleset, files: &[(String, String)]) -> Result<Suite, Vec<Diagnostic>> {
        let Found { sources, raw, problems } = found::find(ruleset, files, "");
        match problems.iter().any(|problem| problem.severity() == Severity::Error) {
            true => Err(problems),
            false => Ok(Suite { sources, raw }),
        }
    }

    /// Groups the indices of scenarios that share variants, players and options.
    /// [`first_failure`](Self::first_failure) is fastest for one group.
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

    /// Returns true if a scenario names variants.
    pub fn has_variants(&self, scenario: usize) -> bool {
        !self.raw[scenario].variants.is_empty()
    }

    /// Returns the first of these scenarios that fails on the ruleset. Later scenarios are not run. The
    /// ruleset must have the same files as the one for which the suite was read.
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

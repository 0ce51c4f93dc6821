//! Tests mutants with the scenarios of a ruleset.

use std::sync::{Mutex, PoisonError};

use ludex_grammar::diagnostic::Diagnostic;

use super::{Files, Mutant};
use crate::compile::compile;
use crate::scenario::Suite;
use ludex_check::load::scenario::is_file;
use ludex_run::ruleset::Ruleset;

/// Number of scenarios that detected recent mutants. They run first, one at a time.
const LATELY: usize = 4;

/// Result of testing a mutant.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fate {
    /// The mutant has errors and doesn't compile.
    Refused,
    /// A scenario with this index fails. Which scenario it is depends on the mutants tested before; whether
    /// one fails doesn't.
    Noticed(usize),
    /// No scenario fails on it.
    Survived,
}

/// The scenarios of a ruleset, to be run on its mutants. Can be shared between threads.
#[derive(Debug)]
pub struct MutantTrial {
    rules: Files,
    suite: Suite,
    /// Indices of the scenarios that pass on the ruleset itself, in groups.
    groups: Vec<Vec<usize>>,
    lately: Mutex<Vec<usize>>,
}

impl MutantTrial {
    /// Reads the scenarios of these files. Scenarios that fail on the ruleset itself are not used.
    ///
    /// # Errors
    /// The problems of the ruleset or its scenarios.
    pub fn new(files: &[(String, String)]) -> Result<MutantTrial, Vec<Diagnostic>> {
        let rules: Files = files.iter().filter(|(path, _)| !is_file(path)).cloned().collect();
        let compiled = compile(&rules);
        let Some(ruleset) = compiled.ruleset else { return Err(compiled.problems) };
        let suite = Suite::read(&ruleset, files)?;
        let mut groups = suite.groups(&ruleset);
        groups.iter_mut().for_each(|group| leave_those_that_pass(&suite, &ruleset, group));
        Ok(MutantTrial { rules, suite, groups, lately: Mutex::default() })
    }

    /// Returns the files from which mutants are made.
    pub fn rules(&self) -> &[(String, String)] {
        &self.rules
    }

    /// Returns the number of scenarios that can detect mutants.
    pub fn scenarios(&self) -> usize {
        self.groups.iter().map(Vec::len).sum()
    }

    /// Returns the name of a scenario, by index.
    pub fn scenario(&self, number: usize) -> &str {
        self.suite.name(number)
    }

    /// Compiles a mutant and runs the scenarios on it.
    pub fn fate(&self, mutant: &Mutant) -> Fate {
        let Some(ruleset) = compile(&mutant.apply(&self.rules)).ruleset else { return Fate::Refused };
        let Some(scenario) = self.first_to_notice(&ruleset, mutant) else { return Fate::Survived };
        let mut lately = self.lately.lock().unwrap_or_else(PoisonError::into_inner);
        lately.retain(|known| *known != scenario);
        lately.insert(0, scenario);
        lately.truncate(LATELY);
        Fate::Noticed(scenario)
    }

    fn first_to_notice(&self, ruleset: &Ruleset, mutant: &Mutant) -> Option<usize> {
        let concerned = |scenario: &usize| !mutant.is_of_variant() || self.suite.has_variants(*scenario);
        let lately = self.lately.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let alone = lately.into_iter().filter(concerned);
        let noticed =
            alone.into_iter().find(|scenario| self.suite.first_failure(ruleset, &[*scenario]).is_some());
        noticed.or_else(|| {
            let groups = self.groups.iter().filter(|group| group.iter().any(concerned));
            groups.into_iter().find_map(|group| self.suite.first_failure(ruleset, group))
        })
    }
}

fn leave_those_that_pass(suite: &Suite, ruleset: &Ruleset, group: &mut Vec<usize>) {
    while let Some(failed) = suite.first_failure(ruleset, group) {
        group.retain(|scenario| *scenario != failed);
    }
}

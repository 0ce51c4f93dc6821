//! What becomes of mutants.

use std::sync::{Mutex, PoisonError};

use ludex_grammar::diagnostic::Diagnostic;

use super::{Files, Mutant};
use crate::compile::{Ruleset, compile};
use crate::load::scenario::is_file;
use crate::scenario::Suite;

/// Scenarios that noticed something lately are run first, each alone; so many of them.
const LATELY: usize = 4;

/// What becomes of a mutant.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fate {
    /// It is no ruleset: it has an error.
    Refused,
    /// A scenario fails on it: its number. Which one it is depends on those that were tried before; whether one does does not.
    Noticed(usize),
    /// All scenarios pass.
    Survived,
}

/// The scenarios of a ruleset, to be run on its mutants; several threads may do it.
#[derive(Debug)]
pub struct MutantTrial {
    rules: Files,
    suite: Suite,
    /// Those that pass on the ruleset itself.
    groups: Vec<Vec<usize>>,
    lately: Mutex<Vec<usize>>,
}

impl MutantTrial {
    /// For a ruleset of these files. Scenarios that fail on it notice nothing.
    ///
    /// # Errors
    /// What is wrong with the ruleset or its scenarios.
    pub fn new(files: &[(String, String)]) -> Result<MutantTrial, Vec<Diagnostic>> {
        let rules: Files = files.iter().filter(|(path, _)| !is_file(path)).cloned().collect();
        let compiled = compile(&rules);
        let Some(ruleset) = compiled.ruleset else { return Err(compiled.problems) };
        let suite = Suite::read(&ruleset, files)?;
        let mut groups = suite.groups(&ruleset);
        groups.iter_mut().for_each(|group| leave_those_that_pass(&suite, &ruleset, group));
        Ok(MutantTrial { rules, suite, groups, lately: Mutex::default() })
    }

    /// The files of which mutants are made.
    pub fn rules(&self) -> &[(String, String)] {
        &self.rules
    }

    /// How many scenarios there are that may notice something.
    pub fn scenarios(&self) -> usize {
        self.groups.iter().map(Vec::len).sum()
    }

    /// The name of a scenario.
    pub fn scenario(&self, number: usize) -> &str {
        self.suite.name(number)
    }

    /// What becomes of a mutant.
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

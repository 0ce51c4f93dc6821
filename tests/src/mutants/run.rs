//! What becomes of a mutant.

use std::panic::{AssertUnwindSafe, catch_unwind};

use ludex::Ruleset;
use ludex::compile;
use ludex::machinery::load::scenario::is_file;
use ludex::machinery::scenario::Suite;

use super::{Files, Mutant};
use crate::rulesets::files;

/// Scenarios that noticed something lately are run first, each alone; so many of them.
const LATELY: usize = 4;

/// What becomes of a mutant.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fate {
    /// `check` refuses it.
    Refused,
    /// A scenario fails on it: its number.
    Noticed(usize),
    /// All scenarios pass.
    Survived,
    /// The interpreter panicked.
    Panicked,
}

/// The scenarios of a game, to be run on its mutants by one thread.
pub struct Trial {
    rules: Files,
    suite: Suite,
    groups: Vec<Vec<usize>>,
    lately: Vec<usize>,
}

impl Trial {
    /// For a shipped game, of which all scenarios must pass.
    pub fn of(game: &str) -> Self {
        let (all, rules) = (files(game), rules(game));
        let ruleset = compiled(&rules).unwrap_or_else(|| panic!("{game} has errors"));
        let suite = Suite::read(&ruleset, &all).unwrap_or_else(|problems| panic!("{game}: {problems:?}"));
        let groups = suite.groups(&ruleset);
        let trial = Self { rules, suite, groups, lately: Vec::new() };
        for group in &trial.groups {
            let failed = trial.suite.first_failure(&ruleset, group);
            assert!(failed.is_none(), "{game}: `{}` fails", trial.suite.name(failed.unwrap_or(0)));
        }
        trial
    }

    /// The files of which mutants are made.
    pub fn rules(&self) -> &Files {
        &self.rules
    }

    /// The name of a scenario.
    pub fn scenario(&self, number: usize) -> &str {
        self.suite.name(number)
    }

    /// What becomes of a mutant. Which scenario notices it depends on those before; whether one does does not.
    pub fn try_out(&mut self, mutant: &Mutant) -> Fate {
        let tried = catch_unwind(AssertUnwindSafe(|| {
            let Some(ruleset) = compiled(&mutant.apply(&self.rules)) else { return Fate::Refused };
            self.first_to_notice(&ruleset, mutant).map_or(Fate::Survived, Fate::Noticed)
        }));
        let fate = tried.unwrap_or(Fate::Panicked);
        if let Fate::Noticed(scenario) = fate {
            self.lately.retain(|known| *known != scenario);
            self.lately.insert(0, scenario);
            self.lately.truncate(LATELY);
        }
        fate
    }

    fn first_to_notice(&self, ruleset: &Ruleset, mutant: &Mutant) -> Option<usize> {
        let concerned = |scenario: &usize| !mutant.is_of_variant() || self.suite.has_variants(*scenario);
        let alone = self.lately.iter().filter(|scenario| concerned(scenario));
        let noticed =
            alone.copied().find(|scenario| self.suite.first_failure(ruleset, &[*scenario]).is_some());
        noticed.or_else(|| {
            let groups = self.groups.iter().filter(|group| group.iter().any(concerned));
            groups.into_iter().find_map(|group| self.suite.first_failure(ruleset, group))
        })
    }
}

/// The files of a game but its scenarios. (Texts stay, for variants change them.)
pub fn rules(game: &str) -> Files {
    files(game).into_iter().filter(|(path, _)| !is_file(path)).collect()
}

fn compiled(files: &Files) -> Option<Ruleset> {
    compile(files).ruleset
}

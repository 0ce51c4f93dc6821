//! What becomes of a mutant.

use std::panic::{AssertUnwindSafe, catch_unwind};

use ludex::machinery::load::scenario::is_file;
use ludex::mutants as made;

use super::{Files, Mutant};
use crate::rulesets::files;

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

/// The scenarios of a game, to be run on its mutants.
pub struct MutantTrial {
    rules: Files,
    trial: made::MutantTrial,
}

impl MutantTrial {
    /// For a shipped game, of which all scenarios must pass (`scenarios.rs`).
    pub fn of(game: &str) -> Self {
        let trial = made::MutantTrial::new(&files(game));
        let trial = trial.unwrap_or_else(|problems| panic!("{game}: {problems:?}"));
        Self { rules: rules(game), trial }
    }

    /// The files of which mutants are made.
    pub fn rules(&self) -> &Files {
        &self.rules
    }

    /// The name of a scenario.
    pub fn scenario(&self, number: usize) -> &str {
        self.trial.scenario(number)
    }

    /// What becomes of a mutant. Which scenario notices it depends on those before; whether one does does not.
    pub fn try_out(&self, mutant: &Mutant) -> Fate {
        let tried = catch_unwind(AssertUnwindSafe(|| match self.trial.fate(mutant) {
            made::Fate::Refused => Fate::Refused,
            made::Fate::Noticed(scenario) => Fate::Noticed(scenario),
            made::Fate::Survived => Fate::Survived,
        }));
        tried.unwrap_or(Fate::Panicked)
    }
}

/// The files of a game but its scenarios. (Texts stay, for variants change them.)
pub fn rules(game: &str) -> Files {
    files(game).into_iter().filter(|(path, _)| !is_file(path)).collect()
}

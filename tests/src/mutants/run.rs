//! Tests mutants with the scenarios of their game.

use std::panic::{AssertUnwindSafe, catch_unwind};

use ludex::mutants as made;
use ludex_check::load::scenario::is_file;

use super::{Files, Mutant};
use crate::rulesets::files;

/// Result of testing a mutant.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fate {
    /// `check` rejects it.
    Refused,
    /// The scenario with this number fails.
    Noticed(usize),
    /// All scenarios pass.
    Survived,
    /// The interpreter panicked.
    Panicked,
}

/// The scenarios of a game, prepared for its mutants.
pub struct MutantTrial {
    rules: Files,
    trial: made::MutantTrial,
}

impl MutantTrial {
    /// Prepares a shipped game, all of whose scenarios must pass (`scenarios.rs`).
    pub fn for_game(game: &str) -> Self {
        let trial = made::MutantTrial::new(&files(game));
        let trial = trial.unwrap_or_else(|problems| panic!("{game}: {problems:?}"));
        Self { rules: rules(game), trial }
    }

    /// Returns the files from which mutants are made.
    pub fn rules(&self) -> &Files {
        &self.rules
    }

    /// Returns the name of a scenario.
    pub fn scenario(&self, number: usize) -> &str {
        self.trial.scenario(number)
    }

    /// Tests a mutant. The number of the failing scenario depends on the order of earlier tests; the outcome
    /// does not.
    pub fn try_out(&self, mutant: &Mutant) -> Fate {
        let tried = catch_unwind(AssertUnwindSafe(|| match self.trial.fate(mutant) {
            made::Fate::Refused => Fate::Refused,
            made::Fate::Noticed(scenario) => Fate::Noticed(scenario),
            made::Fate::Survived => Fate::Survived,
        }));
        tried.unwrap_or(Fate::Panicked)
    }
}

/// Returns the files of a game without its scenarios. Texts are included, because variants change them.
pub fn rules(game: &str) -> Files {
    files(game).into_iter().filter(|(path, _)| !is_file(path)).collect()
}

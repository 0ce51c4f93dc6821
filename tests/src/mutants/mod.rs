//! Mutants of the shipped games, created and tested by the library (`interpreter/src/scenario/mutants`).

mod explained;
mod run;

use ludex::mutants as made;

pub use explained::{Explained, explained};
pub use made::Mutant;
pub use run::rules;
pub use run::{Fate, MutantTrial};

/// Files of a ruleset: path and text.
pub type Files = Vec<(String, String)>;

/// Returns all mutants of a ruleset by file and source location, each once.
pub fn mutants(files: &Files) -> Vec<Mutant> {
    made::mutants(files)
}

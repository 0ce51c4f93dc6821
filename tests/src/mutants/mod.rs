//! Mutants of the shipped games: the library makes them and tries them out (`interpreter/src/scenario/mutants`).

mod explained;
mod run;

use ludex::mutants as made;

pub use explained::{Explained, explained};
pub use made::Mutant;
pub use run::rules;
pub use run::{Fate, MutantTrial};

/// Files of a ruleset: path and text.
pub type Files = Vec<(String, String)>;

/// All mutants of a ruleset by file and place, each once.
pub fn mutants(files: &Files) -> Vec<Mutant> {
    made::mutants(files)
}

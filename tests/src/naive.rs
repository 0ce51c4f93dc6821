//! `cases/naive`: games written carelessly, each paired with a careful version.
//!
//! The note `careful` is the path of the careful version, which also provides missing files, cards and
//! scenarios.

use ludex::Ruleset;

use crate::cases::{Case, cases, here, read};
use crate::rulesets::{compile_case, files_of};

/// Two versions of a game.
pub struct Pair {
    /// Common name.
    pub name: String,
    /// Careful version.
    pub careful: Ruleset,
    /// Careless version.
    pub naive: Ruleset,
    /// Files of the careless version.
    pub files: Vec<(String, String)>,
    /// Number of players for measurements.
    pub players: u8,
}

/// Returns every game of the folder.
pub fn pairs() -> Vec<Pair> {
    cases("naive").iter().map(pair).collect()
}

fn pair(case: &Case) -> Pair {
    let careful = here().join(case.note("careful").expect("a naive game says where the careful one is"));
    let careful = match careful.is_dir() {
        true => files_of(&careful),
        false => Case { name: case.name.clone(), text: read(&careful) }.files(),
    };
    let mut files = case.files();
    let lacking: Vec<_> =
        careful.iter().filter(|(path, _)| files.iter().all(|(own, _)| own != path)).cloned().collect();
    files.extend(lacking);
    Pair {
        name: case.stem().to_owned(),
        careful: compile_case(&careful),
        naive: compile_case(&files),
        files,
        players: case.players(),
    }
}

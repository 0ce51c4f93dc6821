//! `cases/naive`: games written without care, each beside the game that a careful hand made of the same rules. Its note `careful` says where that one stands; files that
//! it lacks, cards and scenarios, are those of the careful one.

use ludex::Ruleset;

use crate::cases::{Case, cases, here, read};
use crate::rulesets::{compile_case, files_of};

/// A game twice.
pub struct Pair {
    /// What both are called.
    pub name: String,
    /// Written with care.
    pub careful: Ruleset,
    /// Written without.
    pub naive: Ruleset,
    /// The files of the naive one.
    pub files: Vec<(String, String)>,
    /// With how many it is measured.
    pub players: u8,
}

/// Every game of the folder.
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

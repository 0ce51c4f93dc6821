//! Survivors that are no gap: `cases/mutants/GAME.yaml` says of each why nothing can tell it from the rules as they are.

use std::collections::BTreeMap;

use serde::Deserialize;

use crate::cases::{here, read};

/// Why mutants survive, by file and id.
pub type Explained = BTreeMap<(String, String), String>;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Reason {
    /// Why they mean the same.
    why: String,
    /// By file: the ids of mutants.
    mutants: BTreeMap<String, Vec<String>>,
}

/// The survivors of a game that are explained.
pub fn explained(game: &str) -> Explained {
    let path = here().join("cases/mutants").join(format!("{game}.yaml"));
    if !path.exists() {
        return Explained::new();
    }
    let reasons: Vec<Reason> =
        serde_yaml::from_str(&read(&path)).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    let mut all = Explained::new();
    for reason in reasons {
        for (file, ids) in reason.mutants {
            for id in ids {
                let twice = all.insert((file.clone(), id.clone()), reason.why.clone());
                assert!(twice.is_none(), "{}: `{id}` stands twice", path.display());
            }
        }
    }
    all
}

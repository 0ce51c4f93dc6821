//! Equivalent mutants: `cases/mutants/GAME.yaml` explains why they can't be distinguished from the original
//! rules.

use std::collections::BTreeMap;

use serde::Deserialize;

use crate::cases::{here, read};

/// Reasons for survival, by file and ID.
pub type Explained = BTreeMap<(String, String), String>;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Reason {
    /// Explanation of the equivalence.
    why: String,
    /// IDs of mutants, by file.
    mutants: BTreeMap<String, Vec<String>>,
}

/// Returns the explained survivors of a game.
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

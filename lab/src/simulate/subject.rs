//! What was played, by name: what a report says beside its sums, and what shards must have in common.

use std::collections::BTreeMap;

use ludex::Setup;
use serde::{Deserialize, Serialize};

use super::Plan;

/// What was played.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Subject {
    /// The ruleset's id.
    pub ruleset: String,
    /// Its rules, as 16 hexadecimal digits.
    pub fingerprint: String,
    /// How many play.
    pub players: u8,
    /// Options as given.
    pub options: BTreeMap<String, String>,
    /// Variants by id.
    pub variants: Vec<String>,
    /// Overlays as given.
    pub overlays: Vec<String>,
    /// Games in all.
    pub games: u64,
    /// The seed of all.
    pub seed: u64,
    /// The seats by name.
    pub seats: Vec<String>,
    /// The phases by name.
    pub phases: Vec<String>,
    /// Scores are decimals.
    pub decimal: bool,
}

/// What a person wrote to say what is to be played.
#[derive(Debug, Clone, Default)]
pub struct Written {
    /// Options.
    pub options: Vec<(String, String)>,
    /// Variants by id.
    pub variants: Vec<String>,
    /// Overlays.
    pub overlays: Vec<String>,
}

impl Subject {
    /// What a plan plays.
    pub fn new(plan: &Plan<'_>, written: Written) -> Subject {
        let setup: &Setup = plan.setup;
        Subject {
            ruleset: setup.ruleset().id().to_owned(),
            fingerprint: format!("{:016x}", setup.ruleset().fingerprint()),
            players: setup.players(),
            options: written.options.into_iter().collect(),
            variants: written.variants,
            overlays: written.overlays,
            games: plan.games,
            seed: plan.seed,
            seats: setup.seats().map(|seat| seat.name).collect(),
            phases: setup.phases().map(|phase| phase.name).collect(),
            decimal: setup.has_decimal_score(),
        }
    }
}

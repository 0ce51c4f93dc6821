//! Report of a training.

use schemars::JsonSchema;
use serde::Serialize;

use super::Trained;
use crate::Weights;
use ludex::Setup;
use ludex_bots::policy::Strength;
use ludex_lab::report::{Changes, Head, Timing};

/// Report of a training: the weights and their strength.
#[derive(Debug, Clone, JsonSchema, Serialize)]
#[non_exhaustive]
pub struct Report {
    /// The game.
    #[serde(flatten)]
    pub head: Head,
    /// Seed of the games and of the initial weights.
    pub seed: u64,
    /// Games played in this training.
    pub games: u64,
    /// Number of games in total, including those of the initial weights (`--from`).
    pub all_games: u64,
    /// Games without a result, because a rule failed or the game was too long.
    pub failed: u64,
    /// True if the training was stopped early.
    pub stopped: bool,
    /// Features of the ruleset.
    pub rows: usize,
    /// Features that occurred in a game.
    pub rows_met: usize,
    /// Hash of the weights, in hexadecimal digits.
    pub weights: String,
    /// Hash of the initial weights; `null` without `--from`.
    pub from: Option<String>,
    /// Size of the weights in bytes.
    pub bytes: usize,
    /// File of the weights.
    pub file: String,
    /// Equal share of the victories.
    pub as_good: f64,
    /// Results of one seat against each bot; empty with `--no-measure`, and if all players win or lose
    /// together.
    pub strength: Vec<StrengthReport>,
    /// Scores of teams of equal bots, if all players win or lose together; otherwise empty.
    pub teams: Vec<TeamReport>,
    /// Elapsed time; absent with `--no-timing`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub timing: Option<Timing>,
}

/// Result of one seat against a bot in all other seats.
#[derive(Debug, Clone, JsonSchema, Serialize)]
#[non_exhaustive]
pub struct StrengthReport {
    /// Bot of the other seats.
    pub against: String,
    /// Number of games.
    pub games: u32,
    /// Share of the victories of the one seat.
    pub wins: f64,
    /// 95 % interval of `wins`.
    pub interval: [f64; 2],
}

/// Score of games that one bot plays in all seats.
#[derive(Debug, Clone, JsonSchema, Serialize)]
#[non_exhaustive]
pub struct TeamReport {
    /// Bot in all seats.
    pub bot: String,
    /// Number of games.
    pub games: u64,
    /// Mean score, over all players.
    pub score: f64,
    /// 95 % interval of `score`.
    pub interval: [f64; 2],
}

impl Report {
    /// Creates the report of a training, given the file and the hash of the initial weights.
    pub fn new(
        setup: &Setup,
        changes: Changes,
        (trained, weights, teams): (&Trained, &Weights, Vec<TeamReport>),
        (file, from): (String, Option<String>),
        timing: Option<Timing>,
    ) -> Self {
        let about = weights.about();
        Self {
            head: Head::new(setup, changes, &[]),
            from,
            seed: about.seed,
            games: trained.games,
            all_games: about.games,
            failed: trained.failed,
            stopped: trained.stopped,
            rows: trained.rows[0],
            rows_met: trained.rows[1],
            weights: format!("{:016x}", weights.hash()),
            bytes: weights.bytes().len(),
            file,
            as_good: 1.0 / f64::from(setup.players()),
            strength: about.strength.iter().map(StrengthReport::new).collect(),
            teams,
            timing,
        }
    }
}

impl StrengthReport {
    fn new(strength: &Strength) -> Self {
        let [low, wins, high] = strength.share.map(|millionths| f64::from(millionths) / 1e6);
        Self { against: strength.against.clone(), games: strength.games, wins, interval: [low, high] }
    }
}

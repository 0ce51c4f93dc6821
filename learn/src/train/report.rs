//! What a training came to, as values.

use serde::Serialize;

use super::Trained;
use crate::Weights;
use ludex::Setup;
use ludex_bots::policy::Strength;
use ludex_lab::report::{Changes, Head, Timing};

/// What was learnt, and how well it plays.
#[derive(Debug, Clone, Serialize)]
#[non_exhaustive]
pub struct Report {
    /// What was played.
    #[serde(flatten)]
    pub head: Head,
    /// From it follow all games and the first weights.
    pub seed: u64,
    /// Games that were played now.
    pub games: u64,
    /// Games of the weights in all, those of the weights that they began with included.
    pub all_games: u64,
    /// How many ended in a fault or took too long, and taught nothing.
    pub failed: u64,
    /// It was stopped before all games were played.
    pub stopped: bool,
    /// How many rows the ruleset has, and how many of them were ever met.
    pub rows: usize,
    /// See `rows`.
    pub rows_met: usize,
    /// A hash of the weights, in hex: the same for the same weights.
    pub weights: String,
    /// Hash of the weights that it began with; nothing if with none.
    pub from: Option<String>,
    /// How many bytes they take.
    pub bytes: usize,
    /// The file that they were written to.
    pub file: String,
    /// The share of the wins that is as good as the others'.
    pub as_good: f64,
    /// How well one seat did against others of one bot each.
    pub strength: Vec<StrengthReport>,
    /// How long it took.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub timing: Option<Timing>,
}

/// How well one seat did whose others all were one bot's.
#[derive(Debug, Clone, Serialize)]
#[non_exhaustive]
pub struct StrengthReport {
    /// The others.
    pub against: String,
    /// Games.
    pub games: u32,
    /// The share of the wins, where several won a part of one.
    pub wins: f64,
    /// Its interval of 95 %.
    pub interval: [f64; 2],
}

impl Report {
    /// From what was learnt, for a file, with the hash of the weights that it began with.
    pub fn new(
        setup: &Setup,
        changes: Changes,
        (trained, weights): (&Trained, &Weights),
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

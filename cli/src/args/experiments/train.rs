//! Arguments of `ludex train`.

use std::path::PathBuf;

use super::Changes;

/// `ludex train`
#[derive(Debug, clap::Args)]
#[cfg_attr(not(feature = "learn"), allow(dead_code, reason = "the command only says what is missing"))]
pub struct TrainArgs {
    /// ID of a shipped ruleset, or a path
    pub ruleset: String,
    /// Set the number of players [default: the usual number of the ruleset]
    #[arg(long, value_name = "N")]
    pub players: Option<u32>,
    /// Set the number of games
    #[arg(long, value_name = "N", default_value_t = 30_000, value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    pub games: u64,
    /// Start from existing weights, such as those of a previous version
    #[arg(long, value_name = "FILE")]
    pub from: Option<PathBuf>,
    /// Set the random seed of all games and initial weights
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// Set the output file [default: policy/PLAYERS.ldxp next to the ruleset]
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Skip the evaluation of the weights
    ///
    /// The evaluation takes at most about as long as the training.
    #[arg(long)]
    pub no_measure: bool,
    /// Set the number of threads [default: one per core]
    ///
    /// Weights do not depend on the number of threads.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub jobs: Option<u16>,
    /// Print JSON instead of a table
    #[arg(long)]
    pub json: bool,
    /// Omit values that differ between runs: threads, seconds
    #[arg(long)]
    pub no_timing: bool,
    /// Set an option of the ruleset (repeatable)
    #[arg(long = "set", value_name = "OPTION=VALUE")]
    pub options: Vec<String>,
    /// Variants and overlays.
    #[command(flatten)]
    pub changes: Changes,
}

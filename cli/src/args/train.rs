//! What can be typed for `ludex train`.

use std::path::PathBuf;

use super::Changes;

/// `ludex train`
#[derive(Debug, clap::Args)]
#[cfg_attr(not(feature = "learn"), allow(dead_code, reason = "the command only says what is missing"))]
pub struct TrainArgs {
    /// A shipped ruleset's id, or a path
    pub ruleset: String,
    /// How many players [default: the usual number of the ruleset]
    #[arg(long, value_name = "N")]
    pub players: Option<u32>,
    /// How many games
    #[arg(long, value_name = "N", default_value_t = 30_000, value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    pub games: u64,
    /// Weights to begin with, such as those of the game before it was changed
    #[arg(long, value_name = "FILE")]
    pub from: Option<PathBuf>,
    /// The seed from which all games and first weights follow
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// Where the weights go [default: policy/PLAYERS.ldxp beside the ruleset]
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Leaves out how well they play, which takes about as long as some hundred games of the bots in the table
    #[arg(long)]
    pub no_measure: bool,
    /// Threads [default: one for each core]; the weights do not depend on it
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub jobs: Option<u16>,
    /// Prints JSON instead of a table
    #[arg(long)]
    pub json: bool,
    /// Leaves out what differs from run to run: threads, seconds
    #[arg(long)]
    pub no_timing: bool,
    /// Sets an option of the ruleset (repeatable)
    #[arg(long = "set", value_name = "OPTION=VALUE")]
    pub options: Vec<String>,
    /// Variants and overlays.
    #[command(flatten)]
    pub changes: Changes,
}

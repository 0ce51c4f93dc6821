//! Arguments of `ludex trace` and `ludex profile`.

use super::Changes;

/// `ludex trace`
#[derive(Debug, clap::Args)]
pub struct TraceArgs {
    /// Saved game; with --scenario, ID or path of the ruleset
    #[arg(value_name = "SAVE|GAME")]
    pub what: String,
    /// Trace a scenario
    ///
    /// NAME is its name, or words that appear in no other name.
    #[arg(long, value_name = "NAME")]
    pub scenario: Option<String>,
    /// Show only choice N, from 1; 0 shows the events before the first choice
    #[arg(long, value_name = "N", conflicts_with_all = ["from", "to"])]
    pub at: Option<usize>,
    /// Start at choice N
    #[arg(long, value_name = "N")]
    pub from: Option<usize>,
    /// Stop after choice N
    #[arg(long, value_name = "N")]
    pub to: Option<usize>,
    /// Trace an unfinished game, including hidden information
    #[arg(long, conflicts_with = "scenario")]
    pub reveal: bool,
    /// Show events only, without tests, names and computations
    #[arg(long)]
    pub brief: bool,
    /// Print JSON (docs/json.md)
    #[arg(long, conflicts_with = "brief")]
    pub json: bool,
    /// Set the ruleset of a saved game, if it has moved
    #[arg(long, value_name = "ID|PATH", conflicts_with = "scenario")]
    pub ruleset: Option<String>,
    /// Variants and overlays.
    #[command(flatten)]
    pub changes: Changes,
}

/// `ludex profile`
#[derive(Debug, clap::Args)]
pub struct ProfileArgs {
    /// ID of a shipped ruleset, or a path
    pub ruleset: String,
    /// Set the number of games to play
    #[arg(long, value_name = "N", default_value = "100", value_parser = clap::value_parser!(u64).range(1..=100_000))]
    pub games: u64,
    /// Set the bots; only `random` is possible, as search time is not game time
    #[arg(long, value_name = "LIST", default_value = "random")]
    pub bots: String,
    /// Set the number of players [default: the usual number of the ruleset]
    #[arg(long, value_name = "N")]
    pub players: Option<u32>,
    /// Set an option of the ruleset (repeatable)
    #[arg(long = "set", value_name = "OPTION=VALUE")]
    pub options: Vec<String>,
    /// Set the seed of the first game
    #[arg(long, value_name = "N", default_value = "1")]
    pub seed: u64,
    /// Set the number of lines to show, most expensive first
    #[arg(long, value_name = "N", default_value = "20")]
    pub lines: usize,
    /// Print all lines as JSON (docs/json.md)
    #[arg(long, conflicts_with = "lines")]
    pub json: bool,
    /// Variants and overlays.
    #[command(flatten)]
    pub changes: Changes,
}

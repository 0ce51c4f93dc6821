//! `ludex trace`, `ludex profile`.

use super::Changes;

/// `ludex trace`
#[derive(Debug, clap::Args)]
pub struct TraceArgs {
    /// A saved game; with --scenario the ruleset: a shipped one's id, or a path
    #[arg(value_name = "SAVE|GAME")]
    pub what: String,
    /// A scenario: its name, or words that only it has in its name
    #[arg(long, value_name = "NAME")]
    pub scenario: Option<String>,
    /// Only the choice with this number, from 1; 0 is what came before the first one
    #[arg(long, value_name = "N", conflicts_with_all = ["from", "to"])]
    pub at: Option<usize>,
    /// From this choice on
    #[arg(long, value_name = "N")]
    pub from: Option<usize>,
    /// Up to this choice
    #[arg(long, value_name = "N")]
    pub to: Option<usize>,
    /// Also of a game that is not over yet, with all that players may not know
    #[arg(long, conflicts_with = "scenario")]
    pub reveal: bool,
    /// Only events: without tests, names, and what values were computed from
    #[arg(long)]
    pub brief: bool,
    /// Print as JSON (docs/json.md)
    #[arg(long, conflicts_with = "brief")]
    pub json: bool,
    /// The ruleset of a saved game, if it is no longer where it was
    #[arg(long, value_name = "ID|PATH", conflicts_with = "scenario")]
    pub ruleset: Option<String>,
    /// Variants and overlays.
    #[command(flatten)]
    pub changes: Changes,
}

/// `ludex profile`
#[derive(Debug, clap::Args)]
pub struct ProfileArgs {
    /// A shipped ruleset's id, or a path
    pub ruleset: String,
    /// How many games are played
    #[arg(long, value_name = "N", default_value = "100", value_parser = clap::value_parser!(u64).range(1..=100_000))]
    pub games: u64,
    /// Who plays; `random` alone, for what a bot thinks is not the game's
    #[arg(long, value_name = "LIST", default_value = "random")]
    pub bots: String,
    /// How many players [default: the usual number of the ruleset]
    #[arg(long, value_name = "N")]
    pub players: Option<u32>,
    /// Sets an option of the ruleset (repeatable)
    #[arg(long = "set", value_name = "OPTION=VALUE")]
    pub options: Vec<String>,
    /// The seed of the first game
    #[arg(long, value_name = "N", default_value = "1")]
    pub seed: u64,
    /// Lines that are shown, the most expensive first
    #[arg(long, value_name = "N", default_value = "20")]
    pub lines: usize,
    /// Print all lines as JSON (docs/json.md)
    #[arg(long, conflicts_with = "lines")]
    pub json: bool,
    /// Variants and overlays.
    #[command(flatten)]
    pub changes: Changes,
}

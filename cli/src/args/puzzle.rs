//! `ludex puzzle`

use std::path::PathBuf;

use super::Changes;

/// Arguments of `ludex puzzle`.
#[derive(Debug, clap::Args)]
pub struct PuzzleArgs {
    /// ID of a shipped ruleset, or a path
    pub ruleset: String,
    /// Set the output folder; in the folder of a ruleset, scenarios/ is used
    #[arg(long, value_name = "FOLDER", default_value = "puzzles")]
    pub out: PathBuf,
    /// Set the number of games to play
    ///
    /// Each game yields at most one puzzle.
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u64).range(1..=100_000))]
    pub games: u64,
    /// Set the minimum lead of the best option, in percentage points
    #[arg(long, value_name = "POINTS", default_value_t = 20, value_parser = clap::value_parser!(u32).range(1..=100))]
    pub margin: u32,
    /// Set the number of search iterations per decision
    ///
    /// Each puzzle is verified with four times as many.
    #[arg(long, value_name = "N", default_value_t = 500, value_parser = clap::value_parser!(u32).range(10..=1_000_000))]
    pub tries: u32,
    /// Set the number of players [default: the usual number of the ruleset]
    #[arg(long, value_name = "N")]
    pub players: Option<u32>,
    /// Set the seed of the first game
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// Print the found puzzles as JSON
    #[arg(long)]
    pub json: bool,
    /// Set an option of the ruleset (repeatable)
    #[arg(long = "set", value_name = "OPTION=VALUE")]
    pub options: Vec<String>,
    /// Apply a variant of the ruleset (repeatable)
    #[arg(long = "variant", value_name = "ID")]
    pub variants: Vec<String>,
}

impl PuzzleArgs {
    /// Returns the changes of the ruleset. Scenarios can name variants, but not overlays.
    pub fn changes(&self) -> Changes {
        Changes { variants: self.variants.clone(), ..Changes::default() }
    }
}

//! `ludex puzzle`

use std::path::PathBuf;

use super::Changes;

/// What `ludex puzzle` takes.
#[derive(Debug, clap::Args)]
pub struct PuzzleArgs {
    /// A shipped ruleset's id, or a path
    pub ruleset: String,
    /// The folder for the scenarios; in that of a ruleset they are put into scenarios/
    #[arg(long, value_name = "FOLDER", default_value = "puzzles")]
    pub out: PathBuf,
    /// Games that are played; of each comes one puzzle at most
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u64).range(1..=100_000))]
    pub games: u64,
    /// By how many percentage points the best option is better than the next
    #[arg(long, value_name = "POINTS", default_value_t = 20, value_parser = clap::value_parser!(u32).range(1..=100))]
    pub margin: u32,
    /// Tries for each decision of a game; a puzzle is looked at again with four times as many
    #[arg(long, value_name = "N", default_value_t = 500, value_parser = clap::value_parser!(u32).range(10..=1_000_000))]
    pub tries: u32,
    /// How many players [default: the usual number of the ruleset]
    #[arg(long, value_name = "N")]
    pub players: Option<u32>,
    /// The seed of the first game
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// Says what was found as JSON
    #[arg(long)]
    pub json: bool,
    /// Sets an option of the ruleset (repeatable)
    #[arg(long = "set", value_name = "OPTION=VALUE")]
    pub options: Vec<String>,
    /// Variants that are played with (repeatable)
    #[arg(long = "variant", value_name = "ID")]
    pub variants: Vec<String>,
}

impl PuzzleArgs {
    /// What of the ruleset is changed: a scenario can name variants, but no overlays.
    pub fn changes(&self) -> Changes {
        Changes { variants: self.variants.clone(), overlays: Vec::new() }
    }
}

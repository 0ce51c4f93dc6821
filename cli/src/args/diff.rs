//! What can be typed for a difference.

use std::path::PathBuf;

use super::experiments::RunArgs;
use super::{Changes, CompareArgs};

/// `ludex diff`
#[derive(Debug, clap::Args)]
pub struct DiffArgs {
    /// What it is compared with: a shipped ruleset's id, a path, or a git revision of the variant's folder (git:HEAD~1)
    pub base: String,
    /// The other ruleset, an overlay on the base, or a git revision of the base's folder [default: the base, changed by --variant or --overlay]
    pub variant: Option<String>,
    /// A saved game, whose choices are made again on both (repeatable)
    #[arg(long = "game", value_name = "FILE")]
    pub saves: Vec<PathBuf>,
    /// Also says who wins more on which, by at most so many pairs of games, as `ludex compare` does
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=10_000_000))]
    pub games: Option<u64>,
    /// Who plays these, by seat, separated by commas; the last has all seats that are left [default: random]
    #[arg(long, value_name = "LIST", requires = "games")]
    pub bots: Option<String>,
    /// How many players [default: the usual number of the base]
    #[arg(long, value_name = "N", requires = "games")]
    pub players: Option<u32>,
    /// The seed all pairs derive theirs from
    #[arg(long, value_name = "N", requires = "games", default_value_t = 1)]
    pub seed: u64,
    /// Threads [default: one for each core]; the results do not depend on it
    #[arg(long, value_name = "N", requires = "games", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub jobs: Option<u16>,
    /// Writes Markdown, for the text of a pull request
    #[arg(long, conflicts_with = "json")]
    pub markdown: bool,
    /// Prints JSON instead
    #[arg(long)]
    pub json: bool,
    /// Exits with 1 if anything differs
    #[arg(long)]
    pub exit_code: bool,
    /// Variants and overlays.
    #[command(flatten)]
    pub changes: Changes,
}

impl DiffArgs {
    /// The same as asked of `ludex compare`, if games are to be played.
    pub fn compare(&self) -> Option<CompareArgs> {
        self.games.map(|games| CompareArgs {
            budget: None,
            retrain: None,
            levels: None,
            base: self.base.clone(),
            variant: self.variant.clone(),
            games,
            rotate: false,
            by: None,
            shard: None,
            detail: false,
            margin: CompareArgs::MARGIN,
            html: None,
            log: None,
            run: RunArgs {
                players: self.players,
                seed: self.seed,
                jobs: self.jobs,
                bots: self.bots.clone(),
                json: self.json,
                no_timing: true,
                options: Vec::new(),
                changes: self.changes.clone(),
            },
        })
    }
}

//! Arguments of `ludex diff`.

use std::path::PathBuf;

use super::experiments::{RunArgs, WhoArgs};
use super::{Changes, CompareArgs};

/// `ludex diff`
#[derive(Debug, clap::Args)]
pub struct DiffArgs {
    /// Base: ID of a shipped ruleset, a path, or a git revision (git:HEAD~1)
    ///
    /// A git revision is of the folder of the variant.
    pub base: String,
    /// Other ruleset, overlay on the base, or git revision of the folder of the base
    ///
    /// Default: the base, changed by --variant or --overlay.
    pub variant: Option<String>,
    /// Replay the choices of a saved game on both rulesets (repeatable)
    #[arg(long = "game", value_name = "FILE")]
    pub saves: Vec<PathBuf>,
    /// Also compare win rates with at most N pairs of games, as `ludex compare`
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=10_000_000))]
    pub games: Option<u64>,
    /// Set the bots by seat, separated by commas [default: random]
    ///
    /// The last bot takes all seats that are left.
    #[arg(long, value_name = "LIST", requires = "games")]
    pub bots: Option<String>,
    /// Set the number of players [default: the usual number of the base]
    #[arg(long, value_name = "N", requires = "games")]
    pub players: Option<u32>,
    /// Set the base seed, from which the seed of each pair is derived
    #[arg(long, value_name = "N", requires = "games", default_value_t = 1)]
    pub seed: u64,
    /// Set the number of threads [default: one per core]
    ///
    /// Results do not depend on the number of threads.
    #[arg(long, value_name = "N", requires = "games", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub jobs: Option<u16>,
    /// Print Markdown, for a pull request
    #[arg(long, conflicts_with = "json")]
    pub markdown: bool,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
    /// Exit with code 1 if anything differs
    #[arg(long)]
    pub exit_code: bool,
    /// Variants and overlays.
    #[command(flatten)]
    pub changes: Changes,
}

impl DiffArgs {
    /// Returns the equivalent arguments of `ludex compare`; `None` without `--games`.
    pub fn compare(&self) -> Option<CompareArgs> {
        self.games.map(|games| CompareArgs {
            who: WhoArgs::default(),
            within: None,
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
                train: None,
                numbers: None,
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

//! Arguments of `ludex report`.

use std::path::PathBuf;

use super::{Budget, RunArgs, Training, WhoArgs};

/// `ludex report`
#[derive(Debug, Clone, clap::Args)]
pub struct ReportArgs {
    /// ID of a shipped ruleset, or a path
    pub ruleset: String,
    /// Also write the report as an HTML page to a file
    ///
    /// The page has charts and pictures of cards. It needs no network.
    #[arg(long, value_name = "FILE")]
    pub html: Option<PathBuf>,
    /// Set the language of the report
    #[arg(long, value_name = "LANG")]
    pub lang: Option<String>,
    /// Use the best players and as many games as fit into this time [default: 2m]
    ///
    /// TIME is a time such as 90s, 2m or 1h, estimated for two slow cores. Training the players counts. With --bots,
    /// only the number of games depends on it.
    #[arg(long, value_name = "TIME")]
    pub budget: Option<Budget>,
    /// Train this many policies on so many games each, such as 8x4000
    ///
    /// Default: as fits into --budget, if neither a search nor weights next to the ruleset can play.
    #[arg(long, value_name = "NxGAMES", conflicts_with_all = ["bots", "no_train"])]
    pub train: Option<Training>,
    /// Train no players: use the best bots that fit into --budget
    #[arg(long, conflicts_with = "bots")]
    pub no_train: bool,
    /// Also report the same game in a git revision of its folder, and the differences
    ///
    /// REVISION is a revision such as git:HEAD~1. Each report has half of the time.
    #[arg(long, value_name = "REVISION")]
    pub since: Option<String>,
    /// Assume that a decision takes this many seconds
    #[arg(long, value_name = "SECONDS", default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..=3600))]
    pub pace: u32,
    /// Shared flags of the experiments.
    #[command(flatten)]
    pub run: RunArgs,
}

impl ReportArgs {
    /// Returns the flags that choose the players.
    pub fn who(&self) -> WhoArgs {
        WhoArgs { budget: self.budget, train: self.train, no_train: self.no_train }
    }
}

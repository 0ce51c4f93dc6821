//! Arguments of `ludex ladder`.

use std::path::PathBuf;

use ludex_lab::shard::Shard;

use super::{Budget, Counted, RunArgs, Training, WhoArgs};

/// `ludex ladder`
#[derive(Debug, Clone, clap::Args)]
pub struct LadderArgs {
    /// ID of a shipped ruleset, or a path
    pub ruleset: String,
    /// Set the number of games per match
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u64).range(1..=10_000_000))]
    pub games: u64,
    /// Let searches play alone, and set the iterations of the weakest; each next one has twice as many [default: 50]
    #[arg(long, value_name = "N", conflicts_with_all = ["bots", "budget", "train"], value_parser = clap::value_parser!(u32).range(1..=20_000))]
    pub from: Option<u32>,
    /// Set the measure: score or wins [default: the objective of the game]
    #[arg(long, value_enum)]
    pub by: Option<Counted>,
    /// Let searches play alone, and set their number [default: 5]
    #[arg(long, value_name = "N", conflicts_with_all = ["bots", "budget", "train"], value_parser = clap::value_parser!(u32).range(1..=12))]
    pub steps: Option<u32>,
    /// Use bots, and a policy trained on as many games, as fit into this time [default: 2m]
    ///
    /// TIME is a time such as 90s, 2m or 1h, estimated for two slow cores. The players are printed first.
    #[arg(long, value_name = "TIME", conflicts_with = "bots")]
    pub budget: Option<Budget>,
    /// Train the policy on so many games
    ///
    /// Default: as many as fit into --budget, if there are no weights next to the ruleset. The policy is kept in
    /// the cache of the user.
    #[arg(long, value_name = "GAMES", conflicts_with_all = ["bots", "no_train"], value_parser = training)]
    pub train: Option<u64>,
    /// Train no policy: let searches play alone
    #[arg(long, conflicts_with = "bots")]
    pub no_train: bool,
    /// Print one long CSV table
    ///
    /// Columns: part, name, measure, value, low, high, n.
    #[arg(long, conflicts_with = "json")]
    pub csv: bool,
    /// Also write an HTML page with charts to a file
    ///
    /// The page needs no network.
    #[arg(long, value_name = "FILE")]
    pub html: Option<PathBuf>,
    /// Play one of N parts and print its counts as JSON for `ludex merge`
    #[arg(long, value_name = "I/N", conflicts_with_all = ["csv", "html"])]
    pub shard: Option<Shard>,
    /// Shared flags of the experiments.
    #[command(flatten)]
    pub run: RunArgs,
}

/// Parses the games of one training.
fn training(text: &str) -> Result<u64, String> {
    let games = text.parse().ok().filter(|games| (1..=1_000_000_000).contains(games));
    games.ok_or_else(|| "a ladder trains one policy: give the number of games, such as 5000".to_owned())
}

impl LadderArgs {
    /// Returns the flags that choose the players.
    pub fn who(&self) -> WhoArgs {
        let train = self.train.map(|games| Training { policies: 1, games });
        WhoArgs { budget: self.budget, train, no_train: self.no_train }
    }
}

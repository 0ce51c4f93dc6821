//! Arguments of the experiments.

mod budget;
mod ladder;
mod report;
mod train;
mod training;

use std::path::PathBuf;

use clap::{Subcommand, ValueEnum};
use ludex_lab::Objective;
use ludex_lab::shard::Shard;

pub use budget::{Budget, spoken};
pub use ladder::LadderArgs;
pub use report::ReportArgs;
pub use train::TrainArgs;
pub use training::Training;

use super::{Changes, Numbers, shell};

/// Experiments: commands that play many games and report statistics.
#[derive(Debug, Subcommand)]
pub enum Experiment {
    /// Simulate many games between bots and report statistics
    #[command(after_help = help!("simulate"))]
    Simulate(SimulateArgs),
    /// Compare win rates or scores of two rulesets, or of a ruleset and a variant
    #[command(after_help = help!("compare"))]
    Compare(CompareArgs),
    /// Measure the causal effect of each card
    #[command(after_help = help!("impact"))]
    Impact(ImpactArgs),
    /// Measure the influence of skill and of the seat
    #[command(
        after_help = help!("ladder"),
        mut_arg("bots", |arg| arg.value_name("LIST").help("Set the bots, the weakest first, separated by commas: greedy, greedy:DEALS, search:ITERATIONS, …, exec:./bot.py [default: a policy trained within --budget, and the bots that fit beside it]"))
    )]
    Ladder(LadderArgs),
    /// Simulate a game for a range of option and card values
    #[command(after_help = help!("sweep"))]
    Sweep(SweepArgs),
}

impl Experiment {
    /// Returns true if the output is one document or file, which a repetition would replace.
    pub fn is_single(&self) -> bool {
        match self {
            Self::Simulate(SimulateArgs { html, log, store, csv, shard, .. }) => {
                html.is_some() || log.is_some() || *store || *csv || shard.is_some()
            }
            Self::Compare(CompareArgs { html, log, shard, .. }) => {
                html.is_some() || log.is_some() || shard.is_some()
            }
            Self::Impact(ImpactArgs { html, store, shard, .. }) => {
                html.is_some() || *store || shard.is_some()
            }
            Self::Ladder(LadderArgs { html, csv, shard, .. })
            | Self::Sweep(SweepArgs { html, csv, shard, .. }) => html.is_some() || *csv || shard.is_some(),
        }
    }

    /// Takes the numbers of players: of `--players`, or of `sweep --vary players=2..5`.
    ///
    /// # Errors
    /// If they are malformed, or given twice.
    pub fn take_numbers(&mut self) -> Result<Option<Numbers>, String> {
        let varied = if let Self::Sweep(args) = self { args.take_players()? } else { None };
        let given = self.run_args().numbers;
        if varied.is_some() && given.is_some() {
            return Err("the number of players is both set and varied".to_owned());
        }
        Ok(varied.or(given))
    }

    /// Returns the flags that all experiments share.
    pub fn run_args(&mut self) -> &mut RunArgs {
        match self {
            Self::Simulate(args) => &mut args.run,
            Self::Compare(args) => &mut args.run,
            Self::Impact(args) => &mut args.run,
            Self::Ladder(args) => &mut args.run,
            Self::Sweep(args) => &mut args.run,
        }
    }
}

/// Flags shared by all experiments: players, changes and output.
#[derive(Debug, Clone, clap::Args)]
pub struct RunArgs {
    /// Set the number of players, or a range such as 2..5 [default: the usual number of the ruleset]
    ///
    /// With a range, the experiment is repeated for each number. --budget is for each of them. JSON is then an
    /// array.
    #[arg(long = "players", value_name = "N")]
    pub numbers: Option<Numbers>,
    /// The number of players of this repetition.
    #[arg(skip)]
    pub players: Option<u32>,
    /// Set the base seed, from which the seed of each game is derived
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// Set the number of threads [default: one per core]
    ///
    /// Results do not depend on the number of threads.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub jobs: Option<u16>,
    /// Set the bots by seat, separated by commas: random, greedy:DEALS, search:ITERATIONS, easy, normal, hard, …,
    /// in simulate and ladder also programs: exec:./bot.py;
    /// the last takes all seats that are left [default: simulate: random; ladder, compare, impact and sweep:
    /// the best that fit into --budget, which are trained if necessary]
    #[arg(long, value_name = "LIST")]
    pub bots: Option<String>,
    /// Players that were trained for the run.
    #[arg(skip)]
    pub train: Option<Training>,
    /// Print JSON instead of a table
    #[arg(long)]
    pub json: bool,
    /// Omit values that differ between runs: threads, seconds, speed
    #[arg(long)]
    pub no_timing: bool,
    /// Set an option of the ruleset, or a value such as cards.king.value=18 (repeatable)
    #[arg(long = "set", value_name = "NAME=VALUE")]
    pub options: Vec<String>,
    /// Variants and overlays.
    #[command(flatten)]
    pub changes: Changes,
}

impl RunArgs {
    /// Separates the values from the options: names of values begin with `cards.`, or have two dots.
    pub fn separate_values(&mut self) {
        let typed = std::mem::take(&mut self.options);
        let is_value = |word: &String| {
            let name = word.split_once('=').map_or(word.as_str(), |(name, _)| name);
            name.starts_with("cards.") || name.matches('.').count() > 1
        };
        let (values, options): (Vec<String>, Vec<String>) = typed.into_iter().partition(is_value);
        let plain = |word: String| word.strip_prefix("options.").map(str::to_owned).unwrap_or(word);
        self.options = options.into_iter().map(plain).collect();
        self.changes.values.extend(values);
    }

    /// Returns the flags that reproduce the same games, each after a space.
    pub fn again(&self) -> String {
        let mut words = format!(" --seed {}", self.seed);
        let (players, train) = (self.players.map(|n| n.to_string()), self.train.map(|n| n.to_string()));
        let rows = [("players", players), ("bots", self.bots.as_deref().map(shell)), ("train", train)];
        for (key, value) in rows {
            words += &value.map_or_else(String::new, |value| format!(" --{key} {value}"));
        }
        words + &self.words()
    }

    /// Returns the flags that change the ruleset, each after a space.
    pub fn words(&self) -> String {
        let set: String = self.options.iter().map(|option| format!(" --set {}", shell(option))).collect();
        set + &self.changes.words()
    }
}

/// Players of experiments that choose the best ones unless bots are named.
#[derive(Debug, Clone, Copy, Default, clap::Args)]
pub struct WhoArgs {
    /// Use the best players that fit into this time [default: 2m]
    ///
    /// TIME is a time such as 90s, 2m or 1h, estimated for two slow cores. Training the players counts. The players
    /// are printed first.
    #[arg(long, value_name = "TIME", conflicts_with_all = ["bots", "levels"])]
    pub budget: Option<Budget>,
    /// Train this many policies on so many games each, such as 8x4000
    ///
    /// Default: as fits into --budget, if neither a search nor weights next to the ruleset can play. Each of the
    /// compared games has players trained on it. They are kept in the cache of the user.
    #[arg(long, value_name = "NxGAMES", conflicts_with_all = ["bots", "levels", "no_train"])]
    pub train: Option<Training>,
    /// Train no players: use the best bots that fit into --budget
    #[arg(long, conflicts_with_all = ["bots", "levels"])]
    pub no_train: bool,
}

/// Parses a half-width above 0.
fn narrow(text: &str) -> Result<f64, String> {
    let found: Option<f64> = text.parse().ok().filter(|points: &f64| points.is_finite() && *points > 0.0);
    found.ok_or_else(|| "give points above 0, such as 1.5".to_owned())
}

/// `ludex simulate`
#[derive(Debug, Clone, clap::Args)]
pub struct SimulateArgs {
    /// ID of a shipped ruleset, or a path
    pub ruleset: String,
    /// Set the number of games
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    pub games: u64,
    /// Play each deal once per rotation of the seats, if the bots differ
    #[arg(long)]
    pub rotate: bool,
    /// Repeat the run for several levels of bots and show the results side by side
    ///
    /// LIST is comma-separated, such as random,greedy:4,policy,search:200.
    #[arg(long, value_name = "LIST", conflicts_with_all = ["bots", "rotate", "html", "log", "store", "csv", "shard"])]
    pub levels: Option<String>,
    /// Analyse every position, even if all bots are random
    #[arg(long)]
    pub detail: bool,
    /// Print one long CSV table
    ///
    /// Columns: part, name, measure, value, low, high, n.
    #[arg(long, conflicts_with = "json")]
    pub csv: bool,
    /// Also write an HTML page with charts to a file
    ///
    /// The page needs no network.
    #[arg(long, value_name = "FILE", conflicts_with = "shard")]
    pub html: Option<PathBuf>,
    /// Write a line of JSON per game to a file
    ///
    /// Each line has the bots, the offered options and choices, the winners and the scores.
    #[arg(long, value_name = "FILE")]
    pub log: Option<PathBuf>,
    /// Also store the result in .ludex/simulate.json, for `ludex lsp`
    ///
    /// The file is in the folder of the ruleset. The flag implies --detail.
    #[arg(long, conflicts_with = "shard")]
    pub store: bool,
    /// Play one of N parts and print its sums as JSON for `ludex merge`
    #[arg(long, value_name = "I/N", conflicts_with = "csv")]
    pub shard: Option<Shard>,
    /// Shared flags of the experiments.
    #[command(flatten)]
    pub run: RunArgs,
}

/// `ludex compare`
#[derive(Debug, Clone, clap::Args)]
pub struct CompareArgs {
    /// Base: ID of a shipped ruleset, a path, or a git revision (git:HEAD~1)
    ///
    /// A git revision is of the folder of the variant.
    pub base: String,
    /// Other ruleset, overlay on the base, or git revision of the folder of the base
    ///
    /// Default: the base, changed by --set, --variant or --overlay.
    pub variant: Option<String>,
    /// Set the maximum number of pairs of games
    ///
    /// The run stops earlier when the result is clear.
    #[arg(long, value_name = "N", default_value_t = 10_000, value_parser = clap::value_parser!(u64).range(1..=10_000_000))]
    pub games: u64,
    /// Play each pair once per rotation of the bots
    #[arg(long)]
    pub rotate: bool,
    /// Repeat the run for several levels of bots and show the results side by side
    ///
    /// LIST is comma-separated, such as random,greedy:4,policy,search:200.
    #[arg(long, value_name = "LIST", conflicts_with_all = ["bots", "html", "log", "shard"])]
    pub levels: Option<String>,
    /// Who plays unless bots are named.
    #[command(flatten)]
    pub who: WhoArgs,
    /// Also report the changes for each card (slower)
    ///
    /// Always on for search-based bots.
    #[arg(long)]
    pub detail: bool,
    /// Compare scores or wins [default: the objective of the game]
    #[arg(long, value_enum)]
    pub by: Option<Counted>,
    /// Set the margin below which a difference counts as none
    ///
    /// In percentage points of the win rate, or in points of the score.
    #[arg(long, value_name = "POINTS", default_value_t = CompareArgs::MARGIN)]
    pub margin: f64,
    /// Play until each interval is this narrow: at most POINTS on both sides of its middle
    ///
    /// In percentage points of the win rate, or in points of the score. Limited by --games. Trainings of the
    /// players set a limit that more games do not lower.
    #[arg(long, value_name = "POINTS", value_parser = narrow)]
    pub within: Option<f64>,
    /// Also write an HTML page with charts to a file
    ///
    /// The page needs no network.
    #[arg(long, value_name = "FILE")]
    pub html: Option<PathBuf>,
    /// Write a line of JSON per game to a file
    ///
    /// Each line has the pair, the side (base or variant), the seed, the bots, the offered options and choices,
    /// the winners and the scores.
    #[arg(long, value_name = "FILE")]
    pub log: Option<PathBuf>,
    /// Play one of N parts and print its counts as JSON for `ludex merge`
    #[arg(long, value_name = "I/N", conflicts_with = "html")]
    pub shard: Option<Shard>,
    /// Shared flags of the experiments.
    #[command(flatten)]
    pub run: RunArgs,
}

impl CompareArgs {
    /// Default margin: percentage points of the win rate, or points of the score.
    pub const MARGIN: f64 = 1.0;
}

/// `ludex sweep`
#[derive(Debug, Clone, clap::Args)]
pub struct SweepArgs {
    /// ID of a shipped ruleset, or a path
    pub ruleset: String,
    /// Vary an option or a card value over a range (repeatable)
    #[arg(long, value_name = "NAME=VALUES", required = true)]
    pub vary: Vec<String>,
    /// Set the number of games per point [default: 1000]
    ///
    /// With --target, the maximum number per point; 50000 by default.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=10_000_000))]
    pub games: Option<u64>,
    /// Search for a point that meets TARGET, and drop points that cannot
    ///
    /// A search trains no players.
    /// Targets: "seat spread < 2 %", "seat 1 = 50 %", "decisions < 80", "length of PHASE < 9", "score > 20".
    #[arg(long, value_name = "TARGET", conflicts_with = "train")]
    pub target: Option<String>,
    /// Play each deal once per rotation of the bots
    #[arg(long)]
    pub rotate: bool,
    /// Repeat the run for several levels of bots and show the results side by side
    ///
    /// LIST is comma-separated, such as random,greedy:4,policy,search:200.
    #[arg(long, value_name = "LIST", conflicts_with_all = ["bots", "rotate", "html", "csv", "target", "shard"])]
    pub levels: Option<String>,
    /// Who plays unless bots are named.
    #[command(flatten)]
    pub who: WhoArgs,
    /// Print one long CSV table
    ///
    /// Columns: the parameters, measure, of, value, low, high, n.
    #[arg(long, conflicts_with = "json")]
    pub csv: bool,
    /// Also write an HTML page with charts to a file
    ///
    /// The page needs no network.
    #[arg(long, value_name = "FILE")]
    pub html: Option<PathBuf>,
    /// Play one of N parts and print its counts as JSON for `ludex merge`
    #[arg(long, value_name = "I/N", conflicts_with_all = ["csv", "html", "target"])]
    pub shard: Option<Shard>,
    /// Shared flags of the experiments.
    #[command(flatten)]
    pub run: RunArgs,
}

impl SweepArgs {
    /// Removes `players=2..5` from the parameters. All points of a sweep have the same number of players.
    fn take_players(&mut self) -> Result<Option<Numbers>, String> {
        let numbers = |word: &String| word.strip_prefix("players=").map(str::to_owned);
        let Some(at) = self.vary.iter().position(|word| numbers(word).is_some()) else { return Ok(None) };
        let word = self.vary.remove(at);
        numbers(&word)
            .map(|text| text.parse())
            .transpose()
            .map_err(|why: String| format!("--vary {word}: {why}"))
    }
}

/// Way in which the two games of a pair differ.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum ByEffect {
    /// Replace the card with another card of its kind before the deal
    Deck,
    /// Replace the card, when drawn, with another card of its pile
    Drawn,
    /// Forbid a player to play the card
    Played,
}

/// Parses a seat, such as `seat=1`.
fn seat(word: &str) -> Result<u8, String> {
    let number = word.strip_prefix("seat=").and_then(|number| number.parse().ok());
    number.filter(|number| *number > 0).ok_or_else(|| "give a seat, such as seat=1".to_owned())
}

/// `ludex impact`
#[derive(Debug, Clone, clap::Args)]
pub struct ImpactArgs {
    /// ID of a shipped ruleset, or a path
    pub ruleset: String,
    /// Measure only one card, by ID or name
    #[arg(long, value_name = "ID")]
    pub card: Option<String>,
    /// Set how the card is varied [default: by kind of card]
    ///
    /// Default: `drawn` for cards that players draw from a shared pile, `deck` for others.
    #[arg(long, value_enum)]
    pub effect: Option<ByEffect>,
    /// Measure the effect on scores or wins [default: the objective of the game]
    #[arg(long, value_enum)]
    pub by: Option<Counted>,
    /// Measure the effect of two cards together beyond the sum of their effects
    ///
    /// CARDS are two IDs or names, separated by a comma. Four games with the same chance are compared: a player
    /// who has held both cards may play both, only one, or neither.
    #[arg(long, value_name = "CARDS", value_delimiter = ',', num_args = 1, conflicts_with_all = ["card", "effect", "give"])]
    pub with: Vec<String>,
    /// Give the changed cards to one seat only
    ///
    /// Only this player gets the cards changed by --overlay or --variant. The result is compared with the same
    /// player having the original cards.
    #[arg(long, value_name = "seat=N", value_parser = seat, conflicts_with_all = ["card", "effect"])]
    pub give: Option<u8>,
    /// Also store the result in .ludex/impact.json, for `ludex lsp`
    ///
    /// The file is in the folder of the ruleset.
    #[arg(long, conflicts_with_all = ["card", "give", "with"])]
    pub store: bool,
    /// Repeat the run for several levels of bots and show the results side by side
    ///
    /// LIST is comma-separated, such as random,greedy:4,policy,search:200.
    #[arg(long, value_name = "LIST", conflicts_with_all = ["bots", "html", "store", "give", "with", "shard"])]
    pub levels: Option<String>,
    /// Who plays unless bots are named.
    #[command(flatten)]
    pub who: WhoArgs,
    /// Play until each interval is this narrow: at most POINTS on both sides of its middle
    ///
    /// In percentage points of the win rate, or in points of the score. Limited by --games or --budget. Trainings
    /// of the players set a limit that more games do not lower.
    #[arg(long, value_name = "POINTS", value_parser = narrow, conflicts_with_all = ["give", "with", "shard"])]
    pub within: Option<f64>,
    /// Set the number of games per card, two per pair
    ///
    /// Default: as many as fit into --budget; 4000 with --bots or --levels.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(2..=100_000_000))]
    pub games: Option<u64>,
    /// Also write an HTML page with charts to a file
    ///
    /// The page needs no network.
    #[arg(long, value_name = "FILE")]
    pub html: Option<PathBuf>,
    /// Play one of N parts and print its counts as JSON for `ludex merge`
    #[arg(long, value_name = "I/N", conflicts_with_all = ["html", "store", "give", "with"])]
    pub shard: Option<Shard>,
    /// Shared flags of the experiments.
    #[command(flatten)]
    pub run: RunArgs,
}

/// `ludex merge`
#[derive(Debug, clap::Args)]
pub struct MergeArgs {
    /// Output files of all parts of an experiment with `--shard`
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
}

/// Quantity that an experiment measures at the end of a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Counted {
    /// Use scores
    Score,
    /// Use wins
    #[value(alias = "victory")]
    Win,
}

impl Counted {
    /// Returns the corresponding objective of the lab.
    pub fn by(self) -> Objective {
        match self {
            Self::Score => Objective::Score,
            Self::Win => Objective::Win,
        }
    }

    /// Returns the word on the command line.
    pub fn word(self) -> &'static str {
        match self {
            Self::Score => "score",
            Self::Win => "win",
        }
    }
}

/// `ludex solve`
#[derive(Debug, clap::Args)]
pub struct SolveArgs {
    /// ID of a shipped ruleset, or a path
    pub ruleset: String,
    /// Set the number of players [default: the usual number of the ruleset]
    #[arg(long, value_name = "N")]
    pub players: Option<u32>,
    /// Set the objective of the players
    #[arg(long, value_enum, default_value = "score")]
    pub by: Counted,
    /// Set the number of CFR+ iterations
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub iterations: u32,
    /// Also measure the strategy of a bot and its exploitability
    ///
    /// BOT is random, greedy:DEALS, search:ITERATIONS, …
    #[arg(long, value_name = "BOT")]
    pub bot: Option<String>,
    /// Set the number of samples of the bot's choice per information set
    #[arg(long, value_name = "N", requires = "bot", default_value_t = 20, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub tries: u32,
    /// Set the random seed of the bot
    #[arg(long, value_name = "N", requires = "bot", default_value_t = 1)]
    pub seed: u64,
    /// Set the number of threads for the bot [default: one per core]
    ///
    /// Results do not depend on the number of threads.
    #[arg(long, value_name = "N", requires = "bot", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub jobs: Option<u16>,
    /// Set the maximum number of terminal histories
    #[arg(long, value_name = "N", default_value_t = 1_000_000, value_parser = clap::value_parser!(u64).range(1..=100_000_000))]
    pub limit: u64,
    /// Set the maximum memory for the tree, in MiB
    #[arg(long, value_name = "MIB", default_value_t = 2048, value_parser = clap::value_parser!(u64).range(1..=1_048_576))]
    pub memory: u64,
    /// Print JSON instead of a table
    #[arg(long)]
    pub json: bool,
    /// Set an option of the ruleset (repeatable)
    #[arg(long = "set", value_name = "OPTION=VALUE")]
    pub options: Vec<String>,
    /// Variants and overlays.
    #[command(flatten)]
    pub changes: Changes,
}

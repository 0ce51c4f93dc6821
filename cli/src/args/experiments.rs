//! What can be typed for experiments.

use std::path::PathBuf;

use clap::{Subcommand, ValueEnum};
use ludex_lab::Objective;
use ludex_lab::shard::Shard;

use super::{Budget, Changes, shell};

/// The experiments: commands that play many games and count.
#[derive(Debug, Subcommand)]
pub enum Experiment {
    /// Play many games between bots and count
    #[command(after_help = help!("simulate"))]
    Simulate(SimulateArgs),
    /// Compare two rulesets, or one with itself changed: who wins more
    #[command(after_help = help!("compare"))]
    Compare(CompareArgs),
    /// Measure what each card does for the one who has it
    #[command(after_help = help!("impact"))]
    Impact(ImpactArgs),
    /// Measure how much skill matters, and how much the seat
    #[command(
        after_help = help!("ladder"),
        mut_arg("bots", |arg| arg.value_name("LIST").help("Who plays, the weakest first, separated by commas: greedy, greedy:DEALS, search:ITERATIONS, … [default: searches by --from and --steps]"))
    )]
    Ladder(LadderArgs),
    /// Play a ruleset at many points: options and numbers of cards take one value after another
    #[command(after_help = help!("sweep"))]
    Sweep(SweepArgs),
}

impl Experiment {
    /// The flags that all experiments have.
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

/// Who plays in an experiment, with what changes, and how its result is told.
#[derive(Debug, Clone, clap::Args)]
pub struct RunArgs {
    /// How many players [default: the usual number of the ruleset]
    #[arg(long, value_name = "N")]
    pub players: Option<u32>,
    /// The seed all games derive theirs from
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// Threads [default: one for each core]; the results do not depend on it
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub jobs: Option<u16>,
    /// Who plays, by seat, separated by commas: random, greedy:DEALS, search:ITERATIONS, easy, normal, hard, …; the last has all seats that are left [default: simulate: random; ladder: the searches of --from and --steps; compare, impact and sweep: the best that fit into --budget]
    #[arg(long, value_name = "LIST")]
    pub bots: Option<String>,
    /// Prints JSON instead of a table
    #[arg(long)]
    pub json: bool,
    /// Leaves out what differs from run to run: threads, seconds, speed
    #[arg(long)]
    pub no_timing: bool,
    /// Sets an option of the ruleset (repeatable)
    #[arg(long = "set", value_name = "OPTION=VALUE")]
    pub options: Vec<String>,
    /// Variants and overlays.
    #[command(flatten)]
    pub changes: Changes,
}

impl RunArgs {
    /// What makes the same games again, as it is put on a command line, each after a blank.
    pub fn again(&self) -> String {
        let mut words = format!(" --seed {}", self.seed);
        let players = self.players.map(|n| n.to_string());
        for (key, value) in [("players", players), ("bots", self.bots.as_deref().map(shell))] {
            words += &value.map_or_else(String::new, |value| format!(" --{key} {value}"));
        }
        words + &self.words()
    }

    /// What of a ruleset is changed, as it is put on a command line, each after a blank.
    pub fn words(&self) -> String {
        let set: String = self.options.iter().map(|option| format!(" --set {}", shell(option))).collect();
        set + &self.changes.words()
    }
}

/// `ludex simulate`
#[derive(Debug, Clone, clap::Args)]
pub struct SimulateArgs {
    /// A shipped ruleset's id, or a path
    pub ruleset: String,
    /// How many games
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    pub games: u64,
    /// Plays each deal once from each turn of the seats, where these have different bots
    #[arg(long)]
    pub rotate: bool,
    /// The same with players of each of these levels, answers side by side: random,greedy:4,policy,search:200
    #[arg(long, value_name = "LIST", conflicts_with_all = ["bots", "rotate", "html", "log", "store", "csv", "shard"])]
    pub levels: Option<String>,
    /// Looks at every position, also where all choose at random
    #[arg(long)]
    pub detail: bool,
    /// Prints one long table with commas instead: part, name, measure, value, low, high, n
    #[arg(long, conflicts_with = "json")]
    pub csv: bool,
    /// Also writes a page with charts into a file; it needs no network
    #[arg(long, value_name = "FILE", conflicts_with = "shard")]
    pub html: Option<PathBuf>,
    /// Writes a line of JSON for each game into a file: bots, options and picks, winners, scores
    #[arg(long, value_name = "FILE")]
    pub log: Option<PathBuf>,
    /// Also keeps the result in the folder of the ruleset, in .ludex/simulate.json, where `ludex lsp` finds it; looks at every position
    #[arg(long, conflicts_with = "shard")]
    pub store: bool,
    /// Plays one of N parts, and prints its sums as JSON for `ludex merge`
    #[arg(long, value_name = "I/N", conflicts_with = "csv")]
    pub shard: Option<Shard>,
    /// Who plays, and how it is told.
    #[command(flatten)]
    pub run: RunArgs,
}

/// `ludex compare`
#[derive(Debug, Clone, clap::Args)]
pub struct CompareArgs {
    /// What it is compared with: a shipped ruleset's id, a path, or a git revision of the variant's folder (git:HEAD~1)
    pub base: String,
    /// The other ruleset, an overlay on the base, or a git revision of the base's folder (git:HEAD~1) [default: the base, changed by --set, --variant or --overlay]
    pub variant: Option<String>,
    /// Most pairs of games; fewer are played where fewer tell
    #[arg(long, value_name = "N", default_value_t = 10_000, value_parser = clap::value_parser!(u64).range(1..=10_000_000))]
    pub games: u64,
    /// Plays each pair once from each turn of the bots
    #[arg(long)]
    pub rotate: bool,
    /// The same with players of each of these levels, answers side by side: random,greedy:4,policy,search:200
    #[arg(long, value_name = "LIST", conflicts_with_all = ["bots", "html", "log", "shard"])]
    pub levels: Option<String>,
    /// Takes the best players whose games fit into this time (90s, 2m, 1h), as reckoned for two cores, and says first who they are [default: 2m]
    #[arg(long, value_name = "TIME", conflicts_with_all = ["bots", "levels"])]
    pub budget: Option<Budget>,
    /// Players who know both worlds: a policy in all seats, trained in so many games of each side, from the weights beside the base if there are any
    #[arg(long, value_name = "GAMES", conflicts_with_all = ["bots", "levels", "budget"], value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    pub retrain: Option<u64>,
    /// Also counts what changed for each card, which is slower; where bots think it is always done
    #[arg(long)]
    pub detail: bool,
    /// What is compared: the score, or who has won [default: what the game is played for]
    #[arg(long, value_enum)]
    pub by: Option<Counted>,
    /// A difference below this many percentage points of the wins, or points of the score, is none
    #[arg(long, value_name = "POINTS", default_value_t = CompareArgs::MARGIN)]
    pub margin: f64,
    /// Also writes a page with charts into a file; it needs no network
    #[arg(long, value_name = "FILE")]
    pub html: Option<PathBuf>,
    /// Writes a line of JSON for each game into a file: pair, side (base or variant), seed, bots, options and picks, winners, scores
    #[arg(long, value_name = "FILE")]
    pub log: Option<PathBuf>,
    /// Plays one of N parts, and prints its counts as JSON for `ludex merge`
    #[arg(long, value_name = "I/N", conflicts_with = "html")]
    pub shard: Option<Shard>,
    /// Who plays, and how it is told.
    #[command(flatten)]
    pub run: RunArgs,
}

impl CompareArgs {
    /// The usual margin, in percentage points.
    pub const MARGIN: f64 = 1.0;
}

/// `ludex sweep`
#[derive(Debug, Clone, clap::Args)]
pub struct SweepArgs {
    /// A shipped ruleset's id, or a path
    pub ruleset: String,
    /// What takes which values (repeatable)
    #[arg(long, value_name = "NAME=VALUES", required = true)]
    pub vary: Vec<String>,
    /// Games at each point [default: 1000; with --target 50000, at most]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=10_000_000))]
    pub games: Option<u64>,
    /// Looks for a point that is like this, and plays on only where it may be: "seat spread < 2 %", "seat 1 = 50 %", "decisions < 80", "length of PHASE < 9", "score > 20"
    #[arg(long, value_name = "TARGET")]
    pub target: Option<String>,
    /// Plays each deal once from each turn of the bots
    #[arg(long)]
    pub rotate: bool,
    /// The same with players of each of these levels, answers side by side: random,greedy:4,policy,search:200
    #[arg(long, value_name = "LIST", conflicts_with_all = ["bots", "rotate", "html", "csv", "target", "shard"])]
    pub levels: Option<String>,
    /// Takes the best players whose games fit into this time (90s, 2m, 1h), as reckoned for two cores, and says first who they are [default: 2m]
    #[arg(long, value_name = "TIME", conflicts_with_all = ["bots", "levels"])]
    pub budget: Option<Budget>,
    /// Prints one long table with commas instead: the parameters, measure, of, value, low, high, n
    #[arg(long, conflicts_with = "json")]
    pub csv: bool,
    /// Also writes a page with charts into a file; it needs no network
    #[arg(long, value_name = "FILE")]
    pub html: Option<PathBuf>,
    /// Plays one of N parts, and prints its counts as JSON for `ludex merge`
    #[arg(long, value_name = "I/N", conflicts_with_all = ["csv", "html", "target"])]
    pub shard: Option<Shard>,
    /// Who plays, and how it is told.
    #[command(flatten)]
    pub run: RunArgs,
}

/// How two worlds differ.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum ByEffect {
    /// From before the deal another card of its kind stands in for it
    Deck,
    /// Where a player draws it, another card of its pile is drawn for it
    Drawn,
    /// A player may not play it
    Played,
}

/// A seat as `seat=1`.
fn seat(word: &str) -> Result<u8, String> {
    let number = word.strip_prefix("seat=").and_then(|number| number.parse().ok());
    number.filter(|number| *number > 0).ok_or_else(|| "give a seat, such as seat=1".to_owned())
}

/// `ludex impact`
#[derive(Debug, Clone, clap::Args)]
pub struct ImpactArgs {
    /// A shipped ruleset's id, or a path
    pub ruleset: String,
    /// One card only: its id, or its name
    #[arg(long, value_name = "ID")]
    pub card: Option<String>,
    /// How two worlds differ; without it, as it fits the kind of card: drawn for those that players draw from a shared pile, deck for others
    #[arg(long, value_enum)]
    pub effect: Option<ByEffect>,
    /// What a card does to: the score, or who has won [default: what the game is played for]
    #[arg(long, value_enum)]
    pub by: Option<Counted>,
    /// Who alone plays with the cards that --overlay or --variant change, against the same player with the cards as they were
    #[arg(long, value_name = "seat=N", value_parser = seat, conflicts_with_all = ["card", "effect"])]
    pub give: Option<u8>,
    /// Also keeps the result in the folder of the ruleset, in .ludex/impact.json, where `ludex lsp` finds it
    #[arg(long, conflicts_with_all = ["card", "give"])]
    pub store: bool,
    /// The same with players of each of these levels, answers side by side: random,greedy:4,policy,search:200
    #[arg(long, value_name = "LIST", conflicts_with_all = ["bots", "html", "store", "give", "shard"])]
    pub levels: Option<String>,
    /// Takes the best players whose games fit into this time (90s, 2m, 1h), as reckoned for two cores, and says first who they are [default: 2m]
    #[arg(long, value_name = "TIME", conflicts_with_all = ["bots", "levels"])]
    pub budget: Option<Budget>,
    /// How many games of each card, two to a pair [default: as many as fit into --budget; 4000 with --bots or --levels]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(2..=100_000_000))]
    pub games: Option<u64>,
    /// Also writes a page with charts into a file; it needs no network
    #[arg(long, value_name = "FILE")]
    pub html: Option<PathBuf>,
    /// Plays one of N parts, and prints its counts as JSON for `ludex merge`
    #[arg(long, value_name = "I/N", conflicts_with_all = ["html", "store", "give"])]
    pub shard: Option<Shard>,
    /// Who plays, and how it is told.
    #[command(flatten)]
    pub run: RunArgs,
}

/// `ludex ladder`
#[derive(Debug, Clone, clap::Args)]
pub struct LadderArgs {
    /// A shipped ruleset's id, or a path
    pub ruleset: String,
    /// How many games of each match
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u64).range(1..=10_000_000))]
    pub games: u64,
    /// Iterations of the weakest search; each one after it has twice as many
    #[arg(long, value_name = "N", default_value_t = 50, conflicts_with = "bots", value_parser = clap::value_parser!(u32).range(1..=20_000))]
    pub from: u32,
    /// What counts: the score, or who has won [default: what the game is played for]
    #[arg(long, value_enum)]
    pub by: Option<Counted>,
    /// How many searches
    #[arg(long, value_name = "N", default_value_t = 5, conflicts_with = "bots", value_parser = clap::value_parser!(u32).range(1..=12))]
    pub steps: u32,
    /// Prints one long table with commas instead: part, name, measure, value, low, high, n
    #[arg(long, conflicts_with = "json")]
    pub csv: bool,
    /// Also writes a page with charts into a file; it needs no network
    #[arg(long, value_name = "FILE")]
    pub html: Option<PathBuf>,
    /// Plays one of N parts, and prints its counts as JSON for `ludex merge`
    #[arg(long, value_name = "I/N", conflicts_with_all = ["csv", "html"])]
    pub shard: Option<Shard>,
    /// Who plays, and how it is told.
    #[command(flatten)]
    pub run: RunArgs,
}

/// `ludex merge`
#[derive(Debug, clap::Args)]
pub struct MergeArgs {
    /// What an experiment with `--shard` printed, all parts
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
}

/// What counts at the end of a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Counted {
    /// The score
    Score,
    /// Who has won
    #[value(alias = "victory")]
    Win,
}

impl Counted {
    /// The same for the lab.
    pub fn by(self) -> Objective {
        match self {
            Self::Score => Objective::Score,
            Self::Win => Objective::Win,
        }
    }

    /// As it is typed.
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
    /// A shipped ruleset's id, or a path
    pub ruleset: String,
    /// How many players [default: the usual number of the ruleset]
    #[arg(long, value_name = "N")]
    pub players: Option<u32>,
    /// What a seat wants
    #[arg(long, value_enum, default_value = "score")]
    pub by: Counted,
    /// Iterations of CFR+
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub iterations: u32,
    /// Also says how a bot plays, and what who knows that gains against it: random, greedy:DEALS, search:ITERATIONS, …
    #[arg(long, value_name = "BOT")]
    pub bot: Option<String>,
    /// How often the bot is asked in each information set
    #[arg(long, value_name = "N", requires = "bot", default_value_t = 20, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub tries: u32,
    /// The seed from which the bot's chance follows
    #[arg(long, value_name = "N", requires = "bot", default_value_t = 1)]
    pub seed: u64,
    /// Threads for the bot [default: one for each core]; the results do not depend on it
    #[arg(long, value_name = "N", requires = "bot", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub jobs: Option<u16>,
    /// Terminal histories, at most
    #[arg(long, value_name = "N", default_value_t = 1_000_000, value_parser = clap::value_parser!(u64).range(1..=100_000_000))]
    pub limit: u64,
    /// Memory for the tree, at most, in MiB
    #[arg(long, value_name = "MIB", default_value_t = 2048, value_parser = clap::value_parser!(u64).range(1..=1_048_576))]
    pub memory: u64,
    /// Prints JSON instead of a table
    #[arg(long)]
    pub json: bool,
    /// Sets an option of the ruleset (repeatable)
    #[arg(long = "set", value_name = "OPTION=VALUE")]
    pub options: Vec<String>,
    /// Variants and overlays.
    #[command(flatten)]
    pub changes: Changes,
}

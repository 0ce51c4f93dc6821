//! What can be typed.

use std::path::PathBuf;

use clap::{Parser, Subcommand, ValueEnum};
use ludex_lab::shard::Shard;

/// Plays, checks, tests and measures card games written as data.
#[derive(Debug, Parser)]
#[command(
    name = "ludex",
    version,
    max_term_width = 100,
    after_help = "Examples:\n  ludex play kabale\n  ludex check ./my-game\n\nA ruleset is a shipped one by its id, or a path: a folder or a single YAML file."
)]
pub struct Args {
    /// When to use colours
    #[arg(long, global = true, value_enum, default_value = "auto", value_name = "WHEN")]
    pub color: ColorChoice,
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
}

/// When to use colours.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum ColorChoice {
    /// On a terminal, unless NO_COLOR is set
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

/// The commands.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Play in the terminal, against bots or hot-seat
    #[command(
        after_help = "Examples:\n  ludex play kabale --players 3\n  ludex play kabale --seats human,bot,human --lang fr --set rounds=2\n  ludex play kabale --seats human,hard,easy\n  ludex play --resume game.yaml\n\nAt a decision: a number or a name takes that option, u undoes, s saves, h tells what a search thinks of each option, ? helps, ? NAME says what something is, q quits (and saves), in every language. At a terminal the arrows edit the line and call up earlier ones, Tab completes names.\nExit code: 130 after Ctrl-C, SIGTERM or SIGHUP (the game is saved)."
    )]
    Play(PlayArgs),
    /// Play many games between bots and count
    #[command(
        after_help = "Examples:\n  ludex simulate kabale --games 10000 --players 4\n  ludex simulate ./my-game --games 1000 --seed 7 --json > result.json\n  ludex simulate kabale --bots greedy,random --rotate --games 200\n  ludex simulate kabale --detail --csv > result.csv\n  ludex simulate kabale --games 1000000 --shard 3/40 > part-3.json\n\nBots that choose at random play thousands of games a second; where others play, or with --detail, every position is looked at: who led, what was offered and picked, what cards did, what never happened."
    )]
    Simulate(SimulateArgs),
    /// Compare two rulesets, or one with itself changed: who wins more
    #[command(
        after_help = "Examples:\n  ludex compare kabale mod.yaml\n  ludex compare ./my-game git:HEAD~1\n  ludex compare kabale --set rounds=2 --players 3 --html page.html\n  ludex compare ./my-game ./my-game-2 --bots greedy --games 500 --json\n\nBoth play games with the same seeds and the same chance, as far as the change allows, until it is known for each seat whether it wins more often, less often, or as often but for --margin. The intervals hold however often it is looked.\n\nExit code: 1 if a rule fails in a game, else 0, whatever is found."
    )]
    Compare(CompareArgs),
    /// Measure what each card does for the one who has it
    #[command(
        after_help = "Examples:\n  ludex impact kabale\n  ludex impact kabale --card CARD --overlay my-mod.yaml --games 40000\n  ludex impact kabale --overlay my-mod.yaml --give seat=1\n  ludex impact ./my-game --bots greedy --games 200 --json > impact.json\n  ludex impact kabale --html impact.html\n\nPairs of games with the same chance are played that differ in one card: another one of its kind stands in for it from before the deal (deck), another one of its pile is drawn for it (drawn), or one player may not play it (played). The difference of that player's win rate is the card's impact, in percentage points. The interval of each row is such that all of them hold together in 95 of 100 runs.\n\nExit code: 1 if a rule failed in a pair, else 0."
    )]
    Impact(ImpactArgs),
    /// Measure how much skill matters, and how much the seat
    #[command(
        after_help = "Examples:\n  ludex ladder kabale --games 40\n  ludex ladder kabale --from 25 --steps 3 --html ladder.html\n  ludex ladder ./my-game --bots greedy:5,greedy:20,search:200 --players 3 --json > ladder.json\n\nEach bot plays against the one before it and against random, one of them in one seat, each in turn along the same deals, the other in all others; and against itself, where only the seat makes a difference. Of several winners each has an equal part of the victory. Weak bots come first; Ctrl-C leaves what there is.\n\nExit code: 1 if a rule failed in a game, else 0.",
        mut_arg("bots", |arg| arg.value_name("LIST").help("Who plays, the weakest first, separated by commas: greedy, greedy:DEALS, search:ITERATIONS, … [default: searches by --from and --steps]"))
    )]
    Ladder(LadderArgs),
    /// Play a ruleset at many points: options and numbers of cards take one value after another
    #[command(
        after_help = "Examples:\n  ludex sweep kabale --vary options.rounds=1..6 --html rounds.html\n  ludex sweep kabale --vary options.rounds=2..6/2 --players 4 --games 5000\n  ludex sweep ./my-game --vary cards.ID.FIELD=16..24/2 --vary options.NAME=a,b --csv > points.csv\n  ludex sweep ./my-game --vary options.NAME=1..9 --target \"seat spread < 2 %\"\n\n--vary takes NAME=VALUES: NAME is options.NAME, or cards.ID.FIELD, or where else an overlay can set a number; VALUES is 6..10 (both ends), 16..24/2 (with a step), 9..10/0.5, or a list a,b,c. With several --vary all combinations are played, at most 256. All points have the same seeds and the same chance, as far as their rules allow.\n\n--target takes a measure (seat spread, seat N, decisions, score, score of seat N, length, length of PHASE), one of < <= > >= = and a number; = means to within 1, or what follows it as +- 0.5. The intervals hold however often it is looked, for all points together.\n\nExit code: 0 if all went well, with --target if a point meets it; 1 if none does, or it is not known, or a rule fails in a game."
    )]
    Sweep(SweepArgs),
    /// Put the parts of a simulation together
    #[command(
        after_help = "Examples:\n  ludex merge part-*.json > result.json\n  ludex merge part-1.json part-2.json | jq .seats\n\nWhat it prints is to the byte what `ludex simulate --json --no-timing` prints for the whole. Parts of different runs are refused, as is a part that is missing or there twice."
    )]
    Merge(MergeArgs),
    /// Solve a small game exactly: its size, its value, an equilibrium
    #[command(
        after_help = "Examples:\n  ludex solve ./kuhn.yaml\n  ludex solve ./my-game --players 2 --set cards=6 --json\n  ludex solve ./my-game --by win --iterations 5000\n\nThe whole tree of the game is enumerated, with chance and what each seat can't know. For two players an equilibrium is found by CFR+, for one the best play. A game with more terminal histories than --limit is refused.\n\nExit code: 1 if the game is too large or a rule fails, else 0."
    )]
    Solve(SolveArgs),
    /// Find all problems of a ruleset and of its variants
    #[command(
        after_help = "Examples:\n  ludex check ./my-game\n  ludex check kabale --overlay my-mod.yaml\n  ludex check - --format json < ruleset.yaml\n  ludex check ./my-game --fill-texts fr --write\n  ludex check ./my-game --fix --diff\n\nEach variant of the ruleset is checked too, unless --variant or --overlay says which. With --fix the exit code is for what is left.\n\nWith --format json, a list of problems: code, severity, message, file, line, column, end_line, end_column (from 1, in characters, the end exclusive), help, labels (places with a text; primary: the place itself), suggestions (a place and the text for it; safe: there is nothing else that can have been meant).\n\nExit code: 1 if there are errors, else 0."
    )]
    Check(CheckArgs),
    /// Run the scenarios of a ruleset
    #[command(
        after_help = "Examples:\n  ludex test ./my-game\n  ludex test kabale --filter K-21\n\nExit code: 1 if one fails, else 0."
    )]
    Test(TestArgs),
    /// Verify a saved game and show it
    #[command(
        after_help = "Examples:\n  ludex replay game.yaml\n  ludex replay game.yaml --quiet --ruleset ./my-game\n  ludex replay game.yaml --reveal"
    )]
    Replay(ReplayArgs),
    /// Show a ruleset, or one of its cards
    #[command(
        after_help = "Examples:\n  ludex show kabale\n  ludex show kabale CARD --lang fr\n  ludex show kabale --scenario KX-01 --why score\n  ludex show kabale --variant crib_sheet --resolved"
    )]
    Show(ShowArgs),
    /// Tell how a game is played
    #[command(
        after_help = "Examples:\n  ludex rules kabale\n  ludex rules citadels --lang fr --players 3\n  ludex rules kabale --full | less"
    )]
    Rules(RulesArgs),
    /// Explain the code of a problem
    #[command(after_help = "Examples:\n  ludex explain E0301\n  ludex explain w0702")]
    Explain {
        /// The code, e.g. E0301
        code: String,
    },
    /// Print completions for a shell
    #[command(
        after_help = "Examples:\n  ludex completions bash > ~/.local/share/bash-completion/completions/ludex\n  ludex completions fish > ~/.config/fish/completions/ludex.fish"
    )]
    Completions {
        /// The shell
        shell: clap_complete::Shell,
    },
}

/// What is changed about a ruleset.
#[derive(Debug, Clone, Default, clap::Args)]
pub struct Changes {
    /// A variant that comes with the ruleset (repeatable)
    #[arg(long = "variant", value_name = "ID")]
    pub variants: Vec<String>,
    /// An overlay: a YAML file that changes the ruleset (repeatable; in this order, after variants)
    #[arg(long = "overlay", value_name = "FILE")]
    pub overlays: Vec<PathBuf>,
}

impl Changes {
    /// As they are put on a command line, each after a blank.
    pub fn words(&self) -> String {
        let variants = self.variants.iter().map(|id| format!(" --variant {}", shell(id)));
        let overlays =
            self.overlays.iter().map(|path| format!(" --overlay {}", shell(&path.display().to_string())));
        variants.chain(overlays).collect()
    }
}

/// A word as a shell reads it as one.
pub fn shell(word: &str) -> String {
    let plain = |c: char| c.is_alphanumeric() || "_-./,:=+@%".contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        word.to_owned()
    } else {
        format!("'{}'", word.replace('\'', "'\\''"))
    }
}

/// `ludex play`
#[derive(Debug, clap::Args)]
pub struct PlayArgs {
    /// A shipped ruleset's id, or a path; without it the shipped ones are listed
    pub ruleset: Option<String>,
    /// How many players [default: the fewest, but two if possible]
    #[arg(long, value_name = "N", conflicts_with = "resume")]
    pub players: Option<u32>,
    /// Who sits where, separated by commas: human, bot (which is normal), easy, normal, hard, random, greedy:DEALS, search:ITERATIONS, search:500ms [default: you in seat 1, bots]
    #[arg(long, value_name = "LIST")]
    pub seats: Option<String>,
    /// The language in which the game is shown
    #[arg(long, value_name = "LANG")]
    pub lang: Option<String>,
    /// Decides all chance and the bots [default: from the clock]
    #[arg(long, value_name = "N", conflicts_with = "resume")]
    pub seed: Option<u64>,
    /// Sets an option of the ruleset (repeatable)
    #[arg(long = "set", value_name = "OPTION=VALUE", conflicts_with = "resume")]
    pub options: Vec<String>,
    /// Plays on with a saved game
    #[arg(long, value_name = "FILE")]
    pub resume: Option<PathBuf>,
    /// Plays on although the ruleset has changed: the saved choices as far as they are still possible
    #[arg(long, requires = "resume")]
    pub anyway: bool,
    /// Draws chance as `ludex compare` does, with the same seed: another game than without
    #[arg(long, conflicts_with = "resume")]
    pub streams: bool,
    /// Nobody may take back a decision, also after --resume
    #[arg(long)]
    pub no_undo: bool,
    /// Where to save the game [default: below ~/.local/share/ludex/saves]
    #[arg(long, value_name = "FILE")]
    pub save: Option<PathBuf>,
    /// Variants and overlays.
    #[command(flatten)]
    pub changes: Changes,
}

/// Who plays in an experiment, with what changes, and how its result is told.
#[derive(Debug, Clone, clap::Args)]
pub struct RunArgs {
    /// How many players [default: the fewest, but two if possible]
    #[arg(long, value_name = "N")]
    pub players: Option<u32>,
    /// The seed all games derive theirs from
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// Threads [default: one for each core]; the results do not depend on it
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub jobs: Option<u16>,
    /// Who plays, by seat, separated by commas: random, greedy, greedy:DEALS, …; the last has all seats that are left [default: random]
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
#[derive(Debug, clap::Args)]
pub struct SimulateArgs {
    /// A shipped ruleset's id, or a path
    pub ruleset: String,
    /// How many games
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    pub games: u64,
    /// Plays each deal once from each turn of the seats
    #[arg(long)]
    pub rotate: bool,
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
    /// Plays one of N parts, and prints its sums as JSON for `ludex merge`
    #[arg(long, value_name = "I/N", conflicts_with = "csv")]
    pub shard: Option<Shard>,
    /// Who plays, and how it is told.
    #[command(flatten)]
    pub run: RunArgs,
}

/// `ludex compare`
#[derive(Debug, clap::Args)]
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
    /// Also counts what changed for each card, which is slower; where bots think it is always done
    #[arg(long)]
    pub detail: bool,
    /// A difference below this many percentage points is none
    #[arg(long, value_name = "POINTS", default_value_t = 1.0)]
    pub margin: f64,
    /// Also writes a page with charts into a file; it needs no network
    #[arg(long, value_name = "FILE")]
    pub html: Option<PathBuf>,
    /// Who plays, and how it is told.
    #[command(flatten)]
    pub run: RunArgs,
}

/// `ludex sweep`
#[derive(Debug, clap::Args)]
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
    /// Prints one long table with commas instead: the parameters, measure, of, value, low, high, n
    #[arg(long, conflicts_with = "json")]
    pub csv: bool,
    /// Also writes a page with charts into a file; it needs no network
    #[arg(long, value_name = "FILE")]
    pub html: Option<PathBuf>,
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
#[derive(Debug, clap::Args)]
pub struct ImpactArgs {
    /// A shipped ruleset's id, or a path
    pub ruleset: String,
    /// One card only: its id, or its name
    #[arg(long, value_name = "ID")]
    pub card: Option<String>,
    /// How two worlds differ; without it, as it fits the kind of card: drawn for those that players draw from a shared pile, deck for others
    #[arg(long, value_enum)]
    pub effect: Option<ByEffect>,
    /// Who alone plays with the cards that --overlay or --variant change, against the same player with the cards as they were
    #[arg(long, value_name = "seat=N", value_parser = seat, conflicts_with_all = ["card", "effect"])]
    pub give: Option<u8>,
    /// How many games of each card, two to a pair
    #[arg(long, value_name = "N", default_value_t = 4000, value_parser = clap::value_parser!(u64).range(2..=100_000_000))]
    pub games: u64,
    /// Also writes a page with charts into a file; it needs no network
    #[arg(long, value_name = "FILE")]
    pub html: Option<PathBuf>,
    /// Who plays, and how it is told.
    #[command(flatten)]
    pub run: RunArgs,
}

/// `ludex ladder`
#[derive(Debug, clap::Args)]
pub struct LadderArgs {
    /// A shipped ruleset's id, or a path
    pub ruleset: String,
    /// How many games of each match
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u64).range(1..=10_000_000))]
    pub games: u64,
    /// Iterations of the weakest search; each one after it has twice as many
    #[arg(long, value_name = "N", default_value_t = 50, conflicts_with = "bots", value_parser = clap::value_parser!(u32).range(1..=20_000))]
    pub from: u32,
    /// How many searches
    #[arg(long, value_name = "N", default_value_t = 5, conflicts_with = "bots", value_parser = clap::value_parser!(u32).range(1..=12))]
    pub steps: u32,
    /// Prints one long table with commas instead: part, name, measure, value, low, high, n
    #[arg(long, conflicts_with = "json")]
    pub csv: bool,
    /// Also writes a page with charts into a file; it needs no network
    #[arg(long, value_name = "FILE")]
    pub html: Option<PathBuf>,
    /// Who plays, and how it is told.
    #[command(flatten)]
    pub run: RunArgs,
}

/// `ludex merge`
#[derive(Debug, clap::Args)]
pub struct MergeArgs {
    /// What `ludex simulate --shard` printed, all parts
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
}

/// What counts at the end of a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Counted {
    /// The score
    Score,
    /// Who has won
    Win,
}

impl Counted {
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
    /// How many players [default: the fewest, but two if possible]
    #[arg(long, value_name = "N")]
    pub players: Option<u32>,
    /// What a seat wants
    #[arg(long, value_enum, default_value = "score")]
    pub by: Counted,
    /// Iterations of CFR+
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub iterations: u32,
    /// Terminal histories, at most
    #[arg(long, value_name = "N", default_value_t = 1_000_000, value_parser = clap::value_parser!(u64).range(1..=100_000_000))]
    pub limit: u64,
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

/// How problems are printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// With carets, for people
    Human,
    /// A list, for programs
    Json,
}

/// `ludex check`
#[derive(Debug, clap::Args)]
pub struct CheckArgs {
    /// A path, a shipped ruleset's id, or - for a single file on standard input
    pub ruleset: String,
    /// How to print
    #[arg(long, value_enum, default_value = "human")]
    pub format: Format,
    /// Warnings fail too
    #[arg(long)]
    pub deny_warnings: bool,
    /// Print the texts that a language lacks, as YAML to be filled in
    #[arg(long, value_name = "LANGUAGE", conflicts_with_all = ["format", "deny_warnings"])]
    pub fill_texts: Option<String>,
    /// Write them into the text file of the language
    #[arg(long, requires = "fill_texts", conflicts_with_all = ["variants", "overlays"])]
    pub write: bool,
    /// Change the files as far as it is certain what was meant
    #[arg(long, conflicts_with_all = ["format", "fill_texts"])]
    pub fix: bool,
    /// With --fix: show the changes, and write nothing
    #[arg(long, visible_alias = "dry-run", requires = "fix")]
    pub diff: bool,
    /// Variants and overlays.
    #[command(flatten)]
    pub changes: Changes,
}

/// `ludex test`
#[derive(Debug, clap::Args)]
pub struct TestArgs {
    /// A path, or a shipped ruleset's id
    pub ruleset: String,
    /// Only scenarios with this in their name, file, rules or variants
    #[arg(long, value_name = "TEXT")]
    pub filter: Option<String>,
    /// Variants and overlays.
    #[command(flatten)]
    pub changes: Changes,
}

/// `ludex replay`
#[derive(Debug, clap::Args)]
pub struct ReplayArgs {
    /// The saved game
    pub file: PathBuf,
    /// Only verifies
    #[arg(long, short)]
    pub quiet: bool,
    /// Shows all cards of a game that is not over yet
    #[arg(long)]
    pub reveal: bool,
    /// The ruleset, if it is no longer where it was
    #[arg(long, value_name = "ID|PATH")]
    pub ruleset: Option<String>,
    /// The language in which the game is shown
    #[arg(long, value_name = "LANG")]
    pub lang: Option<String>,
}

/// `ludex show`
#[derive(Debug, clap::Args)]
pub struct ShowArgs {
    /// A shipped ruleset's id, or a path
    pub ruleset: String,
    /// A card: its id, or its name in any language
    pub card: Option<String>,
    /// The whole ruleset with its variants and overlays applied, as YAML with the origin of every line
    #[arg(long, conflicts_with_all = ["card", "players", "options"])]
    pub resolved: bool,
    /// For how many players [default: the fewest, but two if possible]
    #[arg(long, value_name = "N")]
    pub players: Option<u32>,
    /// Sets an option of the ruleset (repeatable): texts may depend on it
    #[arg(long = "set", value_name = "OPTION=VALUE")]
    pub options: Vec<String>,
    /// The position to which a scenario leads: its name, or words that only it has in its name
    #[arg(long, value_name = "NAME", requires = "why", conflicts_with_all = ["card", "resolved"])]
    pub scenario: Option<String>,
    /// Explains a score, card, spot or number in that position, with every card open
    #[arg(long, value_name = "THING", requires = "scenario")]
    pub why: Option<String>,
    /// Prints the explanation as JSON
    #[arg(long, requires = "why")]
    pub json: bool,
    /// The language in which the game is shown
    #[arg(long, value_name = "LANG")]
    pub lang: Option<String>,
    /// Variants and overlays.
    #[command(flatten)]
    pub changes: Changes,
}

/// `ludex rules`
#[derive(Debug, clap::Args)]
pub struct RulesArgs {
    /// A shipped ruleset's id, or a path
    pub ruleset: String,
    /// The numbered rules in full: the file RULES.md of the ruleset
    #[arg(long)]
    pub full: bool,
    /// For how many players [default: the fewest, but two if possible]
    #[arg(long, value_name = "N")]
    pub players: Option<u32>,
    /// Sets an option of the ruleset (repeatable): rules may depend on it
    #[arg(long = "set", value_name = "OPTION=VALUE")]
    pub options: Vec<String>,
    /// The language in which the rules are told
    #[arg(long, value_name = "LANG")]
    pub lang: Option<String>,
    /// Variants and overlays.
    #[command(flatten)]
    pub changes: Changes,
}

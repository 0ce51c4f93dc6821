//! Arguments of the command.

#[macro_use]
pub mod help;

mod budget;
mod diff;
mod doc;
mod experiments;
mod new;
mod packages;
mod puzzle;
mod schema;
mod trace;
mod train;
mod watch;

use std::path::PathBuf;

pub use new::NewArgs;
pub use puzzle::PuzzleArgs;
pub use watch::WatchArgs;

use clap::{Parser, Subcommand, ValueEnum};

pub use doc::{DocArgs, PaperSize};
pub use experiments::*;
pub use trace::{ProfileArgs, TraceArgs};
pub use train::TrainArgs;

pub use budget::{Budget, spoken};
pub use diff::DiffArgs;
pub use packages::{InstallArgs, ListArgs, PackArgs, RemoveArgs};

pub use schema::SchemaArgs;

/// Plays, checks, tests and measures card games written as data.
#[derive(Debug, Parser)]
#[command(
    name = "ludex",
    version,
    max_term_width = 100,
    after_help = help!("ludex")
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
    #[command(after_help = help!("play"))]
    Play(PlayArgs),
    /// An experiment.
    #[command(flatten)]
    Experiment(Experiment),
    /// Put the parts of an experiment together
    #[command(after_help = help!("merge"))]
    Merge(MergeArgs),
    /// Solve a small game exactly: its size, its value, an equilibrium
    #[command(after_help = help!("solve"))]
    Solve(SolveArgs),
    /// Learn to play a ruleset from games against itself, for the bot `policy`
    #[command(after_help = help!("train"))]
    Train(TrainArgs),
    /// Find all problems of a ruleset and of its variants
    #[command(after_help = help!("check"))]
    Check(CheckArgs),
    /// Run the scenarios of a ruleset
    #[command(after_help = help!("test"))]
    Test(TestArgs),
    /// Check a ruleset and run its scenarios whenever a file is saved
    #[command(after_help = help!("watch"))]
    Watch(WatchArgs),
    /// Verify a saved game and show it
    #[command(after_help = help!("replay"))]
    Replay(ReplayArgs),
    /// Tell what happened at a choice of a game or scenario, as a tree
    #[command(after_help = help!("trace"))]
    Trace(TraceArgs),
    /// Tell which lines of a ruleset cost the time of a random game
    #[command(after_help = help!("profile"))]
    Profile(ProfileArgs),
    /// Show a ruleset, or one of its cards
    #[command(after_help = help!("show"))]
    Show(ShowArgs),
    /// Begin a game, a variant of one, a scenario from a saved game, or the texts of another language
    #[command(after_help = help!("new"))]
    New(NewArgs),
    /// Find positions in which one option is clearly best, and make scenarios of them
    #[command(after_help = help!("puzzle"))]
    Puzzle(PuzzleArgs),
    /// Format the effects of a ruleset: indentation and spaces, nothing else
    #[command(after_help = help!("fmt"))]
    Fmt {
        /// Folders of rulesets, or YAML files; `-` reads standard input and writes to standard output
        #[arg(required = true, value_name = "PATH")]
        paths: Vec<PathBuf>,
        /// Write nothing, and name the files that would change
        #[arg(long)]
        check: bool,
        /// Write nothing, and show what would change
        #[arg(long)]
        diff: bool,
        /// Name the files as JSON
        #[arg(long, conflicts_with = "diff")]
        json: bool,
    },
    /// Cards as a table for a spreadsheet, and back
    #[command(after_help = help!("table"))]
    Table(TableArgs),
    /// Print JSON Schemas of the files of a ruleset, and of JSON documents
    #[command(after_help = help!("schema"))]
    Schema(SchemaArgs),
    /// Make a rule book, and cards to print
    #[command(after_help = help!("doc"))]
    Doc(DocArgs),
    /// Tell how a game is played
    #[command(after_help = help!("rules"))]
    Rules(RulesArgs),
    /// Tell what is different between two rulesets: rules, scenarios, saved games, who wins
    #[command(after_help = help!("diff"))]
    Diff(DiffArgs),
    /// Put a game or mods into one file that others can play
    #[command(after_help = help!("pack"))]
    Pack(PackArgs),
    /// Keep a game or mods that somebody else has packed, to play them by their id
    #[command(after_help = help!("install"))]
    Install(InstallArgs),
    /// List the games and mods there are
    #[command(after_help = help!("list"))]
    List(ListArgs),
    /// Remove a game or a mod that was installed
    #[command(after_help = help!("remove"))]
    Remove(RemoveArgs),
    /// Explain the code of a problem
    #[command(after_help = help!("explain"))]
    Explain {
        /// The code, e.g. E0301
        code: String,
        /// Print it as JSON
        #[arg(long)]
        json: bool,
    },
    /// Talk to an editor (a language server on standard input and output)
    #[command(after_help = help!("lsp"))]
    Lsp {
        /// What some editors add; there is no other way to talk
        #[arg(long, hide = true)]
        stdio: bool,
    },
    /// Print completions for a shell
    #[command(after_help = help!("completions"))]
    Completions {
        /// The shell
        shell: clap_complete::Shell,
    },
    /// Print a page for `man`, of the program or of a command
    #[command(after_help = help!("man"))]
    Man {
        /// The command; absent: the program
        command: Option<String>,
    },
}

/// Arguments of `table`.
#[derive(Debug, clap::Args)]
pub struct TableArgs {
    /// What to do.
    #[command(subcommand)]
    pub what: TableCommand,
}

/// What is done with a table.
#[derive(Debug, Subcommand)]
pub enum TableCommand {
    /// Write the cards as CSV
    Export {
        /// A shipped ruleset's id, or a path
        ruleset: String,
        /// Where to [default: standard output]
        file: Option<PathBuf>,
        /// Without a file, the table as JSON; else what was written
        #[arg(long)]
        json: bool,
    },
    /// Change the cards to what a CSV file says
    Import {
        /// The folder of a ruleset, or its file
        ruleset: String,
        /// The table; `-` is standard input
        file: PathBuf,
        /// Leave out a column of the table (repeatable)
        #[arg(long, value_name = "COLUMN")]
        ignore: Vec<String>,
        /// Show what would change, and write nothing
        #[arg(long)]
        diff: bool,
        /// Name the files that change as JSON
        #[arg(long)]
        json: bool,
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
    /// How many players [default: the usual number of the ruleset]
    #[arg(long, value_name = "N", conflicts_with = "resume")]
    pub players: Option<u32>,
    /// Who sits where, separated by commas: human, bot (which is normal), easy, normal, hard, random, greedy:DEALS, search:ITERATIONS, search:500ms; bots fill up what is left [default: you in seat 1, bots]
    #[arg(long, value_name = "LIST")]
    pub seats: Option<String>,
    /// Which bots sit where nobody else does, separated by commas, as for `ludex simulate`; the last has all seats that are left. Without --seats the first seat is yours [default: normal]
    #[arg(long, value_name = "LIST")]
    pub bots: Option<String>,
    /// The language in which the game is shown
    #[arg(long, value_name = "LANG")]
    pub lang: Option<String>,
    /// Decides all chance and the bots [default: from the clock]
    #[arg(long, value_name = "N", conflicts_with = "resume")]
    pub seed: Option<u64>,
    /// Sets an option of the ruleset (repeatable)
    #[arg(long = "set", value_name = "OPTION=VALUE", conflicts_with = "resume")]
    pub options: Vec<String>,
    /// Plays on from the position to which a scenario leads: its name, or words that only it has in its name
    #[arg(long, value_name = "NAME", conflicts_with_all = ["resume", "players", "seed", "options", "streams"])]
    pub scenario: Option<String>,
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
    /// Looks at the files of the ruleset: when one is saved, the game goes on with the changed rules
    #[arg(long)]
    pub watch: bool,
    /// For programs: says what is asked and how it ended in lines of JSON, and takes an answer in each line (docs/json.md)
    #[arg(long, conflicts_with = "watch")]
    pub json: bool,
    /// Where to save the game [default: below ~/.local/share/ludex/saves]
    #[arg(long, value_name = "FILE")]
    pub save: Option<PathBuf>,
    /// Variants and overlays.
    #[command(flatten)]
    pub changes: Changes,
}

/// What is mended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Fix {
    /// What is certain
    Certain,
    /// The same, and `openly` where a rule reveals hidden information (E0601, W0722, W0723, W0732)
    Openly,
}

/// How problems are printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// With carets, for people
    Human,
    /// For programs
    Json,
    /// For hosts of code: SARIF 2.1.0
    Sarif,
}

/// `ludex check`
#[derive(Debug, clap::Args)]
pub struct CheckArgs {
    /// A path, a shipped ruleset's id, or - for a single file on standard input
    pub ruleset: String,
    /// How to print
    #[arg(long, value_enum, default_value = "human")]
    pub format: Format,
    /// Print it as JSON: the same as --format json
    #[arg(long, conflicts_with = "format")]
    pub json: bool,
    /// Warnings fail too
    #[arg(long)]
    pub deny_warnings: bool,
    /// Print the texts that a language lacks, as YAML to be filled in
    #[arg(long, value_name = "LANGUAGE", conflicts_with_all = ["format", "json", "deny_warnings"])]
    pub fill_texts: Option<String>,
    /// Write them into the text file of the language
    #[arg(long, requires = "fill_texts", conflicts_with_all = ["variants", "overlays"])]
    pub write: bool,
    /// Change the files as far as it is certain what was meant; `openly`: also tell openly what a rule tells of hidden cards
    #[arg(long, value_name = "WHAT", num_args = 0..=1, require_equals = true, default_missing_value = "certain", conflicts_with_all = ["format", "json", "fill_texts"])]
    pub fix: Option<Fix>,
    /// With --fix: show the changes, and write nothing
    #[arg(long, visible_alias = "dry-run", requires = "fix")]
    pub diff: bool,
    /// Threads [default: one for each core]; the results do not depend on it
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub jobs: Option<u16>,
    /// Variants and overlays.
    #[command(flatten)]
    pub changes: Changes,
}

impl CheckArgs {
    /// How to print.
    pub fn format(&self) -> Format {
        if self.json { Format::Json } else { self.format }
    }
}

/// `ludex test`
#[derive(Debug, clap::Args)]
pub struct TestArgs {
    /// A path, or a shipped ruleset's id
    pub ruleset: String,
    /// Run them again whenever a file is saved, those first that the change touches
    #[arg(long, conflicts_with_all = ["coverage", "junit"])]
    pub watch: bool,
    /// Only scenarios with this in their name, file, rules or variants
    #[arg(long, value_name = "TEXT")]
    pub filter: Option<String>,
    /// Also say what of the ruleset is never reached: cards, abilities, actions, effects, branches, options, messages
    #[arg(long, conflicts_with = "filter")]
    pub coverage: bool,
    /// With --coverage: who reaches it
    #[arg(long, value_enum, default_value = "scenarios", requires = "coverage")]
    pub by: CoverageBy,
    /// With --by games: random games for each number of players
    #[arg(long, value_name = "N", default_value = "200", requires = "coverage", value_parser = clap::value_parser!(u64).range(1..=100_000))]
    pub games: u64,
    /// With --coverage: write it into a file in LCOV's form
    #[arg(long, value_name = "FILE", requires = "coverage")]
    pub lcov: Option<PathBuf>,
    /// With --coverage: write it into a file as a page with the lines of the ruleset
    #[arg(long, value_name = "FILE", requires = "coverage")]
    pub html: Option<PathBuf>,
    /// Also keep the results and what they cover in the folder of the ruleset, in .ludex/test.json, where `ludex lsp` finds them
    #[arg(long, conflicts_with_all = ["filter", "by", "update", "mutate", "watch"])]
    pub store: bool,
    /// Write the results into a file as JUnit XML
    #[arg(long, value_name = "FILE")]
    pub junit: Option<PathBuf>,
    /// Print the results as JSON
    #[arg(long, conflicts_with = "update")]
    pub json: bool,
    /// Show what the scenarios that fail would have to say, and write it into their files if that is wanted
    #[arg(long, conflicts_with_all = ["coverage", "junit"])]
    pub update: bool,
    /// With --update: write it without asking
    #[arg(long, requires = "update")]
    pub yes: bool,
    /// Change the rules at one place after another, and say which changes no scenario notices
    #[arg(long, conflicts_with_all = ["coverage", "junit", "update", "filter", "variants", "overlays"])]
    pub mutate: bool,
    /// With --mutate: try so many changes at most, from all over the rules
    #[arg(long, value_name = "N", default_value = "300", requires = "mutate", value_parser = clap::value_parser!(u32).range(1..))]
    pub mutants: u32,
    /// With --mutate: so many threads
    #[arg(long, value_name = "N", requires = "mutate", value_parser = clap::value_parser!(u16).range(1..))]
    pub jobs: Option<u16>,
    /// Variants and overlays.
    #[command(flatten)]
    pub changes: Changes,
}

/// Who reaches what coverage counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum CoverageBy {
    /// The scenarios that pass
    Scenarios,
    /// Games with random choices, for each number of players, with all options as by default
    Games,
}

/// `ludex replay`
#[derive(Debug, clap::Args)]
pub struct ReplayArgs {
    /// The saved game
    pub file: PathBuf,
    /// Only verifies
    #[arg(long, short)]
    pub quiet: bool,
    /// Print what is verified, and the game, as JSON
    #[arg(long)]
    pub json: bool,
    /// Shows all cards of a game that is not over yet
    #[arg(long)]
    pub reveal: bool,
    /// Also tells the three decisions that cost most: those of people, or of all seats if nobody is one
    #[arg(long, conflicts_with_all = ["quiet", "json"])]
    pub review: bool,
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
    /// For how many players [default: the usual number of the ruleset]
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
    /// Prints it as JSON: the ruleset, the card, or the explanation
    #[arg(long, conflicts_with = "resolved")]
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
    /// For how many players [default: the usual number of the ruleset]
    #[arg(long, value_name = "N")]
    pub players: Option<u32>,
    /// Sets an option of the ruleset (repeatable): rules may depend on it
    #[arg(long = "set", value_name = "OPTION=VALUE")]
    pub options: Vec<String>,
    /// Print them as JSON
    #[arg(long)]
    pub json: bool,
    /// The language in which the rules are told
    #[arg(long, value_name = "LANG")]
    pub lang: Option<String>,
    /// Variants and overlays.
    #[command(flatten)]
    pub changes: Changes,
}

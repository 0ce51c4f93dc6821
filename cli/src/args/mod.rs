//! Command-line arguments of `ludex`.

#[macro_use]
pub mod help;

mod bot;
mod diff;
mod doc;
mod experiments;
mod new;
mod numbers;
mod packages;
mod puzzle;
mod schema;
#[cfg(feature = "serve")]
mod serve;
mod table;
mod trace;
mod watch;

use std::path::PathBuf;

pub use bot::{BotArgs, BotCommand};
pub use new::NewArgs;
pub use numbers::Numbers;
pub use puzzle::PuzzleArgs;
pub use watch::WatchArgs;

use clap::{Parser, Subcommand, ValueEnum};

pub use doc::{DocArgs, PaperSize};
pub use experiments::*;
pub use table::{ExportArgs, ImportArgs, Separator, TableArgs, TableCommand};
pub use trace::{ProfileArgs, TraceArgs};

pub use diff::DiffArgs;
pub use packages::{InstallArgs, ListArgs, PackArgs, RemoveArgs};

pub use schema::SchemaArgs;
#[cfg(feature = "serve")]
pub use serve::ServeArgs;

/// Play, check, test and analyse card games written as data.
#[derive(Debug, Parser)]
#[command(
    name = "ludex",
    version,
    max_term_width = 100,
    after_help = help!("ludex")
)]
pub struct Args {
    /// Set when to use colours
    #[arg(long, global = true, value_enum, default_value = "auto", value_name = "WHEN")]
    pub color: ColorChoice,
    /// The subcommand.
    #[command(subcommand)]
    pub command: Command,
}

/// Policy for coloured output.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum ColorChoice {
    /// Use colours on a terminal, unless NO_COLOR is set
    Auto,
    /// Always use colours
    Always,
    /// Never use colours
    Never,
}

/// Subcommands of `ludex`.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Play in the terminal, against bots or hot-seat
    #[command(after_help = help!("play"))]
    Play(PlayArgs),
    /// Play in the browser, alone, with friends or with bots
    #[cfg(feature = "serve")]
    #[command(after_help = help!("serve"))]
    Serve(ServeArgs),
    /// Report on a game: seats, length, cards, skill and luck
    #[command(
        after_help = help!("report"),
        mut_arg("numbers", |arg| arg.help("Set the number of players [default: the usual number of the ruleset]").long_help(None)),
        mut_arg("bots", |arg| arg.value_name("BOT").help("Set the bot of all seats: random, greedy:DEALS, search:ITERATIONS, … [default: the best that fits into --budget, which is trained if necessary]"))
    )]
    Report(ReportArgs),
    /// An experiment.
    #[command(flatten)]
    Experiment(Experiment),
    /// Merge the parts of an experiment
    #[command(after_help = help!("merge"))]
    Merge(MergeArgs),
    /// Solve a small game exactly: size, value and an equilibrium
    #[command(after_help = help!("solve"))]
    Solve(SolveArgs),
    /// Train a policy network by self-play, for the bot `policy`
    #[command(after_help = help!("train"))]
    Train(TrainArgs),
    /// Check bots that are programs in any language
    #[command(after_help = help!("bot"))]
    Bot(BotArgs),
    /// Check a ruleset and its variants for problems
    #[command(after_help = help!("check"))]
    Check(CheckArgs),
    /// Run the scenarios of a ruleset
    #[command(after_help = help!("test"))]
    Test(TestArgs),
    /// Check a ruleset and run its scenarios after each save of a file
    #[command(after_help = help!("watch"))]
    Watch(WatchArgs),
    /// Verify a saved game and show it
    #[command(after_help = help!("replay"))]
    Replay(ReplayArgs),
    /// Trace what happened at a choice of a game or scenario, as a tree
    #[command(after_help = help!("trace"))]
    Trace(TraceArgs),
    /// Profile random games by line of the ruleset
    #[command(after_help = help!("profile"))]
    Profile(ProfileArgs),
    /// Show a ruleset or one of its cards
    #[command(after_help = help!("show"))]
    Show(ShowArgs),
    /// Create a game, variant, translation, or a scenario from a saved game
    #[command(after_help = help!("new"))]
    New(NewArgs),
    /// Find positions with one clearly best option and write them as scenarios
    #[command(after_help = help!("puzzle"))]
    Puzzle(PuzzleArgs),
    /// Format the indentation and spaces of a ruleset's effects
    #[command(after_help = help!("fmt"))]
    Fmt {
        /// Folders of rulesets, or YAML files
        ///
        /// `-` reads standard input and writes to standard output.
        #[arg(required = true, value_name = "PATH")]
        paths: Vec<PathBuf>,
        /// List the files that would change, without writing
        #[arg(long)]
        check: bool,
        /// Show the changes without writing
        #[arg(long)]
        diff: bool,
        /// Print the names of the files as JSON
        #[arg(long, conflicts_with = "diff")]
        json: bool,
    },
    /// Export the cards as a table for a spreadsheet, or import it
    #[command(after_help = help!("table"))]
    Table(TableArgs),
    /// Print JSON Schemas of ruleset files and JSON documents
    #[command(after_help = help!("schema"))]
    Schema(SchemaArgs),
    /// Generate a rule book and printable cards
    #[command(after_help = help!("doc"))]
    Doc(DocArgs),
    /// Show the rules of a game
    #[command(after_help = help!("rules"))]
    Rules(RulesArgs),
    /// Compare two rulesets: rules, scenarios, saved games and win rates
    #[command(after_help = help!("diff"))]
    Diff(DiffArgs),
    /// Pack a game or mods into one file for other players
    #[command(after_help = help!("pack"))]
    Pack(PackArgs),
    /// Install a packed game or mods, to be played by ID
    #[command(after_help = help!("install"))]
    Install(InstallArgs),
    /// List the available games and mods
    #[command(after_help = help!("list"))]
    List(ListArgs),
    /// Remove an installed game or mod
    #[command(after_help = help!("remove"))]
    Remove(RemoveArgs),
    /// Show the tutorial, the reference and other pages for authors
    #[command(after_help = help!("guide"))]
    Guide {
        /// Name of a page, or `search` [default: list the pages]
        page: Option<String>,
        /// Show only sections with these words in the heading; after `search`: the words to find
        words: Vec<String>,
    },
    /// Explain a diagnostic code
    #[command(after_help = help!("explain"))]
    Explain {
        /// Diagnostic code, such as E0301
        code: String,
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
    /// Run the language server on standard input and output
    #[command(after_help = help!("lsp"))]
    Lsp {
        /// Accept the flag of some editors; the server always uses standard I/O
        #[arg(long, hide = true)]
        stdio: bool,
    },
    /// Print shell completions
    #[command(after_help = help!("completions"))]
    Completions {
        /// Name of the shell
        shell: clap_complete::Shell,
    },
    /// Print the man page of the program or of a command
    #[command(after_help = help!("man"))]
    Man {
        /// Name of the command [default: the program]
        command: Option<String>,
    },
}

/// Variants and overlays to apply to a ruleset.
#[derive(Debug, Clone, Default, clap::Args)]
pub struct Changes {
    /// Apply a variant of the ruleset (repeatable)
    #[arg(long = "variant", value_name = "ID")]
    pub variants: Vec<String>,
    /// Apply an overlay, a YAML file that changes the ruleset (repeatable)
    ///
    /// Overlays are applied after variants, in the given order.
    #[arg(long = "overlay", value_name = "FILE")]
    pub overlays: Vec<PathBuf>,
    /// Values set with `--set`, such as `cards.king.value=18`.
    #[arg(skip)]
    pub values: Vec<String>,
}

impl Changes {
    /// Returns the flags for a command line, each after a space.
    pub fn words(&self) -> String {
        let variants = self.variants.iter().map(|id| format!(" --variant {}", shell(id)));
        let overlays =
            self.overlays.iter().map(|path| format!(" --overlay {}", shell(&path.display().to_string())));
        let values = self.values.iter().map(|value| format!(" --set {}", shell(value)));
        variants.chain(overlays).chain(values).collect()
    }
}

/// Quotes a word for the shell, if necessary.
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
    /// ID of a shipped ruleset, or a path [default: list the shipped rulesets]
    pub ruleset: Option<String>,
    /// Set the number of players [default: the usual number of the ruleset]
    #[arg(long, value_name = "N", conflicts_with = "resume")]
    pub players: Option<u32>,
    /// Set the player of each seat [default: you in seat 1, bots in the others]
    ///
    /// LIST is comma-separated: human, bot (same as normal), easy, normal, hard, random, greedy:DEALS,
    /// search:ITERATIONS, search:500ms, exec:./bot.py. Bots take the remaining seats.
    #[arg(long, value_name = "LIST")]
    pub seats: Option<String>,
    /// Set the bots of the remaining seats [default: normal]
    ///
    /// LIST is comma-separated, as for `ludex simulate`. The last bot takes all seats that are left. Without
    /// --seats the first seat is yours.
    #[arg(long, value_name = "LIST")]
    pub bots: Option<String>,
    /// Set the display language
    #[arg(long, value_name = "LANG")]
    pub lang: Option<String>,
    /// Set the random seed [default: from the clock]
    ///
    /// The seed determines all random events and the choices of the bots.
    #[arg(long, value_name = "N", conflicts_with = "resume")]
    pub seed: Option<u64>,
    /// Set an option of the ruleset (repeatable)
    #[arg(long = "set", value_name = "OPTION=VALUE", conflicts_with = "resume")]
    pub options: Vec<String>,
    /// Start from the final position of a scenario
    ///
    /// NAME is its name, or words that appear in no other name.
    #[arg(long, value_name = "NAME", conflicts_with_all = ["resume", "players", "seed", "options", "streams"])]
    pub scenario: Option<String>,
    /// Resume a saved game
    #[arg(long, value_name = "FILE")]
    pub resume: Option<PathBuf>,
    /// Resume even if the ruleset has changed
    ///
    /// Saved choices are replayed up to the first one that is no longer possible.
    #[arg(long, requires = "resume")]
    pub anyway: bool,
    /// Use separate random streams, as `ludex compare` does
    ///
    /// The same seed then gives a different game than without the flag.
    #[arg(long, conflicts_with = "resume")]
    pub streams: bool,
    /// Disable undo, also after --resume
    #[arg(long)]
    pub no_undo: bool,
    /// Reload the rules when a file of the ruleset is saved
    ///
    /// The game continues with the changed rules.
    #[arg(long)]
    pub watch: bool,
    /// Print decisions and the result as lines of JSON, for programs
    ///
    /// Each line of standard input is an answer (docs/json.md).
    #[arg(long, conflicts_with = "watch")]
    pub json: bool,
    /// Set the save file [default: below ~/.local/share/ludex/saves]
    #[arg(long, value_name = "FILE")]
    pub save: Option<PathBuf>,
    /// Variants and overlays.
    #[command(flatten)]
    pub changes: Changes,
}

/// Scope of `check --fix`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Fix {
    /// Apply fixes that are certain to be right
    Certain,
    /// Also add `openly` to rules that reveal hidden cards (E0601, W0722, W0723, W0732)
    Openly,
}

/// Output format of problems.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// Print source lines with carets, for people
    Human,
    /// Print JSON, for programs
    Json,
    /// Print SARIF 2.1.0, for code hosts
    Sarif,
}

/// `ludex check`
#[derive(Debug, clap::Args)]
pub struct CheckArgs {
    /// Path, ID of a shipped ruleset, or - for one file on standard input
    pub ruleset: String,
    /// Set the output format
    #[arg(long, value_enum, default_value = "human")]
    pub format: Format,
    /// Print JSON; same as --format json
    #[arg(long, conflicts_with = "format")]
    pub json: bool,
    /// Fail on warnings, too
    #[arg(long)]
    pub deny_warnings: bool,
    /// Print the missing texts of a language, as YAML to fill in
    #[arg(long, value_name = "LANGUAGE", conflicts_with_all = ["format", "json", "deny_warnings"])]
    pub fill_texts: Option<String>,
    /// Write the missing texts into the text file of the language
    #[arg(long, requires = "fill_texts", conflicts_with_all = ["variants", "overlays"])]
    pub write: bool,
    /// Apply automatic fixes; `openly` also marks disclosures of hidden cards
    #[arg(long, value_name = "WHAT", num_args = 0..=1, require_equals = true, default_missing_value = "certain", conflicts_with_all = ["format", "json", "fill_texts"])]
    pub fix: Option<Fix>,
    /// With --fix: show the changes without writing
    #[arg(long, visible_alias = "dry-run", requires = "fix")]
    pub diff: bool,
    /// Set the number of threads [default: one per core]
    ///
    /// Results do not depend on the number of threads.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub jobs: Option<u16>,
    /// Variants and overlays.
    #[command(flatten)]
    pub changes: Changes,
}

impl CheckArgs {
    /// Returns the output format; `--json` overrides `--format`.
    pub fn format(&self) -> Format {
        if self.json { Format::Json } else { self.format }
    }
}

/// `ludex test`
#[derive(Debug, clap::Args)]
pub struct TestArgs {
    /// Path, or ID of a shipped ruleset
    pub ruleset: String,
    /// Rerun the scenarios after each save, those affected by the change first
    #[arg(long, conflicts_with_all = ["coverage", "junit"])]
    pub watch: bool,
    /// Run only scenarios with TEXT in their name, file, rules or variants
    #[arg(long, value_name = "TEXT")]
    pub filter: Option<String>,
    /// Also report the parts of the ruleset that are never reached
    ///
    /// Parts are cards, abilities, actions, effects, branches, options and messages.
    #[arg(long, conflicts_with = "filter")]
    pub coverage: bool,
    /// With --coverage: set what is run to reach the parts
    #[arg(long, value_enum, default_value = "scenarios", requires = "coverage")]
    pub by: CoverageBy,
    /// With --by games: set the number of random games per player count
    #[arg(long, value_name = "N", default_value = "200", requires = "coverage", value_parser = clap::value_parser!(u64).range(1..=100_000))]
    pub games: u64,
    /// With --coverage: write an LCOV file
    #[arg(long, value_name = "FILE", requires = "coverage")]
    pub lcov: Option<PathBuf>,
    /// With --coverage: write an HTML page with the lines of the ruleset
    #[arg(long, value_name = "FILE", requires = "coverage")]
    pub html: Option<PathBuf>,
    /// Store results and coverage in .ludex/test.json, for `ludex lsp`
    ///
    /// The file is in the folder of the ruleset.
    #[arg(long, conflicts_with_all = ["filter", "by", "update", "mutate", "watch"])]
    pub store: bool,
    /// Write the results to a file as JUnit XML
    #[arg(long, value_name = "FILE")]
    pub junit: Option<PathBuf>,
    /// Print the results as JSON
    #[arg(long, conflicts_with = "update")]
    pub json: bool,
    /// Show corrected expectations of failed scenarios, and offer to write them
    #[arg(long, conflicts_with_all = ["coverage", "junit"])]
    pub update: bool,
    /// With --update: write the files without asking
    #[arg(long, requires = "update")]
    pub yes: bool,
    /// Mutate the rules one by one and report mutants that no scenario detects
    #[arg(long, conflicts_with_all = ["coverage", "junit", "update", "filter", "variants", "overlays"])]
    pub mutate: bool,
    /// With --mutate: set the maximum number of mutants
    ///
    /// Mutants are spread over all rules.
    #[arg(long, value_name = "N", default_value = "300", requires = "mutate", value_parser = clap::value_parser!(u32).range(1..))]
    pub mutants: u32,
    /// With --mutate: set the number of threads
    #[arg(long, value_name = "N", requires = "mutate", value_parser = clap::value_parser!(u16).range(1..))]
    pub jobs: Option<u16>,
    /// Variants and overlays.
    #[command(flatten)]
    pub changes: Changes,
}

/// Games or scenarios to run for coverage.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum CoverageBy {
    /// Run the scenarios; only those that pass count
    Scenarios,
    /// Play random games with default options, for each number of players
    Games,
}

/// `ludex replay`
#[derive(Debug, clap::Args)]
pub struct ReplayArgs {
    /// Saved game
    pub file: PathBuf,
    /// Verify without showing the game
    #[arg(long, short)]
    pub quiet: bool,
    /// Print the result and the game as JSON
    #[arg(long)]
    pub json: bool,
    /// Write an HTML page with the table after each choice
    #[arg(long, value_name = "FILE")]
    pub html: Option<PathBuf>,
    /// Show all cards, even if the game is not over
    #[arg(long)]
    pub reveal: bool,
    /// Also show the three costliest decisions
    ///
    /// Considers the decisions of people, or those of all seats if all players are bots.
    #[arg(long, conflicts_with_all = ["quiet", "json"])]
    pub review: bool,
    /// Set the ruleset, if it has moved
    #[arg(long, value_name = "ID|PATH")]
    pub ruleset: Option<String>,
    /// Set the display language
    #[arg(long, value_name = "LANG")]
    pub lang: Option<String>,
}

/// `ludex show`
#[derive(Debug, clap::Args)]
pub struct ShowArgs {
    /// ID of a shipped ruleset, or a path
    pub ruleset: String,
    /// Card: its ID, or its name in any language
    pub card: Option<String>,
    /// Print the ruleset with variants and overlays applied, as YAML
    ///
    /// Each line is shown with its origin.
    #[arg(long, conflicts_with_all = ["card", "players", "options"])]
    pub resolved: bool,
    /// Set the number of players [default: the usual number of the ruleset]
    #[arg(long, value_name = "N")]
    pub players: Option<u32>,
    /// Set an option of the ruleset (repeatable)
    ///
    /// Texts may depend on options.
    #[arg(long = "set", value_name = "OPTION=VALUE")]
    pub options: Vec<String>,
    /// Use the final position of a scenario
    ///
    /// NAME is its name, or words that appear in no other name.
    #[arg(long, value_name = "NAME", requires = "why", conflicts_with_all = ["card", "resolved"])]
    pub scenario: Option<String>,
    /// Explain a score, card, spot or number in that position, all cards open
    #[arg(long, value_name = "THING", requires = "scenario")]
    pub why: Option<String>,
    /// Print the ruleset, the card or the explanation as JSON
    #[arg(long, conflicts_with = "resolved")]
    pub json: bool,
    /// Set the display language
    #[arg(long, value_name = "LANG")]
    pub lang: Option<String>,
    /// Variants and overlays.
    #[command(flatten)]
    pub changes: Changes,
}

/// `ludex rules`
#[derive(Debug, clap::Args)]
pub struct RulesArgs {
    /// ID of a shipped ruleset, or a path
    pub ruleset: String,
    /// Show the numbered rules: the file RULES.md of the ruleset
    #[arg(long)]
    pub full: bool,
    /// Set the number of players [default: the usual number of the ruleset]
    #[arg(long, value_name = "N")]
    pub players: Option<u32>,
    /// Set an option of the ruleset (repeatable)
    ///
    /// Rules may depend on options.
    #[arg(long = "set", value_name = "OPTION=VALUE")]
    pub options: Vec<String>,
    /// Print the rules as JSON
    #[arg(long)]
    pub json: bool,
    /// Set the language of the rules
    #[arg(long, value_name = "LANG")]
    pub lang: Option<String>,
    /// Variants and overlays.
    #[command(flatten)]
    pub changes: Changes,
}

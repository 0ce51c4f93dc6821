//! What can be typed.

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
        after_help = "Examples:\n  ludex play kabale --players 3\n  ludex play kabale --seats human,bot,human --lang fr --set rounds=2\n  ludex play kabale --bots hard,easy\n  ludex play --resume game.yaml\n  ludex play kabale --scenario \"KX-01 one against\"\n  ludex play ./my-game --watch\n  ludex play kabale --json\n\nAt a decision: a number or a name takes that option, u undoes, s saves, h tells what a search thinks of each option, ? helps, ? NAME says what something is, q quits (and saves), in every language. At a terminal the arrows edit the line and call up earlier ones, Tab completes names.\nExit code: 130 after Ctrl-C, SIGTERM or SIGHUP (the game is saved)."
    )]
    Play(PlayArgs),
    /// An experiment.
    #[command(flatten)]
    Experiment(Experiment),
    /// Put the parts of an experiment together
    #[command(
        after_help = "Examples:\n  ludex merge part-*.json > result.json\n  ludex merge part-1.json part-2.json | jq .seats\n\nWhat it prints is to the byte what the experiment prints for the whole with `--json --no-timing`. Parts of a simulation hold all that is told of it; those of compare, impact, sweep and ladder want the ruleset where it was. Parts of different runs are refused, as is a part that is missing or there twice."
    )]
    Merge(MergeArgs),
    /// Solve a small game exactly: its size, its value, an equilibrium
    #[command(
        after_help = "Examples:\n  ludex solve ./kuhn.yaml\n  ludex solve ./my-game --players 2 --set cards=6 --json\n  ludex solve ./my-game --by win --iterations 5000\n  ludex solve ./kuhn.yaml --bot search:1000\n\nThe whole tree of the game is enumerated, with chance and what each seat can't know. For two players an equilibrium is found by CFR+, for one the best play. A game with more terminal histories than --limit is refused. With --bot it is also told how a bot plays, and what who knows that gains against it.\n\nExit code: 1 if the game is too large or a rule fails, else 0."
    )]
    Solve(SolveArgs),
    /// Learn to play a ruleset from games against itself, for the bot `policy`
    #[command(
        after_help = "Examples:\n  ludex train ./my-game\n  ludex train ./my-game --players 3 --games 60000\n  ludex train ./my-game --from policy/2.ldxp --games 5000 -o policy/2.ldxp\n  ludex train kabale -o kabale.ldxp && ludex ladder kabale --bots greedy:4,policy:kabale.ldxp,search:50\n\nThe weights come into policy/PLAYERS.ldxp beside the ruleset, where `--bots policy` finds them; for a shipped ruleset into ID-PLAYERS.ldxp here. At the end it is measured how well they play, one seat against others of one bot each: against random all look good, so see the rows below that. The same seed and number of games give the same bytes, on any number of threads. Ctrl-C ends it and keeps what was learnt.\n\nExit code: 130 after Ctrl-C, 1 if a rule failed in every game, else 0."
    )]
    Train(TrainArgs),
    /// Find all problems of a ruleset and of its variants
    #[command(
        after_help = "Examples:\n  ludex check ./my-game\n  ludex check kabale --overlay my-mod.yaml\n  ludex check - --json < ruleset.yaml\n  ludex check ./my-game --format sarif > ludex.sarif\n  ludex check ./my-game --fill-texts fr --write\n  ludex check ./my-game --fix --diff\n  ludex check ./my-game --fix=openly --diff\n\nEach variant of the ruleset is checked too, unless --variant or --overlay says which. With --fix the exit code is for what is left.\n\nA warning that is meant to stay is allowed in the ruleset, with a reason (`allow:`). With --json, `problems` has code, severity, message, place, help, labels and suggestions (docs/json.md).\n\nExit code: 1 if there are errors, else 0."
    )]
    Check(CheckArgs),
    /// Run the scenarios of a ruleset
    #[command(
        after_help = "Examples:\n  ludex test ./my-game\n  ludex test kabale --filter K-21\n  ludex test ./my-game --junit results.xml\n  ludex test ./my-game --update\n  ludex test ./my-game --coverage --html coverage.html --lcov coverage.info\n  ludex test ./my-game --coverage --by games --games 1000\n  ludex test ./my-game --mutate\n  ludex test ./my-game --store\n\nOf scenarios that fail by one cause the first is told in full: what was expected beside what is so, and what came of the last choice. With --variant or --overlay, scenarios about the game itself (`variants: []`), or about what the variant takes away, do not apply; other scenarios of the base game that end differently are one line (in full with --filter) and do not fail the run.\n\nWhat a scenario that fails reaches does not count; nor does a variant that no scenario names. With --by games no scenario is run.\n\nExit code: 1 if one fails, or with --mutate if a change is not noticed, else 0."
    )]
    Test(TestArgs),
    /// Check a ruleset and run its scenarios whenever a file is saved
    #[command(
        after_help = "Examples:\n  ludex watch ./my-game\n  ludex watch kabale --overlay my-mod.yaml\n  ludex watch ./my-game --json\n\nWhen a file is saved, all is checked anew; then the scenarios are run that name what changed, then the others, and it is said what differs from before: problems that are new or gone, scenarios that fail now or pass now. With --json each round is a line of JSON (docs/json.md). Ctrl-C ends it.\n\nExit code: 130 after Ctrl-C, 1 if there is nothing to read at the beginning."
    )]
    Watch(WatchArgs),
    /// Verify a saved game and show it
    #[command(
        after_help = "Examples:\n  ludex replay game.yaml\n  ludex replay game.yaml --quiet --ruleset ./my-game\n  ludex replay game.yaml --reveal\n  ludex replay game.yaml --review\n\n--review searches at each decision with what its seat saw, some milliseconds to half a second each, and tells the three that cost most: what was taken, what was better, and what a search has of each."
    )]
    Replay(ReplayArgs),
    /// Tell what happened at a choice of a game or scenario, as a tree
    #[command(
        after_help = "Examples:\n  ludex trace game.yaml --at 12\n  ludex trace game.yaml --from 3 --to 5\n  ludex trace kabale --scenario KX-01\n  ludex trace ./my-game --scenario \"the King dies\" --json\n\nEvents with the reactions to them in order, what moved where, tests and names with what they read: properties with their modifiers by stage, queries with those they kept. At a terminal, without a number, it shows one choice at a time: n the next, p the one before, a number that one, q ends. A game that is not over has secrets, so it wants --reveal.\n\nExit code: 1 if the scenario fails, else 0."
    )]
    Trace(TraceArgs),
    /// Tell which lines of a ruleset cost the time of a random game
    #[command(
        after_help = "Examples:\n  ludex profile kabale\n  ludex profile ./my-game --games 1000 --players 4\n  ludex profile ./my-game --json\n\nIt counts, and measures no time: a line costs one for each instruction that runs, and the fuel of what repeats in it (rounds, calls, elements of lists). The same seed gives the same numbers everywhere. Fuel that a function, a guard, a property or a modifier uses counts at its own line, also if it is small enough to be compiled in place of its calls; instructions count at the line of the statement."
    )]
    Profile(ProfileArgs),
    /// Show a ruleset, or one of its cards
    #[command(
        after_help = "Examples:\n  ludex show kabale\n  ludex show kabale CARD --lang fr\n  ludex show kabale --scenario KX-01 --why score\n  ludex show kabale --variant crib_sheet --resolved\n  ludex show kabale --json | jq .kinds"
    )]
    Show(ShowArgs),
    /// Begin a game, a variant of one, a scenario from a saved game, or the texts of another language
    #[command(
        after_help = "Examples:\n  ludex new my-game\n  ludex new my-tricks --template trick-taking\n  ludex new my-citadels --from citadels\n  ludex new my-mod.yaml --variant-of kabale\n  ludex new ./my-game --scenario-from game.yaml --at 12\n  ludex new ./my-game --texts fr\n\nWhat is there is never written over: a folder that exists and is not empty, or a file, is refused; only --texts adds to a folder. A scenario from a saved game is made as short as it can be with the same decision, options and scores; in the folder of a ruleset it is put into scenarios/."
    )]
    New(NewArgs),
    /// Find positions in which one option is clearly best, and make scenarios of them
    #[command(
        after_help = "Examples:\n  ludex puzzle kabale\n  ludex puzzle ./my-game --out ./my-game --games 30 --margin 30\n  ludex puzzle citadels --players 3 --tries 2000 --json\n\nBots that search play games. Of each game the decision is taken in which the best option is better than the next by most, if by --margin at least, and if two searches with four times the tries find the same. It becomes a scenario, as short as it can be, whose first lines say what is best and by how much: for players (`ludex play GAME --scenario NAME`), and for tests of bots. Where a game has no such decision nothing is written."
    )]
    Puzzle(PuzzleArgs),
    /// Format the effects of a ruleset: indentation and spaces, nothing else
    #[command(
        after_help = "Examples:\n  ludex fmt ./my-game\n  ludex fmt ./my-game --check\n  ludex fmt cards.yaml overlay.yaml --diff\n  ludex fmt - < cards.yaml\n\nEffects and expressions get two spaces for each open brace and one between words. Lines stay where they were broken, comments and all YAML around stay byte for byte; what can't be read is left alone.\n\nExit code: with --check 1 if a file would change, else 0."
    )]
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
    #[command(
        after_help = "Examples:\n  ludex table export ./my-game cards.csv\n  ludex table import ./my-game cards.csv --diff\n  ludex table import ./my-game cards.csv\n\nA row is a card; the columns are its id, kind and copies, its printed fields, and its texts in each language (en.name, en.text). Import changes only the values that differ, where they stand in the files; all else stays byte for byte. A row with a new id is a new card; a card without a row stays. A template of cards is one row, as it is written: its fields, copies and texts are changed there, its variables (each) in the file. Nothing is written if the ruleset would have errors that it has not now.\n\nExit code: 1 if a cell can't be taken, else 0."
    )]
    Table(TableArgs),
    /// Print what the files of a ruleset look like, as JSON Schema
    #[command(
        after_help = "Examples:\n  ludex schema ruleset\n  ludex schema cards > cards.json\n  ludex schema --into ~/.config/ludex/schema\n\nDraft 7, for editors and other tools. A file names its schema in its first line: `# yaml-language-server: $schema=PATH/cards.json`. A schema knows keys, shapes and fixed words; what effects and names mean, `ludex check` and `ludex lsp` know."
    )]
    Schema(SchemaArgs),
    /// Make a rule book, and cards to print
    #[command(
        after_help = "Examples:\n  ludex doc kabale --out book\n  ludex doc ./my-game --out book --cards\n  ludex doc ./my-game --out book --sheets --lang de --paper letter\n  ludex doc ./my-game --out book --pdf --backs\n  ludex doc ./my-game --out book --png --url https://example.org/my-game\n\nFOLDER/index.html is the rule book, in all languages of the game. --cards puts a picture of each card (SVG) into FOLDER/cards, --sheets pages of nine cards with marks for cutting into FOLDER/sheets, --pdf prints these and the book, --png makes what Tabletop Simulator loads in FOLDER/tabletop; the last two want Chromium or Chrome. How cards look: `layout: { faces: … }`, docs/cards.md. Files of an earlier run are replaced, others stay."
    )]
    Doc(DocArgs),
    /// Tell how a game is played
    #[command(
        after_help = "Examples:\n  ludex rules kabale\n  ludex rules citadels --lang fr --players 3\n  ludex rules kabale --full | less\n  ludex rules kabale --json | jq .sections"
    )]
    Rules(RulesArgs),
    /// Tell what is different between two rulesets: rules, scenarios, saved games, who wins
    #[command(
        after_help = "Examples:\n  ludex diff kabale mod.yaml\n  ludex diff git:HEAD~1 ./my-game\n  ludex diff ./my-game ./my-game-2 --game saved.yaml --markdown\n  ludex diff kabale --variant skirmish --json\n  ludex diff kabale mod.yaml --games 2000 --bots greedy:4\n\nRules and texts are compared key by key: order, layout and comments are no difference. The scenarios of the base are run on both, and the choices of saved games made again on both. With --games pairs of games say who wins more, with the intervals of `ludex compare`, which has more to say of them.\n\nExit code: 0; with --exit-code 1 if anything differs; 1 if a rule failed in a game of --games; 130 if stopped."
    )]
    Diff(DiffArgs),
    /// Put a game or mods into one file that others can play
    #[command(
        after_help = "Examples:\n  ludex pack ./my-game\n  ludex pack ./my-game --out my-game-1.zip\n  ludex pack house-rules.yaml\n\nThe file is a zip: of a game its YAML, its pages and its pictures, of mods their overlays. The same files make the same bytes. `ludex play my-game.zip` plays it as it is, `ludex install my-game.zip` keeps it.\n\nExit code: 1 if it has errors, else 0."
    )]
    Pack(PackArgs),
    /// Keep a game or mods that somebody else has packed, to play them by their id
    #[command(
        after_help = "Examples:\n  ludex install my-game.zip\n  ludex install house-rules.yaml\n  ludex install my-game-2.zip --replace\n\nIt takes a zip file, a folder, or the file of an overlay, and fetches nothing. A game is then played by its id (`ludex play my_game`), a mod as a variant of its game (`ludex play kabale --variant house_rules`); other mods that it is built on (`with:`) come with it. What has errors is not installed.\n\nExit code: 1 if it has errors, else 0."
    )]
    Install(InstallArgs),
    /// List the games and mods there are
    #[command(after_help = "Examples:\n  ludex list\n  ludex list --json")]
    List(ListArgs),
    /// Remove a game or a mod that was installed
    #[command(
        after_help = "Examples:\n  ludex remove my_game\n  ludex remove house_rules\n\nSaved games stay; those of a mod hold it."
    )]
    Remove(RemoveArgs),
    /// Explain the code of a problem
    #[command(after_help = "Examples:\n  ludex explain E0301\n  ludex explain w0702 --json")]
    Explain {
        /// The code, e.g. E0301
        code: String,
        /// Print it as JSON
        #[arg(long)]
        json: bool,
    },
    /// Talk to an editor (a language server on standard input and output)
    #[command(
        after_help = "An editor starts this and talks to it by the Language Server Protocol: problems while one types, completion in keys and in effects, what a word is, where it is defined and used, renaming in all files, suggestions as fixes. docs/editors.md says how it is set up.\n\nExit code: 0 after `shutdown`, else 1."
    )]
    Lsp {
        /// What some editors add; there is no other way to talk
        #[arg(long, hide = true)]
        stdio: bool,
    },
    /// Print completions for a shell
    #[command(
        after_help = "Examples:\n  ludex completions bash > ~/.local/share/bash-completion/completions/ludex\n  ludex completions fish > ~/.config/fish/completions/ludex.fish"
    )]
    Completions {
        /// The shell
        shell: clap_complete::Shell,
    },
    /// Print a page for `man`, of the program or of a command
    #[command(
        after_help = "Examples:\n  ludex man play | man -l -\n  ludex man > /usr/local/share/man/man1/ludex.1"
    )]
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

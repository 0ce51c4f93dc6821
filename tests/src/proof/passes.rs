//! Measures the gain of each pass of lowering, and the speed of careless rulesets (`cases/naive`) compared
//! with careful ones.
//!
//! `just passes [GAME] [--rounds N]` plays random games of every shipped ruleset, of the OpenSpiel games, of
//! `cases/naive`, of the cases made for the passes, and of the foreign ones of `editions/1`. It alternates
//! between all passes and all but one, N (9) times a tenth of a second each. A cell is the time of a game
//! with the pass divided by the time without: the median of the rounds. The last column of the second table
//! is the number of careless games in the time of one careful game. `just passes GAME --without PASS --games
//! N` plays N games and prints nothing, for counting machine instructions; `--without none` omits no pass.

use ludex_tests::inside::*;
use std::hint::black_box;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::{Duration, Instant};

use clap::Args;
use ludex::Setup;
use ludex::{Playout, Ruleset};
use ludex_run::lower::{Passes, lower_by};
use ludex_tests::cases::cases;
use ludex_tests::naive::{Pair, pairs};
use ludex_tests::peers::folders;
use ludex_tests::rulesets::{compile_case, files_of, ruleset, shipped, spread};

/// Playing time of each side before the other's turn.
const TURN: Duration = Duration::from_millis(100);

#[derive(Args)]
pub struct Arguments {
    /// Game to measure
    game: Option<String>,
    /// Number of alternating measurements of both sides
    #[arg(long, value_name = "N", default_value_t = 9)]
    rounds: usize,
    /// Play games without these passes (comma-separated), without measuring
    #[arg(long, value_name = "PASS", requires = "game", value_parser = passes)]
    without: Option<Passes>,
    /// Number of games with `--without`
    #[arg(long, value_name = "N", default_value_t = 1_000, requires = "without")]
    games: u64,
}

/// A game that is compiled on demand.
struct Named {
    name: String,
    compile: Box<dyn Fn() -> Ruleset>,
}

/// A game with its fewest players.
struct Played {
    name: String,
    ruleset: Ruleset,
    players: u8,
}

impl Played {
    fn setup(&self, passes: Passes) -> Setup {
        let options = self.ruleset.option_values(self.players, &[]).expect("the defaults fit");
        let program =
            lower_by(self.ruleset.checked(), self.players, &options, passes).expect("it can be played");
        setup_of(&self.ruleset, Arc::new(program))
    }
}

pub fn run(asked: Arguments) -> ExitCode {
    let named = all();
    let pairs = pairs();
    let is_asked = |name: &str| asked.game.as_deref().is_none_or(|asked| asked == name);
    let played = named.iter().filter(|game| is_asked(&game.name)).map(Named::played);
    let twins = pairs.iter().flat_map(|pair| [careful(pair), naive(pair)]);
    let games: Vec<Played> = played.chain(twins.filter(|game| is_asked(&game.name))).collect();
    if games.is_empty() {
        let name = asked.game.unwrap_or_default();
        let names: Vec<_> = named.iter().map(|game| game.name.as_str()).collect();
        eprintln!("error: there is no game `{name}` here; there are {}", names.join(", "));
        return ExitCode::from(2);
    }
    if let Some(passes) = asked.without {
        games.iter().for_each(|game| play(&game.setup(passes), 0..asked.games));
        return ExitCode::SUCCESS;
    }
    println!("| game | {} |\n|---|{}", Passes::NAMES.join(" | "), "--:|".repeat(Passes::NAMES.len()));
    for game in &games {
        let cells: Vec<String> = Passes::NAMES.iter().map(|pass| cell(game, pass, asked.rounds)).collect();
        println!("| {} | {} |", game.name, cells.join(" | "));
    }
    println!("\n| game | naive beside careful |\n|---|--:|");
    for pair in pairs.iter().filter(|pair| asked.game.is_none() || asked.game == Some(naive(pair).name)) {
        let both = [careful(pair), naive(pair)].map(|game| game.setup(Passes::ALL));
        println!("| {} | {:.2} |", pair.name, ratio(&both, asked.rounds));
    }
    ExitCode::SUCCESS
}

fn careful(pair: &Pair) -> Played {
    Played { name: format!("{} (careful)", pair.name), ruleset: pair.careful.clone(), players: pair.players }
}

fn naive(pair: &Pair) -> Played {
    Played { name: format!("{} (naive)", pair.name), ruleset: pair.naive.clone(), players: pair.players }
}

fn passes(names: &str) -> Result<Passes, String> {
    let without = |passes: Passes, name: &str| passes.without(name);
    let left = match names {
        "none" => Some(Passes::ALL),
        _ => names.split(',').try_fold(Passes::ALL, without),
    };
    left.ok_or_else(|| format!("the passes are {}, or none", Passes::NAMES.join(", ")))
}

/// Returns all games except the twins.
fn all() -> Vec<Named> {
    let shipped = shipped().into_iter().map(|id| {
        let name = id.clone();
        Named { name, compile: Box::new(move || ruleset(&id)) }
    });
    let peers = folders().into_iter().map(|folder| {
        let name = folder.file_name().expect("a folder").to_string_lossy().into_owned();
        Named { name, compile: Box::new(move || compile_case(&files_of(&folder))) }
    });
    let cases = ["passes", "../editions/1", "games"].into_iter().flat_map(cases).map(|case| {
        let name = case.stem().to_owned();
        Named { name, compile: Box::new(move || compile_case(&case.files())) }
    });
    shipped.chain(peers).chain(cases).collect()
}

impl Named {
    fn played(&self) -> Played {
        let ruleset = (self.compile)();
        let players = ruleset.checked().min_players;
        Played { name: self.name.clone(), ruleset, players }
    }
}

fn play(setup: &Setup, seeds: impl Iterator<Item = u64>) {
    let mut playout = Playout::new(setup);
    for seed in seeds {
        // some cases fail, which takes time, too
        let _ = black_box(playout.random(spread(seed)));
    }
}

/// Returns the cell of a pass: the time with it divided by the time without.
fn cell(game: &Played, pass: &str, rounds: usize) -> String {
    let without = Passes::ALL.without(pass).expect("a pass");
    let setups = [Passes::ALL, without].map(|passes| game.setup(passes));
    format!("{:.2}", ratio(&setups, rounds))
}

/// Returns the time of a game of the first setup divided by that of the second.
fn ratio(setups: &[Setup; 2], rounds: usize) -> f64 {
    let round = |_| {
        let [one, other] = [&setups[0], &setups[1]].map(seconds);
        one / other
    };
    let mut ratios: Vec<f64> = (0..rounds.max(1)).map(round).collect();
    ratios.sort_by(f64::total_cmp);
    ratios[ratios.len() / 2]
}

/// Returns the time of a game.
fn seconds(setup: &Setup) -> f64 {
    let (began, mut games) = (Instant::now(), 0);
    while began.elapsed() < TURN {
        play(setup, games..games + 20);
        games += 20;
    }
    began.elapsed().as_secs_f64() / games as f64
}

//! Measures redealing (`Game::determinize`) for every ruleset under `rulesets/` and `tests/cases`, slowest first.
//!
//! `just deals [DECISIONS]` plays random games of each, with its fewest and its most players. At each of
//! DECISIONS (300) decisions it redeals for the acting player twenty times; the shortest time counts. The
//! Markdown table contains mean and maximum. Times are wall-clock times: keep the machine idle. The exit code
//! is 1 if a ruleset takes longer than [`MOST`] on average.

use std::hint::black_box;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use ludex::{Game, Ruleset, Setup, compile};
use ludex_tests::cases::{cases, here};
use ludex_tests::rulesets::{Picks, files, shipped, spread};

/// Maximum mean time of redealing.
const MOST: Duration = Duration::from_micros(15);
/// Number of repetitions at a position, of which the fastest counts.
const TIMES: u64 = 20;
/// Maximum number of games of a ruleset: some end immediately.
const GAMES: u64 = 50;
/// Case folder with endless games, which are not played.
const ENDLESS: &str = "faults";

struct Row {
    name: String,
    players: u8,
    cards: usize,
    deals: u32,
    mean: Duration,
    worst: Duration,
}

pub fn run(words: Vec<String>) -> ExitCode {
    let decisions: u32 = match words.first().map_or(Ok(300), |word| word.parse()) {
        Ok(decisions) => decisions,
        Err(_) => {
            eprintln!("usage: [DECISIONS]");
            return ExitCode::from(2);
        }
    };
    let mut rows: Vec<Row> =
        rulesets().iter().flat_map(|(name, ruleset)| measured(name, ruleset, decisions)).collect();
    rows.sort_by_key(|row| std::cmp::Reverse(row.mean));
    println!("| ruleset | players | cards | deals | mean, µs | longest, µs |\n|---|--:|--:|--:|--:|--:|");
    for Row { name, players, cards, deals, mean, worst } in &rows {
        let [mean, worst] = [mean, worst].map(|time| time.as_nanos() as f64 / 1e3);
        println!("| {name} | {players} | {cards} | {deals} | {mean:.1} | {worst:.1} |");
    }
    if rows.iter().any(|row| row.mean > MOST) { ExitCode::FAILURE } else { ExitCode::SUCCESS }
}

/// Returns all playable rulesets.
fn rulesets() -> Vec<(String, Ruleset)> {
    let shipped = shipped().into_iter().map(|id| (id.clone(), files(&id)));
    let folders = std::fs::read_dir(here().join("cases"))
        .expect("the cases")
        .map(|entry| entry.expect("a folder").file_name());
    let mut folders: Vec<String> = folders.map(|name| name.to_string_lossy().into_owned()).collect();
    folders.retain(|folder| folder != ENDLESS);
    folders.sort();
    let of_folder = |folder: &String| {
        let named = |name: &str| format!("{folder}/{name}");
        cases(folder).iter().map(|case| (named(case.stem()), case.files())).collect::<Vec<_>>()
    };
    let all = shipped.chain(folders.iter().flat_map(of_folder));
    all.filter_map(|(name, files)| Some((name, compile(&files).into_ruleset().ok()?))).collect()
}

fn measured(name: &str, ruleset: &Ruleset, decisions: u32) -> Vec<Row> {
    let (fewest, most) = (*ruleset.players().start(), *ruleset.players().end());
    let counts = if fewest == most { vec![fewest] } else { vec![fewest, most] };
    let setups = counts.into_iter().filter_map(|players| ruleset.setup(players, &[]).ok());
    setups.filter_map(|setup| row(name, &setup, decisions)).collect()
}

/// Returns `None` if the games have no decisions.
fn row(name: &str, setup: &Setup, decisions: u32) -> Option<Row> {
    let (mut deals, mut all, mut worst) = (0, Duration::ZERO, Duration::ZERO);
    for seed in (0..GAMES).map(spread) {
        let (mut game, mut picks) = (Game::new(setup, seed), Picks(seed));
        while let Some(seat) = game.deciding().filter(|_| deals < decisions) {
            let times = (0..TIMES).map(|seed| {
                let start = Instant::now();
                black_box(game.determinize(seat, seed));
                start.elapsed()
            });
            let time = times.min().unwrap_or_default();
            (deals, all, worst) = (deals + 1, all + time, worst.max(time));
            if game.apply(picks.below(game.options())).is_err() {
                break;
            }
        }
    }
    let cards = setup.cards();
    (deals > 0).then(|| Row {
        name: name.to_owned(),
        players: setup.players(),
        cards,
        deals,
        mean: all / deals,
        worst,
    })
}

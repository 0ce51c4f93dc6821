//! What dealing anew costs (`Game::redealt`), for every ruleset under `rulesets/` and `tests/cases`, as a Markdown table, the dearest first.
//!
//! `just deals [DECISIONS]` plays random games of each, with its fewest and its most players, and deals at each of DECISIONS (300) decisions for
//! the seat that decides, twenty times. A deal's time is the shortest of the twenty; the table has their mean and the largest. Times are those of the
//! clock: leave the machine alone meanwhile. Ends with 1 if some ruleset takes longer than [`MOST`] on average.

use std::hint::black_box;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use ludex::{Game, Ruleset, Setup, compile};
use ludex_tests::cases::{cases, here};
use ludex_tests::rulesets::{Picks, files, shipped, spread};

/// The most that a deal may take on average.
const MOST: Duration = Duration::from_micros(15);
/// Deals of a position, of which the fastest counts.
const TIMES: u64 = 20;
/// Games with one ruleset, at most: some end at once.
const GAMES: u64 = 50;
/// Rulesets whose games never end; nobody plays them.
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

/// All that can be played.
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

/// Nothing if nobody has anything to decide.
fn row(name: &str, setup: &Setup, decisions: u32) -> Option<Row> {
    let (mut deals, mut all, mut worst) = (0, Duration::ZERO, Duration::ZERO);
    for seed in (0..GAMES).map(spread) {
        let (mut game, mut picks) = (Game::new(setup, seed), Picks(seed));
        while let Some(seat) = game.deciding().filter(|_| deals < decisions) {
            let times = (0..TIMES).map(|seed| {
                let start = Instant::now();
                black_box(game.redealt(seat, seed));
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

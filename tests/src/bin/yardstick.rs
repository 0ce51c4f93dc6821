//! How fast the interpreter is beside games written by hand.
//!
//! `cargo run --release -p ludex-tests --bin yardstick [-- GAMES]` plays GAMES (100,000) games of each twin, spread over
//! the numbers of players, and compares every decision and score with the interpreter's. Then it times both sides in
//! turns, along the same seeds, and prints medians. Ends with 1 at the first difference. Times are those of the clock:
//! leave the machine alone meanwhile.

use std::hint::black_box;
use std::ops::RangeInclusive;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use ludex_tests::rulesets::{ruleset, spread};
use ludex_tests::twin::Twin;
use ludex_tests::twin::citadels::Citadels;
use ludex_tests::twin::compare::Pair;
use ludex_tests::twin::kabale::Kabale;

/// Times each side is measured; an odd number has a median.
const ROUNDS: usize = 9;
/// How long one measurement takes, at least.
const LONG_ENOUGH: Duration = Duration::from_millis(100);

fn main() -> ExitCode {
    let games: u64 = std::env::args().nth(1).and_then(|n| n.parse().ok()).unwrap_or(100_000);
    if let Err(difference) = compared::<Kabale>("kabale", 2..=6, games)
        .and_then(|()| compared::<Citadels>("citadels", 2..=7, games))
    {
        eprintln!("{difference}");
        return ExitCode::from(1);
    }
    println!("{:<10} {:>7}  {:>26}  {:>26}", "", "", "interpreter", "by hand");
    println!(
        "{:<10} {:>7}  {:>14} {:>11}  {:>14} {:>11}  {:>6}",
        "game", "players", "decisions/s", "ns/decision", "decisions/s", "ns/decision", "ratio"
    );
    timed::<Kabale>("kabale", 2..=6);
    timed::<Citadels>("citadels", 2..=7);
    ExitCode::SUCCESS
}

/// Compares so many games, the same number for each number of players.
fn compared<T: Twin>(id: &str, players: RangeInclusive<u8>, games: u64) -> Result<(), String> {
    let ruleset = ruleset(id);
    let each = games.div_ceil(players.clone().count() as u64);
    let mut decisions = 0;
    for players in players.clone() {
        let program = ruleset.program(players, &[]).expect("a game for so many players");
        let mut pair = Pair::<T>::new(&program);
        for game in 0..each {
            decisions += pair.compare(spread(game))?;
        }
    }
    let (fewest, most) = (players.start(), players.end());
    println!(
        "{id}: the same on both sides in {each} games with each of {fewest} to {most} players, {decisions} decisions"
    );
    Ok(())
}

/// A row for each number of players.
fn timed<T: Twin>(id: &str, players: RangeInclusive<u8>) {
    let ruleset = ruleset(id);
    for players in players {
        let program = ruleset.program(players, &[]).expect("a game for so many players");
        let mut pair = Pair::<T>::new(&program);
        let (mut interpreted, mut by_hand) = (Vec::new(), Vec::new());
        for _ in 0..ROUNDS {
            interpreted.push(cost(|seed| pair.playout.random(seed).expect("no rule fails").decisions));
            by_hand.push(cost(|seed| {
                let decisions = pair.twin.play(seed, |_| {});
                black_box(pair.twin.scores());
                decisions
            }));
        }
        let (slow, fast) = (median(interpreted), median(by_hand));
        println!(
            "{id:<10} {players:>7}  {:>14.0} {slow:>11.1}  {:>14.0} {fast:>11.1}  {:>6.1}",
            1e9 / slow,
            1e9 / fast,
            slow / fast
        );
    }
}

/// Nanoseconds per decision of a player of games, who returns the number of decisions of the game of a seed.
fn cost(mut play: impl FnMut(u64) -> u64) -> f64 {
    let (start, mut decisions, mut game) = (Instant::now(), 0, 0);
    loop {
        for _ in 0..100 {
            decisions += play(spread(game));
            game += 1;
        }
        let passed = start.elapsed();
        if passed >= LONG_ENOUGH {
            return passed.as_nanos() as f64 / decisions as f64;
        }
    }
}

fn median(mut costs: Vec<f64>) -> f64 {
    costs.sort_by(f64::total_cmp);
    costs[costs.len() / 2]
}

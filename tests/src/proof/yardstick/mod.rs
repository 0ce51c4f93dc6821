//! Compares the interpreter's speed with hand-written games.
//!
//! `just yardstick [GAMES] [--rounds N] [--save]` plays GAMES (100,000) games of each game that is also
//! written by hand, spread over the numbers of players, and compares every decision and score with the
//! interpreter's. Then it times all shipped games and the hand-written ones in turns, with the same seeds, N
//! (9) times, and prints medians as a Markdown table. It also compares searches with playouts from the same
//! positions. The last columns compare with `tests/baseline.yaml`, which `--save` writes; `--dry-run` only
//! reads the arguments. The exit code is 1 at the first difference between the two sides, and 2 if an
//! argument or file can't be read. Times are wall-clock times: keep the machine idle.

mod row;
mod search;

use ludex_tests::inside::*;
use std::process::ExitCode;

use ludex_tests::baseline::{Baseline, Ratios};
use ludex_tests::rulesets::{ruleset, shipped, spread};
use ludex_tests::twin::Twin;
use ludex_tests::twin::citadels::Citadels;
use ludex_tests::twin::compare::Pair;
use ludex_tests::twin::kabale::Kabale;

use row::Row;

const USAGE: &str = "usage: [GAMES] [--rounds N] [--save] [--dry-run]";

/// Command-line arguments.
struct Args {
    /// Number of games that are compared first.
    games: u64,
    /// Number of measurements of each side; odd numbers have a median.
    rounds: usize,
    /// True if the ratios shall become the baseline.
    save: bool,
    /// True if only the arguments are read.
    dry: bool,
}

pub fn run(words: Vec<String>) -> ExitCode {
    let args = match parse(words.into_iter()) {
        Ok(args) => args,
        Err(message) => return failed(&message, 2),
    };
    let before = match Baseline::load() {
        Ok(before) => before,
        Err(message) => return failed(&message, 2),
    };
    if args.dry {
        return ExitCode::SUCCESS;
    }
    let compared =
        compared::<Kabale>("kabale", args.games).and_then(|()| compared::<Citadels>("citadels", args.games));
    if let Err(difference) = compared {
        return failed(&difference, 1);
    }
    let decisions = timed(args.rounds, &before.decisions);
    println!("\n{}", all_in_all(&before.decisions, &decisions));
    let searches = searched(&before.searches);
    if args.save {
        let saved = Baseline::save(|baseline| {
            baseline.decisions = decisions;
            baseline.searches = searches;
        });
        if let Err(message) = saved {
            return failed(&message, 2);
        }
    }
    ExitCode::SUCCESS
}

fn all_in_all(before: &Ratios, now: &Ratios) -> String {
    match before.all_in_all(now) {
        Some(change) => {
            format!("All rows together: {change} (time per decision against the same run's twin).")
        }
        None => "There is no baseline to compare with; `just bench --save` writes it.".to_owned(),
    }
}

fn failed(message: &str, code: u8) -> ExitCode {
    eprintln!("error: {message}");
    ExitCode::from(code)
}

fn parse(mut words: impl Iterator<Item = String>) -> Result<Args, String> {
    let mut args = Args { games: 100_000, rounds: 9, save: false, dry: false };
    while let Some(word) = words.next() {
        match word.as_str() {
            "--save" => args.save = true,
            "--dry-run" => args.dry = true,
            "--rounds" => {
                let given = words.next().unwrap_or_default();
                args.rounds = given.parse().ok().filter(|n| (1..=1_000).contains(n)).ok_or_else(|| {
                    format!("`--rounds {given}`: a number from 1 to 1000 is needed\n{USAGE}")
                })?;
            }
            option if option.starts_with('-') => return Err(format!("no option `{option}`\n{USAGE}")),
            games => {
                args.games =
                    games.parse().map_err(|_| format!("`{games}` is no number of games\n{USAGE}"))?;
            }
        }
    }
    Ok(args)
}

/// Compares about `games` games, the same number for each number of players.
fn compared<T: Twin>(id: &str, games: u64) -> Result<(), String> {
    let ruleset = ruleset(id);
    let (fewest, most) = (ruleset.checked().min_players, ruleset.checked().max_players);
    let each = games.div_ceil(u64::from(most - fewest) + 1);
    let mut decisions = 0;
    for players in fewest..=most {
        let setup = ruleset.setup(players, &[]).expect("a game for so many players");
        let mut pair = Pair::<T>::new(&setup);
        for game in 0..each {
            decisions += pair.compare(spread(game))?;
        }
    }
    println!(
        "{id}: the same on both sides in {each} games with each of {fewest} to {most} players, {decisions} decisions"
    );
    Ok(())
}

/// Prints a row for each shipped game and number of players. Returns the ratios.
fn timed(rounds: usize, before: &Ratios) -> Ratios {
    let mut now = Ratios::default();
    println!("\n{}", row::HEADING);
    for id in shipped() {
        let ruleset = ruleset(&id);
        for players in ruleset.checked().min_players..=ruleset.checked().max_players {
            let (name, row) = (format!("{id} {players}"), Row::measure(&ruleset, players, rounds));
            now.put(&name, row.ratio);
            println!("{row} {} |", before.against(&name, row.ratio));
        }
    }
    println!("\n{}", row::NOTE);
    now
}

/// Prints a row for the searches of each shipped game. Returns the ratios.
fn searched(before: &Ratios) -> Ratios {
    let mut now = Ratios::default();
    println!("\n{}", search::HEADING);
    for id in shipped() {
        let row = search::Row::measure(&id);
        now.put(&id, row.times());
        println!("{row} {} |", before.against(&id, row.times()));
    }
    println!("\n{}", search::NOTE);
    now
}

//! What a ruleset, a scenario or a save may never do to the program, tried with random mistakes.
//!
//! `cargo run -p ludex-tests --bin smoke [-- --cases N] [--seed S] [--only CASE]` makes N (3,000) cases. A case takes the files of a
//! shipped game and changes them by chance: bytes of any file, or words of its effects, or it damages a saved game.
//!
//! - Every diagnostic stands at a place inside a file, and can be drawn without anything that steers a terminal.
//! - What still passes `check` is played: 20 random games, a game with its log that goes the same way as one without, and its record.
//! - One case in 50 runs the program itself: exit code 0 to 2, valid JSON, no panic, nothing raw in what it prints.
//!
//! A case that goes on for a minute is a hang. Whatever is found, its number and its files (`target/smoke/CASE`) are told,
//! and the run ends with 1. The same seed makes the same cases.

mod library;
mod mutate;
mod process;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process::ExitCode;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use ludex_tests::cases::project;
use ludex_tests::rulesets::{Picks, files, shipped, spread};

/// The files of a ruleset: path and text.
pub type Files = Vec<(String, String)>;

/// Longest time of a case.
const LONGEST: Duration = Duration::from_secs(60);
/// One case in so many runs the program.
const PROCESSES: u64 = 50;

fn main() -> ExitCode {
    let Some([cases, seed, only]) = arguments() else {
        eprintln!("usage: smoke [--cases N] [--seed S] [--only CASE]");
        return ExitCode::from(2);
    };
    let began = Instant::now();
    let games: Vec<Files> = shipped().iter().map(|id| files(id)).collect();
    let numbers = if only == u64::MAX { 0..cases } else { only..only.saturating_add(1) };
    let (next, found) = (AtomicU64::new(numbers.start), AtomicU64::new(0));
    let played = AtomicU64::new(0);
    let worker = || {
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= numbers.end {
                return;
            }
            let (wrong, went) = guarded(number, seed, &games);
            played.fetch_add(u64::from(went), Ordering::Relaxed);
            found.fetch_add(u64::from(wrong), Ordering::Relaxed);
        }
    };
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| (0..threads).for_each(|_| drop(scope.spawn(worker))));
    let found = found.into_inner();
    println!(
        "{} cases of seed {seed}, {} of them played, {found} findings, {:.0} s",
        numbers.end - numbers.start,
        played.into_inner(),
        began.elapsed().as_secs_f64()
    );
    if found > 0 { ExitCode::from(1) } else { ExitCode::SUCCESS }
}

/// The numbers after `--cases`, `--seed` and `--only`.
fn arguments() -> Option<[u64; 3]> {
    let mut values = [3_000, 1, u64::MAX];
    let mut words = std::env::args().skip(1);
    while let Some(word) = words.next() {
        let at = ["--cases", "--seed", "--only"].iter().position(|key| *key == word)?;
        values[at] = words.next()?.parse().ok()?;
    }
    Some(values)
}

/// Whether a case found something, and whether it came to be played.
fn guarded(number: u64, seed: u64, games: &[Files]) -> (bool, bool) {
    let done = std::sync::atomic::AtomicBool::new(false);
    std::thread::scope(|scope| {
        let watch = scope.spawn(|| watch_for_a_hang(number, &done));
        let case = || one(number, seed, games);
        let went = catch_unwind(AssertUnwindSafe(case)).unwrap_or_else(|panic| {
            let told = panic.downcast_ref::<String>().cloned();
            Err(told.or_else(|| panic.downcast_ref::<&str>().map(|s| (*s).to_owned())).unwrap_or_default())
        });
        done.store(true, Ordering::Relaxed);
        watch.thread().unpark();
        match went {
            Ok(played) => (false, played),
            Err(told) => {
                eprintln!("case {number}: {told}\n  again: smoke --seed {seed} --only {number}");
                (true, false)
            }
        }
    })
}

fn watch_for_a_hang(number: u64, done: &std::sync::atomic::AtomicBool) {
    let began = Instant::now();
    while !done.load(Ordering::Relaxed) {
        if began.elapsed() > LONGEST {
            eprintln!("case {number}: goes on for more than {} s", LONGEST.as_secs());
            std::process::exit(1);
        }
        std::thread::park_timeout(Duration::from_secs(1));
    }
}

/// One case; whether the ruleset came to be played, or what was found.
fn one(number: u64, seed: u64, games: &[Files]) -> Result<bool, String> {
    let mut picks = Picks(spread(seed.wrapping_mul(1_000_003).wrapping_add(number)));
    let game = &games[picks.below(games.len())];
    let process = number.is_multiple_of(PROCESSES);
    if process && number.is_multiple_of(2 * PROCESSES) {
        return process::a_save(&mut picks).map(|()| false);
    }
    let (path, files) = match picks.below(2) {
        0 => mutate::bytes(game, &mut picks),
        _ => mutate::words(game, &mut picks),
    };
    let went = match process {
        true => process::a_ruleset(&files).map(|()| false),
        false => library::a_ruleset(&files, &path, &mut picks),
    };
    went.inspect_err(|_| keep(number, &files))
}

/// Writes the files of a case that found something.
fn keep(number: u64, files: &Files) {
    let folder = project().join("target/smoke").join(number.to_string());
    for (path, text) in files {
        let path = folder.join(path);
        let _ = path.parent().map(std::fs::create_dir_all);
        let _ = std::fs::write(path, text);
    }
}

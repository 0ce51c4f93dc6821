//! Fuzzing: random mistakes in a ruleset, a scenario or a save must never break the program.
//!
//! `just smoke [--cases N] [--minutes M] [--from CASE] [--seed S] [--only CASE]` runs N (3,000) cases, or as
//! many as fit into M minutes. A case changes the files of a shipped game randomly: bytes of any file, or
//! words of its effects; or it damages a saved game.
//!
//! - Every diagnostic has a source location inside a file, and its output contains no terminal control
//!   characters.
//! - A ruleset that still passes `check` is played: 20 random games, a game with its log that equals one
//!   without, and its record.
//! - One case in 50 runs the program itself: exit code 0 to 2, valid JSON, no panic, no control characters in
//!   the output.
//!
//! A case that takes a minute (`--longest SECONDS` on a busy machine) is a hang. Number and files of each
//! finding (`target/smoke/CASE`) are printed, and the exit code is 1. The same seed gives the same cases.

mod library;
mod mutate;
mod process;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process::ExitCode;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use ludex_tests::cases::project;
use ludex_tests::rulesets::{Picks, files, shipped, spread};

/// Files of a ruleset: path and text.
pub type Files = Vec<(String, String)>;

/// One case in this many runs the program.
const PROCESSES: u64 = 50;

struct Arguments {
    cases: u64,
    from: u64,
    longest: Duration,
    minutes: Option<u64>,
    only: Option<u64>,
    seed: u64,
}

pub fn run(words: Vec<String>) -> ExitCode {
    let Some(asked) = arguments(words) else {
        eprintln!(
            "usage: smoke [--cases N | --minutes M] [--from CASE] [--longest SECONDS] [--seed S] [--only CASE]"
        );
        return ExitCode::from(2);
    };
    // built before the first case: waiting for the build would count as a hang
    ludex_tests::program::ludex();
    let began = Instant::now();
    let games: Vec<Files> = shipped().iter().map(|id| files(id)).collect();
    let first = asked.only.unwrap_or(asked.from);
    let end = match (asked.only, asked.minutes) {
        (Some(only), _) => only.saturating_add(1),
        (None, Some(_)) => u64::MAX,
        (None, None) => asked.from.saturating_add(asked.cases),
    };
    let in_time = || asked.minutes.is_none_or(|minutes| began.elapsed() < Duration::from_secs(60 * minutes));
    let (next, found) = (AtomicU64::new(first), AtomicU64::new(0));
    let (made, played) = (AtomicU64::new(0), AtomicU64::new(0));
    let worker = || {
        while in_time() {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= end {
                return;
            }
            let (wrong, went) = guarded(number, &asked, &games);
            made.fetch_add(1, Ordering::Relaxed);
            played.fetch_add(u64::from(went), Ordering::Relaxed);
            found.fetch_add(u64::from(wrong), Ordering::Relaxed);
        }
    };
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| (0..threads).for_each(|_| drop(scope.spawn(worker))));
    let found = found.into_inner();
    println!(
        "{} cases of seed {} from case {first}, {} of them played, {found} findings, {:.0} s",
        made.into_inner(),
        asked.seed,
        played.into_inner(),
        began.elapsed().as_secs_f64()
    );
    if found > 0 { ExitCode::from(1) } else { ExitCode::SUCCESS }
}

fn arguments(words: Vec<String>) -> Option<Arguments> {
    let mut asked = Arguments {
        cases: 3_000,
        from: 0,
        longest: Duration::from_secs(60),
        minutes: None,
        only: None,
        seed: 1,
    };
    let mut words = words.into_iter();
    while let Some(word) = words.next() {
        let value = words.next()?.parse().ok()?;
        match word.as_str() {
            "--cases" => asked.cases = value,
            "--from" => asked.from = value,
            "--longest" => asked.longest = Duration::from_secs(value),
            "--minutes" => asked.minutes = Some(value),
            "--only" => asked.only = Some(value),
            "--seed" => asked.seed = value,
            _ => return None,
        }
    }
    Some(asked)
}

/// Runs a case safely. Returns true for a finding, and true if the ruleset was played.
fn guarded(number: u64, asked: &Arguments, games: &[Files]) -> (bool, bool) {
    let done = std::sync::atomic::AtomicBool::new(false);
    std::thread::scope(|scope| {
        let watch = scope.spawn(|| watch_for_a_hang(number, asked.longest, &done));
        let case = || one(number, asked.seed, games);
        let went = catch_unwind(AssertUnwindSafe(case)).unwrap_or_else(|panic| {
            let told = panic.downcast_ref::<String>().cloned();
            Err(told.or_else(|| panic.downcast_ref::<&str>().map(|s| (*s).to_owned())).unwrap_or_default())
        });
        done.store(true, Ordering::Relaxed);
        watch.thread().unpark();
        match went {
            Ok(played) => (false, played),
            Err(told) => {
                eprintln!("case {number}: {told}\n  again: smoke --seed {} --only {number}", asked.seed);
                (true, false)
            }
        }
    })
}

fn watch_for_a_hang(number: u64, longest: Duration, done: &std::sync::atomic::AtomicBool) {
    let began = Instant::now();
    while !done.load(Ordering::Relaxed) {
        if began.elapsed() > longest {
            eprintln!("case {number}: goes on for more than {} s", longest.as_secs());
            std::process::exit(1);
        }
        std::thread::park_timeout(Duration::from_secs(1));
    }
}

/// Runs a case. Returns true if the ruleset was played, or a description of the finding.
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

/// Writes the files of a case with a finding.
fn keep(number: u64, files: &Files) {
    let folder = project().join("target/smoke").join(number.to_string());
    for (path, text) in files {
        let path = folder.join(path);
        let _ = path.parent().map(std::fs::create_dir_all);
        let _ = std::fs::write(path, text);
    }
}

//! Plays many generated rulesets, each with and without passes.
//!
//! `just generated [RULESETS] [--from SEED] [--games N] [--print SEED]` generates rulesets (1,000) from
//! consecutive seeds, starting with SEED (0), and plays N (20) random games of each with and without passes.
//! `generate/compare.rs` defines the required equality. For a rejected ruleset or a differing game, the seed
//! is printed. The text is written to `target/generated/SEED.yaml`, and a minimised version to
//! `target/generated/SEED-small.yaml`. The exit code is then 1. The run stops immediately if games of a
//! ruleset are endless.
//!
//! `--print SEED` prints the ruleset of a seed.

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process::ExitCode;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use clap::Args;
use ludex::Ruleset;
use ludex_grammar::render::{Style, render};
use ludex_tests::cases::project;
use ludex_tests::generate::compare::{Played, compare, players};
use ludex_tests::generate::shrink::shrink;
use ludex_tests::generate::{compiled, on_a_large_stack, ruleset};

/// Maximum time for minimising a ruleset.
const PATIENCE: Duration = Duration::from_secs(120);

/// Maximum time for the games of a ruleset; most take milliseconds, and their cost is limited.
const ENDLESS: Duration = Duration::from_secs(300);

#[derive(Args)]
pub struct Arguments {
    /// Number of rulesets
    #[arg(default_value_t = 1_000)]
    rulesets: u64,
    /// Seed of the first ruleset
    #[arg(long, value_name = "SEED", default_value_t = 0)]
    from: u64,
    /// Random games of each.
    #[arg(long, value_name = "N", default_value_t = 20)]
    games: u64,
    /// Prints the ruleset of a seed, and plays nothing.
    #[arg(long, value_name = "SEED")]
    print: Option<u64>,
}

#[derive(Default)]
struct Found {
    games: u64,
    decisions: u64,
    wrong: u64,
    faults: BTreeMap<String, u64>,
}

pub fn run(asked: Arguments) -> ExitCode {
    if let Some(seed) = asked.print {
        print!("{}", ruleset(seed));
        return ExitCode::SUCCESS;
    }
    // panics are reported with their seed, and not again for each smaller ruleset
    std::panic::set_hook(Box::new(|_| {}));
    let began = Instant::now();
    let (next, found) = (AtomicU64::new(asked.from), Mutex::new(Found::default()));
    let running = Mutex::new(BTreeMap::new());
    let worker = || {
        loop {
            let seed = next.fetch_add(1, Ordering::Relaxed);
            if seed >= asked.from.saturating_add(asked.rulesets) {
                return;
            }
            running.lock().expect("no panic").insert(seed, Instant::now());
            let told = one(seed, asked.games, &running);
            running.lock().expect("no panic").remove(&seed);
            note(&mut found.lock().expect("no panic"), asked.games, told);
        }
    };
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        let workers: Vec<_> = (0..threads).map(|_| on_a_large_stack(scope, worker)).collect();
        while workers.iter().any(|worker| !worker.is_finished()) {
            give_up(&running);
            std::thread::sleep(Duration::from_millis(20));
        }
    });
    let Found { games, decisions, wrong, faults } = found.into_inner().expect("no panic");
    println!(
        "{} rulesets from seed {}, {games} games, {decisions} decisions, {wrong} findings, {:.0} s",
        asked.rulesets,
        asked.from,
        began.elapsed().as_secs_f64()
    );
    println!("faults: {faults:?}");
    if wrong > 0 { ExitCode::from(1) } else { ExitCode::SUCCESS }
}

/// Ends the program if the games of a ruleset take too long: their thread can't be stopped.
fn give_up(running: &Mutex<BTreeMap<u64, Instant>>) {
    let late = |began: &Instant| began.elapsed() > ENDLESS;
    let seed = running.lock().expect("no panic").iter().find(|(_, began)| late(began)).map(|(seed, _)| *seed);
    if let Some(seed) = seed {
        eprintln!("seed {seed}: its games have no end after {} s", ENDLESS.as_secs());
        keep(&format!("{seed}.yaml"), &ruleset(seed));
        std::process::exit(1);
    }
}

fn note(found: &mut Found, games: u64, told: Option<Played>) {
    let Some(played) = told else { return found.wrong += 1 };
    found.games += games;
    found.decisions += played.decisions as u64;
    found.wrong += u64::from(played.differs.is_some());
    played.faults.iter().for_each(|fault| *found.faults.entry(format!("{fault:?}")).or_default() += 1);
}

/// Plays the ruleset of a seed. Returns `None` if it was rejected.
fn one(seed: u64, games: u64, running: &Mutex<BTreeMap<u64, Instant>>) -> Option<Played> {
    let text = ruleset(seed);
    match compiled(&text) {
        Ok(ruleset) => {
            let played = guarded(&ruleset, seed, games);
            if let Some(told) = &played.differs {
                // minimising has its own time limit
                running.lock().expect("no panic").remove(&seed);
                eprintln!("seed {seed}: {told}");
                keep(&format!("{seed}.yaml"), &text);
                keep(&format!("{seed}-small.yaml"), &small(&text, seed, games));
            }
            Some(played)
        }
        Err(compiled) => {
            let drawn = render(&compiled.sources, &compiled.problems[..1], Style::default());
            eprintln!("seed {seed} is refused:\n{drawn}");
            keep(&format!("{seed}.yaml"), &text);
            None
        }
    }
}

/// Plays both programs. A panic counts as a difference.
fn guarded(ruleset: &Ruleset, seed: u64, games: u64) -> Played {
    let played = catch_unwind(AssertUnwindSafe(|| compare(ruleset, players(seed), games)));
    played.unwrap_or_else(|panic| {
        let told = panic.downcast_ref::<String>().cloned();
        let told = told.or_else(|| panic.downcast_ref::<&str>().map(|s| (*s).to_owned()));
        Played { differs: Some(format!("a panic: {}", told.unwrap_or_default())), ..Played::default() }
    })
}

/// Minimises the ruleset as long as it differs.
fn small(text: &str, seed: u64, games: u64) -> String {
    let until = Instant::now() + PATIENCE;
    shrink(text, |text| {
        let differs = || compiled(text).is_ok_and(|r| guarded(&r, seed, games).differs.is_some());
        Instant::now() < until && differs()
    })
}

fn keep(name: &str, text: &str) {
    let folder = project().join("target/generated");
    let _ = std::fs::create_dir_all(&folder);
    let path = folder.join(name);
    match std::fs::write(&path, text) {
        Ok(()) => eprintln!("  {}", path.display()),
        Err(error) => eprintln!("  {}: {error}", path.display()),
    }
}

//! Checks that the scenarios of the shipped games detect changes of the rules.
//!
//! `just mutants [[GAME …] [--jobs N] [--sample N] [--seed S] [--killed]]` creates the mutants of each game
//! (`ludex::mutants`), or a random sample of N, and runs the scenarios on each until one fails. It prints the
//! survivors that `cases/mutants/GAME.yaml` does not explain, in the format of that file, and with `--killed`
//! the scenarios that detected the others. The exit code is 1 if there is any, or if an explained mutant does
//! not survive.

use std::process::ExitCode;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

use ludex_tests::mutants::{Explained, Fate, Mutant, MutantTrial, explained, mutants};
use ludex_tests::rulesets::{Picks, shipped};

const USAGE: &str = "usage: mutants [GAME …] [--jobs N] [--sample N] [--seed S] [--killed]";

struct Args {
    games: Vec<String>,
    jobs: usize,
    sample: Option<usize>,
    seed: u64,
    killed: bool,
}

pub fn run(words: Vec<String>) -> ExitCode {
    let Some(args) = read(words) else {
        eprintln!("{USAGE}");
        return ExitCode::from(2);
    };
    println!(
        "{:<14} {:>7} {:>8} {:>8} {:>9} {:>10} {:>8}",
        "ruleset", "mutants", "refused", "noticed", "explained", "survivors", "seconds"
    );
    let bad: usize = args.games.iter().map(|game| one_game(game, &args)).sum();
    if bad > 0 { ExitCode::from(1) } else { ExitCode::SUCCESS }
}

fn read(words: Vec<String>) -> Option<Args> {
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let mut args = Args { games: Vec::new(), jobs: threads, sample: None, seed: 1, killed: false };
    let known = shipped();
    let mut words = words.into_iter();
    while let Some(word) = words.next() {
        match word.as_str() {
            "--jobs" => args.jobs = words.next()?.parse().ok().filter(|n| *n > 0)?,
            "--sample" => args.sample = Some(words.next()?.parse().ok()?),
            "--seed" => args.seed = words.next()?.parse().ok()?,
            "--killed" => args.killed = true,
            game if known.iter().any(|id| id == game) => args.games.push(word),
            _ => return None,
        }
    }
    if args.games.is_empty() {
        args.games = known;
    }
    Some(args)
}

/// Tests the mutants of a game. Returns the number of unexplained survivors and panics, plus the number of
/// obsolete explanations.
fn one_game(game: &str, args: &Args) -> usize {
    let began = Instant::now();
    let trial = MutantTrial::for_game(game);
    let mut all = mutants(trial.rules());
    let whole = sample(&mut all, args);
    let fates = try_all(game, &all, args.jobs);
    let why = explained(game);
    let count = |wanted: fn(&Fate) -> bool| fates.iter().filter(|fate| wanted(fate)).count();
    let is_explained = |mutant: &Mutant| why.contains_key(&(mutant.file.clone(), mutant.id.clone()));
    let tried = || all.iter().zip(&fates);
    let survivors: Vec<&Mutant> = tried()
        .filter(|(mutant, fate)| **fate == Fate::Survived && !is_explained(mutant))
        .map(|(mutant, _)| mutant)
        .collect();
    let panicked: Vec<&Mutant> =
        tried().filter(|(_, fate)| **fate == Fate::Panicked).map(|(mutant, _)| mutant).collect();
    println!(
        "{game:<14} {:>7} {:>8} {:>8} {:>9} {:>10} {:>8.1}",
        all.len(),
        count(|fate| *fate == Fate::Refused),
        count(|fate| matches!(fate, Fate::Noticed(_))),
        count(|fate| *fate == Fate::Survived) - survivors.len(),
        survivors.len(),
        began.elapsed().as_secs_f64()
    );
    if args.killed {
        tried().for_each(|(mutant, fate)| print_fate(&trial, mutant, *fate));
    }
    list("survivors", game, &survivors);
    list("the interpreter panics", game, &panicked);
    let stale = if whole { stale(&why, &all, &fates) } else { Vec::new() };
    stale.iter().for_each(|(file, id)| println!("  explained, but no survivor: {file}: {id}"));
    survivors.len() + panicked.len() + stale.len()
}

/// Keeps a sample of the mutants, if requested. Returns true if all are kept.
fn sample(all: &mut Vec<Mutant>, args: &Args) -> bool {
    let Some(wanted) = args.sample.filter(|n| *n < all.len()) else { return true };
    let mut picks = Picks(args.seed);
    while all.len() > wanted {
        all.remove(picks.below(all.len()));
    }
    false
}

/// Tests all mutants with several threads.
fn try_all(game: &str, all: &[Mutant], jobs: usize) -> Vec<Fate> {
    let next = AtomicUsize::new(0);
    let fates = Mutex::new(vec![Fate::Refused; all.len()]);
    let worker = || {
        let trial = MutantTrial::for_game(game);
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            let Some(mutant) = all.get(number) else { break };
            let fate = trial.try_out(mutant);
            fates.lock().expect("no thread panics")[number] = fate;
        }
    };
    std::thread::scope(|scope| (0..jobs).for_each(|_| drop(scope.spawn(worker))));
    fates.into_inner().expect("no thread panics")
}

fn print_fate(trial: &MutantTrial, mutant: &Mutant, fate: Fate) {
    let fate = match fate {
        Fate::Noticed(scenario) => format!("noticed by `{}`", trial.scenario(scenario)),
        Fate::Refused => "refused".to_owned(),
        Fate::Survived => "survived".to_owned(),
        Fate::Panicked => "panicked".to_owned(),
    };
    println!("  {}:{}: {}: {fate}", mutant.file, mutant.line, mutant.id);
}

/// Prints mutants in the format of `cases/mutants`, each with its line.
fn list(what: &str, game: &str, mutants: &[&Mutant]) {
    if mutants.is_empty() {
        return;
    }
    println!("\n# {game}: {what}\n- why:\n  mutants:");
    let mut file = "";
    for mutant in mutants {
        if mutant.file != file {
            file = &mutant.file;
            println!("    {file}:");
        }
        println!("      - '{}' # {}", mutant.id.replace('\'', "''"), mutant.line);
    }
    println!();
}

/// Returns explanations whose mutant does not survive or does not exist.
fn stale(why: &Explained, all: &[Mutant], fates: &[Fate]) -> Vec<(String, String)> {
    let survives = |(file, id): &(String, String)| {
        all.iter()
            .zip(fates)
            .any(|(mutant, fate)| mutant.file == *file && mutant.id == *id && *fate == Fate::Survived)
    };
    why.keys().filter(|key| !survives(key)).cloned().collect()
}

//! Random games of one ruleset, for `tests/peers/speed/run`: speed and results.
//!
//! `peers PATH time SECONDS [SEED]` plays games in one thread, as `ludex simulate` does, for SECONDS. `peers
//! PATH count GAMES [SEED]` plays GAMES and counts the options of each decision, too. PATH is a folder, or a
//! case of one file. Prints sums and sums of squares as JSON. `peers baseline GAME RATIO…` compares the
//! ratios of games per second to OpenSpiel with those of `tests/baseline.yaml`, a line for each; `peers save
//! GAME RATIO…` stores them there. Seconds are processor time of this thread, so that other processes matter
//! less on a shared machine; reading and compiling are excluded. The exit code is 2 if an argument, the
//! ruleset or the baseline can't be read, or the system does not report such times (Linux does).

use std::path::Path;
use std::process::ExitCode;

use ludex::{Playout, Ruleset};
use ludex_tests::baseline::{Baseline, Ratios};
use ludex_tests::peers::{Sums, compiled};
use ludex_tests::rulesets::spread;

const USAGE: &str = "usage: PATH (time SECONDS | count GAMES) [SEED], or (baseline | save) GAME RATIO…";
/// Number of games between two checks of the time.
const AT_A_TIME: usize = 500;
/// The first number in this file is the processor time of the thread in nanoseconds.
const SCHEDULED: &str = "/proc/thread-self/schedstat";

/// The requested task.
enum Task {
    Time(f64),
    Count(usize),
}

pub fn run(words: Vec<String>) -> ExitCode {
    let done = match words.split_first() {
        Some((word, rows)) if word == "baseline" => ratios(rows).and_then(|rows| against(&rows)),
        Some((word, rows)) if word == "save" => ratios(rows).and_then(|rows| save(&rows)),
        _ => parse(&words).and_then(|(ruleset, task, seed)| print(&sample(&ruleset, &task, seed)?)),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("error: {message}");
            ExitCode::from(2)
        }
    }
}

fn print(sums: &Sums) -> Result<(), String> {
    println!("{}", serde_json::to_string(sums).map_err(|e| e.to_string())?);
    Ok(())
}

/// Returns games with their ratios.
fn ratios(words: &[String]) -> Result<Vec<(&str, f64)>, String> {
    let (pairs, rest) = words.as_chunks::<2>();
    let number = |word: &String| word.parse().ok().filter(|ratio: &f64| ratio.is_finite());
    let rows = pairs.iter().map(|[game, ratio]| Some((game.as_str(), number(ratio)?)));
    rows.collect::<Option<_>>().filter(|_| rest.is_empty()).ok_or_else(|| USAGE.to_owned())
}

fn against(rows: &[(&str, f64)]) -> Result<(), String> {
    let before = Baseline::load()?.peers;
    rows.iter().for_each(|(game, ratio)| println!("{}", before.speed_against(game, *ratio)));
    Ok(())
}

fn save(rows: &[(&str, f64)]) -> Result<(), String> {
    let mut now = Ratios::default();
    rows.iter().for_each(|(game, ratio)| now.put(game, *ratio));
    Baseline::save(|baseline| baseline.peers = now)
}

fn parse(words: &[String]) -> Result<(Ruleset, Task, u64), String> {
    let [path, task, amount, rest @ ..] = words else { return Err(USAGE.to_owned()) };
    let task = match task.as_str() {
        "time" => amount.parse().map(Task::Time).map_err(|_| USAGE)?,
        "count" => amount.parse().map(Task::Count).map_err(|_| USAGE)?,
        _ => return Err(USAGE.to_owned()),
    };
    let seed = rest.first().map_or(Ok(1), |seed| seed.parse()).map_err(|_| USAGE)?;
    let ruleset = compiled(Path::new(path))?.into_ruleset().map_err(|problems| problems.to_string())?;
    Ok((ruleset, task, seed))
}

/// Plays with the fewest players that the ruleset allows.
fn sample(ruleset: &Ruleset, task: &Task, seed: u64) -> Result<Sums, String> {
    let setup = ruleset.setup(*ruleset.players().start(), &[]).map_err(|e| e.to_string())?;
    let (mut sums, mut playout) = (Sums::new(&setup), Playout::new(&setup));
    let mut seeds = (0..).map(|game| spread(seed.rotate_left(32) ^ game));
    let start = processor_seconds()?;
    match *task {
        Task::Count(games) => seeds.take(games).for_each(|seed| sums.count(&mut playout, seed)),
        Task::Time(seconds) => {
            while processor_seconds()? - start < seconds {
                for seed in seeds.by_ref().take(AT_A_TIME) {
                    sums.add(playout.random(seed).expect("no rule fails"));
                }
            }
        }
    }
    sums.seconds = processor_seconds()? - start;
    Ok(sums)
}

fn processor_seconds() -> Result<f64, String> {
    let text = std::fs::read_to_string(SCHEDULED).map_err(|e| format!("{SCHEDULED}: {e}"))?;
    let nanoseconds = text.split(' ').next().and_then(|word| word.parse::<f64>().ok());
    nanoseconds.map(|n| n / 1e9).ok_or_else(|| format!("{SCHEDULED} has no number"))
}

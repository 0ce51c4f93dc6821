//! Compares the means of random play of every shipped game with the figures of its specification.
//!
//! `just stats [GAMES]` plays GAMES (20,000) games for each row of `tests/cases/stats/*.yaml` and prints the
//! difference in standard errors (of both samples together). The exit code is 1 if one is beyond 4.
//!
//! `… stats -- --by-hand GAMES` prints the same figures of the hand-written games of `ludex_tests::twin`,
//! from other seeds.

use ludex_tests::inside::*;
use std::collections::BTreeMap;
use std::process::ExitCode;

use ludex::GameEnd;
use ludex::Playout;
use ludex::Setup;
use ludex_tests::rulesets::spread;
use ludex_tests::twin::Twin;
use ludex_tests::twin::citadels::Citadels;
use ludex_tests::twin::kabale::Kabale;
use serde::Deserialize;

/// A file of figures.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Stats {
    ruleset: String,
    /// Number of games behind the figures.
    games: f64,
    rows: Vec<Row>,
}

/// Figures of one configuration.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Row {
    players: u8,
    #[serde(default)]
    options: BTreeMap<String, String>,
    figures: BTreeMap<String, f64>,
}

/// Count, sum and sum of squares of a sample.
#[derive(Default)]
struct Sample {
    count: f64,
    sum: f64,
    squares: f64,
}

impl Sample {
    fn add(&mut self, x: f64) {
        self.count += 1.0;
        self.sum += x;
        self.squares += x * x;
    }

    fn mean(&self) -> f64 {
        self.sum / self.count
    }

    fn variance(&self) -> f64 {
        (self.squares / self.count - self.mean().powi(2)).max(0.0)
    }
}

pub fn run(words: Vec<String>) -> ExitCode {
    let mut args = words;
    let by_hand = args.first().is_some_and(|arg| arg == "--by-hand");
    args.drain(..usize::from(by_hand));
    let games: u64 = args.first().and_then(|n| n.parse().ok()).unwrap_or(20_000);
    let folder = ludex_tests::cases::project().join("tests/cases/stats");
    let mut worst: f64 = 0.0;
    println!(
        "{:<16} {:>7}  {:<18} {:>10} {:>10} {:>8}",
        "ruleset", "players", "figure", "published", "measured", "z"
    );
    for path in ludex_tests::cases::files_below(&folder) {
        let text = std::fs::read_to_string(&path).unwrap_or_default();
        match serde_yaml::from_str::<Stats>(&text) {
            Ok(stats) if by_hand => print_by_hand(&stats, games),
            Ok(stats) => worst = worst.max(compare(&stats, games)),
            Err(error) => {
                eprintln!("{}: {error}", path.display());
                return ExitCode::from(2);
            }
        }
    }
    if by_hand {
        return ExitCode::SUCCESS;
    }
    println!("largest difference: {worst:.2} standard errors ({games} games each)");
    if worst > 4.0 { ExitCode::from(1) } else { ExitCode::SUCCESS }
}

/// Plays every row of a file. Returns the largest difference.
fn compare(stats: &Stats, games: u64) -> f64 {
    let compiled = ludex_tests::rulesets::ruleset(&stats.ruleset);
    let mut worst: f64 = 0.0;
    for row in &stats.rows {
        let options: Vec<(String, String)> = row.options.clone().into_iter().collect();
        let setup = compiled.setup(row.players, &options).expect("a row that can be played");
        let samples = play(&setup, games, row);
        for (figure, published) in &row.figures {
            let sample = &samples[figure.as_str()];
            let error = (sample.variance() * (1.0 / sample.count + 1.0 / stats.games)).sqrt();
            let z = (sample.mean() - published) / error;
            worst = worst.max(z.abs());
            let (ruleset, players) = (&stats.ruleset, row.players);
            println!(
                "{ruleset:<16} {players:>7}  {figure:<18} {published:>10.2} {:>10.2} {z:>8.2}",
                sample.mean()
            );
        }
    }
    worst
}

fn play<'a>(setup: &Setup, games: u64, row: &'a Row) -> BTreeMap<&'a str, Sample> {
    let mut samples: BTreeMap<&str, Sample> =
        row.figures.keys().map(|f| (f.as_str(), Sample::default())).collect();
    let mut playout = Playout::new(setup);
    for game in 0..games {
        // neighbouring seeds begin alike; spread them as `simulate` does
        let end = playout.random(spread(game)).expect("no rule fails");
        for (figure, sample) in &mut samples {
            sample.add(measure(setup, end, figure));
        }
    }
    samples
}

/// Returns the value of a figure in one game.
fn measure(setup: &Setup, end: &GameEnd, figure: &str) -> f64 {
    let scores = cells(setup, end);
    let players = scores.len() as f64;
    match figure {
        "decisions" => end.decisions() as f64,
        "winning score" => f64::from(scores.iter().copied().max().unwrap_or(0)),
        "seat score" => scores.iter().map(|s| f64::from(*s)).sum::<f64>() / players,
        phase => {
            let name = phase.trim_start_matches("phase ");
            let index = setup.phases().position(|p| p.name == name).expect("a phase of the ruleset");
            end.phases()[index] as f64
        }
    }
}

/// Prints the figures of a file's rows for its twin, if it has one.
fn print_by_hand(stats: &Stats, games: u64) {
    for row in &stats.rows {
        let samples = match stats.ruleset.as_str() {
            "kabale" => play_by_hand(Kabale::new(row.players), row, games),
            "citadels" => play_by_hand(Citadels::new(row.players), row, games),
            _ => None,
        };
        let Some([turns, decisions, winning]) = samples else { continue };
        let figures = [("phase turn", turns), ("decisions", decisions), ("winning score", winning)];
        for (name, sample) in figures.into_iter().filter(|(_, sample)| sample.sum > 0.0) {
            let error = (sample.variance() / sample.count).sqrt();
            let (ruleset, players, options) = (&stats.ruleset, row.players, &row.options);
            println!(
                "{ruleset:<16} {players:>7}  {name:<18} {:>10.2} ± {error:.2} {options:?}",
                sample.mean()
            );
        }
    }
}

/// Returns turns, decisions and winning scores of random hand-written games; `None` if the twin lacks an
/// option of the row.
fn play_by_hand(mut twin: impl Twin, row: &Row, games: u64) -> Option<[Sample; 3]> {
    if !row.options.iter().all(|(option, value)| twin.set(option, value)) {
        return None;
    }
    let mut samples: [Sample; 3] = Default::default();
    for game in 0..games {
        let decisions = twin.play(spread(game + (1 << 32)), |_| ());
        let best = twin.scores().iter().copied().max().unwrap_or(0);
        for (sample, value) in
            samples.iter_mut().zip([twin.turns() as f64, decisions as f64, f64::from(best)])
        {
            sample.add(value);
        }
    }
    Some(samples)
}

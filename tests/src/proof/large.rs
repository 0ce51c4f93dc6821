//! Measures the cost of a ruleset by its size: loading, stage by stage, and playing.
//!
//! `just large [CARDS …]` plays the same game with more and more cards defined. Each figure is the best of
//! several. The exit code is 1 if the largest ruleset takes two seconds to load, or its game twice as long as
//! that of the smallest. Times are wall-clock times: keep the machine idle.

use ludex_tests::inside::*;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::{Duration, Instant};

use ludex::Playout;
use ludex_check::{check, load};
use ludex_grammar::render::{Style, render};
use ludex_grammar::source::Sources;
use ludex_grammar::yaml;
use ludex_run::lower;
use ludex_tests::large::{Size, files};
use ludex_tests::rulesets::spread;

/// Number of measurements of each stage.
const ROUNDS: usize = 3;
/// Maximum loading time of the largest ruleset.
const LOAD: Duration = Duration::from_secs(2);
/// Number of games of each size.
const GAMES: u64 = 2_000;

pub fn run(words: Vec<String>) -> ExitCode {
    let given: Vec<usize> = words.into_iter().filter_map(|n| n.parse().ok()).collect();
    let sizes = if given.is_empty() { vec![300, 3_000, 10_000, 30_000] } else { given };
    println!(
        "{:>7} {:>9} {:>9} {:>9} {:>9} {:>9} {:>9} {:>9} {:>9} {:>12}",
        "cards",
        "abilities",
        "YAML ms",
        "load ms",
        "check ms",
        "lower ms",
        "all ms",
        "µs/card",
        "µs/start",
        "ns/decision"
    );
    let rows: Vec<_> =
        sizes.into_iter().map(|cards| row(Size { cards, abilities: (cards / 60).max(100) })).collect();
    let loads = rows.iter().map(|(load, _)| *load).max().unwrap_or_default();
    let (least, most) = rows.iter().fold((f64::MAX, 0_f64), |(a, b), (_, cost)| (a.min(*cost), b.max(*cost)));
    println!(
        "at most {:.2} s to load; a decision costs {:.2} times the least",
        loads.as_secs_f64(),
        most / least
    );
    ExitCode::from(u8::from(loads > LOAD || most > 2.0 * least))
}

/// Measures and prints one size. Returns the time of `compile` and `program` together, and nanoseconds per
/// decision. Printed loading times exclude YAML.
fn row(size: Size) -> (Duration, f64) {
    let files = files(size);
    let mut sources = Sources::new();
    let ids: Vec<_> =
        files.iter().map(|(path, text)| (path.clone(), sources.add(path.as_str(), text.as_str()))).collect();
    let yaml = best(|| {
        for (_, id) in &ids {
            yaml::parse(*id, &sources.get(*id).text, &mut Vec::new());
        }
    });
    let load = best(|| drop(load::load(&sources, &ids, &mut Vec::new())));
    let mut problems = Vec::new();
    let raw = load::load(&sources, &ids, &mut problems);
    let check = best(|| drop(check::check(&raw, &mut Vec::new())));
    let checked = check::check(&raw, &mut problems);
    assert!(
        problems.is_empty(),
        "{}",
        render(&sources, &problems[..problems.len().min(5)], Style::default())
    );
    let checked = Arc::new(checked.expect("no problems"));
    let lower = best(|| drop(lower::lower(&checked, 2, &[])));
    let all = best(|| drop(ludex::compile(&files).ruleset.expect("no problems").program(2, &[])));
    let ruleset = ludex::compile(&files).ruleset.expect("no problems");
    let mut playout = Playout::new(&ruleset.setup(2, &[]).expect("a game for two"));
    let played = (0..ROUNDS).map(|_| play(&mut playout)).min_by_key(|(_, deciding, _)| *deciding);
    let (starting, deciding, decisions) = played.expect("some rounds");
    let cost = deciding.as_nanos() as f64 / decisions as f64;
    let ms = |time: Duration| time.as_secs_f64() * 1e3;
    println!(
        "{:>7} {:>9} {:>9.1} {:>9.1} {:>9.1} {:>9.1} {:>9.1} {:>9.1} {:>9.1} {:>12.1}",
        size.cards,
        size.abilities,
        ms(yaml),
        ms(load) - ms(yaml),
        ms(check),
        ms(lower),
        ms(all),
        ms(all) * 1e3 / size.cards as f64,
        starting.as_secs_f64() * 1e6 / GAMES as f64,
        cost,
    );
    (all, cost)
}

/// Returns the time until the first decisions of all games, the remaining time, and the number of decisions.
fn play(playout: &mut Playout) -> (Duration, Duration, u64) {
    let (mut starting, mut deciding, mut decisions) = (Duration::ZERO, Duration::ZERO, 0);
    for game in 0..GAMES {
        let begin = Instant::now();
        let mut first = None;
        let end = playout.picks(spread(game), |_| {
            first.get_or_insert_with(Instant::now);
        });
        decisions += end.expect("no rule fails").decisions();
        let first = first.expect("a decision");
        starting += first - begin;
        deciding += first.elapsed();
    }
    (starting, deciding, decisions)
}

/// Returns the shortest of several runs.
fn best(mut run: impl FnMut()) -> Duration {
    let times = (0..ROUNDS).map(|_| {
        let start = Instant::now();
        run();
        start.elapsed()
    });
    times.min().unwrap_or_default()
}

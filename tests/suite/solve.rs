//! `cases/solve`: small games with known size and value.

use std::process::Command;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use ludex::{Playout, Seat, Setup};
use ludex_bots::BotSpec;
use ludex_lab::Objective;
use ludex_lab::blocks::Control;
use ludex_lab::solve::{MeasuredBot, Task, Unsolved, measure, solve};
use ludex_learn::train::{Plan, train};
use ludex_tests::cases::{Case, cases, project, read};
use ludex_tests::program::ludex;
use ludex_tests::rulesets::{ruleset, spread};
use serde_json::Value;

/// Keys of a case: `# value: -0.0556 within 0.0001`, `# histories: 30`, `# value: none`.
const KEYS: [&str; 5] = ["histories", "information_sets", "value", "random_value", "exploitability"];

/// Creates the setup of a case.
fn setup_of_case(case: &Case) -> Setup {
    let compiled = ludex::compile(&case.files());
    compiled.into_ruleset().expect("no errors").setup(case.players(), &[]).expect("it can be set up")
}

fn task(case: &Case) -> Task {
    let iterations = case.note("iterations").map_or(1000, |n| n.parse().expect("a number"));
    Task { iterations, ..Task::default() }
}

fn holds(found: &Value, expected: &str) -> bool {
    match expected.split_once(" within ") {
        Some((value, within)) => {
            let [value, within]: [f64; 2] = [value, within].map(|n| n.parse().expect("a number"));
            found.as_f64().is_some_and(|found| (found - value).abs() <= within)
        }
        None if expected == "none" => found.is_null(),
        None => found.as_u64() == expected.parse().ok(),
    }
}

#[test]
fn small_games_have_the_size_and_the_value_that_are_known() {
    for case in cases("solve") {
        let solution = solve(&setup_of_case(&case), task(&case)).expect("it is small");
        let found = serde_json::to_value(&solution).expect("JSON");
        for (key, expected) in KEYS.iter().filter_map(|key| Some((key, case.note(key)?))) {
            assert!(holds(&found[key], expected), "{}: {key} is {}, not {expected}", case.name, found[key]);
        }
    }
}

/// The shipped rulesets of known games have the same size and value.
#[test]
fn shipped_games_that_are_known_have_their_size_and_value() {
    // the shipped game has one kind of jack; the case has two jacks, as in the published figures
    for (id, histories) in [("kuhn", 30), ("leduc", 1116)] {
        let case = cases("solve").into_iter().find(|case| case.name == format!("{id}.yaml")).expect("a case");
        let setup = ruleset(id).setup(2, &[]).expect("a game for two");
        let solution = solve(&setup, Task { iterations: 100, ..Task::default() }).expect("it is small");
        let found = serde_json::to_value(&solution).expect("JSON");
        assert_eq!(found["histories"].as_u64(), Some(histories), "{id}");
        let value: f64 =
            case.note("value").and_then(|note| note.split(' ').next()?.parse().ok()).expect("a value");
        assert!(found["value"].as_f64().is_some_and(|found| (found - value).abs() < 0.01), "{id}: {found}");
    }
}

/// Returns the mean score of the first seat in random games, minus the mean of all seats or of the others.
fn sampled(setup: &Setup, games: u64, of_all: bool) -> (f64, f64) {
    let mut playout = Playout::new(setup);
    let (mut sum, mut squares) = (0.0, 0.0);
    for seed in 0..games {
        let end = playout.random(spread(seed)).expect("no rule fails");
        let scores = (0..setup.players())
            .map(|seat| end.score(Seat(seat)).expect("a seat").thousandths as f64 / 1000.0);
        let scores: Vec<f64> = scores.collect();
        let (own, all) = (scores[0], scores.iter().sum::<f64>());
        let worth = match scores.len() as f64 {
            1.0 => own,
            n if of_all => own - all / n,
            n => own - (all - own) / (n - 1.0),
        };
        sum += worth;
        squares += worth * worth;
    }
    let mean = sum / games as f64;
    (mean, ((squares / games as f64 - mean * mean) / games as f64).sqrt())
}

/// The tree enumerates random events and picks differently from games; both must give the same value.
#[test]
fn random_play_is_worth_what_random_games_say() {
    for case in cases("solve") {
        let setup = setup_of_case(&case);
        let solution = solve(&setup, Task { iterations: 1, ..Task::default() }).expect("it is small");
        let (mean, error) = sampled(&setup, 4_000, solution.constant_sum);
        let off = (mean - solution.random_value).abs();
        assert!(off <= 4.0 * error + 1e-9, "{}: {mean} ± {error}, not {}", case.name, solution.random_value);
    }
}

#[test]
fn the_page_has_the_keys_that_there_are() {
    let morra = cases("solve").into_iter().find(|case| case.name == "morra.yaml").expect("the case");
    let asked = MeasuredBot { bot: BotSpec::Random, tries: 1, seed: 1 };
    let control = Control { threads: 1, stop: &AtomicBool::new(false), done: &|_| {} };
    let solution = measure(&setup_of_case(&morra), task(&morra), &asked, &control).expect("it is small");
    let Ok(Value::Object(found)) = serde_json::to_value(&solution) else { panic!("{solution:?}") };
    let page = read(&project().join("docs/solve.md"));
    let mut keys: Vec<&str> =
        page.lines().filter_map(|line| Some(line.strip_prefix("| `")?.split_once('`')?.0)).collect();
    keys.sort_unstable();
    assert_eq!(keys, found.keys().collect::<Vec<_>>());
}

#[test]
fn what_is_too_large_is_refused_with_its_size() {
    let leduc = cases("solve").into_iter().find(|case| case.name == "leduc.yaml").expect("the case");
    let setup: Setup = setup_of_case(&leduc);
    let refused = solve(&setup, Task { limit: 1000, ..Task::default() });
    let Err(Unsolved::TooLarge { reached, limit, magnitude }) = refused else { panic!("{refused:?}") };
    assert_eq!((reached, limit), (1000, 1000));
    assert!((3.0..4.5).contains(&magnitude), "{magnitude}");
}

#[test]
fn what_takes_too_much_memory_is_refused() {
    let leduc = cases("solve").into_iter().find(|case| case.name == "leduc.yaml").expect("the case");
    let refused = solve(&setup_of_case(&leduc), Task { memory: 100_000, ..Task::default() });
    let Err(Unsolved::TooMuchMemory { reached, memory }) = refused else { panic!("{refused:?}") };
    assert_eq!(memory, 100_000);
    assert!((100..5_000).contains(&reached), "{reached}");
}

/// A shared victory counts half, so a player behind in points may still have half.
#[test]
fn a_win_may_count_instead_of_the_score() {
    let morra = cases("solve").into_iter().find(|case| case.name == "morra.yaml").expect("the case");
    let task = Task { by: Objective::Win, iterations: 2000, ..Task::default() };
    let solution = solve(&setup_of_case(&morra), task).expect("it is small");
    assert!(solution.value.is_some_and(|value| value.abs() < 0.001), "{solution:?}");
    assert_eq!(solution.random_value, 0.0);
}

/// A player who bluffs with the optimal frequency can hardly be exploited; random play gives away 0.458 in
/// this game.
#[test]
fn a_search_bluffs_as_often_as_pays_in_a_small_game() {
    let setup = ruleset("kuhn").setup(2, &[]).expect("a game for two");
    let asked = MeasuredBot { bot: "search:1000".parse().expect("a bot"), tries: 40, seed: 1 };
    let (stop, done) = (AtomicBool::new(false), |_| {});
    let control = Control { threads: 1, stop: &stop, done: &done };
    let found = measure(&setup, Task::default(), &asked, &control).expect("it is small");
    let gives_away = found.bot.expect("it was asked").exploitability;
    assert!(gives_away < 0.08, "{gives_away}");
}

/// Random play gives away 2.37 chips. With a tenth of the entropy, a policy gives away 1.6 after the same
/// number of games, because it never retries options that failed early.
#[test]
fn a_policy_learns_to_bluff() {
    let setup = ruleset("leduc").setup(2, &[]).expect("a game for two");
    let (stop, done) = (AtomicBool::new(false), |_| {});
    let control = Control { threads: 2, stop: &stop, done: &|_| {} };
    let trained = train(&Plan { setup: &setup, games: 16_000, seed: 1, from: None, entropy: 100 }, &control);
    let weights = ludex_learn::policy(Arc::new(trained.expect("rows that can be told apart").weights));
    let bot = BotSpec::read("policy@1", &mut |_| Ok(Arc::clone(&weights))).expect("a bot");
    let control = Control { threads: 2, stop: &stop, done: &done };
    let found = measure(&setup, Task::default(), &MeasuredBot { bot, tries: 200, seed: 1 }, &control);
    let gives_away = found.expect("it is small").bot.expect("it was asked").exploitability;
    assert!(gives_away < 0.9, "{gives_away}");
}

/// Each command of the page prints the output shown below it.
#[test]
fn the_page_has_the_numbers_of_the_program() {
    let page = read(&project().join("docs/solve.md"));
    let blocks: Vec<&str> = page.split("```\n$ ludex ").skip(1).collect();
    assert!(blocks.len() >= 2, "{} commands", blocks.len());
    for block in blocks {
        let (command, rest) = block.split_once('\n').expect("a command");
        let (told, _) = rest.split_once("```").expect("an end");
        let words = command.split_whitespace();
        let ran = Command::new(ludex()).args(words).current_dir(project()).output().expect("it runs");
        assert_eq!(String::from_utf8_lossy(&ran.stdout).trim_end(), told.trim_end(), "{command}");
    }
}

//! Sweeps over a small game with known truth.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use ludex::{Ruleset, Setup, compile};
use ludex_bots::BotSpec;
use ludex_lab::blocks::Control;
use ludex_lab::experiment::Experiment as _;
use ludex_lab::report::Changes;
use ludex_lab::sweep::{Ended, Fit, Outcome, Parameter, Played, SweepPlan, SweepReport, Target, sweep};

fn ruleset(text: &str) -> Ruleset {
    let files = [("ruleset.yaml".to_owned(), text.to_owned())];
    compile(&files).into_ruleset().unwrap_or_else(|problems| panic!("{problems}"))
}

fn dice(given: &[(&str, &str)]) -> Setup {
    let given: Vec<_> =
        given.iter().map(|(option, value)| ((*option).to_owned(), (*value).to_owned())).collect();
    ruleset(include_str!("dice.yaml")).setup(2, &given).expect("a setup")
}

fn parameter(name: &str, values: &[&str]) -> Parameter {
    Parameter { name: name.to_owned(), values: values.iter().map(|value| (*value).to_owned()).collect() }
}

/// Creates a sweep over the edge of the first seat.
fn edges(values: &[&str], games: u64, seed: u64) -> SweepPlan {
    let setups: Vec<Setup> = values.iter().map(|value| dice(&[("edge", value)])).collect();
    SweepPlan::new(vec![parameter("options.edge", values)], &setups, games, seed).expect("a plan")
}

fn run(plan: &SweepPlan, threads: u64) -> Played {
    sweep(plan, &Control { threads, stop: &AtomicBool::new(false), done: &|_| {} })
}

fn report(plan: &SweepPlan, threads: u64) -> SweepReport {
    SweepReport::new(plan, Changes::default(), &run(plan, threads), None)
}

fn json(report: &SweepReport) -> String {
    serde_json::to_string(report).expect("JSON")
}

/// Win share of the first seat in 36 throws, with an edge of 0, 1, 2 and 5; shared victories count half.
const TRUTH: [(&str, f64); 4] = [("0", 50.0), ("1", 65.277_778), ("2", 77.777_778), ("5", 98.611_111)];

#[test]
fn every_point_has_its_truth_inside_its_intervals() {
    let report = report(&edges(&TRUTH.map(|(edge, _)| edge), 3000, 4), 2);
    assert_eq!((report.games, report.failed, report.points.len()), (3000, 0, 4));
    for (point, (edge, share)) in report.points.iter().zip(TRUTH) {
        assert_eq!((point.games, point.at.as_slice()), (3000, [edge.to_owned()].as_slice()));
        for (seat, truth) in point.seats.iter().zip([share, 100.0 - share]) {
            let [low, high] = seat.ci95;
            assert!(low <= truth && truth <= high && high - low < 4.0, "{edge}: {low} {truth} {high}");
        }
        let ([low, high], truth) = (point.ci95, 2.0 * share - 100.0);
        assert!(low <= truth && truth <= high && high - low < 8.0, "{edge}: {low} {truth} {high}");
        assert!((point.seat_spread - (point.seats[0].win_share - point.seats[1].win_share).abs()) < 1e-5);
    }
}

#[test]
fn all_points_have_the_same_chance() {
    let report = report(&edges(&["0", "1", "2"], 500, 4), 2);
    let [none, one, two] = [0, 1, 2].map(|point| &report.points[point]);
    assert_eq!(none.seats[1].score, two.seats[1].score);
    for (point, edge) in [(one, 1.0), (two, 2.0)] {
        assert!((point.seats[0].score.mean - none.seats[0].score.mean - edge).abs() < 1e-9);
        assert!((point.score.mean - none.score.mean - edge / 2.0).abs() < 1e-9);
    }
}

#[test]
fn points_are_all_combinations_and_the_last_parameter_changes_first() {
    let values = [("0", "false"), ("0", "true"), ("2", "false"), ("2", "true")];
    let setups = values.map(|(edge, turned)| dice(&[("edge", edge), ("turned", turned)]));
    let parameters =
        vec![parameter("options.edge", &["0", "2"]), parameter("options.turned", &["false", "true"])];
    let plan = SweepPlan::new(parameters.clone(), &setups, 300, 1).expect("a plan");
    let report = report(&plan, 2);
    let at: Vec<Vec<String>> = report.points.iter().map(|point| point.at.clone()).collect();
    assert_eq!(at, values.map(|(edge, turned)| vec![edge.to_owned(), turned.to_owned()]));
    // a reversed die: 1 becomes 6
    let score = |point: usize| report.points[point].seats[1].score.mean;
    assert!((score(0) + score(1) - 7.0).abs() < 1e-9);
    assert!(SweepPlan::new(parameters.clone(), &setups[..3], 300, 1).is_none(), "a setup is missing");
    assert!(SweepPlan::new(parameters, &[], 300, 1).is_none());
}

#[test]
fn threads_change_nothing() {
    assert_eq!(json(&report(&edges(&["0", "3"], 700, 9), 1)), json(&report(&edges(&["0", "3"], 700, 9), 3)));
    let high = ruleset(include_str!("high.yaml")).setup(3, &[]).expect("a setup");
    let other = ruleset(&include_str!("high.yaml").replace("value: 9", "value: 8"));
    let setups = [high, other.setup(3, &[]).expect("a setup")];
    let values = vec![parameter("cards.high.value", &["9", "8"])];
    let mut plan = SweepPlan::new(values, &setups, 20, 9).expect("a plan");
    (plan.run.bots, plan.run.rotate) = (vec![BotSpec::Greedy { deals: 2 }, BotSpec::Random], true);
    let report = report(&plan, 1);
    assert_eq!((plan.turns(), report.games, report.points[0].games), (3, 21, 21));
    assert_eq!(json(&report), json(&self::report(&plan, 3)));
}

#[test]
fn a_deal_with_a_failed_rule_is_left_out_at_its_point_alone() {
    let setups = ["false", "true"].map(|fails| dice(&[("fails", fails)]));
    let plan = SweepPlan::new(vec![parameter("options.fails", &["false", "true"])], &setups, 100, 2);
    let report = report(&plan.expect("a plan"), 2);
    let [fine, fails] = [&report.points[0], &report.points[1]];
    assert_eq!((fine.games, fine.failed), (100, 0));
    assert!(fails.failed > 10 && fails.games + fails.failed == 100 && report.failed == fails.failed);
    assert!(report.faults.iter().all(|fault| fault.point == 1) && report.faults.len() <= 20);
}

#[test]
fn a_rule_that_fails_everywhere_ends_the_run() {
    let broken =
        include_str!("dice.yaml").replace("let die = chance chooses number in 1..6", "let die = 1 div edge");
    let setup = ruleset(&broken).setup(2, &[]).expect("a setup");
    let values = vec![parameter("options.edge", &["0"])];
    let swept = run(&SweepPlan::new(values, &[setup], 5000, 2).expect("a plan"), 2);
    assert_eq!((swept.ended, swept.sums.points[0].deals), (Ended::Failed, 0));
    assert!(swept.sums.points[0].failed < 100);
}

#[test]
fn a_run_that_is_stopped_says_what_was_played() {
    let (stop, done) = (AtomicBool::new(false), AtomicU64::new(0));
    let counted = |n| {
        if done.fetch_add(n, Ordering::SeqCst) > 100 {
            stop.store(true, Ordering::SeqCst);
        }
    };
    let plan = edges(&["0", "1"], 1_000_000, 2);
    let swept = sweep(&plan, &Control { threads: 2, stop: &stop, done: &counted });
    assert_eq!(swept.ended, Ended::Stopped);
    let deals: u64 = swept.sums.points.iter().map(|point| point.deals).sum();
    assert!(deals > 100 && deals < 1000, "{deals}");
}

/// Creates a race of edges for a target.
fn race(values: &[&str], target: &str, games: u64, seed: u64) -> SweepPlan {
    let mut plan = edges(values, games, seed);
    plan.target = Some(Target::parse(target, &plan.points()[0].setup).expect("a target"));
    plan
}

#[test]
fn the_point_that_meets_a_target_is_found_and_the_others_drop_out() {
    let swept = run(&race(&["0", "1", "2", "5"], "seat 1 = 78 % +- 4", 20_000, 3), 2);
    assert_eq!((swept.ended, swept.sums.outcome), (Ended::Decided, Some(Outcome::Met(2))));
    let deals: Vec<u64> = swept.sums.points.iter().map(|point| point.deals).collect();
    assert!(deals[0] < deals[2] && deals[3] < deals[2] && deals[2] < 2500, "{deals:?}");
}

#[test]
fn a_target_that_no_point_meets_has_a_nearest() {
    let plan = race(&["1", "2", "5"], "seat spread < 10 %", 20_000, 3);
    let report = report(&plan, 2);
    let target = report.target.as_ref().expect("there is one");
    assert_eq!(
        (target.outcome, target.point, target.at.as_slice()),
        (Fit::Missed, 0, ["1".to_owned()].as_slice())
    );
    assert!(report.points.iter().all(|point| point.measured.is_some_and(|found| found.fit == Fit::Missed)));
    assert_eq!(json(&report), json(&self::report(&plan, 1)));
}

#[test]
fn numbers_without_bounds_are_targets_too() {
    // a die shows 3.5 on average, and the first seat has its edge
    for (target, wanted) in [
        ("score of seat 1 > 4.2", Outcome::Met(1)),
        ("score = 3.5 +- 0.2", Outcome::Met(0)),
        ("score < 3", Outcome::Missed(0)),
        ("length of turn <= 2", Outcome::Met(0)),
        ("length < 2", Outcome::Missed(0)),
        ("decisions > 0", Outcome::Missed(0)),
    ] {
        let swept = run(&race(&["0", "1"], target, 20_000, 3), 2);
        assert_eq!((swept.ended, swept.sums.outcome), (Ended::Decided, Some(wanted)), "{target}");
    }
}

#[test]
fn what_is_too_close_to_tell_is_not_decided() {
    let swept = run(&race(&["0", "5"], "seat spread <= 0.1", 300, 3), 2);
    assert_eq!((swept.ended, swept.sums.outcome), (Ended::Whole, Some(Outcome::Undecided(0))));
}

/// The share of the first seat is 65.28 at an edge of 1, and 77.78 at 2.
#[test]
fn a_race_rarely_names_a_wrong_point() {
    let wrong = |seed: &u64| match run(&race(&["1", "2"], "seat 1 < 65.5 %", 600, *seed), 1).sums.outcome {
        Some(Outcome::Met(point)) => point != 0,
        Some(Outcome::Missed(_)) => true,
        Some(Outcome::Undecided(_)) | None => false,
    };
    let wrong = (0..150).filter(wrong).count();
    assert!(wrong <= 8, "{wrong} of 150");
}

//! A ladder in a small game: stronger bots take the higher number.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use ludex::{Setup, compile};
use ludex_bots::BotSpec;
use ludex_lab::blocks::Control;
use ludex_lab::experiment::Experiment as _;
use ludex_lab::html::{Chart, Page};
use ludex_lab::ladder::{LadderPlan, LadderReport, Match, MatchReport, Played, ladder, page};
use ludex_lab::names::Names;
use ludex_lab::report::Changes;

fn setup(players: u8, options: &[(&str, &str)]) -> Setup {
    let files = [("ruleset.yaml".to_owned(), include_str!("race.yaml").to_owned())];
    let ruleset = compile(&files).into_ruleset().unwrap_or_else(|problems| panic!("{problems}"));
    let options: Vec<(String, String)> =
        options.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
    ruleset.setup(players, &options).expect("a setup")
}

fn bots(list: &str) -> Vec<BotSpec> {
    list.split(',').map(|bot| bot.parse().expect("a bot")).collect()
}

fn play(plan: &LadderPlan<'_>, threads: u64) -> Played {
    ladder(plan, &Control { threads, stop: &AtomicBool::new(false), done: &|_| {} })
}

fn report(setup: &Setup, list: &str, games: u64) -> LadderReport {
    let plan = LadderPlan::new(setup, &bots(list), games, 1);
    LadderReport::new(&plan, Changes::default(), &play(&plan, 2), None)
}

fn below(report: &LadderReport, rung: usize) -> &MatchReport {
    report.rungs[rung].below.as_ref().expect("a match")
}

#[test]
fn who_thinks_wins_and_those_who_think_alike_share() {
    let report = report(&setup(2, &[]), "greedy:5,greedy:6", 60);
    let names: Vec<&str> = report.rungs.iter().map(|rung| rung.bot.as_str()).collect();
    assert_eq!(names, ["random", "greedy:5", "greedy:6"]);
    // against a random number the largest wins in two of three cases and shares in the third
    let random = below(&report, 1);
    assert!(
        (random.win_share - 5.0 / 6.0).abs() < 0.08 && random.ci95.is_some_and(|[low, _]| low > 0.7),
        "{random:?}"
    );
    assert!(random.elo.is_some_and(|elo| elo > 150.0), "{random:?}");
    assert_eq!(report.rungs[1].random.as_ref(), Some(random));
    let alike = below(&report, 2);
    assert!(
        (alike.win_share, alike.elo, alike.against.as_str()) == (0.5, Some(0.0), "greedy:5"),
        "{alike:?}"
    );
    assert!(report.rungs[2].random.as_ref().is_some_and(|random| random.win_share > 0.7));
}

#[test]
fn the_seat_matters_more_to_those_who_think() {
    let report = report(&setup(2, &[("edge", "1")]), "greedy:6", 90);
    let first = |rung: usize| report.rungs[rung].mirror.as_ref().expect("a match").seats[0].clone();
    assert!((0.5..0.85).contains(&first(0).win_share), "{:?}", first(0));
    assert_eq!(first(1).win_share, 1.0);
    assert!(first(1).ci95.is_some_and(|[low, high]| low > 0.9 && high == 1.0), "{:?}", first(1));
    for rung in &report.rungs {
        let shares = rung.mirror.iter().flat_map(|mirror| &mirror.seats).map(|seat| seat.win_share);
        assert!((shares.sum::<f64>() - 1.0).abs() < 1e-12);
    }
}

#[test]
fn at_a_table_of_three_one_seat_is_held_against_two() {
    let report = report(&setup(3, &[]), "greedy:6,greedy:7", 30);
    let alike = below(&report, 2);
    assert!((alike.win_share - 1.0 / 3.0).abs() < 1e-8 && alike.games == 30, "{alike:?}");
    assert!(alike.elo.is_some_and(|elo| elo.abs() < 1e-5), "{alike:?}");
    let [low, high] = below(&report, 1).ci95.expect("ten deals");
    assert!(low > 1.0 / 3.0 && high < 1.0);
}

#[test]
fn few_deals_have_no_interval() {
    let report = report(&setup(3, &[]), "greedy:6", 20);
    let random = below(&report, 1);
    assert_eq!((random.games, random.deals, random.ci95, random.elo95), (21, 7, None, None));
    let why = report.left_out_intervals().expect("there are too few deals");
    assert!(why.ends_with("set at least --games 24"), "{why}");
    assert!(page(&report, &Names::default(), "").render().contains("set at least --games 24"));
}

/// A bot that is named twice has only one match against itself, with the same bot in all seats.
#[test]
fn a_bot_that_is_named_twice_is_one_rung() {
    let setup = setup(2, &[]);
    let plan = LadderPlan::new(&setup, &bots("greedy:1,random,greedy:1,greedy:2"), 4, 1);
    assert_eq!(plan.rungs(), [bots("random"), bots("greedy:1"), bots("greedy:2")].concat());
}

#[test]
fn threads_change_nothing() {
    let setup = setup(2, &[("edge", "1")]);
    let plan = LadderPlan::new(&setup, &bots("greedy:1,search:10"), 24, 5);
    let json = |threads| {
        let report = LadderReport::new(&plan, Changes::default(), &play(&plan, threads), None);
        serde_json::to_string(&report).expect("JSON")
    };
    assert_eq!(json(1), json(3));
}

#[test]
fn all_work_is_told_as_it_is_done() {
    let setup = setup(3, &[]);
    // ten games are four deals from three seats; below `greedy:1` and itself there is only `random`
    let plan = LadderPlan::new(&setup, &bots("greedy:1"), 10, 1);
    let done = AtomicU64::new(0);
    let count = |games| {
        done.fetch_add(games, Ordering::Relaxed);
    };
    ladder(&plan, &Control { threads: 2, stop: &AtomicBool::new(false), done: &count });
    assert_eq!(plan.games(), 10 + 12 + 10);
    // `greedy:1`, which tries each of about three options once, has one of three seats or all of them
    assert_eq!((done.into_inner(), plan.work().all), (10 + 12 * 4 + 10 * 10, 158));
}

/// A progress bar that counts games would be at two thirds when nearly all of the time is still to come.
#[test]
fn a_match_of_strong_bots_is_most_of_the_work() {
    let setup = setup(2, &[]);
    let plan = LadderPlan::new(&setup, &bots("search:50,search:100,search:200"), 10, 1);
    let cost = |of| plan.cost(of) as f64;
    let [weak, strong] = [1, 3].map(|rung| cost(Match::Mirror(rung)));
    assert!((strong / weak - 4.0).abs() < 0.1, "{weak} {strong}");
    assert!((cost(Match::Against(3, 0)) / strong - 0.5).abs() < 0.01);
    assert!(cost(Match::Mirror(0)) / strong < 0.01);
    let timed = LadderPlan::new(&setup, &bots("search:20ms,normal,hard"), 10, 1);
    let costs = [1, 2, 3].map(|rung| timed.cost(Match::Mirror(rung)));
    assert!(costs.is_sorted() && costs[0] > plan.cost(Match::Mirror(2)), "{costs:?}");
}

/// A run that is stopped reports the finished matches of the weak bots and omits the rest.
#[test]
fn who_stops_has_what_there_is() {
    let setup = setup(2, &[]);
    let plan = LadderPlan::new(&setup, &bots("greedy:1,greedy:2"), 20, 1);
    // random against itself, `greedy:1` against random, and a part of `greedy:1` against itself
    let enough = 20 * plan.cost(Match::Mirror(0)) + 20 * plan.cost(Match::Against(1, 0)) + 1;
    let (stop, done) = (AtomicBool::new(false), AtomicU64::new(0));
    let count = |games| {
        let before = done.fetch_add(games, Ordering::Relaxed);
        stop.store(before + games >= enough, Ordering::Relaxed);
    };
    let played = ladder(&plan, &Control { threads: 1, stop: &stop, done: &count });
    let report = LadderReport::new(&plan, Changes::default(), &played, None);
    assert!(played.is_stopped() && report.games < plan.games());
    assert!(report.rungs[0].mirror.is_some() && report.rungs[1].below.is_some());
    assert!(report.rungs[2].random.is_none() && report.rungs[2].mirror.is_none());
    assert!(
        page(&report, &Names::default(), "ludex ladder race").answer.starts_with("Skill: greedy:1 takes ")
    );
}

#[test]
fn a_rule_that_fails_is_told_with_who_sat_where() {
    let setup = setup(2, &[("fails", "true")]);
    let plan = LadderPlan::new(&setup, &bots("greedy:6"), 30, 1);
    let report = LadderReport::new(&plan, Changes::default(), &play(&plan, 2), None);
    let games: u64 = report.games + report.failed;
    assert!(report.failed > 10 && games == plan.games(), "{} of {games}", report.failed);
    assert!(report.faults.len() <= 20 && report.faults[0].seats == ["random", "random"]);
    assert!(report.faults.iter().any(|told| told.seats.contains(&"greedy:6".to_owned())));
}

fn rows(page: &Page, section: usize) -> usize {
    match &page.sections[section].chart {
        Some(Chart::Intervals(chart)) => chart.rows.len(),
        Some(Chart::Curves(chart)) => chart.curves.iter().map(|curve| curve.points.len()).sum(),
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_page_has_what_the_report_says() {
    let page = page(
        &report(&setup(2, &[("edge", "1")]), "greedy:6,greedy:7", 60),
        &Names::default(),
        "ludex ladder race",
    );
    assert!(page.answer.contains("Skill: greedy:7 takes "), "{}", page.answer);
    assert!(
        page.answer.contains("It is not significantly stronger than greedy:6: 50.0 % "),
        "{}",
        page.answer
    );
    assert!(
        page.answer.ends_with("Seat 1 takes 100.0 % (94.0 to 100.0); it is an advantage."),
        "{}",
        page.answer
    );
    assert_eq!([0, 1, 2].map(|section| rows(&page, section)), [2, 2, 3]);
    let seats = page.sections[2].table.as_ref().expect("a table");
    assert_eq!(seats.rows.len(), 6);
}

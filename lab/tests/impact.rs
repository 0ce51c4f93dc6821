//! The impact of cards of a small game: each player draws half of an own set, and whoever has more points in hand wins.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use ludex::bots::BotSpec;
use ludex::{Setup, compile};
use ludex_lab::blocks::Control;
use ludex_lab::impact::{CardReport, Plan, Played, Report, Timing, WhyNot, impact};
use ludex_lab::simulate::Written;

/// The game with a card worth so many points; all others are worth one.
fn setup_of(text: &str) -> Setup {
    let files = [("ruleset.yaml".to_owned(), text.to_owned())];
    let ruleset = compile(&files, "").into_ruleset().unwrap_or_else(|problems| panic!("{problems}"));
    ruleset.setup(2, &[]).expect("a setup")
}

fn setup(points: i64) -> Setup {
    setup_of(&include_str!("half.yaml").replace("POINTS", &points.to_string()))
}

fn play(plan: &Plan<'_>, threads: u64) -> Played {
    impact(plan, &Control { threads, stop: &AtomicBool::new(false), done: &|_| {} })
}

fn report(plan: &Plan<'_>, threads: u64) -> Report {
    let timing: Option<Timing> = None;
    Report::new(plan, Written::default(), &play(plan, threads).sums, timing)
}

fn json(report: &Report) -> String {
    serde_json::to_string(report).expect("JSON")
}

fn card<'a>(report: &'a Report, id: &str) -> &'a CardReport {
    report.cards.iter().find(|card| card.id == id).expect("a card of this id")
}

#[test]
fn the_card_that_decides_comes_first() {
    let setup = setup(50);
    let report = report(&Plan::new(&setup, None, 400, 1), 2);
    let crown = &report.cards[0];
    let [low, _] = crown.interval;
    // it is in hand in half of the games; then its holder wins, or shares where both have it
    assert!(crown.id == "crown" && low > 10.0, "{crown:?}");
    assert!(report.cards.iter().all(|card| card.times == 400));
    assert_eq!(report.games, 4 * 800);
    // another one in place of a plain card is now and then a second crown, so that a plain one is a loss
    for plain in &report.cards[1..] {
        assert!(plain.impact.is_some_and(|impact| impact < 0.0), "{plain:?}");
    }
}

#[test]
fn a_card_that_costs_the_game_is_a_loss() {
    let setup = setup(-50);
    let report = report(&Plan::new(&setup, None, 400, 1), 2);
    let crown = &report.cards[0];
    assert!(crown.id == "crown" && crown.interval[1] < -10.0, "{crown:?}");
}

#[test]
fn equal_cards_have_no_impact() {
    let setup = setup(1);
    for card in report(&Plan::new(&setup, None, 200, 5), 2).cards {
        let [low, high] = card.interval;
        assert!(low < 0.0 && 0.0 < high, "{card:?}");
        assert!(card.impact.is_some_and(|impact| low < impact && impact < high), "{card:?}");
    }
}

#[test]
fn threads_and_other_cards_change_nothing() {
    let setup = setup(3);
    for bots in [vec![BotSpec::Random], vec![BotSpec::Greedy { deals: 2 }, BotSpec::Random]] {
        let mut plan = Plan::new(&setup, None, 60, 9);
        plan.bots = bots.clone();
        let alone = report(&plan, 1);
        assert_eq!(json(&alone), json(&report(&plan, 3)));
        let crown = plan.cards.iter().map(|card| card.design).nth(1).expect("a second card");
        let mut one = Plan::new(&setup, Some(crown), 60, 9);
        one.bots = bots;
        let one = report(&one, 2);
        assert_eq!(one.cards.len(), 1);
        let (one, all) = (&one.cards[0], card(&alone, &one.cards[0].id));
        assert_eq!((one.impact, one.ci95, one.times), (all.impact, all.ci95, all.times));
        assert_eq!(one.interval, one.ci95);
        assert!(all.interval[0] < all.ci95[0], "it is wider where there are more");
    }
}

#[test]
fn who_stops_has_what_was_played() {
    let setup = setup(3);
    let plan = Plan::new(&setup, None, 300, 9);
    let (stop, games) = (AtomicBool::new(false), AtomicU64::new(0));
    let done = |n| {
        if games.fetch_add(n, Ordering::Relaxed) > 100 {
            stop.store(true, Ordering::Relaxed);
        }
    };
    let played = impact(&plan, &Control { threads: 1, stop: &stop, done: &done });
    assert!(played.stopped);
    assert_eq!(played.sums.games(), games.into_inner());
    assert!(!play(&plan, 1).stopped);
}

#[test]
fn what_can_not_be_looked_at_is_told() {
    let setup = setup(3);
    let plan = Plan::new(&setup, None, 1, 1);
    let why: Vec<(&str, &WhyNot)> =
        plan.left_out.iter().map(|card| (setup.rules().design(card.design).name, &card.why)).collect();
    assert!(
        matches!(why[..], [("judge", WhyNot::Refused(_)), ("coin", WhyNot::Shared), ("lone", WhyNot::Alone)]),
        "{why:?}"
    );
    assert!(plan.cards.iter().all(|card| card.others.len() == 4), "{:?}", plan.cards);
}

#[test]
fn a_rule_that_fails_leaves_its_pair_out() {
    // with the crown in hand the score divides by zero
    let text = include_str!("half.yaml").replace("POINTS", "50");
    let setup =
        setup_of(&text.replace("total: ", "total: 0 div (51 - sum(value of tile in player.hand)) + "));
    let plan = Plan::new(&setup, None, 40, 1);
    let played = play(&plan, 2);
    let report = Report::new(&plan, Written::default(), &played.sums, None);
    assert!(played.sums.failed > 0 && !played.stopped);
    assert_eq!(report.games + 2 * played.sums.failed, 4 * 80);
    let fault = &report.faults[0];
    assert!(fault.place.starts_with("ruleset.yaml:") && !fault.message.is_empty(), "{fault:?}");
    assert_eq!(json(&report), json(&Report::new(&plan, Written::default(), &play(&plan, 1).sums, None)));
}

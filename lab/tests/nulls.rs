//! A game without any effects, measured many times: at most one in twenty runs of each experiment claims an
//! effect.

use std::sync::atomic::AtomicBool;

use ludex::{Setup, compile};
use ludex_bots::BotSpec;
use ludex_lab::balance::{self, Finding};
use ludex_lab::blocks::Control;
use ludex_lab::experiment::{Ended, Experiment as _, RunConfig};
use ludex_lab::report::Changes;
use ludex_lab::stats::Interval;
use ludex_lab::{compare, impact, ladder, simulate, sweep};

/// A fair die is added to the player's value modulo six, so each result is equally likely.
const EVEN: &str = "
format: 1
game: { id: even, players: 3 }
options: { turned: { type: bool, default: false } }
kinds: { tile: { fields: { value: int } } }
cards:
  one: { kind: tile, value: 1, copies: 4 }
  two: { kind: tile, value: 2, copies: 4 }
  three: { kind: tile, value: 3, copies: 4 }
zones:
  deck: { holds: tile, sees: nobody, ordered: true }
  hand: { per: player, holds: tile, sees: owner }
state:
  player: { rolled: int for game }
setup: |
  move tile to deck
  shuffle deck
phases:
  turn:
    each: player
    do: |
      draw 2 from deck to me.hand
      let n = me chooses number in 1..3 as size
      let die = chance chooses number in 1..6
      set me.rolled = (if turned then 7 - die else die) + n
score: { total: (player.rolled + sum(value of tile in player.hand)) mod 6 }
";

fn setup(turned: &str) -> Setup {
    let files = [("ruleset.yaml".to_owned(), EVEN.to_owned())];
    let ruleset = compile(&files).into_ruleset().unwrap_or_else(|problems| panic!("{problems}"));
    ruleset.setup(3, &[("turned".to_owned(), turned.to_owned())]).expect("a setup")
}

fn at_most_10_of_200(claims: impl Fn(u64, &Control<'_>) -> bool) {
    let control = Control { threads: 1, stop: &AtomicBool::new(false), done: &|_| {} };
    let wrong = (0..200).filter(|seed| claims(*seed, &control)).count();
    assert!(wrong <= 10, "{wrong} of 200 runs claim something");
}

fn excludes(truth: f64, interval: Option<Interval>) -> bool {
    interval.is_some_and(|[low, high]| low > truth || high < truth)
}

fn bots() -> Vec<BotSpec> {
    vec![BotSpec::Greedy { deals: 1 }, BotSpec::Random]
}

/// The intervals of cards and options hold jointly.
fn simulation_claims(plan: &mut simulate::SimulatePlan<'_>, seed: u64, control: &Control<'_>) -> bool {
    plan.run.seed = seed;
    let played = simulate::simulate(plan, control, None);
    let subject = simulate::Subject::new(plan, Changes::default());
    let detail =
        simulate::SimulateReport::new(&subject, &played.sums, None).detail.expect("it was asked for");
    let cards = detail.cards.iter().flat_map(|card| [card.drawn, card.held]).flatten();
    let rows: Vec<_> = cards.chain(detail.choices.iter().filter_map(|choice| choice.row)).collect();
    assert!(rows.len() == 9, "three cards drawn and held, three options");
    rows.iter().any(|row| excludes(0.0, row.others.and_then(|others| others.interval)))
}

#[test]
fn cards_and_options_do_not_go_with_winning() {
    let setup = setup("false");
    let mut plan = simulate::SimulatePlan::new(&setup, 40, 0);
    plan.run.detail = true;
    at_most_10_of_200(|seed, control| simulation_claims(&mut plan.clone(), seed, control));
}

#[test]
fn cards_and_options_do_not_go_with_winning_where_seats_are_turned() {
    let setup = setup("false");
    for games in [30, 90] {
        let mut plan = simulate::SimulatePlan::new(&setup, games, 0);
        (plan.run.bots, plan.run.rotate) = (bots(), true);
        at_most_10_of_200(|seed, control| simulation_claims(&mut plan.clone(), seed, control));
    }
}

/// Each interval holds separately, so one in twenty may be wrong: more runs are needed.
#[test]
fn nobody_is_stronger() {
    let setup = setup("false");
    let control = Control { threads: 1, stop: &AtomicBool::new(false), done: &|_| {} };
    for games in [24, 60] {
        let claims = |seed: &u64| {
            let plan = ladder::LadderPlan::new(&setup, &bots(), games, *seed);
            let against = ladder::Match::Against(1, 0);
            let sums = simulate::simulate(&plan.simulation(against), &control, None).sums;
            let report =
                ladder::LadderReport::new(&plan, Changes::default(), &plan.only(against, sums), None);
            let below = report.rungs[1].below.as_ref().expect("a match");
            assert!(below.ci95.is_some() && below.elo95.is_some());
            excludes(1.0 / 3.0, below.ci95)
        };
        let wrong = (1000..1400).filter(claims).count();
        assert!(wrong <= 20, "{games} games: {wrong} of 400 matches claim something");
    }
}

#[test]
fn no_seat_lies_apart() {
    let setup = setup("false");
    for games in [10, 100] {
        at_most_10_of_200(|seed, control| {
            let vary =
                sweep::Parameter { name: "options.turned".to_owned(), values: vec!["false".to_owned()] };
            let plan = sweep::SweepPlan::new(vec![vary], std::slice::from_ref(&setup), games, seed)
                .expect("a point");
            let swept = sweep::sweep(&plan, control);
            let report = sweep::SweepReport::new(&plan, Changes::default(), &swept, None);
            report.points[0].ci95[0] > 0.0
        });
    }
}

#[test]
fn a_change_that_changes_nothing_is_none() {
    let [base, variant] = ["false", "true"].map(setup);
    for (bots, rotate, pairs) in [(vec![BotSpec::Random], false, 100), (bots(), true, 12)] {
        at_most_10_of_200(|seed, control| {
            let mut plan = compare::ComparePlan::new(&base, &variant, pairs, seed).expect("as many players");
            (plan.run.bots, plan.run.rotate, plan.run.detail) = (bots.clone(), rotate, true);
            let compared = compare::compare(&plan, control, None);
            let report = compare::CompareReport::new(&plan, Default::default(), &compared, None);
            let seats = report.seats.iter().any(|seat| excludes(0.0, Some(seat.ci95)));
            seats || report.changed_cards().is_some_and(|cards| !cards.is_empty())
        });
    }
}

#[test]
fn no_card_does_anything() {
    let setup = setup("false");
    for games in [40, 400] {
        at_most_10_of_200(|seed, control| {
            let plan = impact::ImpactPlan::new(&setup, None, None, games / 2, seed);
            let played = impact::impact(&plan, control);
            let report = impact::ImpactReport::new(&plan, Changes::default(), &played.sums, None);
            assert_eq!(report.cards.len(), 3);
            report.cards.iter().any(|card| excludes(0.0, Some(card.interval)))
        });
    }
    at_most_10_of_200(|seed, control| {
        let mut plan = impact::ImpactPlan::new(&setup, None, None, 20_000, seed);
        plan.within = Some(12.0);
        let played = impact::impact(&plan, control);
        let report = impact::ImpactReport::new(&plan, Changes::default(), &played.sums, None);
        let half = |card: &impact::CardReport| (card.interval[1] - card.interval[0]) / 2.0;
        assert!(played.ended == Ended::Decided && report.cards.iter().all(|card| half(card) <= 12.0));
        report.cards.iter().any(|card| excludes(0.0, Some(card.interval)))
    });
}

/// Each finding of a report counts as a claim.
#[test]
fn a_report_claims_nothing() {
    let setup = setup("true");
    let control = Control { threads: 2, stop: &AtomicBool::new(false), done: &|_| {} };
    let mut claims = [0; 4];
    for seed in 0..200 {
        let run = RunConfig { bots: vec![BotSpec::Greedy { deals: 1 }], ..RunConfig::new(seed) };
        let mut plan = balance::Plan::new(&setup, run, vec![BotSpec::Random], Vec::new());
        (plan.games.strongest, plan.games.of_card, plan.games.pairs) = (100, 60, 30);
        (plan.games.luck, plan.games.course) = (20, 8);
        let report = plan.report(Changes::default(), &balance::play(&plan, &control), None);
        let claimed = |finding: &Finding| match finding {
            Finding::SeatApart { .. } => Some(0),
            Finding::Cards { certain: 1.., .. } => Some(1),
            Finding::Skill { .. } => Some(2),
            _ => None,
        };
        report.verdict.iter().filter_map(claimed).for_each(|of| claims[of] += 1);
        claims[3] += u32::from(report.pairs.iter().any(|pair| pair.beyond.is_shown()));
    }
    assert!(claims.iter().all(|of| *of <= 10), "{claims:?} of 200 runs claim something");
}

/// Three policies play alike in a game of chance.
#[test]
fn no_style_dominates_and_no_card_depends_on_it() {
    let setup = setup("true");
    let control = Control { threads: 2, stop: &AtomicBool::new(false), done: &|_| {} };
    let mut claims = [0; 2];
    for seed in 0..200 {
        let mut run = RunConfig::new(seed);
        run.play_trained(vec![BotSpec::Random, BotSpec::Greedy { deals: 1 }, BotSpec::Greedy { deals: 2 }]);
        let mut plan = balance::Plan::new(&setup, run, Vec::new(), Vec::new());
        (plan.games.strongest, plan.games.of_card, plan.games.styles) = (8, 36, 24);
        (plan.games.pairs, plan.games.luck, plan.games.course) = (1, 1, 1);
        let report = plan.report(Changes::default(), &balance::play(&plan, &control), None);
        claims[0] += u32::from(report.styles.iter().any(|style| style.dominates));
        claims[1] += u32::from(report.style_cards.iter().any(|card| card.depends));
    }
    assert!(claims.iter().all(|of| *of <= 10), "{claims:?} of 200 runs claim something");
}

//! The impact of cards of a small game: each player draws half of their own set, and the player with more
//! points in hand wins.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use ludex::{Setup, compile};
use ludex_bots::BotSpec;
use ludex_lab::blocks::Control;
use ludex_lab::experiment::RunConfig;
use ludex_lab::impact::{
    AlternativeMeasurement, CardReport, Effect, ImpactPlan, ImpactReport, Intervention, JointEffects,
    JointPlan, MeasuredSeat, Played, WhyNot, impact, joint,
};
use ludex_lab::report::{Changes, Timing};

/// Returns the game with a card worth `points`; all others are worth one.
fn setup_of(text: &str) -> Setup {
    let files = [("ruleset.yaml".to_owned(), text.to_owned())];
    let ruleset = compile(&files).into_ruleset().unwrap_or_else(|problems| panic!("{problems}"));
    ruleset.setup(2, &[]).expect("a setup")
}

fn setup(points: i64) -> Setup {
    setup_of(&include_str!("half.yaml").replace("POINTS", &points.to_string()))
}

fn play(plan: &ImpactPlan<'_>, threads: u64) -> Played {
    impact(plan, &Control { threads, stop: &AtomicBool::new(false), done: &|_| {} })
}

fn report(plan: &ImpactPlan<'_>, threads: u64) -> ImpactReport {
    let timing: Option<Timing> = None;
    ImpactReport::new(plan, Changes::default(), &play(plan, threads).sums, timing)
}

fn json(report: &ImpactReport) -> String {
    serde_json::to_string(report).expect("JSON")
}

fn card<'a>(report: &'a ImpactReport, id: &str) -> &'a CardReport {
    report.cards.iter().find(|card| card.id == id).expect("a card of this id")
}

#[test]
fn the_card_that_decides_comes_first() {
    let setup = setup(50);
    let report = report(&ImpactPlan::new(&setup, None, None, 400, 1), 2);
    let crown = &report.cards[0];
    let [low, _] = crown.interval;
    // it is in hand in half of the games; then its holder wins, or shares the victory if both have it
    assert!(crown.id == "crown" && low > 10.0, "{crown:?}");
    assert!(report.cards.iter().all(|card| card.times == 400));
    assert_eq!(report.games, 4 * 800);
    // the substitute of a plain card is sometimes a second crown, so a plain card has a negative impact
    for plain in &report.cards[1..] {
        assert!(plain.impact.is_some_and(|impact| impact < 0.0), "{plain:?}");
    }
}

#[test]
fn a_card_that_costs_the_game_is_a_loss() {
    let setup = setup(-50);
    let report = report(&ImpactPlan::new(&setup, None, None, 400, 1), 2);
    let crown = &report.cards[0];
    assert!(crown.id == "crown" && crown.interval[1] < -10.0, "{crown:?}");
}

#[test]
fn equal_cards_have_no_impact() {
    let setup = setup(1);
    for card in report(&ImpactPlan::new(&setup, None, None, 200, 5), 2).cards {
        let [low, high] = card.interval;
        assert!(low < 0.0 && 0.0 < high, "{card:?}");
        assert!(card.impact.is_some_and(|impact| low < impact && impact < high), "{card:?}");
    }
}

#[test]
fn threads_and_other_cards_change_nothing() {
    let setup = setup(3);
    for bots in [vec![BotSpec::Random], vec![BotSpec::Greedy { deals: 2 }, BotSpec::Random]] {
        let mut plan = ImpactPlan::new(&setup, None, None, 60, 9);
        plan.run.bots = bots.clone();
        let alone = report(&plan, 1);
        assert_eq!(json(&alone), json(&report(&plan, 3)));
        let crown = plan.cards.iter().map(|card| card.design).nth(1).expect("a second card");
        let mut one = ImpactPlan::new(&setup, Some(crown), None, 60, 9);
        one.run.bots = bots;
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
    let plan = ImpactPlan::new(&setup, None, None, 300, 9);
    let (stop, games) = (AtomicBool::new(false), AtomicU64::new(0));
    let done = |n| {
        if games.fetch_add(n, Ordering::Relaxed) > 100 {
            stop.store(true, Ordering::Relaxed);
        }
    };
    let played = impact(&plan, &Control { threads: 1, stop: &stop, done: &done });
    assert!(played.is_stopped());
    assert_eq!(played.sums.games(), games.into_inner());
    assert!(!play(&plan, 1).is_stopped());
}

#[test]
fn what_can_not_be_looked_at_is_told() {
    let setup = setup(3);
    let plan = ImpactPlan::new(&setup, None, None, 1, 1);
    let why: Vec<(&str, &WhyNot)> = plan
        .left_out
        .iter()
        .map(|card| (setup.rules().design(card.design).expect("a card").name, &card.why))
        .collect();
    assert!(
        matches!(
            why[..],
            [("judge", WhyNot::Refused { .. }), ("coin", WhyNot::Alone), ("lone", WhyNot::Alone)]
        ),
        "{why:?}"
    );
    for card in &plan.cards {
        assert!(matches!(&card.how, Intervention::OwnDeck { others, .. } if others.len() == 4), "{card:?}");
    }
    let drawn = ImpactPlan::new(&setup, None, Some(Effect::Drawn), 1, 1);
    let why: Vec<&WhyNot> = drawn.left_out.iter().map(|card| &card.why).collect();
    assert_eq!(why, [&WhyNot::NeverHeld; 2], "of the coin and the mark");
}

#[test]
fn a_rule_that_fails_leaves_its_pair_out() {
    // with the crown in hand the score divides by zero
    let text = include_str!("half.yaml").replace("POINTS", "50");
    let setup =
        setup_of(&text.replace("total: ", "total: 0 div (51 - sum(value of tile in player.hand)) + "));
    let plan = ImpactPlan::new(&setup, None, None, 40, 1);
    let played = play(&plan, 2);
    let report = ImpactReport::new(&plan, Changes::default(), &played.sums, None);
    assert!(played.sums.failed > 0 && !played.is_stopped());
    assert_eq!(report.games + 2 * played.sums.failed, 4 * 80);
    let fault = &report.faults[0];
    assert!(fault.place.starts_with("ruleset.yaml:") && !fault.message.is_empty(), "{fault:?}");
    assert_eq!(
        json(&report),
        json(&ImpactReport::new(&plan, Changes::default(), &play(&plan, 1).sums, None))
    );
}

/// Returns a game with a shared pile and the given number of turns.
fn pile(points: i64, turns: u8) -> Setup {
    let text = include_str!("pile.yaml").replace("POINTS", &points.to_string());
    let ruleset = compile(&[("ruleset.yaml".to_owned(), text)]).into_ruleset();
    let ruleset = ruleset.unwrap_or_else(|problems| panic!("{problems}"));
    ruleset.setup(2, &[("turns".to_owned(), turns.to_string())]).expect("a setup")
}

/// A game in which all cards are dealt: no pile has a card left that could be drawn in place of another one.
const DEALT: &str = "
format: 1
game: { id: dealt, players: 2 }
kinds: { tile: { fields: { value: int } } }
cards:
  crown: { kind: tile, value: 30 }
  plain: { kind: tile, value: 1, copies: 3 }
  dull: { kind: tile, value: 1, copies: 3 }
  judge: { kind: tile, value: 1 }
zones:
  deck: { holds: tile, sees: nobody, ordered: true }
  hand: { per: player, holds: tile, sees: owner }
setup: |
  move tile to deck
  shuffle deck
  for player p { draw 4 from deck to p.hand }
phases:
  turn: { each: player, do: let _t = me may choose tile in me.hand as show }
score: { total: sum(value of tile in player.hand) + (if judge.holder == player then 1 else 0) }
";

/// The effect of drawing can't be measured where all cards are dealt, so that of being in the deck is.
#[test]
fn cards_of_a_pile_that_is_dealt_out_are_replaced_in_the_deck() {
    let setup = setup_of(DEALT);
    let of = |effect| report(&ImpactPlan::new(&setup, None, effect, 400, 1), 2);
    let usual = of(None);
    assert_eq!(usual.effect, Some(Effect::Deck));
    let crown = &usual.cards[0];
    assert!(crown.id == "crown" && crown.interval[0] > 20.0, "{crown:?}");
    let judge = &usual.left_out[0];
    assert_eq!((&*judge.id, judge.instead), ("judge", AlternativeMeasurement::Detail), "{judge:?}");
    assert!(of(Some(Effect::Drawn)).cards.is_empty());
}

const EFFECTS: [Option<Effect>; 4] = [None, Some(Effect::Deck), Some(Effect::Drawn), Some(Effect::Played)];

#[test]
fn the_effect_fits_the_kind() {
    let setup = pile(50, 2);
    let plan = ImpactPlan::new(&setup, None, None, 1, 1);
    let found: Vec<(&str, Effect, MeasuredSeat)> = plan
        .cards
        .iter()
        .map(|card| (setup.rules().design(card.design).expect("a card").name, card.effect(), card.whose()))
        .collect();
    let of = |names: &[&'static str], effect, whose| {
        names.iter().map(|name| (*name, effect, whose)).collect::<Vec<_>>()
    };
    let drawn = |names| of(names, Effect::Drawn, MeasuredSeat::Holder);
    let table = of(&["sun", "rain", "fog"], Effect::Deck, MeasuredSeat::FirstSeat);
    // relics are taken from the market, not drawn
    let taken = of(&["cup", "ring"], Effect::Deck, MeasuredSeat::Holder);
    let all = [drawn(&["plain", "dull", "crown"]), table, taken, drawn(&["star", "moon"])];
    assert_eq!(found, all.concat());
}

#[test]
fn a_card_that_is_drawn_is_worth_what_another_is_not() {
    // both have drawn before the worlds differ: with the crown one wins, without it the die decides
    let setup = pile(50, 0);
    for effect in [Effect::Drawn, Effect::Deck] {
        let report = report(&ImpactPlan::new(&setup, None, Some(effect), 1200, 3), 2);
        let crown = card(&report, "crown");
        let [low, high] = crown.ci95;
        assert!(low < 50.0 && 50.0 < high && high - low < 18.0, "{effect:?}: {crown:?}");
        assert_eq!(report.cards[0].id, "crown");
        assert_eq!(crown.times + crown.without, 1200);
        let held = if effect == Effect::Drawn { 1200 / 9 } else { 2 * 1200 / 9 };
        assert!(crown.times.abs_diff(held) < 60, "{effect:?}: {crown:?}");
    }
}

#[test]
fn a_card_that_may_not_be_played_is_missed() {
    let setup = pile(50, 2);
    let report = report(&ImpactPlan::new(&setup, None, Some(Effect::Played), 600, 3), 2);
    let crown = &report.cards[0];
    assert!(crown.id == "crown" && crown.interval[0] > 20.0, "{crown:?}");
    // no option ever names a badge, and a relic is in hand only after all have seen it
    let silent: Vec<&str> = report.left_out.iter().map(|card| card.id.as_str()).collect();
    assert_eq!(silent, ["sun", "rain", "fog", "cup", "ring", "star", "moon"]);
}

#[test]
fn a_card_of_the_table_is_measured_by_the_first_seat() {
    let setup = pile(1, 2);
    let report = report(&ImpactPlan::new(&setup, None, Some(Effect::Deck), 400, 3), 2);
    let (sun, fog) = (card(&report, "sun"), card(&report, "fog"));
    assert!(
        sun.whose == MeasuredSeat::FirstSeat && sun.impact.is_some_and(|impact| impact > 10.0),
        "{sun:?}"
    );
    assert_eq!(sun.times, 400);
    // in the fog all players look once more, if there is something to choose from
    let longer = fog.length.expect("pairs");
    assert!(longer.ci95.is_some_and(|[low, _]| low > 0.3) && longer.difference < 4.0, "{longer:?}");
    // no player has a relic before the others see it
    let silent: Vec<&str> = report.left_out.iter().map(|card| card.id.as_str()).collect();
    assert_eq!(silent, ["cup", "ring"]);
}

/// The effect of a card dealt face up in front of a player is reported for that player, not for the first
/// seat.
#[test]
fn a_card_before_a_player_is_measured_by_this_player() {
    let setup = front(false);
    let report = report(&ImpactPlan::new(&setup, None, Some(Effect::Deck), 400, 1), 2);
    let crown = card(&report, "crown");
    assert!(
        crown.whose == MeasuredSeat::Holder && crown.impact.is_some_and(|impact| impact > 30.0),
        "{crown:?}"
    );
    // in half of the pairs no player is dealt it
    assert!(crown.times > 100 && crown.without > 100, "{crown:?}");
}

/// A player who takes a known card might not have taken its substitute. This is not measured, and the report
/// states what is measured.
#[test]
fn a_card_that_players_take_knowingly_is_not_measured() {
    let setup = front(true);
    let report = report(&ImpactPlan::new(&setup, None, Some(Effect::Deck), 40, 1), 2);
    assert!(report.cards.is_empty(), "{report:?}");
    let left_out: Vec<(&str, AlternativeMeasurement)> =
        report.left_out.iter().map(|card| (card.id.as_str(), card.instead)).collect();
    assert_eq!(
        left_out,
        [("plain", AlternativeMeasurement::Detail), ("crown", AlternativeMeasurement::Detail)]
    );
    assert!(report.left_out[0].why.starts_with("every player who had it chose it "), "{report:?}");
}

fn front(taken: bool) -> Setup {
    let files = [("ruleset.yaml".to_owned(), include_str!("front.yaml").to_owned())];
    let ruleset = compile(&files).into_ruleset().unwrap_or_else(|problems| panic!("{problems}"));
    ruleset.setup(2, &[("taken".to_owned(), taken.to_string())]).expect("a setup")
}

#[test]
fn cards_that_are_alike_have_no_impact_by_any_effect() {
    let setup = pile(1, 3);
    for effect in EFFECTS {
        let report = report(&ImpactPlan::new(&setup, None, effect, 500, 5), 2);
        for card in report.cards.iter().filter(|card| card.whose == MeasuredSeat::Holder) {
            let [low, high] = card.interval;
            assert!(low <= 0.0 && 0.0 <= high, "{effect:?}: {card:?}");
        }
    }
}

#[test]
fn threads_change_nothing_by_any_effect() {
    let setup = pile(9, 2);
    for effect in EFFECTS {
        for bots in [vec![BotSpec::Random], vec![BotSpec::Greedy { deals: 2 }, BotSpec::Random]] {
            let mut plan = ImpactPlan::new(&setup, None, effect, 24, 9);
            plan.run.bots = bots;
            let alone = report(&plan, 1);
            assert!(alone.games > 0 && alone.faults.is_empty());
            assert_eq!(json(&alone), json(&report(&plan, 3)), "{effect:?}");
            let mut one = ImpactPlan::new(&setup, Some(alone.cards[0].design), effect, 24, 9);
            one.run.bots = plan.run.bots;
            let one = report(&one, 2);
            assert_eq!((one.cards[0].ci95, one.cards[0].times), (alone.cards[0].ci95, alone.cards[0].times));
        }
    }
}

#[test]
fn bots_keep_to_what_may_be_played() {
    let setup = pile(50, 2);
    let crown = setup.rules().designs().find(|def| def.name == "crown").expect("it is there").id;
    let mut plan = ImpactPlan::new(&setup, Some(crown), Some(Effect::Played), 120, 3);
    plan.run.bots = vec![BotSpec::Greedy { deals: 3 }];
    let crown = &report(&plan, 2).cards[0];
    assert!(crown.interval[0] > 20.0, "{crown:?}");
}

#[test]
fn a_rule_that_fails_leaves_its_pair_out_by_any_effect() {
    // the crown on the table divides by zero
    let text = include_str!("pile.yaml")
        .replace("POINTS", "50")
        .replace("total: ", "total: 0 div (50 - sum(value of crown in player.shown)) + ");
    let setup = setup_of(&text);
    for effect in EFFECTS {
        let plan = ImpactPlan::new(&setup, None, effect, 60, 1);
        let played = play(&plan, 2);
        assert!(played.sums.failed > 0 && !played.is_stopped(), "{effect:?}");
        assert_eq!(2 * played.sums.pairs(), plan.games());
    }
}

#[test]
fn what_was_planted_is_found_at_its_card() {
    let (before, after) = (setup(1), setup(3));
    let (before, after) =
        [before, after].map(|setup| report(&ImpactPlan::new(&setup, None, None, 500, 7), 2)).into();
    let moved = |id: &str| {
        let (before, after) = (card(&before, id), card(&after, id));
        let half = |card: &CardReport| (card.interval[1] - card.interval[0]) / 2.0;
        (after.impact.expect("pairs") - before.impact.expect("pairs")).abs() / half(before).hypot(half(after))
    };
    assert!(moved("crown") > 1.0, "{}", moved("crown"));
    // the others have a small effect too, because it sometimes replaces them
    assert!(["first", "second", "third"].iter().all(|id| moved(id) < moved("crown")));
}

/// Each of two players draws three of five tiles and shows two of them. The hook and the eye together are
/// worth 12 points.
const PAIR: &str = "
format: 1
game: { id: pair, players: 2 }
kinds: { tile: { fields: { value: int } } }
cards:
  hook: { kind: tile, value: 0 }
  eye: { kind: tile, value: 0 }
  plain: { kind: tile, value: 0, copies: 4 }
zones:
  deck: { holds: tile, sees: nobody, ordered: true }
  hand: { per: player, holds: tile, sees: owner }
  shown: { per: player, holds: tile, sees: all }
setup: |
  move tile to deck
  shuffle deck
phases:
  turn:
    each: player
    do: |
      draw 3 from deck to me.hand
      if let a = me chooses tile in me.hand as play { move a to me.shown }
      if let b = me chooses tile in me.hand as play { move b to me.shown }
score: { total: if any(hook in player.shown) and any(eye in player.shown) then 12 else 0 }
";

fn together(cards: [&str; 2], seed: u64) -> JointEffects {
    let setup = setup_of(PAIR);
    let design = |id: &str| setup.rules().designs().find(|def| def.name == id).expect("a card").id;
    let run = RunConfig { by: ludex_lab::Objective::Score, ..RunConfig::new(seed) };
    let plan = JointPlan::new(&setup, cards.map(design), run, 600).expect("cards of hands");
    let control = Control { threads: 2, stop: &AtomicBool::new(false), done: &|_| {} };
    JointEffects::new(&plan, &joint(&plan, &control).sums, 1)
}

/// Random players who hold both show them in one of three games, which is worth 4 points; one of them alone
/// is worth nothing.
#[test]
fn cards_that_combine_are_worth_more_than_their_sum() {
    let holds = |seed: &u64| {
        let of = together(["hook", "eye"], *seed);
        assert!(of.alone.iter().all(|alone| alone.impact == Some(0.0)), "{of:?}");
        assert!(of.beyond.is_shown() && of.both == of.beyond && of.times + of.without == 600, "{of:?}");
        of.beyond.interval[0] <= 4.0 && 4.0 <= of.beyond.interval[1]
    };
    let held = (0..100).filter(holds).count();
    assert!((90..=99).contains(&held), "{held} of 100 intervals hold the truth");
}

//! Comparisons of small games: no difference is found without one, and planted differences are found.

use std::sync::atomic::{AtomicBool, Ordering};

use ludex::{Game, Ruleset, Setup, compile};
use ludex_bots::BotSpec;
use ludex_lab::blocks::Control;
use ludex_lab::compare::{ComparePlan, CompareReport, Ended, Played, Side, Written, compare};
use ludex_lab::experiment::Experiment as _;
use ludex_lab::stats::Verdict;
use serde_json::{Value, json};

fn ruleset(text: &str) -> Ruleset {
    let files = [("ruleset.yaml".to_owned(), text.to_owned())];
    compile(&files).into_ruleset().unwrap_or_else(|problems| panic!("{problems}"))
}

fn dice(option: &str, value: &str) -> Setup {
    let given = [(option.to_owned(), value.to_owned())];
    ruleset(include_str!("dice.yaml")).setup(2, &given).expect("a setup")
}

fn fair() -> Setup {
    dice("edge", "0")
}

fn cards(text: &str) -> Setup {
    ruleset(text).setup(3, &[]).expect("a setup")
}

const HIGH: &str = include_str!("high.yaml");

fn run(plan: &ComparePlan, threads: u64) -> Played {
    compare(plan, &Control { threads, stop: &AtomicBool::new(false), done: &|_| {} }, None)
}

fn report(plan: &ComparePlan, threads: u64) -> CompareReport {
    CompareReport::new(plan, [Written::default(), Written::default()], &run(plan, threads), None)
}

fn json(report: &CompareReport) -> String {
    serde_json::to_string(report).expect("JSON")
}

#[test]
fn a_ruleset_never_differs_from_itself() {
    let setup = cards(HIGH);
    let mut plan = ComparePlan::new(&setup, &setup, 2000, 5).expect("as many players");
    plan.margin = 0.03;
    for bots in [vec![BotSpec::Random], vec![BotSpec::Greedy { deals: 2 }, BotSpec::Random]] {
        (plan.run.bots, plan.run.rotate) = (bots, true);
        plan.most = if plan.turns() > 1 { 60 } else { 2000 };
        let report = report(&plan, 2);
        for seat in &report.seats {
            assert_eq!((seat.difference, seat.score.difference, seat.score.se), (0.0, 0.0, 0.0));
        }
        assert_eq!((report.decisions.difference, report.decisions.se), (0.0, 0.0));
        let wanted = if plan.turns() > 1 { Verdict::Undecided } else { Verdict::None };
        assert_eq!((report.verdict, report.seat), (wanted, 1), "{}", json(&report));
    }
}

#[test]
fn what_was_planted_is_found_and_ends_the_run() {
    let plan = ComparePlan::new(&fair(), &dice("edge", "1"), 4000, 1).expect("as many players");
    let compared = run(&plan, 2);
    assert_eq!((compared.ended, compared.sums.failed), (Ended::Decided, 0));
    assert!(compared.sums.pairs < 1000, "{} pairs", compared.sums.pairs);
    let report = report(&plan, 2);
    // of 36 throws the first wins 15 and shares 6, with the edge 21 and 5: from 18/36 to 23.5/36
    let [low, high] = report.ci95;
    assert!(low > 0.0 && low < 15.28 && high > 15.28, "{low} {high}");
    let verdicts: Vec<Verdict> = report.seats.iter().map(|seat| seat.verdict).collect();
    assert_eq!(verdicts, [Verdict::Better, Verdict::Worse]);
    assert_eq!((report.seat, report.verdict, report.more_pairs), (1, Verdict::Better, None));
    assert_eq!(report.outlook(), None);
    // the gain of one seat is the loss of the other, with the same interval
    let mirror = report.seats[1].ci95;
    assert!((low + mirror[1]).abs() < 1e-5 && (high + mirror[0]).abs() < 1e-5, "{mirror:?}");
    assert!((report.difference + report.seats[1].difference).abs() < 1e-5);
    // common random numbers: the second seat throws the same dice
    let [first, second] = [&report.seats[0].score, &report.seats[1].score];
    assert_eq!((first.difference, first.se, second.difference, second.se), (1.0, 0.0, 0.0, 0.0));
}

#[test]
fn what_is_undecided_says_how_many_more_pairs_would_decide() {
    let mut plan = ComparePlan::new(&fair(), &dice("turned", "true"), 300, 1).expect("as many players");
    plan.margin = 0.05;
    let some = report(&plan, 2);
    assert_eq!(some.verdict, Verdict::Undecided);
    let needed = some.more_pairs.expect("it can be foreseen");
    assert!(some.outlook().is_some_and(|words| words.starts_with("about ")));
    plan.most = 20 * needed;
    let all = report(&plan, 2);
    assert_eq!((all.verdict, all.more_pairs), (Verdict::None, None));
    assert!(all.pairs > needed / 4 && all.pairs < 4 * (300 + needed), "{needed} {}", all.pairs);
}

#[test]
fn a_change_that_helps_one_seat_of_three_is_told_of_that_seat() {
    let helped = HIGH.replace(
        "total: sum(value of tile in player.shown)",
        "total: sum(value of tile in player.shown) + (if player == seat(2) then 4 else 0)",
    );
    let mut plan = ComparePlan::new(&cards(HIGH), &cards(&helped), 2000, 1).expect("as many players");
    let report = report(&plan, 2);
    assert_eq!((report.seat, report.verdict), (2, Verdict::Better), "{}", json(&report));
    assert_eq!(report.seats[0].verdict, Verdict::Worse);
    plan.most = report.pairs * 2 / 3;
    let before = self::report(&plan, 2);
    let found = before.seats.iter().any(|seat| matches!(seat.verdict, Verdict::Better | Verdict::Worse));
    let outlook = before.outlook().expect("not all are decided");
    assert_eq!(found, outlook.starts_with("other seats are undecided; about "), "{outlook}");
    assert!(found, "{}", json(&before));
}

/// Returns the lines of a log, and the result of the run.
fn logged(plan: &ComparePlan, threads: u64) -> (String, Played) {
    let mut log = String::new();
    let mut sink = |lines: String| log += &lines;
    let control = Control { threads, stop: &AtomicBool::new(false), done: &|_| {} };
    let compared = compare(plan, &control, Some(&mut sink));
    (log, compared)
}

/// Returns the winners and scores of a game with the choices of a log line.
fn again(plan: &ComparePlan, line: &Value) -> (Vec<String>, Vec<i64>) {
    let side = if line["side"] == "base" { Side::Base } else { Side::Variant };
    let mut game = Game::new(plan.setup(side), line["seed"].as_u64().expect("a seed"));
    for pick in line["picks"].as_array().expect("picks") {
        let options = pick["options"].as_array().expect("options");
        assert_eq!(options, &game.host().labels());
        game.apply(pick["pick"].as_u64().expect("a number") as usize).expect("an option");
    }
    let scores = game.host().scores().into_iter().flatten().map(|score| score.thousandths / 1000);
    (game.host().winners().into_iter().map(|seat| seat.name).collect(), scores.collect())
}

#[test]
fn the_log_has_both_games_of_each_pair_and_they_can_be_played_again() {
    let (base, variant) = (cards(HIGH), cards(&HIGH.replace("value: 9", "value: 1")));
    let mut plan = ComparePlan::new(&base, &variant, 130, 9).expect("as many players");
    plan.margin = 0.0;
    for (bots, turns) in
        [(vec![BotSpec::Random], 1), (vec![BotSpec::Greedy { deals: 1 }, BotSpec::Random], 3)]
    {
        (plan.run.bots, plan.run.rotate, plan.most) = (bots, true, 130 / turns);
        let (log, compared) = logged(&plan, 3);
        assert_eq!(log, logged(&plan, 1).0, "threads change nothing");
        assert_eq!(compared.sums.pairs, run(&plan, 2).sums.pairs, "nor does the log");
        let lines: Vec<Value> = log.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
        let which =
            |pair| ["base", "variant"].map(|side| (0..turns).map(move |turn| json!([pair, side, turn])));
        let wanted: Vec<Value> = (0..compared.sums.pairs).flat_map(which).flatten().collect();
        let found: Vec<Value> =
            lines.iter().map(|line| json!([line["pair"], line["side"], line["turn"]])).collect();
        assert_eq!(found, wanted);
        for line in &lines {
            assert_eq!(json!(again(&plan, line)), json!([line["winners"], line["scores"]]), "{line}");
        }
        let bots =
            |line: &Value| line["bots"].as_array().expect("bots").iter().position(|bot| bot != "random");
        let thinks: Vec<_> = lines.iter().take(turns as usize).map(bots).collect();
        assert_eq!(thinks, if turns == 1 { vec![None] } else { vec![Some(0), Some(2), Some(1)] });
    }
}

#[test]
fn the_log_says_which_rule_failed() {
    let plan = ComparePlan::new(&fair(), &dice("fails", "true"), 100, 2).expect("as many players");
    let (log, compared) = logged(&plan, 2);
    let lines: Vec<Value> = log.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let failed: Vec<&Value> = lines.iter().filter(|line| !line["fault"].is_null()).collect();
    assert_eq!((lines.len(), failed.len() as u64), (200, compared.sums.failed));
    let (first, told) = (failed[0], &compared.sums.faults[0]);
    assert_eq!(
        (&first["pair"], &first["side"], &first["seed"]),
        (&json!(told.pair), &json!("variant"), &json!(told.seed))
    );
    assert_eq!(first["fault"], json!({ "place": told.place, "message": told.message }));
}

#[test]
fn threads_change_nothing() {
    let mut plan = ComparePlan::new(&fair(), &dice("turned", "true"), 400, 9).expect("as many players");
    assert_eq!(json(&report(&plan, 1)), json(&report(&plan, 3)));
    let (base, variant) = (cards(HIGH), cards(&HIGH.replace("value: 9", "value: 8")));
    plan = ComparePlan::new(&base, &variant, 60, 9).expect("as many players");
    (plan.run.bots, plan.run.rotate) = (vec![BotSpec::Greedy { deals: 2 }, BotSpec::Random], true);
    assert_eq!(plan.turns(), 3);
    assert_eq!(json(&report(&plan, 1)), json(&report(&plan, 3)));
}

/// A reversed die is as good as a normal one, but few pairs of games have the same result.
#[test]
fn looking_again_and_again_finds_nothing_where_nothing_is() {
    let (fair, turned) = (fair(), dice("turned", "true"));
    let calls = |seed: &u64| {
        let plan = ComparePlan::new(&fair, &turned, 300, *seed).expect("as many players");
        let tally = run(&plan, 1).sums;
        (0..2).any(|seat| matches!(tally.verdict(seat), Verdict::Better | Verdict::Worse))
    };
    let wrong = (0..400).filter(calls).count();
    assert!(wrong <= 20, "{wrong} of 400 null runs call a difference");
}

#[test]
fn a_pair_with_a_failed_rule_is_left_out_and_its_game_can_be_played_again() {
    let plan = ComparePlan::new(&fair(), &dice("fails", "true"), 100, 2).expect("as many players");
    let tally = run(&plan, 2).sums;
    assert!(tally.failed > 10 && tally.pairs + tally.failed == 100);
    let failed = &tally.faults[0];
    assert_eq!((failed.side, failed.seed), (Side::Variant, plan.run.seed_of(failed.pair)));
    let again = Game::new(plan.setup(Side::Variant), failed.seed);
    assert_eq!(again.fault().map(|fault| fault.kind.message()), Some(failed.message.as_str()));
    assert!(Game::new(plan.setup(Side::Base), failed.seed).fault().is_none());
}

#[test]
fn a_rule_that_always_fails_ends_the_run() {
    let broken =
        include_str!("dice.yaml").replace("let die = chance chooses number in 1..6", "let die = 1 div edge");
    let setup = ruleset(&broken).setup(2, &[]).expect("a setup");
    let plan = ComparePlan::new(&fair(), &setup, 5000, 2).expect("as many players");
    let compared = run(&plan, 2);
    assert_eq!((compared.ended, compared.sums.pairs), (Ended::Failed, 0));
    assert!(compared.sums.failed < 100);
}

#[test]
fn a_run_that_is_stopped_says_what_was_known_at_the_last_look() {
    let plan = ComparePlan::new(&fair(), &dice("turned", "true"), 1000, 2).expect("as many players");
    let stop = AtomicBool::new(false);
    let done = |_| stop.store(true, Ordering::SeqCst);
    let compared = compare(&plan, &Control { threads: 2, stop: &stop, done: &done }, None);
    assert_eq!((compared.ended, compared.sums.pairs), (Ended::Stopped, 0));
}

#[test]
fn other_numbers_of_players_are_not_compared() {
    let two = ruleset(HIGH).setup(2, &[]).expect("a setup");
    assert!(ComparePlan::new(&two, &cards(HIGH), 10, 1).is_none());
}

/// A tile with the value of the best one: players who hold or show it win more often.
#[test]
fn what_changed_for_each_card_is_told() {
    let better = HIGH.replace("low: { kind: tile, value: 1,", "low: { kind: tile, value: 9,");
    let mut plan = ComparePlan::new(&cards(HIGH), &cards(&better), 600, 3).expect("as many players");
    (plan.run.detail, plan.margin) = (true, 0.0);
    let report = report(&plan, 2);
    let all = report.cards.as_ref().expect("they were asked for");
    let ids: Vec<&str> = all.iter().map(|card| card.id.as_str()).collect();
    assert_eq!(ids, ["low", "middle", "high", "stranger"]);
    let held = |card: usize| all[card].held.expect("it is held");
    assert!(held(0).difference > 5.0 && held(0).is_sure() && held(2).difference < 0.0, "{all:?}");
    // the choice of the tile is still random
    assert!(!all[0].picked.is_sure() && all[0].offered.base > 0.5, "{all:?}");
    assert_eq!(all[3].held, None, "nobody has the stranger");
    assert_eq!(json(&report), json(&self::report(&plan, 1)));
    plan.run.detail = false;
    assert_eq!(self::report(&plan, 1).cards, None);
}

#[test]
fn looking_at_every_position_changes_no_game() {
    let better = HIGH.replace("value: 9", "value: 8");
    let mut plan = ComparePlan::new(&cards(HIGH), &cards(&better), 200, 3).expect("as many players");
    let plain = report(&plan, 1);
    plan.run.detail = true;
    let looked = CompareReport { cards: None, confidence: plain.confidence, ..report(&plan, 1) };
    assert_eq!(json(&looked), json(&plain));
}

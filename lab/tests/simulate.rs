//! Simulations of a small game: the plan alone determines the games, and merged parts equal the whole run.

use std::sync::atomic::{AtomicBool, Ordering};

use ludex::{Setup, compile};
use ludex_bots::BotSpec;
use ludex_lab::blocks::Control;
use ludex_lab::experiment::Experiment as _;
use ludex_lab::names::Names;
use ludex_lab::report::Changes;
use ludex_lab::shard::{Part, Shard, merge};
use ludex_lab::simulate::{Ended, Played, SimulatePlan, SimulateReport, Subject, page, simulate};

fn setup_of(text: &str, players: u8) -> Setup {
    let files = [("ruleset.yaml".to_owned(), text.to_owned())];
    let ruleset = compile(&files).into_ruleset().unwrap_or_else(|problems| panic!("{problems}"));
    ruleset.setup(players, &[]).expect("a setup")
}

fn setup(players: u8) -> Setup {
    setup_of(include_str!("high.yaml"), players)
}

fn play_on(plan: &SimulatePlan<'_>, threads: u64) -> Played {
    simulate(plan, &Control { threads, stop: &AtomicBool::new(false), done: &|_| {} }, None)
}

fn report(plan: &SimulatePlan<'_>, threads: u64) -> SimulateReport {
    let played = play_on(plan, threads);
    assert_eq!(played.ended, Ended::Whole);
    SimulateReport::new(&Subject::new(plan, Changes::default()), &played.sums, None)
}

fn json(report: &SimulateReport) -> String {
    serde_json::to_string_pretty(report).expect("JSON")
}

fn thinking(setup: &Setup, games: u64) -> SimulatePlan<'_> {
    let mut plan = SimulatePlan::new(setup, games, 7);
    plan.run.bots = vec![BotSpec::Greedy { deals: 3 }, BotSpec::Random];
    plan.run.rotate = true;
    plan
}

fn looking(setup: &Setup, games: u64) -> SimulatePlan<'_> {
    let mut plan = SimulatePlan::new(setup, games, 7);
    plan.run.detail = true;
    plan
}

/// Returns a part as another machine reads it.
fn part(plan: &SimulatePlan<'_>, number: u64, of: u64) -> (String, Part) {
    let mut plan = plan.clone();
    let shard = Shard { number, of };
    plan.run.shard = Some(shard);
    let played = play_on(&plan, 2);
    let whole = played.ended == Ended::Whole;
    let subject = Subject::new(&plan, Changes::default());
    let part = Part::new(shard, whole, subject, played.sums);
    let text = serde_json::to_string(&part).expect("JSON");
    (format!("part-{number}.json"), serde_json::from_str(&text).expect("it is read as it was written"))
}

#[test]
fn threads_change_nothing() {
    let setup = setup(3);
    for plan in [SimulatePlan::new(&setup, 500, 3), looking(&setup, 200), thinking(&setup, 60)] {
        let alone = json(&report(&plan, 1));
        assert_eq!(alone, json(&report(&plan, 3)));
    }
}

#[test]
fn parts_put_together_are_the_whole_to_the_byte() {
    let setup = setup(3);
    for plan in [SimulatePlan::new(&setup, 500, 3), looking(&setup, 100), thinking(&setup, 61)] {
        let parts: Vec<_> = [4, 1, 3, 2].into_iter().map(|number| part(&plan, number, 4)).collect();
        let merged = merge(&parts).expect("all parts are there");
        assert_eq!(json(&merged), json(&report(&plan, 2)));
    }
}

/// Any change of its text is detected, and so is a part of an older version.
#[test]
fn a_part_that_was_changed_is_refused() {
    let setup = setup(2);
    let (name, part) = part(&SimulatePlan::new(&setup, 20, 7), 1, 1);
    let text = serde_json::to_string(&part).expect("JSON");
    let refused = |text: &str| {
        let part: Part = serde_json::from_str(text).expect("a part");
        merge(&[(name.clone(), part)]).expect_err("it is refused").to_string()
    };
    let digits: Vec<usize> = text.match_indices(|c: char| c.is_ascii_digit()).map(|(at, _)| at).collect();
    let (mut told, sum) = (0, text.rfind("\"sum\":").expect("a sum"));
    for at in digits.into_iter().filter(|at| *at < sum).step_by(2) {
        let digit = if &text[at..=at] == "1" { "2" } else { "1" };
        let changed = format!("{}{digit}{}", &text[..at], &text[at + 1..]);
        let Ok(read) = serde_json::from_str::<Part>(&changed) else { continue };
        if read != part {
            assert!(merge(&[(name.clone(), read)]).is_err(), "{changed}");
            told += 1;
        }
    }
    assert!(told > 10, "only {told} changes were made");
    assert!(
        refused(&text.replace("\"whole\":true", "\"whole\":false"))
            .contains("was changed after it was written")
    );
    let older = format!("{}}}", text[..sum].trim_end_matches(','));
    assert!(refused(&older).contains("was written by an older version of Ludex"), "{older}");
    let program = format!("\"program\":\"{}\"", part.subject.head.made.program);
    let unknown = text.replacen(&program, "\"program\":\"\"", 1);
    assert!(refused(&unknown).contains("did not record the bots"), "{unknown}");
    assert!(refused(&text.replacen("\"version\":", "\"version\":9", 1)).contains("has the form 9"));
}

#[test]
fn parts_of_different_runs_are_refused_by_name() {
    let (two, three) = (setup(2), setup(3));
    let plan = SimulatePlan::new(&two, 100, 7);
    let other_seed = SimulatePlan::new(&two, 100, 4);
    let a = part(&plan, 1, 2);
    let refused = |parts: &[(String, Part)]| merge(parts).expect_err("they are refused").to_string();
    let second = |plan: &SimulatePlan<'_>, of| part(plan, 2, of);
    assert_eq!(
        refused(&[a.clone(), second(&other_seed, 2)]),
        "part-1.json and part-2.json are not of one run: seed 7 and 4"
    );
    assert!(refused(&[a.clone(), second(&SimulatePlan::new(&three, 100, 7), 2)]).contains("players 2 and 3"));
    assert!(refused(&[a.clone(), second(&SimulatePlan::new(&two, 90, 7), 2)]).contains("games 100 and 90"));
    assert!(
        refused(&[a.clone(), second(&thinking(&two, 100), 2)]).contains("bots random and greedy:3,random")
    );
    assert!(refused(&[a.clone(), second(&plan, 3)]).contains("shards 2 and 3"));
    assert!(refused(&[a.clone(), a.clone()]).contains("are both shard 1/2"));
    assert_eq!(refused(std::slice::from_ref(&a)), "shard 2/2 is missing");
    let changed = setup_of(&include_str!("high.yaml").replace("value: 9", "value: 8"), 2);
    assert!(refused(&[a.clone(), second(&SimulatePlan::new(&changed, 100, 7), 2)]).contains("rules"));
    let (name, half) = second(&plan, 2);
    let half = Part::new(half.shard, false, half.subject, half.sums);
    assert!(refused(&[a, (name, half)]).contains("was not played to its end"));
}

/// If all seats have the same bot, each game is an independent deal, with or without rotation.
#[test]
fn seats_that_are_all_alike_are_not_turned() {
    let setup = setup(3);
    for bot in [BotSpec::Random, BotSpec::Greedy { deals: 1 }] {
        let mut plan = SimulatePlan::new(&setup, 20, 7);
        plan.run.bots = vec![bot; 2];
        let once = report(&plan, 2);
        plan.run.rotate = true;
        let rotated = report(&plan, 2);
        assert_eq!((plan.turns(), plan.games(), rotated.deals, rotated.rotate), (1, 20, 20, false));
        assert_eq!(json(&once), json(&rotated));
        // all seats have the same bot
        assert_eq!((rotated.bots.len(), rotated.bots[0].games), (1, 60));
    }
}

/// The choices do not affect the result, so the games of a deal are equal with any bots.
const LUCK: &str = "
format: 1
game: { id: luck, players: 2..4 }
kinds: { tile: { fields: { value: int } } }
cards:
  low: { kind: tile, value: 1, copies: 4 }
  middle: { kind: tile, value: 2, copies: 4 }
  high: { kind: tile, value: 9, copies: 2 }
zones:
  deck: { holds: tile, sees: nobody, ordered: true }
  hand: { per: player, holds: tile, sees: owner }
  shown: { per: player, holds: tile, sees: all }
setup: |
  move tile to deck
  shuffle deck
  for player p {
    draw 2 from deck to p.hand
  }
phases:
  turn:
    each: player
    do: |
      let n = me chooses number in 1..2 as size
      move tile in me.hand to me.shown
score: { total: sum(value of tile in player.shown) }
statistics: { shown: player.score }
";

#[test]
fn a_deal_that_is_played_from_each_turn_says_no_more_than_once() {
    let setup = setup_of(LUCK, 3);
    let once = report(&looking(&setup, 60), 2);
    let mut plan = looking(&setup, 180);
    (plan.run.bots, plan.run.rotate) = (vec![BotSpec::Greedy { deals: 1 }, BotSpec::Random], true);
    let turned = report(&plan, 2);
    assert_eq!((turned.finished, turned.deals, once.deals), (180, 60, 60));
    let near = |a: f64, b: f64| assert!((a - b).abs() < 1e-9, "{a} {b}");
    near(turned.se_decisions, once.se_decisions);
    near(turned.se_winning_score, once.se_winning_score);
    near(turned.phases["turn"].se, once.phases["turn"].se);
    for (turned, once) in turned.seats.iter().zip(&once.seats) {
        near(turned.results.win_rate, once.results.win_rate);
        near(turned.results.se_score, once.results.se_score);
        is_no_narrower(turned.results.ci95, once.results.ci95);
    }
    let [turned_shown, once_shown] = [&turned.statistics[0], &once.statistics[0]];
    near(turned_shown.winners.se, once_shown.winners.se);
    near(turned_shown.others.se, once_shown.others.se);
    near(turned_shown.interval.expect("60 deals")[0], once_shown.interval.expect("60 deals")[0]);
    let [turned, once] = [turned, once].map(|report| report.detail.expect("it was asked for"));
    near(turned.lead.expect("scores").decided.se, once.lead.expect("scores").decided.se);
    for (turned, once) in turned.cards.iter().zip(&once.cards) {
        let [turned, once] = [turned.drawn, once.drawn].map(|row| row.expect("all are drawn"));
        let [turned_others, once_others] = [turned, once].map(|row| row.others.expect("not by all"));
        assert_eq!(turned.games, 3 * once.games);
        near(turned_others.difference, once_others.difference);
        is_no_narrower(turned.interval, once.interval);
        is_no_narrower(turned_others.interval, once_others.interval);
    }
}

/// Checks that an interval is not narrower than another one. A hundredth is allowed, because the variance of
/// groups includes one group of independent games.
fn is_no_narrower(one: Option<[f64; 2]>, other: Option<[f64; 2]>) {
    let [one, other] = [one, other].map(|ends| ends.map(|[low, high]| high - low).expect("an interval"));
    assert!(one > 0.98 * other, "{one} {other}");
}

#[test]
fn too_few_deals_have_no_interval_and_it_is_told_how_many_would() {
    let setup = setup(3);
    let few = report(&thinking(&setup, 21), 2);
    assert_eq!((few.finished, few.deals, few.played()), (21, 7, "21 games of 7 deals".to_owned()));
    assert!(few.seats.iter().all(|seat| seat.results.ci95.is_none()));
    let why = few.left_out_intervals().expect("there are too few deals");
    assert!(why.ends_with("require at least 8 deals: set at least --games 24"), "{why}");
    assert!(page(&few, &Names::default(), "").render().contains("set at least --games 24"));
    let enough = report(&thinking(&setup, 24), 2);
    assert!(enough.seats.iter().all(|seat| seat.results.ci95.is_some()));
    assert_eq!(enough.left_out_intervals(), None);
    // with one bot, single games have Wilson's interval, however few; differences between seats have none
    let single = report(&SimulatePlan::new(&setup, 4, 7), 1);
    assert!(
        single.seats.iter().all(|seat| seat.results.ci95.is_some())
            && single.statistics[0].interval.is_none()
    );
}

#[test]
fn who_looks_ahead_beats_who_does_not() {
    let setup = setup(2);
    let mut plan = thinking(&setup, 100);
    plan.run.bots[0] = BotSpec::Greedy { deals: 10 };
    let report = report(&plan, 2);
    let [low, high] = [0, 1].map(|bot| report.bots[bot].results.ci95.expect("deals")[bot]);
    assert!(low > high, "{:?}", report.bots);
    // the same bots in reverse order have the same seats equally often
    plan.run.bots.reverse();
    let other = self::report(&plan, 2);
    assert_eq!(other.bots[1].results.wins, report.bots[0].results.wins);
}

#[test]
fn looking_changes_nothing_of_what_is_seen_without() {
    let setup = setup(3);
    let (plain, looked) = (report(&SimulatePlan::new(&setup, 80, 7), 2), report(&looking(&setup, 80), 2));
    assert_eq!((plain.detail.is_none(), looked.detail.is_some()), (true, true));
    assert_eq!(SimulateReport { detail: None, left_out: plain.left_out.clone(), ..looked }, plain);
}

#[test]
fn what_never_happens_is_told_and_what_wins_stands_out() {
    let setup = setup(2);
    let detail = report(&looking(&setup, 400), 2).detail.expect("it was asked for");
    assert_eq!(detail.never.cards, ["stranger"]);
    assert_eq!(detail.never.actions, ["greet"]);
    assert_eq!(detail.never.messages, ["greets"]);
    let high = detail.cards.iter().find(|card| card.id == "high").expect("a card");
    let played = high.played.and_then(|row| row.others).expect("some play it and some don't");
    assert!(played.interval.is_some_and(|[low, _]| low > 0.2), "{played:?}");
    let low = detail.choices.iter().find(|row| row.decision == "play" && row.picked > 0).expect("a choice");
    assert!(low.offered >= low.picked);
    let lead = detail.lead.expect("scores can be counted at any time");
    assert_eq!(lead.games, 400);
    assert!(detail.confidence > 0.99);
}

#[test]
fn a_game_that_fails_is_told_with_its_seed_and_the_others_go_on() {
    let faulty = include_str!("high.yaml").replace(
        "me chooses one of turn as play",
        "me chooses one of turn as play\n          let n = 1 div (sum(value of tile in me.shown) - 2)",
    );
    let setup = setup_of(&faulty, 2);
    for plan in [SimulatePlan::new(&setup, 300, 3), looking(&setup, 300)] {
        let played = play_on(&plan, 2);
        let sums = &played.sums;
        assert!(sums.failed > 20 && sums.finished() > 20 && sums.played() == 300);
        let first = &sums.faults[0];
        assert_eq!(first.seed, plan.run.seed_of(first.game));
        assert!(first.place.starts_with("ruleset.yaml:"), "{}", first.place);
        assert_eq!(sums.faults.len(), 20);
    }
}

#[test]
fn a_stopped_run_leaves_what_there_is_and_is_no_part() {
    let setup = setup(2);
    let plan = thinking(&setup, 1_000_000);
    let stop = AtomicBool::new(false);
    let done = |_| stop.store(true, Ordering::SeqCst);
    let played = simulate(&plan, &Control { threads: 1, stop: &stop, done: &done }, None);
    assert_eq!(played.ended, Ended::Stopped);
    assert!(played.sums.finished() > 0);
    // games that were not started have not failed
    let report = SimulateReport::new(&Subject::new(&plan, Changes::default()), &played.sums, None);
    assert!(report.failed == 0 && report.finished < report.games);
    let failed =
        page(&report, &Names::default(), "").facts.into_iter().find(|(fact, _)| fact == "Rules that failed");
    assert_eq!(failed.map(|(_, said)| said), Some("none".to_owned()));
}

#[test]
fn the_log_has_every_game_once_and_in_order() {
    let setup = setup(2);
    for plan in [SimulatePlan::new(&setup, 200, 7), thinking(&setup, 50)] {
        let write = |threads| {
            let mut text = String::new();
            let mut sink = |lines: String| text.push_str(&lines);
            let stop = AtomicBool::new(false);
            simulate(&plan, &Control { threads, stop: &stop, done: &|_| {} }, Some(&mut sink));
            text
        };
        let text = write(3);
        assert_eq!(text, write(1));
        let games: Vec<serde_json::Value> =
            text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
        assert_eq!(games.len() as u64, plan.games());
        let mut asked = 0;
        for (number, game) in games.iter().enumerate() {
            assert_eq!(game["game"], number);
            assert_eq!(game["bots"].as_array().map(Vec::len), Some(2));
            // a player with one kind of card left is not asked
            let picks = game["picks"].as_array().expect("picks");
            assert!(picks.len() <= 4);
            asked += picks.len();
            for pick in picks {
                let options = pick["options"].as_array().expect("options");
                assert!(pick["pick"].as_u64().is_some_and(|pick| (pick as usize) < options.len()));
            }
        }
        assert!(asked > games.len());
    }
}

#[test]
fn what_the_ruleset_counts_is_told() {
    let setup = setup(2);
    for plan in [SimulatePlan::new(&setup, 80, 7), looking(&setup, 80)] {
        let told = report(&plan, 2).statistics;
        let names: Vec<&str> = told.iter().map(|statistic| statistic.name.as_str()).collect();
        assert_eq!(names, ["shown", "left"]);
        // each player shows two of three
        assert_eq!((told[0].mean, told[0].interval), (2.0, Some([2.0, 2.0])));
        assert_eq!((told[1].mean, told[1].winners.mean, told[1].seats[1].mean), (2.5, 2.5, 2.5));
    }
    let faulty =
        include_str!("high.yaml").replace("count(tile in player.shown)", "1 div (player.score - 11)");
    let setup = setup_of(&faulty, 2);
    let (plain, looked) = (play_on(&SimulatePlan::new(&setup, 200, 7), 2), play_on(&looking(&setup, 200), 2));
    assert!(plain.sums.failed > 0 && plain.sums.finished() > 0);
    let told = |played: &Played| {
        played.sums.faults.iter().map(|fault| (fault.game, fault.place.clone())).collect::<Vec<_>>()
    };
    assert_eq!(told(&plain), told(&looked));
}

/// The page agrees with the report, and a page without games is valid.
#[test]
fn a_report_has_a_page() {
    let setup = setup(3);
    let report = report(&looking(&setup, 30), 1);
    let page = page(&report, &Names::default(), "ludex simulate x <y>").render();
    for seat in &report.seats {
        assert!(
            page.contains(&format!(
                "{:.1} to {:.1}",
                100.0 * seat.results.win_share_ci95.expect("games")[0],
                100.0 * seat.results.win_share_ci95.expect("games")[1]
            )),
            "{page}"
        );
    }
    assert!(page.contains("<span>&lt;y&gt;</span>") && page.contains("Cards drawn"));
    // standard deviations have a heading, and no half-widths of intervals occur
    assert!(page.contains("score (SD)") && !page.contains('±'), "{page}");
    let seat = &report.seats[0].results;
    assert!(page.contains(&format!(">{:.2} ({:.2})<", seat.mean_score, seat.sd_score)), "{page}");
    assert_eq!(report.lengths.counts.iter().map(|(_, games)| games).sum::<u64>(), report.finished);
    let decisions: f64 = report.lengths.counts.iter().map(|(from, games)| from * *games as f64).sum();
    assert_eq!((decisions, report.lengths.width), (report.decisions as f64, 1.0));
    assert!(page.contains("Lengths of games"));
    let nothing = SimulateReport { seats: Vec::new(), finished: 0, ..report };
    assert!(
        ludex_lab::simulate::page(&nothing, &Names::default(), "").render().contains("No game was played")
    );
}

//! Experiments on the shipped games, and the documentation of their JSON.

use std::collections::BTreeSet;
use std::sync::atomic::AtomicBool;

use ludex::{Compile, Ruleset, Setup, compile};
use ludex_lab::blocks::Control;
use ludex_lab::compare::{self, compare};
use ludex_lab::report::{Changes, Timing};
use ludex_lab::simulate::{Ended, SimulatePlan, SimulateReport, Speed, Subject, simulate};
use ludex_lab::stats::Verdict;
use ludex_tests::cases::{project, read};
use ludex_tests::rulesets::{files, shipped};
use serde_json::Value;

fn setup(id: &str) -> Setup {
    let ruleset: Ruleset = compile(&files(id)).into_ruleset().unwrap_or_else(|problems| panic!("{problems}"));
    ruleset.setup(*ruleset.players().end(), &[]).expect("a setup")
}

/// Simulates some games with details, and returns their log.
fn looked(setup: &Setup, games: u64) -> (SimulateReport, String) {
    let mut plan = SimulatePlan::new(setup, games, 3);
    plan.run.detail = true;
    let (stop, mut log) = (AtomicBool::new(false), String::new());
    let mut sink = |lines: String| log.push_str(&lines);
    let control = Control { threads: 2, stop: &stop, done: &|_| {} };
    let played = simulate(&plan, &control, Some(&mut sink));
    assert_eq!((played.ended, played.sums.failed), (Ended::Whole, 0), "{}", setup.ruleset().id());
    let speed = Speed::new(&played.sums, Timing { jobs: 1, elapsed_s: 1.0 });
    (SimulateReport::new(&Subject::new(&plan, Changes::default()), &played.sums, Some(speed)), log)
}

/// Returns the keys of a value; those of `phases` are names of the ruleset.
fn keys(value: &Value, found: &mut BTreeSet<String>) {
    match value {
        Value::Object(map) => map.iter().for_each(|(key, value)| {
            found.insert(key.clone());
            let inner = if key == "phases" {
                value.as_object().and_then(|map| map.values().next())
            } else {
                Some(value)
            };
            inner.iter().for_each(|value| keys(value, found));
        }),
        Value::Array(all) => all.iter().for_each(|value| keys(value, found)),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

#[test]
fn every_shipped_game_is_looked_at_whole_and_its_keys_have_a_page() {
    let mut found = BTreeSet::new();
    for id in shipped() {
        let setup = setup(&id);
        let (report, log) = looked(&setup, 6);
        let detail = report.detail.as_ref().expect("it was asked for");
        assert!(detail.choices.iter().any(|row| row.picked > 0), "{id}");
        assert!(detail.cards.iter().any(|row| row.moved > 0), "{id}");
        assert_eq!(report.ended.iter().map(|end| end.games).sum::<u64>(), 6, "{id}");
        keys(&serde_json::to_value(&report).expect("JSON"), &mut found);
        assert_eq!(log.lines().count(), 6);
        log.lines().for_each(|line| keys(&serde_json::from_str(line).expect("JSON"), &mut found));
    }
    let page = read(&project().join("docs/json.md"));
    let (_, section) = page.split_once("## A simulation").expect("the experiments");
    let said: BTreeSet<&str> = section.split('`').skip(1).step_by(2).collect();
    let unsaid: Vec<&String> = found.iter().filter(|key| !said.contains(key.as_str())).collect();
    assert!(unsaid.is_empty(), "not in docs/json.md: {unsaid:?}");
}

/// Returns the game without and with an overlay of `planted`.
fn planted(kind: &str, id: &str) -> [Setup; 2] {
    let path = project().join(format!("tests/planted/{kind}/{id}.yaml"));
    let overlay = [("planted.yaml".to_owned(), read(&path))];
    let both = [compile(&files(id)), Compile::new(&files(id)).overlays(&overlay).compile()];
    both.map(|compiled| {
        let ruleset = compiled.into_ruleset().unwrap_or_else(|problems| panic!("{problems}"));
        let players = *ruleset.players().start();
        ruleset.setup(players, &[]).expect("a setup")
    })
}

#[test]
fn a_planted_change_of_three_points_is_found_in_every_shipped_game() {
    let has_one = |id: &String| project().join(format!("tests/planted/seat/{id}.yaml")).is_file();
    let games: Vec<String> = shipped().into_iter().filter(has_one).collect();
    assert!(games.len() >= 4, "{games:?}");
    for id in games {
        let [base, variant] = planted("seat", &id);
        let mut plan = compare::ComparePlan::new(&base, &variant, 1_100, 1).expect("as many players");
        plan.margin = 0.0;
        let control = Control { threads: 2, stop: &AtomicBool::new(false), done: &|_| {} };
        let compared = compare(&plan, &control, None);
        assert_eq!((compared.ended, compared.sums.failed), (Ended::Decided, 0), "{id}");
        let verdicts: Vec<Verdict> =
            (0..usize::from(plan.players())).map(|seat| compared.sums.verdict(seat)).collect();
        assert_eq!(verdicts[0], Verdict::Better, "{id}: {verdicts:?}");
        assert!(verdicts[1..].iter().all(|verdict| *verdict == Verdict::Worse), "{id}: {verdicts:?}");
    }
}

/// The change that `just impact-check` must detect; detecting it takes too long for a test.
#[test]
fn a_card_can_be_changed_in_every_shipped_game() {
    let has_one = |id: &String| project().join(format!("tests/planted/card/{id}.yaml")).is_file();
    let games: Vec<String> = shipped().into_iter().filter(has_one).collect();
    assert!(games.len() >= 4, "{games:?}");
    for id in games {
        let [base, variant] = planted("card", &id);
        let of = |setup: &Setup| (setup.ruleset().fingerprint(), setup.rules().designs().count());
        let ((before, cards), (after, same)) = (of(&base), of(&variant));
        assert!(before != after && cards == same, "{id}");
    }
}

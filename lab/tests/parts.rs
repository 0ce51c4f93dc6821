//! Merged parts of experiments equal the result of one machine byte by byte, also after the parts were
//! written and read.

use std::sync::atomic::AtomicBool;

use ludex::{Setup, compile};
use ludex_bots::BotSpec;
use ludex_lab::blocks::Control;
use ludex_lab::experiment::Experiment;
use ludex_lab::report::{Changes, Learned, Made};
use ludex_lab::shard::{Counts, Piece, Run, Shard, merge_pieces};
use ludex_lab::{Objective, compare, impact, ladder, sweep};
use serde::Serialize;

fn setup(text: &str, players: u8, given: &[(&str, &str)]) -> Setup {
    let files = [("ruleset.yaml".to_owned(), text.to_owned())];
    let ruleset = compile(&files).into_ruleset().unwrap_or_else(|problems| panic!("{problems}"));
    let given: Vec<_> = given.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
    ruleset.setup(players, &given).expect("a setup")
}

fn json(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("JSON")
}

/// Describes a run of this command.
fn run(command: &str) -> Run {
    let made = Made::for_bots([]);
    Run { command: vec![command.to_owned()], rules: vec!["0".to_owned()], players: 2, made, ..Run::default() }
}

/// Merges three parts, in another order than that of their numbers.
fn together(part: impl Fn(Shard) -> Counts) -> Counts {
    let piece = |number: u64| {
        let shard = Shard { number, of: 3 };
        let piece = Piece::new(shard, true, run("ludex"), part(shard));
        (format!("part-{number}"), serde_json::from_str(&json(&piece)).expect("a piece"))
    };
    merge_pieces([2, 3, 1].map(piece).to_vec()).expect("a whole").counts
}

fn part(plan: &impl Experiment, stop: &AtomicBool) -> Counts {
    plan.part(&control(stop), None).expect("it is not stopped").0
}

/// Reports the merged counts of all parts.
fn merged<E: Experiment>(plan: &E, counts: Counts) -> E::Report {
    plan.report(Changes::default(), &plan.merged(counts).expect("counts of this experiment"), None)
}

/// Reports the whole run.
fn reported<E: Experiment>(plan: &E, stop: &AtomicBool) -> E::Report {
    plan.report(Changes::default(), &plan.play(&control(stop), None), None)
}

fn control(stop: &AtomicBool) -> Control<'_> {
    Control { threads: 2, stop, done: &|_| {} }
}

#[test]
fn parts_of_a_ladder_are_the_whole() {
    let (setup, stop) = (setup(include_str!("race.yaml"), 2, &[]), AtomicBool::new(false));
    let bots: Vec<BotSpec> = ["greedy:3", "greedy:5"].map(|bot| bot.parse().expect("a bot")).to_vec();
    for by in [Objective::Win, Objective::Score] {
        let plan = |shard| {
            let mut plan = ladder::LadderPlan::new(&setup, &bots, 50, 3);
            (plan.run.by, plan.run.shard) = (by, shard);
            plan
        };
        let counts = together(|shard| part(&plan(Some(shard)), &stop));
        let (merged, whole) = (merged(&plan(None), counts), reported(&plan(None), &stop));
        assert_eq!(json(&merged), json(&whole));
        // search bots take the highest number: three of at most three points, against two on average
        let below = whole.rungs[1].below.as_ref().expect("a match");
        assert!((0.7..=1.3).contains(&below.lead), "{below:?}");
        let shown = whole.shown(whole.of_match(below));
        assert_eq!(shown.contains('%'), by == Objective::Win, "{shown}");
    }
}

#[test]
fn parts_of_impacts_are_the_whole() {
    let text = include_str!("half.yaml").replace("POINTS", "5");
    let (setup, stop) = (setup(&text, 2, &[]), AtomicBool::new(false));
    for by in [Objective::Win, Objective::Score] {
        let plan = |shard| {
            let mut plan = impact::ImpactPlan::new(&setup, None, None, 100, 7);
            (plan.run.by, plan.run.shard) = (by, shard);
            plan
        };
        let counts = together(|shard| part(&plan(Some(shard)), &stop));
        let (merged, whole) = (merged(&plan(None), counts), reported(&plan(None), &stop));
        assert_eq!(json(&merged), json(&whole));
        assert_eq!(whole.by, by);
    }
}

/// Bots that stand for players trained with different seeds.
fn trainings() -> Vec<BotSpec> {
    ["greedy:1", "greedy:2", "greedy:3"].map(|bot| bot.parse().expect("a bot")).to_vec()
}

#[test]
fn parts_of_trainings_are_the_whole() {
    let text = include_str!("half.yaml").replace("POINTS", "5");
    let (setup, stop) = (setup(&text, 2, &[]), AtomicBool::new(false));
    for by in [Objective::Win, Objective::Score] {
        let plan = |shard| {
            let mut plan = impact::ImpactPlan::new(&setup, None, None, 50, 7);
            plan.run.play_trained(trainings());
            (plan.run.by, plan.run.shard) = (by, shard);
            plan
        };
        let counts = together(|shard| part(&plan(Some(shard)), &stop));
        let (merged, whole) = (merged(&plan(None), counts), reported(&plan(None), &stop));
        assert_eq!(json(&merged), json(&whole));
        assert_eq!(plan(None).games(), whole.games);
        for card in &whole.cards {
            let mean = card.trainings.iter().sum::<f64>() / 3.0;
            assert!(
                card.trainings.len() == 3 && (mean - card.impact.expect("pairs")).abs() < 1e-9,
                "{card:?}"
            );
        }
    }
}

#[test]
fn parts_of_a_comparison_of_trainings_are_the_whole() {
    let [base, variant] = ["0", "2"].map(|edge| setup(include_str!("dice.yaml"), 2, &[("edge", edge)]));
    let stop = AtomicBool::new(false);
    let mut plan = compare::ComparePlan::new(&base, &variant, 300, 7).expect("as many players");
    plan.run.play_trained(trainings());
    plan.variant_trained = trainings();
    let of_shard = |shard| {
        let mut plan = plan.clone();
        plan.run.shard = Some(shard);
        part(&plan, &stop)
    };
    let (merged, whole) = (merged(&plan, together(of_shard)), reported(&plan, &stop));
    assert_eq!(json(&merged), json(&whole));
    assert_eq!(whole.seats[0].trainings.len(), 3);
}

#[test]
fn parts_of_a_sweep_are_the_whole() {
    let setups = ["0", "2"].map(|edge| setup(include_str!("dice.yaml"), 2, &[("edge", edge)]));
    let stop = AtomicBool::new(false);
    let plan = |shard| {
        let edge = sweep::Parameter { name: "edge".into(), values: vec!["0".into(), "2".into()] };
        let mut plan = sweep::SweepPlan::new(vec![edge], &setups, 400, 7).expect("a plan");
        plan.run.shard = shard;
        plan
    };
    let counts = together(|shard| part(&plan(Some(shard)), &stop));
    assert_eq!(json(&merged(&plan(None), counts)), json(&reported(&plan(None), &stop)));
}

#[test]
fn parts_of_a_comparison_are_the_whole_which_ends_sooner() {
    let [base, variant] = ["0", "2"].map(|edge| setup(include_str!("dice.yaml"), 2, &[("edge", edge)]));
    let stop = AtomicBool::new(false);
    for by in [Objective::Win, Objective::Score] {
        let mut plan = compare::ComparePlan::new(&base, &variant, 900, 7).expect("as many players");
        plan.run.by = by;
        let of_shard = |shard| {
            let mut plan = plan.clone();
            plan.run.shard = Some(shard);
            part(&plan, &stop)
        };
        let counts = together(of_shard);
        let Counts::Compare(pairs) = &counts else { panic!("a comparison") };
        assert_eq!(pairs.len(), 900);
        let (merged, whole) = (merged(&plan, counts), reported(&plan, &stop));
        assert!(whole.pairs < 900, "it is seen soon that the edge helps");
        assert_eq!(json(&merged), json(&whole));
        assert_eq!((whole.by, whole.verdict.word()), (by, "better"));
    }
}

#[test]
fn what_is_no_whole_is_refused_by_name() {
    let piece = |number: u64, of: u64, command: &str| {
        let counts = Counts::Ladder(Vec::new());
        (format!("part-{number}"), Piece::new(Shard { number, of }, number < 9, run(command), counts))
    };
    let refused = |pieces: Vec<(String, Piece)>| merge_pieces(pieces).expect_err("no whole").to_string();
    assert_eq!(refused(vec![piece(1, 3, "a"), piece(3, 3, "a")]), "shard 2/3 is missing");
    assert_eq!(
        refused(vec![piece(1, 2, "a"), piece(2, 2, "b")]),
        "part-1 and part-2 are not of one run: command `a` and `b`"
    );
    assert_eq!(refused(vec![piece(9, 9, "a")]), "part-9 (shard 9/9) was not played to its end");
    let mut changed = piece(1, 1, "a");
    changed.1.run.rules = vec!["1".to_owned()];
    assert!(refused(vec![changed]).starts_with("part-1 was changed after it was written"));
}

/// Each part contains its players, program, seeds and weights.
#[test]
fn parts_that_were_played_otherwise_are_refused_with_what_differs() {
    let weights = |hash: &str| Learned {
        bot: "policy".to_owned(),
        weights: hash.to_owned(),
        games: 1,
        seed: 1,
        entropy: 100,
        differs: None,
        strength: Vec::new(),
        equal_share: 500_000,
    };
    type Change = fn(&mut Run);
    let changes: [(&str, Change); 6] = [
        ("Ludex 0.0.1", |run| run.made.program = "0.0.1".to_owned()),
        ("seed scheme 0", |run| run.made.seed_scheme = 0),
        ("bots search:50", |run| run.bots = vec!["search:50".to_owned()]),
        ("players 3", |run| run.players = 3),
        ("options rounds=2", |run| drop(run.changes.options.insert("rounds".into(), "2".into()))),
        ("overlays other.yaml", |run| run.changes.overlays.push("other.yaml".to_owned())),
    ];
    let piece = |number: u64, run: Run| {
        let shard = Shard { number, of: 2 };
        (format!("part-{number}"), Piece::new(shard, true, run, Counts::Ladder(Vec::new())))
    };
    let refused = |one: Run, other: Run| {
        merge_pieces(vec![piece(1, one), piece(2, other)]).expect_err("two runs").to_string()
    };
    for (named, change) in changes {
        let mut other = run("a");
        change(&mut other);
        let why = refused(other, run("a"));
        assert!(why.starts_with(&format!("part-1 and part-2 are not of one run: {named} and ")), "{why}");
    }
    let [mut one, mut other] = [run("a"), run("a")];
    (one.made.learned, other.made.learned) = (vec![weights("01")], vec![weights("02")]);
    assert_eq!(refused(one, other), "part-1 and part-2 are not of one run: weights policy 01 and policy 02");
}

/// Older versions did not record the players.
#[test]
fn parts_of_older_versions_are_refused_as_such() {
    let old = r#"{"version": 1, "shard": {"number": 1, "of": 1}, "whole": true, "command": ["ludex", "ladder"],
        "rules": ["0"], "counts": {"ladder": []}, "sum": "00"}"#;
    let piece: Piece = serde_json::from_str(old).expect("it is read");
    let why = merge_pieces(vec![("old.json".to_owned(), piece)]).expect_err("an old part").to_string();
    assert!(why.starts_with("old.json was written by an older version of Ludex"), "{why}");
}

//! The branches of effects that were run in games whose messages reveal it.

use std::sync::atomic::AtomicBool;

use ludex::{Setup, compile};
use ludex_bots::BotSpec;
use ludex_lab::blocks::Control;
use ludex_lab::html::Page;
use ludex_lab::names::Names;
use ludex_lab::report::Changes;
use ludex_lab::shard::{Part, Shard, merge};
use ludex_lab::simulate::{SimulatePlan, SimulateReport, Subject, page, simulate};

fn setup(players: u8, extra: &str) -> Setup {
    let files = [("ruleset.yaml".to_owned(), include_str!("paths.yaml").to_owned())];
    let ruleset = compile(&files).into_ruleset().unwrap_or_else(|problems| panic!("{problems}"));
    ruleset.setup(players, &[("extra".to_owned(), extra.to_owned())]).expect("a setup")
}

fn plan(setup: &Setup, games: u64) -> SimulatePlan<'_> {
    let mut plan = SimulatePlan::new(setup, games, 7);
    plan.run.detail = true;
    plan
}

fn part(plan: &SimulatePlan<'_>) -> Part {
    let shard = plan.run.shard.unwrap_or(Shard { number: 1, of: 1 });
    let played = simulate(plan, &Control { threads: 2, stop: &AtomicBool::new(false), done: &|_| {} }, None);
    let subject = Subject::new(plan, Changes::default());
    Part::new(shard, true, subject, played.sums)
}

fn report(plan: &SimulatePlan<'_>) -> SimulateReport {
    let Part { subject, sums, .. } = part(plan);
    SimulateReport::new(&subject, &sums, None)
}

/// Returns the branches that no game ran, in readable form.
fn never(report: &SimulateReport) -> Vec<String> {
    let detail = report.detail.as_ref().expect("it was asked for");
    detail.never.branches.iter().map(|branch| branch.describe()).collect()
}

const NEVER: [&str; 9] = [
    "on broke (small)",
    "on rang (large)",
    "if me.heads < 0",
    "if me.heads > 3",
    "else of if me.heads < 4",
    "else of if coin < 2",
    "for bell in table where it is large",
    "while me.heads < 0",
    "choice back",
];

#[test]
fn what_never_runs_is_told_once_with_its_place_and_what_runs_is_not() {
    let setup = setup(2, "true");
    let report = report(&plan(&setup, 200));
    assert_eq!(never(&report), NEVER);
    let branches = &report.detail.as_ref().expect("it was asked for").never.branches;
    for branch in branches {
        let mut words = branch.place.split(':');
        assert_eq!(words.next(), Some("ruleset.yaml"));
        let [line, column] = [words.next(), words.next()].map(|n| n.and_then(|n| n.parse::<usize>().ok()));
        let text = include_str!("paths.yaml").lines().nth(line.expect("a line") - 1).expect("it is there");
        let begins = &text[column.expect("a column") - 1..];
        assert!(begins.starts_with("say never()") || begins.starts_with("set me.heads = 0"), "{branch:?}");
    }
    assert!(report.left_out.is_empty(), "{:?}", report.left_out);
}

#[test]
fn what_options_and_players_leave_out_is_no_branch() {
    // `if extra`, `if players > 2` in a procedure that is never called, and their blocks
    let (without, three) = (setup(2, "false"), setup(3, "true"));
    let silent: Vec<&str> = NEVER.into_iter().chain(["phase silence"]).collect();
    assert_eq!(never(&report(&plan(&without, 200))), silent);
    assert_eq!(never(&report(&plan(&three, 200))), NEVER);
}

#[test]
fn few_games_miss_what_is_rare() {
    let setup = setup(2, "true");
    let rare = |games| never(&report(&plan(&setup, games))).contains(&"if me.heads == 3".to_owned());
    assert!(rare(1) && !rare(200));
}

#[test]
fn what_ran_in_any_part_ran() {
    let setup = setup(2, "true");
    let whole = plan(&setup, 12);
    let parts: Vec<(String, Part)> = (1..=12)
        .map(|number| {
            let mut plan = whole.clone();
            plan.run.shard = Some(Shard { number, of: 12 });
            (format!("part-{number}"), part(&plan))
        })
        .collect();
    let of = |part: &Part| never(&SimulateReport::new(&part.subject, &part.sums, None));
    let merged = merge(&parts).expect("all parts are there");
    assert_eq!(merged, report(&whole));
    assert!(parts.iter().any(|(_, part)| of(part) != never(&merged)), "each part ran everything");
}

#[test]
fn games_of_bots_are_followed_too() {
    let setup = setup(2, "true");
    let mut plan = SimulatePlan::new(&setup, 60, 7);
    plan.run.bots = vec![BotSpec::Greedy { deals: 2 }, BotSpec::Random];
    assert_eq!(never(&report(&plan)), NEVER);
}

#[test]
fn the_page_has_them() {
    let setup = setup(2, "true");
    let page: Page = page(&report(&plan(&setup, 200)), &Names::default(), "ludex simulate paths");
    let section = page.sections.iter().find(|section| section.heading == "What never happened");
    let rows = &section.and_then(|section| section.table.as_ref()).expect("a table").rows;
    let told: Vec<&str> = rows.iter().map(|row| row[1].as_str()).collect();
    assert!(told.ends_with(&NEVER), "{told:?}");
}

//! What stands on the pages of comparisons and impacts of small games.

use std::sync::atomic::AtomicBool;

use ludex::{Setup, compile};
use ludex_lab::blocks::Control;
use ludex_lab::html::{Chart, Intervals, Page};
use ludex_lab::simulate::Written;
use ludex_lab::{compare, impact};

const DICE: &str = include_str!("dice.yaml");

fn setup_of(text: &str) -> Setup {
    let files = [("ruleset.yaml".to_owned(), text.to_owned())];
    let ruleset = compile(&files, "").into_ruleset().unwrap_or_else(|problems| panic!("{problems}"));
    ruleset.setup(2, &[]).expect("a setup")
}

fn control(stop: &AtomicBool) -> Control<'_> {
    Control { threads: 2, stop, done: &|_| {} }
}

/// The page of so many pairs of the game of dice and one in which the first seat scores more.
fn compared(more: &str, pairs: u64, margin: f64) -> Page {
    let (base, variant) = (setup_of(DICE), setup_of(&DICE.replace("total: player.rolled", more)));
    let mut plan = compare::Plan::new(&base, &variant, pairs, 1).expect("as many players");
    plan.margin = margin;
    let compared = compare::compare(&plan, &control(&AtomicBool::new(false)));
    let written = Written { options: vec![("die".into(), "6".into())], ..Written::default() };
    let report = compare::Report::new(&plan, [Written::default(), written], &compared, None);
    compare::page(&report, "ludex compare dice dice2")
}

fn impacts(points: i64, pairs: u64, stopped: bool) -> Page {
    let setup = setup_of(&include_str!("half.yaml").replace("POINTS", &points.to_string()));
    let plan = impact::Plan::new(&setup, None, None, pairs, 1);
    let played = impact::impact(&plan, &control(&AtomicBool::new(stopped)));
    let report = impact::Report::new(&plan, Written::default(), &played.sums, None);
    impact::page(&report, "ludex impact half")
}

fn intervals(page: &Page, section: usize) -> &Intervals {
    match &page.sections[section].chart {
        Some(Chart::Intervals(chart)) => chart,
        other => panic!("{other:?}"),
    }
}

/// Each row of a picture has the numbers of its row in the table, and its value lies in its interval.
fn assert_rows_agree(page: &Page) {
    let (chart, table) = (intervals(page, 0), page.sections[0].table.as_ref().expect("a table"));
    assert_eq!(chart.rows.len(), table.rows.len());
    assert!(table.rows.iter().all(|row| row.len() == table.columns.len()));
    for (shown, row) in chart.rows.iter().zip(&table.rows) {
        assert!(shown.low <= shown.value && shown.value <= shown.high, "{shown:?}");
        assert_eq!(shown.label, row[0]);
        assert!(row.contains(&format!("{:+.1}", shown.value)), "{shown:?} {row:?}");
        assert!(row.contains(&format!("{:+.1} to {:+.1}", shown.low, shown.high)), "{shown:?} {row:?}");
    }
}

#[test]
fn a_page_says_which_seat_gains_and_which_loses() {
    let page = compared("total: player.rolled + (if player == seat(1) then 3 else 0)", 2000, 0.01);
    assert_rows_agree(&page);
    assert!(
        page.answer.starts_with("Seat 1 gains ") && page.answer.contains("; Seat 2 loses "),
        "{}",
        page.answer
    );
    assert_eq!(intervals(&page, 0).reference.as_ref().map(|(at, _)| *at), Some(0.0));
    assert!(page.facts.iter().any(|(name, value)| name == "Variant" && value.ends_with(" with die=6")));
}

#[test]
fn a_page_says_that_there_is_no_difference_or_that_none_is_shown() {
    let same = "total: player.rolled";
    let none = compared(same, 4000, 0.05).answer;
    assert_eq!(none, "For no seat there is a difference above 5 percentage points.");
    let undecided = compared(same, 50, 0.01).answer;
    assert!(
        undecided.starts_with("Undecided: ") && undecided.contains("above 1 percentage point is"),
        "{undecided}"
    );
}

#[test]
fn a_page_says_which_card_does_most() {
    let page = impacts(50, 400, false);
    assert_rows_agree(&page);
    assert!(page.answer.starts_with("crown changes its holder's win rate by +"), "{}", page.answer);
    let values: Vec<f64> = intervals(&page, 0).rows.iter().map(|row| row.value.abs()).collect();
    assert!(values.is_sorted_by(|a, b| a >= b), "{values:?}");
    let left_out = page.sections.last().and_then(|section| section.table.as_ref()).expect("a table");
    assert!(left_out.rows.iter().all(|row| !row[0].is_empty() && !row[1].is_empty()));
}

#[test]
fn a_page_says_where_no_card_is_shown_to_do_anything() {
    let answer = impacts(1, 20, false).answer;
    assert!(answer.starts_with("No card is shown to do anything: "), "{answer}");
    assert_eq!(impacts(50, 20, true).answer, "No pair of games was played to its end.");
}

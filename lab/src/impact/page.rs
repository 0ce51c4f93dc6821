//! The page of what cards do.

use std::collections::BTreeMap;

use super::give::GiveReport;
use super::plan::{Effect, Whose};
use super::report::{CardReport, Report};
use crate::html::{self, Chart, Interval, Intervals, Page, Section, Table, failures, grouped, listed};

/// Rows of the picture; the table has all.
const ROWS: usize = 30;

/// What stands on the page of a report that this command made.
pub fn page(report: &Report, command: &str) -> Page {
    let mut sections = vec![impacts(report)];
    sections.extend(left_out(report));
    Page {
        title: format!("{}: what cards do, in {} games", report.head.ruleset, grouped(report.games)),
        answer: answer(report),
        facts: facts(report),
        command: command.to_owned(),
        sections,
    }
}

/// The card that does most, and whether that can be chance.
fn answer(report: &Report) -> String {
    let Some((first, impact)) = report.cards.first().and_then(|card| Some((card, card.impact?))) else {
        return "No pair of games was played to its end.".to_owned();
    };
    let ([low, high], id) = (first.interval, &first.id);
    let shown = report.cards.iter().filter(|card| is_shown(card)).count();
    let whose = match first.whose {
        Whose::Holder => "its holder's",
        Whose::FirstSeat => "the first seat's",
    };
    let largest = if report.cards.len() > 1 { ", more than any other card" } else { "" };
    if !is_shown(first) {
        return format!(
            "No card is shown to do anything: the largest impact, {impact:+.1} percentage points of {id}, may be chance ({low:+.1} to {high:+.1})."
        );
    }
    let others = match shown {
        1 => String::new(),
        n => format!(" Of {n} cards the interval excludes 0."),
    };
    format!(
        "{id} changes {whose} win rate by {impact:+.1} percentage points ({low:+.1} to {high:+.1}){largest}.{others}"
    )
}

/// Its interval excludes 0, among those of all cards.
fn is_shown(card: &CardReport) -> bool {
    card.interval[0] > 0.0 || card.interval[1] < 0.0
}

fn facts(report: &Report) -> Vec<(String, String)> {
    let more = [("Games", format!("{}, two to a pair, seed {}", grouped(report.games), report.seed))];
    html::facts(&report.head, listed(&report.bots), more)
}

fn impacts(report: &Report) -> Section {
    let row = |card: &CardReport| {
        let (value, [low, high], label) = (card.impact?, card.interval, card.id.clone());
        let hover = format!("{label}: {value:+.1} points [{low:+.1}, {high:+.1}], {} pairs", card.times);
        Some(Interval { label, value, low, high, hover })
    };
    let rows: Vec<Interval> = report.cards.iter().filter_map(row).collect();
    let chart = Intervals {
        axis: "impact on the win rate, percentage points".into(),
        reference: Some((0.0, "no effect".into())),
        rows: rows.into_iter().take(ROWS).collect(),
    };
    let columns = [
        ("card", false),
        ("impact of", false),
        ("impact", true),
        ("95 %, alone", true),
        ("interval, all together", true),
        ("decisions", true),
        ("pairs", true),
    ];
    let table = Table::new(&columns, report.cards.iter().map(cells).collect());
    let several = if report.cards.len() > ROWS {
        format!(" The picture has the {ROWS} largest.")
    } else {
        String::new()
    };
    let means = report.meanings().into_iter().map(|(effect, means)| format!("{}: {means}", word(effect)));
    let text = format!(
        "Impact, {}. The two games of a pair differ in nothing else. \
         The intervals of the picture are so wide that those of all cards hold together in 95 of 100 runs. Decisions: by how many games are longer with the card.{several}",
        means.collect::<Vec<_>>().join("; or ")
    );
    let chart = Some(Chart::Intervals(chart));
    Section { chart, table: Some(table), ..Section::new("Impact of each card", &text) }
}

fn cells(card: &CardReport) -> Vec<String> {
    let within = |[low, high]: [f64; 2]| format!("{low:+.1} to {high:+.1}");
    vec![
        card.id.clone(),
        word(card.effect).to_owned(),
        card.impact.map_or_else(String::new, |impact| format!("{impact:+.1}")),
        within(card.ci95),
        within(card.interval),
        card.length.map_or_else(String::new, |length| format!("{:+.1}", length.difference)),
        card.times.to_string(),
    ]
}

/// What the card does it by.
fn word(effect: Effect) -> &'static str {
    match effect {
        Effect::Deck => "to have it",
        Effect::Drawn => "to draw it",
        Effect::Played => "to play it",
    }
}

/// What stands on the page of changed cards that one player alone has.
pub fn give_page(report: &GiveReport, command: &str) -> Page {
    let (seat, cards, [low, high]) = (report.seat, report.given.join(", "), report.ci95);
    let answer = match report.impact {
        None => "No pair of games was played to its end.".to_owned(),
        Some(impact) => {
            let verdict =
                if low > 0.0 || high < 0.0 { "the interval excludes 0" } else { "that may be chance" };
            format!(
                "Seat {seat} wins {impact:+.1} percentage points more often with the changed cards, {low:+.1} to {high:+.1}; {verdict}."
            )
        }
    };
    let more = [
        ("Changed cards", cards.clone()),
        ("Games", format!("{}, two to a pair, seed {}", grouped(report.games), report.seed)),
        ("Rules that failed", failures(report.failed, "pair")),
    ];
    Page {
        title: format!("{}: changed cards for seat {seat} alone", report.head.ruleset),
        answer,
        facts: html::facts(&report.head, listed(&report.bots), more),
        command: command.to_owned(),
        sections: vec![given(report, cards)],
    }
}

fn given(report: &GiveReport, cards: String) -> Section {
    let (seat, [low, high]) = (report.seat, report.ci95);
    let row = |value: f64| {
        let hover =
            format!("seat {seat}: {value:+.1} points [{low:+.1}, {high:+.1}], {} pairs", report.times);
        Interval { label: format!("Seat {seat}"), value, low, high, hover }
    };
    let chart = Intervals {
        axis: "impact on its win rate, percentage points".into(),
        reference: Some((0.0, "no effect".into())),
        rows: report.impact.map(row).into_iter().collect(),
    };
    let columns =
        [("changed", false), ("impact", true), ("95 %", true), ("decisions", true), ("pairs", true)];
    let numbers = vec![
        cards,
        report.impact.map_or_else(String::new, |impact| format!("{impact:+.1}")),
        format!("{low:+.1} to {high:+.1}"),
        report.length.map_or_else(String::new, |length| format!("{:+.1}", length.difference)),
        report.times.to_string(),
    ];
    let text = "How much more often the seat wins if it alone has the changed cards than if nobody has. The two games of a pair have the same chance. Decisions: by how many games are longer.";
    let (chart, table) = (Some(Chart::Intervals(chart)), Some(Table::new(&columns, vec![numbers])));
    Section { chart, table, ..Section::new("Impact of the change", text) }
}

/// Cards that are not in the picture, by the reason.
fn left_out(report: &Report) -> Option<Section> {
    let mut reasons: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for card in &report.left_out {
        reasons.entry(&card.why).or_default().push(&card.id);
    }
    let rows: Vec<_> =
        reasons.into_iter().map(|(why, cards)| vec![why.to_owned(), cards.join(", ")]).collect();
    let table = Table::new(&[("why", false), ("cards", false)], rows);
    (!table.rows.is_empty()).then(|| Section { table: Some(table), ..Section::new("Not measured", "") })
}

//! HTML pages of impact reports.

use std::collections::BTreeMap;

use super::give::GiveReport;
use super::plan::{AlternativeMeasurement, Effect, MeasuredSeat};
use super::report::{CardReport, ImpactReport};
use crate::html::{self, Chart, Interval, Intervals, Page, Section, Table, failures, grouped, listed};
use crate::names::{Names, Sort};

/// Maximum number of rows in the chart; the table has all.
const ROWS: usize = 30;

/// Creates the page of a report. `command` is the command line that produced it.
pub fn page(report: &ImpactReport, names: &Names, command: &str) -> Page {
    let mut sections = vec![impacts(report, names)];
    sections.extend(left_out(report, names));
    Page {
        title: format!("{}: what cards do, in {} games", names.title(&report.head), grouped(report.games)),
        answer: answer(report, names),
        facts: facts(report, names),
        command: command.to_owned(),
        sections,
    }
}

/// Returns a sentence that names the card with the largest significant effect, or states that none was found.
fn answer(report: &ImpactReport, names: &Names) -> String {
    let Some((first, impact)) = report.cards.first().and_then(|card| Some((card, card.impact?))) else {
        return report.unmeasured().unwrap_or("No pair of games was played to its end.").to_owned();
    };
    let name = |card: &CardReport| names.get(Sort::Card, &card.id);
    let (what, points) = (report.by.what(), report.by.points());
    if !first.is_shown() {
        return format!(
            "No card has a significant impact: each interval contains 0. The interval of {} is closest to excluding it: {} {points} ({}).",
            name(first),
            report.figure(impact),
            report.ends(first.interval)
        );
    }
    let whose = match first.whose {
        MeasuredSeat::Holder => "its holder's".to_owned(),
        MeasuredSeat::FirstSeat => format!("{}'s", names.seat(1_usize)),
    };
    let surest = if report.cards.len() > 1 { ": no other card has a larger certain effect" } else { "" };
    let others = match report.cards.iter().filter(|card| card.is_shown()).count() {
        1 => String::new(),
        n => format!(" The intervals of {n} cards exclude 0."),
    };
    format!(
        "{} changes {whose} {what} by {} {points} ({}){surest}.{others}",
        name(first),
        report.figure(impact),
        report.ends(first.interval)
    )
}

fn facts(report: &ImpactReport, names: &Names) -> Vec<(String, String)> {
    let more = [("Games", format!("{}, seed {}", report.played(), report.seed))];
    html::facts((&report.head, names), (listed(&report.bots), &report.who), more)
}

fn impacts(report: &ImpactReport, names: &Names) -> Section {
    let row = |card: &CardReport| {
        let (value, [low, high], label) = (card.impact?, card.interval, names.get(Sort::Card, &card.id));
        let hover = format!(
            "{label}: {} points [{}, {}], {} pairs",
            report.figure(value),
            report.figure(low),
            report.figure(high),
            card.times
        );
        Some(Interval { label, value, low, high, hover })
    };
    let rows: Vec<Interval> = report.cards.iter().filter_map(row).collect();
    let chart = Intervals {
        axis: format!("impact on the {}, {}", report.by.what(), report.by.points()),
        reference: Some((0.0, "no effect".into())),
        rows: rows.into_iter().take(ROWS).collect(),
    };
    let columns = [
        ("card", false),
        ("impact of", false),
        ("impact", true),
        ("95 % (each row)", true),
        ("95 % (all rows)", true),
        ("decisions", true),
        ("pairs", true),
    ];
    let table = Table::new(&columns, report.cards.iter().map(|card| cells(report, card, names)).collect());
    let several = if report.cards.len() > ROWS {
        format!(" The picture has the {ROWS} most certain effects.")
    } else {
        String::new()
    };
    let means = report
        .meanings(&names.seat(1_usize))
        .into_iter()
        .map(|(effect, means)| format!("{}: {means}", word(effect)));
    let text = format!(
        "Impact, {}. The two games of a pair differ only in this card.{} \
         95 % (each row): the interval of a row holds in 95 of 100 runs. 95 % (all rows), also in the picture: all intervals hold simultaneously. Decisions: difference in the length of games.{several}",
        means.collect::<Vec<_>>().join("; or "),
        report.uncounted().map_or_else(String::new, |why| format!(" {why}"))
    );
    let chart = Some(Chart::Intervals(chart));
    Section { chart, table: Some(table), ..Section::new("Impact of each card", &text) }
}

fn cells(report: &ImpactReport, card: &CardReport, names: &Names) -> Vec<String> {
    vec![
        names.get(Sort::Card, &card.id),
        word(card.effect).to_owned(),
        card.impact.map_or_else(String::new, |impact| report.figure(impact)),
        report.ends(card.ci95),
        report.ends(card.interval),
        card.length.map_or_else(String::new, |length| format!("{:+.1}", length.difference)),
        card.times.to_string(),
    ]
}

/// Returns a phrase for the measured effect.
fn word(effect: Effect) -> &'static str {
    match effect {
        Effect::Deck => "to have it",
        Effect::Drawn => "to draw it",
        Effect::Played => "to play it",
    }
}

/// Creates the page for changed cards that only one player has.
pub fn give_page(report: &GiveReport, names: &Names, command: &str) -> Page {
    let cards: Vec<String> = report.given.iter().map(|card| names.get(Sort::Card, card)).collect();
    let (seat, cards, [low, high]) = (names.numbered_seat(report.seat), cards.join(", "), report.ci95);
    let answer = match report.impact {
        None => "No pair of games was played to its end.".to_owned(),
        Some(impact) => {
            let verdict = if low > 0.0 || high < 0.0 {
                "the interval excludes 0"
            } else {
                "the difference may be chance"
            };
            let (by, what) = (report.by, report.by.what());
            format!(
                "The changed cards change the {what} of {seat} by {} {}, {}; {verdict}.",
                by.figure(impact),
                by.points(),
                by.ends(report.ci95)
            )
        }
    };
    let more = [
        ("Changed cards", cards.clone()),
        ("Games", format!("{}, two to a pair, seed {}", grouped(report.games), report.seed)),
        ("Rules that failed", failures(report.failed, "pair")),
    ];
    Page {
        title: format!("{}: changed cards for {seat} alone", names.title(&report.head)),
        answer,
        facts: html::facts((&report.head, names), (listed(&report.bots), &report.who), more),
        command: command.to_owned(),
        sections: vec![given(report, cards, names)],
    }
}

fn given(report: &GiveReport, cards: String, names: &Names) -> Section {
    let (label, by, [low, high]) = (names.numbered_seat(report.seat), report.by, report.ci95);
    let row = |value: f64| {
        let [shown, from, to] = [value, low, high].map(|n| by.figure(n));
        let hover = format!("{label}: {shown} points [{from}, {to}], {} pairs", report.times);
        Interval { label: label.clone(), value, low, high, hover }
    };
    let chart = Intervals {
        axis: format!("impact on its {}, {}", by.what(), by.points()),
        reference: Some((0.0, "no effect".into())),
        rows: report.impact.map(row).into_iter().collect(),
    };
    let columns =
        [("changed", false), ("impact", true), ("95 %", true), ("decisions", true), ("pairs", true)];
    let numbers = vec![
        cards,
        report.impact.map_or_else(String::new, |impact| by.figure(impact)),
        by.ends(report.ci95),
        report.length.map_or_else(String::new, |length| format!("{:+.1}", length.difference)),
        report.times.to_string(),
    ];
    let text = format!(
        "Impact: {}. The two games of a pair have the same chance. Decisions: by how many games are longer.",
        report.meaning(names)
    );
    let (chart, table) = (Some(Chart::Intervals(chart)), Some(Table::new(&columns, vec![numbers])));
    Section { chart, table, ..Section::new("Impact of the change", &text) }
}

/// Returns a section of the cards without a measurement, grouped by reason, with alternative measures.
fn left_out(report: &ImpactReport, names: &Names) -> Option<Section> {
    let mut reasons: BTreeMap<&str, (Vec<String>, AlternativeMeasurement)> = BTreeMap::new();
    for card in &report.left_out {
        let (cards, _) = reasons.entry(&card.why).or_insert((Vec::new(), card.instead));
        cards.push(names.get(Sort::Card, &card.id));
    }
    let row = |(why, (cards, instead)): (&str, (Vec<String>, AlternativeMeasurement))| {
        vec![why.to_owned(), cards.join(", "), instead.sentence().to_owned()]
    };
    let columns = [("why", false), ("cards", false), ("instead", false)];
    let table = Table::new(&columns, reasons.into_iter().map(row).collect());
    (!table.rows.is_empty()).then(|| Section { table: Some(table), ..Section::new("Not measured", "") })
}

//! HTML page of a comparison.

use super::cards::{CardReport, Change};
use super::report::{CompareReport, SeatComparison, SideReport, Two};
use crate::Objective;
use crate::html::{
    Chart, Interval, Intervals, Page, Section, Table, failures, grouped, listed, percentage_points,
};
use crate::names::{Names, Sort};
use crate::stats::Verdict;

/// Creates the page of a report. `command` is the command line that produced it.
pub fn page(report: &CompareReport, names: [&Names; 2], command: &str) -> Page {
    let mut sections = vec![differences(report, names[0]), means(report, names[0])];
    sections.extend(report.changed_cards().map(|changed| cards(&changed, names[0])));
    Page {
        title: format!(
            "{} against {}: {} pairs of games",
            names[0].game(&report.base.ruleset),
            report.against(names[1]),
            grouped(report.pairs)
        ),
        answer: answer(report, names[0]),
        facts: facts(report, names),
        command: command.to_owned(),
        sections,
        ..Page::default()
    }
}

/// Returns a sentence that names the seats that gain or lose, or states that no difference was found.
fn answer(report: &CompareReport, names: &Names) -> String {
    if report.pairs == 0 {
        return "No pair of games was played to its end.".to_owned();
    }
    let mut found: Vec<String> =
        report.seats.iter().filter_map(|seat| finding(report, seat, names)).collect();
    let margin = margin(report);
    match (found.is_empty(), report.verdict) {
        (false, _) => {
            found.extend(report.outlook());
            format!("{}.", found.join("; "))
        }
        (true, Verdict::None) => {
            format!("No seat has a difference above {margin}.")
        }
        (true, Verdict::Better | Verdict::Worse | Verdict::Undecided) => format!(
            "Undecided: neither a difference nor equivalence within {margin} is shown; {}.",
            report.outlook().unwrap_or_default()
        ),
    }
}

fn margin(report: &CompareReport) -> String {
    match report.by {
        Objective::Win => percentage_points(report.margin),
        Objective::Score => format!("{} of the score", report.margin),
    }
}

fn finding(report: &CompareReport, seat: &SeatComparison, names: &Names) -> Option<String> {
    let does = match seat.verdict {
        Verdict::Better => "gains",
        Verdict::Worse => "loses",
        Verdict::None | Verdict::Undecided => return None,
    };
    let by = report.change(seat.difference.abs());
    let [_, what] = report.what();
    let points = match report.by {
        Objective::Win => "percentage points",
        Objective::Score => "points",
    };
    Some(format!(
        "{} {does} {} {points} of {what} by the change (interval {})",
        names.seat(seat.seat),
        by.trim_start_matches('+'),
        report.ends(seat.ci95)
    ))
}

fn facts(report: &CompareReport, names: [&Names; 2]) -> Vec<(String, String)> {
    let decided = if report.pairs < report.most { "" } else { ", the maximum" };
    let facts = [
        ("Base", side(&report.base, names[0])),
        ("Variant", side(&report.variant, names[1])),
        ("Players", report.players.to_string()),
        ("Bots", listed(&report.bots) + if report.rotate { ", turned" } else { "" }),
        ("Who played", report.who.clone()),
        ("Pairs of games", format!("{}{decided}, seed {}", grouped(report.pairs), report.seed)),
        ("No difference", format!("below {}", margin(report))),
        ("Rules that failed", failures(report.failed, "pair")),
    ];
    facts.map(|(name, value)| (name.to_owned(), value)).to_vec()
}

/// Formats a side: `Whist (0123456789abcdef) with Number of rounds = 2`.
fn side(side: &SideReport, names: &Names) -> String {
    let changes = side.changes(names);
    let with = if changes.is_empty() { String::new() } else { format!(" with {}", changes.join(", ")) };
    format!("{} ({}){with}", names.game(&side.ruleset), side.fingerprint)
}

fn differences(report: &CompareReport, names: &Names) -> Section {
    let row = |seat: &SeatComparison| {
        let (label, [low, high], value) = (names.seat(seat.seat), seat.ci95, seat.difference);
        let [base, variant, difference] = report.figures(seat);
        let hover = format!(
            "{label}: {base} to {variant}, {difference} [{}, {}]",
            report.change(low),
            report.change(high)
        );
        Interval { label, value, low, high, hover }
    };
    let chart = Intervals {
        axis: match report.by {
            Objective::Win => "win share, variant less base, percentage points".into(),
            Objective::Score => "score, variant less base, points".into(),
        },
        reference: Some((0.0, "no difference".into())),
        rows: report.seats.iter().map(row).collect(),
    };
    let columns = [
        ("", false),
        ("base", true),
        ("variant", true),
        ("difference", true),
        ("interval", true),
        ("verdict", false),
    ];
    let table = Table::new(&columns, report.seats.iter().map(|seat| cells(report, seat, names)).collect());
    let what = match report.by {
        Objective::Win => {
            "Difference of the win share of each seat, variant less base. Shared victories are split equally."
        }
        Objective::Score => "Difference of the score of each seat, variant less base.",
    };
    let title = match report.by {
        Objective::Win => "Win share by seat",
        Objective::Score => "Score by seat",
    };
    let corrected = match report.by {
        Objective::Win => {
            " A run that stops early overestimates the difference on average; shares and difference are corrected for this."
        }
        Objective::Score => "",
    };
    let text = format!(
        "{what} Both games of a pair have the same seed. \
         The intervals of all seats hold simultaneously in 95 of 100 runs, at every interim analysis.{corrected}"
    );
    Section { chart: Some(Chart::Intervals(chart)), table: Some(table), ..Section::new(title, &text) }
}

fn cells(report: &CompareReport, seat: &SeatComparison, names: &Names) -> Vec<String> {
    let [base, variant, difference] = report.figures(seat);
    vec![
        names.seat(seat.seat),
        base,
        variant,
        difference,
        report.ends(seat.ci95),
        seat.verdict.word().to_owned(),
    ]
}

fn means(report: &CompareReport, names: &Names) -> Section {
    let row = |name: String, two: &Two| {
        std::iter::once(name).chain(two.figures()).chain([format!("{:.2}", two.se)]).collect()
    };
    let scores =
        report.seats.iter().map(|seat| row(format!("score of {}", names.seat(seat.seat)), &seat.score));
    let length = row("decisions with two or more options".into(), &report.decisions);
    let rows = std::iter::once(length).chain(scores).collect();
    let columns = [
        ("of a game", false),
        ("base", true),
        ("variant", true),
        ("difference", true),
        ("standard error", true),
    ];
    let text = "Means of the pairs that were played. They are descriptive: because the run chose its own end, they are not a test.";
    Section { table: Some(Table::new(&columns, rows)), ..Section::new("Length and scores", text) }
}

/// Maximum number of cards in the chart.
const ROWS: usize = 20;

fn cards(changed: &[&CardReport], names: &Names) -> Section {
    let text = if changed.is_empty() {
        "No card has a significant change in how often it is offered or picked, or in the win rate of its holders."
    } else {
        "Cards with a significant change, variant less base: win rate of players who hold the card at the end, in percentage points; number of times that it is picked and offered in a game. \
         All intervals hold simultaneously in 95 of 100 runs. The win rate of holders is not a causal effect of the card."
    };
    let columns = [
        ("card", false),
        ("held, wins", true),
        ("interval", true),
        ("picked", true),
        ("interval", true),
        ("offered", true),
        ("interval", true),
    ];
    let rows = changed.iter().map(|card| card_cells(card, names)).collect();
    let table = Some(Table::new(&columns, rows)).filter(|_| !changed.is_empty());
    Section { chart: holders(changed, names), table, ..Section::new("Cards", text) }
}

/// Creates a chart of the change in wins of each card's holders.
fn holders(changed: &[&CardReport], names: &Names) -> Option<Chart> {
    let row = |card: &&CardReport| {
        let held = card.held?;
        let ([low, high], value, label) = (held.interval?, held.difference, names.get(Sort::Card, &card.id));
        let [base, variant, difference] = held.figures(1);
        let hover = format!("{label}: {base} % to {variant} %, {difference} [{low:+.1}, {high:+.1}]");
        Some(Interval { label, value, low, high, hover })
    };
    let rows: Vec<Interval> = changed.iter().filter_map(row).take(ROWS).collect();
    let axis = "games won by holders of the card, variant less base, percentage points".to_owned();
    let shown = !rows.is_empty();
    shown.then(|| Chart::Intervals(Intervals { axis, reference: Some((0.0, "no difference".into())), rows }))
}

fn card_cells(card: &CardReport, names: &Names) -> Vec<String> {
    let held = card.held.map_or_else(|| [String::new(), String::new()], |held| change(&held, 1));
    let counted = [&card.picked, &card.offered].map(|counted| change(counted, 2));
    std::iter::once(names.get(Sort::Card, &card.id))
        .chain(held)
        .chain(counted.into_iter().flatten())
        .collect()
}

/// Formats a difference and its interval.
fn change(change: &Change, places: usize) -> [String; 2] {
    let within = change.interval.map(|[low, high]| format!("{low:+.places$} to {high:+.places$}"));
    [format!("{:+.places$}", change.difference), within.unwrap_or_default()]
}

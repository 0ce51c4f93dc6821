//! HTML page of a sweep: curves, heat maps, or a list, by number of parameters.

use super::report::{Fit, MeasuredTarget, PointReport, SweepReport, SweepSeat, TargetReport};
use crate::html::{
    self, Cell, Chart, Curve, Curves, HeatMap, Interval, Intervals, Page, Point, Section, Table, failures,
    grouped, listed,
};
use crate::names::Names;
use crate::report::of_deals;
use crate::simulate::Spread;

/// Maximum number of rows in the chart; the table has all.
const ROWS: usize = 30;

/// Creates the page of a report. `command` is the command line that produced it.
pub fn page(report: &SweepReport, names: &Names, command: &str) -> Page {
    let on_cards = report.note_on_cards().unwrap_or_default();
    let report = &named(report, names);
    let mut sections = match report.parameters.as_slice() {
        // excluded points have fewer deals, so points are not comparable
        _ if report.target.is_some() => vec![race(report)],
        [_] => vec![shares(report, names), spread(report), decisions(report)],
        [_, _] => vec![spread_map(report), decisions_map(report)],
        [] | [_, _, _, ..] => vec![spread_list(report)],
    };
    sections.push(points(report, names, on_cards));
    let parameters = report.parameters.iter().map(|parameter| parameter.name.as_str());
    Page {
        title: format!("{}: {}", names.title(&report.head), parameters.collect::<Vec<_>>().join(" and ")),
        answer: report.target.as_ref().map_or_else(|| answer(report), |target| finding(report, target)),
        facts: facts(report, names),
        command: command.to_owned(),
        sections,
        ..Page::default()
    }
}

impl SweepReport {
    /// Returns a sentence on the points with the most and the least equal seats, and on significance.
    pub fn answer(&self, names: &Names) -> String {
        answer(&named(self, names))
    }

    /// Returns a note on what a sweep does not show of the values of cards, if there are any.
    pub fn note_on_cards(&self) -> Option<&'static str> {
        let has_cards = self.parameters.iter().any(|parameter| parameter.name.starts_with("cards."));
        has_cards.then_some("If all seats play with the same cards, the value of a card hardly shows in their win shares. `ludex impact` with --set measures what a card with this value brings its holder.")
    }
}

/// Replaces the IDs of parameters and values by display names.
fn named(report: &SweepReport, names: &Names) -> SweepReport {
    let mut named = report.clone();
    let ids = report.parameters.iter().map(|parameter| parameter.name.as_str());
    for point in &mut named.points {
        let values = point.at.iter_mut().zip(ids.clone());
        values.for_each(|(value, id)| *value = names.at(id, value));
    }
    for parameter in &mut named.parameters {
        let id = std::mem::take(&mut parameter.name);
        parameter.values.iter_mut().for_each(|value| *value = names.at(&id, value));
        parameter.name = names.parameter(&id);
    }
    named
}

/// Returns the points that have at least one game.
fn played(report: &SweepReport) -> impl Iterator<Item = &PointReport> {
    report.points.iter().filter(|point| point.games > 0)
}

fn answer(report: &SweepReport) -> String {
    let by_spread = |a: &&PointReport, b: &&PointReport| a.seat_spread.total_cmp(&b.seat_spread);
    let (Some(least), Some(most)) = (played(report).min_by(by_spread), played(report).max_by(by_spread))
    else {
        return "No deal was played to its end.".to_owned();
    };
    let told = |point: &PointReport| {
        let [low, high] = point.ci95;
        format!(
            "at {}, {:.1} percentage points ({low:.1} to {high:.1})",
            at(report, point),
            point.shown_spread()
        )
    };
    if played(report).count() == 1 {
        return format!("The seat spread is {}.", told(least));
    }
    if least.shown_spread() == most.shown_spread() {
        return format!("The seat spread is {:.1} percentage points at all points.", least.shown_spread());
    }
    let verdict = if least.ci95[1] < most.ci95[0] {
        "their intervals do not overlap"
    } else {
        "their intervals overlap: the difference may be chance"
    };
    format!("The seat spread is smallest {} and largest {}; {verdict}.", told(least), told(most))
}

/// Returns a sentence on the result for the target.
fn finding(report: &SweepReport, target: &TargetReport) -> String {
    let Some(point) = report.points.get(target.point) else { return answer(report) };
    let (at, target_is) = (at(report, point), &target.target);
    let found = point.measured.as_ref().map_or_else(|| "nothing".to_owned(), measured);
    match target.outcome {
        Fit::Met => format!("{target_is}: met at {at}, where {found} is measured."),
        Fit::Missed => {
            format!("{target_is}: no point meets it. The nearest is {at}, where {found} is measured.")
        }
        Fit::Undecided => {
            format!("{target_is}: not decided. The nearest seems to be {at}, where {found} is measured.")
        }
    }
}

/// Formats a measured value: `1.3 (0.2 to 1.9)`.
fn measured(measured: &MeasuredTarget) -> String {
    format!("{:.1} ({})", measured.value, between(measured))
}

fn between(measured: &MeasuredTarget) -> String {
    measured.interval.map_or_else(|| "anything".to_owned(), |[low, high]| format!("{low:.1} to {high:.1}"))
}

fn fit(fit: Fit) -> &'static str {
    match fit {
        Fit::Met => "met",
        Fit::Missed => "missed",
        Fit::Undecided => "undecided",
    }
}

/// Returns a section with the measured value of each point for the target.
fn race(report: &SweepReport) -> Section {
    let found = || report.points.iter().filter_map(|point| Some((point, point.measured.as_ref()?)));
    let row = |(point, found): (&PointReport, &MeasuredTarget)| {
        let (label, value, [low, high]) = (at(report, point), found.value, found.interval?);
        let hover =
            format!("{label}: {}, {}, {} games", measured(found), fit(found.fit), grouped(point.games));
        Some(Interval { label, value, low, high, hover })
    };
    let cells = |(point, found): (&PointReport, &MeasuredTarget)| {
        let value = format!("{:.1}", found.value);
        vec![at(report, point), value, between(found), fit(found.fit).to_owned(), grouped(point.games)]
    };
    let target = report.target.as_ref().map_or("", |target| target.target.as_str());
    let chart = Intervals {
        axis: format!("what is measured for: {target}"),
        reference: None,
        rows: found().filter_map(row).take(ROWS).collect(),
    };
    let columns = [("at", false), ("measured", true), ("interval", true), ("target", false), ("games", true)];
    let table = Table::new(&columns, found().map(cells).collect());
    let text = "The intervals of all points hold simultaneously in 95 of 100 runs, at every interim analysis. Points that can't reach the target are dropped, so they have fewer games.";
    Section { chart: Some(Chart::Intervals(chart)), table: Some(table), ..Section::new("The target", text) }
}

/// Formats the values at a point: `rounds=2, value=20`.
fn at(report: &SweepReport, point: &PointReport) -> String {
    let values = report.parameters.iter().zip(&point.at);
    values.map(|(parameter, value)| format!("{}={value}", parameter.name)).collect::<Vec<_>>().join(", ")
}

fn facts(report: &SweepReport, names: &Names) -> Vec<(String, String)> {
    let games: u64 = report.points.iter().map(|point| point.games).sum();
    let (points, each) = (report.points.len(), of_deals(report.games, report.deals));
    let most = if report.target.is_some() { "at most " } else { "" };
    let more = [
        (
            "Games",
            format!("{}, {most}{each} at each of {points} points, seed {}", grouped(games), report.seed),
        ),
        ("Rules that failed", failures(report.failed, "deal")),
    ];
    let bots = listed(&report.bots) + if report.rotate { ", turned" } else { "" };
    html::facts((&report.head, names), (bots, &report.who), more)
}

/// Maximum number of values shown by name along an axis.
const NAMED: usize = 12;

/// Returns the positions of the only parameter's values: at their numbers, or by name at equal distances.
/// Names are used for values that are not numbers or that are equally spaced.
fn places(report: &SweepReport) -> (Vec<f64>, Vec<String>) {
    let values = report.parameters.first().map_or(&[][..], |parameter| &parameter.values);
    match values.iter().map(|value| value.parse().ok()).collect::<Option<Vec<f64>>>() {
        Some(numbers) if values.len() > NAMED || !is_even(&numbers) => (numbers, Vec::new()),
        Some(_) | None => ((0..values.len()).map(|i| i as f64).collect(), values.to_vec()),
    }
}

fn is_even(numbers: &[f64]) -> bool {
    let steps: Vec<f64> = numbers.windows(2).map(|two| two[1] - two[0]).collect();
    steps.windows(2).all(|two| (two[1] - two[0]).abs() <= 1e-9 * two[0].abs())
}

/// A number of a point with its interval and description.
type Found = (f64, [f64; 2], String);

fn curves(
    report: &SweepReport,
    names: Vec<String>,
    of: impl Fn(&PointReport, usize) -> Option<Found>,
) -> Curves {
    let (x, x_names) = places(report);
    let curve = |(i, name): (usize, String)| {
        let point = |(x, point): (&f64, &PointReport)| {
            let (y, [low, high], said) = of(point, i).filter(|_| point.games > 0)?;
            let hover = format!("{}: {said}, {} games", at(report, point), grouped(point.games));
            Some(Point { x: *x, y, low, high, hover })
        };
        Curve { name, points: x.iter().zip(&report.points).filter_map(point).collect() }
    };
    Curves {
        x_axis: report.parameters[0].name.clone(),
        x_names,
        curves: names.into_iter().enumerate().map(curve).collect(),
        ..Curves::default()
    }
}

fn shares(report: &SweepReport, names: &Names) -> Section {
    let of = |point: &PointReport, seat: usize| {
        let SweepSeat { win_share, ci95: [low, high], .. } = *point.seats.get(seat)?;
        let said = format!("{} {win_share:.1} % [{low:.1}, {high:.1}]", names.seat(seat + 1));
        Some((win_share, [low, high], said))
    };
    // with two seats, the second has the complement
    let seats = if report.head.players == 2 { 1 } else { usize::from(report.head.players) };
    let chart = Curves {
        y_axis: "win share, %".into(),
        reference: Some((100.0 / f64::from(report.head.players.max(1)), "an equal share".into())),
        ..curves(report, (1..=seats).map(|seat| names.seat(seat)).collect(), of)
    };
    let only = if report.head.players == 2 { " The figure is for the first of the two seats." } else { "" };
    let text = format!(
        "Shared victories are split equally. Each interval holds individually in 95 of 100 runs. All points use the same seeds.{only}"
    );
    Section { chart: Some(Chart::Curves(chart)), ..Section::new("Win share by seat", &text) }
}

fn said_spread(point: &PointReport) -> String {
    let [low, high] = point.ci95;
    format!("spread {:.1} [{low:.1}, {high:.1}]", point.shown_spread())
}

fn said_mean(mean: f64, [low, high]: [f64; 2]) -> String {
    format!("{mean:.1} [{low:.1}, {high:.1}]")
}

const SPREAD: &str = "Largest win share of a seat minus the smallest. The interval is corrected for selecting the largest difference.";

fn spread(report: &SweepReport) -> Section {
    let of = |point: &PointReport, _: usize| Some((point.seat_spread, point.ci95, said_spread(point)));
    let chart = Curves {
        y_axis: "seat spread, points".into(),
        reference: Some((0.0, "all alike".into())),
        ..curves(report, vec![String::new()], of)
    };
    Section { chart: Some(Chart::Curves(chart)), ..Section::new("Seat spread", SPREAD) }
}

fn decisions(report: &SweepReport) -> Section {
    let of = |point: &PointReport, _: usize| {
        let Spread { mean, se, .. } = point.decisions;
        let ends = [mean - 2.0 * se, mean + 2.0 * se];
        Some((mean, ends, said_mean(mean, ends)))
    };
    let chart = Curves { y_axis: "decisions".into(), ..curves(report, vec![String::new()], of) };
    let text =
        "Decisions with two or more options in a game: the mean, and two standard errors to each side.";
    Section { chart: Some(Chart::Curves(chart)), ..Section::new("Length", text) }
}

/// Returns a heat map of two parameters, the first from left to right.
fn map(report: &SweepReport, value: &str, of: impl Fn(&PointReport) -> (f64, String, String)) -> Chart {
    let [x, y] = [0, 1].map(|i| report.parameters[i].values.clone());
    let cell = |i: usize, j: usize| match report.points.get(i * y.len() + j).filter(|point| point.games > 0) {
        Some(point) => {
            let (value, text, said) = of(point);
            Cell {
                value,
                text,
                hover: format!("{}: {said}, {} games", at(report, point), grouped(point.games)),
            }
        }
        None => Cell::default(),
    };
    let cells = (0..y.len()).map(|j| (0..x.len()).map(|i| cell(i, j)).collect()).collect();
    let [x_axis, y_axis] = [0, 1].map(|i| report.parameters[i].name.clone());
    Chart::HeatMap(HeatMap { x_axis, y_axis, value: value.to_owned(), x, y, cells })
}

fn spread_map(report: &SweepReport) -> Section {
    let of =
        |point: &PointReport| (point.seat_spread, format!("{:.1}", point.shown_spread()), said_spread(point));
    let chart = Some(map(report, "seat spread, percentage points", of));
    Section { chart, ..Section::new("Seat spread", SPREAD) }
}

fn decisions_map(report: &SweepReport) -> Section {
    let n = played(report).count().max(1) as f64;
    let mean = played(report).map(|point| point.decisions.mean).sum::<f64>() / n;
    let of = |point: &PointReport| {
        let Spread { mean: here, se, .. } = point.decisions;
        let ends = [here - 2.0 * se, here + 2.0 * se];
        (here - mean, format!("{here:.1}"), said_mean(here, ends))
    };
    let chart = Some(map(report, "decisions in a game", of));
    let text = "Decisions with two or more options: blue above the mean of the map, orange below it.";
    Section { chart, ..Section::new("Length", text) }
}

fn spread_list(report: &SweepReport) -> Section {
    let row = |point: &PointReport| {
        let (label, value, [low, high]) = (at(report, point), point.seat_spread, point.ci95);
        Interval { hover: format!("{label}: {}", said_spread(point)), label, value, low, high }
    };
    let chart = Intervals {
        axis: "seat spread, percentage points".into(),
        reference: Some((0.0, "all alike".into())),
        rows: played(report).map(row).take(ROWS).collect(),
    };
    let first = if report.points.len() > ROWS {
        format!(" The picture has the first {ROWS} points.")
    } else {
        String::new()
    };
    Section {
        chart: Some(Chart::Intervals(chart)),
        ..Section::new("Seat spread", &format!("{SPREAD}{first}"))
    }
}

fn points(report: &SweepReport, names: &Names, text: &str) -> Section {
    let parameters = report.parameters.iter().map(|parameter| (parameter.name.as_str(), true));
    let seats = (1..=report.head.players).map(|seat| format!("{}, %", names.seat(seat))).collect::<Vec<_>>();
    let columns: Vec<(&str, bool)> = parameters
        .chain([("seat spread", true), ("95 %", true)])
        .chain(seats.iter().map(|seat| (seat.as_str(), true)))
        .chain([("decisions", true), ("score", true), ("games", true)])
        .collect();
    let row = |point: &PointReport| {
        let [low, high] = point.ci95;
        let mut row = point.at.clone();
        row.extend([format!("{:.1}", point.shown_spread()), format!("{low:.1} to {high:.1}")]);
        row.extend(point.seats.iter().map(|seat| format!("{:.1}", seat.win_share)));
        let (decisions, score) = (point.decisions.mean, point.score.mean);
        row.extend([format!("{decisions:.1}"), format!("{score:.2}"), point.games.to_string()]);
        row
    };
    let table = Table::new(&columns, report.points.iter().map(row).collect());
    Section { table: Some(table), ..Section::new("All points", text) }
}

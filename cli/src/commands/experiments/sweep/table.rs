//! Prints a sweep: one parameter as a curve, two as a map, more as a list.

use ludex_lab::names::Names;
use ludex_lab::report::of_deals;
use ludex_lab::sweep::{Fit, MeasuredTarget, PointReport, SweepReport, TargetReport};

use crate::commands::experiments::report::{changed, columns, grouped, played_by, took};
use crate::sources::rulesets::plural;
use crate::terminal::output::{BOLD, DIM, GREEN, Out, RED, YELLOW, width};
use ludex_table::words::Words;

/// Width of a drawn interval in columns.
const DRAWN: usize = 32;
/// Minimum terminal width for drawings.
const WIDE: usize = 76;

pub fn print(report: &SweepReport, words: &Words<'_>, names: &Names, out: &mut Out) -> std::io::Result<()> {
    heading(report, words, names, out)?;
    if let Some(target) = &report.target {
        out.wrapped(&out.paint(BOLD, &finding(report, target)), 2)?;
        out.line("")?;
        race(report, out)?;
        out.line("")?;
        out.wrapped(&out.paint(DIM, RACE), 0)?;
        return took(report.timing.as_ref(), out);
    }
    if report.points.len() > 1 {
        out.wrapped(&out.paint(BOLD, &report.answer(names)), 2)?;
        out.line("")?;
    }
    match report.parameters.as_slice() {
        [_] => {
            list(report, words, out)?;
            out.line("")?;
            seats(report, words, out)?;
        }
        [_, _] if map_fits(report, out) => {
            out.line("Seat spread, in percentage points:")?;
            map(report, PointReport::shown_spread, out)?;
            out.line("")?;
            out.line("Decisions in a game:")?;
            map(report, |point| point.decisions.mean, out)?;
        }
        _ => list(report, words, out)?,
    }
    out.line("")?;
    let note = "Seat spread: the largest win share of a seat less the smallest, in percentage points. All points have the same seeds and, as far as they can, the same chance.";
    out.wrapped(&out.paint(DIM, note), 0)?;
    report.note_on_cards().map_or(Ok(()), |note| out.wrapped(&out.paint(DIM, note), 0))?;
    took(report.timing.as_ref(), out)
}

const RACE: &str = "The intervals of all points hold together, at every look. Points that can't be the one are not played on.";

/// Formats the result for the target.
fn finding(report: &SweepReport, target: &TargetReport) -> String {
    let values = report.parameters.iter().zip(&target.at);
    let at: Vec<String> =
        values.map(|(parameter, value)| format!("{}={value}", short(&parameter.name))).collect();
    let (at, target_is) = (at.join(", "), &target.target);
    let found = report.points[target.point].measured.as_ref().map_or_else(String::new, measured);
    match target.outcome {
        Fit::Met => format!("{target_is}: met by {at}, {found}"),
        Fit::Missed => format!("{target_is}: met by no point; {at} is nearest, {found}"),
        Fit::Undecided => format!("{target_is}: not decided; {at} seems nearest, {found}"),
    }
}

/// Formats a value with its interval: `1.3 (0.2–1.9)`.
fn measured(measured: &MeasuredTarget) -> String {
    format!("{:.1} ({})", measured.value, between(measured))
}

fn between(measured: &MeasuredTarget) -> String {
    measured.interval.map_or_else(|| "anything".to_owned(), interval)
}

/// Prints the measurement of each point.
fn race(report: &SweepReport, out: &mut Out) -> std::io::Result<()> {
    let mut head: Vec<String> = report.parameters.iter().map(|parameter| short(&parameter.name)).collect();
    head.extend(["measured", "interval", "target", "games"].map(str::to_owned));
    let mut rows = vec![head];
    for point in &report.points {
        let Some(found) = &point.measured else { continue };
        let mut row = point.at.clone();
        row.extend([
            format!("{:.1}", found.value),
            between(found),
            word(found.fit).to_owned(),
            grouped(point.games),
        ]);
        rows.push(row);
    }
    columns(&rows, out)
}

fn word(fit: Fit) -> &'static str {
    match fit {
        Fit::Met => "met",
        Fit::Missed => "missed",
        Fit::Undecided => "undecided",
    }
}

fn heading(report: &SweepReport, words: &Words<'_>, names: &Names, out: &mut Out) -> std::io::Result<()> {
    let changes = changed(&report.head.changes, names);
    let most = if report.target.is_some() { "at most " } else { "" };
    let (points, games) = (plural(report.points.len(), "point"), of_deals(report.games, report.deals));
    let (title, players, bots, seed) =
        (words.title(), report.head.players, report.bots.join(","), report.seed);
    let head =
        format!("{title}: {points}, {most}{games} at each, {players} players, {bots}, seed {seed}{changes}");
    out.wrapped(&out.paint(BOLD, &head), 2)?;
    played_by(&report.who, out)
}

/// Returns the name of a parameter without its section.
pub fn short(name: &str) -> String {
    name.split_once('.').map_or(name, |(_, rest)| rest).to_owned()
}

fn list(report: &SweepReport, words: &Words<'_>, out: &mut Out) -> std::io::Result<()> {
    let drawn = report.parameters.len() == 1 && out.width >= WIDE;
    let most = report.points.iter().map(|point| point.ci95[1]).fold(0.0, f64::max);
    let phase = words.setup.phases().next();
    let mut head: Vec<String> = report.parameters.iter().map(|parameter| short(&parameter.name)).collect();
    head.extend(["spread", "95 %"].map(str::to_owned));
    head.extend(drawn.then(|| scale(0.0, most)));
    head.extend(["decisions", "score"].map(str::to_owned));
    head.extend(phase.as_ref().map(|phase| words.phase(phase.id)));
    let row = |point: &PointReport| {
        let mut row = point.at.clone();
        row.push(format!("{:.1}", point.shown_spread()));
        row.push(interval(point.ci95));
        row.extend(drawn.then(|| draw(point.ci95, point.seat_spread, [0.0, most], None)));
        row.push(format!("{:.1}", point.decisions.mean));
        row.push(format!("{:.2}", point.score.mean));
        row.extend(phase.as_ref().map(|phase| {
            point.phases.get(&phase.name).map_or_else(String::new, |times| format!("{:.1}", times.mean))
        }));
        row
    };
    let rows: Vec<Vec<String>> = std::iter::once(head).chain(report.points.iter().map(row)).collect();
    columns(&rows, out)
}

fn seats(report: &SweepReport, words: &Words<'_>, out: &mut Out) -> std::io::Result<()> {
    let all = || report.points.iter().flat_map(|point| &point.seats);
    let from = all().map(|seat| seat.ci95[0]).fold(100.0, f64::min);
    let to = all().map(|seat| seat.ci95[1]).fold(0.0, f64::max);
    let (drawn, even) = (out.width >= WIDE, 100.0 / f64::from(report.head.players.max(1)));
    let name = report.parameters.first().map(|parameter| short(&parameter.name)).unwrap_or_default();
    let mut rows = vec![vec!["seat".to_owned(), name, "win share".to_owned(), "95 %".to_owned()]];
    rows[0].extend(drawn.then(|| scale(from, to)));
    rows[0].push("score".to_owned());
    for seat in 0..usize::from(report.head.players) {
        for point in &report.points {
            let of = &point.seats[seat];
            let mut row = vec![words.player(seat as u8)];
            row.extend(point.at.iter().cloned());
            row.push(format!("{:.1} %", of.win_share));
            row.push(interval(of.ci95));
            row.extend(drawn.then(|| draw(of.ci95, of.win_share, [from, to], Some(even))));
            row.push(format!("{:.2}", of.score.mean));
            rows.push(row);
        }
    }
    columns(&rows, out)
}

/// Formats an interval: `0.4–12.0`.
fn interval([low, high]: [f64; 2]) -> String {
    format!("{low:.1}–{high:.1}")
}

/// Formats the ends of the scale of a drawing.
fn scale(from: f64, to: f64) -> String {
    let (from, to) = (format!("{from:.0}"), format!("{to:.0}"));
    let between = DRAWN.saturating_sub(width(&from) + width(&to));
    format!("{from}{}{to}", " ".repeat(between))
}

/// Draws an interval, its estimate and the value for comparison: `   ├──●──┤  ┊`.
fn draw([low, high]: [f64; 2], value: f64, [from, to]: [f64; 2], beside: Option<f64>) -> String {
    let part = |x: f64| if to > from { ((x - from) / (to - from)).clamp(0.0, 1.0) } else { 0.0 };
    let place = |x: f64| (part(x) * (DRAWN - 1) as f64).round() as usize;
    let (low, high, value, beside) = (place(low), place(high), place(value), beside.map(place));
    let mark = |at: usize| match at {
        at if at == value => '●',
        at if at == low => '├',
        at if at == high => '┤',
        at if (low..high).contains(&at) => '─',
        at if Some(at) == beside => '┊',
        _ => ' ',
    };
    (0..DRAWN).map(mark).collect()
}

/// Returns true if a map of two parameters fits on the terminal.
fn map_fits(report: &SweepReport, out: &Out) -> bool {
    let widest = |values: &[String]| values.iter().map(|value| width(value)).max().unwrap_or(0);
    let across = &report.parameters[1].values;
    let left = width(&corner(report)).max(widest(&report.parameters[0].values));
    left + across.len() * (2 + widest(across).max(6)) <= out.width
}

/// Formats the names of both parameters: `rounds \ king.value`.
fn corner(report: &SweepReport) -> String {
    format!("{} \\ {}", short(&report.parameters[0].name), short(&report.parameters[1].name))
}

/// Prints a number at each point, with the first parameter as rows and the second as columns.
fn map(report: &SweepReport, number: impl Fn(&PointReport) -> f64, out: &mut Out) -> std::io::Result<()> {
    let all = || report.points.iter().map(&number);
    let (least, most) = (all().fold(f64::INFINITY, f64::min), all().fold(f64::NEG_INFINITY, f64::max));
    let across = &report.parameters[1].values;
    let shade = |x: f64| match (x - least) / (most - least).max(f64::MIN_POSITIVE) {
        part if part < 1.0 / 3.0 => GREEN,
        part if part < 2.0 / 3.0 => YELLOW,
        _ => RED,
    };
    let mut rows = vec![vec![corner(report)]];
    rows[0].extend(across.iter().cloned());
    for (value, points) in report.parameters[0].values.iter().zip(report.points.chunks(across.len())) {
        let cell = |point| out.paint(shade(number(point)), &format!("{:.1}", number(point)));
        rows.push(std::iter::once(value.clone()).chain(points.iter().map(cell)).collect());
    }
    columns(&rows, out)
}

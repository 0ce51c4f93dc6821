//! HTML page of a ladder.

use super::report::{LadderReport, MatchReport, MirrorReport, RungReport};
use crate::Objective;
use crate::html::{
    self, Chart, Curve, Curves, Interval, Intervals, Page, Point, Section, Table, failures, grouped, listed,
};
use crate::names::Names;

/// Creates the page of a report. `command` is the command line that produced it.
pub fn page(report: &LadderReport, names: &Names, command: &str) -> Page {
    Page {
        title: format!("{}: how much skill matters, and the seat", names.title(&report.head)),
        answer: [skill(report), seats(report, names)].into_iter().flatten().collect::<Vec<_>>().join(" "),
        facts: facts(report, names),
        command: command.to_owned(),
        sections: vec![steps(report), above_random(report), mirrors(report, names)],
        ..Page::default()
    }
}

/// Returns a sentence on the strongest bot's results, and on whether its last step improved them.
fn skill(report: &LadderReport) -> Option<String> {
    let (rung, top) = report.rungs.iter().rev().find_map(|rung| Some((rung, rung.random.as_ref()?)))?;
    let won = report.shown(report.of_match(top));
    let equal =
        report.equal().map(|equal| format!(", where {equal:.1} % would be equal")).unwrap_or_default();
    let first = match report.by {
        Objective::Win => format!("Skill: {} takes {won} of the victories from random{equal}.", rung.bot),
        Objective::Score => format!("Skill: {} is {won} points ahead of random in a game.", rung.bot),
    };
    let step = rung.below.as_ref().filter(|below| below.against != top.against);
    let last = step.map(|below| {
        let found = report.of_match(below);
        let verdict = match (found.1, report.equal()) {
            (Some([low, _]), Some(equal)) if low > equal => "is stronger than",
            (Some([_, high]), Some(equal)) if high < equal => "is weaker than",
            (Some(_) | None, _) => "is not significantly stronger than",
        };
        format!(" It {verdict} {}: {}.", below.against, report.shown(found))
    });
    Some(first + &last.unwrap_or_default())
}

/// Returns a sentence on the first seat's results among the strongest bots.
fn seats(report: &LadderReport, names: &Names) -> Option<String> {
    let (rung, mirror) = report.rungs.iter().rev().find_map(|rung| Some((rung, rung.mirror.as_ref()?)))?;
    let first = mirror.seats.first()?;
    let found = report.of_seat(first);
    let verdict = match (report.equal(), found.1) {
        (Some(equal), Some([low, _])) if low > equal => "it is an advantage",
        (Some(equal), Some([_, high])) if high < equal => "it is a disadvantage",
        (_, Some(_) | None) => "neither an advantage nor a disadvantage is significant",
    };
    let takes = match report.by {
        Objective::Win => "takes",
        Objective::Score => "is ahead of the others by",
    };
    Some(format!(
        "Seat: among equal bots {}, {} {takes} {}; {verdict}.",
        rung.bot,
        names.seat(first.seat),
        report.shown(found)
    ))
}

fn facts(report: &LadderReport, names: &Names) -> Vec<(String, String)> {
    let more = [
        ("Games", format!("{} in all, seed {}", grouped(report.games), report.seed)),
        ("Rules that failed", failures(report.failed, "game")),
    ];
    let bots = listed(report.rungs.iter().map(|rung| &rung.bot));
    html::facts((&report.head, names), (bots, &report.who), more)
}

/// Returns the table columns; Elo columns only if victories are measured.
fn columns_of(report: &LadderReport) -> Vec<(&'static str, bool)> {
    let elo: &[(&str, bool)] = match report.by {
        Objective::Win => &[("Elo", true), ("95 %", true)],
        Objective::Score => &[],
    };
    let first = [("bot", false), ("against", false), (report.column(), true), ("95 %", true)];
    first.into_iter().chain(elo.iter().copied()).chain([("games", true), ("deals", true)]).collect()
}

/// Returns the name of the charts' axis.
fn axis(report: &LadderReport) -> String {
    match report.by {
        Objective::Win => "share of the victories, %".into(),
        Objective::Score => "points ahead of the others' mean".into(),
    }
}

fn reference(report: &LadderReport) -> Option<(f64, String)> {
    let name = match report.by {
        Objective::Win => "an equal share",
        Objective::Score => "as many points",
    };
    Some((report.equal()?, name.into()))
}

fn steps(report: &LadderReport) -> Section {
    let text = "Each bot plays one seat, or the seats of one team, in rotation over the same deals; the next weaker bot plays all others. Shared victories are split equally; a team counts as one winner. \
                If the interval is right of the line, the stronger bot wins more, so the game rewards better play.";
    let left_out = report.left_out_intervals().map(|why| format!(" There are too few deals: {why}."));
    let text = text.to_owned() + &left_out.unwrap_or_default();
    matches("Each bot against the next weaker bot", &text, report, |rung| rung.below.as_ref())
}

fn above_random(report: &LadderReport) -> Section {
    let text = "The same bots against random players. In a game of luck all of them stay at the line.";
    matches("Each against random", text, report, |rung| rung.random.as_ref())
}

fn matches(
    heading: &str,
    text: &str,
    report: &LadderReport,
    of: impl Fn(&RungReport) -> Option<&MatchReport>,
) -> Section {
    let played: Vec<(&RungReport, &MatchReport)> =
        report.rungs.iter().filter_map(|rung| Some((rung, of(rung)?))).collect();
    let row = |(rung, played): &(&RungReport, &MatchReport)| {
        let (label, found) = (&rung.bot, report.of_match(played));
        let won = report.shown(found);
        let hover = format!("{label} against {}: {won}, {} games", played.against, played.games);
        Interval { hover, ..Interval::new(label, found.0, found.1) }
    };
    let chart = Intervals {
        axis: axis(report),
        reference: reference(report),
        rows: played.iter().map(row).collect(),
    };
    let table = Table::new(
        &columns_of(report),
        played.iter().map(|(rung, played)| cells(report, rung, played)).collect(),
    );
    section(heading, text, Chart::Intervals(chart), table)
}

fn cells(report: &LadderReport, rung: &RungReport, played: &MatchReport) -> Vec<String> {
    let elo = |elo: Option<f64>, none: &str| elo.map_or_else(|| none.to_owned(), |elo| format!("{elo:+.0}"));
    let ends = |[from, to]: [Option<f64>; 2]| format!("{} to {}", elo(from, "-∞"), elo(to, "+∞"));
    let found = report.of_match(played);
    let first = [rung.bot.clone(), played.against.clone(), report.figure(found.0), report.ends(found.1)];
    let strength = match report.by {
        Objective::Win => {
            vec![elo(played.elo, "none"), played.elo95.map_or_else(|| "–".to_owned(), ends)]
        }
        Objective::Score => Vec::new(),
    };
    let counted = [played.games.to_string(), played.deals.to_string()];
    first.into_iter().chain(strength).chain(counted).collect()
}

fn mirrors(report: &LadderReport, names: &Names) -> Section {
    let played: Vec<(&RungReport, &MirrorReport)> =
        report.rungs.iter().filter_map(|rung| Some((rung, rung.mirror.as_ref()?))).collect();
    let curve = |seat: usize| {
        let point = |(i, (rung, mirror)): (usize, &(&RungReport, &MirrorReport))| {
            let seat = mirror.seats.get(seat)?;
            let (y, ends) = report.of_seat(seat);
            let [low, high] = ends.unwrap_or([y; 2]);
            let won = report.shown((y, ends));
            let name = names.seat(seat.seat);
            let hover = format!("{}, {name}: {won}, {} games", rung.bot, mirror.games);
            Some(Point { x: i as f64, y, low, high, hover })
        };
        let points = played.iter().enumerate().filter_map(point).collect();
        Curve { name: names.seat(seat + 1), points }
    };
    let chart = Curves {
        x_axis: "the bot in all seats".into(),
        x_names: played.iter().map(|(rung, _)| rung.bot.clone()).collect(),
        y_axis: axis(report),
        reference: reference(report),
        // with two seats, the second has the complement
        curves: (0..if report.head.players == 2 { 1 } else { usize::from(report.head.players) })
            .map(curve)
            .collect(),
    };
    let columns = [("bot", false), ("seat", false), (report.column(), true), ("95 %", true), ("games", true)];
    let row = |rung: &RungReport, mirror: &MirrorReport| -> Vec<Vec<String>> {
        let row = |seat: &super::LadderSeat| {
            let (number, ends) = report.of_seat(seat);
            let numbers = [report.figure(number), report.ends(ends), mirror.games.to_string()];
            [rung.bot.clone(), names.seat(seat.seat)].into_iter().chain(numbers).collect()
        };
        mirror.seats.iter().map(row).collect()
    };
    let table = Table::new(&columns, played.iter().flat_map(|(rung, mirror)| row(rung, mirror)).collect());
    let shown = || format!(" The picture has {}.", names.seat(1_usize));
    let seat = if report.head.players == 2 { shown() } else { String::new() };
    let text = format!(
        "The same bot in all seats: deviations from the equal share are effects of the seat. If they grow from bot to bot, the seat matters more in skilled play.{seat}"
    );
    section("Seats with equal bots", &text, Chart::Curves(chart), table)
}

fn section(heading: &str, text: &str, chart: Chart, table: Table) -> Section {
    let (chart, table) = (Some(chart), Some(table));
    Section { chart, table, ..Section::new(heading, text) }
}

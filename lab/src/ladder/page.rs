//! The page of a ladder.

use super::report::{MatchReport, MirrorReport, Report, RungReport};
use crate::html::{
    self, Chart, Curve, Curves, Interval, Intervals, Page, Point, Section, Table, failures, grouped, listed,
};
use crate::names::Names;

/// What stands on the page of a report that this command made.
pub fn page(report: &Report, names: &Names, command: &str) -> Page {
    Page {
        title: format!("{}: how much skill matters, and the seat", names.title(&report.head)),
        answer: [skill(report), seats(report)].into_iter().flatten().collect::<Vec<_>>().join(" "),
        facts: facts(report, names),
        command: command.to_owned(),
        sections: vec![steps(report), above_random(report), mirrors(report)],
    }
}

impl Report {
    /// What an equal player wins.
    fn equal(&self) -> Option<f64> {
        self.sides.map(|sides| 1.0 / f64::from(sides.max(1)))
    }
}

/// `97.0 % (93.1 to 98.7)`; without an interval the share alone.
fn shown(share: f64, ends: Option<[f64; 2]>) -> String {
    let within = ends.map(|ends| format!(" ({})", within(Some(ends))));
    format!("{:.1} %{}", points(share), within.unwrap_or_default())
}

/// An interval of a share, as percentages; a dash if there is none.
fn within(ends: Option<[f64; 2]>) -> String {
    let ends = ends.map(|ends| ends.map(points));
    ends.map_or_else(|| "–".to_owned(), |[low, high]| format!("{low:.1} to {high:.1}"))
}

fn points(share: f64) -> f64 {
    100.0 * share
}

/// What the strongest bot wins, and whether its last step still helped.
fn skill(report: &Report) -> Option<String> {
    let (rung, top) = report.rungs.iter().rev().find_map(|rung| Some((rung, rung.random.as_ref()?)))?;
    let won = shown(top.win_share, top.ci95);
    let equal = report.equal().map(|equal| format!(", where {:.1} % would be equal", points(equal)));
    let equal = equal.unwrap_or_default();
    let first = format!("Skill: {} takes {won} of the victories from random{equal}.", rung.bot);
    let step = rung.below.as_ref().filter(|below| below.against != top.against);
    let last = step.map(|below| {
        let verdict = match (below.ci95, report.equal()) {
            (Some([low, _]), Some(equal)) if low > equal => "is stronger than",
            (Some([_, high]), Some(equal)) if high < equal => "is weaker than",
            (Some(_) | None, _) => "is not shown to be stronger than",
        };
        format!(" It {verdict} {}: {}.", below.against, shown(below.win_share, below.ci95))
    });
    Some(first + &last.unwrap_or_default())
}

/// What the first seat wins among the strongest.
fn seats(report: &Report) -> Option<String> {
    let (rung, mirror) = report.rungs.iter().rev().find_map(|rung| Some((rung, rung.mirror.as_ref()?)))?;
    let first = mirror.seats.first()?;
    let verdict = match (report.equal(), first.ci95) {
        (Some(equal), Some([low, _])) if low > equal => "it is an advantage",
        (Some(equal), Some([_, high])) if high < equal => "it is a disadvantage",
        (_, Some(_) | None) => "neither an advantage nor a disadvantage is shown",
    };
    Some(format!(
        "Seat: where all are {}, the first seat takes {}; {verdict}.",
        rung.bot,
        shown(first.win_share, first.ci95)
    ))
}

fn facts(report: &Report, names: &Names) -> Vec<(String, String)> {
    let more = [
        ("Games", format!("{} in all, seed {}", grouped(report.games), report.seed)),
        ("Rules that failed", failures(report.failed, "game")),
    ];
    let bots = listed(report.rungs.iter().map(|rung| &rung.bot));
    html::facts((&report.head, names), (bots, &report.who), more)
}

const COLUMNS: [(&str, bool); 8] = [
    ("bot", false),
    ("against", false),
    ("victories", true),
    ("95 %", true),
    ("Elo", true),
    ("95 %", true),
    ("games", true),
    ("deals", true),
];

fn steps(report: &Report) -> Section {
    let text = "Each bot has one seat, or the seats of one team, each in turn along the same deals, and the one below it all others. Of several winners each has an equal part of the victory, a team as one. \
                Where the interval lies right of the line the stronger bot is better, so there is something to think about that the weaker one misses.";
    let left_out = report.left_out_intervals().map(|why| format!(" There are too few deals: {why}."));
    let text = text.to_owned() + &left_out.unwrap_or_default();
    matches("Each against the one below", &text, report, |rung| rung.below.as_ref())
}

fn above_random(report: &Report) -> Section {
    let text = "The same against players who take any option. A game of luck leaves all of them at the line.";
    matches("Each against random", text, report, |rung| rung.random.as_ref())
}

fn matches(
    heading: &str,
    text: &str,
    report: &Report,
    of: impl Fn(&RungReport) -> Option<&MatchReport>,
) -> Section {
    let played: Vec<(&RungReport, &MatchReport)> =
        report.rungs.iter().filter_map(|rung| Some((rung, of(rung)?))).collect();
    let row = |(rung, played): &(&RungReport, &MatchReport)| {
        let (label, won) = (&rung.bot, shown(played.win_share, played.ci95));
        let hover = format!("{label} against {}: {won}, {} games", played.against, played.games);
        let ends = played.ci95.map(|ends| ends.map(points));
        Interval { hover, ..Interval::new(label, points(played.win_share), ends) }
    };
    let chart = Intervals {
        axis: "share of the victories, %".into(),
        reference: report.equal().map(|equal| (points(equal), "an equal share".into())),
        rows: played.iter().map(row).collect(),
    };
    let table = Table::new(&COLUMNS, played.iter().map(|(rung, played)| cells(rung, played)).collect());
    section(heading, text, Chart::Intervals(chart), table)
}

fn cells(rung: &RungReport, played: &MatchReport) -> Vec<String> {
    let elo = |elo: Option<f64>, none: &str| elo.map_or_else(|| none.to_owned(), |elo| format!("{elo:+.0}"));
    let ends = |[from, to]: [Option<f64>; 2]| format!("{} to {}", elo(from, "-∞"), elo(to, "+∞"));
    vec![
        rung.bot.clone(),
        played.against.clone(),
        format!("{:.1} %", points(played.win_share)),
        within(played.ci95),
        elo(played.elo, "none"),
        played.elo95.map_or_else(|| "–".to_owned(), ends),
        played.games.to_string(),
        played.deals.to_string(),
    ]
}

fn mirrors(report: &Report) -> Section {
    let played: Vec<(&RungReport, &MirrorReport)> =
        report.rungs.iter().filter_map(|rung| Some((rung, rung.mirror.as_ref()?))).collect();
    let curve = |seat: usize| {
        let point = |(i, (rung, mirror)): (usize, &(&RungReport, &MirrorReport))| {
            let seat = mirror.seats.get(seat)?;
            let y = points(seat.win_share);
            let [low, high] = seat.ci95.map_or([y; 2], |ends| ends.map(points));
            let won = shown(seat.win_share, seat.ci95);
            let hover = format!("{}, seat {}: {won}, {} games", rung.bot, seat.seat, mirror.games);
            Some(Point { x: i as f64, y, low, high, hover })
        };
        let points = played.iter().enumerate().filter_map(point).collect();
        Curve { name: format!("Seat {}", seat + 1), points }
    };
    let chart = Curves {
        x_axis: "the bot in all seats".into(),
        x_names: played.iter().map(|(rung, _)| rung.bot.clone()).collect(),
        y_axis: "share of the victories, %".into(),
        reference: report.equal().map(|equal| (points(equal), "an equal share".into())),
        // of two seats the second has what the first has not
        curves: (0..if report.head.players == 2 { 1 } else { usize::from(report.head.players) })
            .map(curve)
            .collect(),
    };
    let columns = [("bot", false), ("seat", true), ("victories", true), ("95 %", true), ("games", true)];
    let row = |rung: &RungReport, mirror: &MirrorReport| -> Vec<Vec<String>> {
        let row = |seat: &super::SeatReport| {
            let share = format!("{:.1} %", points(seat.win_share));
            let numbers = [share, within(seat.ci95), mirror.games.to_string()];
            [rung.bot.clone(), seat.seat.to_string()].into_iter().chain(numbers).collect()
        };
        mirror.seats.iter().map(row).collect()
    };
    let table = Table::new(&columns, played.iter().flat_map(|(rung, mirror)| row(rung, mirror)).collect());
    let seat = if report.head.players == 2 { " The picture has the first seat." } else { "" };
    let text = format!(
        "The same bot in all seats: what is not an equal share is the seat's. Whether that grows from bot to bot says whether the seat matters more among those who think.{seat}"
    );
    section("Seats, where all are alike", &text, Chart::Curves(chart), table)
}

fn section(heading: &str, text: &str, chart: Chart, table: Table) -> Section {
    let (chart, table) = (Some(chart), Some(table));
    Section { chart, table, ..Section::new(heading, text) }
}

//! Prints a ladder as tables.

use ludex_lab::Objective;
use ludex_lab::ladder::{LadderReport, MatchReport, Measured, MirrorReport, RungReport};
use ludex_lab::names::Names;

use crate::commands::experiments::report::{changed, columns, grouped, percent, played_by, took};
use crate::terminal::output::{BOLD, DIM, Out};
use ludex_table::words::Words;

/// Prints the matches between bots, then the results by seat.
pub fn print(report: &LadderReport, words: &Words<'_>, names: &Names, out: &mut Out) -> std::io::Result<()> {
    heading(report, words, names, out)?;
    matches(report, out)?;
    out.line("")?;
    mirrors(report, words, out)?;
    out.line("")?;
    let seat = if report.has_teams { "the seats of one team" } else { "one seat" };
    let note = match report.by {
        Objective::Win => {
            let equal = report.equal().map(|equal| format!("; an equal share is {equal:.1} %")).unwrap_or_default();
            format!(
                "One bot plays {seat}, in rotation, the other bot all others{equal}. Among equal bots, deviations from the equal share are effects of the seat."
            )
        }
        Objective::Score => "One bot plays one seat, in rotation, the other bot all others; points ahead are its score less the mean of the others. Among equal bots, points ahead are effects of the seat.".to_owned(),
    };
    out.wrapped(&out.paint(DIM, &note), 0)?;
    took(report.timing.as_ref(), out)
}

fn heading(report: &LadderReport, words: &Words<'_>, names: &Names, out: &mut Out) -> std::io::Result<()> {
    let changes = changed(&report.head.changes, names);
    let (title, games, players, seed) =
        (words.title(), grouped(report.games), report.head.players, report.seed);
    let head = format!("{title}: {games} games, {players} players, seed {seed}{changes}");
    out.wrapped(&out.paint(BOLD, &head), 2)?;
    played_by(&report.who, out)
}

/// Prints each bot against the next weaker one and against `random`; only once if these are the same.
fn matches(report: &LadderReport, out: &mut Out) -> std::io::Result<()> {
    let elo: &[&str] = match report.by {
        Objective::Win => &["Elo", "95 %"],
        Objective::Score => &[],
    };
    let head = ["bot", "against", report.column(), "95 %"].into_iter().chain(elo.iter().copied());
    let mut rows = vec![head.chain(["games", "deals"]).map(str::to_owned).collect::<Vec<_>>()];
    for rung in &report.rungs {
        let below = rung.below.iter();
        let random = rung.random.iter().filter(|random| rung.below.as_ref() != Some(*random));
        rows.extend(below.chain(random).map(|played| row(report, rung, played)));
    }
    if out.width < 60 {
        rows.iter_mut().for_each(|row| drop(row.drain(row.len().min(5)..)));
    }
    columns(&rows, out)
}

fn row(report: &LadderReport, rung: &RungReport, played: &MatchReport) -> Vec<String> {
    let ends = |[from, to]: [Option<f64>; 2]| format!("{} to {}", elo(from, "-∞"), elo(to, "+∞"));
    let found = report.of_match(played);
    let first = [rung.bot.clone(), played.against.clone(), report.figure(found.0), within(report, found)];
    let strength = match report.by {
        Objective::Win => vec![elo(played.elo, "-"), played.elo95.map_or_else(|| "-".to_owned(), ends)],
        Objective::Score => Vec::new(),
    };
    let counted = [played.games.to_string(), played.deals.to_string()];
    first.into_iter().chain(strength).chain(counted).collect()
}

fn within(report: &LadderReport, (_, ends): Measured) -> String {
    match report.by {
        Objective::Win => percent(ends.map(|ends| ends.map(|end| end / 100.0))),
        Objective::Score => ends.map_or_else(|| "-".to_owned(), |_| report.ends(ends)),
    }
}

fn elo(elo: Option<f64>, none: &str) -> String {
    elo.map_or_else(|| none.to_owned(), |elo| format!("{elo:+.0}"))
}

/// Prints the results of each seat with the same bot in all seats, with the interval of the first.
fn mirrors(report: &LadderReport, words: &Words<'_>, out: &mut Out) -> std::io::Result<()> {
    let seats = (0..report.head.players).map(|seat| words.player(seat));
    let mut head: Vec<String> = std::iter::once("all are".to_owned()).chain(seats).collect();
    head.insert(2, "95 %".to_owned());
    let mut rows = vec![head];
    let played = |rung: &'_ RungReport| Some(mirror(report, &rung.bot, rung.mirror.as_ref()?));
    rows.extend(report.rungs.iter().filter_map(played));
    columns(&rows, out)
}

fn mirror(report: &LadderReport, bot: &str, mirror: &MirrorReport) -> Vec<String> {
    let mut row = vec![bot.to_owned()];
    row.extend(mirror.seats.iter().map(|seat| report.figure(report.of_seat(seat).0)));
    let first = mirror.seats.first();
    row.insert(2, first.map_or_else(String::new, |seat| within(report, report.of_seat(seat))));
    row
}

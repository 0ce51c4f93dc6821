//! Prints a comparison as a table.

use ludex_lab::compare::{CardReport, Change, CompareReport, SeatComparison, Two};
use ludex_lab::names::Names;
use ludex_lab::stats::Verdict;

use crate::commands::experiments::report::{columns, grouped, played_by, took};
use crate::terminal::output::{BOLD, DIM, Out};
use ludex_table::words::Words;

/// Note on the limits of random and symmetric games.
const NOTE: &str = "If all seats play with the same cards, a changed card helps all of them equally and hardly shows here. `ludex impact` measures the value of a card to its holder.";

/// Note on the correction after an early stop.
const CORRECTED: &str = "A run that stops early overestimates the difference on average. The shares and their difference are corrected for this, so they differ slightly from the results of the played games.";

/// Prints the verdict, the seats and the game length.
///
/// `names` are the names of the variant, `words` the texts of the base.
pub fn print(report: &CompareReport, words: &Words<'_>, names: &Names, out: &mut Out) -> std::io::Result<()> {
    let name = |seat: &SeatComparison| words.player((seat.seat - 1) as u8);
    heading(report, words, names, out)?;
    for line in findings(report, name) {
        out.wrapped(&out.paint(BOLD, &line), 2)?;
    }
    if let Some(outlook) = report.outlook() {
        out.wrapped(&outlook, 2)?;
    }
    out.line("")?;
    columns(&seats(report, name, out.width), out)?;
    out.line("")?;
    out.wrapped(&mean("decisions in a game", report.decisions), 2)?;
    for seat in &report.seats {
        out.wrapped(&mean(&format!("score of {}", name(seat)), seat.score), 2)?;
    }
    if let Some(changed) = report.changed_cards() {
        out.line("")?;
        cards(&changed, words, out)?;
    }
    out.line("")?;
    if report.is_corrected() {
        out.wrapped(&out.paint(DIM, CORRECTED), 0)?;
    }
    out.wrapped(&out.paint(DIM, NOTE), 0)?;
    took(report.timing.as_ref(), out)
}

fn heading(report: &CompareReport, words: &Words<'_>, names: &Names, out: &mut Out) -> std::io::Result<()> {
    let (against, setting) = (report.against(names), setting(report));
    let of = report.base.revision.as_ref().map_or_else(String::new, |revision| format!(" of git:{revision}"));
    let head = format!("{}{of} against {against}: {setting}", words.title());
    out.wrapped(&out.paint(BOLD, &head), 2)?;
    played_by(&report.who, out)
}

/// Formats the setting: `400 pairs of games, 2 players, random, seed 1`.
pub fn setting(report: &CompareReport) -> String {
    let CompareReport { players, seed, pairs, bots, .. } = report;
    format!("{} pairs of games, {players} players, {}, seed {seed}", grouped(*pairs), bots.join(","))
}

/// Returns a line for each seat with a verdict, or one line for all seats otherwise.
pub fn findings(report: &CompareReport, name: impl Fn(&SeatComparison) -> String) -> Vec<String> {
    let told = |seat: &SeatComparison, does: &str| {
        let (by, within) = (report.change(seat.difference.abs()), report.ends(seat.ci95));
        let [_, what] = report.what();
        format!("{} {does} {} points of {what} ({within})", name(seat), by.trim_start_matches('+'))
    };
    let line = |seat: &SeatComparison| match seat.verdict {
        Verdict::Better => Some(told(seat, "gains")),
        Verdict::Worse => Some(told(seat, "loses")),
        Verdict::None | Verdict::Undecided => None,
    };
    let lines: Vec<String> = report.seats.iter().filter_map(line).collect();
    if !lines.is_empty() {
        return lines;
    }
    vec![match report.verdict {
        Verdict::None => format!("no difference above {}", points(report.margin)),
        // a difference overall is a difference of some seat, and is reported above
        Verdict::Better | Verdict::Worse | Verdict::Undecided => format!(
            "undecided: neither a difference nor equivalence within {} is shown",
            points(report.margin)
        ),
    }]
}

/// Formats a number of points: `1 point`, `0.5 points`.
fn points(n: f64) -> String {
    if n == 1.0 { "1 point".to_owned() } else { format!("{n} points") }
}

/// Returns the table rows, with a heading first and the seat in the first cell. Omits the two shares below 60
/// columns, and the verdict below 50.
pub fn seats(
    report: &CompareReport,
    name: impl Fn(&SeatComparison) -> String,
    width: usize,
) -> Vec<Vec<String>> {
    let head = [report.what()[0], "base", "variant", "difference", "95 %", "verdict"].map(str::to_owned);
    let mut rows = vec![head.to_vec()];
    for seat in &report.seats {
        let [base, variant, difference] = report.figures(seat);
        rows.push(vec![
            name(seat),
            base,
            variant,
            difference,
            report.ends(seat.ci95),
            seat.verdict.word().to_owned(),
        ]);
    }
    if width < 60 {
        rows.iter_mut().for_each(|row| drop(row.drain(1..3)));
    }
    if width < 50 {
        rows.iter_mut().for_each(|row| drop(row.pop()));
    }
    rows
}

const MOST_CARDS: usize = 20;

/// Prints the cards with a significant change.
fn cards(changed: &[&CardReport], words: &Words<'_>, out: &mut Out) -> std::io::Result<()> {
    if changed.is_empty() {
        return out.wrapped(
            "For no card a change of how often it is offered or picked, or of how its holders do, is shown.",
            0,
        );
    }
    let head = ["card", "held, wins", "95 %", "picked", "95 %", "offered", "95 %"].map(str::to_owned);
    let mut rows = vec![head.to_vec()];
    for card in changed.iter().take(MOST_CARDS) {
        let [won, within] =
            card.held.as_ref().map_or(["-".to_owned(), "-".to_owned()], |held| change(held, 1));
        let mut row = vec![design(words, &card.id), won, within];
        row.extend([&card.picked, &card.offered].into_iter().flat_map(|counted| change(counted, 2)));
        rows.push(row);
    }
    columns(&rows, out)?;
    if changed.len() > MOST_CARDS {
        out.line(&format!("and {} more", changed.len() - MOST_CARDS))?;
    }
    let note = "Differences: how often those win who hold the card at the end, in points; how often it is picked and offered in a game. All intervals hold together in 95 of 100 runs. That its holders win more does not say that the card is why.";
    out.wrapped(&out.paint(DIM, note), 0)
}

/// Returns the display name of a card, or its ID.
fn design(words: &Words<'_>, id: &str) -> String {
    let found = words.setup.rules().designs().find(|design| design.name == id).map(|design| design.id);
    found.map_or_else(|| id.to_owned(), |design| words.design(design))
}

fn change(change: &Change, places: usize) -> [String; 2] {
    let within = change.interval.map(|[low, high]| format!("{low:+.places$} to {high:+.places$}"));
    [format!("{:+.places$}", change.difference), within.unwrap_or_else(|| "-".to_owned())]
}

/// Formats a mean of both sides.
fn mean(what: &str, two: Two) -> String {
    let ([base, variant, difference], se) = (two.figures(), two.se);
    format!("{what}: {base} against {variant}, difference {difference} (standard error {se:.2})")
}

//! Tables of the detailed statistics: the most significant options and cards.

use ludex_lab::names::{Names, Sort};
use ludex_lab::rounded::around;
use ludex_lab::simulate::{Branch, CardRow, DetailReport, Never, Others, Row, SimulateReport};

use super::{columns, spread};
use crate::terminal::output::{BOLD, Out};

const OBSERVED: &str = "Observations, not effects: these tables count who won, not why. Players hold, play and pick what fits a game that goes well or badly. \
    A player who shares a victory counts as a winner. `ludex impact` measures what a card does.";

/// Maximum number of rows of a table; JSON and CSV have all rows.
const ROWS: usize = 12;

/// Prints the most significant rows, and the items that never occurred.
pub fn table(report: &SimulateReport, names: &Names, out: &mut Out) -> std::io::Result<()> {
    let Some(detail) = &report.detail else { return Ok(()) };
    let is_told = cards(detail, names, out)? | choices(detail, names, out)?;
    if is_told {
        out.line("")?;
        out.wrapped(OBSERVED, 2)?;
    }
    never(&detail.never, names, out)
}

/// Prints the number of changes of the lead, and the time from which on the winner leads.
pub fn lead(report: &SimulateReport, out: &mut Out) -> std::io::Result<()> {
    let Some(lead) = report.detail.as_ref().and_then(|detail| detail.lead) else { return Ok(()) };
    let (changes, decided) = (lead.changes, 100.0 * lead.decided.mean);
    out.wrapped(&spread("changes of the lead", changes.mean, changes.sd, 1), 2)?;
    out.wrapped(&format!("the winner leads for good after {decided:.0} % of the choices"), 2)
}

/// A table row: its title, count, figures, and comparison with the others.
type Said = (String, u64, Row, Others);

/// Sorts the rows by the confidence of their difference, and keeps the first.
fn sorted(mut rows: Vec<Said>) -> Vec<Said> {
    let sure = |said: &Said| said.3.interval.map_or(f64::NEG_INFINITY, |[low, high]| low.max(-high));
    rows.sort_by(|a, b| sure(b).total_cmp(&sure(a)));
    rows.truncate(ROWS);
    rows
}

fn rows(head: [&str; 2], said: Vec<Said>, out: &mut Out) -> std::io::Result<()> {
    let titles = [head[0], head[1], "win rate", "others", "difference", "interval"].map(str::to_owned);
    let mut rows = vec![titles.to_vec()];
    for (name, times, row, others) in sorted(said) {
        let rates = [others.win_rate, row.win_rate].map(|rate| 100.0 * rate);
        let [without, with, difference] = around(rates, 100.0 * others.difference, 1, [0.0, 100.0]);
        rows.push(vec![
            name,
            times.to_string(),
            format!("{with:.1} %"),
            format!("{without:.1} %"),
            format!("{difference:+.1}"),
            points(others.interval),
        ]);
    }
    if out.width < 70 {
        rows.iter_mut().for_each(|row| drop(row.drain(2..4)));
    }
    columns(&rows, out)
}

/// Formats the interval of a difference: `-5.0 to 45.8`; a dash for `None`.
fn points(interval: Option<[f64; 2]>) -> String {
    let shown = |[low, high]: [f64; 2]| format!("{:.1} to {:.1}", 100.0 * low, 100.0 * high);
    interval.map_or_else(|| "-".to_owned(), shown)
}

fn title(text: &str, shown: usize, all: usize, out: &mut Out) -> std::io::Result<()> {
    let rest = if all > shown { format!(" ({shown} of {all}: the surest)") } else { String::new() };
    out.line("")?;
    out.wrapped(&out.paint(BOLD, &format!("{text}{rest}")), 2)
}

/// Selects the figures of a card to compare.
type Part = fn(&CardRow) -> Option<Row>;

/// Prints the tables of cards. Returns false if all are empty.
fn cards(detail: &DetailReport, names: &Names, out: &mut Out) -> std::io::Result<bool> {
    let mut is_told = false;
    let parts: [(&str, Part); 3] = [
        ("Cards that a player drew", |card| card.drawn),
        ("Cards that left a player's hand face up (played, discarded or shown)", |card| card.played),
        ("Cards that a player held at the end", |card| card.held),
    ];
    for (text, part) in parts {
        let named = |card: &CardRow| {
            let row = part(card)?;
            // without other players to compare with, there is no row
            Some((names.get(Sort::Card, &card.id), row.games, row, row.others?))
        };
        let said: Vec<Said> = detail.cards.iter().filter_map(named).collect();
        if !said.is_empty() {
            is_told = true;
            title(text, said.len().min(ROWS), said.len(), out)?;
            rows(["card", "times"], said, out)?;
        }
    }
    Ok(is_told)
}

/// Prints the table of options. Returns false if it is empty.
fn choices(detail: &DetailReport, names: &Names, out: &mut Out) -> std::io::Result<bool> {
    let said = detail.choices.iter().filter_map(|choice| {
        let row = choice.row?;
        Some((names.short_choice(&choice.decision, &choice.option), choice.picked, row, row.others?))
    });
    let said: Vec<Said> = said.collect();
    if said.is_empty() {
        return Ok(false);
    }
    title("Options that a player chose", said.len().min(ROWS), said.len(), out)?;
    rows(["option", "picked"], said, out)?;
    Ok(true)
}

fn never(never: &Never, names: &Names, out: &mut Out) -> std::io::Result<()> {
    let parts = [
        ("cards that never moved", Sort::Card, &never.cards),
        ("unused actions", Sort::Action, &never.actions),
        ("decisions that never came up", Sort::Decision, &never.decisions),
        ("messages that were never said", Sort::Message, &never.messages),
    ];
    for (text, sort, ids) in parts.into_iter().filter(|(_, _, ids)| !ids.is_empty()) {
        let shown = names.all(sort, &ids[..ids.len().min(ROWS)]);
        out.line("")?;
        out.wrapped(&format!("{text}: {}{}", shown.join(", "), more(ids.len())), 2)?;
    }
    branches(&never.branches, out)
}

/// Prints the branches that never ran, one per line.
fn branches(never: &[Branch], out: &mut Out) -> std::io::Result<()> {
    if never.is_empty() {
        return Ok(());
    }
    out.line("")?;
    out.line("branches of effects that never ran:")?;
    for branch in never.iter().take(ROWS) {
        out.wrapped(&format!("  {}: {}", branch.place, branch.describe()), 4)?;
    }
    if never.len() > ROWS { out.line(&format!(" {}", more(never.len()))) } else { Ok(()) }
}

/// Formats the number of omitted rows.
fn more(all: usize) -> String {
    if all > ROWS { format!(" and {} more", all - ROWS) } else { String::new() }
}

//! Prints the results of a simulation as tables, and any report as JSON.

mod detail;

use ludex_lab::Objective;
pub use ludex_lab::html::grouped;
use ludex_lab::names::Names;
use ludex_lab::report::{Changes, Timing};
use ludex_lab::simulate::{HistogramReport, ResultsReport, SimulateReport, Spread};
use serde::Serialize;

use crate::sources::rulesets::plural;
use crate::terminal::output::{BOLD, DIM, Out, PLAIN, pad, pad_left};
use ludex_table::words::Words;

pub fn json(report: &impl Serialize) -> String {
    serde_json::to_string_pretty(report).unwrap_or_else(|error| format!("{{\"error\": \"{error}\"}}"))
}

/// Prints a report as tables, with options and cards if they were counted.
pub fn table(
    report: &SimulateReport,
    words: &Words<'_>,
    names: &Names,
    out: &mut Out,
) -> std::io::Result<()> {
    heading(report, words, names, out)?;
    who_won(report, words, out)?;
    seats(report, words, out)?;
    bots(report, words, out)?;
    shared(report, out)?;
    lengths(report, words, out)?;
    statistics(report, out)?;
    detail::lead(report, out)?;
    detail::table(report, names, out)?;
    speed(report, out)
}

fn heading(report: &SimulateReport, words: &Words<'_>, names: &Names, out: &mut Out) -> std::io::Result<()> {
    let (title, changes) = (words.title(), changed(&report.head.changes, names));
    let (games, players, seed) = (report.played(), report.head.players, report.seed);
    let players = plural(usize::from(players), "player");
    let head = format!("{title}: {games}, {players}, seed {seed}{changes}");
    out.wrapped(&out.paint(BOLD, &head), 2)?;
    played_by(&report.who, out)
}

/// Returns a note if an interval is wider than `--within` asks for.
pub fn too_wide(
    within: Option<f64>,
    by: Objective,
    intervals: impl IntoIterator<Item = [f64; 2]>,
) -> Option<String> {
    let halves = intervals.into_iter().map(|[low, high]| (high - low) / 2.0);
    let (widest, within) = (halves.fold(0.0, f64::max), within?);
    let half = by.figure(widest).replace('+', "±");
    // ends are rounded to a millionth
    (widest > within + 1e-6).then(|| {
        format!("--within {within} is not reached: the widest interval is {half}; a longer --budget or more --games narrow it")
    })
}

/// Prints the description of the players.
pub fn played_by(who: &str, out: &mut Out) -> std::io::Result<()> {
    out.wrapped(&format!("Played by {who}."), 2)?;
    out.line("")
}

fn lengths(report: &SimulateReport, words: &Words<'_>, out: &mut Out) -> std::io::Result<()> {
    let has_score = words.rules().has_score();
    if has_score || !report.is_together() {
        out.line("")?;
    }
    let winning = spread("winning score", report.mean_winning_score, report.sd_winning_score, 2);
    let decisions = spread("decisions in a game", report.mean_decisions, report.sd_decisions, 1);
    if has_score {
        out.wrapped(&winning, 2)?;
    }
    out.wrapped(&(decisions + &histogram(&report.lengths)), 2)?;
    out.wrapped(&format!("options of a decision: {:.1}", report.mean_options), 2)?;
    for phase in words.setup.phases() {
        if let Some(Spread { mean, sd, .. }) = report.phases.get(&phase.name) {
            let what = format!("iterations of {}", words.phase(phase.id));
            out.wrapped(&spread(&what, *mean, *sd, 1), 2)?;
        }
    }
    Ok(())
}

/// Formats a mean and a standard deviation: `decisions in a game: 163.1 (SD 16.4)`.
fn spread(what: &str, mean: f64, sd: f64, places: usize) -> String {
    format!("{what}: {mean:.places$} (SD {sd:.places$})")
}

const BARS: usize = 16;

/// Bars of a histogram, from empty to full height.
const HEIGHTS: [char; 9] = [' ', '▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];

/// Formats the distribution of a number: `, 120 ▁▃▅█▆▂▁ 201`; empty if all values are equal.
fn histogram(of: &HistogramReport) -> String {
    let (bins, ends) = (of.bins(BARS), of.counts.first().zip(of.counts.last()));
    let (Some(((first, _), (last, _))), Some(most)) = (ends, bins.iter().max().filter(|_| bins.len() > 1))
    else {
        return String::new();
    };
    let bar = |count: &u64| HEIGHTS[count.saturating_mul(8).div_ceil(*most).min(8) as usize];
    format!(", {first} {} {last}", bins.iter().map(bar).collect::<String>())
}

/// Prints the statistics that the ruleset defines.
fn statistics(report: &SimulateReport, out: &mut Out) -> std::io::Result<()> {
    for statistic in &report.statistics {
        let (mean, winners, others) = (statistic.mean, statistic.winners.mean, statistic.others.mean);
        // a value that rounds to zero has no sign
        let plain = |n: f64| (100.0 * n).round() / 100.0 + 0.0;
        let within = statistic
            .interval
            .map_or(String::new(), |ends| format!(" ({:.2}–{:.2})", plain(ends[0]), plain(ends[1])));
        let name = statistic.name.replace('_', " ");
        out.wrapped(&format!("{name}: {mean:.2}{within}, winners {winners:.2}, others {others:.2}"), 2)?;
    }
    Ok(())
}

fn speed(report: &SimulateReport, out: &mut Out) -> std::io::Result<()> {
    let Some(speed) = &report.speed else { return Ok(()) };
    let done = format!(
        "{}; per second: {} decisions, {} games",
        seconds(&speed.timing),
        rate(speed.decisions_per_s),
        rate(speed.games_per_s)
    );
    out.wrapped(&out.paint(DIM, &done), 2)
}

/// Formats a rate per second: `12,345`, `0.4`.
fn rate(per_second: f64) -> String {
    if per_second < 9.95 { format!("{per_second:.1}") } else { grouped(per_second.round() as u64) }
}

/// Prints the elapsed time, if the report has it.
pub fn took(timing: Option<&Timing>, out: &mut Out) -> std::io::Result<()> {
    let Some(timing) = timing else { return Ok(()) };
    out.wrapped(&out.paint(DIM, &seconds(timing)), 2)
}

fn seconds(timing: &Timing) -> String {
    format!("{:.2} s on {}", timing.elapsed_s, plural(timing.jobs as usize, "thread"))
}

/// Formats the changes as a suffix: `, A Variant, rounds=2`.
pub fn changed(changes: &Changes, names: &Names) -> String {
    names.overlaid(changes).into_iter().chain(changes.set()).map(|change| format!(", {change}")).collect()
}

/// Prints the rates of games that all players, some or none won, and the rate of each team.
fn who_won(report: &SimulateReport, words: &Words<'_>, out: &mut Out) -> std::io::Result<()> {
    if let Some(said) = report.who_won() {
        out.wrapped(&said, 2)?;
        out.line("")?;
    }
    if report.teams.is_empty() || report.is_together() {
        return Ok(());
    }
    let head = ["team", "wins", "shared", "win share", "95 %"].map(str::to_owned);
    let mut rows = vec![head.to_vec()];
    let teams = words.rules().teams().map(|team| words.spot(team.at));
    for (name, team) in teams.zip(&report.teams) {
        let share = format!("{:.1} %", 100.0 * team.win_share);
        let within = percent(team.win_share_ci95);
        rows.push(vec![name, team.wins.to_string(), team.ties.to_string(), share, within]);
    }
    if out.width < 60 {
        rows.iter_mut().for_each(|row| drop(row.drain(1..3)));
    }
    columns(&rows, out)?;
    out.line("")
}

fn seats(report: &SimulateReport, words: &Words<'_>, out: &mut Out) -> std::io::Result<()> {
    if report.is_together() {
        return scores(report, words, out);
    }
    let head = ["seat", "wins", "shared", "win share", "95 %", "score (SD)"].map(str::to_owned);
    let mut rows = vec![head.to_vec()];
    for seat in &report.seats {
        rows.push(vec![
            words.player(seat.seat - 1),
            seat.results.wins.to_string(),
            seat.results.ties.to_string(),
            format!("{:.1} %", 100.0 * seat.results.win_share),
            percent(seat.results.win_share_ci95),
            score(&seat.results),
        ]);
    }
    without_score(&mut rows, words);
    if out.width < 60 {
        rows.iter_mut().for_each(|row| drop(row.drain(1..3)));
    }
    columns(&rows, out)
}

/// Formats the mean and the standard deviation of one game: `20.48 (8.09)`.
fn score(results: &ResultsReport) -> String {
    format!("{:.2} ({:.2})", results.mean_score, results.sd_score)
}

/// Removes the score column if the game has no score.
fn without_score(rows: &mut [Vec<String>], words: &Words<'_>) {
    if !words.rules().has_score() {
        rows.iter_mut().for_each(|row| drop(row.pop()));
    }
}

/// Prints the score of each seat, for games that are won or lost together.
fn scores(report: &SimulateReport, words: &Words<'_>, out: &mut Out) -> std::io::Result<()> {
    if !words.rules().has_score() {
        return Ok(());
    }
    let mut rows = vec![["seat", "score (SD)"].map(str::to_owned).to_vec()];
    for seat in &report.seats {
        rows.push(vec![words.player(seat.seat - 1), score(&seat.results)]);
    }
    columns(&rows, out)
}

/// Prints the results of each bot, unless all seats have the same bot.
fn bots(report: &SimulateReport, words: &Words<'_>, out: &mut Out) -> std::io::Result<()> {
    if report.bots.len() < 2 || report.is_together() {
        return Ok(());
    }
    out.line("")?;
    let head = ["bot", "games", "wins", "win share", "95 %", "score (SD)"].map(str::to_owned);
    let mut rows = vec![head.to_vec()];
    for bot in &report.bots {
        rows.push(vec![
            bot.bot.clone(),
            bot.games.to_string(),
            bot.results.wins.to_string(),
            format!("{:.1} %", 100.0 * bot.results.win_share),
            percent(bot.results.win_share_ci95),
            score(&bot.results),
        ]);
    }
    without_score(&mut rows, words);
    columns(&rows, out)
}

/// Explains how shared victories count, unless there were none.
fn shared(report: &SimulateReport, out: &mut Out) -> std::io::Result<()> {
    if report.shared == 0.0 || report.won_is_said {
        return Ok(());
    }
    out.line("")?;
    out.wrapped("Win share: of k players who share a victory each has 1/k of it.", 2)
}

/// Formats an interval of a share: `24.2–53.0`; a dash for `None`.
pub fn percent(interval: Option<[f64; 2]>) -> String {
    let shown = |[low, high]: [f64; 2]| format!("{:.1}–{:.1}", 100.0 * low, 100.0 * high);
    interval.map_or_else(|| "-".to_owned(), shown)
}

/// Prints rows as aligned columns with the first row as heading. The first column is left-aligned, the others
/// are right-aligned.
pub fn columns(rows: &[Vec<String>], out: &mut Out) -> std::io::Result<()> {
    let columns = rows.first().map_or(0, Vec::len);
    let widest = |c: usize| rows.iter().map(|r| crate::terminal::output::width(&r[c])).max().unwrap_or(0);
    let widths: Vec<usize> = (0..columns).map(widest).collect();
    for (i, row) in rows.iter().enumerate() {
        let cells = row.iter().zip(&widths).enumerate();
        let cells: Vec<String> =
            cells.map(|(c, (cell, w))| if c == 0 { pad(cell, *w) } else { pad_left(cell, *w) }).collect();
        out.line(&out.paint(if i == 0 { DIM } else { PLAIN }, &cells.join("  ")))?;
    }
    Ok(())
}

//! HTML page of a simulation.

use super::report::{HistogramReport, ResultsReport, SeatReport, SimulateReport, TeamReport};
use super::rows::{CardRow, ChoiceRow, DetailReport, Never, Row};
use crate::html::{
    self, Chart, Column, Columns, Interval, Intervals, Page, Section, Table, failures, grouped, listed,
};
use crate::names::{Names, Sort};

/// Maximum number of rows in charts and tables of cards and options. JSON and CSV have all.
const ROWS: usize = 30;

/// Creates the page of a report. `command` is the command line that produced it.
pub fn page(report: &SimulateReport, names: &Names, command: &str) -> Page {
    let mut sections = Vec::new();
    if !report.teams.is_empty() && !report.is_together() {
        sections.push(teams(report));
    }
    if !report.is_together() {
        sections.push(seats(report, names));
    }
    if report.bots.len() > 1 && !report.is_together() {
        sections.push(bots(report));
    }
    sections.extend([scores(report), lengths(report), length(report, names)]);
    if let Some(detail) = &report.detail {
        sections.extend([cards(detail, names), options(detail, names), never(&detail.never, names)]);
    }
    Page {
        title: format!("{}: {} simulated games", names.title(&report.head), grouped(report.finished)),
        answer: answer(report, names),
        facts: facts(report, names),
        command: command.to_owned(),
        sections,
        ..Page::default()
    }
}

fn points(rate: f64) -> f64 {
    100.0 * rate
}

/// Returns a sentence on the seats with the most and the fewest victories, and on significance.
fn answer(report: &SimulateReport, names: &Names) -> String {
    if report.is_together()
        && let Some(said) = report.who_won()
    {
        return format!("The game is {said}.");
    }
    let by_rate = |a: &&SeatReport, b: &&SeatReport| a.results.win_share.total_cmp(&b.results.win_share);
    let (Some(most), Some(least)) =
        (report.seats.iter().max_by(by_rate), report.seats.iter().min_by(by_rate))
    else {
        return "No game was played.".to_owned();
    };
    if most.seat == least.seat {
        return format!("One player: the mean score is {:.2}.", most.results.mean_score);
    }
    if let Some(answer) = answer_of_teams(report, names) {
        return answer;
    }
    let verdict = match (most.results.win_share_ci95, least.results.win_share_ci95) {
        (Some([low, _]), Some([_, high])) if low > high => "their intervals do not overlap",
        (Some(_), Some(_)) => "their intervals overlap: the difference may be chance",
        (None, _) | (_, None) => "there are too few deals for a test",
    };
    let (first, last) = (points(most.results.win_share), points(least.results.win_share));
    format!(
        "{} has the largest share of the victories, {first:.1} %, and {} the smallest, {last:.1} %; {verdict}.",
        names.seat(most.seat),
        names.seat(least.seat)
    )
}

/// Returns a sentence on the team with the most victories, and on significance.
fn answer_of_teams(report: &SimulateReport, names: &Names) -> Option<String> {
    let most = report.teams.iter().max_by(|a, b| a.win_share.total_cmp(&b.win_share))?;
    let equal = 1.0 / report.teams.len() as f64;
    let verdict = match most.win_share_ci95 {
        Some([low, _]) if low > equal => "more than an equal share",
        Some(_) => "consistent with an equal share",
        None => "from too few deals for a test",
    };
    let seats: Vec<String> = most.seats.iter().map(|seat| names.seat(*seat)).collect();
    let (name, rate) = (&most.name, points(most.win_share));
    Some(format!(
        "The team {name} ({}) has the largest share of the victories, {rate:.1} %, {verdict}.",
        seats.join(", ")
    ))
}

fn teams(report: &SimulateReport) -> Section {
    let text = SHARE;
    let row = |team: &TeamReport| {
        let value = points(team.win_share);
        let hover = format!("{}: {} games won, {value:.1} %", team.name, team.wins);
        Interval {
            hover,
            ..Interval::new(&team.name, value, team.win_share_ci95.map(|ends| ends.map(points)))
        }
    };
    let chart = Intervals {
        axis: "share of the victories, %".into(),
        reference: Some((100.0 / report.teams.len() as f64, "an equal share".into())),
        rows: report.teams.iter().map(row).collect(),
    };
    let cells = |team: &TeamReport| {
        let ends = team.win_share_ci95.map(|ends| ends.map(points));
        let within = ends.map_or_else(|| "–".to_owned(), |[low, high]| format!("{low:.1} to {high:.1}"));
        let rate = format!("{:.1} %", points(team.win_share));
        vec![team.name.clone(), team.wins.to_string(), team.ties.to_string(), rate, within]
    };
    let table = Table::new(&RATES[..5], report.teams.iter().map(cells).collect());
    let (chart, table) = (Some(Chart::Intervals(chart)), Some(table));
    Section { chart, table, ..Section::new("Wins by team", text) }
}

fn facts(report: &SimulateReport, names: &Names) -> Vec<(String, String)> {
    let asked = if report.finished < report.games {
        format!(", {} were asked for", grouped(report.games))
    } else {
        String::new()
    };
    let more = [
        ("Games", format!("{}{asked}, seed {}", report.played(), report.seed)),
        ("Rules that failed", failures(report.failed, "game")),
    ];
    let bots = listed(report.bots.iter().map(|bot| &bot.bot));
    html::facts((&report.head, names), (bots, &report.who), more)
}

/// Definition of the share reported for seats, bots and teams.
const SHARE: &str =
    "Share of the victories, with 95 % intervals clustered by deal. Shared victories are split equally.";

const RATES: [(&str, bool); 6] = [
    ("", false),
    ("games won", true),
    ("shared", true),
    ("win share", true),
    ("95 % interval", true),
    ("score (SD)", true),
];

fn seats(report: &SimulateReport, names: &Names) -> Section {
    let rows = report.seats.iter().map(|seat| (names.seat(seat.seat), &seat.results));
    rates("Wins by seat", report, rows.collect())
}

fn bots(report: &SimulateReport) -> Section {
    rates("Wins by bot", report, report.bots.iter().map(|bot| (bot.bot.clone(), &bot.results)).collect())
}

fn rates(heading: &str, report: &SimulateReport, rows: Vec<(String, &ResultsReport)>) -> Section {
    let left_out = report.left_out_intervals().map(|why| format!(" There are too few deals: {why}."));
    let text = format!(
        "{SHARE} The score is a mean, with the standard deviation (SD) of one game.{}",
        left_out.unwrap_or_default()
    );
    let interval = |(label, results): &(String, &ResultsReport)| {
        let value = points(results.win_share);
        let hover = format!("{label}: {} games won, {value:.1} % [{}]", results.wins, within(results, ", "));
        Interval { hover, ..Interval::new(label, value, results.win_share_ci95.map(|ends| ends.map(points))) }
    };
    let chart = Intervals {
        axis: "share of the victories, %".into(),
        reference: report.equal_share().map(|share| (points(share), "an equal share".into())),
        rows: rows.iter().map(interval).collect(),
    };
    let cells = |(label, results): (String, &ResultsReport)| {
        vec![
            label,
            results.wins.to_string(),
            results.ties.to_string(),
            format!("{:.1} %", points(results.win_share)),
            within(results, " to "),
            format!("{:.2} ({:.2})", results.mean_score, results.sd_score),
        ]
    };
    let table = Table::new(&RATES, rows.into_iter().map(cells).collect());
    let (chart, table) = (Some(Chart::Intervals(chart)), Some(table));
    Section { chart, table, ..Section::new(heading, &text) }
}

/// Formats the interval of a share as percentages, or a dash if it is missing.
fn within(results: &ResultsReport, between: &str) -> String {
    let ends = results.win_share_ci95.map(|ends| ends.map(points));
    ends.map_or_else(|| "–".to_owned(), |[low, high]| format!("{low:.1}{between}{high:.1}"))
}

fn columns(histogram: &HistogramReport) -> Vec<Column> {
    let width = histogram.width;
    let column = |(from, count): &(f64, u64)| Column {
        from: *from,
        to: from + width,
        height: *count as f64,
        hover: if width == 1.0 {
            format!("{from}: {count} times")
        } else {
            format!("{from} to below {}: {count} times", from + width)
        },
    };
    histogram.counts.iter().map(column).collect()
}

fn scores(report: &SimulateReport) -> Section {
    Section {
        heading: "Scores".into(),
        text: "Distribution of final scores over all seats.".into(),
        chart: Some(Chart::Columns(Columns {
            x_axis: "score, points".into(),
            y_axis: "seats".into(),
            columns: columns(&report.scores),
        })),
        ..Section::default()
    }
}

fn lengths(report: &SimulateReport) -> Section {
    let chart = Columns {
        x_axis: "decisions in a game".into(),
        y_axis: "games".into(),
        columns: columns(&report.lengths.coarse(ROWS)),
    };
    let text = "Number of games by the number of decisions with two or more options.";
    Section { chart: Some(Chart::Columns(chart)), ..Section::new("Lengths of games", text) }
}

fn length(report: &SimulateReport, names: &Names) -> Section {
    let row = |name: &str, mean: f64, sd: f64, se: f64| {
        vec![name.to_owned(), format!("{mean:.2}"), format!("{sd:.2}"), format!("{se:.3}")]
    };
    let mut rows = vec![
        row(
            "decisions with two or more options",
            report.mean_decisions,
            report.sd_decisions,
            report.se_decisions,
        ),
        row(
            "score of the winner",
            report.mean_winning_score,
            report.sd_winning_score,
            report.se_winning_score,
        ),
    ];
    rows.extend(report.phases.iter().map(|(name, phase)| {
        row(&format!("iterations of {}", names.get(Sort::Phase, name)), phase.mean, phase.sd, phase.se)
    }));
    if let Some(lead) = report.detail.as_ref().and_then(|detail| detail.lead) {
        rows.push(row("changes of the lead", lead.changes.mean, lead.changes.sd, lead.changes.se));
        let decided = lead.decided;
        rows.push(row(
            "share of choices before the last change of the lead, %",
            points(decided.mean),
            points(decided.sd),
            points(decided.se),
        ));
    }
    for statistic in &report.statistics {
        let name = names.get(Sort::Statistic, &statistic.name);
        rows.push(row(
            &format!("{name}, of the winner"),
            statistic.winners.mean,
            statistic.winners.sd,
            statistic.winners.se,
        ));
        rows.push(row(
            &format!("{name}, of the others"),
            statistic.others.mean,
            statistic.others.sd,
            statistic.others.se,
        ));
    }
    let columns =
        [("of a game", false), ("mean", true), ("standard deviation (SD)", true), ("standard error", true)];
    Section {
        heading: "Length and course".into(),
        text: format!("A decision has {:.1} options on average.", report.mean_options),
        table: Some(Table::new(&columns, rows)),
        ..Section::default()
    }
}

/// Returns a section on correlations with winning: the difference in wins between seats with and without a
/// property.
fn differences(heading: &str, text: &str, axis: &str, mut rows: Vec<(String, Row)>) -> Section {
    rows.retain(|(_, row)| row.others.is_some_and(|others| others.interval.is_some()));
    let size = |row: &Row| row.others.map_or(0.0, |others| others.difference.abs());
    rows.sort_by(|a, b| size(&b.1).total_cmp(&size(&a.1)));
    rows.truncate(ROWS);
    let interval = |(label, row): &(String, Row)| {
        let others = row.others?;
        let [low, high] = others.interval?.map(points);
        let value = points(others.difference);
        let hover =
            format!("{label}: {value:+.1} points [{low:.1}, {high:.1}], {} seats in games", row.games);
        Some(Interval { label: label.clone(), value, low, high, hover })
    };
    let chart = Intervals {
        axis: axis.into(),
        reference: Some((0.0, "no difference".into())),
        rows: rows.iter().filter_map(interval).collect(),
    };
    let chart = Some(Chart::Intervals(chart)).filter(|_| !rows.is_empty());
    Section { chart, ..Section::new(heading, text) }
}

fn cards(detail: &DetailReport, names: &Names) -> Section {
    let row = |card: &CardRow| Some((names.get(Sort::Card, &card.id), card.drawn?));
    let text = "Difference of the win rate between seats that drew a card and seats that did not, the largest first. \
                The intervals hold simultaneously in 95 of 100 runs. A shared victory counts as a win. This is an observation, not a causal effect of the card.";
    differences(
        "Cards drawn",
        text,
        "more games won, percentage points",
        detail.cards.iter().filter_map(row).collect(),
    )
}

fn options(detail: &DetailReport, names: &Names) -> Section {
    let row = |choice: &ChoiceRow| Some((names.choice(&choice.decision, &choice.option), choice.row?));
    let text = "Difference of the win rate between seats that picked an option and seats that could have picked it but never did. \
                The intervals hold simultaneously in 95 of 100 runs. A shared victory counts as a win. This is an observation, not a causal effect of the option.";
    differences(
        "Options picked",
        text,
        "more games won, percentage points",
        detail.choices.iter().filter_map(row).collect(),
    )
}

fn never(never: &Never, names: &Names) -> Section {
    let all = [
        ("cards", Sort::Card, &never.cards),
        ("actions", Sort::Action, &never.actions),
        ("decisions", Sort::Decision, &never.decisions),
        ("messages", Sort::Message, &never.messages),
    ];
    let rows = all.iter().filter(|(_, _, ids)| !ids.is_empty());
    let mut rows: Vec<_> =
        rows.map(|(what, sort, ids)| vec![(*what).to_owned(), names.all(*sort, ids).join(", ")]).collect();
    rows.extend(never.branches.iter().map(|branch| vec![branch.place.clone(), branch.describe()]));
    let text = if rows.is_empty() {
        "Every card moved, every action was taken, every decision made, every message sent, and every branch of an effect ran."
    } else {
        "Parts of the ruleset that the games never used; branches of effects with their source location."
    };
    let table = Table::new(&[("kind or location", false), ("names or branch", false)], rows);
    Section {
        heading: "What never happened".into(),
        text: text.into(),
        table: Some(table).filter(|table| !table.rows.is_empty()),
        ..Section::default()
    }
}

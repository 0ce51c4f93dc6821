//! Simulation report as a table in long form, for programs that process tables.

use super::report::{ResultsReport, SimulateReport, Spread};
use super::rows::{CardRow, ChoiceRow, Row};
use crate::cells::{Cell, LongTable};

impl SimulateReport {
    /// Returns the report as a table in long form.
    pub fn cells(&self) -> LongTable {
        let n = self.finished;
        let mut cells = vec![
            Cell::new("run", &self.head.ruleset, "games", n as f64),
            Cell::new("run", &self.head.ruleset, "deals", self.deals as f64),
            Cell::new("run", &self.head.ruleset, "decisions", self.mean_decisions).with_count(n),
            Cell::new("run", &self.head.ruleset, "options", self.mean_options).with_count(self.decisions),
            Cell::new("run", &self.head.ruleset, "winning_score", self.mean_winning_score).with_count(n),
            Cell::new("run", &self.head.ruleset, "shared", self.shared).with_count(n),
            Cell::new("run", &self.head.ruleset, "unwon", self.unwon).with_count(n),
        ];
        if self.won_is_said {
            cells.push(Cell::new("run", &self.head.ruleset, "all_won", self.all_won).with_count(n));
        }
        for team in &self.teams {
            cells.push(
                Cell::new("teams", &team.name, "win_rate", team.win_rate).with_count(n).within(team.ci95),
            );
            cells.push(
                Cell::new("teams", &team.name, "win_share", team.win_share)
                    .with_count(n)
                    .within(team.win_share_ci95),
            );
        }
        for seat in &self.seats {
            cells.extend(results("seats", &seat.name, &seat.results, n));
        }
        for bot in &self.bots {
            cells.extend(results("bots", &bot.bot, &bot.results, bot.games));
        }
        let scores = self.scores.counts.iter();
        cells.extend(scores.map(|(score, n)| Cell::new("scores", &score.to_string(), "count", *n as f64)));
        let phases = self.phases.iter();
        cells.extend(
            phases.map(|(name, Spread { mean, .. })| Cell::new("phases", name, "times", *mean).with_count(n)),
        );
        for statistic in &self.statistics {
            cells.push(
                Cell::new("statistics", &statistic.name, "mean", statistic.mean)
                    .with_count(n)
                    .within(statistic.interval),
            );
            cells.push(Cell::new("statistics", &statistic.name, "winners", statistic.winners.mean));
            cells.push(Cell::new("statistics", &statistic.name, "others", statistic.others.mean));
        }
        self.detail_cells(&mut cells);
        LongTable::of_parts(cells)
    }

    fn detail_cells(&self, cells: &mut Vec<Cell>) {
        let Some(detail) = &self.detail else { return };
        if let Some(lead) = &detail.lead {
            cells.push(Cell::new("lead", "", "changes", lead.changes.mean).with_count(lead.games));
            cells.push(Cell::new("lead", "", "decided", lead.decided.mean).with_count(lead.games));
        }
        detail.choices.iter().for_each(|row| choice(row, cells));
        detail.cards.iter().for_each(|row| card(row, cells));
    }
}

fn results(part: &'static str, name: &str, results: &ResultsReport, n: u64) -> [Cell; 3] {
    let rate = Cell::new(part, name, "win_rate", results.win_rate).with_count(n).within(results.ci95);
    let share =
        Cell::new(part, name, "win_share", results.win_share).with_count(n).within(results.win_share_ci95);
    [rate, share, Cell::new(part, name, "score", results.mean_score).with_count(n)]
}

fn choice(row: &ChoiceRow, cells: &mut Vec<Cell>) {
    let name = format!("{}: {}", row.decision, row.option);
    cells.push(Cell::new("choices", &name, "offered", row.offered as f64));
    cells.push(Cell::new("choices", &name, "picked", row.picked as f64));
    pair(row.row, "choices", &name, ["win_rate", "difference"], cells);
}

fn card(row: &CardRow, cells: &mut Vec<Cell>) {
    cells.push(Cell::new("cards", &row.id, "moved", row.moved as f64));
    cells.push(Cell::new("cards", &row.id, "chosen", row.chosen as f64));
    cells.push(Cell::new("cards", &row.id, "offered", row.offered as f64));
    cells.push(Cell::new("cards", &row.id, "picked", row.picked as f64));
    pair(row.drawn, "cards", &row.id, ["drawn_win_rate", "drawn_difference"], cells);
    pair(row.played, "cards", &row.id, ["played_win_rate", "played_difference"], cells);
    pair(row.held, "cards", &row.id, ["held_win_rate", "held_difference"], cells);
}

fn pair(
    row: Option<Row>,
    part: &'static str,
    name: &str,
    [rate, less]: [&'static str; 2],
    cells: &mut Vec<Cell>,
) {
    let Some(row) = row else { return };
    cells.push(Cell::new(part, name, rate, row.win_rate).with_count(row.games).within(row.interval));
    if let Some(others) = row.others {
        cells.push(
            Cell::new(part, name, less, others.difference).with_count(row.games).within(others.interval),
        );
    }
}

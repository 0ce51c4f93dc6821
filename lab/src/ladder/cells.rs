//! A ladder as one long table, a number in each row.

use super::report::{MatchReport, Report};
use crate::simulate::Cell;

impl Report {
    /// The report as one long table. The name of a seat's number is the bot, a colon and the seat.
    pub fn cells(&self) -> Vec<Cell> {
        let mut cells = vec![Cell::new("run", &self.head.ruleset, "games", self.games as f64)];
        for rung in &self.rungs {
            for (part, played) in [("below", &rung.below), ("random", &rung.random)] {
                cells.extend(played.iter().flat_map(|played| of_match(part, &rung.bot, played)));
            }
            for (mirror, seat) in rung.mirror.iter().flat_map(|m| m.seats.iter().map(move |seat| (m, seat))) {
                let name = format!("{}: {}", rung.bot, seat.name);
                let cell = Cell::new("mirror", &name, "win_share", seat.win_share).of(mirror.games);
                cells.push(Cell { interval: seat.ci95, ..cell });
                let cell = Cell::new("mirror", &name, "lead", seat.lead).of(mirror.games);
                cells.push(Cell { interval: seat.lead95, ..cell });
            }
        }
        cells
    }
}

fn of_match(part: &'static str, bot: &str, played: &MatchReport) -> impl Iterator<Item = Cell> {
    let share = Cell::new(part, bot, "win_share", played.win_share).of(played.games);
    let share = Cell { interval: played.ci95, ..share };
    let lead = Cell::new(part, bot, "lead", played.lead).of(played.games);
    let lead = Cell { interval: played.lead95, ..lead };
    let interval = match played.elo95 {
        Some([Some(low), Some(high)]) => Some([low, high]),
        Some([None, _] | [_, None]) | None => None,
    };
    let elo = played.elo.map(|elo| Cell { interval, ..Cell::new(part, bot, "elo", elo).of(played.games) });
    [share, lead].into_iter().chain(elo)
}

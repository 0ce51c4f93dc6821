//! Ladder report as a table in long form, with one number per row.

use super::report::{LadderReport, MatchReport};
use crate::cells::{Cell, LongTable};

impl LadderReport {
    /// Returns the report as a table in long form. Numbers of a seat are named `BOT: SEAT`.
    pub fn cells(&self) -> LongTable {
        let mut cells = vec![Cell::new("run", &self.head.ruleset, "games", self.games as f64)];
        for rung in &self.rungs {
            for (part, played) in [("below", &rung.below), ("random", &rung.random)] {
                cells.extend(played.iter().flat_map(|played| of_match(part, &rung.bot, played)));
            }
            for (mirror, seat) in rung.mirror.iter().flat_map(|m| m.seats.iter().map(move |seat| (m, seat))) {
                let name = format!("{}: {}", rung.bot, seat.name);
                let cell =
                    |measure, value| Cell::new("mirror", &name, measure, value).with_count(mirror.games);
                cells.push(cell("win_share", seat.win_share).within(seat.ci95));
                cells.push(cell("lead", seat.lead).within(seat.lead95));
            }
        }
        LongTable::of_parts(cells)
    }
}

fn of_match(part: &'static str, bot: &str, played: &MatchReport) -> impl Iterator<Item = Cell> {
    let cell = |measure, value| Cell::new(part, bot, measure, value).with_count(played.games);
    let interval = match played.elo95 {
        Some([Some(low), Some(high)]) => Some([low, high]),
        Some([None, _] | [_, None]) | None => None,
    };
    let elo = played.elo.map(|elo| cell("elo", elo).within(interval));
    let share = cell("win_share", played.win_share).within(played.ci95);
    [share, cell("lead", played.lead).within(played.lead95)].into_iter().chain(elo)
}

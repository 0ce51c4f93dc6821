//! A point as rows of a table, a number in each: for programs that read tables.

use super::PointReport;
use crate::stats::Interval;

/// A number of a point.
#[derive(Debug, Clone, PartialEq)]
pub struct Cell {
    /// What it measures: `win_share`.
    pub measure: &'static str,
    /// Of which seat or phase; empty if of the whole game.
    pub of: String,
    /// The number.
    pub value: f64,
    /// Its interval, if it has one.
    pub interval: Option<Interval>,
}

impl Cell {
    fn new(measure: &'static str, of: &str, value: f64) -> Cell {
        Cell { measure, of: of.to_owned(), value, interval: None }
    }

    fn within(self, interval: Interval) -> Cell {
        Cell { interval: Some(interval), ..self }
    }
}

impl PointReport {
    /// All numbers of the point.
    pub fn cells(&self) -> Vec<Cell> {
        let mut cells = vec![Cell::new("seat_spread", "", self.seat_spread).within(self.ci95)];
        for seat in &self.seats {
            cells.push(Cell::new("win_share", &seat.name, seat.win_share).within(seat.ci95));
            cells.push(Cell::new("score", &seat.name, seat.score.mean));
        }
        cells.push(Cell::new("score", "", self.score.mean));
        cells.push(Cell::new("decisions", "", self.decisions.mean));
        if let Some(measured) = self.measured {
            let cell = Cell::new("target", "", measured.value);
            cells.push(Cell { interval: measured.interval, ..cell });
        }
        cells.extend(self.phases.iter().map(|(phase, times)| Cell::new("times", phase, times.mean)));
        cells
    }
}

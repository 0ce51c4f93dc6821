//! Measures of a ladder report: victories or points.

use super::report::{LadderReport, LadderSeat, MatchReport};
use crate::Objective;
use crate::stats::Interval;

/// A number with its interval, in percentage points of the victories or in points of the score.
pub type Measured = (f64, Option<Interval>);

impl LadderReport {
    /// Returns the result of a bot against another.
    pub fn of_match(&self, played: &MatchReport) -> Measured {
        self.to_unit((played.win_share, played.ci95), (played.lead, played.lead95))
    }

    /// Returns the result of a seat.
    pub fn of_seat(&self, seat: &LadderSeat) -> Measured {
        self.to_unit((seat.win_share, seat.ci95), (seat.lead, seat.lead95))
    }

    fn to_unit(&self, (share, ends): Measured, lead: Measured) -> Measured {
        match self.by {
            Objective::Win => (100.0 * share, ends.map(|ends| ends.map(|end| 100.0 * end))),
            Objective::Score => lead,
        }
    }

    /// Returns the result of an equal player, or `None` if any number of sides may win.
    pub fn equal(&self) -> Option<f64> {
        match self.by {
            Objective::Win => self.sides.map(|sides| 100.0 / f64::from(sides.max(1))),
            Objective::Score => Some(0.0),
        }
    }

    /// Formats a result: `97.0 %`, `+1.25`.
    pub fn figure(&self, number: f64) -> String {
        match self.by {
            Objective::Win => format!("{number:.1} %"),
            Objective::Score => format!("{:+.2}", number + 0.0),
        }
    }

    /// Formats an interval: `93.1 to 98.7`, or a dash if it is missing.
    pub fn ends(&self, ends: Option<Interval>) -> String {
        let shown = |[low, high]: Interval| match self.by {
            Objective::Win => format!("{low:.1} to {high:.1}"),
            Objective::Score => format!("{:+.2} to {:+.2}", low + 0.0, high + 0.0),
        };
        ends.map_or_else(|| "–".to_owned(), shown)
    }

    /// Formats a result with its interval, if any: `97.0 % (93.1 to 98.7)`.
    pub fn shown(&self, (number, ends): Measured) -> String {
        let within = ends.map(|_| format!(" ({})", self.ends(ends)));
        self.figure(number) + &within.unwrap_or_default()
    }

    /// Returns the column title of the measure.
    pub fn column(&self) -> &'static str {
        match self.by {
            Objective::Win => "victories",
            Objective::Score => "points ahead",
        }
    }
}

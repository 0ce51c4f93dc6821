//! Sweep report as a table in long form, with the parameter values in each row.

use super::{PointReport, SweepReport};
use crate::cells::{Cell, LongTable};

impl SweepReport {
    /// Returns all numbers of all points.
    pub fn cells(&self) -> LongTable {
        let names = self.parameters.iter().map(|parameter| parameter.name.as_str());
        let columns = names.chain(["measure", "of"]).map(str::to_owned).collect();
        LongTable { columns, rows: self.points.iter().flat_map(of_point).collect() }
    }
}

fn of_point(point: &PointReport) -> Vec<Cell> {
    let cell = |measure: &str, of: &str, value: f64| {
        let labels = point.at.iter().cloned().chain([measure.to_owned(), of.to_owned()]).collect();
        Cell { labels, value, interval: None, n: Some(point.games) }
    };
    let mut cells = vec![cell("seat_spread", "", point.seat_spread).within(Some(point.ci95))];
    for seat in &point.seats {
        cells.push(cell("win_share", &seat.name, seat.win_share).within(Some(seat.ci95)));
        cells.push(cell("score", &seat.name, seat.score.mean));
    }
    cells.push(cell("score", "", point.score.mean));
    cells.push(cell("decisions", "", point.decisions.mean));
    cells.extend(point.measured.map(|measured| cell("target", "", measured.value).within(measured.interval)));
    cells.extend(point.phases.iter().map(|(phase, times)| cell("times", phase, times.mean)));
    cells
}

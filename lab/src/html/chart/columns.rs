//! How often each value occurs: columns side by side.

use plotters::prelude::*;

use super::Columns;
use super::canvas::{self, DATA, Spot, axes, range};

/// Height of the picture.
const HEIGHT: u32 = 320;

/// The picture.
pub fn svg(chart: &Columns, title: &str) -> String {
    let fine = |column: &&super::Column| canvas::can_be_drawn(&[column.from, column.to, column.height]);
    let shown: Vec<_> = chart.columns.iter().filter(fine).collect();
    canvas::svg(title, HEIGHT, |area, spots| {
        let x = edges(shown.iter().flat_map(|column| [column.from, column.to]));
        let top = shown.iter().map(|column| column.height).fold(0.0, f64::max);
        let y = 0.0..if top > 0.0 { top * 1.05 } else { 1.0 };
        let mut plane = ChartBuilder::on(area)
            .margin(12)
            .set_label_area_size(LabelAreaPosition::Left, 72)
            .set_label_area_size(LabelAreaPosition::Bottom, 48)
            .build_cartesian_2d(x, y.clone())?;
        axes(&mut plane, &chart.x_axis, Some(&chart.y_axis))?;
        for column in &shown {
            let mut bar = Rectangle::new([(column.from, 0.0), (column.to, column.height)], DATA[0].filled());
            bar.set_margin(0, 0, 1, 1);
            plane.draw_series([bar])?;
            let (left, upper) = plane.backend_coord(&(column.from, y.end));
            let (right, lower) = plane.backend_coord(&(column.to, 0.0));
            let size = ((right - left).max(1), lower - upper);
            spots.push(Spot { at: (left, upper), size, text: column.hover.clone() });
        }
        Ok(())
    })
}

/// From the first edge to the last, without room beside them.
fn edges(values: impl Iterator<Item = f64> + Clone) -> std::ops::Range<f64> {
    let low = values.clone().fold(f64::INFINITY, f64::min);
    let high = values.clone().fold(f64::NEG_INFINITY, f64::max);
    let roomy = range(values);
    if high - low > (roomy.end - roomy.start) / 2.0 { low..high } else { roomy }
}

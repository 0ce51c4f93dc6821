//! Histograms: the frequency of each value as columns.

use plotters::prelude::*;

use super::Columns;
use super::canvas::{self, DATA, LEFT_AXIS, NUMBERS, Size, Spot, axes, range};

/// Height of the chart without the part below its axis.
const HEIGHT: i32 = 272;

/// Returns the chart as SVG.
pub fn svg(chart: &Columns, title: &str, size: Size) -> String {
    let fine = |column: &&super::Column| canvas::can_be_drawn(&[column.from, column.to, column.height]);
    let shown: Vec<_> = chart.columns.iter().filter(fine).collect();
    let below = canvas::below(&chart.x_axis, size);
    canvas::svg(title, (size, HEIGHT + below), |area, spots| {
        let x = edges(shown.iter().flat_map(|column| [column.from, column.to]));
        let top = shown.iter().map(|column| column.height).fold(0.0, f64::max);
        let y = 0.0..if top > 0.0 { top * 1.05 } else { 1.0 };
        let mut plane = ChartBuilder::on(area)
            .margin_top(12)
            .margin_right(12)
            .margin_bottom(below - NUMBERS)
            .set_label_area_size(LabelAreaPosition::Left, LEFT_AXIS)
            .set_label_area_size(LabelAreaPosition::Bottom, NUMBERS)
            .build_cartesian_2d(x, y.clone())?;
        axes(&mut plane, size, Some(&chart.y_axis), true)?;
        canvas::name_below(area, &chart.x_axis, size)?;
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

/// Returns the range from the first edge to the last, without a margin.
fn edges(values: impl Iterator<Item = f64> + Clone) -> std::ops::Range<f64> {
    let low = values.clone().fold(f64::INFINITY, f64::min);
    let high = values.clone().fold(f64::NEG_INFINITY, f64::max);
    let roomy = range(values);
    if high - low > (roomy.end - roomy.start) / 2.0 { low..high } else { roomy }
}

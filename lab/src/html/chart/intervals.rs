//! Interval charts: each row has a point between the ends of its interval.

use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

use super::Intervals;
use super::canvas::{self, Area, DATA, Drawn, INK, LETTER, Plane, SOFT, Size, Spot, axes, range, text};

/// Height of a row.
const ROW: i32 = 26;
/// Height of the name of the reference line above the chart.
const ABOVE: i32 = 30;

/// Returns the maximum length of a label. The hover text shows the full label.
fn letters(size: Size) -> usize {
    match size {
        Size::Wide => 24,
        Size::Narrow => 13,
    }
}

/// Returns the chart as SVG.
pub fn svg(chart: &Intervals, title: &str, size: Size) -> String {
    let fine = |row: &&super::Interval| canvas::can_be_drawn(&[row.low, row.value, row.high]);
    let shown: Vec<_> = chart.rows.iter().filter(fine).collect();
    let below = canvas::below(&chart.axis, size);
    let rows = shown.len().max(1);
    canvas::svg(title, (size, ABOVE + ROW * rows as i32 + below), |area, spots| {
        let ends = shown.iter().flat_map(|row| [row.low, row.high, row.value]);
        let x = range(ends.chain(chart.reference.iter().map(|(at, _)| *at)));
        let label = shown.iter().map(|row| row.label.chars().count()).max().unwrap_or(0).min(letters(size));
        let mut plane = ChartBuilder::on(area)
            .margin_left(4)
            .margin_right(12)
            .margin_top(ABOVE)
            .margin_bottom(below - canvas::NUMBERS)
            .set_label_area_size(LabelAreaPosition::Left, label as i32 * LETTER + 14)
            .set_label_area_size(LabelAreaPosition::Bottom, canvas::NUMBERS)
            .build_cartesian_2d(x, 0.0..rows as f64)?;
        axes(&mut plane, size, None, true)?;
        canvas::name_below(area, &chart.axis, size)?;
        if let Some((at, name)) = &chart.reference {
            reference(&mut plane, area, (*at, rows as f64), name)?;
        }
        for (i, row) in shown.iter().enumerate() {
            draw(&mut plane, row, rows as f64 - 0.5 - i as f64)?;
            let middle = ABOVE + i as i32 * ROW + ROW / 2;
            let left = plane.plotting_area().get_x_axis_pixel_range().start;
            let label = shortened(&row.label, letters(size));
            area.draw(&Text::new(label, (left - 10, middle), text(INK).pos(pos(HPos::Right))))?;
            let spot = Spot::around((size.width() / 2, middle), (size.width(), ROW), &row.hover);
            spots.push(spot);
        }
        Ok(())
    })
}

/// Draws the vertical reference line with its name above it, within the chart.
fn reference(plane: &mut Plane<'_, '_>, area: &Area<'_>, (at, top): (f64, f64), name: &str) -> Drawn {
    plane.draw_series(LineSeries::new([(at, 0.0), (at, top)], SOFT.stroke_width(1)))?;
    let (x, _) = plane.backend_coord(&(at, top));
    let (half, width) = (name.chars().count() as i32 * LETTER / 2, area.dim_in_pixel().0 as i32);
    let x = x.min(width - half).max(half);
    area.draw(&Text::new(name.to_owned(), (x, 14), text(SOFT).pos(pos(HPos::Center))))?;
    Ok(())
}

/// Shortens a text to `letters` characters, with an ellipsis.
fn shortened(label: &str, letters: usize) -> String {
    if label.chars().count() <= letters {
        return label.to_owned();
    }
    label.chars().take(letters.saturating_sub(1)).chain(['…']).collect()
}

fn pos(h_pos: HPos) -> Pos {
    Pos { h_pos, v_pos: VPos::Center }
}

fn draw(plane: &mut Plane<'_, '_>, row: &super::Interval, y: f64) -> Drawn {
    let colour = DATA[0];
    plane.draw_series(LineSeries::new([(row.low, y), (row.high, y)], colour.stroke_width(2)))?;
    plane.draw_series([Circle::new((row.value, y), 5, colour.filled())])?;
    Ok(())
}

//! A value with its interval in each row: a point on a line between its ends.

use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

use super::Intervals;
use super::canvas::{self, DATA, Drawn, INK, SOFT, Spot, axes, range, text};

/// Height of a row.
const ROW: u32 = 26;
/// Room for the axis, and for the name of the line to compare with.
const AROUND: u32 = 90;
/// Letters of a label, at most; the rest is in its hover text.
const LETTERS: usize = 24;
/// Width of a letter, about.
const LETTER: u32 = 9;

/// The picture.
pub fn svg(chart: &Intervals, title: &str) -> String {
    let fine = |row: &&super::Interval| canvas::can_be_drawn(&[row.low, row.value, row.high]);
    let shown: Vec<_> = chart.rows.iter().filter(fine).collect();
    let height = AROUND + ROW * shown.len().max(1) as u32;
    canvas::svg(title, height, |area, spots| {
        let ends = shown.iter().flat_map(|row| [row.low, row.high, row.value]);
        let x = range(ends.chain(chart.reference.iter().map(|(at, _)| *at)));
        let rows = shown.len().max(1) as f64;
        let letters = shown.iter().map(|row| row.label.chars().count()).max().unwrap_or(0).min(LETTERS);
        let mut plane = ChartBuilder::on(area)
            .margin(8)
            .margin_top(26)
            .set_label_area_size(LabelAreaPosition::Left, letters as u32 * LETTER + 14)
            .set_label_area_size(LabelAreaPosition::Bottom, 48)
            .build_cartesian_2d(x.clone(), 0.0..rows)?;
        axes(&mut plane, &chart.axis, None)?;
        if let Some((at, name)) = &chart.reference {
            plane.draw_series(LineSeries::new([(*at, 0.0), (*at, rows)], SOFT.stroke_width(1)))?;
            let (x, _) = plane.backend_coord(&(*at, rows));
            let middle = text(SOFT).pos(pos(HPos::Center));
            area.draw(&Text::new(name.clone(), (x, 14), middle))?;
        }
        for (i, row) in shown.iter().enumerate() {
            let y = rows - 0.5 - i as f64;
            draw(&mut plane, row, y)?;
            let (left, middle) = plane.backend_coord(&(x.start, y));
            let label: String = row.label.chars().take(LETTERS).collect();
            area.draw(&Text::new(label, (left - 10, middle), text(INK).pos(pos(HPos::Right))))?;
            let at = (canvas::WIDTH as i32 / 2, middle);
            spots.push(Spot::around(at, (canvas::WIDTH as i32, ROW as i32), &row.hover));
        }
        Ok(())
    })
}

fn pos(h_pos: HPos) -> Pos {
    Pos { h_pos, v_pos: VPos::Center }
}

fn draw(plane: &mut canvas::Plane<'_, '_>, row: &super::Interval, y: f64) -> Drawn {
    let colour = DATA[0];
    plane.draw_series(LineSeries::new([(row.low, y), (row.high, y)], colour.stroke_width(2)))?;
    plane.draw_series([Circle::new((row.value, y), 5, colour.filled())])?;
    Ok(())
}

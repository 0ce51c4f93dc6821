//! Values along two parameters: a field of colours with the numbers in it.

use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

use super::HeatMap;
use super::canvas::{self, DATA, INK, SOFT, Spot, text};

/// Height of a row of fields.
const ROW: i32 = 34;
/// Room at the left for the values of the second parameter.
const LEFT: i32 = 96;
/// Room above for what the colours mean.
const TOP: i32 = 36;
/// Room below for the values of the first parameter and its name.
const BELOW: i32 = 56;

/// The picture.
pub fn svg(chart: &HeatMap, title: &str) -> String {
    let rows = chart.y.len() as i32;
    let width = (canvas::WIDTH as i32 - LEFT - 12) / (chart.x.len().max(1) as i32);
    canvas::svg(title, (TOP + rows * ROW + BELOW) as u32, |area, spots| {
        let largest = chart
            .cells
            .iter()
            .flatten()
            .map(|cell| cell.value.abs())
            .filter(|value| canvas::can_be_drawn(&[*value]))
            .fold(0.0, f64::max);
        let middle = |colour| text(colour).pos(Pos { h_pos: HPos::Center, v_pos: VPos::Center });
        let label =
            |words: &str, at: (i32, i32), colour| area.draw(&Text::new(words.to_owned(), at, middle(colour)));
        label(
            &format!("{} (from bottom to top: {})", chart.value, chart.y_axis),
            (canvas::WIDTH as i32 / 2, 14),
            SOFT,
        )?;
        for (i, row) in chart.cells.iter().enumerate() {
            let top = TOP + (rows - 1 - i as i32) * ROW;
            label(chart.y.get(i).map_or("", String::as_str), (LEFT / 2, top + ROW / 2), INK)?;
            for (j, cell) in row.iter().enumerate() {
                let left = LEFT + j as i32 * width;
                let colour = DATA[usize::from(cell.value < 0.0)].mix(
                    if largest > 0.0 && canvas::can_be_drawn(&[cell.value]) {
                        0.75 * cell.value.abs() / largest
                    } else {
                        0.0
                    },
                );
                area.draw(&Rectangle::new(
                    [(left, top), (left + width - 2, top + ROW - 2)],
                    colour.filled(),
                ))?;
                label(&cell.text, (left + width / 2, top + ROW / 2), INK)?;
                spots.push(Spot { at: (left, top), size: (width, ROW), text: cell.hover.clone() });
            }
        }
        let below = TOP + rows * ROW;
        for (j, name) in chart.x.iter().enumerate() {
            label(name, (LEFT + j as i32 * width + width / 2, below + 12), INK)?;
        }
        label(&chart.x_axis, (LEFT + (canvas::WIDTH as i32 - LEFT) / 2, below + 38), SOFT)?;
        Ok(())
    })
}

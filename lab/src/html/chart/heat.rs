//! Heat maps: values as a function of two parameters, as coloured cells with numbers.

use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

use super::canvas::{self, Area, DATA, Drawn, INK, LETTER, LINE_HEIGHT, SOFT, Size, Spot, text};
use super::{Cell, HeatMap};

/// Height of a row of cells.
const ROW: i32 = 34;

/// Layout of the chart.
struct Places {
    size: Size,
    /// Left edge of the cells.
    left: i32,
    top: i32,
    /// Width of a cell.
    width: i32,
    rows: i32,
}

/// Returns the lines above the chart: the meaning of the colours and the name of the second parameter.
fn above(chart: &HeatMap, size: Size) -> Vec<String> {
    canvas::lines(&format!("{} (upwards: {})", chart.value, chart.y_axis), size)
}

impl Places {
    fn new(chart: &HeatMap, size: Size) -> Places {
        let letters = chart.y.iter().map(|name| name.chars().count()).max().unwrap_or(0).min(12);
        let left = letters as i32 * LETTER + 12;
        let width = (size.width() - left - 4) / (chart.x.len().max(1) as i32);
        let top = above(chart, size).len() as i32 * LINE_HEIGHT + 8;
        Places { size, left, top, width, rows: chart.y.len() as i32 }
    }

    /// Returns the upper left corner of a cell.
    fn at(&self, column: usize, row: usize) -> (i32, i32) {
        (self.left + column as i32 * self.width, self.top + (self.rows - 1 - row as i32) * ROW)
    }
}

/// Returns the chart as SVG.
pub fn svg(chart: &HeatMap, title: &str, size: Size) -> String {
    let places = Places::new(chart, size);
    let bottom = places.top + places.rows * ROW;
    canvas::svg(title, (size, bottom + canvas::below(&chart.x_axis, size)), |area, spots| {
        for (i, line) in above(chart, size).iter().enumerate() {
            label(area, line, (size.width() / 2, i as i32 * LINE_HEIGHT + 12), SOFT)?;
        }
        let largest = largest(chart);
        for (i, row) in chart.cells.iter().enumerate() {
            let name = chart.y.get(i).map_or("", String::as_str);
            label(area, name, (places.left / 2, places.at(0, i).1 + ROW / 2), INK)?;
            for (j, cell) in row.iter().enumerate() {
                field(area, cell, largest, (places.at(j, i), places.width))?;
                let (at, size) = (places.at(j, i), (places.width, ROW));
                spots.push(Spot { at, size, text: cell.hover.clone() });
            }
        }
        names(area, chart, &places, bottom)?;
        canvas::name_below(area, &chart.x_axis, size)
    })
}

fn largest(chart: &HeatMap) -> f64 {
    let sizes = chart.cells.iter().flatten().map(|cell| cell.value.abs());
    sizes.filter(|value| canvas::can_be_drawn(&[*value])).fold(0.0, f64::max)
}

fn label(area: &Area<'_>, words: &str, at: (i32, i32), colour: RGBColor) -> Drawn {
    let middle = text(colour).pos(Pos { h_pos: HPos::Center, v_pos: VPos::Center });
    area.draw(&Text::new(words.to_owned(), at, middle))?;
    Ok(())
}

/// Draws a cell, and its text if it fits.
fn field(area: &Area<'_>, cell: &Cell, largest: f64, ((left, top), width): ((i32, i32), i32)) -> Drawn {
    let drawn = largest > 0.0 && canvas::can_be_drawn(&[cell.value]);
    let strength = if drawn { 0.75 * cell.value.abs() / largest } else { 0.0 };
    let colour = DATA[usize::from(cell.value < 0.0)].mix(strength);
    area.draw(&Rectangle::new([(left, top), (left + width - 2, top + ROW - 2)], colour.filled()))?;
    if cell.text.chars().count() as i32 * LETTER <= width {
        label(area, &cell.text, (left + width / 2, top + ROW / 2), INK)?;
    }
    Ok(())
}

/// Draws the values of the first parameter. Skips names at regular distances if they don't all fit.
fn names(area: &Area<'_>, chart: &HeatMap, places: &Places, bottom: i32) -> Drawn {
    let longest = chart.x.iter().map(|name| name.chars().count() as i32 + 1).max().unwrap_or(0);
    let every = (longest * LETTER / places.width.max(1)).max(0) as usize + 1;
    for (j, name) in chart.x.iter().enumerate().step_by(every) {
        let x = places.at(j, 0).0 + places.width / 2;
        let half = name.chars().count() as i32 * LETTER / 2;
        label(area, name, (x.min(places.size.width() - half), bottom + 12), INK)?;
    }
    Ok(())
}

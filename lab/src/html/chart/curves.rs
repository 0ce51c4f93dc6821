//! Line charts: values as functions of a parameter, with intervals.

use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

use super::canvas::{
    self, Area, DATA, Drawn, INK, LEFT_AXIS, LETTER, LINE_HEIGHT, NUMBERS, Plane, SOFT, Size, Spot, axes,
    range, text,
};
use super::{Curve, Curves, Point};

/// Height of the chart without its legend and the part below its axis.
const HEIGHT: i32 = 300;
/// Height of a legend entry.
const NAME: i32 = 22;
/// Side length of the hover area around a point.
const NEAR: i32 = 24;

/// Returns the chart as SVG.
pub fn svg(chart: &Curves, title: &str, size: Size) -> String {
    let fine = |point: &Point| canvas::can_be_drawn(&[point.x, point.low, point.y, point.high]);
    let mut chart = chart.clone();
    chart.curves.iter_mut().for_each(|curve| curve.points.retain(fine));
    let names = if chart.curves.len() > 1 { chart.curves.len() as i32 * NAME } else { 0 };
    let ticks = NUMBERS + (name_rows(&chart.x_names, size) - 1) * LINE_HEIGHT;
    let below = canvas::below(&chart.x_axis, size) - NUMBERS;
    canvas::svg(title, (size, HEIGHT + names + ticks + below), |area, spots| {
        let points = || chart.curves.iter().flat_map(|curve| &curve.points);
        let x = range(points().map(|point| point.x));
        let reference = chart.reference.iter().map(|(at, _)| *at);
        let y = range(points().flat_map(|point| [point.y, point.low, point.high]).chain(reference));
        let mut plane = ChartBuilder::on(area)
            .margin_top(12 + names)
            .margin_right(12)
            .margin_bottom(below)
            .set_label_area_size(LabelAreaPosition::Left, LEFT_AXIS)
            .set_label_area_size(LabelAreaPosition::Bottom, ticks)
            .build_cartesian_2d(x.clone(), y.clone())?;
        axes(&mut plane, size, Some(&chart.y_axis), chart.x_names.is_empty())?;
        name_ticks(&plane, area, &chart.x_names, size, y.start)?;
        canvas::name_below(area, &chart.x_axis, size)?;
        if let Some((at, name)) = &chart.reference {
            plane.draw_series(LineSeries::new([(x.start, *at), (x.end, *at)], SOFT.stroke_width(1)))?;
            let (right, height) = plane.backend_coord(&(x.end, *at));
            let above = text(SOFT).pos(Pos { h_pos: HPos::Right, v_pos: VPos::Bottom });
            area.draw(&Text::new(name.clone(), (right, height - 4), above))?;
        }
        for (i, curve) in chart.curves.iter().enumerate() {
            let colour = DATA[i % DATA.len()];
            draw(&mut plane, curve, colour, spots)?;
            if names > 0 {
                let at = 14 + i as i32 * NAME;
                let left = Pos { h_pos: HPos::Left, v_pos: VPos::Center };
                area.draw(&Circle::new((LEFT_AXIS + 8, at), 5, colour.filled()))?;
                area.draw(&Text::new(curve.name.clone(), (LEFT_AXIS + 20, at), text(INK).pos(left)))?;
            }
        }
        Ok(())
    })
}

/// Returns the number of rows that the names below the axis require.
fn name_rows(names: &[String], size: Size) -> i32 {
    let longest = names.iter().map(|name| name.chars().count() as i32 + 1).max().unwrap_or(0);
    let wanted = longest * LETTER * names.len() as i32;
    (wanted / (size.width() - LEFT_AXIS)).clamp(0, 3) + 1
}

/// Draws the names of the positions, from 0, alternating between the rows.
fn name_ticks(plane: &Plane<'_, '_>, area: &Area<'_>, names: &[String], size: Size, bottom: f64) -> Drawn {
    let rows = name_rows(names, size);
    let middle = text(SOFT).pos(Pos { h_pos: HPos::Center, v_pos: VPos::Center });
    for (i, name) in names.iter().enumerate() {
        let (x, y) = plane.backend_coord(&(i as f64, bottom));
        let half = name.chars().count() as i32 * LETTER / 2;
        let at = (x.min(size.width() - half), y + 14 + i as i32 % rows * LINE_HEIGHT);
        area.draw(&Text::new(name.clone(), at, middle.clone()))?;
    }
    Ok(())
}

fn draw(plane: &mut Plane<'_, '_>, curve: &Curve, colour: RGBColor, spots: &mut Vec<Spot>) -> Drawn {
    let line = curve.points.iter().map(|point| (point.x, point.y));
    plane.draw_series(LineSeries::new(line, colour.stroke_width(2)))?;
    for point in &curve.points {
        let ends = [(point.x, point.low), (point.x, point.high)];
        plane.draw_series(LineSeries::new(ends, colour.stroke_width(1)))?;
        plane.draw_series([Circle::new((point.x, point.y), 4, colour.filled())])?;
        spots.push(Spot::around(plane.backend_coord(&(point.x, point.y)), (NEAR, NEAR), &point.hover));
    }
    Ok(())
}

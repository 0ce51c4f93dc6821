//! Values along a parameter: points with their intervals, joined by lines.

use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

use super::canvas::{self, DATA, Drawn, INK, Plane, SOFT, Spot, axes, range, text};
use super::{Curve, Curves, Point};

/// Height of the picture without the names of its curves.
const HEIGHT: u32 = 360;
/// Height of a name.
const NAME: i32 = 22;
/// Side of the place to point at around a point.
const NEAR: i32 = 24;

/// The picture.
pub fn svg(chart: &Curves, title: &str) -> String {
    let fine = |point: &Point| canvas::can_be_drawn(&[point.x, point.low, point.y, point.high]);
    let mut chart = chart.clone();
    chart.curves.iter_mut().for_each(|curve| curve.points.retain(fine));
    let names = if chart.curves.len() > 1 { chart.curves.len() as i32 * NAME } else { 0 };
    canvas::svg(title, HEIGHT + names as u32, |area, spots| {
        let points = || chart.curves.iter().flat_map(|curve| &curve.points);
        let x = range(points().map(|point| point.x));
        let reference = chart.reference.iter().map(|(at, _)| *at);
        let y = range(points().flat_map(|point| [point.y, point.low, point.high]).chain(reference));
        let mut plane = ChartBuilder::on(area)
            .margin(12)
            .margin_top(12 + names)
            .set_label_area_size(LabelAreaPosition::Left, 72)
            .set_label_area_size(LabelAreaPosition::Bottom, 48)
            .build_cartesian_2d(x.clone(), y)?;
        axes(&mut plane, &chart.x_axis, Some(&chart.y_axis))?;
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
                area.draw(&Circle::new((90, at), 5, colour.filled()))?;
                area.draw(&Text::new(curve.name.clone(), (102, at), text(INK).pos(left)))?;
            }
        }
        Ok(())
    })
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

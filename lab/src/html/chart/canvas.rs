//! What all charts share: colours, fonts, numbers on axes, and places to point at.

use std::ops::Range;

use maud::html;
use plotters::coord::ranged1d::Ranged;
use plotters::coord::types::RangedCoordf64;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

/// Where a picture is shown. A phone gets one of its own, for text that is scaled down to it can't be read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Size {
    /// A screen, or paper.
    Wide,
    /// A phone.
    Narrow,
}

impl Size {
    /// Both.
    pub const ALL: [Size; 2] = [Self::Wide, Self::Narrow];

    /// The width of a picture, in its own units; a page scales it to its own.
    pub fn width(self) -> i32 {
        match self {
            Self::Wide => 720,
            Self::Narrow => 360,
        }
    }

    /// As a style calls it.
    pub fn word(self) -> &'static str {
        match self {
            Self::Wide => "wide",
            Self::Narrow => "narrow",
        }
    }

    /// Numbers at an axis from left to right, about.
    fn ticks(self) -> usize {
        match self {
            Self::Wide => 7,
            Self::Narrow => 4,
        }
    }

    /// Letters beside each other, at most.
    fn letters(self) -> usize {
        (self.width() / LETTER) as usize
    }
}

/// Width of a letter, about.
pub const LETTER: i32 = 9;
/// Height of a line of text.
pub const LINE_HEIGHT: i32 = 20;
/// Room for the numbers at an axis below.
pub const NUMBERS: i32 = 28;
/// Width of the numbers and the name of an axis at the left.
pub const LEFT_AXIS: i32 = 64;

/// Text and frames. The page turns these three into its own colours, light or dark.
pub const INK: RGBColor = BLACK;
/// Text at the axes.
pub const SOFT: RGBColor = RGBColor(0x5d, 0x63, 0x6b);
/// Lines behind the numbers.
const LINE: RGBColor = RGBColor(0xd9, 0xdc, 0xe0);
/// The colours of data: those of Okabe and Ito (2008) that can be told apart also by who sees fewer colours, readable on light and dark.
pub const DATA: [RGBColor; 6] = [
    RGBColor(0x00, 0x72, 0xb2),
    RGBColor(0xd5, 0x5e, 0x00),
    RGBColor(0x00, 0x9e, 0x73),
    RGBColor(0xcc, 0x79, 0xa7),
    RGBColor(0xe6, 0x9f, 0x00),
    RGBColor(0x56, 0xb4, 0xe9),
];

/// The size of text in a chart.
const TEXT: u32 = 16;

/// A chart with two axes of numbers.
pub type Plane<'a, 'b> = ChartContext<'a, SVGBackend<'b>, Cartesian2d<RangedCoordf64, RangedCoordf64>>;

/// What is drawn on.
pub type Area<'b> = DrawingArea<SVGBackend<'b>, plotters::coord::Shift>;

/// What goes wrong while a picture is drawn into a string: nothing, as far as is known.
pub type Drawn = Result<(), Box<dyn std::error::Error>>;

/// Text in a colour.
pub fn text(colour: RGBColor) -> TextStyle<'static> {
    FontDesc::new(FontFamily::SansSerif, f64::from(TEXT), FontStyle::Normal).color(&colour)
}

/// A place that shows its text when the mouse is over it.
#[derive(Debug)]
pub struct Spot {
    /// Its left upper corner.
    pub at: (i32, i32),
    /// Its width and height.
    pub size: (i32, i32),
    /// The text.
    pub text: String,
}

impl Spot {
    /// One with its middle here.
    pub fn around((x, y): (i32, i32), (width, height): (i32, i32), text: &str) -> Self {
        Self { at: (x - width / 2, y - height / 2), size: (width, height), text: text.to_owned() }
    }
}

/// Text in lines that fit into a picture.
pub fn lines(text: &str, size: Size) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if line.chars().count() + 1 + word.chars().count() <= size.letters() => {
                *line = format!("{line} {word}");
            }
            Some(_) | None => lines.push(word.to_owned()),
        }
    }
    lines
}

/// Room below a picture for numbers and the name of the axis.
pub fn below(name: &str, size: Size) -> i32 {
    NUMBERS + lines(name, size).len() as i32 * LINE_HEIGHT
}

/// The name of the axis below, in the middle.
pub fn name_below(area: &Area<'_>, name: &str, size: Size) -> Drawn {
    let height = area.dim_in_pixel().1 as i32;
    let lines = lines(name, size);
    let middle = text(SOFT).pos(Pos { h_pos: HPos::Center, v_pos: VPos::Center });
    for (i, line) in lines.iter().enumerate() {
        let at = height - (lines.len() - i) as i32 * LINE_HEIGHT + LINE_HEIGHT / 2 - 2;
        area.draw(&Text::new(line.clone(), (size.width() / 2, at), middle.clone()))?;
    }
    Ok(())
}

/// The SVG of what is drawn on an area of this height, with the places that `draw` returns.
pub fn svg(
    title: &str,
    (size, height): (Size, i32),
    draw: impl FnOnce(&Area<'_>, &mut Vec<Spot>) -> Drawn,
) -> String {
    let (mut picture, mut spots) = (String::new(), Vec::new());
    let width = size.width();
    {
        let area = SVGBackend::with_string(&mut picture, (width as u32, height as u32)).into_drawing_area();
        // the backend writes into a string, which doesn't fail; what is left is empty axes, which callers don't make
        let _ = draw(&area, &mut spots);
        let _ = area.present();
    }
    let inside = picture
        .split_once('>')
        .and_then(|(_, rest)| rest.rsplit_once("</svg>"))
        .map_or("", |(inside, _)| inside);
    let head =
        format!("<svg viewBox=\"0 0 {width} {height}\" role=\"img\" xmlns=\"http://www.w3.org/2000/svg\">");
    let name = html! { title { (title) } }.into_string();
    let places: String = spots.iter().map(place).collect();
    format!("{head}{name}{inside}{places}</svg>")
}

fn place(spot: &Spot) -> String {
    let ((x, y), (width, height)) = (spot.at, spot.size);
    html! { rect class="hover" x=(x) y=(y) width=(width) height=(height) { title { (spot.text) } } }
        .into_string()
}

/// A number as it stands at an axis: up to three digits after the point, none that say nothing.
pub fn number(value: f64) -> String {
    let text = format!("{value:.3}");
    let short = text.trim_end_matches('0').trim_end_matches('.');
    if short == "-0" { "0".to_owned() } else { short.to_owned() }
}

/// The largest number, either way, that is drawn.
const LARGEST: f64 = 1e12;
/// The least width of an axis beside its numbers; ticks closer than numbers are would never end.
const NARROWEST: f64 = 1e-6;

/// Whether all of these can be drawn; what can't is left out.
pub fn can_be_drawn(values: &[f64]) -> bool {
    values.iter().all(|value| value.abs() <= LARGEST)
}

/// From the least to the greatest with a little room on both sides; never empty.
pub fn range(values: impl Iterator<Item = f64>) -> Range<f64> {
    let (mut low, mut high) = (f64::INFINITY, f64::NEG_INFINITY);
    for value in values.filter(|value| can_be_drawn(&[*value])) {
        low = low.min(value);
        high = high.max(value);
    }
    if low > high {
        return 0.0..1.0;
    }
    let least = low.abs().max(high.abs()).max(1e-3) * NARROWEST;
    let room = if high - low > least { (high - low) * 0.06 } else { low.abs().max(1.0) * 0.1 };
    low - room..high + room
}

/// Numbers at the axis at the left, about.
const Y_TICKS: usize = 6;
/// Numbers at an axis, at least: with fewer nobody can read off a value.
const LEAST_TICKS: usize = 3;

/// How many numbers to ask for, so that an axis has about so many and not too few: which ones there are follows from what is round.
fn ticks(axis: &RangedCoordf64, about: usize) -> usize {
    let enough = |asked: &usize| axis.key_points(*asked).len() >= LEAST_TICKS;
    (about..=4 * about).find(enough).unwrap_or(about)
}

/// Axes with numbers, that below if it is asked for, and the name of the one at the left; lines behind the numbers go with the axes.
pub fn axes(plane: &mut Plane<'_, '_>, size: Size, y: Option<&str>, x: bool) -> Drawn {
    let label = |value: &f64| number(*value);
    let [x_ticks, y_ticks] = {
        let spec = plane.as_coord_spec();
        [ticks(spec.x_spec(), size.ticks()), ticks(spec.y_spec(), Y_TICKS)]
    };
    let mut mesh = plane.configure_mesh();
    mesh.axis_desc_style(text(SOFT)).label_style(text(SOFT)).axis_style(LINE);
    mesh.light_line_style(TRANSPARENT).bold_line_style(LINE).x_label_formatter(&label);
    mesh.x_labels(if x { x_ticks } else { 0 });
    match y {
        Some(name) => mesh.y_desc(name).y_labels(y_ticks).y_label_formatter(&label),
        None => mesh.disable_y_mesh().disable_y_axis().y_labels(0),
    };
    mesh.draw()?;
    Ok(())
}

//! Shared parts of all charts: colours, fonts, axis numbers, and hover areas.

use std::ops::Range;

use maud::html;
use plotters::coord::ranged1d::Ranged;
use plotters::coord::types::RangedCoordf64;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

/// Display size of a chart. Phones have a separate size, because scaled-down text is unreadable.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Size {
    /// Computer screens and paper.
    Wide,
    /// Phones.
    Narrow,
}

impl Size {
    /// All sizes.
    pub const ALL: [Size; 2] = [Self::Wide, Self::Narrow];

    /// Returns the width of a chart in its own units. The page scales it.
    pub fn width(self) -> i32 {
        match self {
            Self::Wide => 720,
            Self::Narrow => 360,
        }
    }

    /// Returns the CSS class.
    pub fn word(self) -> &'static str {
        match self {
            Self::Wide => "wide",
            Self::Narrow => "narrow",
        }
    }

    /// Returns the approximate number of labels on a horizontal axis.
    fn ticks(self) -> usize {
        match self {
            Self::Wide => 7,
            Self::Narrow => 4,
        }
    }

    /// Returns the maximum number of letters in a line.
    fn letters(self) -> usize {
        (self.width() / LETTER) as usize
    }
}

/// Approximate width of a letter.
pub const LETTER: i32 = 9;
/// Height of a line of text.
pub const LINE_HEIGHT: i32 = 20;
/// Height of the numbers below a horizontal axis.
pub const NUMBERS: i32 = 28;
/// Width of the numbers and the name of a vertical axis.
pub const LEFT_AXIS: i32 = 64;

/// Colour of text and frames. The page maps this colour and the next two to its own, light or dark.
pub const INK: RGBColor = BLACK;
/// Colour of text at the axes.
pub const SOFT: RGBColor = RGBColor(0x5d, 0x63, 0x6b);
/// Colour of grid lines.
const LINE: RGBColor = RGBColor(0xd9, 0xdc, 0xe0);
/// Colours of data: the palette of Okabe and Ito (2008), which also suits colour-blind readers. Readable on
/// light and dark.
pub const DATA: [RGBColor; 6] = [
    RGBColor(0x00, 0x72, 0xb2),
    RGBColor(0xd5, 0x5e, 0x00),
    RGBColor(0x00, 0x9e, 0x73),
    RGBColor(0xcc, 0x79, 0xa7),
    RGBColor(0xe6, 0x9f, 0x00),
    RGBColor(0x56, 0xb4, 0xe9),
];

/// Font size.
const TEXT: u32 = 16;

/// A chart with two numeric axes.
pub type Plane<'a, 'b> = ChartContext<'a, SVGBackend<'b>, Cartesian2d<RangedCoordf64, RangedCoordf64>>;

/// Drawing area of a chart.
pub type Area<'b> = DrawingArea<SVGBackend<'b>, plotters::coord::Shift>;

/// Result of drawing. Drawing into a string has no known failure.
pub type Drawn = Result<(), Box<dyn std::error::Error>>;

/// Returns a text style with a colour.
pub fn text(colour: RGBColor) -> TextStyle<'static> {
    FontDesc::new(FontFamily::SansSerif, f64::from(TEXT), FontStyle::Normal).color(&colour)
}

/// An area that shows its text on hover.
#[derive(Debug)]
pub struct Spot {
    /// Upper left corner.
    pub at: (i32, i32),
    /// Width and height.
    pub size: (i32, i32),
    /// Text shown on hover.
    pub text: String,
}

impl Spot {
    /// Creates an area around a centre.
    pub fn around((x, y): (i32, i32), (width, height): (i32, i32), text: &str) -> Self {
        Self { at: (x - width / 2, y - height / 2), size: (width, height), text: text.to_owned() }
    }
}

/// Wraps a text to the width of a chart.
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

/// Returns the height of the numbers and the name of the horizontal axis.
pub fn below(name: &str, size: Size) -> i32 {
    NUMBERS + lines(name, size).len() as i32 * LINE_HEIGHT
}

/// Draws the centred name of the horizontal axis.
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

/// Returns a chart of the given height as SVG, with the hover areas that `draw` adds.
pub fn svg(
    title: &str,
    (size, height): (Size, i32),
    draw: impl FnOnce(&Area<'_>, &mut Vec<Spot>) -> Drawn,
) -> String {
    let (mut picture, mut spots) = (String::new(), Vec::new());
    let width = size.width();
    {
        let area = SVGBackend::with_string(&mut picture, (width as u32, height as u32)).into_drawing_area();
        // writing to a string can't fail, and callers don't create empty axes
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

/// Formats an axis number with up to three decimals and no trailing zeros.
pub fn number(value: f64) -> String {
    let text = format!("{value:.3}");
    let short = text.trim_end_matches('0').trim_end_matches('.');
    if short == "-0" { "0".to_owned() } else { short.to_owned() }
}

/// Maximum absolute value that is drawn.
const LARGEST: f64 = 1e12;
/// Minimum relative width of an axis range. Below it, ticks are closer than floating-point precision and
/// would never end.
const NARROWEST: f64 = 1e-6;

/// Returns true if all values can be drawn. Other values are left out.
pub fn can_be_drawn(values: &[f64]) -> bool {
    values.iter().all(|value| value.abs() <= LARGEST)
}

/// Returns the range of the values with a margin on both sides. The range is never empty.
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

/// Approximate number of labels on a vertical axis.
const Y_TICKS: usize = 6;
/// Minimum number of labels on an axis. With fewer labels, values can't be read off.
const LEAST_TICKS: usize = 3;

/// Returns the number of labels to request, so that the axis gets about `about` round numbers and at least
/// `LEAST_TICKS`.
fn ticks(axis: &RangedCoordf64, about: usize) -> usize {
    let enough = |asked: &usize| axis.key_points(*asked).len() >= LEAST_TICKS;
    (about..=4 * about).find(enough).unwrap_or(about)
}

/// Draws axes and grid lines: the horizontal axis if `x` is set, and the vertical axis with its name if `y`
/// is given.
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

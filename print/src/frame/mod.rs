//! Frames: SVG pictures whose named rectangles are filled with the texts and pictures of a card.

mod allowed;
mod draw;
mod fit;
mod read;
#[cfg(test)]
mod tests;

use ludex::diagnostics::closest;
use ludex::rules::Colour;

use super::ink::{LARGE, RULE, apart, hex, letters, on, rule, tint};
use super::measure::Align;

pub use fit::{Filled, Look, SMALLEST_POINTS};

/// Shipped frames and the shipped back by name.
const SHIPPED: [(&str, &str); 4] = [
    ("plain", include_str!("../../frames/plain.svg")),
    ("banner", include_str!("../../frames/banner.svg")),
    ("split", include_str!("../../frames/split.svg")),
    ("back", include_str!("../../frames/back.svg")),
];

/// The shipped frames and the back: name and SVG text.
pub fn shipped_frames() -> impl Iterator<Item = (&'static str, &'static str)> {
    SHIPPED.into_iter()
}

/// An SVG file that was checked: only known elements and attributes are kept.
#[derive(Debug, Clone, PartialEq)]
pub struct Frame {
    /// Width and height of a finished card in millimetres.
    pub size: (f64, f64),
    /// Smallest distance of a box for text from the edge in millimetres.
    pub safe: f64,
    /// Millimetres per unit of the drawing.
    unit: f64,
    /// Upper left corner of the finished card in units.
    origin: (f64, f64),
    /// Radius of the corners in millimetres.
    corner: f64,
    /// Presentation attributes of the root element.
    root: Vec<(&'static str, String)>,
    parts: Vec<Part>,
    /// Names of the boxes, each once.
    boxes: Vec<String>,
    /// Shapes with an ID that are not boxes.
    shapes: Vec<Shape>,
    /// Names of the fonts, each once.
    pub families: Vec<String>,
}

/// A shape with an ID that is not a box.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Shape {
    id: String,
    tag: &'static str,
    /// Line of the file, from 1.
    line: u32,
}

/// A problem of an SVG file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refused {
    /// Line of the file, from 1.
    pub line: u32,
    /// The problem, lower case.
    pub message: String,
}

#[derive(Debug, Clone, PartialEq)]
enum Part {
    Element {
        tag: &'static str,
        attributes: Vec<(&'static str, String)>,
        /// Fill and stroke in a colour of the card.
        tones: Vec<(&'static str, Tone)>,
        /// Condition of a group: shown if it holds.
        when: Option<Condition>,
        parts: Vec<Part>,
    },
    Text(String),
    Area(Box<Area>),
}

/// `with-text`, `without-text`, `with-text-over-200`: the box has content, or more than this number of characters.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Condition {
    holds: bool,
    name: String,
    over: usize,
}

/// A named box.
#[derive(Debug, Clone, PartialEq)]
struct Area {
    name: String,
    x: f64,
    y: f64,
    width: f64,
    height: f64,
    /// Millimetres per unit at this place.
    unit: f64,
    radius: f64,
    transform: Option<String>,
    /// Horizontal and vertical alignment; a text without one is centred if it is short.
    align: Option<Align>,
    upright: Align,
    ink: Ink,
    family: Option<String>,
    is_bold: bool,
    is_italic: bool,
    /// Largest font size in millimetres.
    most: Option<f64>,
    /// True if a picture is shown whole instead of filling the box.
    is_whole: bool,
}

/// Colour of a text.
#[derive(Debug, Clone, PartialEq)]
enum Ink {
    Tone(Tone),
    Said(String),
}

/// A colour derived from that of the card.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Tone {
    /// The colour itself.
    Colour,
    /// The colour of the owner, or of the card.
    Owner,
    /// A light tint, as a ground.
    Tint,
    /// A large sign on the tint.
    Sign,
    /// Letters on the colour.
    On,
    /// Lines on the colour.
    LineOn,
    /// Letters in the colour on white.
    Letters,
    /// Lines in the colour on white.
    Line,
}

impl Tone {
    const ALL: [(&'static str, Tone); 8] = [
        ("colour", Self::Colour),
        ("owner", Self::Owner),
        ("tint", Self::Tint),
        ("sign", Self::Sign),
        ("on", Self::On),
        ("line-on", Self::LineOn),
        ("letters", Self::Letters),
        ("line", Self::Line),
    ];

    fn find(word: &str) -> Option<Tone> {
        Self::ALL.iter().find(|(name, _)| *name == word).map(|(_, tone)| *tone)
    }

    fn paint(self, colour: Colour, owner: Option<Colour>) -> String {
        let ground = tint(colour, 14);
        match self {
            Self::Colour => hex(colour),
            Self::Owner => rule(owner.unwrap_or(colour)),
            Self::Tint => hex(ground),
            Self::Sign => hex(apart(tint(colour, 60), ground, LARGE)),
            Self::On => on(colour).to_owned(),
            Self::LineOn => hex(apart(tint(colour, 55), colour, RULE)),
            Self::Letters => letters(colour),
            Self::Line => rule(colour),
        }
    }
}

impl Frame {
    /// Reads a frame. `is_box` returns true for the names of boxes.
    ///
    /// # Errors
    /// The parts of the file that are refused, in their order.
    pub fn read(text: &str, is_box: &dyn Fn(&str) -> bool) -> Result<Frame, Vec<Refused>> {
        read::read(text, Some(is_box))
    }

    /// Reads an icon, which may have any size and has no boxes.
    ///
    /// # Errors
    /// As for [`read`](Self::read).
    pub fn icon(text: &str) -> Result<Frame, Vec<Refused>> {
        read::read(text, None)
    }

    /// Returns a shipped frame, or the shipped back as `back`.
    pub fn shipped(name: &str, is_box: &dyn Fn(&str) -> bool) -> Option<Frame> {
        let (_, text) = SHIPPED.iter().find(|(known, _)| *known == name)?;
        Self::read(text, is_box).ok()
    }

    /// Returns the shape that is probably meant to be a box that the frame lacks, as the end of a sentence.
    fn meant(&self, name: &str) -> Option<String> {
        if let Some(Shape { tag, line, .. }) = self.shapes.iter().find(|shape| shape.id == name) {
            return Some(format!("`{name}` in line {line} is a `<{tag}>`, and a box is a rectangle"));
        }
        let rectangles = self.shapes.iter().filter(|shape| shape.tag == "rect");
        let near = closest(name, rectangles.clone().map(|shape| shape.id.as_str()))?;
        let line = rectangles.into_iter().find(|shape| shape.id == near)?.line;
        Some(format!("is the rectangle `{near}` in line {line} meant?"))
    }

    /// Returns true if the frame has a box of this name.
    pub fn has(&self, name: &str) -> bool {
        self.boxes.iter().any(|known| known == name)
    }
}

//! A card as a picture of 63 × 88 mm.

use std::sync::Arc;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use ludex::rules::{CardFrame, Colour};
use maud::{Markup, html};

use super::frames;
use super::ink::{RULE, apart, hex, on, tint};
use super::measure::{FONTS, LINE, Room, SetText, Weight, set};
use super::plain;

/// Width of a card in millimetres.
pub const WIDTH: f64 = 63.0;
/// Height of a card in millimetres.
pub const HEIGHT: f64 = 88.0;
/// Width of the border in millimetres.
pub const BORDER: f64 = 1.5;

/// Content of a card's front.
#[derive(Debug, Clone, PartialEq)]
pub struct CardFace {
    /// ID as written in the ruleset.
    pub id: String,
    /// Name in large letters.
    pub name: String,
    /// Name at the table if it differs, such as `A♠`.
    pub short: String,
    /// Layout of the card.
    pub frame: CardFrame,
    /// Main colour of the card.
    pub colour: Colour,
    /// Texts of the upper corners, at most two.
    pub corners: Vec<String>,
    /// Line below the name.
    pub line: String,
    /// Rules text; each line is a paragraph.
    pub text: String,
    /// Text at the bottom.
    pub foot: String,
    /// Picture, if any.
    pub art: Option<Picture>,
    /// Name of the owner, and the colour of all of this player's cards.
    pub owner: Option<(String, Colour)>,
}

/// The content of an image file. Clones share it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Picture {
    /// Media type: `image/png` or `image/jpeg`.
    pub media: &'static str,
    /// Content of the file.
    pub bytes: Arc<[u8]>,
}

impl Picture {
    pub(super) fn uri(&self) -> String {
        format!("data:{};base64,{}", self.media, STANDARD.encode(&self.bytes))
    }
}

/// Result of fitting the texts of a card.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Fitted {
    /// Smallest font size of its text, in points.
    pub points: f64,
    /// True if a text was truncated.
    pub is_cut: bool,
}

/// Content of the back of cards.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CardBack {
    /// Title of the game, in large letters.
    pub title: String,
    /// Text below the title: the kind or the owner.
    pub name: String,
    /// Main colour of the back.
    pub colour: Colour,
}

/// Cards with the same back.
#[derive(Debug, Clone, PartialEq)]
pub struct Deck {
    /// ID for file names: letters, digits, `_` and `-`.
    pub id: String,
    /// Back of all its cards.
    pub back: CardBack,
    /// The cards, each with its number of copies.
    pub cards: Vec<(CardFace, u32)>,
}

/// Formats a length with at most two decimal places, without trailing zeros.
pub fn mm(length: f64) -> String {
    let text = format!("{length:.2}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

impl CardFace {
    /// Renders a complete SVG file, with a line for each element.
    pub fn svg(&self) -> String {
        // texts are escaped, so `><` occurs only between elements
        file(&plain(&self.name), &self.drawn().0)
    }

    /// Returns the result of fitting its texts.
    pub fn fitted(&self) -> Fitted {
        self.drawn().1
    }

    /// Renders the drawing, in millimetres from the upper left corner.
    pub(super) fn drawn(&self) -> (Markup, Fitted) {
        frames::draw(self)
    }
}

impl CardBack {
    /// Renders a complete SVG file.
    pub fn svg(&self) -> String {
        file(&plain(&self.title), &self.drawn())
    }

    pub(super) fn drawn(&self) -> Markup {
        let (colour, ink) = (hex(self.colour), on(self.colour));
        let line = hex(apart(tint(self.colour, 55), self.colour, RULE));
        let place = |most: f64, height: f64, weight| Room { width: 45.0, height, weight, sizes: (most, 2.0) };
        let title = set(&plain(&self.title), place(7.0, 26.0, Weight::Bold));
        let name = set(&plain(&self.name), place(4.2, 11.0, Weight::Normal));
        let whole = title.height() + name.height() + 2.0;
        let top = (HEIGHT - whole) / 2.0;
        html! {
            rect width=(mm(WIDTH)) height=(mm(HEIGHT)) rx="3" fill=(colour) {}
            rect x="3" y="3" width="57" height="82" rx="2" fill="none" stroke=(line) stroke-width=".6" {}
            rect x="5" y="5" width="53" height="78" rx="1.2" fill="none" stroke=(line) stroke-width=".25" {}
            (lines(&title, (WIDTH / 2.0, top), Align::Middle, ink))
            (lines(&name, (WIDTH / 2.0, top + title.height() + 2.0), Align::Middle, ink))
        }
    }
}

fn file(title: &str, drawn: &Markup) -> String {
    let markup = html! {
        svg xmlns="http://www.w3.org/2000/svg" width="63mm" height="88mm" viewBox="0 0 63 88" font-family=(FONTS) {
            title { (title) }
            (drawn)
        }
    };
    markup.into_string().replace("><", ">\n<") + "\n"
}

/// Alignment of a line relative to its point.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Align {
    Start,
    Middle,
    End,
}

impl Align {
    fn word(self) -> Option<&'static str> {
        match self {
            Self::Start => None,
            Self::Middle => Some("middle"),
            Self::End => Some("end"),
        }
    }
}

/// Renders the lines of a text, from a point at their top.
pub fn lines(text: &SetText, (x, top): (f64, f64), align: Align, ink: &str) -> Markup {
    html! {
        @for (n, line) in text.lines.iter().enumerate() {
            text x=(mm(x)) y=(mm(top + (n as f64 * LINE + 0.95) * text.size)) font-size=(mm(text.size))
                font-weight=[text.weight.word()] text-anchor=[align.word()] fill=(ink) { (line) }
        }
    }
}

/// Renders the lines of a text, vertically centred on a point.
pub fn around(text: &SetText, (x, y): (f64, f64), align: Align, ink: &str) -> Markup {
    lines(text, (x, y - text.height() / 2.0 + 0.02 * text.size), align, ink)
}

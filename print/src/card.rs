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

/// Millimetres.
pub const WIDTH: f64 = 63.0;
/// Millimetres.
pub const HEIGHT: f64 = 88.0;
/// How wide the border is.
pub const BORDER: f64 = 1.5;

/// What stands on a card.
#[derive(Debug, Clone, PartialEq)]
pub struct CardFace {
    /// As the ruleset writes it.
    pub id: String,
    /// In large letters.
    pub name: String,
    /// What it is called at the table, if it is called otherwise there: `A♠`.
    pub short: String,
    /// How the card is divided.
    pub frame: CardFrame,
    /// Its colour.
    pub colour: Colour,
    /// What stands in the upper corners, at most two.
    pub corners: Vec<String>,
    /// Below the name.
    pub line: String,
    /// What the card does; a line of its own is a paragraph.
    pub text: String,
    /// At the foot.
    pub foot: String,
    /// What it shows.
    pub art: Option<Picture>,
    /// Whose it is, and the colour of all of this player's cards.
    pub owner: Option<(String, Colour)>,
}

/// A picture from outside, as a file has it. Copies share it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Picture {
    /// `image/png`, `image/jpeg`.
    pub media: &'static str,
    /// The file.
    pub bytes: Arc<[u8]>,
}

impl Picture {
    /// As a page holds it.
    pub(super) fn uri(&self) -> String {
        format!("data:{};base64,{}", self.media, STANDARD.encode(&self.bytes))
    }
}

/// How well the texts of a card found room.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Fitted {
    /// The smallest letters of its text, in points.
    pub points: f64,
    /// Some of it is not there.
    pub is_cut: bool,
}

/// What cards of one back have on it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CardBack {
    /// In large letters: the game.
    pub title: String,
    /// Below: the kind, or whose they are.
    pub name: String,
    /// Its colour.
    pub colour: Colour,
}

/// Cards with the same back.
#[derive(Debug, Clone, PartialEq)]
pub struct Deck {
    /// For the names of files: letters, digits, `_` and `-`.
    pub id: String,
    /// Their back.
    pub back: CardBack,
    /// The cards, and how many there are of each.
    pub cards: Vec<(CardFace, u32)>,
}

/// A length as it is written: two places, none that say nothing.
pub fn mm(length: f64) -> String {
    let text = format!("{length:.2}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

impl CardFace {
    /// A whole SVG file; a line for each of its elements.
    pub fn svg(&self) -> String {
        // texts are escaped, so these are borders of elements
        file(&plain(&self.name), &self.drawn().0)
    }

    /// How well its texts fit.
    pub fn fitted(&self) -> Fitted {
        self.drawn().1
    }

    /// What is drawn, in millimetres from its upper left corner.
    pub(super) fn drawn(&self) -> (Markup, Fitted) {
        frames::draw(self)
    }
}

impl CardBack {
    /// A whole SVG file.
    pub fn svg(&self) -> String {
        file(&plain(&self.title), &self.drawn())
    }

    /// What is drawn.
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

/// On which side of its place a line begins.
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

/// The lines of a text, from a point at their top.
pub fn lines(text: &SetText, (x, top): (f64, f64), align: Align, ink: &str) -> Markup {
    html! {
        @for (n, line) in text.lines.iter().enumerate() {
            text x=(mm(x)) y=(mm(top + (n as f64 * LINE + 0.95) * text.size)) font-size=(mm(text.size))
                font-weight=[text.weight.word()] text-anchor=[align.word()] fill=(ink) { (line) }
        }
    }
}

/// The same around a height.
pub fn around(text: &SetText, (x, y): (f64, f64), align: Align, ink: &str) -> Markup {
    lines(text, (x, y - text.height() / 2.0 + 0.02 * text.size), align, ink)
}

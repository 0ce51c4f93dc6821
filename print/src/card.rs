//! Contents of the front and the back of a card.

use std::collections::BTreeMap;
use std::sync::Arc;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use ludex::rules::Colour;

use super::frame::Look;

/// Maximum number of pixels of a picture: a card of 200 × 200 mm at 600 dpi has 22 million.
const MOST_PIXELS: usize = 40_000_000;

/// Boxes that every front may have, in addition to the fields of its kind.
pub const BOXES: [&str; 13] = [
    "name",
    "text",
    "art",
    "icons",
    "corner-left",
    "corner-right",
    "small-left",
    "line",
    "foot",
    "owner",
    "emblem",
    "title",
    "short",
];

/// Content of a card's front.
#[derive(Debug, Clone, PartialEq)]
pub struct CardFace {
    /// ID as written in the ruleset.
    pub id: String,
    /// Name in large letters.
    pub name: String,
    /// Name at the table if it differs, such as `A♠`.
    pub short: String,
    /// Name of the shipped frame, or path of the SVG file.
    pub frame: String,
    /// Main colour of the card.
    pub colour: Colour,
    /// Texts of the upper corners, at most two.
    pub corners: Vec<String>,
    /// Line below the name.
    pub line: String,
    /// Rules text with its marks; each line is a paragraph.
    pub text: String,
    /// Text at the bottom.
    pub foot: String,
    /// Names of the icons of the row.
    pub icons: Vec<String>,
    /// Printed fields by name, each as shown without its name.
    pub fields: Vec<(String, String)>,
    /// Picture, if any.
    pub art: Option<Picture>,
    /// Name of the owner, and the colour of all of this player's cards.
    pub owner: Option<(String, Colour)>,
}

/// The content of an image file. Clones share it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Picture {
    /// Media type: `image/png` or `image/jpeg`.
    media: &'static str,
    /// Content of the file.
    bytes: Arc<[u8]>,
}

impl Picture {
    /// Reads the head of a PNG or JPEG file; its name is not trusted, and nothing is decoded.
    ///
    /// # Errors
    /// The reason why it can't be shown, as the end of a sentence.
    pub fn read(bytes: Vec<u8>) -> Result<Picture, String> {
        let media = match &bytes[..] {
            [0x89, b'P', b'N', b'G', ..] => "image/png",
            [0xff, 0xd8, 0xff, ..] => "image/jpeg",
            _ => return Err("is neither PNG nor JPEG".to_owned()),
        };
        let size = imagesize::blob_size(&bytes).map_err(|_| "is damaged: its size is missing".to_owned())?;
        if size.width.saturating_mul(size.height) > MOST_PIXELS {
            let most = MOST_PIXELS / 1_000_000;
            return Err(format!("has {} × {} pixels, more than {most} million", size.width, size.height));
        }
        Ok(Picture { media, bytes: bytes.into() })
    }

    pub(super) fn uri(&self) -> String {
        format!("data:{};base64,{}", self.media, STANDARD.encode(&self.bytes))
    }
}

/// Contents of the boxes of a frame.
#[derive(Debug, Clone, PartialEq)]
pub struct Contents {
    /// ID of the card, or of the deck whose back it is.
    pub id: String,
    /// Main colour.
    pub colour: Colour,
    /// Colour of the owner.
    pub owner: Option<Colour>,
    /// Texts by the name of their box; empty ones are left out.
    pub texts: BTreeMap<String, String>,
    /// Names of the icons of the row.
    pub icons: Vec<String>,
    /// Picture, if any.
    pub art: Option<Picture>,
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
#[derive(Debug, Clone)]
pub struct Deck {
    /// ID for file names: letters, digits, `_` and `-`.
    pub id: String,
    /// Back of all its cards.
    pub back: CardBack,
    /// Frame of the fronts.
    pub look: Arc<Look>,
    /// Frame of the back.
    pub back_look: Arc<Look>,
    /// The cards, each with its number of copies.
    pub cards: Vec<(CardFace, u32)>,
}

/// Formats a length with at most two decimal places, without trailing zeros.
pub fn mm(length: f64) -> String {
    let text = format!("{length:.2}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".to_owned() } else { text.to_owned() }
}

impl CardFace {
    /// Returns true if the frame is an SVG file of the ruleset.
    pub fn has_own_frame(&self) -> bool {
        self.frame.contains('.')
    }

    /// Returns the contents of the boxes.
    pub fn contents(&self) -> Contents {
        let corner = |number: usize| self.corners.get(number).cloned().unwrap_or_default();
        let short = self.sign().unwrap_or_default();
        let is_repeated = short.is_empty() && self.art.is_none();
        let named = [
            ("name", self.name.clone()),
            ("text", self.text.clone()),
            ("corner-left", corner(0)),
            ("corner-right", corner(1)),
            ("small-left", if is_repeated { String::new() } else { corner(0) }),
            ("line", self.line.clone()),
            ("foot", self.foot.clone()),
            ("owner", self.owner.as_ref().map(|(name, _)| name.clone()).unwrap_or_default()),
            ("emblem", if short.is_empty() { corner(0) } else { short.to_owned() }),
            ("short", self.short.clone()),
        ];
        let named = named.into_iter().map(|(name, text)| (name.to_owned(), text));
        let texts = self.fields.iter().cloned().chain(named).filter(|(_, text)| !text.trim().is_empty());
        Contents {
            id: self.id.clone(),
            colour: self.colour,
            owner: self.owner.as_ref().map(|(_, colour)| *colour),
            texts: texts.collect(),
            icons: self.icons.clone(),
            art: self.art.clone(),
        }
    }

    /// Returns the short name if it is a single word.
    fn sign(&self) -> Option<&str> {
        Some(self.short.as_str()).filter(|short| !short.is_empty() && !short.contains(char::is_whitespace))
    }
}

impl CardBack {
    /// Returns the contents of the boxes.
    pub fn contents(&self) -> Contents {
        let texts = [("title", &self.title), ("name", &self.name)];
        let texts = texts.into_iter().filter(|(_, text)| !text.trim().is_empty());
        Contents {
            id: self.name.clone(),
            colour: self.colour,
            owner: None,
            texts: texts.map(|(name, text)| (name.to_owned(), text.clone())).collect(),
            icons: Vec::new(),
            art: None,
        }
    }
}

impl Deck {
    /// Draws the front of a card with a bleed.
    pub fn front(&self, face: &CardFace, bleed: f64) -> String {
        self.look.file(&face.contents(), bleed)
    }

    /// Draws the back with a bleed.
    pub fn reverse(&self, bleed: f64) -> String {
        self.back_look.file(&self.back.contents(), bleed)
    }

    /// Returns the distance that the texts of both sides keep from the edge in millimetres.
    pub fn safe(&self) -> f64 {
        self.look.safe().min(self.back_look.safe())
    }

    /// Returns the number of all copies.
    pub fn count(&self) -> usize {
        self.cards.iter().map(|(_, copies)| *copies as usize).sum()
    }
}

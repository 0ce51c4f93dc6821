//! Fits the contents of cards into the boxes of a frame. Texts of a box have one size in a whole deck.

use std::collections::BTreeMap;

use super::{Area, Condition, Frame, Part};
use crate::card::Contents;
use crate::fonts::Font;
use crate::measure::{LINE, Room, SetText, set};
use crate::plain;
use crate::rich::{Style, icons};

/// Smallest font size of a text in points.
pub const SMALLEST_POINTS: f64 = 6.0;
/// Millimetres per point.
const POINT: f64 = 25.4 / 72.0;
/// Largest font size of a text without one of its own, in millimetres.
const LARGEST: f64 = 4.4;
/// Maximum number of times that the sizes of a deck are chosen.
const PASSES: usize = 6;
/// The box whose texts are those of players, not of the designer.
const OWNER: &str = "owner";
const TEXT: &str = "text";
pub(super) const ICONS: &str = "icons";
pub(super) const ART: &str = "art";

/// A frame for a deck, with its icons, fonts, and a font size for each box.
#[derive(Debug, Clone)]
pub struct Look {
    pub(super) frame: Frame,
    /// Start of the IDs in drawings, so that those of other frames differ.
    pub(super) prefix: String,
    pub(super) icons: BTreeMap<String, Frame>,
    fonts: Vec<Font>,
    sizes: BTreeMap<String, f64>,
    /// Size of a finished card in millimetres.
    size: (f64, f64),
}

/// Result of fitting the contents of a card.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Filled {
    /// Boxes whose text is too long in the smallest font size.
    pub cut: Vec<String>,
    /// Contents that have no box.
    pub homeless: Vec<String>,
    /// Names of icons that don't exist.
    pub unknown_icons: Vec<String>,
}

impl Look {
    /// Creates the look of a deck in a size, by default that of the frame.
    pub fn new(frame: Frame, prefix: &str, fonts: Vec<Font>, size: Option<(f64, f64)>) -> Look {
        let size = size.unwrap_or(frame.size);
        let letter = |c: char| if c.is_ascii_alphanumeric() { c } else { '-' };
        let prefix = prefix.chars().map(letter).collect();
        Look { frame, prefix, icons: BTreeMap::new(), fonts, sizes: BTreeMap::new(), size }
    }

    /// Adds the icons by name, and chooses the font sizes in which the contents of all cards fit.
    pub fn fit(&mut self, icons: BTreeMap<String, Frame>, cards: &[Contents]) {
        self.icons = icons;
        // a smaller size can change the line breaks, so that a text needs an even smaller one
        for _ in 0..PASSES {
            let before = self.sizes.clone();
            cards.iter().for_each(|contents| self.shrink(contents));
            if self.sizes == before {
                return;
            }
        }
    }

    fn shrink(&mut self, contents: &Contents) {
        let mut areas = Vec::new();
        self.shown(&self.frame.parts, contents, &mut areas);
        let texts = areas.into_iter().filter(|area| area.name != OWNER);
        let size =
            |area: &Area| Some((area.name.clone(), self.set(area, contents.texts.get(&area.name)?).size));
        let sizes: Vec<(String, f64)> = texts.filter_map(size).collect();
        self.sizes.extend(sizes);
    }

    /// Returns width and height of a finished card in millimetres.
    pub fn size(&self) -> (f64, f64) {
        self.size
    }

    /// Returns the distance that texts keep from the edge in millimetres.
    pub fn safe(&self) -> f64 {
        let (across, down) = self.scale();
        self.frame.safe * across.min(down)
    }

    /// Returns the shape of the frame that is probably meant to be this box, as the end of a sentence.
    pub fn meant(&self, name: &str) -> Option<String> {
        self.frame.meant(name)
    }

    /// Returns the embedded fonts.
    pub fn fonts(&self) -> &[Font] {
        &self.fonts
    }

    /// Returns the CSS rules of the embedded fonts.
    pub fn font_rules(&self) -> String {
        self.fonts.iter().map(Font::rules).collect()
    }

    /// Returns the font size of a box in points, if a text is in it.
    pub fn points(&self, name: &str) -> Option<f64> {
        self.sizes.get(name).map(|size| size / POINT)
    }

    /// Returns the contents of a card that don't fit, or have no place.
    pub fn filled(&self, contents: &Contents) -> Filled {
        let mut areas = Vec::new();
        self.shown(&self.frame.parts, contents, &mut areas);
        let is_shown = |name: &str| areas.iter().any(|area| area.name == name);
        let texts = areas.iter().filter(|area| area.name != OWNER);
        let cut = texts
            .filter(|area| contents.texts.get(&area.name).is_some_and(|text| self.set(area, text).is_cut));
        let homeless = contents.texts.keys().filter(|name| !is_shown(name)).cloned();
        let row = (!contents.icons.is_empty() && !is_shown(ICONS)).then(|| ICONS.to_owned());
        let art = (contents.art.is_some() && !is_shown(ART)).then(|| ART.to_owned());
        let inline =
            contents.texts.iter().filter(|(name, _)| is_shown(name)).flat_map(|(_, text)| icons(text));
        let named = inline.chain(contents.icons.iter().cloned());
        Filled {
            cut: cut.map(|area| area.name.clone()).collect(),
            homeless: homeless.chain(row).chain(art).collect(),
            unknown_icons: named.filter(|name| !self.icons.contains_key(name)).collect(),
        }
    }

    /// Collects the boxes that are shown for these contents.
    fn shown<'f>(&self, parts: &'f [Part], contents: &Contents, found: &mut Vec<&'f Area>) {
        for part in parts {
            match part {
                Part::Element { when, parts, .. } if holds(when.as_ref(), contents) => {
                    self.shown(parts, contents, found);
                }
                Part::Area(area) => found.push(area),
                Part::Element { .. } | Part::Text(_) => {}
            }
        }
    }

    pub(super) fn scale(&self) -> (f64, f64) {
        (self.size.0 / self.frame.size.0, self.size.1 / self.frame.size.1)
    }

    pub(super) fn font(&self, family: Option<&String>) -> Option<&Font> {
        self.fonts.iter().find(|font| Some(&font.family) == family)
    }

    /// Sets a text in its box, in the size of the deck if it is known.
    pub(super) fn set(&self, area: &Area, text: &str) -> SetText {
        let (across, down) = self.scale();
        let (width, height) = (area.width * area.unit * across, area.height * area.unit * down);
        let least = SMALLEST_POINTS * POINT;
        let usual = if area.name == TEXT { LARGEST } else { height / LINE };
        let most = area.most.unwrap_or(usual).min(height / LINE);
        let most = self.sizes.get(&area.name).copied().unwrap_or(most).max(least);
        let style = Style { is_bold: area.is_bold, is_italic: area.is_italic };
        let font = self.font(area.family.as_ref());
        set(&plain(text), Room { width, height: height.max(least * LINE), style, font, sizes: (most, least) })
    }
}

pub(super) fn holds(when: Option<&Condition>, contents: &Contents) -> bool {
    when.is_none_or(|when| {
        let is_there = match when.name.as_str() {
            ART => contents.art.is_some(),
            ICONS => !contents.icons.is_empty(),
            name => contents.texts.get(name).is_some_and(|text| text.chars().count() > when.over),
        };
        is_there == when.holds
    })
}

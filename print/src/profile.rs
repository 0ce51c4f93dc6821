//! Requirements of printers. Each number is from the printer's own pages for designers, or from templates for
//! that printer in other tools.

use super::card::Deck;
use super::sheets::PrintPage;

/// Order of the pages of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Order {
    /// Front and back of each card.
    FrontBack,
    /// Back and front of each card.
    BackFront,
}

/// Files that a printer accepts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Files {
    /// Sheets of several cards as one PDF, each followed by the sheet of its backs.
    Sheets,
    /// A PDF for each deck, with two pages for each card.
    Pdf(Order),
    /// A PNG for each card, and one for the back, at this number of dots per inch.
    Png(u32),
}

/// A printer, or a printer at home.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Profile {
    /// Word of the command line.
    pub name: &'static str,
    /// Width of the bleed in millimetres.
    pub bleed: f64,
    /// Distance of texts from the edge that the printer requires, in millimetres.
    pub safe: f64,
    /// Names of the printer's cards, with their sizes in inches; empty if it prints any size.
    pub sizes: &'static [(&'static str, f64, f64)],
    /// The files that are made.
    pub files: Files,
    /// Requirements of the printer that the files don't meet, with the step that meets them.
    pub missing: Option<&'static str>,
}

/// Millimetres per inch.
const INCH: f64 = 25.4;
/// Sizes that differ by less, in millimetres, are the same to a printer: 57 × 87 mm is bridge.
const ALIKE: f64 = 2.0;

/// All profiles.
pub const PROFILES: [Profile; 4] = [
    Profile {
        name: "tgc",
        bleed: INCH / 8.0,
        safe: INCH / 8.0,
        sizes: &[
            ("poker", 2.5, 3.5),
            ("bridge", 2.25, 3.5),
            ("tarot", 2.75, 4.75),
            ("mini", 1.75, 2.5),
            ("micro", 1.25, 1.75),
            ("square", 3.5, 3.5),
            ("Euro square", 2.75, 2.75),
            ("small square", 2.5, 2.5),
            ("jumbo", 3.5, 5.5),
            ("business", 2.0, 3.5),
            ("domino", 1.75, 3.5),
        ],
        files: Files::Png(300),
        missing: None,
    },
    Profile {
        name: "drivethru",
        bleed: INCH / 8.0,
        safe: INCH / 8.0,
        sizes: &[("poker", 2.5, 3.5), ("mini", 1.625, 2.5)],
        files: Files::Pdf(Order::BackFront),
        missing: Some(
            "DriveThruCards requires PDF/X-1a:2003 in CMYK with at most 240 % ink, and these files are RGB: export each from Scribus or Acrobat as PDF/X-1a",
        ),
    },
    Profile {
        name: "mbprint",
        bleed: 3.0,
        safe: 4.0,
        sizes: &[],
        files: Files::Pdf(Order::FrontBack),
        missing: Some(
            "MB Print works in CMYK (Fogra39) and converts these RGB files: for exact colours, convert them in Scribus or Acrobat and look at a proof",
        ),
    },
    Profile { name: "home", bleed: 3.0, safe: 3.0, sizes: &[], files: Files::Sheets, missing: None },
];

impl Profile {
    /// Finds a profile by its word.
    pub fn find(name: &str) -> Option<&'static Profile> {
        PROFILES.iter().find(|profile| profile.name == name)
    }

    /// Returns the size that the printer makes of a size of cards; `None` if it prints no such cards.
    pub fn size(&self, size: (f64, f64)) -> Option<(f64, f64)> {
        let near = |known: &(f64, f64)| (known.0 - size.0).abs() < ALIKE && (known.1 - size.1).abs() < ALIKE;
        let mut sizes = self.sizes.iter().map(|(_, width, height)| (width * INCH, height * INCH));
        if self.sizes.is_empty() { Some(size) } else { sizes.find(near) }
    }

    /// Lists the sizes that the printer prints: `63.5 × 88.9 mm (poker), …`.
    pub fn sizes_text(&self) -> String {
        let size = |(name, width, height): &(&str, f64, f64)| {
            format!("{:.1} × {:.1} mm ({name})", width * INCH, height * INCH)
        };
        self.sizes.iter().map(size).collect::<Vec<_>>().join(", ")
    }

    /// Returns the pages of a deck: two for each copy of each card.
    pub fn pages(&self, deck: &Deck, order: Order) -> Vec<PrintPage> {
        let page = |svg: String| PrintPage::of_card(svg, deck.look.size(), self.bleed);
        let back = page(deck.reverse(self.bleed));
        let cards = deck.cards.iter().flat_map(|(face, copies)| {
            let front = page(deck.front(face, self.bleed));
            std::iter::repeat_n(front, *copies as usize)
        });
        let pair = |front: PrintPage| match order {
            Order::FrontBack => [front, back.clone()],
            Order::BackFront => [back.clone(), front],
        };
        cards.flat_map(pair).collect()
    }
}

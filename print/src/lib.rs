//! Draws cards, sheets of cards and rule books.
//!
//! Internal to Ludex: only the crate `ludex` has a stable API.
//!
//! Functions take texts and return SVG or HTML; they read and write no files. Text from a ruleset is never
//! treated as markup, and the result loads nothing from elsewhere and runs no scripts.

#![deny(clippy::wildcard_enum_match_arm)]

mod book;
mod card;
mod fonts;
mod frame;
mod icons;
mod ink;
mod markdown;
mod measure;
mod profile;
mod rich;
mod sheets;
mod tabletop;
#[cfg(test)]
mod tests;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use sha2::{Digest, Sha256};

pub use book::{Chapter, Edition, Entry, Passage, RuleBook};
pub use card::{BOXES, CardBack, CardFace, Contents, Deck, Picture, mm};
pub use fonts::{Font, FontFile, STYLES};
pub use frame::{Filled, Frame, Look, Refused, SMALLEST_POINTS, shipped_frames};
pub use icons::{icon_names, shipped_icon};
pub use ink::{letters, of_number};
pub use profile::{Files, Order, PROFILES, Profile};
pub use rich::{icons, unmarked};
pub use sheets::Paper;
pub use sheets::{PrintPage, Sheets, gallery};
pub use tabletop::{CARDS_OF_GRID, GRID_SIZE, Hosted, grids, saved_object};

/// Returns the content security policy of a page: only its own style and script, and embedded pictures.
pub fn policy(style: &str, script: Option<&str>) -> String {
    let hash = |text: &str| format!("'sha256-{}'", STANDARD.encode(Sha256::digest(text)));
    let script = script.map(|script| format!(" script-src {};", hash(script))).unwrap_or_default();
    let fonts = if style.contains("@font-face") { " font-src data:;" } else { "" };
    let style = hash(style);
    format!(
        "default-src 'none'; style-src {style};{script} img-src data:;{fonts} base-uri 'none'; form-action 'none'"
    )
}

/// Replaces characters that are invalid in SVG or change the direction of the text.
fn plain(text: &str) -> String {
    let odd = |c: char| {
        c.is_control() && c != '\n'
            || matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{fffe}' | '\u{ffff}')
    };
    text.chars().map(|c| if odd(c) { ' ' } else { c }).collect()
}

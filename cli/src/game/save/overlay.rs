//! Overlays of a saved game. The save includes their texts, so the game can be resumed without their files.

use std::path::Path;

use ludex::fs::{Files, read_text};
use serde::{Deserialize, Serialize};

use crate::terminal::output::{clean, warn};

/// An overlay of a saved game.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Overlay {
    /// Path of the overlay, in older saves.
    Path(String),
    Whole(FullOverlay),
}

/// Path and text of an overlay.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FullOverlay {
    file: String,
    text: String,
}

/// Version of an overlay to use if its file differs from the save.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OverlayVersion {
    /// The saved text, with which the game was played.
    Saved,
    AtHand,
}

impl Overlay {
    pub fn whole(file: String, text: &str) -> Overlay {
        Overlay::Whole(FullOverlay { file, text: text.to_owned() })
    }

    /// Returns the original path.
    pub fn file(&self) -> &str {
        match self {
            Self::Path(file) | Self::Whole(FullOverlay { file, .. }) => file,
        }
    }
}

/// Returns the overlay texts to use by file name. Reports the choice if a file differs from the save.
pub fn texts(overlays: &[Overlay], take: OverlayVersion) -> Result<Files, String> {
    let text = |overlay: &Overlay| {
        let path = Path::new(overlay.file());
        let (shown, at_hand) = (clean(overlay.file()), read_text(path, path));
        let text = match (overlay, at_hand) {
            (Overlay::Path(_), at_hand) => at_hand.map_err(|why| {
                format!("its overlay {}, and the save has not the text of it", clean(&why.to_string()))
            })?,
            (Overlay::Whole(saved), Ok(text)) if text != saved.text => differing(&shown, saved, text, take),
            (Overlay::Whole(saved), Ok(_) | Err(_)) => saved.text.clone(),
        };
        Ok((shown, text))
    };
    overlays.iter().map(text).collect()
}

fn differing(shown: &str, saved: &FullOverlay, at_hand: String, take: OverlayVersion) -> String {
    let (used, text) = match take {
        OverlayVersion::Saved => ("this is the saved text", saved.text.clone()),
        OverlayVersion::AtHand => ("this is the current file", at_hand),
    };
    warn(&format!("note: the overlay {shown} has changed since the game was saved; {used}"));
    text
}

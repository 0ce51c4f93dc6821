//! Formatting of effects, limited to the changed lines.

use ludex::format;
use serde_json::{Value, json};

use crate::game::Game;

/// Returns the edits of the lines that formatting changes.
pub fn formatting(game: &Game, path: &str) -> Vec<Value> {
    let Some(text) = game.text(path).filter(|_| !path.starts_with("text/")) else { return Vec::new() };
    let new = format::file(path, &text.text);
    let mut at = 0;
    let mut edits = Vec::new();
    // formatting keeps all line breaks
    for (old, new) in text.text.split_inclusive('\n').zip(new.split_inclusive('\n')) {
        if old != new {
            let range = game.range_in(text, (at, at + old.trim_end_matches(['\n', '\r']).len()));
            edits.push(json!({ "range": range, "newText": new.trim_end_matches(['\n', '\r']) }));
        }
        at += old.len();
    }
    edits
}

//! Effects formatted in place: only the lines that change.

use ludex::format;
use serde_json::{Value, json};

use crate::game::Game;

/// The lines of a file that are formatted otherwise.
pub fn formatting(game: &Game, path: &str) -> Vec<Value> {
    let Some(text) = game.text(path).filter(|_| !path.starts_with("text/")) else { return Vec::new() };
    let new = format::file(path, &text.text);
    let mut at = 0;
    let mut edits = Vec::new();
    // lines stay where they are
    for (old, new) in text.text.split_inclusive('\n').zip(new.split_inclusive('\n')) {
        if old != new {
            let range = game.range_in(text, (at, at + old.trim_end_matches(['\n', '\r']).len()));
            edits.push(json!({ "range": range, "newText": new.trim_end_matches(['\n', '\r']) }));
        }
        at += old.len();
    }
    edits
}

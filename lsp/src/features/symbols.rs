//! What a file, or a game, defines.

use ludex::analysis::Definition;
use serde_json::{Value, json};

use crate::game::Game;

/// The definitions of a file, in order.
pub fn of_file(game: &Game, path: &str) -> Vec<Value> {
    let Some(file) = game.whole().file(path) else { return Vec::new() };
    let own = game.whole().definitions().filter(|found| found.place.file == file && found.what != "local");
    own.filter_map(|found| {
        let (_, range) = game.range(game.whole(), found.place)?;
        Some(json!({ "name": found.name, "detail": found.what, "kind": kind(found.what), "range": range, "selectionRange": range }))
    })
    .collect()
}

/// The definitions of a game whose name has these letters in this order.
pub fn of_game(game: &Game, query: &str) -> Vec<Value> {
    let own = game.whole().definitions().filter(|found| found.what != "local" && has(&found.name, query));
    let symbol = |found: Definition| {
        let location = game.location(game.whole(), found.place)?;
        Some(
            json!({ "name": found.name, "kind": kind(found.what), "location": location, "containerName": found.what }),
        )
    };
    own.filter_map(symbol).collect()
}

/// Whether a name has the letters of a query in their order.
fn has(name: &str, query: &str) -> bool {
    let mut letters = name.chars();
    query.to_lowercase().chars().all(|wanted| letters.any(|letter| letter == wanted))
}

/// The protocol's number for a sort of thing.
fn kind(what: &str) -> u8 {
    match what {
        "function" | "procedure" => 12,
        "variable" | "option" => 13,
        "field" | "property" => 8,
        "enum" => 10,
        "kind" => 5,
        "event" | "message" => 24,
        "phase" | "window" => 3,
        _ => 19,
    }
}

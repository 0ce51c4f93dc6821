//! Symbols defined by a file or a game.

use ludex::analysis::{Definition, NameKind};
use serde_json::{Value, json};

use crate::game::Game;

/// Returns the definitions of a file, in order.
pub fn of_file(game: &Game, path: &str) -> Vec<Value> {
    let Some(file) = game.whole().file(path) else { return Vec::new() };
    let own =
        game.whole().definitions().filter(|found| found.place.file == file && found.kind != NameKind::Local);
    own.filter_map(|found| {
        let (_, range) = game.range(game.whole(), found.place)?;
        Some(json!({ "name": found.name, "detail": found.kind.name(), "kind": symbol_kind(found.kind), "range": range, "selectionRange": range }))
    })
    .collect()
}

/// Returns the definitions of a game whose names match the query.
pub fn of_game(game: &Game, query: &str) -> Vec<Value> {
    let own = game
        .whole()
        .definitions()
        .filter(|found| found.kind != NameKind::Local && has_letters(&found.name, query));
    let symbol = |found: Definition| {
        let location = game.location(game.whole(), found.place)?;
        Some(
            json!({ "name": found.name, "kind": symbol_kind(found.kind), "location": location, "containerName": found.kind.name() }),
        )
    };
    own.filter_map(symbol).collect()
}

/// Returns true if a name contains the letters of a query in the same order.
fn has_letters(name: &str, query: &str) -> bool {
    let mut letters = name.chars();
    query.to_lowercase().chars().all(|wanted| letters.any(|letter| letter == wanted))
}

/// Returns the `SymbolKind` of LSP.
fn symbol_kind(kind: NameKind) -> u8 {
    match kind {
        NameKind::Function | NameKind::Procedure => 12,
        NameKind::Var | NameKind::Option => 13,
        NameKind::Field | NameKind::Property => 8,
        NameKind::Enum => 10,
        NameKind::Kind => 5,
        NameKind::Event | NameKind::Message => 24,
        NameKind::Phase | NameKind::Window => 3,
        _ => 19,
    }
}

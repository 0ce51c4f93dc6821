//! Semantic tokens: highlighting of names by kind.

use std::cmp::Reverse;

use ludex::analysis::{Definition, NameKind};

use crate::game::Game;
use crate::protocol::Position;

/// Token types of LSP. Results contain their indices.
pub const TYPES: &[&str] =
    &["variable", "parameter", "property", "function", "enumMember", "enum", "class", "event", "namespace"];

/// Token modifier for the definition of a name.
pub const DEFINITION: &[&str] = &["declaration"];

/// Returns the tokens of a file as five numbers each, relative to the previous token.
pub fn tokens(game: &Game, path: &str) -> Vec<u32> {
    let Some(file) = game.whole().file(path) else { return Vec::new() };
    let defined: Vec<_> = game.whole().definitions().map(|Definition { place, .. }| place).collect();
    let names = game.whole().names_in(file).into_iter();
    let placed = names.filter_map(|(place, kind)| Some((game.range(game.whole(), place)?.1, place, kind)));
    let mut placed: Vec<_> = placed.collect();
    // at the variable of a template, the words that it replaces begin, too; the longest is the variable
    placed.sort_by_key(|(range, ..)| (range.start, Reverse(range.end)));
    let mut numbers = Vec::new();
    let mut last = Position { line: 0, character: 0 };
    let mut end = last;
    for (range, place, kind) in placed {
        // LSP tokens are on a single line, in order, without overlaps
        if range.start.line != range.end.line || range.start < end || range.start == range.end {
            continue;
        }
        let line = range.start.line - last.line;
        let column = if line == 0 { range.start.character - last.character } else { range.start.character };
        let definition = u32::from(defined.binary_search(&place).is_ok());
        numbers.extend([
            line,
            column,
            range.end.character - range.start.character,
            token_type(kind),
            definition,
        ]);
        (last, end) = (range.start, range.end);
    }
    numbers
}

fn token_type(kind: NameKind) -> u32 {
    let name = match kind {
        NameKind::Local => "parameter",
        NameKind::Field | NameKind::Property => "property",
        NameKind::Function | NameKind::Procedure | NameKind::Action | NameKind::Steps => "function",
        NameKind::EnumWord | NameKind::Design | NameKind::Mode => "enumMember",
        NameKind::Enum => "enum",
        NameKind::Kind => "class",
        NameKind::Event | NameKind::Message => "event",
        NameKind::Zone | NameKind::Phase | NameKind::Window | NameKind::Spot | NameKind::SpotWord => {
            "namespace"
        }
        _ => "variable",
    };
    TYPES.iter().position(|known| *known == name).unwrap_or_default() as u32
}

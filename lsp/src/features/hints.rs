//! Inlay hints: types of locals, and values that are fixed before a game.

use ludex::analysis::{Hint, HintKind};
use serde_json::{Value, json};

use crate::game::Game;
use crate::protocol::Range;

/// Maximum number of values in a hint. Its tooltip has all values.
const MOST: usize = 4;

/// LSP number of the hint kind for types.
const TYPE: u8 = 1;

/// Returns the hints in a range of a file. Text files have no hints.
pub fn hints(game: &Game, path: &str, range: Range) -> Vec<Value> {
    let known = game.rules();
    let Some(file) = known.file(path).filter(|_| !path.starts_with("text/")) else { return Vec::new() };
    let hint = |hint: Hint| {
        let (_, place) = game.range(known, hint.place)?;
        let inside = range.start <= place.end && place.end <= range.end;
        inside.then(|| inlay(&hint.says, &json!(place.end)))
    };
    known.hints(file).into_iter().filter_map(hint).collect()
}

fn inlay(says: &HintKind, position: &Value) -> Value {
    match says {
        HintKind::Type { name, hidden } => {
            let mark = if *hidden { " (hidden)" } else { "" };
            let why = "Some players may not know this value (for a card: its face). Public texts must not depend on it.";
            let tooltip = hidden.then_some(why);
            json!({ "position": position, "label": format!(": {name}{mark}"), "kind": TYPE, "tooltip": tooltip })
        }
        HintKind::Value(values) => {
            let mut tooltip = String::from("Fixed before a game; options have their defaults.");
            tooltip.extend(
                values
                    .iter()
                    .filter_map(|(players, value)| Some(format!("\n{}: {value}", of_players((*players)?)))),
            );
            json!({ "position": position, "label": format!("= {}", in_line(values)), "paddingLeft": true, "tooltip": tooltip })
        }
        _ => Value::Null,
    }
}

/// Formats values: `6`, or `3, 4, 5 (2 to 4 players)`.
fn in_line(values: &[(Option<u8>, String)]) -> String {
    let all: Vec<&str> = values.iter().map(|(_, value)| value.as_str()).collect();
    let (Some((Some(first), one)), Some((Some(last), other))) = (values.first(), values.last()) else {
        return all.join(", ");
    };
    let text = if all.len() > MOST { format!("{one} … {other}") } else { all.join(", ") };
    match first == last {
        true => format!("{text} ({})", of_players(*first)),
        false => format!("{text} ({first} to {last} players)"),
    }
}

fn of_players(count: u8) -> String {
    format!("{count} player{}", if count == 1 { "" } else { "s" })
}

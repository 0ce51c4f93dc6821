//! Observations: all information available to a viewer, as one value with a JSON form.

use schemars::JsonSchema;
use serde::Serialize;

use super::super::{Fault, Game, Named, Score};
use super::lines::SheetRow;
use super::{Decision, LogEntry, Movement, View, Viewer};
use ludex_check::ids::Seat;

/// Version of the JSON forms described in `docs/json.md`. It increases when a key is removed or changes its
/// meaning, but not when a key is added.
pub const JSON_VERSION: u32 = 1;

/// Complete information for a viewer: the table, the pending decision and the log.
#[derive(Debug, Clone, PartialEq, Eq, JsonSchema, Serialize)]
#[non_exhaustive]
pub struct Observation {
    /// Version of the document: 1.
    pub version: u32,
    /// ID of the ruleset.
    pub ruleset: String,
    /// Position as the viewer sees it.
    pub view: View,
    /// The pending decision; `null` when the game is over.
    pub decision: Option<Decision>,
    /// Number of the first line of the log in this document.
    pub from: usize,
    /// Lines of the log from there on.
    pub log: Vec<LogEntry>,
    /// Movements of cards since that line, in order; absent if the viewer saw none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub movements: Vec<Movement>,
    /// End of the game; `null` while it is played.
    pub end: Option<Ending>,
}

/// Result of a game.
#[derive(Debug, Clone, PartialEq, Eq, JsonSchema, Serialize)]
#[non_exhaustive]
pub struct Ending {
    /// Scores, in seat order.
    pub scores: Vec<Score>,
    /// Winners, in seat order; empty if a rule failed.
    pub winners: Vec<Named<Seat>>,
    /// Eliminated players, in the order in which they left; absent if none was eliminated.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub eliminated: Vec<Named<Seat>>,
    /// The score sheet, if the ruleset keeps one: a row for each iteration of its phase; absent if empty.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub sheet: Vec<SheetRow>,
    /// The rule that failed; `null` if none did.
    pub fault: Option<Fault>,
}

impl Observation {
    pub(in crate::play) fn new(game: &Game, viewer: Viewer, from: usize) -> Observation {
        Observation {
            version: JSON_VERSION,
            ruleset: game.setup().ruleset().id().to_owned(),
            view: game.view(viewer),
            decision: game.decision_for(viewer),
            from,
            log: game.log(viewer, from),
            movements: game.movements_since(viewer, from),
            end: game.ending(),
        }
    }
}

impl Ending {
    pub(in crate::play) fn new(game: &Game) -> Ending {
        let fault = game.fault();
        let winners = if fault.is_some() { Vec::new() } else { game.host().winners() };
        let scores = game.setup().seats().filter_map(|seat| game.host().score(seat.id)).collect();
        Ending { scores, winners, eliminated: game.host().eliminated(), sheet: game.score_sheet(), fault }
    }
}

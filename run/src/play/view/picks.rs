//! Progress of a choice of several things.

use schemars::JsonSchema;
use serde::Serialize;

use super::super::values::Value;
use super::super::{Game, Viewer};
use super::decision::seen;
use super::positions::{CardAt, Positions};
use crate::exec::{Machine, NoObserver, PicksSoFar, Workspace};
use crate::program::ChoiceOp;

/// Progress of a choice of several things.
#[derive(Debug, Clone, PartialEq, Eq, JsonSchema, Serialize)]
#[non_exhaustive]
pub struct PicksView {
    /// Values picked so far.
    pub picked: Vec<Value>,
    /// Positions of the cards among them on the viewer's table, as for an option.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub at: Vec<Option<CardAt>>,
    /// Minimum number of picks.
    pub least: usize,
    /// Maximum number of picks.
    pub most: usize,
    /// True if the player knows all candidates. The options come in a fixed order then, and before the first pick all picks may be made in any order.
    pub set: bool,
}

impl PicksView {
    /// Returns the progress of the pending decision, for a viewer who sees its options.
    pub(super) fn new(game: &Game, op: &ChoiceOp, viewer: Viewer) -> Option<PicksView> {
        let (program, mut state) = (game.program(), game.state().clone());
        let mut work = Workspace::default();
        let picks = Machine::new(program, &mut state, &mut work, &mut NoObserver).picks_so_far()?;
        let PicksSoFar { made, least, most, is_set } = picks;
        let eyes = viewer.number(program.players);
        let sees = |value: i32| !op.ty.is_card() || eyes.is_none_or(|seat| state.knows(seat, value as u16));
        let value = |value: &i32| seen(program, &state, (op.ty, *value), sees(*value));
        let picked: Vec<Value> = made.iter().map(value).collect();
        let at = Positions::new(program, &state, eyes).locate(&picked);
        Some(PicksView { picked, at, least, most, set: is_set })
    }
}

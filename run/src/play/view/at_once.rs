//! Players who decide at the same time.

use super::super::values::{Named, player};
use crate::program::{ChoiceOp, Program};
use crate::state::State;
use ludex_check::ids::Seat;

/// Returns the players of a simultaneous choice who have decided, and those who have not. Both are public:
/// the players are asked in a fixed order, and everybody sees who is asked. Players without an option count
/// as having decided.
pub(super) fn at_once(program: &Program, state: &State, op: &ChoiceOp, asked: Seat) -> [Vec<Named<Seat>>; 2] {
    let Some(id) = op.together else { return [Vec::new(), Vec::new()] };
    let base = state.frames.last().map_or(0, |frame| frame.base as usize);
    let all = base + usize::from(program.kept[id.0 as usize].asking) + 1;
    let all = state.slots.get(all).and_then(|handle| state.find_list(*handle)).unwrap_or_default();
    let (before, after) = all.split_at(all.iter().position(|seat| *seat == i32::from(asked.0)).unwrap_or(0));
    [before, after].map(|seats| seats.iter().map(|seat| player(program, *seat as u8)).collect())
}

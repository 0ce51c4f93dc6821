//! Records card moves, for observers of a whole game.

use crate::exec::Happening;
use crate::program::{Instr, Program};
use crate::state::{State, Status};
use ludex_check::ids::{CardId, ZoneAt};
use ludex_grammar::span::Span;

/// Maximum number of moves recorded between two choices.
const MAX_MOVES: usize = 100_000;

/// A move of a card from one zone to another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Move {
    /// The card that moved.
    pub card: CardId,
    /// The zone that the card left.
    pub from: ZoneAt,
    /// The zone that the card entered.
    pub to: ZoneAt,
}

/// Records the moves of an event.
pub(super) fn note(moves: &mut Vec<Move>, state: &State, happening: &Happening<'_>) {
    if let Happening::Moved(card, from, to) = *happening {
        keep(moves, card, from, to);
    } else if let Happening::Swapped(a, b) = *happening {
        state.cards_in(a).for_each(|card| keep(moves, card, b, a));
        state.cards_in(b).for_each(|card| keep(moves, card, a, b));
    }
}

fn keep(moves: &mut Vec<Move>, card: u16, from: u16, to: u16) {
    if from != to && moves.len() < MAX_MOVES {
        moves.push(Move { card: CardId(card), from: ZoneAt(from), to: ZoneAt(to) });
    }
}

/// Returns the source location of the statement that ended a game, or `None` if it ended after its last phase
/// or is not over.
pub(crate) fn ended_at(program: &Program, state: &State) -> Option<Span> {
    // the outermost frame runs the phases to their end
    let inner = state.frames.get(1..).and_then(<[_]>::last);
    let frame = inner.filter(|_| state.status() == Status::Over)?;
    let at = (frame.pc as usize).checked_sub(1)?;
    matches!(program.code.get(at), Some(Instr::End)).then(|| program.spans[at])
}

//! Which cards moved, for those who watch a whole game.

use crate::exec::Happening;
use crate::program::{Instr, Program};
use crate::state::{State, Status};
use ludex_grammar::span::Span;

/// Moves that are kept from one choice to the next, at most.
const MAX_MOVES: usize = 100_000;

/// A card moved from one zone to another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Move {
    /// The card.
    pub card: u16,
    /// Where it lay.
    pub from: u16,
    /// Where it came to lie.
    pub to: u16,
}

/// Keeps what moved.
pub(super) fn note(moves: &mut Vec<Move>, state: &State, happening: &Happening<'_>) {
    match *happening {
        Happening::Moved(card, from, to) => keep(moves, Move { card, from, to }),
        Happening::Swapped(a, b) => {
            state.cards_in(a).for_each(|card| keep(moves, Move { card, from: b, to: a }));
            state.cards_in(b).for_each(|card| keep(moves, Move { card, from: a, to: b }));
        }
        Happening::Said(..)
        | Happening::Began(_)
        | Happening::Leaves { .. }
        | Happening::Turned(..)
        | Happening::Shown(_)
        | Happening::Excluded(..)
        | Happening::Shuffled(_)
        | Happening::Mixed { .. }
        | Happening::Emitted(..)
        | Happening::Chose { .. } => {}
    }
}

fn keep(moves: &mut Vec<Move>, moved: Move) {
    if moved.from != moved.to && moves.len() < MAX_MOVES {
        moves.push(moved);
    }
}

/// The statement that ended a game; nothing if its phases are over, or if it goes on.
pub(super) fn ended_at(program: &Program, state: &State) -> Option<Span> {
    // in the outermost frame the phases come to their end
    let inner = state.frames.get(1..).and_then(<[_]>::last);
    let frame = inner.filter(|_| state.status() == Status::Over)?;
    let at = (frame.pc as usize).checked_sub(1)?;
    matches!(program.code.get(at), Some(Instr::End)).then(|| program.spans[at])
}

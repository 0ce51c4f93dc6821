//! Records card moves, for observers of a whole game.

use crate::exec::StateChange;
use crate::program::{Instr, Program};
use crate::state::{SeatSet, State, Status};
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
    /// Seats that knew the card after the move.
    pub(in crate::play) known: SeatSet,
    /// Seats that saw that a card left the one zone, and that it entered the other.
    pub(in crate::play) seen: [SeatSet; 2],
}

/// A move of the whole game.
#[derive(Debug, Clone, Copy)]
pub struct PastMove {
    pub moved: Move,
    /// Number of choices made before.
    pub choice: usize,
    /// Number of log lines before the last of these choices.
    pub line: usize,
}

/// Records the moves of an event.
pub(super) fn note(moves: &mut Vec<Move>, program: &Program, state: &State, happening: &StateChange<'_>) {
    let mut keep = |card: u16, from: u16, to: u16| {
        if from != to && moves.len() < MAX_MOVES {
            let known = state.cards[usize::from(card)].known;
            let seen = [from, to].map(|zone| seeing(program, state, zone));
            moves.push(Move { card: CardId(card), from: ZoneAt(from), to: ZoneAt(to), known, seen });
        }
    };
    if let StateChange::Moved(card, from, to) = *happening {
        keep(card, from, to);
    } else if let StateChange::Swapped(a, b) = *happening {
        state.cards_in(a).for_each(|card| keep(card, b, a));
        state.cards_in(b).for_each(|card| keep(card, a, b));
    }
}

/// Returns the seats that see how many cards are in a zone.
fn seeing(program: &Program, state: &State, zone: u16) -> SeatSet {
    let info = &program.layout.zones[usize::from(zone)];
    if zone == 0 || info.hides.concealed {
        return SeatSet(0);
    }
    if !info.on_card {
        return SeatSet::ALL;
    }
    let sees = |seat: &u8| state.shows(&program.layout, *seat, info.holder as u16);
    (0..program.players).filter(sees).fold(SeatSet(0), |all, seat| all.with(SeatSet::one(i32::from(seat))))
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

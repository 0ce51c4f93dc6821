//! The positions of cards unknown to a seat, in an order that does not depend on the cards there.
//!
//! The visible attributes of a position are back, zone, index in an ordered zone, face, class, the seats that
//! know the card, and the variables and locals that refer to it. Positions that agree in all of these are
//! equivalent for the seat.

use super::{Belief, back};
use crate::program::Program;
use crate::state::{Local, State};
use ludex_check::hir::Holder;

/// Visible attributes of a position.
type Mark = ((u16, i32), u16, u32, bool, u8, u16, u64);

/// Returns the cards at the unknown positions, in the order of the positions.
pub(super) fn unseen(program: &Program, state: &State, seat: u8, belief: &Belief) -> Vec<u16> {
    let open = |card: &u16| {
        !state.knows(seat, *card) && !belief.is_fixed(*card) && state.cards[usize::from(*card)].zone != 0
    };
    let cards = program.layout.cards();
    let mut order = vec![0; cards];
    count_order(program, state, &mut order);
    let mut meant = vec![0; cards];
    count_cells(program, state, &mut meant);
    count_locals(program, state, &mut meant);
    let mark = |card: u16| -> Mark {
        let at = usize::from(card);
        let (zone, up, known) = (state.cards[at].zone, state.cards[at].up, state.cards[at].known.0);
        (back(&program.layout, card), zone, order[at], up, belief.class_of(card), known, meant[at])
    };
    let mut places: Vec<(Mark, u16)> =
        (0..cards as u16).filter(open).map(|card| (mark(card), card)).collect();
    places.sort_unstable();
    places.into_iter().map(|(_, card)| card).collect()
}

/// Writes the index of each card in an ordered zone.
fn count_order(program: &Program, state: &State, order: &mut [u32]) {
    for (zone, info) in program.layout.zones.iter().enumerate().skip(1) {
        if info.ordered {
            state.cards_in(zone as u16).zip(0..).for_each(|(card, n)| order[usize::from(card)] = n);
        }
    }
}

fn note(mark: &mut u64, what: u64, value: i32) {
    let n = what << 32 | u64::from(value.cast_unsigned());
    *mark = (*mark ^ n).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29);
}

/// Adds variables that refer to a card by its position, and the variables of cards.
fn count_cells(program: &Program, state: &State, meant: &mut [u64]) {
    for (v, var) in program.checked.vars.iter().enumerate() {
        if let Holder::Kind(kind) = var.holder {
            let first = program.layout.kinds[kind.index()].0 as usize;
            for cells in program.layout.blocks(v).filter(|_| !var.ty.is_card()) {
                let of_cards = state.cells[cells].iter().enumerate();
                of_cards.for_each(|(i, value)| note(&mut meant[first + i], v as u64, *value));
            }
        } else if var.ty.is_card() {
            let cells = program.layout.cells_of(v);
            let cards = state.cells[cells.clone()].iter().zip(cells.start as i32..);
            for (card, at) in cards.filter(|(card, _)| **card >= 0) {
                note(&mut meant[*card as usize], u64::MAX >> 32, at);
            }
        }
    }
}

/// Adds locals of running effects that refer to a card, and their lists.
fn count_locals(program: &Program, state: &State, meant: &mut [u64]) {
    for local in state.locals_of_cards(program) {
        let at = match local {
            Local::Slot(at) => at,
            Local::Element(at) => state.slots.len() + at,
        };
        let card = usize::try_from(state.local(local)).ok();
        if let Some(mark) = card.and_then(|card| meant.get_mut(card)) {
            note(mark, u64::MAX >> 33, at as i32);
        }
    }
}

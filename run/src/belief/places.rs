//! The positions of cards unknown to a seat, in an order that does not depend on the cards there.
//!
//! The visible attributes of a position are back, zone, index in an ordered zone, face, class, the seats that
//! know the card, the variables and locals that refer to it, and the cards in its zones. Positions that agree in
//! all of these are equivalent for the seat. A zone of an unknown card is identified by the position of that card.

use super::{Belief, back};
use crate::program::Program;
use crate::state::{Fnv, Local, State};
use ludex_check::hir::Holder;

/// Visible attributes of a position.
type Mark = ((u16, i32), u64, u32, bool, u8, u16, u64);

/// Maximum number of unknown cards around a card, each in a zone of the next, that identify its position.
const MOST_HOSTS: usize = 16;

/// Returns the cards at the unknown positions, in the order of the positions.
pub(super) fn unseen(program: &Program, state: &State, seat: u8, belief: &Belief) -> Vec<u16> {
    let open = |card: &u16| {
        !state.knows(seat, *card)
            && !belief.is_fixed(*card)
            && state.cards[usize::from(*card)].zone != 0
            && !state.is_given_away(&program.layout, seat, *card)
    };
    let cards = program.layout.cards();
    let mut order = vec![0; cards];
    count_order(program, state, &mut order);
    let mut meant = vec![0; cards];
    count_cells(program, state, &mut meant);
    count_locals(program, state, &mut meant);
    count_held(program, state, seat, &mut meant);
    let at_zone = |card: u16, zone: u64| -> Mark {
        let at = usize::from(card);
        let (up, known) = (state.cards[at].up, state.cards[at].known.0);
        (back(&program.layout, card), zone, order[at], up, belief.class_of(card), known, meant[at])
    };
    let mark = |card: u16| at_zone(card, zone_mark(program, state, (seat, card), at_zone));
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

/// Identifies the zone of a card: by its number, or by its definition and the position of the card that has
/// it, if the seat does not know that card.
fn zone_mark(
    program: &Program,
    state: &State,
    (seat, card): (u8, u16),
    mark: impl Fn(u16, u64) -> Mark,
) -> u64 {
    let zone_of = |card: u16| state.cards[usize::from(card)].zone;
    let (mut zone, mut within, mut hosts) = (zone_of(card), Fnv::default(), 0);
    while hosts < MOST_HOSTS {
        let info = &program.layout.zones[usize::from(zone)];
        let host = info.holder as u16;
        if !info.on_card || state.knows(seat, host) {
            break;
        }
        let (_, _, order, up, class, known, meant) = mark(host, 0);
        let place = [info.def.index() as u64, order.into(), up.into(), class.into(), known.into(), meant];
        place.into_iter().for_each(|part| within.number(part));
        zone = zone_of(host);
        hosts += 1;
    }
    within.number(zone.into());
    if hosts == 0 { zone.into() } else { within.finish() | 1 << 63 }
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

/// Adds the cards that the seat sees in the zones of a card.
fn count_held(program: &Program, state: &State, seat: u8, meant: &mut [u64]) {
    let layout = &program.layout;
    for (card, mark) in (0..).zip(meant).filter(|_| !layout.on_cards.is_empty()) {
        let held = state.hash_held(layout, (seat, card), u64::from);
        *mark = mark.wrapping_add(held);
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

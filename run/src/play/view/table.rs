//! Visibility of cards and variables.

use crate::program::{NONE, Program};
use crate::state::{Fnv, State, Status, seen_by};
use ludex_check::hir::Holder;

/// A card as visible to a viewer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::play) struct CardSeen {
    /// The card; unless it is known, only its back may be disclosed.
    pub card: u16,
    /// True if the viewer knows the card, and may look at it in a covered zone.
    pub known: bool,
    /// True if it is face up and the viewer may look at it. In another player's hand or in a deck, the face
    /// must not distinguish a card from others.
    pub up: bool,
}

/// Returns the cards of a zone in order, as visible to a seat or to a viewer who sees all cards. In a zone
/// without order, unknown cards come last. Returns `None` if no player is shown the cards or their number.
pub(in crate::play) fn cards_seen(
    program: &Program,
    state: &State,
    eyes: Option<u8>,
    zone: u16,
) -> Option<Vec<CardSeen>> {
    let cards = state.cards_in(zone);
    let Some(seat) = eyes else {
        let open = |card| CardSeen { card, known: true, up: state.cards[usize::from(card)].up };
        return Some(cards.map(open).collect());
    };
    let info = &program.layout.zones[usize::from(zone)];
    let over = state.status() == Status::Over;
    if info.hides.concealed && !over {
        return None;
    }
    let seen = |card: u16| {
        let c = usize::from(card);
        let may_look = seen_by(&program.layout, zone, c, state.cards[c].up).contains(seat);
        CardSeen { card, known: state.shows(&program.layout, seat, card), up: may_look && state.cards[c].up }
    };
    let mut cards: Vec<CardSeen> = cards.map(seen).collect();
    if !info.ordered {
        let layout = &program.layout;
        let back = |c: usize| (layout.kind[c], u8::try_from(layout.owner[c]).ok());
        // the order of unknown cards may depend on their visible attributes only
        cards.sort_by_cached_key(|seen| {
            let known = seen.known.then_some(seen.card);
            let look = if seen.known { 0 } else { look(program, state, seat, (seen.card, zone)) };
            (!seen.known, known, back(usize::from(seen.card)), seen.up, look)
        });
    }
    Some(cards)
}

/// Returns a hash of what a seat sees of an unknown card besides its back: marks, and cards in its zones.
fn look(program: &Program, state: &State, seat: u8, (card, zone): (u16, u16)) -> u64 {
    let layout = &program.layout;
    let at = usize::from(card) - layout.kinds[usize::from(layout.kind[usize::from(card)])].0 as usize;
    let mut marks = Fnv::default();
    for id in program.marks(card, zone).filter(|id| !program.checked.vars[id.index()].ty.is_card()) {
        for cells in layout.blocks(id.index()) {
            marks.number(state.cells[cells.start + at].cast_unsigned().into());
        }
    }
    marks.finish().wrapping_add(state.hash_held(layout, (seat, card), u64::from))
}

/// Returns all variables, without unknown cards and without the variables that only other players see.
pub(in crate::play) fn cells_seen(program: &Program, state: &State, seat: u8) -> Vec<i32> {
    let mut cells = state.cells.clone();
    for (v, var) in program.checked.vars.iter().enumerate() {
        let block = program.layout.block(v).max(1);
        let mut first = None;
        if let Holder::Kind(k) = var.holder {
            first = Some(program.layout.kinds[k.index()].0 as usize);
        }
        for (i, cell) in cells[program.layout.cells_of(v)].iter_mut().enumerate() {
            let i = i % block;
            let unseen = |card: usize| !state.knows(seat, card as u16);
            let hidden_holder = first.is_some_and(|first| unseen(first + i));
            let hidden_value = var.ty.is_card() && *cell >= 0 && unseen(*cell as usize);
            let of_another = var.owner_sees && i != usize::from(seat);
            if hidden_holder || hidden_value || of_another {
                *cell = NONE;
            }
        }
    }
    cells
}

//! Which cards and which variables a seat may see.

use crate::hir::Holder;
use crate::program::{NONE, Program};
use crate::state::{State, Status, seen_by};

/// A card as it is seen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::play) struct CardSeen {
    /// Which card it is; only its back may be told unless it is known.
    pub card: u16,
    /// The seat knows which, and may look at it where it lies covered.
    pub known: bool,
    /// Face up, where the seat may look: in another's hand, or in a deck, no card can be told from the others by how it lies.
    pub up: bool,
}

/// The cards of a zone in order as a seat sees them, or with every card open; those of a zone without order that are not known come last. Nothing
/// if nobody is shown what lies there, nor how much.
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
        let may_look = seen_by(&program.layout, zone, c, state.cards[c].up).has(seat);
        CardSeen { card, known: state.shows(&program.layout, seat, card), up: may_look && state.cards[c].up }
    };
    let mut cards: Vec<CardSeen> = cards.map(seen).collect();
    if !info.ordered {
        let layout = &program.layout;
        let back = |c: usize| (layout.kind[c], u8::try_from(layout.owner[c]).ok());
        // of those that are not known nothing but what is seen of them may tell which comes first
        cards.sort_by_key(|seen| {
            let known = seen.known.then_some(seen.card);
            (!seen.known, known, back(usize::from(seen.card)), seen.up)
        });
    }
    Some(cards)
}

/// All variables; a card that is not known is missing, and so is what its player alone sees.
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

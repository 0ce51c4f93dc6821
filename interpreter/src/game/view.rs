//! What one seat may see of a position.

use crate::ids::{DesignId, KindId};
use crate::program::{NONE, Program};
use crate::state::{State, Status, seen_by};

/// A card as a seat sees it.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct CardView {
    /// Which card it is, if the seat knows, and may look at it where it lies covered.
    pub card: Option<u16>,
    /// Its printed side, if the seat knows.
    pub design: Option<DesignId>,
    /// Its back: the kind …
    pub kind: KindId,
    /// … and whose it is.
    pub owner: Option<u8>,
    /// Face up, where the seat may look.
    pub up: bool,
}

/// A zone as a seat sees it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ZoneView {
    pub zone: u16,
    /// Its cards in order; those of a zone without order that are not known come last.
    pub cards: Vec<CardView>,
    /// Nobody is shown what lies there, nor how much; `cards` is empty.
    pub concealed: bool,
}

/// A position as a seat sees it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct View {
    /// Whose view it is.
    pub seat: u8,
    /// The active player.
    pub active: Option<u8>,
    pub zones: Vec<ZoneView>,
    /// All variables; a card that is not known is missing, unless it is meant by name, and so is what its player alone sees.
    pub cells: Vec<i32>,
}

pub(super) fn view(program: &Program, state: &State, seat: u8) -> View {
    let zones =
        (1..program.layout.zones.len() as u16).map(|zone| zone_view(program, state, seat, zone)).collect();
    View { seat, active: state.active(), zones, cells: cells(program, state, seat) }
}

/// Everything, for looking at a game that is over and at games of bots only. Its seat is one that no game has.
pub(super) fn open_view(program: &Program, state: &State) -> View {
    let layout = &program.layout;
    let card = |card: u16| CardView {
        card: Some(card),
        design: Some(DesignId(layout.design[usize::from(card)])),
        kind: KindId(layout.kind[usize::from(card)]),
        owner: u8::try_from(layout.owner[usize::from(card)]).ok(),
        up: state.cards[usize::from(card)].up,
    };
    let zones = (1..layout.zones.len() as u16).map(|zone| ZoneView {
        zone,
        cards: state.cards_in(zone).map(card).collect(),
        concealed: false,
    });
    View { seat: u8::MAX, active: state.active(), zones: zones.collect(), cells: state.cells.clone() }
}

fn zone_view(program: &Program, state: &State, seat: u8, zone: u16) -> ZoneView {
    let info = &program.layout.zones[usize::from(zone)];
    let over = state.status() == Status::Over;
    let concealed = info.concealed && !over;
    if concealed {
        return ZoneView { zone, cards: Vec::new(), concealed };
    }
    let covered = info.covered && !over;
    let may_look = |card: usize| seen_by(&program.layout, zone, card, state.cards[card].up).has(seat);
    let shown = |card: u16| state.knows(seat, card) && (!covered || may_look(usize::from(card)));
    let mut cards: Vec<CardView> = state
        .cards_in(zone)
        .map(|card| card_view(program, state, card, shown(card), may_look(usize::from(card))))
        .collect();
    if !info.ordered {
        cards.sort_by_key(|c| (c.card.is_none(), c.clone()));
    }
    ZoneView { zone, cards, concealed }
}

/// How a card lies is seen by whoever sees its face there: in another's hand, or in a deck, no card can be told from the others by it.
fn card_view(program: &Program, state: &State, card: u16, known: bool, may_look: bool) -> CardView {
    let c = usize::from(card);
    let layout = &program.layout;
    CardView {
        card: known.then_some(card),
        design: known.then(|| DesignId(layout.design[c])),
        kind: KindId(layout.kind[c]),
        owner: u8::try_from(layout.owner[c]).ok(),
        up: may_look && state.cards[c].up,
    }
}

/// The variables of game, players and spots as they are; those of cards in the order of what the seat sees.
fn cells(program: &Program, state: &State, seat: u8) -> Vec<i32> {
    let mut cells = state.cells.clone();
    for (v, var) in program.checked.vars.iter().enumerate() {
        let start = program.layout.vars[v] as usize;
        let end = program.layout.vars.get(v + 1).map_or(program.layout.phase_cells, |at| *at) as usize;
        let mut first = None;
        if let crate::hir::Holder::Kind(k) = var.holder {
            first = Some(program.layout.kinds[k.index()].0 as usize);
        }
        for (i, cell) in cells[start..end].iter_mut().enumerate() {
            let unseen = |card: usize| !state.knows(seat, card as u16);
            let hidden_holder = first.is_some_and(|first| unseen(first + i));
            let hidden_value = var.ty.is_card() && !var.by_name && *cell >= 0 && unseen(*cell as usize);
            let of_another = var.owner_sees && i != usize::from(seat);
            if hidden_holder || hidden_value || of_another {
                *cell = NONE;
            }
        }
    }
    cells
}

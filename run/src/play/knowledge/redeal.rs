//! Redeals the information that is hidden from a seat.
//!
//! [`Beliefs`](crate::belief::Beliefs) determine the new card of each position: cards of one back (same kind
//! and owner) exchange positions. Everything else belongs to the position and stays there: zone, neighbours,
//! face, variables, the cards in zones of the card, and the seats that know the card.

use crate::program::{Layout, NONE, Program};
use crate::state::{CardPlace, Generator, NO_CARD, State};
use ludex_check::hir::{Holder, VarDef};
use ludex_check::ids::KindId;
use ludex_check::types::Base;

/// Derives the seed of random events after a determinization, so that they are independent of the
/// determinization itself.
pub(super) const CHANCE: u64 = 0x7f4a_91d3_06b8_e52c;

/// Derives the seed of the redrawn simultaneous choices.
pub(super) const PICKS: u64 = 0x2c5d_60e8_b14f_9a37;

/// Writes to `new` the state in which card `becomes[c]` replaces card `c`, for all cards `c`.
pub(in crate::play) fn redeal(program: &Program, state: &State, becomes: &[u16], new: &mut State) {
    new.clone_from(state);
    let map = |card: u16| if card == NO_CARD { card } else { becomes[usize::from(card)] };
    for (old, &to) in becomes.iter().enumerate() {
        let to = usize::from(to);
        let lies = state.cards[old];
        new.cards[to] = CardPlace { next: map(lies.next), prev: map(lies.prev), ..lies };
    }
    for (new, old) in new.zones.iter_mut().zip(&state.zones) {
        (new.head, new.tail) = (map(old.head), map(old.tail));
    }
    move_held(&program.layout, new, becomes);
    move_cells(program, state, new, becomes);
    move_locals(program, state, new, becomes);
    new.recount_sets();
    sort_zones(program, new);
}

/// Moves the cards in zones of cards with the position. If only some cards of a kind have a zone, its cards
/// stay there.
fn move_held(layout: &Layout, new: &mut State, becomes: &[u16]) {
    for (zones, first) in layout.on_cards.iter().filter_map(|def| layout.zones_of_kind(*def)) {
        let held = new.zones[zones.clone()].to_vec();
        for (list, to) in held.into_iter().zip(&becomes[first..]) {
            let zone = zones.start + usize::from(*to) - first;
            new.zones[zone] = list;
            let mut at = list.head;
            while at != NO_CARD {
                new.cards[usize::from(at)].zone = zone as u16;
                at = new.cards[usize::from(at)].next;
            }
        }
    }
}

/// Moves variables of cards with the position. A variable that refers to a card refers to the card now at its
/// position.
fn move_cells(program: &Program, state: &State, new: &mut State, becomes: &[u16]) {
    for (v, var) in program.checked.vars.iter().enumerate() {
        let moves = |value: i32| if var.ty.is_card() { lying(becomes, value) } else { value };
        let first = match var.holder {
            Holder::Kind(kind) => Some(program.layout.kinds[kind.index()].0 as usize),
            Holder::Game | Holder::Player | Holder::Spot(_) | Holder::Design(_) => None,
        };
        if first.is_none() && !var.ty.is_card() {
            continue;
        }
        for block in program.layout.blocks(v) {
            for at in block.clone() {
                let value = moves(state.cells[at]);
                let place =
                    |first: usize| block.start + usize::from(becomes[first + at - block.start]) - first;
                let to = first.map_or(at, place);
                if new.cells[to] != value {
                    new.write(to, value);
                }
            }
        }
    }
}

/// Returns the card that is now at the position of a card.
fn lying(becomes: &[u16], card: i32) -> i32 {
    let at = usize::try_from(card).ok();
    at.and_then(|at| becomes.get(at)).map_or(card, |to| i32::from(*to))
}

/// Redraws the values of variables that only other players see. Only existing values are redrawn, because
/// it is public whether a variable has a value.
pub(super) fn deal_secrets(program: &Program, state: &mut State, seat: u8, seed: u64) {
    let mut rng = Generator::new(seed ^ 0x1d87_2b41_5e0f_93c6);
    for (v, var) in program.checked.vars.iter().enumerate().filter(|(_, var)| var.owner_sees) {
        for block in program.layout.blocks(v) {
            for player in (0..program.players).filter(|player| *player != seat) {
                let at = block.start + usize::from(player);
                if state.cells[at] != NONE {
                    state.cells[at] = any_value(program, state, var, at, &mut rng);
                }
            }
        }
    }
}

/// Draws one of the values that a variable may have according to public knowledge, uniformly.
fn any_value(program: &Program, state: &State, var: &VarDef, at: usize, rng: &mut Generator) -> i32 {
    let (old, layout) = (state.cells[at], &program.layout);
    let (least, most) = match var.ty.base() {
        Base::Bool => (0, 1),
        Base::Enum(id) => (0, program.checked.enums[id.index()].values.len() as i32 - 1),
        Base::Player => (0, i32::from(program.players) - 1),
        Base::Spot(spot) => (0, layout.spots[spot.index()] as i32 - 1),
        Base::Int => var.within,
        Base::Card | Base::Kind(_) | Base::Design(_) => return any_card(program, state, old, rng),
        Base::Name(kind) => return any_name(program, kind, old, rng),
        Base::Decimal | Base::Zone | Base::Nothing | Base::Unknown => return old,
    };
    let span = (i64::from(most) - i64::from(least) + 1).clamp(1, i64::from(u32::MAX)) as u32;
    (i64::from(least) + i64::from(rng.below(span))) as i32
}

/// Draws a card of the same kind from the cards that are in a zone.
fn any_card(program: &Program, state: &State, card: i32, rng: &mut Generator) -> i32 {
    let layout = &program.layout;
    let (first, count) = layout.kinds[usize::from(layout.kind[card as usize])];
    let cards: Vec<u32> =
        (first..first + count).filter(|card| state.cards[*card as usize].zone != 0).collect();
    if cards.is_empty() { card } else { cards[rng.below(cards.len() as u32) as usize] as i32 }
}

/// Draws the name of a card, of the given kind if there is one.
fn any_name(program: &Program, kind: Option<KindId>, name: i32, rng: &mut Generator) -> i32 {
    let names = program.checked.names_of(kind);
    if names.is_empty() { name } else { names[rng.below(names.len() as u32) as usize] }
}

/// Replaces cards in the local variables of running effects.
fn move_locals(program: &Program, state: &State, new: &mut State, becomes: &[u16]) {
    for local in state.locals_of_cards(program) {
        *new.local_mut(local) = lying(becomes, state.local(local));
    }
}

/// Sorts the cards of unordered zones by number, as the state requires.
fn sort_zones(program: &Program, new: &mut State) {
    for (zone, info) in program.layout.zones.iter().enumerate().skip(1) {
        if !info.ordered && !new.cards_in(zone as u16).is_sorted() {
            let mut cards: Vec<u16> = new.cards_in(zone as u16).collect();
            cards.sort_unstable();
            new.refill(zone as u16, &cards);
        }
    }
}

//! Cards in hand, and knowledge of them.

use super::super::label::lists;
use super::super::session::cards;
use crate::program::{ChoiceId, Program};
use crate::state::{SeatSet, State, Status, seen_by};
use ludex_check::model::Sees;

/// Returns true if any player knows that this card is in its position.
pub(crate) fn is_known(state: &State, card: u16) -> bool {
    state.cards.get(usize::from(card)).is_some_and(|card| card.known.0 != 0)
}

/// Returns true if an option is a card in the acting player's hand.
pub(crate) fn plays(program: &Program, state: &State, option: usize, card: u16) -> bool {
    let Some(&value) = state.options().get(option) else { return false };
    let Status::Waiting { choice, player, .. } = state.status() else { return false };
    let holder = hand_of(program, state, card);
    holder.is_some_and(|holder| i32::from(holder) == player)
        && (cards(program, choice, value).contains(&Some(card))
            || is_listed(program, state, (choice, value), card))
}

fn is_listed(program: &Program, state: &State, (choice, value): (ChoiceId, i32), card: u16) -> bool {
    let ty = program.choices[choice.0 as usize].ty;
    ty.is_list() && lists::cards(state, ty, value).contains(&card)
}

/// Returns the player who has a card in hand: it is in a zone of this player, and only that player sees it
/// there, or all others do.
pub(crate) fn hand_of(program: &Program, state: &State, card: u16) -> Option<u8> {
    let zone = state.zone_of(card)?;
    let seen = seen_by(&program.layout, zone, usize::from(card), state.cards[usize::from(card)].up);
    let holder = u8::try_from(program.layout.zones[usize::from(zone)].player).ok()?;
    let others = program.layout.zones[usize::from(zone)].sees == Sees::Others;
    (others || seen == SeatSet::one(i32::from(holder))).then_some(holder)
}

//! Counterfactuals: the same game with one card replaced by another.
//!
//! Both worlds use the same number for each card, so that they can be compared. In both, each set has an
//! *extra* copy of the other design. One world has no extra copies. The other has only that of the replaced
//! card's set, and lacks the replaced card. A card that is not in the game is in no zone and in no list of
//! cards.

use std::sync::Arc;

use super::Passes;
use super::layout::layout;
use super::{Lower, LowerError, lower_with};
use crate::program::{Layout, List, Program, Strided};
use ludex_check::hir::Checked;
use ludex_check::ids::DesignId;

/// Differences from the ruleset.
#[derive(Debug, Clone, Default)]
pub(super) struct Counterfactual {
    /// Design of which each set has an additional copy.
    pub extra: Option<DesignId>,
    /// Designs whose cards may not be in the game, so the rules must not name them.
    pub replaced: Vec<DesignId>,
    /// For each card: true if it is not in the game.
    pub absent: Vec<bool>,
}

/// One of two worlds: its program, and for each card its role in the unmodified game.
pub type World = (Program, Arc<[u16]>);

/// Lowers the unmodified game, and one with a card of `program` replaced by one of another design of its
/// kind.
pub fn exchanged(
    checked: &Arc<Checked>,
    program: &Program,
    card: u16,
    with: DesignId,
) -> Result<[World; 2], LowerError> {
    let (players, options) = (program.players, &program.options);
    let old = &program.layout;
    let new = layout(checked, players, options, Some(with))?;
    let places = places(old, &new);
    let own_extra =
        |c: usize| places[c] >= old.cards() as u16 && new.owner[c] == old.owner[usize::from(card)];
    let replaced = vec![DesignId(old.design[usize::from(card)])];
    let is_extra = |c: usize| places[c] >= old.cards() as u16;
    let world = |absent: Vec<bool>, roles: Vec<u16>| -> Result<World, LowerError> {
        let counterfactual = Counterfactual { extra: Some(with), replaced: replaced.clone(), absent };
        Ok((lower_with(checked, players, options, &counterfactual, Passes::ALL)?, Arc::from(roles)))
    };
    let cards = 0..new.cards();
    let plain = cards.clone().map(is_extra).collect();
    let changed = cards.clone().map(|c| (is_extra(c) && !own_extra(c)) || places[c] == card).collect();
    let extra = cards.clone().find(|c| own_extra(*c)).map_or(card, |c| places[c]);
    let role = |place: u16| match place {
        place if place == card => extra,
        place if place == extra => card,
        place => place,
    };
    let roles = places.iter().map(|place| role(*place)).collect();
    Ok([world(plain, places.clone())?, world(changed, roles)?])
}

/// Lowers two worlds of a ruleset in which some cards of each player's set exist twice: original and
/// upgraded. In one world no player has any upgraded cards, in the other one player has them instead of the
/// originals.
pub fn given(
    checked: &Arc<Checked>,
    program: &Program,
    seat: i32,
    cards: &[(DesignId, DesignId)],
) -> Result<[World; 2], LowerError> {
    let layout = &program.layout;
    let is_first = |c: usize| cards.iter().any(|(first, _)| first.0 == layout.design[c]);
    let is_second = |c: usize| cards.iter().any(|(_, second)| second.0 == layout.design[c]);
    let has = |c: usize| layout.owner[c] == seat;
    let all = 0..layout.cards();
    let world = |absent: Vec<bool>, roles: Vec<u16>| -> Result<World, LowerError> {
        let replaced = cards.iter().flat_map(|(first, second)| [*first, *second]).collect();
        let counterfactual = Counterfactual { extra: None, replaced, absent };
        Ok((
            lower_with(checked, program.players, &program.options, &counterfactual, Passes::ALL)?,
            Arc::from(roles),
        ))
    };
    let plain = all.clone().map(is_second).collect();
    let changed = all.clone().map(|c| if has(c) { is_first(c) } else { is_second(c) }).collect();
    let mut roles: Vec<u16> = all.map(|c| c as u16).collect();
    let same = roles.clone();
    for (first, second) in cards {
        let own = |design: &DesignId| {
            layout.designs[design.index()].iter().filter(|c| has(*c as usize)).map(|c| c as usize)
        };
        own(first).zip(own(second)).for_each(|(a, b)| roles.swap(a, b));
    }
    Ok([world(plain, same)?, world(changed, roles)?])
}

/// Returns, for each card of a layout with extra copies, its number without them. Extra copies have numbers
/// above all others.
fn places(old: &Layout, new: &Layout) -> Vec<u16> {
    let mut next = 0;
    let mut extra = old.cards();
    let place = |c: usize| {
        let same = next < old.cards() && old.design[next] == new.design[c] && old.owner[next] == new.owner[c];
        let counter = if same { &mut next } else { &mut extra };
        *counter += 1;
        (*counter - 1) as u16
    };
    (0..new.cards()).map(place).collect()
}

impl Lower<'_> {
    pub(super) fn cards_in_game(&mut self, cards: Strided) -> List {
        let absent = |card: u32| self.counterfactual.absent.get(card as usize).copied().unwrap_or(false);
        if !cards.iter().any(absent) {
            return List::Cards(cards);
        }
        let present: Vec<i32> = cards.iter().filter(|card| !absent(*card)).map(|card| card as i32).collect();
        let at = self.out.fixed.len() as u32;
        let len = present.len() as u32;
        self.out.fixed.extend(present);
        List::Fixed(at, len)
    }
}

//! Which pairs of games a card gets: the seed, whose copy is replaced, and by what.

use std::collections::BTreeMap;
use std::ops::Range;

use ludex::{DesignId, Seat};

use super::plan::{Candidate, Plan};
use crate::splitmix64;

/// Sets the draws of what stands in for a card apart from the seeds of games.
const DRAWS: u64 = 0x5eed_0f57_a9d1_c5a1;

/// Pairs that are played in the same two worlds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Group {
    /// The number of the card in the plan.
    pub card: usize,
    /// Whose copy is replaced.
    pub seat: Seat,
    /// By what.
    pub with: DesignId,
    /// The numbers of the pairs.
    pub pairs: Vec<u64>,
}

/// The pairs of a range, of all cards. The order is mixed, so that who stops in the middle has something of each card and of each that
/// stands in for it.
pub(super) fn groups(plan: &Plan<'_>, pairs: Range<u64>) -> Vec<Group> {
    let mut found: BTreeMap<(usize, u8, DesignId), Vec<u64>> = BTreeMap::new();
    for (card, candidate) in plan.cards.iter().enumerate() {
        for pair in pairs.clone() {
            let (seat, with) = drawn(plan, candidate, pair);
            found.entry((card, seat.0, with)).or_default().push(pair);
        }
    }
    let group = |((card, seat, with), pairs)| Group { card, seat: Seat(seat), with, pairs };
    let mut mixed: Vec<(u64, Group)> =
        found.into_iter().map(group).zip(0..).map(|(group, i)| (splitmix64(plan.seed, i), group)).collect();
    mixed.sort_by_key(|(order, _)| *order);
    mixed.into_iter().map(|(_, group)| group).collect()
}

/// Seats take turns, so that each has the card as often. What stands in is drawn evenly (but for less than one in 2^50), and does not
/// depend on which other cards are looked at.
fn drawn(plan: &Plan<'_>, card: &Candidate, pair: u64) -> (Seat, DesignId) {
    let bits = splitmix64(splitmix64(plan.seed ^ DRAWS, card.design.index() as u64), pair);
    let at = (u128::from(bits) * card.others.len() as u128) >> 64;
    let seat = pair % u64::from(plan.setup.players().max(1));
    (Seat(seat as u8), card.others[at as usize])
}

/// The seed of a pair: the same for all cards.
pub(super) fn seed_of(plan: &Plan<'_>, pair: u64) -> u64 {
    splitmix64(plan.seed, pair)
}

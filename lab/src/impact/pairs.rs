//! Which pairs of games a card gets: the seed, whose card it is about, and by what it is replaced; and how pairs are handed out.

use std::collections::BTreeMap;
use std::ops::Range;

use ludex::{DesignId, Seat};

use super::plan::{Intervention, Plan};
use crate::splitmix64;

/// Sets the draws of what stands in for a card apart from the seeds of games.
const DRAWS: u64 = 0x5eed_0f57_a9d1_c5a1;
/// Pairs of one piece of work where all are played in the same world.
const PIECE: u64 = 16;

/// Pairs that are played one after another on a thread.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Job {
    /// In the same two worlds.
    Deck(Group),
    /// Of all cards that change places when they are drawn.
    Drawn(Range<u64>),
    /// Of the card with this number in the plan.
    Played(usize, Range<u64>),
}

/// Pairs that are played in the same two worlds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Group {
    /// The number of the card in the plan.
    pub card: usize,
    /// Whose copy is replaced; nothing for a card that belongs to nobody.
    pub seat: Option<Seat>,
    /// By what.
    pub with: DesignId,
    /// The numbers of the pairs.
    pub pairs: Vec<u64>,
}

/// The pairs of a range, of all cards. The order is mixed, so that who stops in the middle has something of each card and of each that
/// stands in for it.
pub(super) fn jobs(plan: &Plan<'_>, pairs: &Range<u64>) -> Vec<Job> {
    let mut jobs: Vec<Job> = groups(plan, pairs).map(Job::Deck).collect();
    let is_drawn = |how: &Intervention| matches!(how, Intervention::Drawn { .. });
    if plan.cards.iter().any(|card| is_drawn(&card.how)) {
        jobs.extend(pieces(pairs).map(Job::Drawn));
    }
    let played =
        plan.cards.iter().enumerate().filter(|(_, card)| matches!(card.how, Intervention::Played { .. }));
    jobs.extend(played.flat_map(|(card, _)| pieces(pairs).map(move |piece| Job::Played(card, piece))));
    let mut mixed: Vec<(u64, Job)> =
        jobs.into_iter().zip(0..).map(|(job, i)| (splitmix64(plan.run.seed, i), job)).collect();
    mixed.sort_by_key(|(order, _)| *order);
    mixed.into_iter().map(|(_, job)| job).collect()
}

fn pieces(pairs: &Range<u64>) -> impl Iterator<Item = Range<u64>> + use<> {
    let end = pairs.end;
    pairs.clone().step_by(PIECE as usize).map(move |first| first..end.min(first + PIECE))
}

fn groups(plan: &Plan<'_>, pairs: &Range<u64>) -> impl Iterator<Item = Group> + use<> {
    let mut found: BTreeMap<(usize, Option<Seat>, DesignId), Vec<u64>> = BTreeMap::new();
    for (card, candidate) in plan.cards.iter().enumerate() {
        let (others, owned) = match &candidate.how {
            Intervention::OwnDeck { others, .. } => (others, true),
            Intervention::SharedDeck { others, .. } => (others, false),
            Intervention::Drawn { .. } | Intervention::Played { .. } => continue,
        };
        for pair in pairs.clone() {
            let with = stand_in(others, bits_of(plan, candidate.design, pair));
            let seat = owned.then(|| seat_of(plan, pair));
            found.entry((card, seat, with)).or_default().push(pair);
        }
    }
    found.into_iter().map(|((card, seat, with), pairs)| Group { card, seat, with, pairs })
}

/// One of some, evenly but for less than one in 2^50.
fn stand_in(others: &[DesignId], bits: u64) -> DesignId {
    let at = (u128::from(bits) * others.len() as u128) >> 64;
    others[at as usize]
}

/// Whose card a pair is about: seats take turns, so that each has it as often.
pub(super) fn seat_of(plan: &Plan<'_>, pair: u64) -> Seat {
    let seat = pair % u64::from(plan.setup.players().max(1));
    plan.setup.seat(seat as u8).unwrap_or(Seat::FIRST)
}

/// What is drawn for a pair of a card; it does not depend on which other cards are looked at.
pub(super) fn bits_of(plan: &Plan<'_>, design: DesignId, pair: u64) -> u64 {
    splitmix64(splitmix64(plan.run.seed ^ DRAWS, design.index() as u64), pair)
}

/// The seed of a pair: the same for all cards.
pub(super) fn seed_of(plan: &Plan<'_>, pair: u64) -> u64 {
    splitmix64(plan.run.seed, pair)
}

//! Pairs of games for each card: seed, seat and replacement, and their distribution to threads.

use std::collections::BTreeMap;
use std::ops::Range;

use ludex::{DesignId, Seat};

use super::plan::{ImpactPlan, Intervention};
use crate::splitmix64;

/// Separates the random numbers that draw replacements from the seeds of games.
const DRAWS: u64 = 0x5eed_0f57_a9d1_c5a1;
/// Number of pairs in a job for effects other than replacing.
const PIECE: u64 = 16;

/// Pairs that one thread plays in succession.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Job {
    /// Pairs with the same replaced card and replacement.
    Deck(Group),
    /// Pairs of all cards with the effect of drawing.
    Drawn(Range<u64>),
    /// Pairs of one card with the effect of playing, by its index in the plan.
    Played(usize, Range<u64>),
}

/// Pairs with the same replaced card and replacement.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Group {
    /// Index of the card in the plan.
    pub card: usize,
    /// Owner of the replaced copy; `None` for a card without an owner.
    pub seat: Option<Seat>,
    /// Replacement.
    pub with: DesignId,
    /// Numbers of the pairs.
    pub pairs: Vec<u64>,
}

/// Returns the jobs of all cards for a range of pairs. The order is shuffled, so that a cancelled run has
/// some pairs of each card and replacement.
pub(super) fn jobs(plan: &ImpactPlan<'_>, pairs: &Range<u64>) -> Vec<Job> {
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

fn groups(plan: &ImpactPlan<'_>, pairs: &Range<u64>) -> impl Iterator<Item = Group> + use<> {
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

/// Selects a replacement uniformly, with a bias below 2^-50.
fn stand_in(others: &[DesignId], bits: u64) -> DesignId {
    let at = (u128::from(bits) * others.len() as u128) >> 64;
    others[at as usize]
}

/// Returns the seat of a pair. Seats alternate, so all have the same number of pairs.
pub(super) fn seat_of(plan: &ImpactPlan<'_>, pair: u64) -> Seat {
    let seat = pair % u64::from(plan.setup.players().max(1));
    plan.setup.seat(seat as u8).unwrap_or(Seat::FIRST)
}

/// Returns the random bits for a pair of a card. They do not depend on the other cards of the plan.
pub(super) fn bits_of(plan: &ImpactPlan<'_>, design: DesignId, pair: u64) -> u64 {
    splitmix64(splitmix64(plan.run.seed ^ DRAWS, design.index() as u64), pair)
}

/// Returns the seed of a pair, which is the same for all cards.
pub(super) fn seed_of(plan: &ImpactPlan<'_>, pair: u64) -> u64 {
    splitmix64(plan.run.seed, pair)
}

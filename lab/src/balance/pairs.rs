//! Pairs of cards of a report: the strongest cards, two and two.

use ludex::DesignId;

use super::plan::Plan;
use crate::blocks::Control;
use crate::impact::{self, JointEffects, JointPlan, joint};

/// Number of cards of which pairs are measured.
const CARDS: usize = 4;
/// Number of their pairs.
pub(super) const PAIRS: usize = CARDS * (CARDS - 1) / 2;

/// Returns the pairs of the cards with the largest impacts that players can have in hand.
pub fn chosen_pairs(plan: &Plan<'_>, impacts: &impact::Sums) -> Vec<[DesignId; 2]> {
    let cards = plan.impacts().pop().map(|plan| plan.cards).unwrap_or_default();
    let of = cards.iter().zip(&impacts.cards).filter(|(_, sums)| sums.impact.n > 0);
    let mut all: Vec<(f64, DesignId)> = of.map(|(card, sums)| (sums.impact.mean(), card.design)).collect();
    all.retain(|(_, card)| plan.pair([*card, *card], 1).is_some());
    all.sort_by(|a, b| b.0.total_cmp(&a.0));
    let best: Vec<DesignId> = all.into_iter().take(CARDS).map(|(_, card)| card).collect();
    let second = |at: usize| best[at + 1..].iter().copied();
    best.iter().enumerate().flat_map(|(at, card)| second(at).map(move |other| [*card, other])).collect()
}

/// Plays the quadruples of all pairs.
pub(super) fn play(
    plan: &Plan<'_>,
    impacts: Option<&impact::Sums>,
    control: &Control<'_>,
) -> Vec<([DesignId; 2], impact::Sums)> {
    let cost = 4 * plan.cost_of(&plan.run.bots);
    let done = |quadruples: u64| (control.done)(quadruples * cost);
    let control = Control { done: &done, ..*control };
    let pairs = impacts.map(|impacts| chosen_pairs(plan, impacts)).unwrap_or_default();
    let played =
        |cards: [DesignId; 2]| Some((cards, joint(&plan.pair(cards, plan.games.pairs)?, &control).sums));
    pairs.into_iter().filter_map(played).collect()
}

/// Creates the reports of the pairs, the most certain first. All intervals hold together.
pub(super) fn reports(plan: &Plan<'_>, pairs: &[([DesignId; 2], impact::Sums)]) -> Vec<JointEffects> {
    let counted = |sums: &impact::Sums| sums.cards.first().is_some_and(|card| card.impact.n > 1);
    let pairs: Vec<_> = pairs.iter().filter(|(_, sums)| counted(sums)).collect();
    let of = |(cards, sums): &&([DesignId; 2], impact::Sums)| {
        let joint: JointPlan<'_> = plan.pair(*cards, plan.games.pairs)?;
        Some(JointEffects::new(&joint, sums, pairs.len()))
    };
    let mut all: Vec<JointEffects> = pairs.iter().filter_map(of).collect();
    let sure = |of: &JointEffects| of.beyond.interval[0].max(-of.beyond.interval[1]);
    all.sort_by(|a, b| sure(b).total_cmp(&sure(a)));
    all
}

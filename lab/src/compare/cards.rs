//! Effect of a change on how often each card is offered, picked and held by winners.

use ludex::{DesignId, Setup};
use schemars::JsonSchema;
use serde::Serialize;

use super::both::Both;
use super::{ComparePlan, Side};
use crate::paired::Deal;
use crate::rounded::adding_up;
use crate::simulate::CardSums;
use crate::stats::{CONFIDENCE, Interval, PairedRatio, bonferroni, t_interval};

/// Sums for a card that exists on both sides.
#[derive(Debug, Clone)]
pub(super) struct CardTally {
    id: String,
    /// The card's design in base and in variant.
    designs: [DesignId; 2],
    offered: Both,
    picked: Both,
    held: PairedRatio,
}

/// Returns empty tallies for the cards that exist on both sides. Returns no cards unless the run inspects
/// every position.
pub(super) fn cards(plan: &ComparePlan) -> Vec<CardTally> {
    if !plan.run.inspects_positions() {
        return Vec::new();
    }
    let [base, variant] = Side::BOTH.map(|side| plan.setup(side));
    let known: Vec<(&str, DesignId)> = designs(variant).collect();
    let other = |id: &str| known.iter().find(|(name, _)| *name == id).map(|(_, design)| *design);
    let card = |(id, design): (&str, DesignId)| {
        Some(CardTally {
            id: id.to_owned(),
            designs: [design, other(id)?],
            offered: Both::default(),
            picked: Both::default(),
            held: PairedRatio::default(),
        })
    };
    designs(base).filter_map(card).collect()
}

fn designs(setup: &Setup) -> impl Iterator<Item = (&str, DesignId)> {
    setup.rules().designs().map(|design| (design.name, design.id))
}

impl CardTally {
    /// Adds the sums of the next pair.
    pub fn add(&mut self, base: &Deal, variant: &Deal) {
        let of = |deal: &Deal, design: DesignId| deal.cards.get(design.index()).copied().unwrap_or_default();
        let [one, other] = [of(base, self.designs[0]), of(variant, self.designs[1])];
        let count = |n: u64| i64::try_from(n).unwrap_or(i64::MAX);
        self.offered.add(count(one.offered), count(other.offered));
        self.picked.add(count(one.picked), count(other.picked));
        let held = |card: CardSums| (card.held.wins, card.held.games);
        self.held.add(held(one), held(other));
    }
}

/// Changes for a card.
#[derive(Debug, Clone, PartialEq, JsonSchema, Serialize)]
pub struct CardReport {
    /// ID of the card.
    pub id: String,
    /// Decisions of a game in which one of several options named it.
    pub offered: Change,
    /// Decisions of a game in which such an option was taken.
    pub picked: Change,
    /// Win rate of the players who held it at the end, in per cent; `null` if no player of a side did.
    pub held: Option<Change>,
}

/// A number on both sides, and the interval of its difference.
#[derive(Debug, Clone, Copy, PartialEq, JsonSchema, Serialize)]
pub struct Change {
    /// Value in the base.
    pub base: f64,
    /// Value in the variant.
    pub variant: f64,
    /// Value in the variant less that in the base.
    pub difference: f64,
    /// Simultaneous interval of `difference`; `null` with fewer than two pairs.
    pub interval: Option<Interval>,
}

impl Change {
    fn new(both: &Both, turns: f64, confidence: f64) -> Change {
        let [base, variant] = both.sides.map(|side| side.mean() / turns);
        let interval = t_interval(&both.more, confidence).map(|end| end / turns);
        let interval = Some(interval).filter(|_| both.more.n > 1);
        Change { base, variant, difference: both.more.mean() / turns, interval }
    }

    fn of_shares(shares: &PairedRatio, confidence: f64) -> Option<Change> {
        let ([base, variant], found) = (shares.shares()?, shares.difference(confidence)?);
        let [base, variant, difference] = [base, variant, found.difference].map(|share| 100.0 * share);
        Some(Change { base, variant, difference, interval: Some(found.interval.map(|end| 100.0 * end)) })
    }

    /// Formats base, variant and difference. The third figure is exactly the second less the first.
    pub fn figures(&self, places: usize) -> [String; 3] {
        let [base, variant, difference] = adding_up(self.base, self.difference, places);
        [format!("{base:.places$}"), format!("{variant:.places$}"), format!("{difference:+.places$}")]
    }

    /// Returns true if the interval excludes 0.
    pub fn is_sure(&self) -> bool {
        self.interval.is_some_and(|[low, high]| low > 0.0 || high < 0.0)
    }
}

impl CardReport {
    /// Returns true if a change of this card is statistically significant.
    fn is_sure(&self) -> bool {
        self.offered.is_sure() || self.picked.is_sure() || self.held.is_some_and(|held| held.is_sure())
    }
}

/// Returns the cards with a significant change, sorted by the size of the change for their holders.
pub(super) fn changed(all: &[CardReport]) -> Vec<&CardReport> {
    let mut changed: Vec<&CardReport> = all.iter().filter(|card| card.is_sure()).collect();
    let gain =
        |card: &CardReport| card.held.filter(Change::is_sure).map_or(0.0, |held| held.difference.abs());
    changed.sort_by(|one, other| gain(other).total_cmp(&gain(one)));
    changed
}

/// Returns the confidence of each single interval after the Bonferroni correction. Cards that were never held
/// have no interval for their holders.
pub(super) fn confidence(cards: &[CardTally]) -> f64 {
    let held = cards.iter().filter(|card| card.held.shares().is_some()).count();
    bonferroni(CONFIDENCE, 2 * cards.len() + held)
}

pub(super) fn reports(cards: &[CardTally], turns: u64) -> Vec<CardReport> {
    let (confidence, turns) = (confidence(cards), turns as f64);
    let report = |card: &CardTally| CardReport {
        id: card.id.clone(),
        offered: Change::new(&card.offered, turns, confidence),
        picked: Change::new(&card.picked, turns, confidence),
        held: Change::of_shares(&card.held, confidence),
    };
    cards.iter().map(report).collect()
}

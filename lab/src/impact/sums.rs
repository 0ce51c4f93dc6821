//! Sums over pairs of games.

use ludex::{DesignId, Fault, Seat, Setup};
use serde::{Deserialize, Serialize};

use crate::Objective;
use crate::add_up::{Failure, Failures, adds_up};
use crate::game::Outcome;
use crate::paired;
use crate::shard::Shard;
use crate::stats::Moments;

/// Sums of all pairs.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sums {
    /// Sums by card.
    pub cards: Vec<CardSums>,
    /// Pairs in which a rule failed. They are not counted elsewhere.
    pub failed: u64,
    /// First failed pairs, by pair and card.
    pub faults: Failures<FailedPair>,
}

/// Sums of the pairs of a card.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct CardSums {
    /// Share of the victory with the card less that without, in units of `VICTORY`; or the same of the score.
    pub impact: Moments,
    /// Decisions in the game with the card less those in the game without it.
    pub length: Moments,
    /// Pairs whose worlds never differed, because no player drew or could play the card. They do not count.
    pub without: u64,
    /// `impact` by independent training of the players; empty without trainings.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub trainings: Vec<Moments>,
}

/// End of a game for one seat.
#[derive(Debug, Clone, Copy)]
pub(super) struct End {
    /// The seat's part of the victory in units of [`crate::game::VICTORY`], or its score.
    pub worth: i64,
    /// Number of decisions with two or more options.
    pub decisions: i64,
}

impl End {
    pub fn from_outcome(outcome: &Outcome, seat: Seat, by: Objective) -> End {
        let worth = match by {
            Objective::Win => outcome.part(seat.index()),
            Objective::Score => outcome.scores.get(seat.index()).copied().unwrap_or(0),
        };
        End { worth, decisions: outcome.decisions as i64 }
    }
}

impl End {
    /// Returns the sums of two ends, for differences of differences.
    pub fn and(self, other: End) -> End {
        End { worth: self.worth + other.worth, decisions: self.decisions + other.decisions }
    }
}

impl CardSums {
    /// Adds a pair that counts: the game with the card, and the one without it.
    pub(super) fn count(&mut self, with: End, without: End, training: Option<Shard>) {
        let impact = with.worth.saturating_sub(without.worth);
        self.impact.add(impact);
        self.length.add(with.decisions - without.decisions);
        if let Some(Shard { number, of }) = training {
            self.trainings.resize(of as usize, Moments::default());
            self.trainings[number as usize - 1].add(impact);
        }
    }
}

/// A pair in which a rule failed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FailedPair {
    /// Number of the pair, from 0.
    pub pair: u64,
    /// Index of the card in the plan.
    pub card: usize,
    /// Number of the seat that had the card, from 1; `null` if it belonged to no player.
    pub seat: Option<u8>,
    /// Index of the replacement of the card; `null` without one.
    pub with: Option<usize>,
    /// Seed of both games.
    pub seed: u64,
    /// True if the unchanged game failed, false if the changed one did.
    pub as_written: bool,
    /// Source location of the rule, `file:line:column`; `null` if the changed world doesn't exist.
    pub place: Option<String>,
    /// Reason for the failure.
    pub message: String,
}

impl Failure for FailedPair {
    fn number(&self) -> (u64, usize) {
        (self.pair, self.card)
    }
}

impl FailedPair {
    /// Creates a record for a pair of card number `card`, without details of the failure.
    pub(super) fn new(
        pair: u64,
        card: usize,
        (seat, with): (Option<Seat>, Option<DesignId>),
        seed: u64,
    ) -> FailedPair {
        let (seat, with) = (seat.map(|seat| seat.number() + 1), with.map(DesignId::index));
        let message = "there is no such world".to_owned();
        FailedPair { pair, card, seat, with, seed, as_written: false, place: None, message }
    }

    /// Sets the details of the failure.
    pub(super) fn because(self, setup: &Setup, fault: &Fault) -> FailedPair {
        FailedPair { place: Some(paired::place(setup, fault)), message: fault.message.clone(), ..self }
    }
}

adds_up!(Sums { cards, failed, faults });
adds_up!(CardSums { impact, length, without, trainings });

impl Sums {
    /// Creates empty sums for a number of cards.
    pub fn new(cards: usize) -> Sums {
        Sums { cards: vec![CardSums::default(); cards], failed: 0, faults: Failures::default() }
    }

    /// Returns the number of games that count.
    pub fn games(&self) -> u64 {
        2 * self.cards.iter().map(|card| card.impact.n).sum::<u64>()
    }

    /// Returns the number of pairs that were played, including failed pairs and pairs without a result.
    pub fn pairs(&self) -> u64 {
        self.failed + self.cards.iter().map(|card| card.impact.n + card.without).sum::<u64>()
    }

    /// Adds a pair in which a rule failed.
    pub(super) fn fail(&mut self, pair: FailedPair) {
        self.failed += 1;
        self.faults.push(pair);
    }
}

//! A player's cards: hand, piles, and won objectives.

use ludex_run::state::Generator;

use super::cards::{DOMAINS, Objective, Rank, SET};
use super::shuffle;

/// Number of cards in a full hand (K-01, K-10).
const HAND_SIZE: u32 = 3;

/// A player's side of the table.
#[derive(Clone, Copy)]
pub(super) struct Seat {
    /// The cards in hand, as a set of ranks.
    pub(super) hand: u32,
    /// The face-down pile; cards before `top` have been drawn.
    reserve: [Rank; SET],
    top: u8,
    bottom: u8,
    /// The discard pile, oldest first.
    discard: [Rank; SET],
    discarded: u8,
    /// The card under this seat's Cape.
    pub(super) hidden: Option<Rank>,
    /// Won objectives: points, number, and the best of each domain.
    points: u16,
    objectives: u16,
    best: [u8; DOMAINS],
}

impl Seat {
    pub(super) const EMPTY: Seat = Seat {
        hand: 0,
        reserve: [0; SET],
        top: 0,
        bottom: 0,
        discard: [0; SET],
        discarded: 0,
        hidden: None,
        points: 0,
        objectives: 0,
        best: [0; DOMAINS],
    };

    /// Sets up the piles (K-01), without drawing the hand.
    pub(super) fn set_up(&mut self, chance: &mut Generator) {
        *self = Self::EMPTY;
        self.reserve = std::array::from_fn(|rank| rank as Rank);
        self.bottom = SET as u8;
        shuffle(&mut self.reserve, chance);
    }

    pub(super) fn can_draw(&self) -> bool {
        self.top < self.bottom || self.discarded > 0
    }

    /// Draws a card, if there is one (K-11, K-12).
    pub(super) fn draw(&mut self, chance: &mut Generator) {
        if self.top == self.bottom {
            if self.discarded == 0 {
                return;
            }
            (self.top, self.bottom) = (0, self.discarded);
            self.reserve = self.discard;
            self.discarded = 0;
            shuffle(&mut self.reserve[..usize::from(self.bottom)], chance);
        }
        self.hand |= 1 << self.reserve[usize::from(self.top)];
        self.top += 1;
    }

    /// Draws one card, or all missing cards (K-10).
    pub(super) fn draw_after_turn(&mut self, one: bool, chance: &mut Generator) {
        if !one {
            self.fill_hand(chance);
        } else if self.hand.count_ones() < HAND_SIZE {
            self.draw(chance);
        }
    }

    /// Fills the hand (K-01).
    pub(super) fn fill_hand(&mut self, chance: &mut Generator) {
        while self.hand.count_ones() < HAND_SIZE && self.can_draw() {
            self.draw(chance);
        }
    }

    pub(super) fn throw(&mut self, rank: Rank) {
        self.discard[usize::from(self.discarded)] = rank;
        self.discarded += 1;
    }

    /// Adds a won objective (K-68).
    pub(super) fn win(&mut self, objective: Objective) {
        self.points += u16::from(objective.points());
        self.objectives += 1;
        let best = &mut self.best[objective.domain()];
        *best = objective.points().max(*best);
    }

    /// Returns the score (K-69, K-70).
    pub(super) fn score(&self) -> i32 {
        let plain = i32::from(self.points);
        if self.best.contains(&0) {
            return plain;
        }
        let best: i32 = self.best.iter().map(|points| i32::from(*points)).sum();
        plain.max(2 * best - (i32::from(self.objectives) - DOMAINS as i32))
    }
}

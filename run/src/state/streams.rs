//! Random numbers in streams: one for each purpose, so that two similar worlds stay in step.
//!
//! The ordinary generator serves all events in turn, so an additional shuffle changes all later random
//! events. Here each event has its own numbers, derived from the seed, its purpose and the count of events of
//! that purpose. Within an event, each item has a number: a shuffle sorts cards by their numbers, a choice
//! takes the item with the highest. So if two worlds shuffle piles that differ in one card, all other cards
//! are in the same order.
//!
//! Numbers are outputs of splitmix64 (Steele, Lea, Flood 2014) from such seeds; they are part of the meaning
//! of a seed.

use std::sync::Arc;

/// Purpose of a random event.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Purpose {
    /// Shuffle of a zone before the first phase begins.
    SetUp(u16),
    /// Shuffle of a zone during the game.
    Shuffle(u16),
    /// Random choice by the rules: its number in the program, and the active player.
    Chance(u32, i32),
    /// The order of cards that a player cannot distinguish.
    Order(i32),
    /// Random choice of a player: the decision, and the player.
    Choice(u32, i32),
}

impl Purpose {
    /// Returns a unique number.
    fn number(self) -> u64 {
        let (tag, of, whose) = match self {
            Self::SetUp(zone) => (1, u64::from(zone), 0),
            Self::Shuffle(zone) => (2, u64::from(zone), 0),
            Self::Chance(place, player) => (3, u64::from(place), player),
            Self::Order(player) => (4, 0, player),
            Self::Choice(choice, player) => (5, u64::from(choice), player),
        };
        tag << 56 | of << 16 | u64::from(whose as u16)
    }
}

/// The random number streams of a game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Streams {
    seed: u64,
    /// Number of events of each purpose so far, sorted by purpose.
    counts: Vec<(u64, u32)>,
    /// For each card, the card of the other world whose role it has; empty if each has its own.
    roles: Arc<[u16]>,
}

impl Streams {
    /// Creates the streams of a seed, for cards with these roles.
    pub fn new(seed: u64, roles: &Arc<[u16]>) -> Self {
        Self { seed, counts: Vec::new(), roles: Arc::clone(roles) }
    }

    /// Restarts with another seed.
    pub fn restart(&mut self, seed: u64) {
        self.seed = seed;
        self.counts.clear();
    }

    /// Returns the state of the streams, apart from the seed.
    pub(super) fn counts(&self) -> &[(u64, u32)] {
        &self.counts
    }

    pub fn role(&self, card: i32) -> i32 {
        let role = usize::try_from(card).ok().and_then(|card| self.roles.get(card));
        role.map_or(card, |role| i32::from(*role))
    }

    /// Exchanges the roles of two cards, out of `cards` in total.
    pub fn exchange(&mut self, a: u16, b: u16, cards: u16) {
        let mut roles: Vec<u16> = (0..cards).map(|card| self.role(i32::from(card)) as u16).collect();
        roles.swap(usize::from(a), usize::from(b));
        self.roles = Arc::from(roles);
    }

    /// Returns the seed of the next event of a purpose.
    fn next(&mut self, purpose: Purpose) -> u64 {
        let number = purpose.number();
        let at = match self.counts.binary_search_by_key(&number, |(purpose, _)| *purpose) {
            Ok(at) => at,
            Err(at) => {
                self.counts.insert(at, (number, 0));
                at
            }
        };
        self.counts[at].1 = self.counts[at].1.wrapping_add(1);
        mixed(mixed(mixed(self.seed, number), u64::from(self.counts[at].1)), 0)
    }

    /// Shuffles cards, each order equally likely.
    pub fn shuffle(&mut self, purpose: Purpose, cards: &mut [i32]) {
        let event = self.next(purpose);
        self.sort(event, cards);
    }

    /// Orders cards by the seed, the purpose and a number only, without counting an event.
    pub fn order(&self, purpose: Purpose, number: u64, cards: &mut [i32]) {
        self.sort(mixed(mixed(self.seed, purpose.number()), number), cards);
    }

    fn sort(&self, event: u64, cards: &mut [i32]) {
        cards.sort_unstable_by_key(|card| (mixed(event, self.role(*card) as u64), *card));
    }

    /// Chooses one of several items, which may be repeated: each equally likely, or with these weights if
    /// there are any.
    pub fn choose(&mut self, purpose: Purpose, things: &[i32], weights: &[u64], is_card: bool) -> usize {
        let event = self.next(purpose);
        let role = |thing: i32| if is_card { self.role(thing) } else { thing };
        let mut sorted: Vec<(i32, usize)> = things.iter().enumerate().map(|(i, t)| (role(*t), i)).collect();
        sorted.sort_unstable();
        let mut again = 0;
        let mut best = None;
        for (i, &(thing, index)) in sorted.iter().enumerate() {
            again = if i > 0 && sorted[i - 1].0 == thing { again + 1 } else { 0 };
            let number = mixed(event, again << 32 | u64::from(thing as u32));
            let next = Drawn { number, weight: weights.get(index).copied().unwrap_or(1), index };
            best = Some(best.map_or(next, |best: Drawn| best.first(next)));
        }
        best.map_or(0, |best| best.index)
    }
}

/// An item with its number.
#[derive(Clone, Copy)]
struct Drawn {
    number: u64,
    weight: u64,
    index: usize,
}

impl Drawn {
    /// Returns the winner of two: the one with the higher number. With different weights, the first in a race
    /// in which each arrives after an exponential time with its weight as rate.
    fn first(self, other: Self) -> Self {
        let is_later = match self.weight == other.weight {
            true => (self.number, self.index) < (other.number, other.index),
            false => {
                let late = u128::from(minus_log2(self.number)) * u128::from(other.weight);
                late > u128::from(minus_log2(other.number)) * u128::from(self.weight)
            }
        };
        if is_later { other } else { self }
    }
}

/// Returns `-log2(n / 2^64)` in units of 2^-32. Each squaring gives one digit.
fn minus_log2(n: u64) -> u64 {
    let zeros = n.max(1).leading_zeros();
    let mut mantissa = n.max(1) << zeros;
    let mut log = 0;
    for digit in (0..32).rev() {
        let square = (u128::from(mantissa) * u128::from(mantissa)) >> 63;
        let carries = square >> 64 > 0;
        log |= u64::from(carries) << digit;
        mantissa = (square >> u32::from(carries)) as u64;
    }
    (u64::from(zeros + 1) << 32) - log
}

/// Returns output number `n + 1` of splitmix64 from a seed.
fn mixed(seed: u64, n: u64) -> u64 {
    let mut z = seed.wrapping_add(n.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15));
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

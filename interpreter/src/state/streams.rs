//! Chance in streams: one for each purpose, so that two worlds that differ a little stay in step.
//!
//! The ordinary generator serves everything in turn: one shuffle more, and all chance after it is another. Here every event of chance has numbers
//! of its own, made from the seed, its purpose and how often there was one of this purpose. And each thing has a number of its own
//! in it: a shuffle sorts cards by their numbers, a choice takes the thing with the highest. So where two worlds shuffle piles that differ in
//! one card, all others lie in the same order.
//!
//! Numbers are outputs of splitmix64 (Steele, Lea, Flood 2014) from such seeds; they are part of the meaning of a seed.

use std::sync::Arc;

/// What chance is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Purpose {
    /// A zone is shuffled before the first phase begins.
    SetUp(u16),
    /// A zone is shuffled.
    Shuffle(u16),
    /// Chance chooses: which of the program's choices of chance, and who is active then.
    Chance(u32, i32),
    /// The order of cards that a player can't tell apart.
    Order(i32),
    /// A player chooses at random: at which decision, and who.
    Choice(u32, i32),
}

impl Purpose {
    /// A number of its own.
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

/// The streams of a game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Streams {
    seed: u64,
    /// For each purpose that there was, sorted: how often.
    counts: Vec<(u64, u32)>,
    /// For each card the one of the other world whose place it has; empty if it is the same.
    roles: Arc<[u16]>,
}

impl Streams {
    /// Those of a seed, for cards with these roles.
    pub fn new(seed: u64, roles: &Arc<[u16]>) -> Self {
        Self { seed, counts: Vec::new(), roles: Arc::clone(roles) }
    }

    /// Begins again with another seed.
    pub fn restart(&mut self, seed: u64) {
        self.seed = seed;
        self.counts.clear();
    }

    /// What decides how chance goes on, beside the seed.
    pub(super) fn counts(&self) -> &[(u64, u32)] {
        &self.counts
    }

    /// The role of a card.
    pub fn role(&self, card: i32) -> i32 {
        let role = usize::try_from(card).ok().and_then(|card| self.roles.get(card));
        role.map_or(card, |role| i32::from(*role))
    }

    /// Two of so many cards change roles.
    pub fn exchange(&mut self, a: u16, b: u16, cards: u16) {
        let mut roles: Vec<u16> = (0..cards).map(|card| self.role(i32::from(card)) as u16).collect();
        roles.swap(usize::from(a), usize::from(b));
        self.roles = Arc::from(roles);
    }

    /// The seed of the next event of a purpose.
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

    /// Puts cards into a random order, each equally likely.
    pub fn shuffle(&mut self, purpose: Purpose, cards: &mut [i32]) {
        let event = self.next(purpose);
        self.sort(event, cards);
    }

    /// An order of cards that depends on nothing but the seed, the purpose and a number, and that no event counts.
    pub fn order(&self, purpose: Purpose, number: u64, cards: &mut [i32]) {
        self.sort(mixed(mixed(self.seed, purpose.number()), number), cards);
    }

    fn sort(&self, event: u64, cards: &mut [i32]) {
        cards.sort_unstable_by_key(|card| (mixed(event, self.role(*card) as u64), *card));
    }

    /// One of some things, which may be the same several times: each equally likely, or with these weights if there are any.
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

/// A thing with its number.
#[derive(Clone, Copy)]
struct Drawn {
    number: u64,
    weight: u64,
    index: usize,
}

impl Drawn {
    /// The one of two that is taken: the one with the higher number, or with different weights the first in a race in which each
    /// arrives after an exponential time of that rate.
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

/// `-log2(n / 2^64)` in parts of 2^-32, of which one digit follows from each squaring.
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

/// Output number `n + 1` of splitmix64 from a seed.
fn mixed(seed: u64, n: u64) -> u64 {
    let mut z = seed.wrapping_add(n.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15));
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

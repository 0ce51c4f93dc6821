//! Locations of district cards: hands, cities and the deck.

use ludex_run::state::Generator;

use super::cards::*;
use super::shuffle;

/// The cards of a hand: the binary digits of the number of cards of each kind.
#[derive(Clone, Copy)]
pub(super) struct Hand {
    ones: Kinds,
    twos: Kinds,
    fours: Kinds,
    pub(super) size: u32,
}

impl Hand {
    pub(super) const EMPTY: Hand = Hand { ones: 0, twos: 0, fours: 0, size: 0 };

    pub(super) fn kinds(&self) -> Kinds {
        self.ones | self.twos | self.fours
    }

    pub(super) fn add(&mut self, kind: Kind) {
        let bit = only(kind);
        let carry = self.ones & bit;
        self.fours ^= self.twos & carry;
        self.twos ^= carry;
        self.ones ^= bit;
        self.size += 1;
    }

    pub(super) fn remove(&mut self, kind: Kind) {
        let bit = only(kind);
        let borrow = !self.ones & bit;
        self.fours ^= !self.twos & borrow;
        self.twos ^= borrow;
        self.ones ^= bit;
        self.size -= 1;
    }
}

/// The district deck: a ring buffer with room for all cards.
pub(super) struct Deck {
    ring: [Kind; Deck::ROOM],
    top: usize,
    pub(super) size: u32,
}

impl Deck {
    const ROOM: usize = 128;
    pub(super) const EMPTY: Deck = Deck { ring: [0; Deck::ROOM], top: 0, size: 0 };

    /// Fills the deck with all cards, shuffled.
    pub(super) fn set_up(&mut self, chance: &mut Generator) {
        self.ring[..CARDS].copy_from_slice(&ALL_CARDS);
        shuffle(&mut self.ring[..CARDS], chance);
        self.top = 0;
        self.size = CARDS as u32;
    }

    /// Removes the top card; the deck must not be empty.
    pub(super) fn pop(&mut self) -> Kind {
        let kind = self.ring[self.top % Deck::ROOM];
        self.top += 1;
        self.size -= 1;
        kind
    }

    pub(super) fn put_under(&mut self, kind: Kind) {
        self.ring[(self.top + self.size as usize) % Deck::ROOM] = kind;
        self.size += 1;
    }

    /// Deals up to `count` cards into a hand.
    pub(super) fn deal(&mut self, count: u32, hand: &mut Hand) {
        for _ in 0..count.min(self.size) {
            hand.add(self.pop());
        }
    }
}

/// A player's side of the table.
#[derive(Clone, Copy)]
pub(super) struct Seat {
    pub(super) hand: Hand,
    pub(super) city: Kinds,
    pub(super) districts: u32,
    pub(super) gold: u32,
}

impl Seat {
    pub(super) const EMPTY: Seat = Seat { hand: Hand::EMPTY, city: 0, districts: 0, gold: 0 };

    pub(super) fn has(&self, kind: Kind) -> bool {
        self.city & only(kind) != 0
    }

    /// Returns the kinds that may be built (T-41, T-42).
    pub(super) fn buildable(&self) -> Kinds {
        self.hand.kinds() & AFFORDABLE[DEAREST.min(self.gold as usize)] & !self.city
    }

    /// Returns the points of built districts (T-71).
    pub(super) fn built_points(&self) -> i32 {
        let (mut points, mut city) = (0, self.city);
        while city != 0 {
            points += i32::from(POINTS[city.trailing_zeros() as usize]);
            city &= city - 1;
        }
        points
    }

    /// Returns true if the city has all colours (T-72), with `court_counts` also by the Court of miracles
    /// (T-73).
    pub(super) fn has_all_colours(&self, court_counts: bool) -> bool {
        let colours = |city: Kinds| {
            [BLUE, YELLOW, GREEN, RED, PURPLE].iter().map(|c| u32::from(city & c != 0)).sum::<u32>()
        };
        let court = only(COURT_OF_MIRACLES);
        colours(self.city) == 5
            || (court_counts && self.city & court != 0 && colours(self.city & !court) == 4)
    }
}

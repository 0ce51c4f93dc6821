//! What a seat can't rule out: for each seat and card, which cards may lie in its place.
//!
//! [`State`] holds what a seat knows: this card lies here. Here stands what it can conclude beyond that. Five cards that a seat saw
//! and passed on are among the places they can have gone to, though it knows none of them any more.
//!
//! For each seat every place is *fixed* (the seat knows the card there) or has a *class*: a set of cards, one of which lies there.
//! Places between which a card can't be followed come into one class, the union of theirs (`follow.rs`); a card that is
//! learned leaves all classes. As each card lies in one place, the classes together say more than each of them: where two places may hold
//! only ace or king, no third place holds either. A deal (`deal.rs`) is a way to give each place a card of its class.
//!
//! It errs on one side only: where cards really lie is always possible. What two places tell of each other beyond their
//! classes ("if this is the ace, that is not the king") is not kept.
//!
//! A playout does not need this, so it is no part of the state: a [`Game`](crate::Game) keeps it beside the log.

mod deal;
mod follow;

use crate::program::{Layout, Program};
use crate::state::{State, alike};

/// The class of places whose card the seat knows; it has no set.
const FIXED: u8 = 0;
/// The class of places of which the seat has seen nothing.
const ANY: u8 = 1;
/// Memory for the classes of one seat, in words; a game has room for 8 classes at least and 255 at most.
const MEMORY: usize = 1 << 14;

/// What each seat can't rule out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Beliefs {
    seats: Vec<Belief>,
}

/// What one seat can't rule out.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Belief {
    /// For each card: the class of the place where it lies.
    class: Vec<u8>,
    /// For each class: the set of its cards, of `words` words.
    sets: Vec<u64>,
    /// For each class: how many places.
    places: Vec<u32>,
    words: usize,
}

impl Beliefs {
    /// Nobody has seen anything.
    pub fn new(program: &Program) -> Self {
        let cards = program.layout.cards();
        let belief = Belief::new(cards);
        Self { seats: vec![belief; usize::from(program.players)] }
    }

    /// Of this position each seat has seen what it knows, and nothing before.
    pub fn of(program: &Program, state: &State) -> Self {
        let mut beliefs = Self::new(program);
        (0..program.layout.cards() as u16).for_each(|card| beliefs.learn_known(&program.layout, state, card));
        beliefs
    }

    /// About how much memory this takes.
    pub(crate) fn bytes(&self) -> usize {
        self.seats.iter().map(|belief| belief.class.len() + belief.sets.len() * 8).sum()
    }

    /// The cards of which a seat thinks that one lies where this one does, in the order of the card list. Cards that look
    /// different from behind (another kind, another owner) are none of them.
    pub fn candidates(&self, program: &Program, state: &State, seat: u8, card: u16) -> Vec<u16> {
        let belief = &self.seats[usize::from(seat)];
        if state.knows(seat, card) || belief.is_fixed(card) {
            return vec![card];
        }
        let possible = |other: &u16| {
            state.zone[usize::from(*other)] != 0
                && same_back(&program.layout, *other, card)
                && !state.knows(seat, *other)
                && belief.has(belief.class_of(card), *other)
        };
        (0..program.layout.cards() as u16).filter(possible).collect()
    }

    /// Seats that know a card by now have learned it.
    fn learn_known(&mut self, layout: &Layout, state: &State, card: u16) {
        for (seat, belief) in self.seats.iter_mut().enumerate() {
            if state.knows(seat as u8, card) {
                belief.learn(layout, card);
            }
        }
    }
}

impl Belief {
    fn new(cards: usize) -> Self {
        let words = cards.div_ceil(64);
        let mut sets = vec![0; 2 * words];
        (0..cards).for_each(|card| sets[words + card / 64] |= 1 << (card % 64));
        Self { class: vec![ANY; cards], sets, places: vec![0, cards as u32], words }
    }

    fn class_of(&self, card: u16) -> u8 {
        self.class[usize::from(card)]
    }

    fn is_fixed(&self, card: u16) -> bool {
        self.class_of(card) == FIXED
    }

    /// Whether a card may lie in places of a class.
    fn has(&self, class: u8, card: u16) -> bool {
        let card = usize::from(card);
        self.sets[usize::from(class) * self.words + card / 64] & 1 << (card % 64) != 0
    }

    fn set(&self, class: u8) -> &[u64] {
        &self.sets[usize::from(class) * self.words..][..self.words]
    }

    fn set_mut(&mut self, class: u8) -> &mut [u64] {
        &mut self.sets[usize::from(class) * self.words..][..self.words]
    }

    fn put(&mut self, card: u16, class: u8) {
        let old = std::mem::replace(&mut self.class[usize::from(card)], class);
        self.places[usize::from(old)] -= 1;
        self.places[usize::from(class)] += 1;
    }

    /// The card lies here, and so in no other place. Copies are the same to everybody: if another one may as well lie here, then that one
    /// may lie wherever this one might have.
    fn learn(&mut self, layout: &Layout, card: u16) {
        if self.is_fixed(card) {
            return;
        }
        let class = self.class_of(card);
        let mut copies = vec![0; self.words];
        let others = copies_of(layout, card).filter(|copy| !self.is_fixed(*copy) && self.has(class, *copy));
        others.for_each(|copy| copies[usize::from(copy) / 64] |= 1 << (copy % 64));
        let (word, bit) = (usize::from(card) / 64, 1 << (card % 64));
        for set in self.sets.chunks_exact_mut(self.words).filter(|set| set[word] & bit != 0) {
            set.iter_mut().zip(&copies).for_each(|(all, more)| *all |= more);
            set[word] &= !bit;
        }
        self.put(card, FIXED);
    }

    /// Two copies, one of them known, are each taken for the other.
    fn exchange(&mut self, card: u16, known: u16) {
        self.put(known, self.class_of(card));
        self.put(card, FIXED);
        let bits = [card, known].map(|card| (usize::from(card) / 64, 1u64 << (card % 64)));
        let [(from, old), (to, new)] = bits;
        for set in self.sets.chunks_exact_mut(self.words).filter(|set| set[from] & old != 0) {
            set[from] &= !old;
            set[to] |= new;
        }
    }

    /// Cards can't be followed any more between these places.
    fn mix(&mut self, layout: &Layout, places: &[u16]) {
        let mut rest = places.to_vec();
        while let Some(&first) = rest.first() {
            let (those, others) =
                rest.iter().partition::<Vec<u16>, _>(|place| same_back(layout, **place, first));
            self.mix_alike(layout, &those);
            rest = others;
        }
    }

    /// The same for places whose cards look the same from behind.
    fn mix_alike(&mut self, layout: &Layout, places: &[u16]) {
        let class = self.class_of(places[0]);
        if places.len() == 1 || (class != FIXED && places.iter().all(|place| self.class_of(*place) == class))
        {
            return;
        }
        let mut union = vec![0; self.words];
        for &place in places {
            match self.class_of(place) {
                FIXED => union[usize::from(place) / 64] |= 1 << (place % 64),
                class => union.iter_mut().zip(self.set(class)).for_each(|(all, more)| *all |= more),
            }
        }
        let mut any = self.set(ANY).to_vec();
        for set in [&mut union, &mut any] {
            keep(set, |card| same_back(layout, card, places[0]));
        }
        let class = if union == any { ANY } else { self.class_for(&union) };
        places.iter().for_each(|place| self.put(*place, class));
    }

    /// None of these cards lies here.
    fn rule_out(&mut self, layout: &Layout, place: u16, cards: &[u16]) {
        let class = self.class_of(place);
        if class == FIXED || !cards.iter().any(|card| self.has(class, *card)) {
            return;
        }
        let mut set = self.set(class).to_vec();
        keep(&mut set, |card| same_back(layout, card, place) && !cards.contains(&card));
        let class = self.class_for(&set);
        self.put(place, class);
    }

    /// A class with this set, an old one if there is one. If there is no room, the set goes into that of all unseen places.
    fn class_for(&mut self, set: &[u64]) -> u8 {
        let used = |class: &u8| *class == ANY || self.places[usize::from(*class)] > 0;
        let classes = self.places.len() as u8;
        if let Some(same) = (ANY..classes).filter(used).find(|class| self.set(*class) == set) {
            return same;
        }
        let free = (ANY + 1..classes).find(|class| self.places[usize::from(*class)] == 0);
        let most = (MEMORY / self.words.max(1)).clamp(8, 255);
        let class = match free {
            Some(class) => class,
            None if self.places.len() < most => {
                self.places.push(0);
                self.sets.resize(self.sets.len() + self.words, 0);
                classes
            }
            None => {
                self.set_mut(ANY).iter_mut().zip(set).for_each(|(all, more)| *all |= more);
                return ANY;
            }
        };
        self.set_mut(class).copy_from_slice(set);
        class
    }
}

/// Takes all cards out of a set but these.
fn keep(set: &mut [u64], wanted: impl Fn(u16) -> bool) {
    for (i, word) in set.iter_mut().enumerate() {
        let mut left = *word;
        while left != 0 {
            let bit = left.trailing_zeros();
            left &= left - 1;
            if !wanted((i * 64) as u16 + bit as u16) {
                *word &= !(1 << bit);
            }
        }
    }
}

/// A card and its copies.
fn copies_of(layout: &Layout, card: u16) -> impl Iterator<Item = u16> {
    let same = move |other: &u16| alike(layout, *other, card);
    (0..card).rev().take_while(same).chain((card..layout.cards() as u16).take_while(same))
}

/// Whether two cards look the same from behind: of one kind and of one owner.
fn same_back(layout: &Layout, a: u16, b: u16) -> bool {
    let (a, b) = (usize::from(a), usize::from(b));
    layout.kind[a] == layout.kind[b] && layout.owner[a] == layout.owner[b]
}

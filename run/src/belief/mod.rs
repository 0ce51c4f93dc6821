//! Beliefs: for each seat and position, the set of cards that the seat cannot rule out there.
//!
//! [`State`] records direct knowledge: this card is here. Beliefs record what a seat can conclude beyond
//! that. For example, a seat saw five cards and passed them on. They must be at the positions they can have
//! moved to, although the seat no longer knows any of them.
//!
//! For each seat, every position is *fixed* (the seat knows the card there) or has a *class*: a set of cards
//! that contains the card there. Positions between which a card cannot be tracked are merged into one class,
//! the union of theirs (`follow.rs`). A card that becomes known is removed from all classes. Each card has
//! one position, so the classes together are stronger than each alone. If two positions can hold only ace or
//! king, no third position holds either. A determinization (`deal.rs`) assigns each position a card of its
//! class.
//!
//! Beliefs err on one side only: the true positions always remain possible. Dependencies between two
//! positions ("if this is the ace, that is not the king") are not tracked. Each seat has a budget for each
//! choice; a seat that exhausts it forgets its conclusions, and draws no new ones until the next choice.
//!
//! Playouts do not need beliefs, so they are not part of the state: a [`Game`](crate::play::Game) keeps them next
//! to the log.

mod deal;
mod follow;
mod places;

pub(crate) use deal::Pools;
pub use follow::Believer;

use std::collections::BTreeMap;

use crate::program::{Layout, Program};
use crate::state::{State, are_copies};
use ludex_check::ids::DesignId;

/// The class of positions whose card the seat knows; it has no set.
const FIXED: u8 = 0;
/// The class of positions of which the seat has seen nothing.
const ANY: u8 = 1;
/// Memory for the classes of one seat, in words.
const MEMORY: usize = 1 << 14;
/// Minimum and maximum number of classes of a game, regardless of memory.
const FEWEST_CLASSES: usize = 8;
const MOST_CLASSES: usize = u8::MAX as usize;

/// Number of sets computed and searched when positions are merged: the union, and all cards with the same
/// back.
const SETS_OF_MIXED: usize = 2;

/// Maximum effort of a seat for one choice, in cards and words of sets visited.
const EFFORT: usize = 20_000_000;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Beliefs {
    seats: Vec<Belief>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
struct Belief {
    /// For each card: the class of its position.
    class: Vec<u8>,
    /// For each class: the set of its cards, of `words` words.
    sets: Vec<u64>,
    /// For each class: its number of positions.
    places: Vec<u32>,
    words: usize,
    /// Remaining effort for this choice.
    left: usize,
}

impl Beliefs {
    /// Creates the beliefs of seats that have seen nothing.
    pub fn new(program: &Program) -> Self {
        let cards = program.layout.cards();
        let belief = Belief::new(cards);
        Self { seats: vec![belief; usize::from(program.players)] }
    }

    /// Creates the beliefs of seats that have seen the cards they know in this position, and nothing before.
    pub fn from_state(program: &Program, state: &State) -> Self {
        let mut beliefs = Self::new(program);
        for (seat, belief) in beliefs.seats.iter_mut().enumerate() {
            let known = (0..program.layout.cards() as u16).filter(|card| state.knows(seat as u8, *card));
            known.for_each(|card| belief.learn(&program.layout, card));
            belief.left = EFFORT;
        }
        beliefs
    }

    /// Resets the effort for a new choice.
    pub(crate) fn begin(&mut self) {
        self.seats.iter_mut().for_each(|belief| belief.left = EFFORT);
    }

    /// Returns the approximate memory size.
    pub(crate) fn bytes(&self) -> usize {
        self.seats.iter().map(|belief| belief.class.len() + belief.sets.len() * 8).sum()
    }

    /// Returns the cards that a seat considers possible at the position of a card, in the order of the card
    /// list. Cards with another back (another kind or owner) are excluded.
    pub fn candidates(&self, program: &Program, state: &State, seat: u8, card: u16) -> Vec<u16> {
        let belief = &self.seats[usize::from(seat)];
        let is_clear =
            |card: u16| state.knows(seat, card) || state.is_given_away(&program.layout, seat, card);
        if belief.is_fixed(card) || is_clear(card) {
            return vec![card];
        }
        let possible = |other: &u16| {
            state.cards[usize::from(*other)].zone != 0
                && have_same_back(&program.layout, *other, card)
                && !is_clear(*other)
                && belief.may_contain(belief.class_of(card), *other)
        };
        (0..program.layout.cards() as u16).filter(possible).collect()
    }

    /// Returns a function that maps unknown positions to the only design that can be there, or `None` if
    /// there are several.
    pub(crate) fn only<'b>(
        &'b self,
        program: &'b Program,
        state: &'b State,
        seat: u8,
    ) -> impl FnMut(u16) -> Option<DesignId> + use<'b> {
        let mut known = BTreeMap::new();
        move |card| {
            let class = self.seats[usize::from(seat)].class_of(card);
            let find = || {
                let mut designs = self.candidates(program, state, seat, card).into_iter();
                let design = |card: u16| program.layout.design[usize::from(card)];
                let first = designs.next().map(design)?;
                designs.all(|card| design(card) == first).then_some(DesignId(first))
            };
            if class == FIXED {
                find()
            } else {
                *known.entry((class, back(&program.layout, card))).or_insert_with(find)
            }
        }
    }

    /// Updates the beliefs of seats that know a card by now.
    fn learn_known(&mut self, layout: &Layout, state: &State, card: u16) {
        for (seat, belief) in self.seats.iter_mut().enumerate() {
            if state.knows(seat as u8, card) && belief.left > 0 {
                belief.learn(layout, card);
                belief.give_up_if_tired();
            }
        }
    }
}

impl Belief {
    fn new(cards: usize) -> Self {
        let words = cards.div_ceil(64);
        let mut sets = vec![0; 2 * words];
        (0..cards).for_each(|card| sets[words + card / 64] |= 1 << (card % 64));
        Self { class: vec![ANY; cards], sets, places: vec![0, cards as u32], words, left: EFFORT }
    }

    fn spend(&mut self, effort: usize) {
        self.left = self.left.saturating_sub(effort);
    }

    /// Returns the effort of searching a set: compares it with each class and visits all cards.
    fn looking_for_a_set(&self) -> usize {
        self.sets.len() + self.class.len()
    }

    /// Forgets all conclusions if the effort of a choice is used up. Direct knowledge stays in the state.
    fn give_up_if_tired(&mut self) {
        if self.left == 0 {
            *self = Self { left: 0, ..Self::new(self.class.len()) };
        }
    }

    fn class_of(&self, card: u16) -> u8 {
        self.class[usize::from(card)]
    }

    fn is_fixed(&self, card: u16) -> bool {
        self.class_of(card) == FIXED
    }

    /// Returns true if a card may be at positions of a class.
    fn may_contain(&self, class: u8, card: u16) -> bool {
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

    /// Fixes a card at its position, and removes it from all others. Copies are interchangeable: if another
    /// copy may be at this position as well, that copy may then be wherever this one might have been.
    fn learn(&mut self, layout: &Layout, card: u16) {
        if self.is_fixed(card) {
            return;
        }
        let class = self.class_of(card);
        let (word, bit) = (usize::from(card) / 64, 1 << (card % 64));
        self.set_mut(class)[word] &= !bit;
        let mut elsewhere =
            self.sets.chunks_exact_mut(self.words).filter(|set| set[word] & bit != 0).peekable();
        let mut effort = self.places.len();
        if elsewhere.peek().is_some() {
            drop(elsewhere);
            let mut copies = vec![0; self.words];
            for copy in copies_of(layout, card) {
                effort += 1;
                if !self.is_fixed(copy) && self.may_contain(class, copy) {
                    copies[usize::from(copy) / 64] |= 1 << (copy % 64);
                }
            }
            for set in self.sets.chunks_exact_mut(self.words).filter(|set| set[word] & bit != 0) {
                set.iter_mut().zip(&copies).for_each(|(all, more)| *all |= more);
                set[word] &= !bit;
                effort += copies.len();
            }
        }
        self.spend(effort);
        self.put(card, FIXED);
    }

    /// Exchanges the roles of two copies, one of which is known.
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

    /// Merges positions between which cards can no longer be tracked, unless they look different.
    fn mix(&mut self, layout: &Layout, places: &[u16], look: impl Fn(u16) -> u64) {
        self.spend(places.len());
        let mut places: Vec<_> =
            places.iter().map(|place| (back(layout, *place), look(*place), *place)).collect();
        places.sort_by_key(|(back, look, _)| (*back, *look));
        for alike in places.chunk_by(|(a, b, _), (c, d, _)| (a, b) == (c, d)) {
            let alike: Vec<u16> = alike.iter().map(|(.., place)| *place).collect();
            self.mix_alike(layout, &alike);
        }
    }

    /// Merges positions whose cards have the same back.
    fn mix_alike(&mut self, layout: &Layout, places: &[u16]) {
        let class = self.class_of(places[0]);
        if places.len() == 1 || (class != FIXED && places.iter().all(|place| self.class_of(*place) == class))
        {
            return;
        }
        let mut union = vec![0; self.words];
        let mut united = [false; MOST_CLASSES + 1];
        for &place in places {
            match self.class_of(place) {
                FIXED => union[usize::from(place) / 64] |= 1 << (place % 64),
                class if united[usize::from(class)] => {}
                class => {
                    united[usize::from(class)] = true;
                    union.iter_mut().zip(self.set(class)).for_each(|(all, more)| *all |= more);
                }
            }
        }
        self.spend(places.len() + SETS_OF_MIXED * self.looking_for_a_set());
        let class = self.class_among(layout, places[0], union);
        places.iter().for_each(|place| self.put(*place, class));
    }

    /// Returns the class of a position that holds one of these cards, limited to those with the same back.
    fn class_among(&mut self, layout: &Layout, place: u16, mut set: Vec<u64>) -> u8 {
        let mut any = self.set(ANY).to_vec();
        for set in [&mut set, &mut any] {
            keep(set, |card| have_same_back(layout, card, place));
        }
        if set == any { ANY } else { self.class_for(&set) }
    }

    /// Restricts a position to one of these cards.
    fn put_among(&mut self, layout: &Layout, place: u16, set: Vec<u64>) {
        let class = self.class_among(layout, place, set);
        self.put(place, class);
    }

    /// Returns the cards that may be at a position.
    fn cards_of(&self, place: u16) -> Vec<u64> {
        match self.class_of(place) {
            FIXED => {
                let mut set = vec![0; self.words];
                set[usize::from(place) / 64] |= 1 << (place % 64);
                set
            }
            class => self.set(class).to_vec(),
        }
    }

    /// Excludes cards from a position.
    fn rule_out(&mut self, layout: &Layout, place: u16, cards: &[u64]) {
        let class = self.class_of(place);
        self.spend(self.words);
        if class == FIXED || self.set(class).iter().zip(cards).all(|(all, out)| all & out == 0) {
            return;
        }
        let mut set = self.set(class).to_vec();
        set.iter_mut().zip(cards).for_each(|(all, out)| *all &= !out);
        keep(&mut set, |card| have_same_back(layout, card, place));
        self.spend(self.looking_for_a_set());
        let class = self.class_for(&set);
        self.put(place, class);
    }

    /// Returns a class with this set, reusing an existing one if possible. If there is no room, the set is
    /// added to the class of unseen positions.
    fn class_for(&mut self, set: &[u64]) -> u8 {
        let used = |class: &u8| *class == ANY || self.places[usize::from(*class)] > 0;
        let classes = self.places.len() as u8;
        if let Some(same) = (ANY..classes).filter(used).find(|class| self.set(*class) == set) {
            return same;
        }
        let free = (ANY + 1..classes).find(|class| self.places[usize::from(*class)] == 0);
        let most = (MEMORY / self.words.max(1)).clamp(FEWEST_CLASSES, MOST_CLASSES);
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

/// Removes all cards from a set except the wanted ones.
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

fn copies_of(layout: &Layout, card: u16) -> impl Iterator<Item = u16> {
    let same = move |other: &u16| are_copies(layout, *other, card);
    (0..card).rev().take_while(same).chain((card..layout.cards() as u16).take_while(same))
}

/// Returns true if two cards have the same back: the same kind and owner.
fn have_same_back(layout: &Layout, a: u16, b: u16) -> bool {
    back(layout, a) == back(layout, b)
}

/// Returns the back of a card: its kind and owner.
fn back(layout: &Layout, card: u16) -> (u16, i32) {
    (layout.kind[usize::from(card)], layout.owner[usize::from(card)])
}

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
//! classes ("if this is the ace, that is not the king") is not kept. Nor is anything where keeping it would take too long: each seat has
//! a budget for each choice, and one that has used it up concludes nothing more in it, and forgets what it concluded before.
//!
//! A playout does not need this, so it is no part of the state: a [`Game`](crate::Game) keeps it beside the log.

mod deal;
mod follow;
mod places;

pub(crate) use deal::Pools;

use std::collections::BTreeMap;

use crate::ids::DesignId;
use crate::program::{Layout, Program};
use crate::state::{State, alike};

/// The class of places whose card the seat knows; it has no set.
const FIXED: u8 = 0;
/// The class of places of which the seat has seen nothing.
const ANY: u8 = 1;
/// Memory for the classes of one seat, in words.
const MEMORY: usize = 1 << 14;
/// A game has room for so many classes at least, and at most, whatever they take.
const FEWEST_CLASSES: usize = 8;
const MOST_CLASSES: usize = u8::MAX as usize;

/// Sets of cards that are made, and looked for among those of the classes, when places are mixed: theirs, and that of all which look like them.
const SETS_OF_MIXED: usize = 2;

/// Cards and words of sets that a seat looks at in one choice, at most.
const EFFORT: usize = 20_000_000;

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
    /// What is left of the effort of this choice.
    left: usize,
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
        for (seat, belief) in beliefs.seats.iter_mut().enumerate() {
            let known = (0..program.layout.cards() as u16).filter(|card| state.knows(seat as u8, *card));
            known.for_each(|card| belief.learn(&program.layout, card));
            belief.left = EFFORT;
        }
        beliefs
    }

    /// A choice is made: what follows from it may take its time.
    pub(crate) fn begin(&mut self) {
        self.seats.iter_mut().for_each(|belief| belief.left = EFFORT);
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
            state.cards[usize::from(*other)].zone != 0
                && same_back(&program.layout, *other, card)
                && !state.knows(seat, *other)
                && belief.has(belief.class_of(card), *other)
        };
        (0..program.layout.cards() as u16).filter(possible).collect()
    }

    /// What a seat can conclude of places whose card it does not know: what is printed on the card, where nothing else can lie there.
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

    /// Seats that know a card by now have learned it.
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

    /// What it takes to look for a set: each class is compared with, and all cards are gone through.
    fn looking_for_a_set(&self) -> usize {
        self.sets.len() + self.class.len()
    }

    /// Where the effort of a choice is used up, nothing is ruled out any more but what the seat knows.
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
                if !self.is_fixed(copy) && self.has(class, copy) {
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
        self.spend(places.len());
        let mut places = places.to_vec();
        places.sort_by_key(|place| back(layout, *place));
        for those in places.chunk_by(|a, b| same_back(layout, *a, *b)) {
            self.mix_alike(layout, those);
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

    /// The class of a place where one of these cards lies, of those that look like the one there.
    fn class_among(&mut self, layout: &Layout, place: u16, mut set: Vec<u64>) -> u8 {
        let mut any = self.set(ANY).to_vec();
        for set in [&mut set, &mut any] {
            keep(set, |card| same_back(layout, card, place));
        }
        if set == any { ANY } else { self.class_for(&set) }
    }

    /// One of these cards lies here.
    fn put_among(&mut self, layout: &Layout, place: u16, set: Vec<u64>) {
        let class = self.class_among(layout, place, set);
        self.put(place, class);
    }

    /// The cards one of which lies here.
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

    /// None of these cards lies here.
    fn rule_out(&mut self, layout: &Layout, place: u16, cards: &[u64]) {
        let class = self.class_of(place);
        self.spend(self.words);
        if class == FIXED || self.set(class).iter().zip(cards).all(|(all, out)| all & out == 0) {
            return;
        }
        let mut set = self.set(class).to_vec();
        set.iter_mut().zip(cards).for_each(|(all, out)| *all &= !out);
        keep(&mut set, |card| same_back(layout, card, place));
        self.spend(self.looking_for_a_set());
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

fn copies_of(layout: &Layout, card: u16) -> impl Iterator<Item = u16> {
    let same = move |other: &u16| alike(layout, *other, card);
    (0..card).rev().take_while(same).chain((card..layout.cards() as u16).take_while(same))
}

/// Whether two cards look the same from behind: of one kind and of one owner.
fn same_back(layout: &Layout, a: u16, b: u16) -> bool {
    back(layout, a) == back(layout, b)
}

/// What a card looks like from behind.
fn back(layout: &Layout, card: u16) -> (u16, i32) {
    (layout.kind[usize::from(card)], layout.owner[usize::from(card)])
}

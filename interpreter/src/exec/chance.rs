//! Chance that is asked for instead of drawn, for those who look at all that may come ([`Observer::ASKED`]).
//!
//! Where a game draws a number, the observer is asked which of several outcomes comes, each with its weight; outcomes that nobody can tell
//! apart, as of two copies of a card, are one. A shuffled pile gets no order: its cards are *loose*, each of them as likely at each of
//! their places, until a rule reads what lies at one. That place alone is sampled then, so that a pile of which two cards are drawn has not as many outcomes as orders.
//! Where a rule does anything with a loose card that does not go by its place, all places of the pile are sampled: more
//! outcomes than need be, but never a wrong one.
//!
//! The order of a pile is read in few places (`sample`, `sample_around` and `sample_zone` in this folder). In a game that draws they compile to nothing.

use super::{Machine, Observer};
use crate::program::NONE;
use crate::state::{NO_CARD, alike, seen_by};

impl<O: Observer> Machine<'_, O> {
    /// What lies at a place is read: gives the card that lies there, which was there so far for the sake of its place only.
    #[inline(always)]
    pub(super) fn sample(&mut self, place: u16) -> u16 {
        if O::ASKED && place != NO_CARD && self.observer.is_loose(place) {
            return self.sample_place(place);
        }
        place
    }

    /// Where a card lies is read.
    #[inline(always)]
    pub(super) fn sample_around(&mut self, card: u16) {
        if O::ASKED && self.observer.is_loose(card) {
            self.sample_zone(self.state.cards[usize::from(card)].zone);
        }
    }

    /// The order of a zone is read.
    #[inline(always)]
    pub(super) fn sample_zone(&mut self, zone: u16) {
        if O::ASKED {
            let mut at = self.state.places[usize::from(zone)].head;
            while at != NO_CARD {
                at = self.sample(at);
                at = self.state.cards[usize::from(at)].next;
            }
        }
    }

    /// A card leaves its place, which does not matter where all loose cards lie side by side: the others close up.
    #[inline(always)]
    pub(super) fn take_out(&mut self, card: u16) {
        if O::ASKED && self.observer.is_loose(card) {
            let zone = self.state.cards[usize::from(card)].zone;
            let starts = self.loose_of(zone).iter().filter(|card| !self.follows_a_loose_one(**card)).count();
            if starts > 1 {
                self.sample_zone(zone);
            }
            self.observer.loosen(card, false);
        }
    }

    fn follows_a_loose_one(&self, card: u16) -> bool {
        let before = self.state.cards[usize::from(card)].prev;
        before != NO_CARD && self.observer.is_loose(before)
    }

    /// A shuffle. What can be seen of the cards' order is sampled at once.
    pub(super) fn shuffle_loosely(&mut self, zone: u16) {
        self.state.forget_order(&self.program.layout, zone);
        if !self.program.layout.zones[usize::from(zone)].ordered {
            return;
        }
        let cards: Vec<u16> = self.state.cards_in(zone).collect();
        for &card in &cards {
            self.observer.loosen(card, true);
        }
        let Some(&first) = cards.first() else { return };
        if !cards.iter().all(|card| self.looks_like(*card, first)) {
            self.sample_zone(zone);
        }
    }

    /// Whether nobody who sees the places of a pile can tell these two.
    fn looks_like(&self, a: u16, b: u16) -> bool {
        let (layout, cards) = (&self.program.layout, &self.state.cards);
        let zone = cards[usize::from(a)].zone;
        let unseen = |card: u16| seen_by(layout, zone, usize::from(card), cards[usize::from(card)].up).0 == 0;
        let (x, y) = (usize::from(a), usize::from(b));
        let same_back = layout.kind[x] == layout.kind[y] && layout.owner[x] == layout.owner[y];
        unseen(a) && unseen(b) && same_back && cards[x].up == cards[y].up
    }

    /// The loose cards of a zone, in the order of the card list.
    fn loose_of(&self, zone: u16) -> Vec<u16> {
        let mut cards: Vec<u16> =
            self.state.cards_in(zone).filter(|card| self.observer.is_loose(*card)).collect();
        cards.sort_unstable();
        cards
    }

    #[cold]
    fn sample_place(&mut self, place: u16) -> u16 {
        let zone = self.state.cards[usize::from(place)].zone;
        let loose = self.loose_of(zone);
        let card = loose[self.ask_which(&loose, |machine, a, b| machine.is_copy(*a, *b))];
        if card != place {
            let swapped = |c: u16| match c {
                c if c == card => place,
                c if c == place => card,
                c => c,
            };
            let order: Vec<u16> = self.state.cards_in(zone).map(swapped).collect();
            self.state.refill(zone, &order);
        }
        self.observer.loosen(card, false);
        card
    }

    /// Whether it makes no difference which of two loose cards lies at a place.
    fn is_copy(&self, a: u16, b: u16) -> bool {
        let (x, y) = (usize::from(a), usize::from(b));
        alike(&self.program.layout, a, b)
            && self.state.cards[x].up == self.state.cards[y].up
            && self.same_state(x, y)
            && !self.is_meant(a)
            && !self.is_meant(b)
    }

    /// Whether a variable or a local holds a card.
    fn is_meant(&self, card: u16) -> bool {
        let (layout, card) = (&self.program.layout, i32::from(card));
        let mut vars = self.program.checked.vars.iter().enumerate().filter(|(_, var)| var.ty.is_card());
        vars.any(|(v, _)| self.state.cells[layout.cells_of(v)].contains(&card)) || self.locals_mean(card)
    }

    fn locals_mean(&self, card: i32) -> bool {
        let state = &self.state;
        state.frames.iter().any(|frame| {
            let slots = self.program.card_slots_at(frame.pc).iter();
            slots
                .map(|slot| frame.base as usize + usize::from(*slot))
                .any(|at| state.slots.get(at) == Some(&card))
        }) || state.lists_mean(card)
    }

    /// Which of some things comes, each as likely; those that are the same are one outcome, and the first of them stands for all.
    fn ask_which<T>(&mut self, things: &[T], same: impl Fn(&Self, &T, &T) -> bool) -> usize {
        let (mut firsts, mut weights): (Vec<usize>, Vec<u32>) = (Vec::new(), Vec::new());
        for (i, thing) in things.iter().enumerate() {
            match firsts.iter().position(|first| same(self, &things[*first], thing)) {
                Some(group) => weights[group] += 1,
                None => {
                    firsts.push(i);
                    weights.push(1);
                }
            }
        }
        let group = if weights.len() < 2 { 0 } else { self.observer.ask(&weights) };
        firsts.get(group).copied().unwrap_or(0)
    }

    /// Whether what goes into a slot of the running effect is a card.
    pub(super) fn takes_card(&self, slot: u16) -> bool {
        let pc = self.state.frames.last().map_or(0, |frame| frame.pc);
        self.program.card_slots_at(pc).contains(&slot)
    }

    /// One of the elements on the scratch buffer from `start` on, for a slot.
    pub(super) fn ask_among(&mut self, start: usize, slot: u16) -> usize {
        let cards = self.takes_card(slot);
        let values = self.work.scratch[start..].to_vec();
        self.ask_which(&values, |machine, a, b| a == b || (cards && *a != NONE && machine.alike(*a, *b)))
    }

    /// Puts the cards on the scratch buffer from `first` on into an order.
    pub(super) fn ask_order(&mut self, first: usize, cards: bool) {
        for i in first..self.work.scratch.len() {
            let left = self.work.scratch[i..].to_vec();
            let next = self.ask_which(&left, |machine, a, b| cards && machine.alike(*a, *b));
            self.work.scratch.swap(i, i + next);
        }
    }
}

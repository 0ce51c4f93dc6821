//! Enumerated chance: an observer chooses the outcomes instead of the generator
//! ([`Observer::DECIDES_CHANCE`]).
//!
//! When a game would draw a number, the observer chooses one of several weighted outcomes. Outcomes that no
//! player can distinguish, such as two copies of a card, count as one. A shuffled pile gets no order. Its
//! cards are *loose*: each is equally likely at each of their positions, until a rule reads a position. Only
//! that position is sampled then, so drawing two cards of a pile does not enumerate all its orders. If a rule
//! uses a loose card in any way other than by position, all positions of the pile are sampled. This yields
//! more outcomes than necessary, but never a wrong one.
//!
//! Few places read the order of a pile (`sample`, `sample_around` and `sample_zone` in this folder). They
//! compile to nothing in a game that draws.

use super::{Machine, Observer};
use crate::program::NONE;
use crate::state::{NO_CARD, are_copies, seen_by};

impl<O: Observer> Machine<'_, O> {
    /// Called when the card at a position is read. Returns the card there; so far `place` was only a
    /// placeholder.
    #[inline(always)]
    pub(super) fn sample(&mut self, place: u16) -> u16 {
        if O::DECIDES_CHANCE && place != NO_CARD && self.observer.is_loose(place) {
            return self.sample_place(place);
        }
        place
    }

    /// Called when the position of a card is read.
    #[inline(always)]
    pub(super) fn sample_around(&mut self, card: u16) {
        if O::DECIDES_CHANCE && self.observer.is_loose(card) {
            self.sample_zone(self.state.cards[usize::from(card)].zone);
        }
    }

    /// Called when the order of a zone is read.
    #[inline(always)]
    pub(super) fn sample_zone(&mut self, zone: u16) {
        if O::DECIDES_CHANCE {
            let mut at = self.state.zones[usize::from(zone)].head;
            while at != NO_CARD {
                at = self.sample(at);
                at = self.state.cards[usize::from(at)].next;
            }
        }
    }

    /// Called when a card leaves its position. The position does not matter if all loose cards are adjacent,
    /// because the others close up.
    #[inline(always)]
    pub(super) fn take_out(&mut self, card: u16) {
        if O::DECIDES_CHANCE && self.observer.is_loose(card) {
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

    /// Shuffles a zone. Samples its order immediately if players can see any of it.
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
        if !cards.iter().all(|card| self.are_indistinguishable(*card, first)) {
            self.sample_zone(zone);
        }
    }

    /// Returns true if players who see the pile cannot distinguish two of its cards.
    fn are_indistinguishable(&self, a: u16, b: u16) -> bool {
        let (layout, cards) = (&self.program.layout, &self.state.cards);
        let zone = cards[usize::from(a)].zone;
        let unseen = |card: u16| seen_by(layout, zone, usize::from(card), cards[usize::from(card)].up).0 == 0;
        let (x, y) = (usize::from(a), usize::from(b));
        let same_back = layout.kind[x] == layout.kind[y] && layout.owner[x] == layout.owner[y];
        unseen(a) && unseen(b) && same_back && cards[x].up == cards[y].up
    }

    /// Returns the loose cards of a zone, in the order of the card list.
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

    /// Returns true if two loose cards are interchangeable at a position.
    fn is_copy(&self, a: u16, b: u16) -> bool {
        let (x, y) = (usize::from(a), usize::from(b));
        are_copies(&self.program.layout, a, b)
            && self.state.cards[x].up == self.state.cards[y].up
            && self.same_state(x, y)
            && !self.is_meant(a)
            && !self.is_meant(b)
    }

    /// Returns true if a variable or a local holds a card.
    fn is_meant(&self, card: u16) -> bool {
        let (layout, card) = (&self.program.layout, i32::from(card));
        let mut vars = self.program.checked.vars.iter().enumerate().filter(|(_, var)| var.ty.is_card());
        vars.any(|(v, _)| self.state.cells[layout.cells_of(v)].contains(&card)) || self.locals_contain(card)
    }

    fn locals_contain(&self, card: i32) -> bool {
        let state = &self.state;
        state.frames.iter().any(|frame| {
            let slots = self.program.card_slots_at(frame.pc).iter();
            slots
                .map(|slot| frame.base as usize + usize::from(*slot))
                .any(|at| state.slots.get(at) == Some(&card))
        }) || state.lists_contain(card)
    }

    /// Lets the observer choose one of several equally likely items. Equal items are one outcome, represented
    /// by the first.
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

    /// Returns true if a slot of the running effect holds a card.
    pub(super) fn takes_card(&self, slot: u16) -> bool {
        let pc = self.state.frames.last().map_or(0, |frame| frame.pc);
        self.program.card_slots_at(pc).contains(&slot)
    }

    /// Lets the observer choose one of the elements in the scratch buffer from `start` on, for a slot.
    pub(super) fn ask_among(&mut self, start: usize, slot: u16) -> usize {
        let cards = self.takes_card(slot);
        let values = self.work.scratch[start..].to_vec();
        self.ask_which(&values, |machine, a, b| a == b || (cards && *a != NONE && machine.are_alike(*a, *b)))
    }

    /// Lets the observer choose the order of the cards in the scratch buffer from `first` on.
    pub(super) fn ask_order(&mut self, first: usize, cards: bool) {
        for i in first..self.work.scratch.len() {
            let left = self.work.scratch[i..].to_vec();
            let next = self.ask_which(&left, |machine, a, b| cards && machine.are_alike(*a, *b));
            self.work.scratch.swap(i, i + next);
        }
    }
}

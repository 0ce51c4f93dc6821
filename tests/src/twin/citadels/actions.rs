//! Effects of the options of the action window (T-20 to T-61).

use crate::inside::Pick;

use super::cards::*;
use super::{Citadels, NOBODY};

/// Gold of the Laboratory (T-60).
const LABORATORY_GOLD: u32 = 1;
/// Price and cards of the Manufactory (T-61).
pub(super) const MANUFACTORY_PRICE: u32 = 3;
const MANUFACTORY_CARDS: u32 = 3;
/// Price of recovering a destroyed district with the Graveyard (T-56).
const RECOVERY_PRICE: u32 = 1;

impl Citadels {
    /// Draws cards and keeps some; the others go under the deck (T-21 to T-23).
    pub(super) fn draw_and_keep(&mut self, me: usize, watch: &mut impl FnMut(Pick)) {
        let seat = &self.seats[me];
        let number = self.deck.size.min(if seat.has(OBSERVATORY) { 3 } else { 2 }) as usize;
        let keep = if seat.has(LIBRARY) { 2 } else { 1 };
        if number <= keep {
            self.deck.deal(number as u32, &mut self.seats[me].hand);
            return;
        }
        let mut drawn = [NO_KIND; 3];
        drawn[..number].fill_with(|| self.deck.pop());
        drawn.sort_unstable();
        let mut at = 0;
        for still in (0..keep).rev() {
            // leaves enough cards for the remaining picks
            let kept = self.pick_of(me, &drawn, at..number - still, watch);
            for &kind in &drawn[at..kept] {
                self.deck.put_under(kind);
            }
            self.seats[me].hand.add(drawn[kept]);
            at = kept + 1;
        }
        for &kind in &drawn[at..number] {
            self.deck.put_under(kind);
        }
    }

    /// Picks one of a range of drawn cards and returns its index; copies of a kind are one option.
    fn pick_of(
        &mut self,
        me: usize,
        drawn: &[Kind; 3],
        places: std::ops::Range<usize>,
        watch: &mut impl FnMut(Pick),
    ) -> usize {
        let (mut options, mut count) = ([0; 3], 0);
        for place in places.clone() {
            if place == places.start || drawn[place] != drawn[place - 1] {
                options[count] = place;
                count += 1;
            }
        }
        options[self.ask(me, count as u32, watch) as usize]
    }

    /// Returns the robbable characters (T-15).
    pub(super) fn robbable(&self) -> u32 {
        if self.murdered == NOBODY { ROBBABLE } else { ROBBABLE & !(1 << self.murdered) }
    }

    /// Returns the players with whom the Magician may swap hands (T-31).
    pub(super) fn partners(&self, me: usize) -> u32 {
        let anything = self.seats[me].hand.size > 0;
        (0..self.players)
            .filter(|&it| it != me && (anything || self.seats[it].hand.size > 0))
            .fold(0, |set, it| set | 1 << it)
    }

    pub(super) fn swap(&mut self, me: usize, n: u32) {
        let partner = nth(self.partners(me), n);
        let mine = self.seats[me].hand;
        self.seats[me].hand = std::mem::replace(&mut self.seats[partner].hand, mine);
    }

    /// Exchanges cards with the deck (T-32, T-33). Picked cards go under the deck immediately; the cards
    /// above suffice for drawing.
    pub(super) fn exchange(&mut self, me: usize, watch: &mut impl FnMut(Pick)) {
        let most = self.deck.size;
        let mut given = 0;
        let mut later = Kinds::MAX;
        while given < most {
            let candidates = self.seats[me].hand.kinds() & later;
            let options = candidates.count_ones();
            if options == 0 {
                break;
            }
            let done = u32::from(given > 0);
            let n = self.ask(me, options + done, watch);
            if n == options {
                break;
            }
            let kind = nth(candidates, n) as Kind;
            self.seats[me].hand.remove(kind);
            self.deck.put_under(kind);
            given += 1;
            later = Kinds::MAX << kind;
        }
        self.deck.deal(given, &mut self.seats[me].hand);
    }

    /// Discards a card with the Laboratory (T-60).
    pub(super) fn melt(&mut self, me: usize, n: u32) {
        let seat = &mut self.seats[me];
        let kind = nth(seat.hand.kinds(), n) as Kind;
        seat.hand.remove(kind);
        seat.gold += LABORATORY_GOLD;
        self.deck.put_under(kind);
    }

    /// Buys cards with the Manufactory (T-61).
    pub(super) fn buy_cards(&mut self, me: usize) {
        let seat = &mut self.seats[me];
        seat.gold -= MANUFACTORY_PRICE;
        self.deck.deal(MANUFACTORY_CARDS, &mut seat.hand);
    }

    /// Builds a district (T-41 to T-44).
    pub(super) fn build(&mut self, me: usize, n: u32) {
        let seat = &mut self.seats[me];
        let kind = nth(seat.buildable(), n) as Kind;
        seat.gold -= u32::from(COSTS[usize::from(kind)]);
        seat.hand.remove(kind);
        seat.city |= only(kind);
        seat.districts += 1;
        if kind == COURT_OF_MIRACLES {
            self.court_round = self.round;
        }
        if self.first_complete == NOBODY && self.is_complete(me) {
            self.first_complete = me;
        }
    }

    /// Returns the districts of a city that may be destroyed (T-51 to T-53).
    pub(super) fn ruins(&self, me: usize, victim: usize) -> Kinds {
        if self.is_complete(victim) || victim == self.bishop {
            return 0;
        }
        let gold = self.seats[me].gold as usize;
        self.seats[victim].city & AFFORDABLE[DEAREST.min(gold + 1)] & !only(KEEP)
    }

    /// Destroys a district (T-54 to T-58).
    pub(super) fn destroy(&mut self, me: usize, mut n: u32, watch: &mut impl FnMut(Pick)) {
        let mut victim = 0;
        let mut ruins = self.ruins(me, victim);
        while n >= ruins.count_ones() {
            n -= ruins.count_ones();
            victim += 1;
            ruins = self.ruins(me, victim);
        }
        let ruin = nth(ruins, n) as Kind;
        // the Graveyard also works if it is destroyed itself (T-57)
        let keeper = (0..self.players).find(|&it| self.seats[it].has(GRAVEYARD));
        self.seats[me].gold -= u32::from(COSTS[usize::from(ruin)]) - 1;
        self.seats[victim].city &= !only(ruin);
        self.seats[victim].districts -= 1;
        match keeper {
            Some(keeper) if keeper != me && self.recovers(keeper, watch) => {
                self.seats[keeper].gold -= RECOVERY_PRICE;
                self.seats[keeper].hand.add(ruin);
            }
            _ => self.deck.put_under(ruin),
        }
    }

    /// Returns true if the Graveyard's owner can pay and takes the district (T-56); `take` is the first
    /// option.
    fn recovers(&mut self, keeper: usize, watch: &mut impl FnMut(Pick)) -> bool {
        self.seats[keeper].gold >= RECOVERY_PRICE && self.ask(keeper, 2, watch) == 0
    }
}

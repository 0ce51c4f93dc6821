//! The order of options that whoever decides can't tell apart.
//!
//! Cards are listed in the order of the zone in which they lie, and a zone without order lists them as the card list does. So the first of
//! five covered cards of a hand would always be the one that stands first in the card list. Cards that the chooser does not know
//! therefore come last, in an order drawn by a generator of its own. That one is made from the generator of the game, which stays
//! where it was: the same position always gives the same order, and chance goes on as without it. The order of a pile is public
//! and stays; so does that of cards that are listed to be named ([`Program::lists_by_name`]).

use super::{Machine, Observer};
use crate::program::ListId;
use crate::state::{Purpose, Seats};

impl<O: Observer> Machine<'_, O> {
    /// Of the cards on the scratch buffer from `start` on, those that the player can't tell apart come last and are mixed.
    /// Gives where these begin.
    #[inline]
    pub(super) fn mix_unseen(&mut self, list: ListId, start: usize, player: i32, named: bool) -> usize {
        let seat = Seats::one(player);
        let known = |card: &i32| self.state.cards[*card as usize].known.and(seat) == seat;
        if self.work.scratch[start..].iter().all(known) {
            return self.work.scratch.len();
        }
        self.mix(list, start, seat, named)
    }

    #[cold]
    fn mix(&mut self, list: ListId, start: usize, seat: Seats, named: bool) -> usize {
        let by_name = self.program.lists_by_name(list);
        let end = self.work.scratch.len();
        if by_name && named {
            return end;
        }
        let mut first = start;
        for i in start..end {
            let card = self.work.scratch[i];
            let ordered =
                self.program.layout.zones[usize::from(self.state.cards[card as usize].zone)].ordered;
            let unseen = self.state.cards[card as usize].known.and(seat) != seat;
            if unseen && (by_name || !ordered) {
                self.work.scratch.push(card);
            } else {
                self.work.scratch[first] = card;
                first += 1;
            }
        }
        self.work.scratch.copy_within(end.., first);
        self.work.scratch.truncate(end);
        self.put_in_no_order(first, seat, true);
        first
    }

    /// What stands on the scratch buffer from there on, cards or lists, comes in an order that tells the player nothing.
    pub(super) fn put_in_no_order(&mut self, first: usize, seat: Seats, cards: bool) {
        match &self.state.streams {
            _ if O::ASKED => self.ask_order(first, cards),
            None => self.state.rng.detached().shuffle(&mut self.work.scratch[first..]),
            Some(streams) => {
                // another order in each iteration of a phase, so that nobody follows a card by its place among the options
                let began = &self.state.cells[self.program.layout.phase_cells as usize..];
                let time =
                    began.iter().fold(0, |time: u64, n| time.wrapping_mul(1_000_003).wrapping_add(*n as u64));
                streams.order(Purpose::Order(i32::from(seat.0)), time, &mut self.work.scratch[first..]);
            }
        }
    }
}

//! The order of options that the acting player cannot distinguish.
//!
//! Cards are listed in the order of their zone, which for a zone without order is that of the card list. So
//! the first of five covered cards of a hand would always be the one that is first in the card list. Cards
//! that the acting player does not know therefore come last, shuffled by a separate generator. That generator
//! is derived from the game's generator without advancing it. So the same position always gives the same
//! order, and the game's random numbers are unaffected. The order of a pile is public and stays, as does that
//! of cards that are listed to be named ([`Program::lists_by_name`]).

use super::{Machine, Observer};
use crate::program::ListId;
use crate::state::{Purpose, SeatSet};

impl<O: Observer> Machine<'_, O> {
    /// Moves the cards that the player cannot distinguish to the end of the scratch buffer from `start` on,
    /// and shuffles them. Returns the index of the first.
    #[inline]
    pub(super) fn mix_unseen(&mut self, list: ListId, start: usize, player: i32, named: bool) -> usize {
        let seat = SeatSet::one(player);
        let known = |card: &i32| self.state.cards[*card as usize].known.and(seat) == seat;
        if self.work.scratch[start..].iter().all(known) {
            return self.work.scratch.len();
        }
        self.mix(list, start, seat, named)
    }

    #[cold]
    fn mix(&mut self, list: ListId, start: usize, seat: SeatSet, named: bool) -> usize {
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

    /// Shuffles the cards or lists in the scratch buffer from `first` on, so that their order discloses
    /// nothing to the player.
    pub(super) fn put_in_no_order(&mut self, first: usize, seat: SeatSet, cards: bool) {
        match &self.state.streams {
            _ if O::DECIDES_CHANCE => self.ask_order(first, cards),
            None => self.state.rng.detached().shuffle(&mut self.work.scratch[first..]),
            Some(streams) => {
                // the order changes with each iteration of a phase, so that no player can track a card by its
                // option
                let began = &self.state.cells[self.program.layout.phase_cells as usize..];
                let time =
                    began.iter().fold(0, |time: u64, n| time.wrapping_mul(1_000_003).wrapping_add(*n as u64));
                streams.order(Purpose::Order(i32::from(seat.0)), time, &mut self.work.scratch[first..]);
            }
        }
    }
}

//! Prevents one player from playing a card.
//!
//! From the start of the game, options that name a copy in that player's hand are excluded, as long as other
//! options remain. The two worlds are identical until an option is first excluded. Pairs in which none is
//! excluded have no result.

use std::ops::Range;

use ludex::{CardId, Seat};

use super::pairs::{seat_of, seed_of};
use super::plan::Intervention;
use super::sums::{End, FailedPair};
use super::worker::{Ending, ImpactPlayer};
use crate::decision_point::DecisionPoint;
use crate::table::Table;

/// Prevents a seat from playing a card.
struct Ban<'a> {
    seat: Seat,
    copies: &'a [CardId],
    /// True if the ban excluded an option while another one remained.
    works: bool,
}

impl Ban<'_> {
    fn leave_out(&mut self, at: DecisionPoint<'_>, out: &mut Vec<usize>) {
        if at.seat() != self.seat {
            return;
        }
        let held: Vec<CardId> =
            self.copies.iter().copied().filter(|card| at.hand_of(*card) == Some(self.seat)).collect();
        let plays = |option: &usize| held.iter().any(|card| at.plays(*option, *card));
        if !held.is_empty() {
            out.extend((0..at.options()).filter(plays));
            self.works |= (1..at.options()).contains(&out.len());
        }
    }
}

impl ImpactPlayer<'_> {
    /// Plays pairs in which one player may not play a card.
    pub(super) fn played(&mut self, card: usize, pairs: Range<u64>) -> Ending {
        let mut table =
            Table::new(self.setup, &self.plan.run.seated(self.plan.setup.players(), 0), &self.plan.run.tools);
        for pair in pairs {
            if self.played_pair(card, &mut table, pair) == Ending::Stopped {
                return Ending::Stopped;
            }
            (self.control.done)(2);
        }
        Ending::Whole
    }

    fn played_pair(&mut self, card: usize, table: &mut Table<'_>, pair: u64) -> Ending {
        let Intervention::Played { copies } = &self.plan.cards[card].how else { return Ending::Whole };
        let (seed, seat) = (seed_of(self.plan, pair), seat_of(self.plan, pair));
        let stop = || self.control.is_stopped();
        let failed = FailedPair::new(pair, card, (Some(seat), None), seed);
        let mut ban = Ban { seat, copies, works: false };
        let without = match table.restricted(seed, &mut |at, out| ban.leave_out(at, out), &stop) {
            Ok(end) => End::from_outcome(end, seat, self.plan.run.by),
            Err(why) => return self.no_outcome(why, failed),
        };
        if !ban.works {
            self.sums.cards[card].without += 1;
            return Ending::Whole;
        }
        match table.restricted(seed, &mut |_, _| {}, &stop) {
            Ok(with) => self.count(card, End::from_outcome(with, seat, self.plan.run.by), without),
            Err(why) => return self.no_outcome(why, FailedPair { as_written: true, ..failed }),
        }
        Ending::Whole
    }
}

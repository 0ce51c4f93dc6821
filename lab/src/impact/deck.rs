//! Replaces a card before the deal by another card.
//!
//! A card of a player's own set belongs to that player. A shared card has no owner before the deal. Its
//! holder is the player into whose zone it moves before any player has seen it, or as it is turned up. Until
//! then, the worlds differ only in a card unknown to all, so the holder is the same in both. If the card is
//! seen elsewhere first, players take it for its known value, and the pair has no holder.

use ludex::rules::{HolderAt, Rules};
use ludex::{CardId, Seat, Setup, ZoneAt};

use super::pairs::{Group, seed_of};
use super::plan::{Intervention, MeasuredSeat, copy};
use super::sums::{End, FailedPair};
use super::worker::{Ending, ImpactPlayer};
use crate::decision_point::DecisionPoint;
use crate::game::NoOutcome;
use crate::table::Table;

/// Finds the player who gets a card before any other player has seen it.
#[derive(Clone, Copy)]
struct Holder<'a> {
    rules: &'a Rules,
    card: CardId,
    seen: bool,
    seat: Option<Seat>,
}

/// Ends of both games of a pair for the measured seat.
struct Ends {
    with: End,
    without: End,
}

/// Reason why a world has no end, and true if it is the unchanged world.
type NoEnd = (NoOutcome, bool);

/// Returns the player who owns a zone.
fn owner(rules: &Rules, zone: ZoneAt) -> Option<Seat> {
    match rules.zone_at(zone)?.1 {
        HolderAt::Seat(seat) => Some(seat),
        HolderAt::Game | HolderAt::Spot(_) | HolderAt::Card(_) => None,
    }
}

impl Holder<'_> {
    fn observe(&mut self, at: DecisionPoint<'_>) {
        if !self.seen && at.is_known(self.card) {
            self.seen = true;
            self.seat = at.zone_of(self.card).and_then(|zone| owner(self.rules, zone));
        }
    }
}

impl ImpactPlayer<'_> {
    /// Plays pairs in which one card is replaced.
    pub(super) fn deck(&mut self, group: &Group) -> Ending {
        let card = &self.plan.cards[group.card];
        let copy = match &card.how {
            Intervention::OwnDeck { copies, .. } => group.seat.map(|seat| copies[seat.index()]),
            Intervention::SharedDeck { .. } | Intervention::Drawn { .. } | Intervention::Played { .. } => {
                copy(self.plan.setup, card.design, None)
            }
        };
        match copy.and_then(|copy| self.plan.setup.exchanged(copy, group.with).ok()) {
            Some(worlds) => self.in_worlds(group, &worlds),
            None => {
                group.pairs.iter().for_each(|pair| self.sums.fail(self.failed_pair(group, *pair)));
                Ending::Whole
            }
        }
    }

    fn in_worlds(&mut self, group: &Group, worlds: &[Setup; 2]) -> Ending {
        let table = |setup| {
            Table::new(setup, &self.plan.run.seated(self.plan.setup.players(), 0), &self.plan.run.tools)
        };
        let mut tables = worlds.each_ref().map(table);
        for pair in &group.pairs {
            if self.deck_pair(group, worlds, &mut tables, *pair) == Ending::Stopped {
                return Ending::Stopped;
            }
            (self.control.done)(2);
        }
        Ending::Whole
    }

    fn deck_pair(
        &mut self,
        group: &Group,
        worlds: &[Setup; 2],
        tables: &mut [Table<'_>; 2],
        pair: u64,
    ) -> Ending {
        match self.deck_ends(group, worlds, tables, pair) {
            Ok(Some(Ends { with, without })) => self.count(group.card, with, without),
            Ok(None) => self.sums.cards[group.card].without += 1,
            Err((why, as_written)) => {
                return self.no_outcome(why, FailedPair { as_written, ..self.failed_pair(group, pair) });
            }
        }
        Ending::Whole
    }

    /// Returns the ends of both games, or `None` if no player holds the card.
    fn deck_ends(
        &self,
        group: &Group,
        worlds: &[Setup; 2],
        [with, without]: &mut [Table<'_>; 2],
        pair: u64,
    ) -> Result<Option<Ends>, NoEnd> {
        let (card, stop) = (&self.plan.cards[group.card], || self.control.is_stopped());
        let seed = seed_of(self.plan, pair);
        let finds = card.is_shared_deck() && card.whose() == MeasuredSeat::Holder;
        let role = if finds { copy(&worlds[0], card.design, None) } else { None };
        let mut holder = role.map(|card| Holder { rules: worlds[0].rules(), card, seen: false, seat: None });
        let mut look = |at: DecisionPoint<'_>, _: &mut Vec<usize>| {
            holder.iter_mut().for_each(|holder| holder.observe(at))
        };
        let with = with.restricted(seed, &mut look, &stop).map_err(|why| (why, true))?;
        let seat = holder.map_or(Some(group.seat.unwrap_or(Seat::FIRST)), |holder| holder.seat);
        let Some(seat) = seat else { return Ok(None) };
        let without = without.restricted(seed, &mut |_, _| {}, &stop).map_err(|why| (why, false))?;
        let by = self.plan.run.by;
        Ok(Some(Ends {
            with: End::from_outcome(with, seat, by),
            without: End::from_outcome(without, seat, by),
        }))
    }

    fn failed_pair(&self, group: &Group, pair: u64) -> FailedPair {
        let seed = seed_of(self.plan, pair);
        let Group { card, seat, with, .. } = *group;
        FailedPair::new(pair, card, (seat, Some(with)), seed)
    }
}

//! Before the deal another card stands in for one.
//!
//! A card of a player's own set is that player's. A shared card is nobody's before the deal: its holder is the one to whom it comes, into whatever zone, before
//! anybody has seen it, or as it is turned up. Until then both worlds are the same but for a card that nobody knows, so both have the same holder. Where it is seen
//! otherwise first, whoever takes it then does so for what it is, and the pair says nothing of a holder.

use ludex::rules::{HolderAt, Rules};
use ludex::{CardId, Seat, Setup, ZoneAt};

use super::pairs::{Group, seed_of};
use super::plan::{Intervention, MeasuredSeat, copy};
use super::sums::{End, FailedPair};
use super::worker::{Ending, Player};
use crate::decision_point::DecisionPoint;
use crate::game::NoOutcome;
use crate::table::Table;

/// Looks for the one who has a card before anybody else has seen it.
#[derive(Clone, Copy)]
struct Holder<'a> {
    rules: &'a Rules,
    card: CardId,
    seen: bool,
    seat: Option<Seat>,
}

/// How both games of a pair end for the one whose win rate it is.
struct Ends {
    with: End,
    without: End,
}

/// Why a world has no end, and whether it is the one as written.
type NoEnd = (NoOutcome, bool);

/// The player whose zone it is.
fn owner(rules: &Rules, zone: ZoneAt) -> Option<Seat> {
    match rules.zone_at(zone)?.1 {
        HolderAt::Seat(seat) => Some(seat),
        HolderAt::Game | HolderAt::Spot(_) | HolderAt::Card(_) => None,
    }
}

impl Holder<'_> {
    fn look(&mut self, at: DecisionPoint<'_>) {
        if !self.seen && at.is_known(self.card) {
            self.seen = true;
            self.seat = at.zone_of(self.card).and_then(|zone| owner(self.rules, zone));
        }
    }
}

impl Player<'_> {
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

    /// How both games end; nothing if nobody has the card.
    fn deck_ends(
        &self,
        group: &Group,
        worlds: &[Setup; 2],
        [with, without]: &mut [Table<'_>; 2],
        pair: u64,
    ) -> Result<Option<Ends>, NoEnd> {
        let (card, stop) = (&self.plan.cards[group.card], || self.control.stopped());
        let seed = seed_of(self.plan, pair);
        let finds = card.is_shared_deck() && card.whose() == MeasuredSeat::Holder;
        let role = if finds { copy(&worlds[0], card.design, None) } else { None };
        let mut holder = role.map(|card| Holder { rules: worlds[0].rules(), card, seen: false, seat: None });
        let mut look =
            |at: DecisionPoint<'_>, _: &mut Vec<usize>| holder.iter_mut().for_each(|holder| holder.look(at));
        let with = with.restricted(seed, &mut look, &stop).map_err(|why| (why, true))?;
        let seat = holder.map_or(Some(group.seat.unwrap_or(Seat::FIRST)), |holder| holder.seat);
        let Some(seat) = seat else { return Ok(None) };
        let without = without.restricted(seed, &mut |_, _| {}, &stop).map_err(|why| (why, false))?;
        let by = self.plan.run.by;
        Ok(Some(Ends { with: End::of(with, seat, by), without: End::of(without, seat, by) }))
    }

    fn failed_pair(&self, group: &Group, pair: u64) -> FailedPair {
        let seed = seed_of(self.plan, pair);
        let Group { card, seat, with, .. } = *group;
        FailedPair::new(pair, card, (seat, Some(with)), seed)
    }
}

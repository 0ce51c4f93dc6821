//! Replaces a card before the deal by another card.
//!
//! A card of a player's own set belongs to that player. A shared card has no owner before the deal. Its
//! holder is the player into whose zone it moves before any player has seen it, or as it is turned up. Until
//! then, the worlds differ only in a card unknown to all, so the holder is the same in both. If the card is
//! seen elsewhere first, players take it for its known value, and the pair has no holder.
//!
//! The unchanged game of a pair is the same for all cards of the players' own sets, so it is played once.

use std::ops::Range;

use ludex::rules::{HolderAt, Rules};
use ludex::{CardId, Seat, Setup, ZoneAt};

use super::pairs::{Group, seed_of};
use super::plan::{Candidate, ImpactPlan, Intervention, MeasuredSeat, copy};
use super::sums::{End, FailedPair};
use super::worker::{Ending, ImpactPlayer};
use crate::add_up::List;
use crate::blocks::{self, Control, Worker};
use crate::decision_point::DecisionPoint;
use crate::game::{NoOutcome, Outcome, seats};
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

/// Tables of both worlds. A card of a player's own set needs only that of the changed one.
type Tables<'a> = (Option<Table<'a>>, Table<'a>);

/// Number of pairs that a thread claims at a time.
const BLOCK: u64 = 8;

/// Reason why a world has no end, and true if it is the unchanged world.
type NoEnd = (NoOutcome, bool);

/// The unchanged games of a range of pairs, each with its end for every seat.
pub(super) struct Unchanged {
    first: u64,
    games: Vec<Option<Result<Vec<End>, NoOutcome>>>,
}

impl Unchanged {
    /// Plays the games, if the plan has cards that need them.
    pub fn new(plan: &ImpactPlan<'_>, setup: &Setup, pairs: &Range<u64>, control: &Control<'_>) -> Unchanged {
        let is_own = |card: &Candidate| matches!(card.how, Intervention::OwnDeck { .. });
        if !plan.cards.iter().any(is_own) {
            return Unchanged { first: pairs.start, games: Vec::new() };
        }
        let table = || Table::new(setup, &plan.run.seated(plan.setup.players(), 0), &plan.run.tools);
        let worker = || UnchangedGames { plan, control, table: table(), games: Vec::new() };
        let (List(mut games), _) = blocks::run(pairs.clone(), BLOCK, control, worker);
        games.sort_unstable_by_key(|(pair, _)| *pair);
        let mut games = games.into_iter().peekable();
        let one = |pair: u64| games.next_if(|(played, _)| *played == pair).map(|(_, end)| end);
        Unchanged { first: pairs.start, games: pairs.clone().map(one).collect() }
    }

    fn end(&self, pair: u64, seat: Seat) -> Result<End, NoOutcome> {
        match self.games.get((pair - self.first) as usize) {
            Some(Some(Ok(ends))) => Ok(ends[seat.index()]),
            Some(Some(Err(why))) => Err(why.clone()),
            Some(None) | None => Err(NoOutcome::Stopped),
        }
    }
}

/// Plays unchanged games on a worker thread.
struct UnchangedGames<'a> {
    plan: &'a ImpactPlan<'a>,
    control: &'a Control<'a>,
    table: Table<'a>,
    games: Vec<(u64, Result<Vec<End>, NoOutcome>)>,
}

impl Worker for UnchangedGames<'_> {
    type Sums = List<(u64, Result<Vec<End>, NoOutcome>)>;

    fn unit(&mut self, pair: u64) {
        let (plan, stop) = (self.plan, || self.control.is_stopped());
        let end = self.table.restricted(seed_of(plan, pair), &mut |_, _| {}, &stop);
        let of_seats =
            |end: &Outcome| seats(plan.setup).map(|seat| End::from_outcome(end, seat, plan.run.by)).collect();
        self.games.push((pair, end.map(of_seats)));
    }

    fn sums(self) -> Self::Sums {
        List(self.games)
    }
}

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
        let [as_written, changed] = worlds;
        let mut tables = (group.seat.is_none().then(|| table(as_written)), table(changed));
        for pair in &group.pairs {
            if self.deck_pair(group, as_written, &mut tables, *pair) == Ending::Stopped {
                return Ending::Stopped;
            }
            (self.control.done)(2);
        }
        Ending::Whole
    }

    fn deck_pair(&mut self, group: &Group, world: &Setup, tables: &mut Tables<'_>, pair: u64) -> Ending {
        match self.deck_ends(group, world, tables, pair) {
            Ok(Some(Ends { with, without })) => self.count(group.card, with, without),
            Ok(None) => self.sums.cards[group.card].without += 1,
            Err((why, as_written)) => {
                return self.no_outcome(why, FailedPair { as_written, ..self.failed_pair(group, pair) });
            }
        }
        Ending::Whole
    }

    /// Returns the ends of both games, or `None` if no player holds the card. `world` is the unchanged one.
    fn deck_ends(
        &self,
        group: &Group,
        world: &Setup,
        (with, without): &mut Tables<'_>,
        pair: u64,
    ) -> Result<Option<Ends>, NoEnd> {
        let (by, stop) = (self.plan.run.by, || self.control.is_stopped());
        let seed = seed_of(self.plan, pair);
        let found = match (group.seat, with) {
            (Some(seat), _) => self.unchanged.end(pair, seat).map(|end| Some((seat, end))),
            (None, Some(with)) => self.held(group, world, with, seed),
            (None, None) => Ok(None),
        };
        let Some((seat, with)) = found.map_err(|why| (why, true))? else { return Ok(None) };
        let without = without.restricted(seed, &mut |_, _| {}, &stop).map_err(|why| (why, false))?;
        Ok(Some(Ends { with, without: End::from_outcome(without, seat, by) }))
    }

    /// Plays the unchanged game of a card without an owner. Returns its holder, and the end for that seat.
    fn held(
        &self,
        group: &Group,
        world: &Setup,
        table: &mut Table<'_>,
        seed: u64,
    ) -> Result<Option<(Seat, End)>, NoOutcome> {
        let card = &self.plan.cards[group.card];
        let finds = card.is_shared_deck() && card.whose() == MeasuredSeat::Holder;
        let role = if finds { copy(world, card.design, None) } else { None };
        let mut holder = role.map(|card| Holder { rules: world.rules(), card, seen: false, seat: None });
        let mut look = |at: DecisionPoint<'_>, _: &mut Vec<usize>| {
            holder.iter_mut().for_each(|holder| holder.observe(at))
        };
        let end = table.restricted(seed, &mut look, &|| self.control.is_stopped())?;
        let seat = holder.map_or(Some(Seat::FIRST), |holder| holder.seat);
        Ok(seat.map(|seat| (seat, End::from_outcome(end, seat, self.plan.run.by))))
    }

    fn failed_pair(&self, group: &Group, pair: u64) -> FailedPair {
        let seed = seed_of(self.plan, pair);
        let Group { card, seat, with, .. } = *group;
        FailedPair::new(pair, card, (seat, Some(with)), seed)
    }
}

//! Playing pairs on a thread.

use ludex::{Fault, Playout, Seat, Setup};

use super::pairs::{Group, seed_of};
use super::plan::Plan;
use crate::blocks::{Control, Worker};
pub(super) use crate::game::VICTORY;
use crate::game::{self, Deciders, NoOutcome, Nobody, Outcome};
use crate::stats::Moments;

/// Most failed pairs that are remembered: those with the smallest numbers.
const REMEMBERED: usize = 20;

/// What is summed up of pairs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sums {
    /// By card: the holder's share of the victory with it less the share without it, in parts of a victory.
    pub cards: Vec<Moments>,
    /// Pairs in which a rule failed; they are not counted elsewhere.
    pub failed: u64,
    /// The first of these, by pair and card.
    pub faults: Vec<FailedPair>,
}

/// A pair in which a rule failed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FailedPair {
    /// The number of the pair, from 0.
    pub pair: u64,
    /// The number of the card in the plan.
    pub card: usize,
    /// Whose copy was replaced.
    pub seat: Seat,
    /// What stood in for it.
    pub with: ludex::DesignId,
    /// The seed of both games.
    pub seed: u64,
    /// It failed in the world that has the card, so in the game as it is.
    pub as_written: bool,
    /// What failed; nothing if there is no such world.
    pub fault: Option<Fault>,
}

impl Sums {
    /// Of so many cards.
    pub fn new(cards: usize) -> Sums {
        Sums { cards: vec![Moments::default(); cards], failed: 0, faults: Vec::new() }
    }

    /// Games that count.
    pub fn games(&self) -> u64 {
        2 * self.cards.iter().map(|card| card.n).sum::<u64>()
    }

    fn remember(&mut self, faults: impl IntoIterator<Item = FailedPair>) {
        self.faults.extend(faults);
        self.faults.sort_by_key(|fault| (fault.pair, fault.card));
        self.faults.truncate(REMEMBERED);
    }
}

/// Plays pairs on a thread.
pub(super) struct Player<'a> {
    plan: &'a Plan<'a>,
    control: &'a Control<'a>,
    groups: &'a [Group],
    outcome: Outcome,
    sums: Sums,
}

/// A world and those who play in it.
struct World<'a> {
    setup: &'a Setup,
    playout: Playout<'a>,
    deciders: Deciders,
}

impl<'a> Player<'a> {
    pub fn new(plan: &'a Plan<'a>, control: &'a Control<'a>, groups: &'a [Group]) -> Player<'a> {
        let sums = Sums::new(plan.cards.len());
        Player { plan, control, groups, outcome: Outcome::default(), sums }
    }

    /// The seat's share of the victory in a game.
    fn share(&mut self, world: &mut World<'_>, seed: u64, seat: Seat) -> Result<i64, NoOutcome> {
        if self.plan.is_random() {
            let end = world.playout.random(seed).map_err(NoOutcome::Fault)?;
            return Ok(share(end.winners(), seat));
        }
        let stop = || self.control.stopped();
        game::play(world.setup, seed, &mut world.deciders, &mut Nobody, &mut self.outcome, &stop)?;
        Ok(share(self.outcome.winners.iter().copied(), seat))
    }

    /// Plays a pair; whether it is done.
    fn pair(&mut self, group: &Group, worlds: &mut [World<'_>; 2], pair: u64) -> bool {
        let seed = seed_of(self.plan, pair);
        let mut shares = [0; 2];
        for (at, world) in worlds.iter_mut().enumerate() {
            match self.share(world, seed, group.seat) {
                Ok(share) => shares[at] = share,
                Err(NoOutcome::Stopped) => return false,
                Err(NoOutcome::Fault(fault)) => {
                    self.failed(group, pair, at == 0, Some(fault));
                    return true;
                }
            }
        }
        self.sums.cards[group.card].add(shares[0] - shares[1]);
        true
    }

    fn failed(&mut self, group: &Group, pair: u64, as_written: bool, fault: Option<Fault>) {
        let seed = seed_of(self.plan, pair);
        let Group { card, seat, with, .. } = *group;
        self.sums.failed += 1;
        self.sums.remember([FailedPair { pair, card, seat, with, seed, as_written, fault }]);
    }

    fn play(&mut self, group: &Group, worlds: &[Setup; 2]) {
        let bots = self.plan.seated();
        let mut worlds = worlds.each_ref().map(|setup| World {
            setup,
            playout: Playout::new(setup),
            deciders: Deciders::new(&bots, &self.plan.tools),
        });
        for pair in &group.pairs {
            if self.control.stopped() || !self.pair(group, &mut worlds, *pair) {
                return;
            }
            (self.control.done)(2);
        }
    }
}

fn share(winners: impl Iterator<Item = Seat>, seat: Seat) -> i64 {
    let (all, own) = winners.fold((0, 0), |(all, own), winner| (all + 1, own + i64::from(winner == seat)));
    if own == 0 { 0 } else { VICTORY / all }
}

impl Worker for Player<'_> {
    type Sums = Sums;

    fn unit(&mut self, unit: u64) {
        let group = &self.groups[unit as usize];
        let copy = self.plan.cards[group.card].copies[group.seat.index()];
        match self.plan.setup.exchanged(copy, group.with) {
            Ok(worlds) => self.play(group, &worlds),
            Err(_) => group.pairs.iter().for_each(|pair| self.failed(group, *pair, false, None)),
        }
    }

    fn sums(self) -> Sums {
        self.sums
    }

    fn merge(into: &mut Sums, other: Sums) {
        into.cards.iter_mut().zip(&other.cards).for_each(|(card, more)| card.merge(more));
        into.failed += other.failed;
        into.remember(other.faults);
    }
}

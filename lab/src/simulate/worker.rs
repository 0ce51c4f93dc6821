//! Plays deals on a worker thread.

use std::collections::BTreeMap;

use ludex::diagnostics::Span;

use super::SimulatePlan;
use super::branches::BranchCounter;
use super::detail::{Detail, DetailSums};
use super::forfeits::Forfeit;
use super::sums::{Stopped, Sums};
use crate::blocks::{Control, InOrder, Place, Worker};
use crate::experiment::Experiment as _;
use crate::game::NoOutcome;
use crate::log::{GameId, Lines};
use crate::onlookers::Onlookers;
use crate::table::Table;

/// State of a worker thread that plays deals.
pub(super) struct SimulatePlayer<'a> {
    plan: &'a SimulatePlan<'a>,
    control: &'a Control<'a>,
    table: Table<'a>,
    watch: Onlookers<'a>,
    log: Option<Place<'a, String>>,
    ends: BTreeMap<Option<Span>, u64>,
    sums: Sums,
}

impl<'a> SimulatePlayer<'a> {
    pub fn new(
        plan: &'a SimulatePlan<'a>,
        control: &'a Control<'a>,
        log: Option<&'a InOrder<'a, String>>,
    ) -> SimulatePlayer<'a> {
        let detail = plan.run.inspects_positions().then(|| Detail::new(plan.setup));
        let again = plan.run.inspects_positions().then(|| BranchCounter::new(plan.setup));
        let lines = log.map(|_| Lines::new(plan.setup));
        SimulatePlayer {
            plan,
            control,
            table: Table::new(plan.setup, &plan.run.seated(plan.setup.players(), 0), &plan.run.tools),
            watch: Onlookers { detail, again, lines },
            log: log.map(InOrder::place),
            ends: BTreeMap::new(),
            sums: Sums::new(plan.setup, plan.run.bots.len()),
        }
    }

    /// Plays and counts a game, which is the one of its deal after `turn` rotations.
    fn play(&mut self, game: u64, seed: u64, turn: u64) -> Result<(), NoOutcome> {
        let (plan, stop) = (self.plan, || self.control.is_stopped());
        let entry = |seat: usize| plan.entry(seat, turn);
        self.table.turn(turn);
        let outcome = self.table.play(seed, &mut self.watch, &stop)?;
        self.sums.add(outcome, entry);
        let forfeits = outcome.forfeits.iter().map(|(seat, reason)| Forfeit {
            game,
            seed,
            seat: plan.setup.seats().nth(seat.index()).map(|seat| seat.name).unwrap_or_default(),
            bot: plan.run.bots[entry(seat.index())].to_string(),
            reason: reason.clone(),
        });
        self.sums.forfeits.add(forfeits);
        *self.ends.entry(outcome.ended_at).or_default() += 1;
        self.watch.again.iter_mut().for_each(|again| again.ended(seed));
        Ok(())
    }
}

impl Worker for SimulatePlayer<'_> {
    type Sums = Sums;

    fn unit(&mut self, deal: u64) {
        let (seed, turns) = (self.plan.run.seed_of(deal), self.plan.turns());
        for turn in 0..turns {
            let number = deal * turns + turn;
            if let Some(lines) = &mut self.watch.lines {
                let entries = (0..self.sums.seats.len()).map(|seat| self.plan.entry(seat, turn));
                let bots = entries.map(|entry| self.plan.run.bots[entry].clone());
                lines.begin(GameId::Game { game: number }, seed, bots);
            }
            match self.play(number, seed, turn) {
                Ok(()) => {}
                Err(NoOutcome::Stopped) => break,
                Err(NoOutcome::Fault(fault)) => {
                    let stopped = Stopped::new(self.plan.setup, number, turn, seed, fault);
                    if let Some(lines) = &mut self.watch.lines {
                        lines.failed(&stopped.place, &stopped.message);
                    }
                    self.sums.fault(stopped);
                }
            }
        }
        self.sums.close(turns);
        self.watch.detail.iter_mut().for_each(Detail::close);
    }

    fn block(&mut self, block: u64) {
        if let (Some(log), Some(lines)) = (&self.log, &mut self.watch.lines) {
            log.put(block, lines.take());
        }
    }

    fn sums(mut self) -> Sums {
        let sources = self.plan.setup.ruleset().sources();
        for (span, games) in self.ends {
            let place = span.map_or_else(String::new, |span| sources.place(span));
            *self.sums.ended_at.entry(place).or_default() += games;
        }
        let branches = self.watch.again.map(BranchCounter::games).unwrap_or_default();
        self.sums.detail = self.watch.detail.map(|detail| DetailSums { branches, ..detail.sums() });
        self.sums
    }
}

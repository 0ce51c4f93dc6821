//! A ladder of bots, each stronger than the one before: how much skill matters in a game, and how much the seat.
//!
//! Each bot plays against the one below and against `random`: it has one seat, each in turn along the same deals, and the other has all
//! others. And each plays against itself, where nothing but the seat makes a difference. Each of these matches is a simulation.

mod cells;
mod measure;
mod page;
mod plan;
mod report;

use crate::blocks::Control;
use crate::experiment::{self, Ended, Experiment, Work, run_and_setup};
use crate::log::LogSink;
use crate::report::{Changes, Timing};
use crate::shard::Counts;
use crate::simulate::{Sums, simulate};

pub use measure::Measured;
pub use page::page;
pub use plan::{Match, Plan};
pub use report::{FaultReport, MatchReport, MirrorReport, Report, RungReport, SeatReport};

/// What was played: the sums of each match that was begun, in the order of the plan.
pub type Played = experiment::Played<Vec<Sums>>;

impl Experiment for Plan<'_> {
    type Sums = Vec<Sums>;
    type Report = Report;

    run_and_setup!(self => self.setup);

    fn work(&self) -> Work {
        Work { all: self.cost_of_all(), of_unit: 1 }
    }

    fn play(&self, control: &Control<'_>, _log: Option<LogSink<'_>>) -> Played {
        ladder(self, control)
    }

    fn counts(sums: Vec<Sums>) -> Option<Counts> {
        Some(Counts::Ladder(sums))
    }

    fn merged(&self, counts: Counts) -> Option<Played> {
        let Counts::Ladder(sums) = counts else { return None };
        Some(Played::merged(sums))
    }

    fn report(&self, changes: Changes, played: &Played, timing: Option<Timing>) -> Report {
        Report::new(self, changes, played, timing)
    }
}

/// Plays the matches of a plan, those of weak bots first: they take the least time. `done` of the control is told of the plan's work.
pub fn ladder(plan: &Plan<'_>, control: &Control<'_>) -> Played {
    let mut played = Played { sums: Vec::new(), ended: Ended::Whole, threads: 0 };
    for next in plan.matches() {
        let simulation = plan.simulation(next);
        let cost = plan.cost(next).saturating_mul(simulation.turns());
        let done = |deals: u64| (control.done)(deals.saturating_mul(cost));
        let result = simulate(&simulation, &Control { done: &done, ..*control }, None);
        played.threads = played.threads.max(result.threads);
        played.sums.push(result.sums);
        if result.ended == Ended::Stopped {
            played.ended = Ended::Stopped;
            break;
        }
    }
    played
}

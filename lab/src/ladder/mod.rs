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
use crate::simulate::{Ended, Sums, simulate};

pub use measure::Measured;
pub use page::page;
pub use plan::{Match, Plan};
pub use report::{FaultReport, MatchReport, MirrorReport, Report, RungReport, SeatReport};

/// What was played.
#[derive(Debug, Clone)]
pub struct Played {
    /// What came of each match that was begun, in the order of the plan.
    pub matches: Vec<(Match, Sums)>,
    /// Not all were played to their end, for somebody stopped it.
    pub stopped: bool,
    /// Threads that played.
    pub threads: u64,
}

impl Played {
    /// What parts have counted, match by match.
    pub fn of(plan: &Plan<'_>, sums: Vec<Sums>) -> Played {
        Played { matches: plan.matches().into_iter().zip(sums).collect(), stopped: false, threads: 0 }
    }

    /// What was counted, match by match.
    pub fn sums(&self) -> Vec<Sums> {
        self.matches.iter().map(|(_, sums)| sums.clone()).collect()
    }
}

/// Plays the matches of a plan, those of weak bots first: they take the least time. `done` of the control is told of the plan's work.
pub fn ladder(plan: &Plan<'_>, control: &Control<'_>) -> Played {
    let mut played = Played { matches: Vec::new(), stopped: false, threads: 0 };
    for next in plan.matches() {
        let simulation = plan.simulation(next);
        let cost = plan.cost(next).saturating_mul(simulation.turns());
        let done = |deals: u64| (control.done)(deals.saturating_mul(cost));
        let result = simulate(&simulation, &Control { done: &done, ..*control }, None);
        played.threads = played.threads.max(result.threads);
        played.stopped = result.ended == Ended::Stopped;
        played.matches.push((next, result.sums));
        if played.stopped {
            break;
        }
    }
    played
}

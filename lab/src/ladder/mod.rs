//! Ladder of bots of increasing strength: measures the influence of skill and of the seat.
//!
//! Each bot plays against the next weaker bot and against `random`. It occupies one seat, rotating over the
//! same deals, and the opponent all others. Each bot also plays against itself, where only the seat makes a
//! difference. Each match is a simulation.

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
pub use plan::{LadderPlan, Match};
pub use report::{FaultReport, LadderReport, LadderSeat, MatchReport, MirrorReport, RungReport};

/// Result of a run: the sums of each match that was started, in plan order.
pub type Played = experiment::Played<Vec<Sums>>;

impl Experiment for LadderPlan<'_> {
    type Sums = Vec<Sums>;
    type Report = LadderReport;

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

    fn report(&self, changes: Changes, played: &Played, timing: Option<Timing>) -> LadderReport {
        LadderReport::new(self, changes, played, timing)
    }
}

/// Plays the matches of a plan, starting with the weakest and thus fastest bots. Progress is reported in
/// units of the plan's work.
pub fn ladder(plan: &LadderPlan<'_>, control: &Control<'_>) -> Played {
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

//! Measures the causal effect of a card on its holder.
//!
//! Uses paired worlds with common random numbers that differ in one card.

mod deck;
mod drawn;
mod give;
mod page;
mod pairs;
mod plan;
mod played;
mod report;
mod sums;
mod worker;

use std::ops::Range;

use crate::add_up::AddUp;
use crate::blocks::{self, Control};
use crate::experiment::{self, Ended, Experiment, Work, run_and_setup};
use crate::log::LogSink;
use crate::report::{Changes, Timing};
use crate::shard::Counts;

pub use give::{GivePlan, GiveReport, give};
pub use page::{give_page, page};
pub use plan::{
    AlternativeMeasurement, Candidate, Effect, ImpactPlan, Intervention, LeftOut, MeasuredSeat, WhyNot,
};
pub use report::{CardReport, FEWEST_LENGTHS, FaultReport, ImpactReport, LeftOutReport, Length};
pub use sums::{CardSums, FailedPair, Sums};
use worker::ImpactPlayer;

/// Number of pairs per card that are distributed at a time. Limits the memory for waiting jobs.
const ROUND: u64 = 10_000;

/// Result of a run before it is reported.
pub type Played = experiment::Played<Sums>;

impl Experiment for ImpactPlan<'_> {
    type Sums = Sums;
    type Report = ImpactReport;

    run_and_setup!(self => self.setup);

    fn work(&self) -> Work {
        Work { all: self.games(), of_unit: 1 }
    }

    fn play(&self, control: &Control<'_>, _log: Option<LogSink<'_>>) -> Played {
        impact(self, control)
    }

    fn counts(sums: Sums) -> Option<Counts> {
        Some(Counts::Impact(sums))
    }

    fn merged(&self, counts: Counts) -> Option<Played> {
        let Counts::Impact(sums) = counts else { return None };
        Some(Played::merged(sums))
    }

    fn report(&self, changes: Changes, played: &Played, timing: Option<Timing>) -> ImpactReport {
        ImpactReport::new(self, changes, &played.sums, timing)
    }
}

/// Plays the pairs of all cards of a plan. Progress is counted in games.
pub fn impact(plan: &ImpactPlan<'_>, control: &Control<'_>) -> Played {
    let (mut sums, mut threads) = (Sums::new(plan.cards.len()), 0);
    let here = plan.pairs_here();
    let mut first = here.start;
    while first < here.end && !control.is_stopped() {
        let end = here.end.min(first + ROUND);
        let (more, count) = round(plan, first..end, control);
        sums.add_up(more);
        threads = threads.max(count);
        first = end;
    }
    let ended = if 2 * sums.pairs() < plan.games() { Ended::Stopped } else { Ended::Whole };
    Played { sums, ended, threads }
}

fn round(plan: &ImpactPlan<'_>, pairs: Range<u64>, control: &Control<'_>) -> (Sums, u64) {
    let (jobs, setup) = (pairs::jobs(plan, &pairs), plan.setup.in_streams());
    // players report progress game by game
    let quiet = Control { done: &|_| {}, ..*control };
    blocks::run(0..jobs.len() as u64, 1, &quiet, || ImpactPlayer::new(plan, &setup, control, &jobs))
}

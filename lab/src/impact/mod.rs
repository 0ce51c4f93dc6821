//! Measures the causal effect of a card on its holder.
//!
//! Uses paired worlds with common random numbers that differ in one card.

mod deck;
mod drawn;
mod give;
mod joint;
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

use deck::Unchanged;
pub use give::{GivePlan, GiveReport, give};
pub use joint::{JointEffect, JointEffects, JointPlan, JointReport, joint};
pub use page::{give_page, page};
pub use plan::{
    AlternativeMeasurement, Candidate, Effect, ImpactPlan, Intervention, LeftOut, MeasuredSeat, Unmeasured,
    WhyNot,
};
pub use report::{CardReport, FEWEST_LENGTHS, FaultReport, ImpactReport, LeftOutReport, Length};
pub use sums::{CardSums, FailedPair, Sums};
use worker::ImpactPlayer;

/// Number of pairs per card that are distributed at a time. Limits the memory for waiting jobs.
const ROUND: u64 = 10_000;

/// Number of pairs of each training before the first interim analysis.
const FIRST_LOOK: u64 = 64;

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

/// Plays the pairs of all cards of a plan, or until the intervals are narrow enough. Progress is counted in
/// games.
pub fn impact(plan: &ImpactPlan<'_>, control: &Control<'_>) -> Played {
    let mut played = Played { sums: Sums::new(plan.cards.len()), ended: Ended::Whole, threads: 0 };
    let runs = plan.run.by_training();
    let mut looks = looks(plan).peekable();
    while let Some((from, to)) = looks.next() {
        for run in &runs {
            let part = ImpactPlan { run: run.clone(), ..plan.clone() };
            let here = part.pairs_here();
            let at = |pairs: u64| here.end.min(here.start.saturating_add(pairs));
            let (more, count) = of_training(&part, at(from)..at(to), control);
            played.sums.add_up(more);
            played.threads = played.threads.max(count);
        }
        if control.is_stopped() && 2 * played.sums.pairs() < plan.games() {
            return Played { ended: Ended::Stopped, ..played };
        }
        if looks.peek().is_some() && report::is_narrow(plan, &played.sums) {
            return Played { ended: Ended::Decided, ..played };
        }
    }
    played
}

/// Returns the ranges of pairs of each training that are played before each interim analysis: each but the first
/// doubles the number of pairs. Without a width, there is one range.
fn looks(plan: &ImpactPlan<'_>) -> impl Iterator<Item = (u64, u64)> + use<> {
    let all = plan.pairs.div_ceil(plan.run.trainings());
    let first = if plan.within.is_some() { FIRST_LOOK } else { all };
    let ends = std::iter::successors(Some(first), |pairs| Some(pairs.saturating_mul(2)));
    let starts = std::iter::once(0).chain(ends.clone());
    starts.zip(ends).take_while(move |(from, _)| *from < all)
}

/// Plays pairs that have the same players.
fn of_training(plan: &ImpactPlan<'_>, here: Range<u64>, control: &Control<'_>) -> (Sums, u64) {
    let (mut sums, mut threads) = (Sums::new(plan.cards.len()), 0);
    let mut first = here.start;
    while first < here.end && !control.is_stopped() {
        let end = here.end.min(first + ROUND);
        let (more, count) = round(plan, first..end, control);
        sums.add_up(more);
        threads = threads.max(count);
        first = end;
    }
    (sums, threads)
}

fn round(plan: &ImpactPlan<'_>, pairs: Range<u64>, control: &Control<'_>) -> (Sums, u64) {
    let (jobs, setup) = (pairs::jobs(plan, &pairs), plan.setup.in_streams());
    // players report progress game by game
    let quiet = Control { done: &|_| {}, ..*control };
    let unchanged = Unchanged::new(plan, &setup, &pairs, &quiet);
    let player = || ImpactPlayer::new((plan, &setup), control, &jobs, &unchanged);
    blocks::run(0..jobs.len() as u64, 1, &quiet, player)
}

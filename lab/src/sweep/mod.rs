//! Plays a ruleset at many parameter points, with common random numbers.
//!
//! Options and card values take one value after another. All points play the same deals with the same seeds
//! and random streams, as far as their rules permit.

mod cells;
mod page;
mod plan;
mod race;
mod report;
mod tally;
mod target;
mod worker;

use ludex::Ruleset;

use crate::add_up::List;
use crate::blocks::{self, Control};
pub use crate::experiment::Ended;
use crate::experiment::{self, Experiment, Work, run_and_setup};
use crate::log::LogSink;
use crate::report::{Changes, Made, Timing};
use crate::shard::Counts;
pub use page::page;
pub use plan::{Parameter, Point, SweepPlan};
pub use race::Outcome;
use race::Race;
pub use report::{Fit, MeasuredTarget, PointReport, SweepReport, SweepSeat, TargetReport};
pub use tally::{FailedDeal, Tally};
pub use target::{Measure, Relation, Target};
use worker::SweepPlayer;

/// Minimum number of deals between two interim analyses of a point.
const FEWEST: u64 = 50;
/// Maximum number of deals between two interim analyses, over all points.
const MOST: u64 = 50_000;
/// Between these limits, a batch is this fraction of the deals played so far: 1/16.
const PART: u64 = 16;
/// Number of deals at one point that a thread claims at a time, for random players.
const BLOCK: u64 = 32;
/// Number of deals at one point that a thread claims at a time, for bots.
const SLOW_BLOCK: u64 = 2;

/// Result of a run before it is reported.
pub type Played = experiment::Played<SweptPoints>;

/// Sums of each point, and the result for the target.
#[derive(Debug, Clone)]
pub struct SweptPoints {
    /// Sums of the deals, by point.
    pub points: Vec<Tally>,
    /// Result for the target, if any.
    pub outcome: Option<Outcome>,
}

impl Experiment for SweepPlan {
    type Sums = SweptPoints;
    type Report = SweepReport;

    run_and_setup!(self => &self.points()[0].setup);

    fn rules(&self) -> Vec<&Ruleset> {
        self.points().iter().map(|point| point.setup.ruleset()).collect()
    }

    /// Considers all points, because weights may have been trained on rules of other points.
    fn made(&self) -> Made {
        let bots = |point: usize| self.trained.get(point).unwrap_or(&self.run.bots).as_slice();
        Made::for_bots(self.points().iter().enumerate().map(|(at, point)| (bots(at), &point.setup, "")))
    }

    fn work(&self) -> Work {
        let games = self.deals().saturating_mul(self.turns());
        Work { all: games.saturating_mul(self.points().len() as u64), of_unit: self.turns() }
    }

    fn play(&self, control: &Control<'_>, _log: Option<LogSink<'_>>) -> Played {
        sweep(self, control)
    }

    fn counts(sums: SweptPoints) -> Option<Counts> {
        Some(Counts::Sweep(sums.points))
    }

    fn merged(&self, counts: Counts) -> Option<Played> {
        let Counts::Sweep(points) = counts else { return None };
        let ended = ended(self, &points, None, self.deals()).unwrap_or(Ended::Whole);
        Some(Played { sums: SweptPoints { points, outcome: None }, ended, threads: 0 })
    }

    fn report(&self, changes: Changes, played: &Played, timing: Option<Timing>) -> SweepReport {
        SweepReport::new(self, changes, played, timing)
    }
}

/// Returns the number of deals per point at the next interim analysis. It depends only on numbers of deals,
/// so all machines have the same analyses.
fn look_after(played: u64, points: u64, most: u64) -> u64 {
    let more = (MOST / points.max(1)).max(FEWEST);
    most.min(played + (played / PART).clamp(FEWEST, more))
}

/// Plays all points of a plan, or until the point that meets its target is known.
pub fn sweep(plan: &SweepPlan, control: &Control<'_>) -> Played {
    let mut points: Vec<Tally> = plan.points().iter().map(|_| Tally::new(plan)).collect();
    let mut race = plan.target.as_ref().map(|target| Race::new(target, points.len()));
    let (mut threads, mut played) = (0, plan.deals_here().start);
    let ended = loop {
        if let Some(ended) = ended(plan, &points, race.as_ref(), played) {
            break ended;
        }
        let at = race.as_ref().map_or_else(|| (0..points.len()).collect(), Race::open);
        let next = look_after(played, at.len() as u64, plan.deals_here().end);
        threads = threads.max(play(plan, &at, played..next, control, &mut points));
        if control.is_stopped() {
            break Ended::Stopped;
        }
        if let Some(race) = &mut race {
            at.iter().for_each(|point| points[*point].analyse());
            race.eliminate(&points);
        }
        played = next;
    };
    let outcome = race.and_then(|race| race.ended(&points));
    Played { sums: SweptPoints { points, outcome }, ended, threads }
}

/// Returns the reason to stop, or `None` to continue.
fn ended(plan: &SweepPlan, points: &[Tally], race: Option<&Race<'_>>, played: u64) -> Option<Ended> {
    if played > plan.deals_here().start && points.iter().all(|point| point.deals == 0) {
        return Some(Ended::Failed);
    }
    if race.is_some_and(|race| played > 0 && race.decided(points).is_some()) {
        return Some(Ended::Decided);
    }
    (played == plan.deals_here().end).then_some(Ended::Whole)
}

/// Plays deals at several points and adds them in the order of deals, then points. Returns the number of
/// threads.
fn play(
    plan: &SweepPlan,
    at: &[usize],
    deals: std::ops::Range<u64>,
    control: &Control<'_>,
    points: &mut [Tally],
) -> u64 {
    let width = at.len() as u64;
    let block = if plan.run.is_random() { BLOCK } else { SLOW_BLOCK };
    let units = deals.start * width..deals.end * width;
    let (List(mut rows), threads) =
        blocks::run(units, block, control, || SweepPlayer::new(plan, at, control));
    rows.sort_unstable_by_key(|row| (row.deal, row.point));
    for row in rows {
        let training = plan.run.training_of(row.deal);
        points[row.point].add(row, training);
    }
    threads
}

//! A ruleset at many points: options and numbers of cards take one value after another, and at each point the same games are played, with
//! the same seeds and the same streams of chance, as far as the rules of the point allow.

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
pub use plan::{Parameter, Plan, Point};
pub use race::Outcome;
use race::Race;
pub use report::{Fit, Measured, PointReport, Report, SeatReport, TargetReport};
pub use tally::{Failed, Tally};
pub use target::{Measure, Relation, Target};
use worker::Player;

/// Deals between two looks at a point: at least so many, …
const FEWEST: u64 = 50;
/// … at most so many at all points together, …
const MOST: u64 = 50_000;
/// … and else this part of those that were played.
const PART: u64 = 16;
/// Deals that a thread takes at once, at one point each: random ones …
const BLOCK: u64 = 32;
/// … and those that somebody thinks about.
const SLOW_BLOCK: u64 = 2;

/// What was played.
pub type Played = experiment::Played<SweptPoints>;

/// What is known of each point, and of the target.
#[derive(Debug, Clone)]
pub struct SweptPoints {
    /// Of each point, summed up.
    pub points: Vec<Tally>,
    /// What came of the target, if there was one.
    pub outcome: Option<Outcome>,
}

impl Experiment for Plan {
    type Sums = SweptPoints;
    type Report = Report;

    run_and_setup!(self => &self.points()[0].setup);

    fn rules(&self) -> Vec<&Ruleset> {
        self.points().iter().map(|point| point.setup.ruleset()).collect()
    }

    /// Weights may be of other rules than those of some point.
    fn made(&self) -> Made {
        Made::of(self.points().iter().map(|point| (&*self.run.bots, &point.setup, "")))
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

    fn report(&self, changes: Changes, played: &Played, timing: Option<Timing>) -> Report {
        Report::new(self, changes, played, timing)
    }
}

/// How many deals of a point were played when it is looked next. It depends on nothing but what was played, so that every machine looks at the
/// same times.
fn look_after(played: u64, points: u64, most: u64) -> u64 {
    let more = (MOST / points.max(1)).max(FEWEST);
    most.min(played + (played / PART).clamp(FEWEST, more))
}

/// Plays all points of a plan, or until it is known which one meets its target.
pub fn sweep(plan: &Plan, control: &Control<'_>) -> Played {
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
        if control.stopped() {
            break Ended::Stopped;
        }
        if let Some(race) = &mut race {
            at.iter().for_each(|point| points[*point].look());
            race.look(&points);
        }
        played = next;
    };
    let outcome = race.and_then(|race| race.ended(&points));
    Played { sums: SweptPoints { points, outcome }, ended, threads }
}

/// Why no more is played, if it is so.
fn ended(plan: &Plan, points: &[Tally], race: Option<&Race<'_>>, played: u64) -> Option<Ended> {
    if played > plan.deals_here().start && points.iter().all(|point| point.deals == 0) {
        return Some(Ended::Failed);
    }
    if race.is_some_and(|race| played > 0 && race.decided(points).is_some()) {
        return Some(Ended::Decided);
    }
    (played == plan.deals_here().end).then_some(Ended::Whole)
}

/// Plays some deals at some points and adds them in order: deal after deal, each at all of the points. How many threads there were.
fn play(
    plan: &Plan,
    at: &[usize],
    deals: std::ops::Range<u64>,
    control: &Control<'_>,
    points: &mut [Tally],
) -> u64 {
    let width = at.len() as u64;
    let block = if plan.run.is_random() { BLOCK } else { SLOW_BLOCK };
    let units = deals.start * width..deals.end * width;
    let (List(mut rows), threads) = blocks::run(units, block, control, || Player::new(plan, at, control));
    rows.sort_unstable_by_key(|row| (row.deal, row.point));
    rows.into_iter().for_each(|row| points[row.point].add(row));
    threads
}

//! Report of a sweep, with intervals.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Serialize;

use super::tally::{FailedDeal, Tally};
use super::{Outcome, Parameter, Played, SweepPlan};
use crate::experiment::Experiment as _;
use crate::game::VICTORY;
use crate::report::{Changes, Head, Timing, fingerprint, listed};
use crate::rounded::rounded as decimals;
use crate::simulate::Spread;
use crate::stats::{
    CONFIDENCE, Interval, Moments, bonferroni, grouped_parts, normal_quantile, over_trainings, paired_shares,
    spread, spread_interval,
};

/// Maximum number of failed deals that are reported.
const TOLD: usize = 20;

/// Report of a sweep. Win shares are in percentage points.
#[derive(Debug, Clone, PartialEq, JsonSchema, Serialize)]
pub struct SweepReport {
    /// Version of the document: 1.
    pub version: u32,
    /// The game; each point has its own fingerprint.
    #[serde(flatten)]
    pub head: Head,
    /// Bots, in the order of the list.
    pub bots: Vec<String>,
    /// Description of the players, as in a simulation.
    pub who: String,
    /// True if each deal was played from each rotation of the bots.
    pub rotate: bool,
    /// Seed of the run; deal `i` (from 0) has output `i + 1` of splitmix64 from it, with random numbers in streams, at all points.
    pub seed: u64,
    /// Maximum number of games at each point; with `rotate` each deal is a game for each rotation.
    pub games: u64,
    /// Number of deals of these games.
    pub deals: u64,
    /// Parameters and their values.
    pub parameters: Vec<Parameter>,
    /// Results of all combinations of values; the last parameter varies fastest.
    pub points: Vec<PointReport>,
    /// Result for the target (`--target`); `null` without one.
    pub target: Option<TargetReport>,
    /// Deals in which a rule failed. They are not counted elsewhere.
    pub failed: u64,
    /// The first twenty of them.
    pub faults: Vec<FailedDeal>,
    /// Elapsed time.
    #[serde(flatten)]
    pub timing: Option<Timing>,
}

/// Results of a point.
#[derive(Debug, Clone, PartialEq, JsonSchema, Serialize)]
pub struct PointReport {
    /// Value of each parameter.
    pub at: Vec<String>,
    /// Fingerprint of the rules at this point, as 16 hexadecimal digits.
    pub fingerprint: String,
    /// Games that count.
    pub games: u64,
    /// Number of deals that count.
    pub deals: u64,
    /// Largest win share of a seat less the smallest, in percentage points.
    pub seat_spread: f64,
    /// 95 % interval of `seat_spread`.
    pub ci95: Interval,
    /// Results by seat.
    pub seats: Vec<SweepSeat>,
    /// Mean score of all seats.
    pub score: Spread,
    /// Decisions with two or more options in a game.
    pub decisions: Spread,
    /// Iterations of each phase in a game.
    pub phases: BTreeMap<String, Spread>,
    /// The measure of the target; `null` without a target.
    pub measured: Option<MeasuredTarget>,
    /// Deals in which a rule failed. They are not counted elsewhere.
    pub failed: u64,
}

/// Result for a target.
#[derive(Debug, Clone, PartialEq, JsonSchema, Serialize)]
pub struct TargetReport {
    /// The target as given.
    pub target: String,
    /// `met` by the point below; `missed` by every point (the nearest is below); or `undecided`.
    pub outcome: Fit,
    /// Number of the point, from 0.
    pub point: usize,
    /// Value of each parameter at the point.
    pub at: Vec<String>,
}

/// Relation of a value to a target.
#[derive(Debug, Clone, Copy, PartialEq, Eq, JsonSchema, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Fit {
    /// The target is met.
    Met,
    /// The target is missed.
    Missed,
    /// Neither is significant yet.
    Undecided,
}

/// Measure of the target at a point.
#[derive(Debug, Clone, Copy, PartialEq, JsonSchema, Serialize)]
pub struct MeasuredTarget {
    /// Estimate; shares are in percentage points.
    pub value: f64,
    /// Interval, valid at each interim analysis for all points together; `null` with too few games.
    pub interval: Option<Interval>,
    /// Relation to the target.
    pub fit: Fit,
}

impl Fit {
    fn from_outcome(outcome: Outcome) -> Fit {
        match outcome {
            Outcome::Met(_) => Self::Met,
            Outcome::Missed(_) => Self::Missed,
            Outcome::Undecided(_) => Self::Undecided,
        }
    }
}

impl MeasuredTarget {
    fn new(plan: &SweepPlan, tally: &Tally) -> Option<MeasuredTarget> {
        let (target, sight) = (plan.target.as_ref()?, tally.sight.as_ref()?);
        let interval = sight.interval();
        let fit = match (target.is_met(interval), target.is_missed(interval)) {
            (true, _) => Fit::Met,
            (_, true) => Fit::Missed,
            (false, false) => Fit::Undecided,
        };
        let told = interval.map(rounded);
        Some(MeasuredTarget {
            value: rounded(sight.value(tally)),
            interval: Some(told).filter(|[low, high]| low.is_finite() && high.is_finite()),
            fit,
        })
    }
}

/// Results of a seat at a point.
#[derive(Debug, Clone, PartialEq, JsonSchema, Serialize)]
pub struct SweepSeat {
    /// Number of the seat, from 1.
    pub seat: usize,
    /// Name of the seat.
    pub name: String,
    /// Share of the victories, in percentage points: each of `k` winners has `1/k`.
    pub win_share: f64,
    /// 95 % interval of `win_share`, not corrected for the number of seats.
    pub ci95: Interval,
    /// Score of the seat.
    pub score: Spread,
}

impl SweepReport {
    /// Creates the report of a run. `changes` lists the changes other than the parameters.
    pub fn new(plan: &SweepPlan, changes: Changes, played: &Played, timing: Option<Timing>) -> SweepReport {
        let points = played.sums.points.iter().enumerate();
        let faults = played.sums.points.iter().flat_map(|point| point.faults.iter());
        let (setup, made) = (plan.setup(), plan.made());
        SweepReport {
            version: ludex::JSON_VERSION,
            who: plan.run.who(setup, &made),
            head: Head {
                fingerprint: None,
                ..Head::for_ruleset(setup.ruleset(), setup.players(), changes, made)
            },
            bots: listed(&plan.run.bots),
            rotate: plan.turns() > 1,
            seed: plan.run.seed,
            games: plan.deals() * plan.turns(),
            deals: plan.deals(),
            parameters: plan.parameters().to_vec(),
            points: points.map(|(i, tally)| PointReport::new(plan, i, tally)).collect(),
            target: target(plan, played),
            failed: played.sums.points.iter().map(|point| point.failed).sum(),
            faults: faults.take(TOLD).cloned().collect(),
            timing,
        }
    }
}

fn target(plan: &SweepPlan, played: &Played) -> Option<TargetReport> {
    let (target, outcome) = (plan.target.as_ref()?, played.sums.outcome?);
    let point = outcome.point();
    Some(TargetReport {
        target: target.to_string(),
        outcome: Fit::from_outcome(outcome),
        point,
        at: at(plan, point),
    })
}

fn at(plan: &SweepPlan, point: usize) -> Vec<String> {
    plan.values(point).map(|(_, value)| value.to_owned()).collect()
}

impl PointReport {
    /// Returns the displayed seat spread, to a tenth of a point: the largest displayed share less the
    /// smallest.
    pub fn shown_spread(&self) -> f64 {
        decimals(spread(self.seats.iter().map(|seat| decimals(seat.win_share, 1))), 1)
    }

    fn new(plan: &SweepPlan, point: usize, tally: &Tally) -> PointReport {
        let (setup, turns) = (&plan.points()[point].setup, plan.turns() as f64);
        let seats: Vec<SweepSeat> =
            setup.seats().enumerate().map(|(i, seat)| SweepSeat::new(plan, i, seat.name, tally)).collect();
        let phases = (0..tally.phases.len()).zip(setup.phases());
        PointReport {
            at: at(plan, point),
            fingerprint: fingerprint(setup.ruleset()),
            games: tally.deals * plan.turns(),
            deals: tally.deals,
            seat_spread: points(spread(tally.shares.iter().map(Moments::mean)) / whole(plan) as f64),
            ci95: seat_spread(tally, whole(plan)).map(points),
            seats,
            score: number(tally, 1000.0 * turns * f64::from(plan.players()), |of| Some(&of.score)),
            decisions: number(tally, turns, |of| Some(&of.decisions)),
            phases: phases
                .map(|(at, phase)| (phase.name, number(tally, turns, |of| of.phases.get(at))))
                .collect(),
            measured: MeasuredTarget::new(plan, tally),
            failed: tally.failed,
        }
    }
}

impl SweepSeat {
    fn new(plan: &SweepPlan, seat: usize, name: String, tally: &Tally) -> SweepSeat {
        let (shares, whole) = (&tally.shares[seat], whole(plan));
        SweepSeat {
            seat: seat + 1,
            name,
            win_share: points(shares.mean() / whole as f64),
            ci95: seat_share(plan, seat, tally).map(points),
            score: number(tally, 1000.0 * plan.turns() as f64, |of| of.scores.get(seat)),
        }
    }
}

/// Returns the interval of a seat's share. With trained players it contains the spread between trainings.
fn seat_share(plan: &SweepPlan, seat: usize, tally: &Tally) -> Interval {
    if tally.trainings.is_empty() {
        return grouped_parts(&tally.shares[seat], VICTORY, plan.turns()).unwrap_or([0.0, 1.0]);
    }
    let trainings = tally.by_training(|of| of.shares.get(seat));
    let ends = over_trainings(&trainings, (whole(plan), None), CONFIDENCE);
    ends.map(|end| (end / whole(plan) as f64).clamp(0.0, 1.0))
}

/// Returns the mean and the spread of a number in `unit`. With trained players 1.96 standard errors are half of the
/// interval over trainings.
fn number<'t>(tally: &'t Tally, unit: f64, of: impl Fn(&'t Tally) -> Option<&'t Moments>) -> Spread {
    let spread = Spread::new(of(tally).unwrap_or(&Moments::default()), unit);
    let trainings = tally.by_training(&of);
    if trainings.is_empty() {
        return spread;
    }
    let [low, high] = over_trainings(&trainings, (0, None), CONFIDENCE);
    Spread { se: (high - low) / unit / (2.0 * normal_quantile(0.975)), ..spread }
}

/// Returns the total victories of a deal, in units of `VICTORY`.
fn whole(plan: &SweepPlan) -> i64 {
    VICTORY * plan.turns() as i64
}

/// Returns the interval of the seat spread, from simultaneous intervals of all pairwise differences.
fn seat_spread(tally: &Tally, whole: i64) -> Interval {
    let questions = tally.apart.len();
    let difference = |(at, more): (usize, &Moments)| {
        let trainings = tally.by_training(|of| of.apart.get(at));
        if trainings.is_empty() {
            return paired_shares(more, whole, questions);
        }
        let ends = over_trainings(&trainings, (2 * whole, None), bonferroni(CONFIDENCE, questions));
        ends.map(|end| (end / whole as f64).clamp(-1.0, 1.0))
    };
    spread_interval(tally.apart.iter().enumerate().map(difference))
}

/// Converts a share of 1 to percentage points, rounded to a millionth. Further digits would be noise. Avoids
/// negative zeros.
fn points(share: f64) -> f64 {
    rounded(100.0 * share)
}

fn rounded(x: f64) -> f64 {
    (x * 1e6).round() / 1e6 + 0.0
}

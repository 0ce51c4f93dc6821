//! What a sweep says, with intervals.

use std::collections::BTreeMap;

use serde::Serialize;

use super::tally::{Failed, Tally};
use super::{Outcome, Parameter, Plan, Played};
use crate::experiment::Experiment as _;
use crate::game::VICTORY;
use crate::report::{Changes, Head, Timing, fingerprint, listed};
use crate::rounded::rounded as decimals;
use crate::simulate::Spread;
use crate::stats::{Interval, Moments, grouped_parts, paired_shares, spread, spread_interval};

/// Most failed deals that are told.
const TOLD: usize = 20;

/// The results. Shares of the win are in percentage points.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Report {
    /// The version of this form.
    pub version: u32,
    /// The game; each point has rules of its own.
    #[serde(flatten)]
    pub head: Head,
    /// The bots as they are listed.
    pub bots: Vec<String>,
    /// Who played, in words, and what that means.
    pub who: String,
    /// Each deal was played from each turn of the bots; never where these do not differ.
    pub rotate: bool,
    /// The seed of all.
    pub seed: u64,
    /// Games at each point, at most …
    pub games: u64,
    /// … of so many deals.
    pub deals: u64,
    /// What takes one value after another.
    pub parameters: Vec<Parameter>,
    /// Each combination of values, those of the last parameter first.
    pub points: Vec<PointReport>,
    /// What came of the target; nothing if there was none.
    pub target: Option<TargetReport>,
    /// Deals that do not count, for a rule failed.
    pub failed: u64,
    /// The first of these, point by point.
    pub faults: Vec<Failed>,
    /// How long it took, if that is told.
    #[serde(flatten)]
    pub timing: Option<Timing>,
}

/// What is known of a point.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct PointReport {
    /// The value of each parameter, as it is written.
    pub at: Vec<String>,
    /// Its rules, as 16 hexadecimal digits.
    pub fingerprint: String,
    /// Games that count.
    pub games: u64,
    /// Deals that count.
    pub deals: u64,
    /// The largest win share of a seat less the smallest.
    pub seat_spread: f64,
    /// Its interval.
    pub ci95: Interval,
    /// All seats.
    pub seats: Vec<SeatReport>,
    /// The mean score of all seats.
    pub score: Spread,
    /// Decisions with two or more options in a game.
    pub decisions: Spread,
    /// How often each phase was begun in a game.
    pub phases: BTreeMap<String, Spread>,
    /// What the target is about; nothing if there was none.
    pub measured: Option<Measured>,
    /// Deals that do not count, for a rule failed.
    pub failed: u64,
}

/// What came of a target.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct TargetReport {
    /// As it was written.
    pub target: String,
    /// A point meets it, no point does, or it is not known.
    pub outcome: Fit,
    /// The number of that point, from 0, or of the nearest.
    pub point: usize,
    /// The value of each parameter there.
    pub at: Vec<String>,
}

/// How something lies to a target.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Fit {
    /// It meets it.
    Met,
    /// It does not.
    Missed,
    /// Not known.
    Undecided,
}

/// What a target is about, at a point.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Measured {
    /// The estimate.
    pub value: f64,
    /// Its interval; those of all points hold together, at each look. Nothing if too little was played.
    pub interval: Option<Interval>,
    /// How it lies to the target.
    pub fit: Fit,
}

impl Fit {
    fn of(outcome: Outcome) -> Fit {
        match outcome {
            Outcome::Met(_) => Self::Met,
            Outcome::Missed(_) => Self::Missed,
            Outcome::Undecided(_) => Self::Undecided,
        }
    }
}

impl Measured {
    fn new(plan: &Plan, tally: &Tally) -> Option<Measured> {
        let (target, sight) = (plan.target.as_ref()?, tally.sight.as_ref()?);
        let interval = sight.interval();
        let fit = match (target.is_met(interval), target.is_missed(interval)) {
            (true, _) => Fit::Met,
            (_, true) => Fit::Missed,
            (false, false) => Fit::Undecided,
        };
        let told = interval.map(rounded);
        Some(Measured {
            value: rounded(sight.value(tally)),
            interval: Some(told).filter(|[low, high]| low.is_finite() && high.is_finite()),
            fit,
        })
    }
}

/// What is known of a seat at a point.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct SeatReport {
    /// Its number, from 1.
    pub seat: usize,
    /// Its name.
    pub name: String,
    /// Its win share: of `k` winners each has `1/k`.
    pub win_share: f64,
    /// Its interval, by itself.
    pub ci95: Interval,
    /// Its score.
    pub score: Spread,
}

impl Report {
    /// What came of a plan. `changes` are those beside the parameters.
    pub fn new(plan: &Plan, changes: Changes, played: &Played, timing: Option<Timing>) -> Report {
        let points = played.sums.points.iter().enumerate();
        let faults = played.sums.points.iter().flat_map(|point| point.faults.iter());
        let (setup, made) = (plan.setup(), plan.made());
        Report {
            version: ludex::JSON_VERSION,
            who: plan.run.who(setup, &made),
            head: Head { fingerprint: None, ..Head::of(setup.ruleset(), setup.players(), changes, made) },
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

fn target(plan: &Plan, played: &Played) -> Option<TargetReport> {
    let (target, outcome) = (plan.target.as_ref()?, played.sums.outcome?);
    let point = outcome.point();
    Some(TargetReport { target: target.to_string(), outcome: Fit::of(outcome), point, at: at(plan, point) })
}

/// The value of each parameter at a point.
fn at(plan: &Plan, point: usize) -> Vec<String> {
    plan.values(point).map(|(_, value)| value.to_owned()).collect()
}

impl PointReport {
    /// The seat spread as it is shown, to a tenth of a point: the largest shown win share less the smallest.
    pub fn shown_spread(&self) -> f64 {
        decimals(spread(self.seats.iter().map(|seat| decimals(seat.win_share, 1))), 1)
    }

    fn new(plan: &Plan, point: usize, tally: &Tally) -> PointReport {
        let (setup, turns) = (&plan.points()[point].setup, plan.turns() as f64);
        let seats: Vec<SeatReport> =
            setup.seats().enumerate().map(|(i, seat)| SeatReport::new(plan, i, seat.name, tally)).collect();
        let phases = setup.phases().zip(&tally.phases);
        PointReport {
            at: at(plan, point),
            fingerprint: fingerprint(setup.ruleset()),
            games: tally.deals * plan.turns(),
            deals: tally.deals,
            seat_spread: points(spread(tally.shares.iter().map(Moments::mean)) / whole(plan) as f64),
            ci95: seat_spread(tally, whole(plan)).map(points),
            seats,
            score: Spread::new(&tally.score, 1000.0 * turns * f64::from(plan.players())),
            decisions: Spread::new(&tally.decisions, turns),
            phases: phases.map(|(phase, sums)| (phase.name, Spread::new(sums, turns))).collect(),
            measured: Measured::new(plan, tally),
            failed: tally.failed,
        }
    }
}

impl SeatReport {
    fn new(plan: &Plan, seat: usize, name: String, tally: &Tally) -> SeatReport {
        let (shares, whole) = (&tally.shares[seat], whole(plan));
        SeatReport {
            seat: seat + 1,
            name,
            win_share: points(shares.mean() / whole as f64),
            ci95: grouped_parts(shares, VICTORY, plan.turns()).unwrap_or([0.0, 1.0]).map(points),
            score: Spread::new(&tally.scores[seat], 1000.0 * plan.turns() as f64),
        }
    }
}

/// All wins of a deal, in parts of a victory.
fn whole(plan: &Plan) -> i64 {
    VICTORY * plan.turns() as i64
}

/// The interval of the spread of seats: from those of the differences of all pairs of seats, which hold together.
fn seat_spread(tally: &Tally, whole: i64) -> Interval {
    let difference = |more: &Moments| paired_shares(more, whole, tally.apart.len());
    spread_interval(tally.apart.iter().map(difference))
}

/// A share of 1 in percentage points, to a millionth: more digits would be those of the calculation. No zero is negative.
fn points(share: f64) -> f64 {
    rounded(100.0 * share)
}

fn rounded(x: f64) -> f64 {
    (x * 1e6).round() / 1e6 + 0.0
}

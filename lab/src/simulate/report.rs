//! What a simulation says: values with a JSON form (`docs/json.md`), from the sums alone.

use std::collections::BTreeMap;

use serde::Serialize;

use super::{SeatSums, Stopped, Subject, Sums};
use crate::stats::{Interval, Moments, wilson};

/// How long it took; everything in a report that differs from run to run.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Timing {
    /// Threads that played.
    pub jobs: u64,
    /// Seconds.
    pub elapsed_s: f64,
    /// Decisions with two or more options a second.
    pub decisions_per_s: f64,
    /// Games a second.
    pub games_per_s: f64,
}

impl Timing {
    /// That of sums.
    pub fn new(sums: &Sums, jobs: u64, elapsed_s: f64) -> Timing {
        let seconds = elapsed_s.max(1e-9);
        let (decisions, games) = (decisions(sums) as f64, sums.decisions.n as f64);
        Timing { jobs, elapsed_s, decisions_per_s: decisions / seconds, games_per_s: games / seconds }
    }
}

fn decisions(sums: &Sums) -> u64 {
    u64::try_from(sums.decisions.sum).unwrap_or(u64::MAX)
}

/// The results. Scores are points, also if the game counts in decimals; rates are shares of 1.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Report {
    /// The version of this form.
    pub version: u32,
    /// The ruleset's id.
    pub ruleset: String,
    /// Its rules, as 16 hexadecimal digits.
    pub fingerprint: String,
    /// How many play.
    pub players: u8,
    /// Options as given.
    pub options: BTreeMap<String, String>,
    /// Variants by id.
    pub variants: Vec<String>,
    /// Overlays as given.
    pub overlays: Vec<String>,
    /// Games asked for.
    pub games: u64,
    /// Games played to their end.
    pub finished: u64,
    /// The seed of all.
    pub seed: u64,
    /// Decisions with two or more options, in all games.
    pub decisions: u64,
    /// How long it took, if it is told.
    #[serde(flatten)]
    pub timing: Option<Timing>,
    /// Decisions in a game.
    pub mean_decisions: f64,
    /// Their standard deviation …
    pub sd_decisions: f64,
    /// … and the standard error of the mean.
    pub se_decisions: f64,
    /// The score of who won.
    pub mean_winning_score: f64,
    /// Its standard deviation …
    pub sd_winning_score: f64,
    /// … and the standard error of the mean.
    pub se_winning_score: f64,
    /// By seat.
    pub seats: Vec<SeatReport>,
    /// Iterations of each phase in a game.
    pub phases: BTreeMap<String, Spread>,
    /// The first games in which a rule failed.
    pub faults: Vec<FaultReport>,
}

/// A seat.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct SeatReport {
    /// Its number, from 1.
    pub seat: u8,
    /// Its name.
    pub name: String,
    /// Victories, shared ones too.
    pub wins: u64,
    /// Shared victories.
    pub ties: u64,
    /// The share of games won.
    pub win_rate: f64,
    /// Its 95 % interval.
    pub ci95: Interval,
    /// Score.
    pub mean_score: f64,
    /// Its standard deviation …
    pub sd_score: f64,
    /// … and the standard error of the mean.
    pub se_score: f64,
}

/// A mean of games.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Spread {
    /// The mean.
    pub mean: f64,
    /// The standard deviation …
    pub sd: f64,
    /// … and the standard error of the mean.
    pub se: f64,
}

/// A game in which a rule failed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct FaultReport {
    /// Its number, from 0.
    pub game: u64,
    /// Its seed.
    pub seed: u64,
    /// Where the rule stands: `file:line:column`.
    pub place: String,
    /// Why it failed.
    pub message: String,
}

impl Spread {
    /// That of sums of so many to a unit.
    fn new(sums: &Moments, unit: f64) -> Spread {
        Spread { mean: sums.mean() / unit, sd: sums.sd() / unit, se: sums.se() / unit }
    }
}

impl Report {
    /// Works the results out.
    pub fn new(subject: &Subject, sums: &Sums, timing: Option<Timing>) -> Report {
        let unit = if subject.decimal { 1000.0 } else { 1.0 };
        let finished = sums.decisions.n;
        let length = Spread::new(&sums.decisions, 1.0);
        let winning = Spread::new(&sums.winning, unit);
        let seats = sums.seats.iter().zip(&subject.seats).enumerate();
        let phases = subject.phases.iter().cloned().zip(&sums.phases);
        Report {
            version: ludex::JSON_VERSION,
            ruleset: subject.ruleset.clone(),
            fingerprint: subject.fingerprint.clone(),
            players: subject.players,
            options: subject.options.clone(),
            variants: subject.variants.clone(),
            overlays: subject.overlays.clone(),
            games: subject.games,
            finished,
            seed: subject.seed,
            decisions: decisions(sums),
            timing,
            mean_decisions: length.mean,
            sd_decisions: length.sd,
            se_decisions: length.se,
            mean_winning_score: winning.mean,
            sd_winning_score: winning.sd,
            se_winning_score: winning.se,
            seats: seats.map(|(i, (sums, name))| SeatReport::new(i, name, sums, finished, unit)).collect(),
            phases: phases.map(|(name, sums)| (name, Spread::new(sums, 1.0))).collect(),
            faults: sums.faults.iter().map(FaultReport::new).collect(),
        }
    }
}

impl SeatReport {
    fn new(index: usize, name: &str, sums: &SeatSums, games: u64, unit: f64) -> SeatReport {
        let score = Spread::new(&sums.score, unit);
        SeatReport {
            seat: index as u8 + 1,
            name: name.to_owned(),
            wins: sums.wins,
            ties: sums.ties,
            win_rate: if games == 0 { 0.0 } else { sums.wins as f64 / games as f64 },
            ci95: wilson(sums.wins, games),
            mean_score: score.mean,
            sd_score: score.sd,
            se_score: score.se,
        }
    }
}

impl FaultReport {
    fn new(stopped: &Stopped) -> FaultReport {
        let Stopped { game, seed, place, message, .. } = stopped.clone();
        FaultReport { game, seed, place, message }
    }
}

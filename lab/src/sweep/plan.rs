//! Points of a sweep and the games played at each.

use std::ops::Range;

use ludex::Setup;
use ludex_bots::BotSpec;
use schemars::JsonSchema;
use serde::Serialize;

use super::target::Target;
use crate::experiment::{Experiment as _, RunConfig};

/// A parameter that varies.
#[derive(Debug, Clone, PartialEq, Eq, JsonSchema, Serialize)]
pub struct Parameter {
    /// Name as given: an option, a field of a card, or another number.
    pub name: String,
    /// Values, as given.
    pub values: Vec<String>,
}

/// A combination of parameter values, and the ruleset with them.
#[derive(Debug, Clone)]
pub struct Point {
    /// Index of the value of each parameter.
    pub at: Vec<usize>,
    /// Setup with random numbers in streams.
    pub setup: Setup,
}

/// Configuration of a sweep.
#[derive(Debug, Clone)]
pub struct SweepPlan {
    /// Maximum number of games per point.
    pub games: u64,
    /// Bots and settings of the run, and the part of the deals to play if there is no target. All points use
    /// the same seeds.
    pub run: RunConfig,
    /// Trainings of the players by point, in the order of the trainings of `run`; empty if no players were trained.
    pub trained: Vec<Vec<BotSpec>>,
    /// Target for a point. Points that can't be the best are not played further.
    pub target: Option<Target>,
    parameters: Vec<Parameter>,
    points: Vec<Point>,
}

impl SweepPlan {
    /// Creates a plan for random games. `setups` has one setup for each combination of values, in order; the
    /// last parameter changes first. Returns `None` without points, if the number of setups differs, or if
    /// the numbers of players differ.
    pub fn new(parameters: Vec<Parameter>, setups: &[Setup], games: u64, seed: u64) -> Option<SweepPlan> {
        let combinations = Self::combinations(&parameters);
        let players = setups.first()?.players();
        let fits = combinations.len() == setups.len() && setups.iter().all(|s| s.players() == players);
        let point = |(at, setup): (Vec<usize>, &Setup)| Point { at, setup: setup.in_streams() };
        let points = combinations.into_iter().zip(setups).map(point).collect();
        fits.then(|| SweepPlan {
            games,
            run: RunConfig::new(seed),
            trained: Vec::new(),
            target: None,
            parameters,
            points,
        })
    }

    /// Lets trained players play: of each point its own.
    pub fn play_trained(&mut self, trained: Vec<Vec<BotSpec>>) {
        self.run.play_trained(trained.first().cloned().unwrap_or_default());
        self.trained = trained;
    }

    /// Returns the bots of a point by seat, in a training.
    pub(super) fn seated_at(&self, point: usize, training: usize) -> Vec<BotSpec> {
        match self.trained.get(point) {
            Some(bots) => vec![bots[training].clone(); usize::from(self.players())],
            None => self.run.seated(self.players(), 0),
        }
    }

    /// Returns the parameters.
    pub fn parameters(&self) -> &[Parameter] {
        &self.parameters
    }

    /// Returns all points.
    pub fn points(&self) -> &[Point] {
        &self.points
    }

    /// Returns the name and value of each parameter at a point.
    pub fn values(&self, point: usize) -> impl Iterator<Item = (&str, &str)> {
        let both = self.parameters.iter().zip(&self.points[point].at);
        both.map(|(parameter, at)| (parameter.name.as_str(), parameter.values[*at].as_str()))
    }

    /// Returns the number of players.
    pub fn players(&self) -> u8 {
        self.points[0].setup.players()
    }

    /// Returns the number of deals per point: the requested number of games, rounded up to whole rotations.
    pub fn deals(&self) -> u64 {
        self.games.div_ceil(self.turns())
    }

    /// Returns the numbers of the deals to play here.
    pub fn deals_here(&self) -> Range<u64> {
        self.run.part_of(self.deals())
    }

    /// Returns the indices of the values for each combination. The last parameter changes first.
    pub fn combinations(parameters: &[Parameter]) -> Vec<Vec<usize>> {
        parameters.iter().fold(vec![Vec::new()], |points, parameter| {
            let with = |point: &Vec<usize>, value| {
                let mut point = point.clone();
                point.push(value);
                point
            };
            let values = 0..parameter.values.len();
            points.iter().flat_map(|point| values.clone().map(move |value| with(point, value))).collect()
        })
    }
}

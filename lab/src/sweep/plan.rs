//! Which points there are, and which games are played at each of them.

use std::ops::Range;

use ludex::Setup;
use schemars::JsonSchema;
use serde::Serialize;

use super::target::Target;
use crate::experiment::{Experiment as _, RunConfig};

/// What takes one value after another.
#[derive(Debug, Clone, PartialEq, Eq, JsonSchema, Serialize)]
pub struct Parameter {
    /// Name as given: an option, a field of a card, or another number.
    pub name: String,
    /// Values, as they are written.
    pub values: Vec<String>,
}

/// One value for each parameter, and the ruleset with them.
#[derive(Debug, Clone)]
pub struct Point {
    /// The number of the value of each parameter.
    pub at: Vec<usize>,
    /// The ruleset, with chance in streams.
    pub setup: Setup,
}

/// Which games are played.
#[derive(Debug, Clone)]
pub struct Plan {
    /// Games at each point, at most.
    pub games: u64,
    /// Who plays, and which part of the deals, without a target; seeds are the same at all points.
    pub run: RunConfig,
    /// What a point shall be like: points that can't be the one are not played on.
    pub target: Option<Target>,
    parameters: Vec<Parameter>,
    points: Vec<Point>,
}

impl Plan {
    /// So many random games at each point. There is a setup for each combination of values, in order; the values of the last parameter
    /// change first. Nothing if there is no point, or not as many setups, or if not all of them are for as many players.
    pub fn new(parameters: Vec<Parameter>, setups: &[Setup], games: u64, seed: u64) -> Option<Plan> {
        let combinations = Self::combinations(&parameters);
        let players = setups.first()?.players();
        let fits = combinations.len() == setups.len() && setups.iter().all(|s| s.players() == players);
        let point = |(at, setup): (Vec<usize>, &Setup)| Point { at, setup: setup.in_streams() };
        let points = combinations.into_iter().zip(setups).map(point).collect();
        fits.then(|| Plan { games, run: RunConfig::new(seed), target: None, parameters, points })
    }

    /// What takes one value after another.
    pub fn parameters(&self) -> &[Parameter] {
        &self.parameters
    }

    /// All points.
    pub fn points(&self) -> &[Point] {
        &self.points
    }

    /// The values at a point, by parameter.
    pub fn values(&self, point: usize) -> impl Iterator<Item = (&str, &str)> {
        let both = self.parameters.iter().zip(&self.points[point].at);
        both.map(|(parameter, at)| (parameter.name.as_str(), parameter.values[*at].as_str()))
    }

    /// How many play.
    pub fn players(&self) -> u8 {
        self.points[0].setup.players()
    }

    /// Deals at each point: as many games as make whole rotations, and at least those that were asked for.
    pub fn deals(&self) -> u64 {
        self.games.div_ceil(self.turns())
    }

    /// The numbers of the deals that are played here.
    pub fn deals_here(&self) -> Range<u64> {
        self.run.part_of(self.deals())
    }

    /// The numbers of the values, for each combination; those of the last parameter change first.
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

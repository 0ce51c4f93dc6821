//! Which points there are, and which games are played at each of them.

use std::ops::Range;

use ludex::Setup;
use ludex::bots::{BotSpec, Tools};

use super::target::Target;
use crate::report::Made;
use crate::shard::Shard;
use crate::{paired, splitmix64};

/// What takes one value after another.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Parameter {
    /// As it is called: `options.rounds`.
    pub name: String,
    /// Its values, as they are written.
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
#[derive(Clone)]
pub struct Plan {
    /// Games at each point, at most.
    pub games: u64,
    /// The seed that each deal derives its own from; the same at all points.
    pub seed: u64,
    /// Who plays, by seat; the last one has all seats that are left.
    pub bots: Vec<BotSpec>,
    /// What the bots are given to work with.
    pub tools: Tools,
    /// Each deal is played from each turn of the bots.
    pub rotate: bool,
    /// What a point shall be like: points that can't be the one are not played on.
    pub target: Option<Target>,
    /// The part of the deals that is played here, if not all: without a target.
    pub shard: Option<Shard>,
    parameters: Vec<Parameter>,
    points: Vec<Point>,
}

impl std::fmt::Debug for Plan {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let mut plan = f.debug_struct("Plan");
        plan.field("games", &self.games).field("seed", &self.seed).field("bots", &self.bots);
        plan.field("rotate", &self.rotate).field("parameters", &self.parameters).finish_non_exhaustive()
    }
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
        let (bots, tools) = (vec![BotSpec::Random], Tools::default());
        fits.then_some(Plan {
            games,
            seed,
            bots,
            tools,
            rotate: false,
            target: None,
            shard: None,
            parameters,
            points,
        })
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

    /// How often each deal is played at a point. Bots that are all the same need no turning.
    pub fn turns(&self) -> u64 {
        paired::turns(&self.bots, self.players(), self.rotate)
    }

    /// Deals at each point: as many games as make whole rotations, and at least those that were asked for.
    pub fn deals(&self) -> u64 {
        self.games.div_ceil(self.turns())
    }

    /// The numbers of the deals that are played here.
    pub fn deals_here(&self) -> Range<u64> {
        self.shard.map_or(0..self.deals(), |shard| shard.part(self.deals()))
    }

    /// The seed of a deal.
    pub fn seed_of(&self, deal: u64) -> u64 {
        splitmix64(self.seed, deal)
    }

    /// The bots of all seats in a turn.
    pub fn seated(&self, turn: u64) -> Vec<BotSpec> {
        paired::seated(&self.bots, self.players(), turn)
    }

    /// Who plays, with which weights; these may be of other rules than those of some point.
    pub fn made(&self) -> Made {
        Made::of(self.points.iter().map(|point| (&*self.bots, &point.setup, "")))
    }

    /// Nobody thinks.
    pub fn is_random(&self) -> bool {
        self.bots.iter().all(|bot| *bot == BotSpec::Random)
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

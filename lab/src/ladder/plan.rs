//! Which matches are played.

use ludex::Setup;
use ludex::bots::{BotSpec, Tools};

use crate::shard::Shard;
use crate::{By, simulate};

/// Which matches are played.
#[derive(Clone)]
pub struct Plan<'a> {
    /// The ruleset for so many players.
    pub setup: &'a Setup,
    /// The seed that each game derives its own from; the deals of all matches are the same.
    pub seed: u64,
    /// What the bots are given to work with.
    pub tools: Tools,
    /// What counts at the end of a game.
    pub by: By,
    /// The part that is played here, if not all.
    pub shard: Option<Shard>,
    games: u64,
    rungs: Vec<BotSpec>,
}

impl std::fmt::Debug for Plan<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let mut plan = f.debug_struct("Plan");
        plan.field("games", &self.games).field("seed", &self.seed).field("rungs", &self.rungs);
        plan.finish_non_exhaustive()
    }
}

/// A match. Bots are numbers of rungs, from 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Match {
    /// The one in one seat, each in turn, against the other in all others.
    Against(usize, usize),
    /// The same in all seats.
    Mirror(usize),
}

impl<'a> Plan<'a> {
    /// Matches of at least so many games each between bots, the weakest first, each once; below them all stands `random`.
    pub fn new(setup: &'a Setup, bots: &[BotSpec], games: u64, seed: u64) -> Plan<'a> {
        let mut rungs = vec![BotSpec::Random];
        for bot in bots {
            if !rungs.contains(bot) {
                rungs.push(*bot);
            }
        }
        Plan { setup, seed, tools: Tools::default(), by: By::Win, shard: None, games, rungs }
    }

    /// The bots, the weakest first.
    pub fn rungs(&self) -> &[BotSpec] {
        &self.rungs
    }

    /// All matches, rung by rung.
    pub fn matches(&self) -> Vec<Match> {
        let of = |rung: usize| {
            let random = (rung > 1).then_some(Match::Against(rung, 0));
            let below = rung.checked_sub(1).map(|below| Match::Against(rung, below));
            [random, below, Some(Match::Mirror(rung))].into_iter().flatten()
        };
        (0..self.rungs.len()).flat_map(of).collect()
    }

    /// The match as a simulation.
    pub fn simulation(&self, of: Match) -> simulate::Plan<'a> {
        let mut plan = simulate::Plan::new(self.setup, self.games, self.seed);
        (plan.tools, plan.shard) = (self.tools.clone(), self.shard);
        (plan.bots, plan.rotate) = match of {
            Match::Against(one, other) => (vec![self.rungs[one], self.rungs[other]], true),
            Match::Mirror(rung) => (vec![self.rungs[rung]], false),
        };
        plan
    }

    /// How many games in all.
    pub fn games(&self) -> u64 {
        self.matches().into_iter().map(|of| self.simulation(of).games_here()).fold(0, u64::saturating_add)
    }

    /// What a game of a match takes, about, where nothing takes less than a game between bots that do not think.
    pub fn cost(&self, of: Match) -> u64 {
        let others = u64::from(self.setup.players()).saturating_sub(1);
        let (one, other) = match of {
            Match::Against(one, other) => (one, other),
            Match::Mirror(rung) => (rung, rung),
        };
        let [one, other] = [one, other].map(|rung| self.rungs[rung].tries());
        one.saturating_add(other.saturating_mul(others)).saturating_add(1)
    }

    /// What all games take together.
    pub fn work(&self) -> u64 {
        let of = |of: Match| self.simulation(of).games_here().saturating_mul(self.cost(of));
        self.matches().into_iter().map(of).fold(0, u64::saturating_add)
    }

    /// The bots of all seats in a turn of a match.
    pub fn seated(&self, of: Match, turn: u64) -> Vec<BotSpec> {
        let plan = self.simulation(of);
        (0..usize::from(self.setup.players())).map(|seat| plan.bots[plan.entry(seat, turn)]).collect()
    }
}

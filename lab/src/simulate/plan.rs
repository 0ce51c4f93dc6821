//! Which games are played.

use std::ops::Range;

use ludex::Setup;
use ludex::bots::{BotSpec, Tools};

use crate::shard::Shard;
use crate::{paired, splitmix64};

/// Which games are played, and by whom.
#[derive(Clone)]
pub struct Plan<'a> {
    /// The ruleset for so many players.
    pub setup: &'a Setup,
    /// The seed that each game derives its own from.
    pub seed: u64,
    /// Who plays, by seat; the last one has all seats that are left.
    pub bots: Vec<BotSpec>,
    /// What the bots are given to work with.
    pub tools: Tools,
    /// Each deal is played once from each turn of the seats, as far as these differ.
    pub rotate: bool,
    /// The part that is played here, if not all.
    pub shard: Option<Shard>,
    /// Also what needs a look at every position is counted.
    pub detail: bool,
    games: u64,
}

impl std::fmt::Debug for Plan<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let mut plan = f.debug_struct("Plan");
        plan.field("games", &self.games).field("seed", &self.seed).field("bots", &self.bots);
        plan.field("rotate", &self.rotate).field("shard", &self.shard).finish_non_exhaustive()
    }
}

impl<'a> Plan<'a> {
    /// Random games, none of them rotated.
    pub fn new(setup: &'a Setup, games: u64, seed: u64) -> Self {
        let (bots, tools) = (vec![BotSpec::Random], Tools::default());
        Self { setup, seed, bots, tools, rotate: false, shard: None, detail: false, games }
    }

    /// How many games in all: of those that were asked for as many as make whole rotations, and at least these.
    pub fn games(&self) -> u64 {
        self.deals().saturating_mul(self.turns())
    }

    /// How many games are played here.
    pub fn games_here(&self) -> u64 {
        let here = self.deals_here();
        (here.end - here.start).saturating_mul(self.turns())
    }

    /// How often each deal is played. Bots that are all the same need no turning.
    pub fn turns(&self) -> u64 {
        paired::turns(&self.bots, self.setup.players(), self.rotate)
    }

    fn deals(&self) -> u64 {
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

    /// Which of the bots, as they are listed, has a seat in a turn; of those that are the same the first.
    pub fn entry(&self, seat: usize, turn: u64) -> usize {
        let players = usize::from(self.setup.players());
        let at = ((seat + turn as usize) % players).min(self.bots.len().saturating_sub(1));
        self.bots.iter().position(|bot| *bot == self.bots[at]).unwrap_or(at)
    }

    /// The bots of all seats, in the first turn.
    pub fn seated(&self) -> Vec<BotSpec> {
        (0..usize::from(self.setup.players())).map(|seat| self.bots[self.entry(seat, 0)].clone()).collect()
    }

    /// Nobody thinks.
    pub fn is_random(&self) -> bool {
        self.bots.iter().all(|bot| *bot == BotSpec::Random)
    }

    /// Whether every position is looked at: where it was asked for, or where bots take longer anyway.
    pub fn looks(&self) -> bool {
        self.detail || !self.is_random()
    }
}

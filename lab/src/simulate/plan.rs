//! Which games are played.

use std::ops::Range;

use ludex::Setup;

use crate::experiment::{Experiment as _, RunConfig};

/// Which games are played, and by whom.
#[derive(Debug, Clone)]
pub struct Plan<'a> {
    /// The ruleset for so many players.
    pub setup: &'a Setup,
    /// Who plays, and which part.
    pub run: RunConfig,
    games: u64,
}

impl<'a> Plan<'a> {
    /// Random games, none of them rotated.
    pub fn new(setup: &'a Setup, games: u64, seed: u64) -> Self {
        Self { setup, run: RunConfig::new(seed), games }
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

    fn deals(&self) -> u64 {
        self.games.div_ceil(self.turns())
    }

    /// The numbers of the deals that are played here.
    pub fn deals_here(&self) -> Range<u64> {
        self.run.part_of(self.deals())
    }

    /// Which of the bots, as they are listed, has a seat in a turn; of those that are the same the first.
    pub fn entry(&self, seat: usize, turn: u64) -> usize {
        let players = usize::from(self.setup.players());
        let at = ((seat + turn as usize) % players).min(self.run.bots.len().saturating_sub(1));
        self.run.bots.iter().position(|bot| *bot == self.run.bots[at]).unwrap_or(at)
    }
}

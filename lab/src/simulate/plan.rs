//! Games of a simulation.

use std::ops::Range;

use ludex::Setup;

use crate::experiment::{Experiment as _, RunConfig};

/// Configuration of a simulation.
#[derive(Debug, Clone)]
pub struct SimulatePlan<'a> {
    /// Setup of the game.
    pub setup: &'a Setup,
    /// Bots and settings of the run, and the part of it to play.
    pub run: RunConfig,
    games: u64,
}

impl<'a> SimulatePlan<'a> {
    /// Creates a plan for random games without rotation.
    pub fn new(setup: &'a Setup, games: u64, seed: u64) -> Self {
        Self { setup, run: RunConfig::new(seed), games }
    }

    /// Returns the total number of games: the requested number, rounded up to whole rotations.
    pub fn games(&self) -> u64 {
        self.deals().saturating_mul(self.turns())
    }

    /// Returns the number of games to play here.
    pub fn games_here(&self) -> u64 {
        let here = self.deals_here();
        (here.end - here.start).saturating_mul(self.turns())
    }

    fn deals(&self) -> u64 {
        self.games.div_ceil(self.turns())
    }

    /// Returns the numbers of the deals to play here.
    pub fn deals_here(&self) -> Range<u64> {
        self.run.part_of(self.deals())
    }

    /// Returns the index in the list of bots of a seat's bot in a rotation. Identical bots share the first
    /// index.
    pub fn entry(&self, seat: usize, turn: u64) -> usize {
        let players = usize::from(self.setup.players());
        let at = ((seat + turn as usize) % players).min(self.run.bots.len().saturating_sub(1));
        self.run.bots.iter().position(|bot| *bot == self.run.bots[at]).unwrap_or(at)
    }
}

//! Returns for training: the same rewards that bots play for.

use ludex::{GameEnd, Setup};
use ludex_bots::goal;
use ludex_bots::rewards::{End, Ends, Rewards, Worth};
use ludex_run::play::SetupInternals;

/// Rewards of each seat at the end of games, normalised by earlier ends.
#[derive(Debug)]
pub struct Returns {
    rewards: Rewards,
    /// Thousandths of a cell of the score; negative if the lowest score wins.
    cell: i64,
    scores: Vec<i32>,
    winners: Vec<bool>,
    worth: Vec<Worth>,
}

impl Returns {
    /// Creates the returns for games of a setup.
    pub fn new(setup: &Setup) -> Self {
        let rewards = Rewards::new(goal(setup), setup.program());
        let cell = if setup.has_decimal_score() { 1 } else { 1000 };
        let cell = if setup.program().checked.score.lowest { -cell } else { cell };
        Self { rewards, cell, scores: Vec::new(), winners: Vec::new(), worth: Vec::new() }
    }

    /// Creates returns that start with statistics of earlier ends.
    pub fn after(ends: &Ends, setup: &Setup) -> Self {
        let rewards = Rewards::after(ends.clone(), goal(setup), setup.program());
        Self { rewards, ..Self::new(setup) }
    }

    /// Returns the statistics of the observed ends.
    pub fn ends(&self) -> &Ends {
        self.rewards.ends()
    }

    /// Returns true if, in all observed ends, one of two players won and the other lost.
    pub fn are_opposed(&self, players: u8) -> bool {
        self.rewards.are_opposed(usize::from(players))
    }

    /// Returns true while all players won or lost together in each end. Ends then need the score at the last
    /// decision.
    pub fn is_shared(&self) -> bool {
        self.rewards.is_shared()
    }

    /// Adds an end to the statistics and returns the reward of each seat, where 0.5 is average. `before` is the
    /// score of the first player at the last decision, if it is known; more is better.
    pub fn add_end(&mut self, end: &GameEnd, before: Option<i32>) -> impl Iterator<Item = f32> {
        self.scores.clear();
        let cell = |score: &ludex::Amount| i32::try_from(score.thousandths / self.cell).unwrap_or(i32::MAX);
        self.scores.extend(end.scores().iter().map(cell));
        self.winners.clear();
        self.winners.resize(self.scores.len(), false);
        end.winners().for_each(|winner| self.winners[winner.index()] = true);
        let end = End { scores: &self.scores, winners: &self.winners, way: end.decisions() as f64, before };
        self.rewards.of_end(end, &mut self.worth);
        self.worth.iter().map(|worth| worth.all as f32)
    }
}

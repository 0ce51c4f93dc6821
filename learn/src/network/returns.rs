//! Returns for training: the same rewards that bots play for.

use ludex::{GameEnd, Setup};
use ludex_bots::goal;
use ludex_bots::rewards::{End, Ends, Rewards, Worth};
use ludex_run::play::SetupInternals;

/// Rewards of each seat at the end of games, normalised by earlier ends.
#[derive(Debug)]
pub struct Returns {
    rewards: Rewards,
    scores: Vec<i32>,
    winners: Vec<bool>,
    worth: Vec<Worth>,
}

impl Returns {
    /// Creates the returns for games of a setup.
    pub fn new(setup: &Setup) -> Self {
        let rewards = Rewards::new(goal(setup), setup.program());
        Self { rewards, scores: Vec::new(), winners: Vec::new(), worth: Vec::new() }
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

    /// Adds an end to the statistics and returns the reward of each seat, where 0.5 is average.
    pub fn add_end(&mut self, end: &GameEnd) -> impl Iterator<Item = f32> {
        self.scores.clear();
        let whole = |score: &ludex::Amount| i32::try_from(score.thousandths / 1000).unwrap_or(i32::MAX);
        self.scores.extend(end.scores().iter().map(whole));
        self.winners.clear();
        self.winners.resize(self.scores.len(), false);
        end.winners().for_each(|winner| self.winners[winner.index()] = true);
        let end = End { scores: &self.scores, winners: &self.winners, way: end.decisions() as f64 };
        self.rewards.of_end(end, &mut self.worth);
        self.worth.iter().map(|worth| worth.all as f32)
    }
}

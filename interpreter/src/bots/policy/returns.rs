//! What ends of games are worth to who learns: the same that bots play for.

use super::super::goal::goal;
use super::super::rewards::{End, Rewards, Worth};
use crate::play::{GameEnd, Setup};

/// What each seat has of the ends of games, measured by those before.
#[derive(Debug)]
pub struct Returns {
    rewards: Rewards,
    scores: Vec<i32>,
    winners: Vec<bool>,
    worth: Vec<Worth>,
}

impl Returns {
    /// For games of a setup.
    pub fn new(setup: &Setup) -> Self {
        let rewards = Rewards::new(goal(setup), setup.program());
        Self { rewards, scores: Vec::new(), winners: Vec::new(), worth: Vec::new() }
    }

    /// Notes an end; what it is worth to each seat: a half is as good as the others.
    pub fn of(&mut self, end: &GameEnd) -> impl Iterator<Item = f32> {
        self.scores.clear();
        let whole = |score: &crate::play::Amount| i32::try_from(score.thousandths / 1000).unwrap_or(i32::MAX);
        self.scores.extend(end.scores().iter().map(whole));
        self.winners.clear();
        self.winners.resize(self.scores.len(), false);
        end.winners().for_each(|winner| self.winners[winner.index()] = true);
        let end = End { scores: &self.scores, winners: &self.winners, way: end.decisions() as f64 };
        self.rewards.of_end(end, &mut self.worth);
        self.worth.iter().map(|worth| worth.all as f32)
    }
}

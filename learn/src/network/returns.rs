//! What ends of games are worth to who learns: the same that bots play for.

use ludex::machinery::InSetup;
use ludex::{GameEnd, Setup};
use ludex_bots::goal;
use ludex_bots::rewards::{End, Ends, Rewards, Worth};

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

    /// Where these ends were seen before.
    pub fn after(ends: &Ends, setup: &Setup) -> Self {
        let rewards = Rewards::after(ends.clone(), goal(setup), setup.program());
        Self { rewards, ..Self::new(setup) }
    }

    /// The ends that were seen.
    pub fn ends(&self) -> &Ends {
        self.rewards.ends()
    }

    /// Whether what an end is worth to one tells what it is to the only other one, in all that were seen.
    pub fn are_opposed(&self, players: u8) -> bool {
        self.rewards.are_opposed(usize::from(players))
    }

    /// Notes an end; what it is worth to each seat: a half is as good as the others.
    pub fn of(&mut self, end: &GameEnd) -> impl Iterator<Item = f32> {
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

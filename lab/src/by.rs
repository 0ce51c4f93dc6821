//! What counts at the end of a game.

use ludex::Setup;
use ludex::bots::{Goal, goal};

/// What the end of a game is worth to a seat.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum By {
    /// Its score.
    Score,
    /// 1 if it won, shared among those who won.
    Win,
}

impl By {
    /// What is played for: the score where that is what is won, as chips are. What a seat of a team is ahead of its partners says nothing, so teams are told by victories.
    pub fn of(setup: &Setup) -> By {
        let has_teams = setup.rules().teams().next().is_some();
        if goal(setup) == Goal::Score && !has_teams { Self::Score } else { Self::Win }
    }

    /// As it is typed.
    pub fn word(self) -> &'static str {
        match self {
            Self::Score => "score",
            Self::Win => "win",
        }
    }
}

//! What counts at the end of a game.

use ludex::Setup;
use ludex_bots::{Goal, goal};
use schemars::JsonSchema;
use serde::Serialize;

use crate::stats::Interval;

/// The value of the end of a game for a seat.
#[derive(Debug, Clone, Copy, PartialEq, Eq, JsonSchema, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Objective {
    /// The score.
    Score,
    /// 1 for a victory, divided by the number of winners.
    Win,
}

impl Objective {
    /// What is played for: the score where that is what is won, as chips are. What a seat of a team is ahead of its partners says nothing, so teams are told by victories.
    pub fn of(setup: &Setup) -> Objective {
        let has_teams = setup.rules().teams().next().is_some();
        if goal(setup) == Goal::Score && !has_teams { Self::Score } else { Self::Win }
    }

    /// The word on the command line.
    pub fn word(self) -> &'static str {
        match self {
            Self::Score => "score",
            Self::Win => "win",
        }
    }

    /// A difference, or an end of its interval: percentage points as `+1.2`, points of a score as `+1.25`.
    pub fn figure(self, n: f64) -> String {
        match self {
            Self::Win => format!("{n:+.1}"),
            Self::Score => format!("{n:+.2}"),
        }
    }

    /// `-0.4 to +1.3`
    pub fn ends(self, [low, high]: Interval) -> String {
        format!("{} to {}", self.figure(low), self.figure(high))
    }

    /// What `[score, win]` is said of it.
    fn pick(self, words: [&'static str; 2]) -> &'static str {
        words[usize::from(self == Objective::Win)]
    }

    /// What is counted, in words: `score`, `win rate`.
    pub fn what(self) -> &'static str {
        self.pick(["score", "win rate"])
    }

    /// Its unit: `points`, `percentage points`.
    pub fn points(self) -> &'static str {
        self.pick(["points", "percentage points"])
    }
}

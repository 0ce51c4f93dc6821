//! Measured result of a game: victories or the score.

use ludex::Setup;
use ludex_bots::{Goal, goal};
use schemars::JsonSchema;
use serde::Serialize;

use crate::stats::Interval;

/// The value of the end of a game for a seat.
#[derive(Debug, Clone, Copy, PartialEq, Eq, JsonSchema, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Objective {
    /// Score of the seat.
    Score,
    /// 1 for a victory, divided by the number of winners.
    Win,
}

impl Objective {
    /// Returns the objective of a game: the score if players play for points, such as chips. Games with teams
    /// use victories, because a lead over one's own partners has no meaning.
    pub fn from_setup(setup: &Setup) -> Objective {
        let has_teams = setup.rules().teams().next().is_some();
        if goal(setup) == Goal::Score && !has_teams { Self::Score } else { Self::Win }
    }

    /// Returns the word used on the command line.
    pub fn word(self) -> &'static str {
        match self {
            Self::Score => "score",
            Self::Win => "win",
        }
    }

    /// Formats a difference or an end of its interval: percentage points as `+1.2`, points of a score as
    /// `+1.25`.
    pub fn figure(self, n: f64) -> String {
        match self {
            Self::Win => format!("{n:+.1}"),
            Self::Score => format!("{n:+.2}"),
        }
    }

    /// Formats an interval: `-0.4 to +1.3`.
    pub fn ends(self, [low, high]: Interval) -> String {
        format!("{} to {}", self.figure(low), self.figure(high))
    }

    /// Returns the first word for scores and the second for victories.
    fn pick(self, words: [&'static str; 2]) -> &'static str {
        words[usize::from(self == Objective::Win)]
    }

    /// Returns the measure: `score`, `win rate`.
    pub fn what(self) -> &'static str {
        self.pick(["score", "win rate"])
    }

    /// Returns the unit: `points`, `percentage points`.
    pub fn points(self) -> &'static str {
        self.pick(["points", "percentage points"])
    }
}

//! Reasons why trained players do not play a report.

use std::fmt;

use schemars::JsonSchema;
use serde::Serialize;

use crate::report::grouped;

/// Reason why no trained players play.
#[derive(Debug, Clone, PartialEq, JsonSchema, Serialize)]
#[serde(tag = "reason", rename_all = "snake_case")]
pub enum Untrained {
    /// Training does not fit into the time.
    TooLong {
        /// Time for training and playing, such as `2m`.
        budget: String,
    },
    /// Trained players win no more often than random players.
    NoBetter {
        /// Number of trainings.
        policies: u64,
        /// Games of each training.
        games: u64,
    },
    /// Many games of trained players among themselves do not end.
    Endless {
        /// Number of games without an end.
        unended: u64,
        /// Number of games among trained players.
        games: u64,
    },
    /// Another bot plays better, and its games also fit into the time.
    Weaker {
        /// Number of trainings.
        policies: u64,
        /// Games of each training.
        games: u64,
        /// Name of the better bot.
        against: String,
        /// Share of the victories of one trained player against it, 0 to 1.
        share: f64,
    },
    /// No game of a training ended, or no game against a bot that measures the players.
    NoEnd,
    /// Players can't be trained for this game, or by this program.
    Impossible {
        /// Explanation in English.
        message: String,
    },
}

/// Describes trainings: `4 players trained on 6,000 games each win`.
fn trained(f: &mut fmt::Formatter<'_>, policies: u64, games: u64) -> fmt::Result {
    match policies {
        1 => write!(f, "a policy trained on {} games wins", grouped(games)),
        _ => write!(f, "{policies} players trained on {} games each win", grouped(games)),
    }
}

impl fmt::Display for Untrained {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Untrained::TooLong { budget } => write!(f, "no training fits into {budget}"),
            Untrained::NoBetter { policies, games } => {
                trained(f, *policies, *games)?;
                write!(f, " no more often than random ones")
            }
            Untrained::Endless { unended, games } => {
                write!(f, "{unended} of {games} games of trained players among themselves do not end")
            }
            Untrained::Weaker { policies, games, against, share } => {
                trained(f, *policies, *games)?;
                write!(f, " {:.1} % against {against}", 100.0 * share)
            }
            Untrained::NoEnd => write!(f, "players can't be trained: no game of theirs came to its end"),
            Untrained::Impossible { message } => write!(f, "players can't be trained: {message}"),
        }
    }
}

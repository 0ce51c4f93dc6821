//! Game log in JSON Lines: offered options and choices, for programs that process tables.

use ludex::{Game, Seat, Setup};
use ludex_bots::BotSpec;
use serde::Serialize;

use crate::game::Outcome;

/// Receives one line of JSON per game, in the order of the games.
pub type LogSink<'a> = &'a mut (dyn FnMut(String) + Send);

/// Identification of a game within a run.
#[derive(Debug, Clone, Copy, Serialize)]
#[serde(untagged)]
pub(crate) enum GameId {
    /// A game by its number.
    Game { game: u64 },
    /// One game of a pair, with the rotation of the bots in seats.
    OfPair { pair: u64, side: &'static str, turn: u64 },
}

/// Line of the log: one game.
#[derive(Debug, Serialize)]
struct Line {
    #[serde(flatten)]
    which: GameId,
    seed: u64,
    bots: Vec<String>,
    picks: Vec<Pick>,
    winners: Vec<String>,
    scores: Vec<Points>,
    fault: Option<FailedRule>,
}

/// A choice and its offered options.
#[derive(Debug, Serialize)]
struct Pick {
    seat: String,
    decision: String,
    options: Vec<String>,
    pick: usize,
}

/// A rule that failed.
#[derive(Debug, Serialize)]
struct FailedRule {
    place: String,
    message: String,
}

/// Score, as an integer if it is whole.
#[derive(Debug, Serialize)]
#[serde(untagged)]
enum Points {
    Whole(i64),
    Decimal(f64),
}

/// Writer of log lines.
pub(crate) struct Lines {
    /// True if scores are in thousandths.
    decimal: bool,
    seats: Vec<String>,
    line: Line,
    text: String,
}

impl Line {
    fn new(which: GameId, seed: u64, bots: Vec<String>) -> Self {
        Self { which, seed, bots, picks: Vec::new(), winners: Vec::new(), scores: Vec::new(), fault: None }
    }
}

impl Lines {
    pub fn new(setup: &Setup) -> Self {
        let seats = setup.seats().map(|seat| seat.name).collect();
        let line = Line::new(GameId::Game { game: 0 }, 0, Vec::new());
        Self { decimal: setup.has_decimal_score(), seats, line, text: String::new() }
    }

    /// Starts the line of a game.
    pub fn begin(&mut self, which: GameId, seed: u64, bots: impl Iterator<Item = BotSpec>) {
        self.line = Line::new(which, seed, bots.map(|bot| bot.to_string()).collect());
    }

    /// Adds a choice.
    pub fn chooses(&mut self, game: &Game, seat: Seat, option: usize) {
        let Some(decision) = game.host().decision() else { return };
        let seat = self.seats[seat.index()].clone();
        let pick = Pick { seat, decision: decision.name.name, options: game.host().labels(), pick: option };
        self.line.picks.push(pick);
    }

    /// Completes the line of a finished game.
    pub fn ended(&mut self, end: &Outcome) {
        let points = |score: &i64| {
            if self.decimal { Points::Decimal(*score as f64 / 1000.0) } else { Points::Whole(*score) }
        };
        self.line.winners = end.winners.iter().map(|seat| self.seats[seat.index()].clone()).collect();
        self.line.scores = end.scores.iter().map(points).collect();
        self.write();
    }

    /// Completes the line of a game with a runtime error.
    pub fn failed(&mut self, place: &str, message: &str) {
        self.line.fault = Some(FailedRule { place: place.to_owned(), message: message.to_owned() });
        self.write();
    }

    fn write(&mut self) {
        // serialization can't fail: the line has only strings and numbers
        self.text += &serde_json::to_string(&self.line).unwrap_or_default();
        self.text.push('\n');
    }

    /// Takes the lines written since the last call.
    pub fn take(&mut self) -> String {
        std::mem::take(&mut self.text)
    }
}

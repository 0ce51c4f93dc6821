//! A line of JSON for each game: what was offered and picked, for programs that read tables.

use ludex::{Game, Seat};
use serde::Serialize;

use super::Plan;
use super::sums::Stopped;
use crate::game::Outcome;

/// A game.
#[derive(Debug, Default, Serialize)]
struct Line {
    game: u64,
    seed: u64,
    bots: Vec<String>,
    picks: Vec<Pick>,
    winners: Vec<String>,
    scores: Vec<Points>,
    fault: Option<Failed>,
}

/// A choice.
#[derive(Debug, Serialize)]
struct Pick {
    seat: String,
    decision: String,
    options: Vec<String>,
    pick: usize,
}

/// A rule that failed.
#[derive(Debug, Serialize)]
struct Failed {
    place: String,
    message: String,
}

/// Whole points stay whole.
#[derive(Debug, Serialize)]
#[serde(untagged)]
enum Points {
    Whole(i64),
    Decimal(f64),
}

/// Writes lines of games.
pub(super) struct Lines<'a> {
    plan: &'a Plan<'a>,
    seats: Vec<String>,
    line: Line,
    text: String,
}

impl<'a> Lines<'a> {
    pub fn new(plan: &'a Plan<'a>) -> Self {
        let seats = plan.setup.seats().map(|seat| seat.name).collect();
        Self { plan, seats, line: Line::default(), text: String::new() }
    }

    /// A game begins.
    pub fn begin(&mut self, game: u64, turn: u64, seed: u64) {
        let bot = |seat| self.plan.bots[self.plan.entry(seat, turn)].to_string();
        let bots = (0..self.seats.len()).map(bot).collect();
        self.line = Line { game, seed, bots, ..Line::default() };
    }

    /// A choice is made.
    pub fn chooses(&mut self, game: &Game, seat: Seat, option: usize) {
        let Some(decision) = game.decision() else { return };
        let seat = self.seats[seat.index()].clone();
        let pick = Pick { seat, decision: decision.name.name, options: game.labels(), pick: option };
        self.line.picks.push(pick);
    }

    /// The game is over.
    pub fn ended(&mut self, end: &Outcome) {
        let decimal = self.plan.setup.has_decimal_score();
        let points = |score: &i64| {
            if decimal { Points::Decimal(*score as f64 / 1000.0) } else { Points::Whole(*score) }
        };
        self.line.winners = end.winners.iter().map(|seat| self.seats[seat.index()].clone()).collect();
        self.line.scores = end.scores.iter().map(points).collect();
        self.write();
    }

    /// A rule failed.
    pub fn failed(&mut self, stopped: &Stopped) {
        let (place, message) = (stopped.place.clone(), stopped.message.clone());
        self.line.fault = Some(Failed { place, message });
        self.write();
    }

    fn write(&mut self) {
        // texts and numbers alone: there is always a JSON form
        self.text += &serde_json::to_string(&self.line).unwrap_or_default();
        self.text.push('\n');
    }

    /// The lines so far.
    pub fn take(&mut self) -> String {
        std::mem::take(&mut self.text)
    }
}

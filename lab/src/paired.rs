//! Plays the same deals in different setups, with common random numbers.
//!
//! Shared by comparisons and sweeps.

use ludex::{Fault, Setup};
use ludex_bots::{BotSpec, Tools};
use serde::{Deserialize, Serialize};

use crate::game::{NoOutcome, Outcome};
use crate::log::{GameId, Lines};
use crate::onlookers::Onlookers;
use crate::simulate::{CardSums, Detail};
use crate::table;

/// Sums over the games of a deal: one game, or one for each rotation of the bots.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct Deal {
    /// Share of the victories by seat, in units of `VICTORY`: each of `k` winners has `1/k`.
    pub shares: Vec<i64>,
    /// Scores by seat, in thousandths.
    pub scores: Vec<i64>,
    /// Decisions with two or more options.
    pub decisions: i64,
    /// Number of iterations of each phase.
    pub phases: Vec<i64>,
    /// Sums of each design of a card; empty unless every position was analysed.
    pub cards: Vec<CardSums>,
}

impl Deal {
    fn add(&mut self, end: &Outcome, unit: i64) {
        self.shares.resize(end.scores.len(), 0);
        self.shares.iter_mut().enumerate().for_each(|(seat, sum)| *sum += end.part(seat));
        let scores = end.scores.iter().map(|score| score.saturating_mul(unit));
        add_each(&mut self.scores, scores);
        add_each(&mut self.phases, end.phases.iter().copied());
        self.decisions = self.decisions.saturating_add_unsigned(end.decisions);
    }
}

fn add_each(sums: &mut Vec<i64>, values: impl ExactSizeIterator<Item = i64>) {
    sums.resize(values.len(), 0);
    sums.iter_mut().zip(values).for_each(|(sum, value)| *sum = sum.saturating_add(value));
}

/// Returns the source location of a fault, as `file:line:column`.
pub(crate) fn place(setup: &Setup, fault: &Fault) -> String {
    let span = fault.place.as_ref().map(|place| place.span).unwrap_or_default();
    setup.ruleset().sources().place(span)
}

/// A setup with a bot in each seat.
pub(crate) struct Seated<'a> {
    setup: &'a Setup,
    /// Thousandths in a score unit: 1 for decimal scores, otherwise 1,000.
    unit: i64,
    table: table::Table<'a>,
    /// Bots by seat, before any rotation.
    bots: Vec<BotSpec>,
    /// Name of this side in the log; empty without a log.
    side: &'static str,
    looks: Onlookers<'a>,
}

impl<'a> Seated<'a> {
    /// Creates a table with these bots, in seat order.
    pub fn new(setup: &'a Setup, bots: &[BotSpec], tools: &Tools) -> Seated<'a> {
        Seated {
            setup,
            unit: if setup.has_decimal_score() { 1 } else { 1000 },
            table: table::Table::new(setup, bots, tools),
            bots: bots.to_vec(),
            side: "",
            looks: Onlookers::default(),
        }
    }

    /// Enables card statistics, which inspect every position.
    pub fn watched(self) -> Seated<'a> {
        Seated { looks: Onlookers { detail: Some(Detail::new(self.setup)), ..self.looks }, ..self }
    }

    /// Enables the game log, whose lines name this side `side`.
    pub fn logged(self, side: &'static str) -> Seated<'a> {
        let lines = Some(Lines::new(self.setup));
        Seated { side, looks: Onlookers { lines, ..self.looks }, ..self }
    }

    /// Plays all games of a deal. If a game has no outcome, returns its rotation and the reason.
    pub fn deal(
        &mut self,
        number: u64,
        seed: u64,
        turns: u64,
        stop: &dyn Fn() -> bool,
    ) -> Result<Deal, (u64, NoOutcome)> {
        let mut deal = Deal::default();
        for turn in 0..turns {
            self.begin(number, seed, turn);
            match self.table.play(seed, &mut self.looks, stop) {
                Ok(end) => deal.add(end, self.unit),
                Err(none) => {
                    self.failed(&none);
                    self.cards();
                    return Err((turn, none));
                }
            }
        }
        deal.cards = self.cards();
        Ok(deal)
    }

    fn begin(&mut self, pair: u64, seed: u64, turn: u64) {
        self.table.turn(turn);
        if let Some(lines) = &mut self.looks.lines {
            let turned = self.bots.iter().cycle().skip(turn as usize).take(self.bots.len());
            lines.begin(GameId::OfPair { pair, side: self.side, turn }, seed, turned.cloned());
        }
    }

    fn failed(&mut self, none: &NoOutcome) {
        if let (Some(lines), NoOutcome::Fault(fault)) = (&mut self.looks.lines, none) {
            lines.failed(&place(self.setup, fault), &fault.message);
        }
    }

    /// Takes the log lines written since the last call.
    pub fn lines(&mut self) -> String {
        self.looks.lines.as_mut().map(Lines::take).unwrap_or_default()
    }

    /// Takes the card statistics collected since the last call.
    fn cards(&mut self) -> Vec<CardSums> {
        self.looks.detail.as_mut().map(Detail::take_cards).unwrap_or_default()
    }
}

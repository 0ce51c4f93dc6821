//! Games that are played with the same seed and the same chance in setups that differ: what comparisons and sweeps have in common.

use ludex::bots::{BotSpec, Tools};
use ludex::{Fault, Game, Seat, Setup};
use serde::{Deserialize, Serialize};

use crate::game::{NoOutcome, Outcome, Watch};
use crate::log::{Lines, Which};
use crate::simulate::{CardSums, Detail};
use crate::table;

/// The bots of all seats in a turn: as they are listed, the last one in all seats that are left.
pub(crate) fn seated(bots: &[BotSpec], players: u8, turn: u64) -> Vec<BotSpec> {
    let players = u64::from(players);
    let entry = |seat| bots.get(((seat + turn) % players) as usize).or(bots.last());
    (0..players).map(|seat| entry(seat).cloned().unwrap_or(BotSpec::Random)).collect()
}

/// How often each deal is played: until everybody would sit as at first. Bots that are all the same need no turning, and of two that sit alternately
/// there are two turns, for the others would be the same games again.
pub(crate) fn turns(bots: &[BotSpec], players: u8, rotate: bool) -> u64 {
    let (first, all) = (seated(bots, players, 0), u64::from(players));
    let mut others = (1..all).filter(|turn| rotate && seated(bots, players, *turn) == first);
    others.next().unwrap_or(if rotate { all } else { 1 })
}

/// The games of a deal: one, or one for each turn of the bots. All numbers are sums of these.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct Deal {
    /// The share of the win by seat, in parts of a victory: of `k` winners each has `1/k`.
    pub shares: Vec<i64>,
    /// Scores by seat, in thousandths.
    pub scores: Vec<i64>,
    /// Decisions with two or more options.
    pub decisions: i64,
    /// How often each phase was begun.
    pub phases: Vec<i64>,
    /// What was seen of each card as printed; nothing if nobody looked.
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

/// Where a rule stands that failed: `file:line:column`.
pub(crate) fn place(setup: &Setup, fault: &Fault) -> String {
    let span = fault.place.as_ref().map(|place| place.span).unwrap_or_default();
    setup.ruleset().sources().place(span)
}

/// Where a setup is played.
pub(crate) struct Seated<'a> {
    setup: &'a Setup,
    /// How many thousandths a score counts in.
    unit: i64,
    table: table::Table<'a>,
    /// By seat, before any turn.
    bots: Vec<BotSpec>,
    looks: Onlookers<'a>,
}

/// Those who look on, if somebody is to.
#[derive(Default)]
struct Onlookers<'a> {
    detail: Option<Detail<'a>>,
    log: Option<Log>,
}

/// The log of one side of pairs.
struct Log {
    side: &'static str,
    lines: Lines,
}

impl Watch for Onlookers<'_> {
    fn looks(&self) -> bool {
        self.detail.is_some() || self.log.is_some()
    }

    fn began(&mut self, game: &Game) {
        self.detail.iter_mut().for_each(|detail| detail.began(game));
    }

    fn chooses(&mut self, game: &Game, seat: Seat, option: usize) {
        self.log.iter_mut().for_each(|log| log.lines.chooses(game, seat, option));
        self.detail.iter_mut().for_each(|detail| detail.chooses(game, seat, option));
    }

    fn chose(&mut self, game: &Game) {
        self.detail.iter_mut().for_each(|detail| detail.chose(game));
    }

    fn ended(&mut self, game: &Game, end: &Outcome) {
        self.log.iter_mut().for_each(|log| log.lines.ended(end));
        self.detail.iter_mut().for_each(|detail| detail.ended(game, end));
    }
}

impl<'a> Seated<'a> {
    /// With these bots, seat by seat.
    pub fn new(setup: &'a Setup, bots: &[BotSpec], tools: &Tools) -> Seated<'a> {
        Seated {
            setup,
            unit: if setup.has_decimal_score() { 1 } else { 1000 },
            table: table::Table::new(setup, bots, tools),
            bots: bots.to_vec(),
            looks: Onlookers::default(),
        }
    }

    /// The same, with somebody who looks at every position.
    pub fn watched(self) -> Seated<'a> {
        Seated { looks: Onlookers { detail: Some(Detail::new(self.setup)), ..self.looks }, ..self }
    }

    /// The same, with a log, which calls it so.
    pub fn logged(self, side: &'static str) -> Seated<'a> {
        let log = Some(Log { side, lines: Lines::new(self.setup) });
        Seated { looks: Onlookers { log, ..self.looks }, ..self }
    }

    /// All games of a deal, which has a number; or in which turn there was none, and why.
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
        if let Some(Log { side, lines }) = &mut self.looks.log {
            let turned = self.bots.iter().cycle().skip(turn as usize).take(self.bots.len());
            lines.begin(Which::OfPair { pair, side, turn }, seed, turned.cloned());
        }
    }

    fn failed(&mut self, none: &NoOutcome) {
        if let (Some(log), NoOutcome::Fault(fault)) = (&mut self.looks.log, none) {
            log.lines.failed(&place(self.setup, fault), &fault.message);
        }
    }

    /// The lines of the log since this was asked last.
    pub fn lines(&mut self) -> String {
        self.looks.log.as_mut().map(|log| log.lines.take()).unwrap_or_default()
    }

    /// What was seen of cards since this was asked last.
    fn cards(&mut self) -> Vec<CardSums> {
        self.looks.detail.as_mut().map(Detail::take_cards).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seats_are_turned_until_everybody_would_sit_as_at_first() {
        let bots = |names: &str| -> Vec<BotSpec> {
            let of = |name| if name == '1' { BotSpec::Greedy { deals: 1 } } else { BotSpec::Random };
            names.chars().map(of).collect()
        };
        for (seats, players, wanted) in [
            (bots("1"), 4, 1),
            (bots("22"), 6, 1),
            (bots("12"), 2, 2),
            (bots("12"), 4, 4),
            (bots("1212"), 4, 2),
            (bots("122122"), 6, 3),
            (bots("121"), 4, 4),
            (bots("1"), 1, 1),
        ] {
            assert_eq!(turns(&seats, players, true), wanted, "{seats:?} of {players}");
            assert_eq!(turns(&seats, players, false), 1);
        }
    }
}

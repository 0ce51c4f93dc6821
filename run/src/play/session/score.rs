//! Computes scores, winners and statistics.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use ludex_grammar::span::Span;
use schemars::JsonSchema;
use serde::{Serialize, Serializer};

use super::{Game, Line, SheetLine};
use crate::exec::{Fault, Machine, NoObserver, Observer, Workspace};
use crate::play::SheetRow;
use crate::program::{Lambda, NONE, NumId, Program};
use crate::state::State;
use ludex_check::hir::{Elimination, Lifetime};
use ludex_check::types::Base;

/// An exact decimal number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Amount {
    /// Value in thousandths; 1,500 is one and a half.
    pub thousandths: i64,
}

impl Amount {
    /// Converts a cell, which is in thousandths if `decimal`.
    pub(crate) fn new(value: i32, decimal: bool) -> Amount {
        let value = i64::from(if value == NONE { 0 } else { value });
        Amount { thousandths: if decimal { value } else { value * 1000 } }
    }
}

impl std::fmt::Display for Amount {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let sign = if self.thousandths < 0 { "-" } else { "" };
        let (whole, part) = (self.thousandths.abs() / 1000, self.thousandths.abs() % 1000);
        if part == 0 {
            return write!(f, "{sign}{whole}");
        }
        let part = format!("{part:03}");
        write!(f, "{sign}{whole}.{}", part.trim_end_matches('0'))
    }
}

impl Serialize for Amount {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// A score and its parts.
#[derive(Debug, Clone, PartialEq, Eq, JsonSchema, Serialize)]
#[non_exhaustive]
pub struct Score {
    /// The score, as text.
    #[schemars(with = "String")]
    pub total: Amount,
    /// Named parts of the score, each as text.
    #[serde(serialize_with = "by_name")]
    #[schemars(with = "BTreeMap<String, String>")]
    pub lines: Vec<(String, Amount)>,
}

fn by_name<S: Serializer>(lines: &[(String, Amount)], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_map(lines.iter().map(|(name, amount)| (name, amount)))
}

pub(crate) fn score(program: &Program, state: &State, player: u8) -> Score {
    let (mut state, mut work, mut nobody) = (state.clone(), Workspace::default(), NoObserver);
    let mut machine = Machine::new(program, &mut state, &mut work, &mut nobody);
    let mut value = |lambda: Lambda<NumId>| machine.evaluate(lambda, &[i32::from(player)]).unwrap_or(0);
    let def = &program.checked.score;
    let decimal = |lambda: &ludex_check::hir::Lambda| lambda.body.ty.base() == Base::Decimal;
    let total = match (program.score.total, &def.total) {
        (Some(total), Some(lambda)) => Amount::new(value(total), decimal(lambda)),
        _ => Amount { thousandths: 0 },
    };
    let lines = program.score.lines.iter().zip(&def.lines);
    let lines =
        lines.map(|(line, (name, lambda))| (name.clone(), Amount::new(value(*line), decimal(lambda))));
    Score { total, lines: lines.collect() }
}

/// The basis for the winners: for each player the score and the tie-breakers, or true if the rules declare
/// the player a winner. Recomputed without allocating.
#[derive(Debug, Clone, Default)]
pub struct Standings {
    /// The cells of all players, one player after the other.
    cells: Vec<i32>,
    /// Number of cells for each player.
    parts: usize,
    /// True if the first cell is a score.
    has_total: bool,
    /// True if the lowest score wins.
    lowest: bool,
    /// The winners, as a set of seats.
    winners: u16,
    /// The [`eliminations`] of the position.
    left: Vec<i32>,
}

/// Standing of players who are not eliminated: higher than every number of an elimination.
pub(crate) const IN_PLAY: i32 = i32::MAX;

/// Returns for each player [`IN_PLAY`], or the number of their elimination. Empty without eliminations that
/// last for the game.
pub fn eliminations(program: &Program, state: &State) -> impl Iterator<Item = i32> {
    let checked = &program.checked;
    let for_game = |found: &Elimination| checked.vars[found.out.index()].lifetime == Lifetime::Game;
    let cells =
        checked.elimination.filter(for_game).map(|found| program.layout.cells_of(found.order.index()));
    let order = |at: usize| state.cells.get(at).copied().filter(|order| *order > 0).unwrap_or(IN_PLAY);
    cells.into_iter().flatten().map(order)
}

impl Standings {
    /// Computes the standings in a position, and leaves the position unchanged. A part that fails is a fault
    /// with the source location of that part.
    pub fn count(&mut self, program: &Program, state: &mut State, work: &mut Workspace) -> Result<(), Fault> {
        self.count_watched(program, state, work, &mut NoObserver)
    }

    /// Like [`count`](Self::count), with an observer, which can also supply random numbers.
    pub fn count_watched<O: Observer>(
        &mut self,
        program: &Program,
        state: &mut State,
        work: &mut Workspace,
        observer: &mut O,
    ) -> Result<(), Fault> {
        let (total, ties, won) = (program.score.total, &program.score.ties, program.score.won);
        (self.has_total, self.lowest) = (total.is_some(), program.checked.score.lowest);
        self.parts = usize::from(self.has_total) + ties.len();
        self.cells.clear();
        self.left.clear();
        self.left.extend(eliminations(program, state));
        // all computations share one budget
        let mut machine = Machine::new(program, state, work, observer);
        let mut winners = 0;
        for player in 0..program.players {
            if let Some(total) = total {
                self.add(&mut machine, program, player, total)?;
            }
            for tie in ties {
                self.add(&mut machine, program, player, *tie)?;
            }
            if let Some(won) = won {
                let holds = machine.evaluate(won, &[i32::from(player)]);
                let holds = holds.map_err(|kind| machine.fault_at(kind, span_of_won(program)))?;
                winners |= u16::from(holds != 0) << player;
            }
        }
        if won.is_none() {
            winners = self.best(program.players);
        }
        self.winners = with_partners(winners, &program.layout.teams);
        Ok(())
    }

    /// Computes the next part of a player's standing.
    #[inline]
    fn add<O: Observer>(
        &mut self,
        machine: &mut Machine<'_, O>,
        program: &Program,
        player: u8,
        part: Lambda<NumId>,
    ) -> Result<(), Fault> {
        match machine.evaluate(part, &[i32::from(player)]) {
            Ok(value) => {
                self.cells.push(value);
                Ok(())
            }
            Err(kind) => Err(machine.fault_at(kind, span_of(program, self.cells.len() % self.parts))),
        }
    }

    /// Returns the players with the best standing, as a set of seats.
    fn best(&self, players: u8) -> u16 {
        let (mut best, mut winners) = (self.values(0), 1);
        for player in 1..players {
            let standing = self.values(player);
            match standing.cmp(&best) {
                Ordering::Greater => (best, winners) = (standing, 1 << player),
                Ordering::Equal => winners |= 1 << player,
                Ordering::Less => {}
            }
        }
        winners
    }

    /// Returns whether a player was eliminated, the value, and the tie-breakers; higher is better.
    fn values(&self, player: u8) -> (i32, i32, &[i32]) {
        let at = usize::from(player) * self.parts;
        let cells = self.cells.get(at..at + self.parts).unwrap_or_default();
        let left = self.left.get(usize::from(player)).copied().unwrap_or(IN_PLAY);
        (left, self.worth(player), &cells[usize::from(self.has_total).min(cells.len())..])
    }

    /// Returns a player's score, as a cell.
    pub fn score(&self, player: u8) -> i32 {
        if !self.has_total {
            return 0;
        }
        self.cells.get(usize::from(player) * self.parts).copied().unwrap_or(0)
    }

    /// Returns the player's score, negated if the lowest score wins, so that more is better.
    pub fn worth(&self, player: u8) -> i32 {
        let score = self.score(player);
        if self.lowest { -score } else { score }
    }

    /// Returns the winners, in seat order.
    pub fn winners(&self) -> impl Iterator<Item = u8> + use<> {
        let winners = self.winners;
        (0..16 - winners.leading_zeros() as u8).filter(move |player| winners & 1 << player != 0)
    }
}

impl Game {
    /// Returns the rows of the score sheet so far; empty without `score: { sheet: … }`. When the game is over,
    /// the last row is that of an iteration that did not end, if it changed a total.
    pub fn score_sheet(&self) -> Vec<SheetRow> {
        let program = self.setup.program();
        let lines =
            self.log.iter().filter_map(|line| if let Line::Scored(row) = line { Some(row) } else { None });
        let mut lines: Vec<SheetLine> = lines.cloned().collect();
        lines.extend(lines.last().and_then(|last| self.unfinished(last)));
        lines.iter().filter(|row| row.number > 0).map(|row| SheetRow::new(program, row)).collect()
    }

    /// Returns the row of an iteration that the end of the game interrupted.
    fn unfinished(&self, last: &SheetLine) -> Option<SheetLine> {
        let mut standings = Standings::default();
        let mut state = self.state.clone();
        if !self.is_over() || self.fault().is_some() {
            return None;
        }
        standings.count(self.setup.program(), &mut state, &mut Workspace::default()).ok()?;
        let totals: Vec<i32> = (0..self.players()).map(|player| standings.score(player)).collect();
        let before = last.totals.clone();
        let row = SheetLine { phase: last.phase, number: last.number + 1, totals, before };
        (row.totals != row.before).then_some(row)
    }
}

/// Adds the team partners of players to a set of players.
fn with_partners(players: u16, teams: &[u16]) -> u16 {
    teams.iter().filter(|team| *team & players != 0).fold(players, |all, team| all | team)
}

/// Returns the source location of a part of the standings.
#[cold]
fn span_of(program: &Program, part: usize) -> Span {
    let score = &program.checked.score;
    score.total.iter().chain(&score.ties).nth(part).map_or_else(Span::default, |lambda| lambda.body.span)
}

#[cold]
fn span_of_won(program: &Program) -> Span {
    program.checked.score.won.as_ref().map_or_else(Span::default, |lambda| lambda.body.span)
}

/// Computes the statistics of a position, which is unchanged afterwards: all of them for each player in turn,
/// in the order of the ruleset. A statistic that fails is a fault at its source location.
pub(crate) fn statistics(
    program: &Program,
    state: &mut State,
    work: &mut Workspace,
    into: &mut Vec<Amount>,
) -> Result<(), Fault> {
    into.clear();
    let mut nobody = NoObserver;
    let mut machine = Machine::new(program, state, work, &mut nobody);
    for player in 0..program.players {
        for (lambda, (_, def)) in program.statistics.iter().zip(&program.checked.statistics) {
            let value = machine.evaluate(*lambda, &[i32::from(player)]);
            let value = value.map_err(|kind| machine.fault_at(kind, def.body.span))?;
            into.push(Amount::new(value, def.body.ty.base() == Base::Decimal));
        }
    }
    Ok(())
}

/// Returns the winners, in seat order; empty if they cannot be computed.
pub(crate) fn winners(program: &Program, state: &State) -> Vec<u8> {
    let mut standings = Standings::default();
    match standings.count(program, &mut state.clone(), &mut Workspace::default()) {
        Ok(()) => standings.winners().collect(),
        Err(_) => Vec::new(),
    }
}

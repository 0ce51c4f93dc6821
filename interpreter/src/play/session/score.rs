//! Counting.

use ludex_grammar::span::Span;
use serde::{Serialize, Serializer};

use crate::exec::{Fault, Machine, Nobody, Observer, Workspace};
use crate::program::{Lambda, NONE, NumId, Program};
use crate::state::State;
use crate::types::Base;

/// An exact number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Amount {
    /// 1,500 is one and a half.
    pub thousandths: i64,
}

impl Amount {
    /// From a cell of this scale.
    fn new(value: i32, decimal: bool) -> Amount {
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
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Score {
    /// The score.
    pub total: Amount,
    /// Named parts in the order of the ruleset.
    #[serde(serialize_with = "by_name")]
    pub lines: Vec<(String, Amount)>,
}

fn by_name<S: Serializer>(lines: &[(String, Amount)], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_map(lines.iter().map(|(name, amount)| (name, amount)))
}

/// A player's score.
pub(crate) fn score(program: &Program, state: &State, player: u8) -> Score {
    let (mut state, mut work, mut nobody) = (state.clone(), Workspace::default(), Nobody);
    let mut machine = Machine::new(program, &mut state, &mut work, &mut nobody);
    let mut value = |lambda: Lambda<NumId>| machine.evaluate(lambda, &[i32::from(player)]).unwrap_or(0);
    let def = &program.checked.score;
    let decimal = |lambda: &crate::hir::Lambda| lambda.body.ty.base() == Base::Decimal;
    let total = match (program.score.total, &def.total) {
        (Some(total), Some(lambda)) => Amount::new(value(total), decimal(lambda)),
        _ => Amount { thousandths: 0 },
    };
    let lines = program.score.lines.iter().zip(&def.lines);
    let lines =
        lines.map(|(line, (name, lambda))| (name.clone(), Amount::new(value(*line), decimal(lambda))));
    Score { total, lines: lines.collect() }
}

/// What decides who wins: for each player the score, then each tie-breaker. Counted anew without allocating.
#[derive(Debug, Clone, Default)]
pub(crate) struct Standings {
    /// The cells of all players, one player after the other.
    cells: Vec<i32>,
    /// Cells of each.
    parts: usize,
}

impl Standings {
    /// Counts a position, which is as before afterwards. A part that fails is a fault at its place.
    pub(crate) fn count(
        &mut self,
        program: &Program,
        state: &mut State,
        work: &mut Workspace,
    ) -> Result<(), Fault> {
        self.count_watched(program, state, work, &mut Nobody)
    }

    /// The same with someone who watches, or is asked for chance.
    pub(crate) fn count_watched<O: Observer>(
        &mut self,
        program: &Program,
        state: &mut State,
        work: &mut Workspace,
        observer: &mut O,
    ) -> Result<(), Fault> {
        let (total, ties) = (program.score.total, &program.score.ties);
        self.parts = usize::from(total.is_some()) + ties.len();
        self.cells.clear();
        // all of them have one budget
        let mut machine = Machine::new(program, state, work, observer);
        for player in 0..program.players {
            if let Some(total) = total {
                self.add(&mut machine, program, player, total)?;
            }
            for tie in ties {
                self.add(&mut machine, program, player, *tie)?;
            }
        }
        Ok(())
    }

    /// The next part of this player's standing.
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

    /// A player's score and tie-breakers.
    fn of(&self, player: u8) -> &[i32] {
        let at = usize::from(player) * self.parts;
        self.cells.get(at..at + self.parts).unwrap_or_default()
    }

    /// A player's score, as a cell.
    pub(crate) fn score(&self, player: u8) -> i32 {
        self.cells.get(usize::from(player) * self.parts).copied().unwrap_or(0)
    }

    /// Those of so many players with the best standing, in seat order.
    pub(crate) fn winners(&self, players: u8) -> impl Iterator<Item = u8> {
        let best = (0..players).map(|p| self.of(p)).max().unwrap_or_default();
        // compared cell by cell: they are too few for a call
        (0..players).filter(move |p| self.of(*p).cmp(best).is_eq())
    }
}

/// Where a part of the standings is written.
#[cold]
fn span_of(program: &Program, part: usize) -> Span {
    let score = &program.checked.score;
    score.total.iter().chain(&score.ties).nth(part).map_or_else(Span::default, |lambda| lambda.body.span)
}

/// The statistics of a position, which is as before afterwards: of each player all of them, in the order of the ruleset. One that fails is a
/// fault at its place.
pub(crate) fn statistics(
    program: &Program,
    state: &mut State,
    work: &mut Workspace,
    into: &mut Vec<Amount>,
) -> Result<(), Fault> {
    into.clear();
    let mut nobody = Nobody;
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

/// The players with the best standing, in seat order; nobody, if it can't be computed.
pub(crate) fn winners(program: &Program, state: &State) -> Vec<u8> {
    let mut standings = Standings::default();
    match standings.count(program, &mut state.clone(), &mut Workspace::default()) {
        Ok(()) => standings.winners(program.players).collect(),
        Err(_) => Vec::new(),
    }
}

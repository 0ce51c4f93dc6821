//! Counting.

use crate::exec::{Fault, Machine, Nobody, Workspace};
use crate::program::{Lambda, NONE, NumId, Program};
use crate::state::State;
use crate::types::Base;

/// An exact number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Amount {
    /// In thousandths.
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

/// A score and its parts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Score {
    /// The score.
    pub total: Amount,
    /// Named parts in the order of the ruleset.
    pub lines: Vec<(String, Amount)>,
}

/// Evaluates a lambda of the player on a copy of the position.
fn value(program: &Program, state: &mut State, lambda: Lambda<NumId>, player: u8) -> i32 {
    let mut work = Workspace::default();
    let mut nobody = Nobody;
    let mut machine = Machine::new(program, state, &mut work, &mut nobody);
    machine.evaluate(lambda, &[i32::from(player)]).unwrap_or(0)
}

/// A player's score.
pub(super) fn score(program: &Program, state: &State, player: u8) -> Score {
    let mut state = state.clone();
    let def = &program.checked.score;
    let decimal = |lambda: &crate::hir::Lambda| lambda.body.ty.base == Base::Decimal;
    let total = match (program.score.total, &def.total) {
        (Some(total), Some(lambda)) => {
            Amount::new(value(program, &mut state, total, player), decimal(lambda))
        }
        _ => Amount { thousandths: 0 },
    };
    let lines = program.score.lines.iter().zip(&def.lines);
    let lines = lines.map(|(line, (name, lambda))| {
        (name.clone(), Amount::new(value(program, &mut state, *line, player), decimal(lambda)))
    });
    Score { total, lines: lines.collect() }
}

/// What decides who wins: for each player the score, then each tie-breaker. A failing one is a fault at its place.
pub(super) fn standings(program: &Program, state: &mut State, out: &mut Vec<Vec<i32>>) -> Result<(), Fault> {
    let score = &program.checked.score;
    let spans = score.total.iter().chain(&score.ties).map(|lambda| lambda.body.span);
    let parts: Vec<_> =
        program.score.total.into_iter().chain(program.score.ties.iter().copied()).zip(spans).collect();
    let (mut work, mut nobody) = (Workspace::default(), Nobody);
    out.clear();
    for player in 0..program.players {
        let mut standing = Vec::with_capacity(parts.len());
        for (lambda, span) in &parts {
            let mut machine = Machine::new(program, state, &mut work, &mut nobody);
            let value = machine.evaluate(*lambda, &[i32::from(player)]);
            standing.push(value.map_err(|kind| Fault { kind, span: *span })?);
        }
        out.push(standing);
    }
    Ok(())
}

/// The players with the best standing, in seat order; nobody, if it can't be computed.
pub(super) fn winners(program: &Program, state: &State) -> Vec<u8> {
    let mut standing = Vec::new();
    if standings(program, &mut state.clone(), &mut standing).is_err() {
        return Vec::new();
    }
    let Some(best) = standing.iter().max() else { return Vec::new() };
    (0..program.players).filter(|p| standing[usize::from(*p)] == *best).collect()
}

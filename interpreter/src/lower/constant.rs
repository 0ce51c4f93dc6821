//! Expressions that are fixed before a game begins: printed fields, first values, numbers of spots.

use crate::hir::{Checked, Expr, ExprKind, Repeat};
use crate::hir::{gathered_kinds, list_kinds, list_tests, position_kinds};
use crate::ids::PhaseId;
use crate::numbers::{NONE, arith};

/// The value of an expression over players and options; nothing if it can't be computed.
pub(super) fn constant(checked: &Checked, players: u8, options: &[i32], expr: &Expr) -> Option<i32> {
    let value = |e: &Expr| constant(checked, players, options, e);
    let truth = |e: &Expr| value(e).map(|v| v != 0);
    Some(match &expr.kind {
        ExprKind::Const(n) => *n,
        ExprKind::Nothing => NONE,
        ExprKind::Players => i32::from(players),
        ExprKind::Option(id) => options[id.index()],
        ExprKind::Neg(a) => value(a)?.checked_neg()?,
        ExprKind::Not(a) => i32::from(!truth(a)?),
        ExprKind::Scale(a) => value(a)?.checked_mul(1000)?,
        ExprKind::SeatAt(a) | ExprKind::SpotAt(_, a) => value(a)?.checked_sub(1).filter(|n| *n >= 0)?,
        ExprKind::Table(id, key) => {
            let key = value(key)?;
            checked.tables[id.index()].rows.iter().find(|(k, _)| *k == key)?.1
        }
        ExprKind::Arith(op, a, b) => arith(*op, value(a)?, value(b)?)?,
        ExprKind::Compare(op, a, b) => i32::from(op.holds(value(a)?, value(b)?)),
        ExprKind::And(a, b) => i32::from(truth(a)? && truth(b)?),
        ExprKind::Or(a, b) => i32::from(truth(a)? || truth(b)?),
        ExprKind::If(c, a, b) => value(if truth(c)? { a } else { b })?,
        // these need a position
        ExprKind::Local(_)
        | position_kinds!()
        | ExprKind::Call(..)
        | ExprKind::Default(..)
        | ExprKind::Exists(_)
        | ExprKind::Chain(..)
        | ExprKind::FaceUp(_)
        | ExprKind::IsKind(..)
        | ExprKind::IsDesign(..)
        | list_tests!()
        | gathered_kinds!()
        | list_kinds!() => return None,
    })
}

/// How often a phase is repeated, if that is fixed before the game; a function without parameters may say it.
pub(crate) fn repeats(checked: &Checked, players: u8, options: &[i32], phase: PhaseId) -> Option<i32> {
    let Repeat::Times(count) = &checked.phases[phase.index()].repeat else { return None };
    let mut count = count;
    for _ in 0..=checked.functions.len() {
        let ExprKind::Call(id, args) = &count.kind else { break };
        if !args.is_empty() {
            return None;
        }
        count = &checked.functions[id.index()].body.body;
    }
    constant(checked, players, options, count)
}

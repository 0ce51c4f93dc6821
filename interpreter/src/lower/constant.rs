//! Expressions that are fixed before a game begins: printed fields, first values, numbers of spots.

use ludex_grammar::ast::BinaryOp;

use crate::hir::{Arith, Checked, Expr, ExprKind, Repeat};
use crate::ids::PhaseId;
use crate::program::NONE;

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
        ExprKind::Compare(op, a, b) => i32::from(compare(*op, value(a)?, value(b)?)),
        ExprKind::And(a, b) => i32::from(truth(a)? && truth(b)?),
        ExprKind::Or(a, b) => i32::from(truth(a)? || truth(b)?),
        ExprKind::If(c, a, b) => value(if truth(c)? { a } else { b })?,
        _ => return None,
    })
}

/// How often a phase is repeated, if that is fixed before the game; a function without parameters may say it.
pub(crate) fn repeats(checked: &Checked, players: u8, options: &[i32], phase: PhaseId) -> Option<i32> {
    let Repeat::Times(count) = &checked.phases[phase.index()].repeat else { return None };
    let mut count = count;
    for _ in 0..=checked.functions.len() {
        match &count.kind {
            ExprKind::Call(id, args) if args.is_empty() => count = &checked.functions[id.index()].body.body,
            _ => return constant(checked, players, options, count),
        }
    }
    None
}

/// Checked arithmetic; division rounds down.
pub(crate) fn arith(op: Arith, a: i32, b: i32) -> Option<i32> {
    match op {
        Arith::Add => a.checked_add(b),
        Arith::Sub => a.checked_sub(b),
        Arith::Mul => a.checked_mul(b),
        Arith::Div => a.checked_div_euclid(b).map(|q| if b < 0 && a.rem_euclid(b) != 0 { q - 1 } else { q }),
        Arith::Mod => (b != 0).then(|| ((i64::from(a) % i64::from(b) + i64::from(b)) % i64::from(b)) as i32),
        Arith::Min => Some(a.min(b)),
        Arith::Max => Some(a.max(b)),
    }
    .filter(|n| *n != NONE)
}

/// A comparison of two cells.
pub(crate) fn compare(op: BinaryOp, a: i32, b: i32) -> bool {
    match op {
        BinaryOp::Eq => a == b,
        BinaryOp::Ne => a != b,
        BinaryOp::Lt => a < b,
        BinaryOp::Le => a <= b,
        BinaryOp::Gt => a > b,
        _ => a >= b,
    }
}

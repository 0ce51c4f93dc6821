//! Numbers that stand in the text and can't be meant: place 0, a negative count, a division by zero.

use ludex_grammar::codes::Code;
use ludex_grammar::diagnostic::Diagnostic;

use super::Checker;
use crate::hir::{Arith, Expr, ExprKind};
use crate::types::Base;

/// The value of an int that is made of numbers alone.
pub(super) fn fixed(expr: &Expr) -> Option<i64> {
    match &expr.kind {
        ExprKind::Const(n) if expr.ty.base == Base::Int => Some(i64::from(*n)),
        ExprKind::Neg(a) => fixed(a)?.checked_neg(),
        ExprKind::Arith(Arith::Add, a, b) => fixed(a)?.checked_add(fixed(b)?),
        ExprKind::Arith(Arith::Sub, a, b) => fixed(a)?.checked_sub(fixed(b)?),
        ExprKind::Arith(Arith::Mul, a, b) => fixed(a)?.checked_mul(fixed(b)?),
        _ => None,
    }
}

impl Checker<'_> {
    /// Reports a number of things counted from 1, if there certainly is none with it.
    pub(super) fn check_nth(&mut self, number: &Expr, what: &str, most: Option<u32>) {
        let Some(n) = fixed(number) else { return };
        if n >= 1 && most.is_none_or(|most| n <= i64::from(most)) {
            return;
        }
        let problem = Diagnostic::new(Code::OutOfRange, number.span, format!("there is no {what} {n}"));
        self.report(problem.help(match most {
            Some(most) => format!("they are counted from 1 to {most}"),
            None => "they are counted from 1".to_owned(),
        }));
    }

    /// Reports a number of things that is certainly negative.
    pub(super) fn check_count(&mut self, number: &Expr, what: &str) {
        if let Some(n) = fixed(number).filter(|n| *n < 0) {
            self.report(Diagnostic::new(Code::OutOfRange, number.span, format!("{what} can't be {n}")));
        }
    }

    /// Reports a division by zero.
    pub(super) fn check_divisor(&mut self, op: Arith, divisor: &Expr) {
        if matches!(op, Arith::Div | Arith::Mod) && fixed(divisor) == Some(0) {
            let problem = Diagnostic::new(Code::OutOfRange, divisor.span, "a division by zero");
            self.report(problem.help("it would always be a fault in play"));
        }
    }
}

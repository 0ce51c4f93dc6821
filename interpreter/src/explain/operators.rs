//! Evaluates operators and scores with operands that may be hidden.

use super::eval::{Explainer, FrameLocal, Res};
use super::known::Val;
use super::tree::Subject;
use ludex_check::hir::{Binary, Comparison, Expr, Unary};
use ludex_check::types::Type;
use ludex_run::program::NONE;

impl<'a> Explainer<'a> {
    pub(super) fn compare(&mut self, op: Comparison, a: &'a Expr, b: &'a Expr) -> Res {
        if a.ty.is_list() {
            return self.compare_lists(op, a, b);
        }
        let (a, b) = (self.eval(a)?, self.eval(b)?);
        Ok(match (op, a, b) {
            (Comparison::Eq, Val::Is(a), Val::Is(b)) => Val::truth(a == b),
            (Comparison::Eq, a, b) => self.same(a, b),
            (Comparison::Ne, a, b) => self.same(a, b).negated(),
            (op, Val::Is(a), Val::Is(b)) => Val::truth(op.holds(a, b)),
            (_, _, _) => Val::Hidden,
        })
    }

    /// Compares two values for equality. A known card differs from any card at another position.
    pub fn same(&self, a: Val, b: Val) -> Val {
        match (a, b) {
            (Val::Is(a), Val::Is(b)) => Val::truth(a == b),
            (Val::At(a), Val::At(b)) => Val::truth(a == b),
            (Val::At(_), known @ Val::Is(n)) | (known @ Val::Is(n), Val::At(_)) => {
                if n == NONE || self.eyes.place_of(known).is_some() { Val::truth(false) } else { Val::Hidden }
            }
            (Val::Hidden, _) | (_, Val::Hidden) => Val::Hidden,
        }
    }

    /// Evaluates `and` or `or`. An operand equal to `decides` determines the result, even if the other
    /// operand is hidden.
    pub(super) fn logic(&mut self, a: &'a Expr, b: &'a Expr, decides: bool) -> Res {
        match self.eval(a)?.holds() {
            Some(holds) if holds == decides => Ok(Val::truth(decides)),
            Some(_) => Ok(self.eval(b)?.holds().map_or(Val::Hidden, Val::truth)),
            // the second operand may decide even if the first is hidden
            None => match self.perhaps(|me| me.eval(b)).holds() {
                Some(holds) if holds == decides => Ok(Val::truth(decides)),
                Some(_) | None => Ok(Val::Hidden),
            },
        }
    }

    pub(super) fn unary(&mut self, op: Unary, of: &'a Expr) -> Res {
        match self.eval(of)? {
            Val::Is(n) => Ok(Val::Is(op.law(self.program, n)?)),
            Val::At(_) | Val::Hidden => Ok(Val::Hidden),
        }
    }

    pub(super) fn binary(&mut self, op: Binary, a: &'a Expr, b: &'a Expr) -> Res {
        match (self.eval(a)?, self.eval(b)?) {
            (Val::Is(a), Val::Is(b)) => Ok(Val::Is(op.law(self.program, a, b)?)),
            (Val::At(_) | Val::Hidden, _) | (_, Val::At(_) | Val::Hidden) => Ok(Val::Hidden),
        }
    }

    pub(super) fn score_of(&mut self, of: &'a Expr, expr: &'a Expr) -> Res {
        let Val::Is(player) = self.eval(of)? else { return Ok(Val::Hidden) };
        let Some(total) = &self.checked.score.total else { return Ok(Val::Is(0)) };
        let (value, children) = self.traced(|me| me.call(total, [FrameLocal::One(Val::Is(player))]));
        let value = value?;
        let who = self.shown(Val::Is(player), Type::PLAYER);
        let shown = self.shown(value, expr.ty);
        self.note(Subject::Score(who), shown, total.body.span, children);
        Ok(value)
    }
}

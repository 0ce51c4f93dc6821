//! Operators, and what is computed from players, spots and numbers, where some values are hidden.

use super::eval::{Explainer, Local, Res};
use super::known::Val;
use super::tree::What;
use crate::exec::FaultKind;
use crate::hir::{Arith, Comparison, Expr, PlayerMember};
use crate::numbers::{self, arith};
use crate::program::NONE;
use crate::types::Type;

impl<'a> Explainer<'a> {
    pub(super) fn compare(&mut self, op: Comparison, a: &'a Expr, b: &'a Expr) -> Res {
        let (a, b) = (self.eval(a)?, self.eval(b)?);
        Ok(match (op, a, b) {
            (Comparison::Eq, Val::Is(a), Val::Is(b)) => Val::truth(a == b),
            (Comparison::Eq, a, b) => self.same(a, b),
            (Comparison::Ne, a, b) => self.same(a, b).negated(),
            (op, Val::Is(a), Val::Is(b)) => Val::truth(op.holds(a, b)),
            (_, _, _) => Val::Hidden,
        })
    }

    /// Whether two values are the same; a card that is known to lie somewhere is none that lies somewhere else.
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

    /// `and` is decided by one that does not hold, `or` by one that does.
    pub(super) fn logic(&mut self, a: &'a Expr, b: &'a Expr, decides: bool) -> Res {
        match self.eval(a)?.holds() {
            Some(holds) if holds == decides => Ok(Val::truth(decides)),
            Some(_) => Ok(self.eval(b)?.holds().map_or(Val::Hidden, Val::truth)),
            // whatever the first is, the second may decide
            None => match self.perhaps(|me| me.eval(b)).holds() {
                Some(holds) if holds == decides => Ok(Val::truth(decides)),
                Some(_) | None => Ok(Val::Hidden),
            },
        }
    }

    pub(super) fn arithmetic(&mut self, op: Arith, a: &'a Expr, b: &'a Expr) -> Res {
        let (a, b) = (self.eval(a)?, self.eval(b)?);
        match (known(a), known(b)) {
            (Ok(Some(a)), Ok(Some(b))) => Ok(Val::Is(calculate(op, a, b)?)),
            (Err(fault), Ok(Some(_)) | Err(_)) | (Ok(Some(_)), Err(fault)) => Err(fault),
            (Ok(None), _) | (_, Ok(None)) => Ok(Val::Hidden),
        }
    }

    /// What is computed from a player, a spot or a number.
    pub(super) fn with_number(&mut self, of: &'a Expr, compute: impl FnOnce(i32) -> Res<i32>) -> Res {
        match self.eval(of)? {
            Val::Is(n) => Ok(Val::Is(compute(n)?)),
            Val::At(_) | Val::Hidden => Ok(Val::Hidden),
        }
    }

    pub(super) fn member_of_player(&mut self, member: PlayerMember, of: &'a Expr, expr: &'a Expr) -> Res {
        let Val::Is(n) = self.eval(of)? else { return Ok(Val::Hidden) };
        let players = i32::from(self.program.players);
        Ok(Val::Is(match member {
            PlayerMember::Left | PlayerMember::Right if n < 0 => return Err(FaultKind::Missing),
            PlayerMember::Left if n + 1 == players => 0,
            PlayerMember::Left => n + 1,
            PlayerMember::Right if n == 0 => players - 1,
            PlayerMember::Right => n - 1,
            PlayerMember::Seat => succ(n)?,
            PlayerMember::Score => return self.score_of(n, expr),
        }))
    }

    fn score_of(&mut self, player: i32, expr: &'a Expr) -> Res {
        let Some(total) = &self.checked.score.total else { return Ok(Val::Is(0)) };
        let (value, children) = self.traced(|me| me.call(total, [Local::One(Val::Is(player))]));
        let value = value?;
        let who = self.shown(Val::Is(player), Type::PLAYER);
        let shown = self.shown(value, expr.ty);
        self.note(What::Score(who), shown, total.body.span, children);
        Ok(value)
    }
}

/// A number to compute with, if it is not hidden.
pub(super) fn known(value: Val) -> Res<Option<i32>> {
    match value {
        Val::NONE => Err(FaultKind::Missing),
        Val::Is(n) => Ok(Some(n)),
        Val::At(_) | Val::Hidden => Ok(None),
    }
}

pub(super) fn succ(n: i32) -> Res<i32> {
    if n == NONE { Err(FaultKind::Missing) } else { Ok(n + 1) }
}

/// The spot after or before one.
pub(super) fn neighbour(n: i32, step: i32, count: i32, ring: bool) -> Res<i32> {
    if n < 0 {
        return Err(FaultKind::Missing);
    }
    let next = if step > 0 { n.wrapping_add(1) } else { n.wrapping_sub(1) };
    Ok(match next {
        next if (0..count).contains(&next) => next,
        _ if !ring => NONE,
        next if next < 0 => count - 1,
        _ => 0,
    })
}

pub(super) fn nth(n: i32, count: i32) -> Res<i32> {
    numbers::nth(count, n).ok_or(FaultKind::NoSuchNumber)
}

pub(super) fn calculate(op: Arith, a: i32, b: i32) -> Res<i32> {
    match arith(op, a, b) {
        Some(n) => Ok(n),
        None if b == 0 => Err(FaultKind::DivisionByZero),
        None => Err(FaultKind::Overflow),
    }
}

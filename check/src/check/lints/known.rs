//! Reports conditions that earlier tests have decided.

use std::rc::Rc;

use ludex_grammar::codes::Code;
use ludex_grammar::diagnostic::Diagnostic;

use crate::check::Checker;
use crate::check::flow::facts::learn;
use crate::check::types::scope::{Fact, Scope};
use crate::hir::{Comparison, Expr, ExprKind, is_same};

impl Checker<'_> {
    /// Warns of parts of a condition that facts have decided.
    pub(in crate::check) fn check_tested(&mut self, scope: &Scope, cond: &Expr) {
        if let ExprKind::And(a, b) | ExprKind::Or(a, b) = &cond.kind {
            self.check_tested(scope, a);
            // the right side is evaluated only if the left one is not decisive
            let (facts, guarded) = (scope.facts.clone(), scope.guarded);
            let mut scope = Scope { facts, guarded, ..Scope::default() };
            learn(&mut scope, a, matches!(cond.kind, ExprKind::And(..)));
            return self.check_tested(&scope, b);
        }
        if let ExprKind::Not(a) = &cond.kind {
            return self.check_tested(scope, a);
        }
        if cond.ty.is_unknown() || cond.constant().is_some() {
            return;
        }
        let is_here = |fact: &&Rc<Fact>| scope.guarded.is_none_or(|body| body.covers(fact.cond.span));
        let known = scope.facts.iter().filter(is_here).find_map(|fact| Some((fact, answer(fact, cond)?)));
        let Some((fact, holds)) = known else { return };
        let message = format!("this {} holds here", if holds { "always" } else { "never" });
        let problem = Diagnostic::new(Code::TestAlwaysKnown, cond.span, message);
        let problem = problem.other(fact.cond.span, "tested here, and nothing has changed since");
        self.report(problem.help("leave the second test out, or test something else"));
    }
}

/// Returns the truth value of a condition that a fact implies, if both are about the same values.
fn answer(fact: &Rc<Fact>, cond: &Expr) -> Option<bool> {
    if is_same(&fact.cond, cond) {
        return Some(fact.holds);
    }
    let (ExprKind::Compare(known, a, b), ExprKind::Compare(op, c, d)) = (&fact.cond.kind, &cond.kind) else {
        return None;
    };
    // every possible order of the two values
    const WAYS: [(i32, i32); 3] = [(0, 1), (0, 0), (1, 0)];
    let beside = [beside_constant(*known, a, b), beside_constant(*op, c, d)];
    let mut answers: Vec<bool> = match beside {
        [Some((known, a, n)), Some((op, c, m))] if is_same(a, c) => {
            let values = [n, m].into_iter().flat_map(|n| [n.saturating_sub(1), n, n.saturating_add(1)]);
            let values = values.filter(|value| known.holds(*value, n) == fact.holds);
            values.map(|value| op.holds(value, m)).collect()
        }
        [_, _] => {
            let ways = WAYS.into_iter().filter(|(l, r)| known.holds(*l, *r) == fact.holds);
            match (is_same(a, c) && is_same(b, d), is_same(a, d) && is_same(b, c)) {
                (true, _) => ways.map(|(l, r)| op.holds(l, r)).collect(),
                (false, true) => ways.map(|(l, r)| op.holds(r, l)).collect(),
                (false, false) => return None,
            }
        }
    };
    answers.dedup();
    if let [answer] = answers.as_slice() { Some(*answer) } else { None }
}

/// Matches a comparison with a constant, and moves the constant to the right.
fn beside_constant<'e>(op: Comparison, a: &'e Expr, b: &'e Expr) -> Option<(Comparison, &'e Expr, i32)> {
    match (a.constant(), b.constant()) {
        (None, Some(n)) => Some((op, a, n)),
        (Some(n), None) => Some((op.flipped(), b, n)),
        (Some(_), Some(_)) | (None, None) => None,
    }
}

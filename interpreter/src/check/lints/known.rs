//! Conditions whose answer a test before has shown.

use std::rc::Rc;

use ludex_grammar::codes::Code;
use ludex_grammar::diagnostic::Diagnostic;

use crate::check::Checker;
use crate::check::types::scope::{Fact, Scope};
use crate::hir::{Comparison, Expr, ExprKind, same};

impl Checker<'_> {
    /// Warns of the parts of a condition that have been tested, where nothing has changed since.
    pub(in crate::check) fn check_tested(&mut self, scope: &Scope, cond: &Expr) {
        if let ExprKind::And(a, b) | ExprKind::Or(a, b) = &cond.kind {
            self.check_tested(scope, a);
            return self.check_tested(scope, b);
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

/// What a fact says of a condition, if it is about the same.
fn answer(fact: &Rc<Fact>, cond: &Expr) -> Option<bool> {
    if same(&fact.cond, cond) {
        return Some(fact.holds);
    }
    let (ExprKind::Compare(known, a, b), ExprKind::Compare(op, c, d)) = (&fact.cond.kind, &cond.kind) else {
        return None;
    };
    let opposite = same(a, c) && same(b, d) && *op == negated(*known);
    opposite.then_some(!fact.holds)
}

fn negated(op: Comparison) -> Comparison {
    match op {
        Comparison::Eq => Comparison::Ne,
        Comparison::Ne => Comparison::Eq,
        Comparison::Lt => Comparison::Ge,
        Comparison::Ge => Comparison::Lt,
        Comparison::Gt => Comparison::Le,
        Comparison::Le => Comparison::Gt,
    }
}

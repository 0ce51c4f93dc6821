//! Reports phases whose `until` condition never holds, by interval analysis of variables.

use ludex_grammar::codes::Code;
use ludex_grammar::diagnostic::Diagnostic;

use crate::check::lints::fixed::fixed;
use crate::check::review::Review;
use crate::hir::{Checked, Comparison, Expr, ExprKind, Fold, StmtKind, every};
use crate::ids::VarId;
use crate::operators::Bounds;
use crate::types::Base;

const UNKNOWN: Bounds = (None, None);

impl Review<'_> {
    /// Reports each `until` that no rule can make true.
    pub(in crate::check) fn never_until(&mut self) {
        let found = self.out.phases.iter().filter_map(|phase| vain(self.out, phase.until.as_ref()?));
        found.collect::<Vec<_>>().into_iter().for_each(|problem| self.report(problem));
    }
}

fn vain(checked: &Checked, until: &Expr) -> Option<Diagnostic> {
    let (test, var) = impossible(checked, until)?;
    let def = &checked.vars[var.index()];
    let mut is_set = false;
    each_set(checked, var, |_| is_set = true);
    if def.init.is_none() && !is_set {
        // reported where the variable is declared
        return None;
    }
    let name = &def.name;
    let reach = match bounds(checked, var) {
        (Some(low), Some(high)) if low == high => format!("always {low}"),
        (Some(low), Some(high)) => format!("always in {low}..{high}"),
        (Some(low), None) => format!("never less than {low}"),
        (None, Some(high)) => format!("never more than {high}"),
        UNKNOWN => return None,
    };
    let problem = Diagnostic::new(
        Code::TestAlwaysKnown,
        test.span,
        format!("`until` never holds: `{name}` is {reach}"),
    );
    Some(
        problem
            .help(format!("let a rule change it, as in `set {name} = {name} + 1`, or test something else")),
    )
}

/// Returns the part of a condition that makes it unsatisfiable, and its variable.
fn impossible<'c>(checked: &Checked, cond: &'c Expr) -> Option<(&'c Expr, VarId)> {
    if let ExprKind::And(a, b) = &cond.kind {
        return impossible(checked, a).or_else(|| impossible(checked, b));
    }
    if let ExprKind::Or(a, b) = &cond.kind {
        return impossible(checked, a).filter(|_| impossible(checked, b).is_some());
    }
    if let ExprKind::Any(list) = &cond.kind {
        let ExprKind::Filter { test, .. } = &list.kind else { return None };
        return impossible(checked, test);
    }
    let ExprKind::Compare(op, a, b) = &cond.kind else { return None };
    let (var, op, other) = match (variable(a), variable(b)) {
        (Some(var), None) => (var, *op, b),
        (None, Some(var)) => (var, op.flipped(), a),
        (Some(_), Some(_)) | (None, None) => return None,
    };
    let target = value(checked, other, None);
    (!can_hold(op, bounds(checked, var), target)).then_some((cond, var))
}

/// Returns true if a comparison holds for some value within `a` and some within `b`.
fn can_hold(op: Comparison, (low_a, high_a): Bounds, (low_b, high_b): Bounds) -> bool {
    let unless = |known: Option<bool>| known.unwrap_or(true);
    let less = |a: Option<i64>, b: Option<i64>| unless(a.zip(b).map(|(a, b)| a < b));
    let at_most = |a: Option<i64>, b: Option<i64>| unless(a.zip(b).map(|(a, b)| a <= b));
    match op {
        Comparison::Lt => less(low_a, high_b),
        Comparison::Le => at_most(low_a, high_b),
        Comparison::Eq => at_most(low_a, high_b) && at_most(low_b, high_a),
        Comparison::Ne => low_a.is_none() || [high_a, low_b, high_b].iter().any(|bound| *bound != low_a),
        Comparison::Ge => at_most(low_b, high_a),
        Comparison::Gt => less(low_b, high_a),
    }
}

/// Returns the variable that an expression reads, directly or as a maximum or minimum over holders.
fn variable(expr: &Expr) -> Option<VarId> {
    if let ExprKind::GameVar(var) | ExprKind::VarOf(var, _) = expr.kind {
        return Some(var);
    }
    let ExprKind::Fold(Fold::Highest | Fold::Lowest, _, body, _) = &expr.kind else { return None };
    variable(body)
}

fn each_set<'c>(checked: &'c Checked, var: VarId, mut see: impl FnMut(&'c Expr)) {
    for (_, body) in checked.bodies() {
        every(body, &mut |stmt| {
            if let StmtKind::Set(set, _, _, value, _) = &stmt.kind
                && *set == var
            {
                see(value);
            }
        });
    }
}

/// Returns the bounds of all values of a variable: its initial value and all assigned values.
fn bounds(checked: &Checked, var: VarId) -> Bounds {
    let def = &checked.vars[var.index()];
    let is_plain =
        def.ty.base() == Base::Int && !def.ty.is_optional() && !def.ty.is_list() && def.per.is_none();
    if !is_plain {
        return UNKNOWN;
    }
    let mut now = def.init.as_ref().map_or((Some(0), Some(0)), |init| value(checked, init, None));
    loop {
        let mut next = now;
        each_set(checked, var, |given| {
            let (low, high) = hull(next, value(checked, given, Some((var, now))));
            let repeats = reads(given, var);
            // a bound that depends on the variable itself may grow without limit
            next.0 = if repeats && low != next.0 { None } else { low };
            next.1 = if repeats && high != next.1 { None } else { high };
        });
        if next == now {
            return now;
        }
        now = next;
    }
}

/// Returns true if an expression reads a variable for its value, and not only in the test of an `if`.
fn reads(expr: &Expr, var: VarId) -> bool {
    if let ExprKind::If(_, a, b) = &expr.kind {
        return reads(a, var) || reads(b, var);
    }
    variable(expr) == Some(var) || expr.children().into_iter().any(|child| reads(child, var))
}

/// Returns the smallest bounds that contain both.
fn hull((low_a, high_a): Bounds, (low_b, high_b): Bounds) -> Bounds {
    let highest = high_a.zip(high_b).map(|(a, b)| a.max(b));
    (low_a.min(low_b), highest)
}

/// Returns the bounds of an expression, given the bounds of one variable.
fn value(checked: &Checked, expr: &Expr, known: Option<(VarId, Bounds)>) -> Bounds {
    if let Some(n) = fixed(expr) {
        return (Some(n.into()), Some(n.into()));
    }
    if let (Some(var), Some((of, bounds))) = (variable(expr), known)
        && var == of
    {
        return bounds;
    }
    let part = |expr: &Expr| value(checked, expr, known);
    if let ExprKind::If(_, a, b) = &expr.kind {
        return hull(part(a), part(b));
    }
    if let ExprKind::Binary(op, a, b) = &expr.kind {
        return op.bounds(part(a), part(b));
    }
    let ExprKind::Option(id) = expr.kind else { return UNKNOWN };
    let option = checked.options.get(id.index()).filter(|option| option.ty.base() == Base::Int);
    option.map_or(UNKNOWN, |option| (Some(option.min.into()), Some(option.max.into())))
}

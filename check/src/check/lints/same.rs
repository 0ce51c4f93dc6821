//! Reports careless code: self-comparisons, impossible counts, assignments and branches without effect, and
//! reversed ranges.

use ludex_grammar::ast;
use ludex_grammar::codes::Code;
use ludex_grammar::diagnostic::Diagnostic;
use ludex_grammar::print;
use ludex_grammar::span::Span;

use crate::check::Checker;
use crate::check::flow::facts::counts_from_one;
use crate::check::lints::idle::without_idle;
use crate::hir::{Comparison, Expr, ExprKind, is_same};

impl Checker<'_> {
    /// Warns of a comparison that has the same result in all positions.
    pub(in crate::check) fn check_decided(&mut self, op: Comparison, l: &Expr, r: &Expr, span: Span) {
        let itself = is_same(l, r).then(|| op.holds(0, 0));
        let Some(truth) = itself.or_else(|| self.decided_by_counting(op, l, r)) else { return };
        let always = if truth { "always" } else { "never" };
        let problem = Diagnostic::new(Code::TestAlwaysKnown, span, format!("this {always} holds"));
        self.report(match itself {
            Some(_) => problem.label("both sides are the same"),
            None => problem.label("it is never less than that"),
        });
    }

    /// Decides a comparison by the lower bound of a count (0) or a position (1).
    fn decided_by_counting(&self, op: Comparison, l: &Expr, r: &Expr) -> Option<bool> {
        use Comparison::{Eq, Ge, Gt, Le, Lt, Ne};
        let (counted, op, n) = match (l.constant(), r.constant()) {
            (None, Some(n)) => (l, op, n),
            (Some(n), None) => (r, op.flipped(), n),
            (None, None) | (Some(_), Some(_)) => return None,
        };
        let counts = matches!(counted.kind, ExprKind::Count(_)) || counts_from_one(counted);
        let (n, least) = (i64::from(n), self.bounds(counted).0.filter(|_| counts)?);
        match op {
            Ge => (n <= least).then_some(true),
            Lt => (n <= least).then_some(false),
            Gt | Ne => (n < least).then_some(true),
            Le | Eq => (n < least).then_some(false),
        }
    }

    /// Warns of assigning a variable its own value.
    pub(in crate::check) fn check_set(
        &mut self,
        place: &Expr,
        value: &Expr,
        (target, span): (&ast::Expr, Span),
    ) {
        if is_same(place, without_idle(value)) {
            let message = format!("this sets `{}` to its current value", print::expr(target));
            let problem = Diagnostic::new(Code::DoesNothing, span, message);
            self.report(problem.help("leave it out, or set another value"));
        }
    }

    /// Warns of a branch with two identical blocks.
    pub(in crate::check) fn check_branches(
        &mut self,
        then: &ast::Block,
        orelse: Option<&ast::Block>,
        cond: Span,
    ) {
        // identical text in the same scope has the same meaning
        let alike = orelse.is_some_and(|orelse| {
            then.stmts.len() == orelse.stmts.len() && print::block(then) == print::block(orelse)
        });
        if alike && !then.stmts.is_empty() {
            self.branches_alike(cond);
        }
    }

    pub(in crate::check) fn check_alternatives(&mut self, a: &Expr, b: &Expr, cond: Span) {
        if !a.ty.is_unknown() && is_same(a, b) {
            self.branches_alike(cond);
        }
    }

    fn branches_alike(&mut self, cond: Span) {
        let problem = Diagnostic::new(Code::DoesNothing, cond, "this condition decides nothing");
        self.report(
            problem
                .label("both branches are the same")
                .help("leave the condition out, or change one of the two"),
        );
    }

    /// Warns of a repetition whose count is certainly below 1.
    pub(in crate::check) fn check_times(&mut self, count: &Expr) {
        if self.bounds(count).1.is_some_and(|most| most < 1) {
            let problem =
                Diagnostic::new(Code::DoesNothing, count.span, "this never runs: its number is below 1");
            self.report(problem.help("leave it out, or change the number"));
        }
    }

    /// Returns true if both ends are options, and the default of the first is larger.
    fn is_turned_by_defaults(&self, from: &Expr, to: &Expr) -> bool {
        let (ExprKind::Option(from), ExprKind::Option(to)) = (&from.kind, &to.kind) else { return false };
        let default = |id: &crate::ids::OptionId| self.out.options[id.index()].default;
        default(from) > default(to)
    }

    /// Warns of a range whose start is beyond its end, certainly or with the default options.
    pub(in crate::check) fn check_range(
        &mut self,
        from: &Expr,
        to: &Expr,
        written: (&ast::Expr, &ast::Expr),
    ) {
        let (least, most) = (self.bounds(from).0, self.bounds(to).1);
        let empty = least.zip(most).is_some_and(|(least, most)| least > most);
        if !empty && !self.is_turned_by_defaults(from, to) {
            return;
        }
        let message = match empty {
            true => "this range is empty: it begins beyond its end",
            false => "this range is empty with the default options: it begins beyond its end",
        };
        let problem = Diagnostic::new(Code::DoesNothing, from.span.to(to.span), message);
        let turned = format!("{}..{}", print::expr(written.1), print::expr(written.0));
        self.report(problem.help(format!("a range goes upwards: `{turned}`")));
    }
}

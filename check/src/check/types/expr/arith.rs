//! Type checking of arithmetic.

use ludex_grammar::ast::{self, UnaryOp};
use ludex_grammar::codes::Code;
use ludex_grammar::diagnostic::{Applicability, Diagnostic};
use ludex_grammar::print;
use ludex_grammar::span::Span;

use super::{computed, make, unknown};
use crate::check::Checker;
use crate::check::types::scope::Scope;
use crate::hir::{Binary, Expr, ExprKind, Unary};
use crate::operators::Decimals;
use crate::types::{Base, Type};

impl Checker<'_> {
    pub(super) fn unary(&mut self, scope: &mut Scope, op: UnaryOp, ast: &ast::Expr, span: Span) -> Expr {
        match op {
            UnaryOp::Not => {
                let inner = self.condition(scope, ast);
                make(ExprKind::Not(Box::new(inner)), Type::BOOL, span)
            }
            UnaryOp::Neg => {
                let inner = self.number(scope, ast);
                computed(Unary::Neg, inner, span)
            }
        }
    }

    /// Checks a number that must not be missing.
    pub(super) fn number(&mut self, scope: &mut Scope, ast: &ast::Expr) -> Expr {
        let expr = self.present(scope, ast);
        self.as_number(expr)
    }

    fn as_number(&mut self, expr: Expr) -> Expr {
        if expr.ty.is_unknown() || expr.ty.is_number() {
            return expr;
        }
        let found = self.type_name(expr.ty);
        self.report(
            Diagnostic::new(Code::TypeMismatch, expr.span, format!("expected a number, found {found}"))
                .label(format!("this is {found}")),
        );
        unknown(expr.span)
    }

    pub(super) fn calculation(
        &mut self,
        scope: &mut Scope,
        op: Binary,
        left: &ast::Expr,
        right: &ast::Expr,
        span: Span,
    ) -> Expr {
        let (l, r) = (self.number(scope, left), self.number(scope, right));
        self.arith(op, l, r, span)
    }

    /// Checks `+`, which adds numbers or concatenates lists and zones. The left side is checked only once,
    /// because sums may be long.
    pub(super) fn plus(
        &mut self,
        scope: &mut Scope,
        left: &ast::Expr,
        right: &ast::Expr,
        span: Span,
    ) -> Expr {
        if matches!(&left.kind, ast::ExprKind::List(items) if items.is_empty()) {
            let r = self.list(scope, right);
            let l = self.list_as(scope, left, r.ty);
            let ty = r.ty;
            return make(ExprKind::Concat(Box::new(l), Box::new(r)), ty, span);
        }
        let bare_noun = matches!(&left.kind, ast::ExprKind::Name(word) if self.is_bare_noun(scope, word));
        let l = if bare_noun { self.list(scope, left) } else { self.present(scope, left) };
        if l.ty.is_list() || l.ty.base() == Base::Zone {
            return self.concat(scope, l, right, span);
        }
        if l.ty.is_unknown() {
            // the operation is unknown, unless the right side is a list and the left the value of the
            // enclosing function
            let r = self.present(scope, right);
            let ty = if r.ty.is_list() && self.typed.recursion.is_asked() { r.ty } else { Type::UNKNOWN };
            return Expr { ty, ..unknown(span) };
        }
        let l = self.as_number(l);
        let r = self.number(scope, right);
        self.arith(Binary::Add, l, r, span)
    }

    /// Checks `-`, which subtracts numbers or removes the elements of a list.
    pub(super) fn minus(
        &mut self,
        scope: &mut Scope,
        left: &ast::Expr,
        right: &ast::Expr,
        span: Span,
    ) -> Expr {
        let bare_noun = matches!(&left.kind, ast::ExprKind::Name(word) if self.is_bare_noun(scope, word));
        let l = if bare_noun { self.list(scope, left) } else { self.present(scope, left) };
        if l.ty.is_list() || l.ty.base() == Base::Zone {
            let l = self.as_list(l);
            let r = self.list_as(scope, right, l.ty.element().any_card().list());
            return self.without(l, r, span);
        }
        let l = self.as_number(l);
        let r = self.number(scope, right);
        self.arith(Binary::Sub, l, r, span)
    }

    fn concat(&mut self, scope: &mut Scope, left: Expr, right: &ast::Expr, span: Span) -> Expr {
        let l = self.as_list(left);
        let empty = matches!(&right.kind, ast::ExprKind::List(items) if items.is_empty());
        let r = if empty || l.ty.element().base().is_name() {
            self.list_as(scope, right, l.ty)
        } else {
            self.list(scope, right)
        };
        let ty = self.join(l.ty, r.ty);
        if ty.is_none() {
            self.cant_combine("put together", l.ty, r.ty, span);
        }
        make(ExprKind::Concat(Box::new(l), Box::new(r)), ty.unwrap_or(Type::UNKNOWN), span)
    }

    pub(in crate::check) fn cant_combine(&mut self, what: &str, left: Type, right: Type, span: Span) {
        let (l, r) = (self.type_name(left), self.type_name(right));
        self.report(Diagnostic::new(Code::CantCompare, span, format!("{l} and {r} can't be {what}")));
    }

    /// Checks arithmetic on two numbers.
    pub(in crate::check) fn arith(&mut self, op: Binary, l: Expr, r: Expr, span: Span) -> Expr {
        if l.ty.is_unknown() || r.ty.is_unknown() {
            return unknown(span);
        }
        let decimals = [&l, &r].iter().filter(|e| e.ty.base() == Base::Decimal).count();
        let refused = match op.decimals() {
            Decimals::One if decimals == 2 => Some(("multiplied exactly", "one of the two must be an int")),
            Decimals::Never if decimals > 0 => Some(("divided exactly", "`div` and `mod` take ints")),
            Decimals::Alike | Decimals::One | Decimals::Never => None,
        };
        if let Some((what, help)) = refused {
            let (ln, rn) = (self.type_name(l.ty), self.type_name(r.ty));
            self.report(
                Diagnostic::new(Code::CantCompare, span, format!("{ln} and {rn} can't be {what}")).help(help),
            );
            return unknown(span);
        }
        self.check_divisor(op, &r);
        let ty = if decimals > 0 { Type::DECIMAL } else { Type::INT };
        let (l, r) = match op.decimals() {
            Decimals::Alike => (self.coerce(l, ty, ""), self.coerce(r, ty, "")),
            Decimals::One | Decimals::Never => (l, r),
        };
        make(ExprKind::Binary(op, Box::new(l), Box::new(r)), ty, span)
    }

    pub(super) fn default(
        &mut self,
        scope: &mut Scope,
        left: &ast::Expr,
        right: &ast::Expr,
        span: Span,
    ) -> Expr {
        let before = self.problems.len();
        let l = self.or_nothing(scope, left);
        if self.problems.failed_since(before) {
            self.go_on_carefully(before, left);
        } else if !l.ty.is_optional() && !l.ty.is_unknown() {
            let name = self.type_name(l.ty);
            self.report(
                Diagnostic::new(Code::TestAlwaysKnown, l.span, "this is never missing")
                    .label(format!("this is {name}"))
                    .help("leave out `default …`"),
            );
        }
        if l.ty.is_unknown() && matches!(&right.kind, ast::ExprKind::List(items) if items.is_empty()) {
            return l; // reported, or unknown until the enclosing function is typed
        }
        let r =
            if l.ty.is_list() { self.list_as(scope, right, l.ty) } else { self.right_of(scope, right, l.ty) };
        let Some(joined) = self.join(l.ty.present(), r.ty) else {
            self.cant_combine("alternatives of one value", l.ty, r.ty, span);
            return unknown(span);
        };
        let l = self.coerce(l, joined.optional(), "this");
        let r = self.coerce(r, joined, "this");
        make(ExprKind::Default(Box::new(l), Box::new(r)), joined, span)
    }

    /// Suggests `x?.y default z` for `x.y default z` if `x` may be missing, instead of reporting it twice.
    fn go_on_carefully(&mut self, before: usize, left: &ast::Expr) {
        let ast::ExprKind::Field { base, name, optional: false } = &left.kind else { return };
        let missing = |p: &&mut Diagnostic| p.code == Code::MissingValue && p.primary.span == base.span;
        let Some(problem) = self.problems[before..].iter_mut().find(missing) else { return };
        let written = format!("{}?.{} default …", print::expr(base), name.name);
        let after = Span { start: base.span.end, ..base.span };
        problem.suggestions.clear();
        *problem =
            problem.clone().replace(after, "?", Applicability::Safe).help(format!("write `{written}`"));
    }
}

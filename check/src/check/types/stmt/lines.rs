//! Converts functions with statements into one expression.
//!
//! `let`, `if` and `give` are folded, so that later stages handle such a function like any other expression.

use ludex_grammar::ast::{self, Asked, Whole};
use ludex_grammar::codes::Code;
use ludex_grammar::diagnostic::Diagnostic;
use ludex_grammar::span::Span;

use crate::check::Checker;
use crate::check::types::expr::{make, unknown};
use crate::check::types::scope::{GiveMeaning, Scope};
use crate::hir::{Expr, ExprKind, Stmt, StmtKind, find};
use crate::types::Type;

/// Result of folding statements.
struct Lines {
    /// Condition under which a value is returned; `None` if always.
    gives: Option<Expr>,
    /// The value, if any.
    value: Option<Expr>,
}

impl Checker<'_> {
    /// Checks the statements of a function with this declared type, and returns its value.
    pub(in crate::check) fn lines(
        &mut self,
        scope: &mut Scope,
        name: &crate::load::raw::Name,
        written: Option<Type>,
        block: &ast::Block,
    ) -> Expr {
        let before = self.problems.len();
        block.every(&mut |stmt| self.check_line(stmt));
        scope.gives = GiveMeaning::Function(written);
        let stmts = self.block(scope, block);
        let GiveMeaning::Function(Some(ty)) = scope.gives else { return unknown(block.span) };
        let ty = written.unwrap_or(ty);
        if !self.problems.failed_since(before) {
            self.check_empty(&stmts, ty);
        }
        self.check_end(name, ty, block);
        if self.problems.failed_since(before) || ty.is_unknown() {
            return make(ExprKind::Nothing, ty, block.span);
        }
        let nothing = make(ExprKind::Nothing, ty, block.span);
        let Lines { gives, value } = self.folded(&stmts, ty);
        match (gives, value) {
            (None, Some(value)) => value,
            (Some(gives), Some(value)) => either(gives, value, nothing),
            (_, None) => nothing,
        }
    }

    /// Reports `give []` if the element type can't be inferred, except while the type of a recursive function
    /// is pending.
    fn check_empty(&mut self, stmts: &[Stmt], ty: Type) {
        if !ty.is_unknown() || self.typed.recursion.is_asked() {
            return;
        }
        let empty = |stmt: &Stmt| {
            let StmtKind::Give(value) = &stmt.kind else { return None };
            matches!(&value.kind, ExprKind::Items(items) if items.is_empty()).then_some(value.span)
        };
        if let Some(at) = find(stmts, &|stmt| empty(stmt).is_some()).and_then(empty) {
            self.unknown_empty(at);
        }
    }

    /// Reports a statement with side effects.
    fn check_line(&mut self, stmt: &ast::Stmt) {
        let computes = matches!(
            stmt.kind,
            ast::StmtKind::Let { .. }
                | ast::StmtKind::If { .. }
                | ast::StmtKind::Give { value: Whole::Expr(_) }
                | ast::StmtKind::IfAsked { asked: Asked::Let { value: Whole::Expr(_), .. }, .. }
        );
        if !computes {
            let message = "a function computes and changes nothing";
            let problem = Diagnostic::new(Code::BadPlace, stmt.span, message);
            self.report(problem.help(
                "its lines are `let`, `if`, `if let` and `give`; a procedure can do this, and give a value",
            ));
        }
    }

    fn folded(&mut self, stmts: &[Stmt], ty: Type) -> Lines {
        let Some((first, rest)) = stmts.split_first() else {
            return Lines { gives: Some(never(Span::default())), value: None };
        };
        if let StmtKind::Give(value) = &first.kind {
            let value = self.coerce(value.clone(), ty, "what is given");
            return Lines { gives: None, value: Some(Expr { ty, ..value }) };
        }
        if let StmtKind::Let(local, value) = &first.kind {
            let rest = self.folded(rest, ty);
            let within = |body: Expr| match body.constant() {
                Some(_) => body,
                None => {
                    let (of, span) = (body.ty, first.span);
                    make(ExprKind::Let(*local, Box::new(value.clone()), Box::new(body)), of, span)
                }
            };
            return Lines { gives: rest.gives.map(within), value: rest.value.map(within) };
        }
        let StmtKind::If(test, yes, no) = &first.kind else { return self.folded(rest, ty) };
        let (yes, no) = (self.folded(yes, ty), self.folded(no, ty));
        let branch = branch(test, yes, no);
        let Some(gives) = branch.gives.clone() else { return branch };
        let rest = self.folded(rest, ty);
        let value = match (branch.value, rest.value) {
            (Some(value), Some(rest)) => Some(either(gives.clone(), value, rest)),
            (value, rest) => value.or(rest),
        };
        Lines { gives: rest.gives.map(|rest| or(gives, rest)), value }
    }
}

/// Folds two branches of a test.
fn branch(test: &Expr, yes: Lines, no: Lines) -> Lines {
    let value = match (yes.value, no.value) {
        (Some(yes), Some(no)) => Some(either(test.clone(), yes, no)),
        (yes, no) => yes.or(no),
    };
    let sure = make(ExprKind::Const(1), Type::BOOL, test.span);
    let gives = match (yes.gives, no.gives) {
        (None, None) => None,
        (yes, no) => {
            Some(choose(test, yes.unwrap_or_else(|| sure.clone()), no.unwrap_or_else(|| sure.clone())))
        }
    };
    Lines { gives, value }
}

/// Creates the condition that equals `yes` if the test holds, otherwise `no`.
fn choose(test: &Expr, yes: Expr, no: Expr) -> Expr {
    let not = || make(ExprKind::Not(Box::new(test.clone())), Type::BOOL, test.span);
    match (yes.constant(), no.constant()) {
        (Some(0), Some(0)) => yes,
        (Some(1), Some(0)) => test.clone(),
        (Some(0), Some(1)) => not(),
        (_, Some(0)) => and(test.clone(), yes),
        (Some(0), _) => and(not(), no),
        _ => either(test.clone(), yes, no),
    }
}

fn never(span: Span) -> Expr {
    make(ExprKind::Const(0), Type::BOOL, span)
}

fn and(a: Expr, b: Expr) -> Expr {
    let span = a.span;
    make(ExprKind::And(Box::new(a), Box::new(b)), Type::BOOL, span)
}

fn or(a: Expr, b: Expr) -> Expr {
    if b.constant() == Some(0) {
        return a;
    }
    let span = a.span;
    make(ExprKind::Or(Box::new(a), Box::new(b)), Type::BOOL, span)
}

fn either(test: Expr, a: Expr, b: Expr) -> Expr {
    let (ty, span) = (a.ty, test.span);
    make(ExprKind::If(Box::new(test), Box::new(a), Box::new(b)), ty, span)
}

//! Typing of statements.

mod choices;

use ludex_grammar::ast::{self, StmtKind as Ast};
use ludex_grammar::codes::Code;
use ludex_grammar::diagnostic::Diagnostic;

use crate::check::Checker;
use crate::check::flow::facts::{learn, passed, picked};
use crate::check::hints::is_literal;
use crate::check::types::expr::unknown;
use crate::check::types::scope::Scope;
use crate::hir::{ElseBlock, Expr, ExprKind, LoopBlock, Stmt, StmtKind, ThenBlock};
use crate::language::{Fixed, GAME, Verb};
use crate::resolve::{Symbol, Target};
use crate::types::Type;

impl Checker<'_> {
    /// A block with its own names.
    pub(in crate::check) fn block(&mut self, scope: &mut Scope, block: &ast::Block) -> Vec<Stmt> {
        let mark = scope.mark();
        self.note_statement(scope, block.span, block.span.start);
        let stmts = self.statements(scope, block);
        let ended = scope.end(&mark);
        for local in
            ended.iter().filter(|l| !l.used && !l.name.starts_with('_') && Fixed::find(&l.name).is_none())
        {
            self.report(
                Diagnostic::new(Code::Unused, local.span, format!("nothing reads `{}`", local.name))
                    .help("leave out the name, or begin it with `_`"),
            );
        }
        stmts
    }

    fn statements(&mut self, scope: &mut Scope, block: &ast::Block) -> Vec<Stmt> {
        let mut out = Vec::new();
        let mut left = false;
        for stmt in &block.stmts {
            if left {
                self.report(
                    Diagnostic::new(Code::Unreachable, stmt.span, "this is never reached")
                        .help("the statement before it always leaves the effect"),
                );
                break;
            }
            let kind = self.statement(scope, stmt);
            self.note_statement(scope, block.span, stmt.span.end);
            if let Some(kind) = kind {
                out.push(Stmt { kind, span: stmt.span });
            }
            left = leaves(stmt);
        }
        out
    }

    fn statement(&mut self, scope: &mut Scope, stmt: &ast::Stmt) -> Option<StmtKind> {
        match &stmt.kind {
            Ast::Let { name, value } => Some(self.let_local(scope, name, value)),
            Ast::Choose { name, choice } => Some(self.choose(scope, name.as_ref(), choice)),
            Ast::Modes { question, modes } => Some(self.modes(scope, question, modes)),
            Ast::Window { question, window } => self.window(scope, question, window, stmt.span),
            Ast::May { question, body } => Some(self.may(scope, question, body)),
            Ast::Set { target, value, openly } => self.set(scope, target, value, *openly),
            Ast::If { cond, then, orelse } => Some(self.branch(scope, cond, then, orelse.as_ref())),
            Ast::For { query, body } => Some(self.for_each(scope, query, body)),
            Ast::While { cond, body } => Some(self.while_loop(scope, cond, body, stmt)),
            Ast::Repeat { count, body } => Some(self.repeat(scope, count, body)),
            Ast::Stop => Some(StmtKind::Stop),
            Ast::Verb { verb, what, clauses } => self.verb(scope, verb, what.as_ref(), clauses, stmt.span),
        }
    }

    /// A new local must not hide a global name or another local.
    pub(in crate::check) fn check_local_name(&mut self, scope: &mut Scope, name: &ast::Ident) {
        let first = scope.find(&name.name).map(|l| l.span);
        let first = first.or_else(|| self.names.global_place(&name.name));
        self.names.draft.define(Target::Local(name.span), &name.name, name.span);
        if let Some(first) = first {
            self.report(
                Diagnostic::new(
                    Code::HiddenName,
                    name.span,
                    format!("`{}` is already a name here", name.name),
                )
                .other(first, "the other one")
                .help("give the local another name"),
            );
        } else if Fixed::find(&name.name).is_some() {
            self.report(Diagnostic::new(
                Code::BadName,
                name.span,
                format!("`{}` has a fixed meaning", name.name),
            ));
        }
    }

    fn let_local(&mut self, scope: &mut Scope, name: &ast::Ident, value: &ast::Expr) -> StmtKind {
        let plain = is_literal(value);
        let value = if matches!(value.kind, ast::ExprKind::Query(_)) {
            self.list(scope, value)
        } else {
            self.expr(scope, value)
        };
        self.check_local_name(scope, name);
        let ty = if value.ty.is_nothing() { Type::UNKNOWN } else { value.ty };
        self.note_local(name.span, ty, plain);
        let id = scope.local(&name.name, ty, name.span);
        picked(scope, &value, id);
        if matches!(value.kind, ExprKind::GameVar(var) | ExprKind::VarOf(var, _) if self.out.vars[var.index()].by_name)
        {
            scope.names(id);
        }
        StmtKind::Let(id, value)
    }

    fn set(
        &mut self,
        scope: &mut Scope,
        target: &ast::Expr,
        value: &ast::Expr,
        openly: bool,
    ) -> Option<StmtKind> {
        let place = self.expr_target(scope, target);
        if place.ty.is_unknown() {
            self.expr(scope, value);
            return None;
        }
        if let (ExprKind::PhaseNumber(phase), true) = (&place.kind, scope.makes_position) {
            return Some(StmtKind::SetNumber(
                *phase,
                self.expr_as(scope, value, Type::INT, "the new number"),
            ));
        }
        let Some((var, of)) = self.variable(&place) else {
            self.expr(scope, value);
            if !self.hides_a_global(scope, target) {
                self.report(Diagnostic::new(Code::NotSettable, target.span, "this can't be set").help(
                    "only variables declared under `state` can be; a local keeps its value, a card is moved or turned",
                ));
            }
            return None;
        };
        let ty = self.out.vars[var.index()].ty;
        let value = self.expr_as(scope, value, ty, "the new value");
        if !openly {
            self.check_set(&place, &value, (target, target.span.to(value.span)));
        }
        scope.changed();
        Some(StmtKind::Set(var, of, value, openly))
    }

    /// Whether a word is a local with the name of something global, which was reported where the local is defined.
    fn hides_a_global(&self, scope: &mut Scope, ast: &ast::Expr) -> bool {
        let ast::ExprKind::Name(word) = &ast.kind else { return false };
        scope.find(word).is_some() && self.names.global(word).is_some()
    }

    /// The target of `set`: like an expression, but a known value is no reason to narrow it, and writing is no use.
    fn expr_target(&mut self, scope: &mut Scope, target: &ast::Expr) -> Expr {
        if self.nearly(scope, target, |symbol| matches!(symbol, Symbol::Var(_))) {
            return unknown(target.span);
        }
        let before = self.names.draft.len();
        let place = self.expr(scope, target);
        if self.variable(&place).is_some() {
            let name =
                if let ast::ExprKind::Field { name, .. } = &target.kind { name.span } else { target.span };
            self.names.draft.written(before, name);
        }
        place
    }

    fn branch(
        &mut self,
        scope: &mut Scope,
        cond: &ast::Expr,
        then: &ast::Block,
        orelse: Option<&ast::Block>,
    ) -> StmtKind {
        let test = self.condition(scope, cond);
        self.check_branches(then, orelse, cond.span);
        self.check_tested(scope, &test);
        let mark = scope.mark();
        learn(scope, &test, true);
        let yes = self.block(scope, then);
        scope.forget(&mark);
        let no = orelse.map(|block| {
            learn(scope, &test, false);
            let no = self.block(scope, block);
            scope.forget(&mark);
            no
        });
        [then]
            .into_iter()
            .chain(orelse)
            .filter(|block| !always_leaves(block))
            .for_each(|b| unlearn(scope, b));
        match orelse {
            None if always_leaves(then) => learn(scope, &test, false),
            Some(block) if always_leaves(block) && !changes(then) => learn(scope, &test, true),
            _ => {}
        }
        StmtKind::If(test, ThenBlock(yes), ElseBlock(no.unwrap_or_default()))
    }

    fn for_each(&mut self, scope: &mut Scope, query: &ast::Query, body: &ast::Block) -> StmtKind {
        let list = self.query(scope, query).list;
        unlearn(scope, body);
        let mark = scope.mark();
        let (name, span) = match &query.binder {
            Some(binder) => {
                self.check_local_name(scope, binder);
                let element = list.ty.element();
                self.note_local(binder.span, element, self.says_type(&query.noun, element));
                (binder.name.as_str(), binder.span)
            }
            None => (Fixed::It.name(), query.noun.span),
        };
        let id = scope.local(name, list.ty.element(), span);
        passed(scope, &list, id);
        scope.slots(3);
        let body = self.block(scope, body);
        scope.end(&mark);
        StmtKind::For(id, list, LoopBlock(body))
    }

    fn while_loop(
        &mut self,
        scope: &mut Scope,
        cond: &ast::Expr,
        body: &ast::Block,
        stmt: &ast::Stmt,
    ) -> StmtKind {
        scope.changed();
        unlearn(scope, body);
        let test = self.condition(scope, cond);
        let endless = matches!(cond.kind, ast::ExprKind::Bool(true)) && !can_leave(body);
        if endless || (!changes(body) && !can_leave(body)) {
            self.report(
                Diagnostic::new(Code::EndlessLoop, cond.span, "this loop can never end")
                    .other(stmt.span, "nothing in it changes the condition, and it has no `stop`"),
            );
        }
        let mark = scope.mark();
        learn(scope, &test, true);
        let body = self.block(scope, body);
        scope.forget(&mark);
        scope.changed();
        StmtKind::While(test, LoopBlock(body))
    }

    fn repeat(&mut self, scope: &mut Scope, count: &ast::Expr, body: &ast::Block) -> StmtKind {
        let count = self.expr_as(scope, count, Type::INT, "how often this is repeated");
        self.check_count(&count, "the number of rounds");
        let local = scope.slots(1);
        unlearn(scope, body);
        let body = self.block(scope, body);
        StmtKind::Repeat(local, count, LoopBlock(body))
    }
}

/// Whether a statement is one that leaves the effect.
fn is_exit(stmt: &ast::Stmt) -> bool {
    if let Ast::Verb { verb, what: Some(what), .. } = &stmt.kind {
        return Verb::find(&verb.name) == Some(Verb::End)
            && matches!(&what.kind, ast::ExprKind::Name(word) if word == GAME);
    }
    matches!(stmt.kind, Ast::Stop)
}

/// Whether a statement always leaves the effect.
fn leaves(stmt: &ast::Stmt) -> bool {
    if let Ast::If { then, orelse: Some(orelse), .. } = &stmt.kind {
        return always_leaves(then) && always_leaves(orelse);
    }
    is_exit(stmt)
}

/// Whether a block always leaves the effect.
pub(in crate::check) fn always_leaves(block: &ast::Block) -> bool {
    block.stmts.iter().any(leaves)
}

/// Whether a block may leave the effect.
fn can_leave(block: &ast::Block) -> bool {
    block.any(&is_exit)
}

/// Forgets what a block may change: after the block, and before one that runs again and again.
pub(super) fn unlearn(scope: &mut Scope, block: &ast::Block) {
    if changes(block) {
        scope.changed();
    }
    block.every(&mut |stmt| {
        if let Ast::Set { target: ast::Expr { kind: ast::ExprKind::Name(name), .. }, .. } = &stmt.kind
            && let Some(local) = scope.find(name).map(|local| local.id)
        {
            scope.assigned(local);
        }
    });
}

/// Whether a block changes anything but its own locals.
fn changes(block: &ast::Block) -> bool {
    block.any(&|stmt| match &stmt.kind {
        Ast::Set { .. } | Ast::Window { .. } => true,
        Ast::Verb { verb, .. } => Verb::find(&verb.name) != Some(Verb::Say),
        Ast::If { .. } | Ast::For { .. } | Ast::While { .. } | Ast::Repeat { .. } => false,
        Ast::May { .. } | Ast::Modes { .. } => false,
        Ast::Let { .. } | Ast::Choose { .. } | Ast::Stop => false,
    })
}

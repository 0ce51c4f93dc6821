//! Type checking of statements.

mod asked;
mod asking;
mod choices;
mod given;
mod lines;
mod locals;
mod told;

use ludex_grammar::ast::{self, StmtKind as Ast};
use ludex_grammar::codes::Code;
use ludex_grammar::diagnostic::Diagnostic;
use ludex_grammar::print;
use ludex_grammar::span::Span;

use crate::check::Checker;
use crate::check::flow::facts::{learn, passed};
use crate::check::types::expr::kept::set_of;
use crate::check::types::expr::unknown;
use crate::check::types::scope::{Mark, Scope};
use crate::hir::{ElseBlock, Expr, ExprKind, LoopBlock, Stmt, StmtKind, ThenBlock};
use crate::language::{Fixed, GAME, Verb};
use crate::resolve::Symbol;
use crate::types::Type;

use asking::Asking;

/// Statements that one source statement is desugared to, in order.
pub(super) type Steps = Vec<StmtKind>;

impl Checker<'_> {
    /// Checks a block with its own scope.
    pub(in crate::check) fn block(&mut self, scope: &mut Scope, block: &ast::Block) -> Vec<Stmt> {
        let mark = scope.mark();
        self.note_statement(scope, block.span, block.span.start);
        let stmts = self.statements(scope, block);
        self.end_names(scope, &mark);
        stmts
    }

    /// Ends the scope since a mark, and reports unread locals.
    fn end_names(&mut self, scope: &mut Scope, mark: &Mark) {
        let ended = scope.end(mark);
        for local in
            ended.iter().filter(|l| !l.used && !l.name.starts_with('_') && Fixed::find(&l.name).is_none())
        {
            self.report(
                Diagnostic::new(Code::Unused, local.span, format!("nothing reads `{}`", local.name))
                    .help("leave out the name, or begin it with `_`"),
            );
        }
    }

    fn statements(&mut self, scope: &mut Scope, block: &ast::Block) -> Vec<Stmt> {
        let mut out = Vec::new();
        let mut left = false;
        for stmt in &block.stmts {
            if left {
                self.report(
                    Diagnostic::new(Code::DoesNothing, stmt.span, "this is never reached")
                        .help("the statement before it always leaves the effect"),
                );
                break;
            }
            let steps = self.statement(scope, stmt);
            self.note_statement(scope, block.span, stmt.span.end);
            out.extend(steps.into_iter().map(|kind| Stmt { kind, span: stmt.span }));
            left = leaves(stmt);
        }
        out
    }

    fn statement(&mut self, scope: &mut Scope, stmt: &ast::Stmt) -> Steps {
        let steps = match &stmt.kind {
            Ast::Let { name, ty, value } => vec![self.let_local(scope, name, ty.as_ref(), value)],
            Ast::LetWait { name, ty, wait } => self.let_wait(scope, name, ty.as_ref(), wait),
            Ast::Choose { name, choice } => vec![self.choose(scope, name.as_ref(), choice)],
            Ast::Modes { question, modes } => return vec![self.modes(scope, question, modes)],
            Ast::Window { question, window } => {
                Vec::from_iter(self.window(scope, question, window, stmt.span))
            }
            Ast::May { question, body, orelse } => {
                return self.may(scope, question, body, orelse.as_ref());
            }
            Ast::Asking { together, players, asked, until, body } => self.asking(
                scope,
                &Asking { stmt, together: *together, players, asked, until: *until, body: body.as_ref() },
            ),
            Ast::Set { target, value, openly } => return self.set(scope, stmt, (target, value), *openly),
            Ast::SetWait { target, wait, openly } => {
                return self.set_wait(scope, stmt, (target, wait), *openly);
            }
            Ast::Give { value } => self.give(scope, value, stmt.span),
            Ast::If { cond, then, orelse } => return vec![self.branch(scope, cond, then, orelse.as_ref())],
            Ast::IfAsked { asked, then, orelse } => {
                return self.if_asked(scope, stmt, asked, (then, orelse.as_ref()));
            }
            Ast::For { query, body } => return vec![self.for_each(scope, query, body)],
            Ast::While { cond, body } => return vec![self.while_loop(scope, cond, body, stmt)],
            Ast::WhileAsked { asked, body } => return self.while_asked(scope, stmt, asked, body),
            Ast::Repeat { count, body } => return vec![self.repeat(scope, count, body)],
            Ast::Stop => vec![self.stop(scope, stmt.span)],
            Ast::Verb { verb, what, clauses } => self.verb(scope, verb, what.as_ref(), clauses, stmt.span),
        };
        self.unlearn_stmt(scope, stmt);
        steps
    }

    /// Checks `set` of a local or variable.
    fn set(
        &mut self,
        scope: &mut Scope,
        stmt: &ast::Stmt,
        (target, value): (&ast::Expr, &ast::Expr),
        openly: bool,
    ) -> Steps {
        if let Some(local) = self.local_target(scope, target) {
            return Vec::from_iter(self.set_local(scope, stmt, (&local, target), value, openly));
        }
        let step = self.set_variable(scope, (target, value.span), openly, |me, scope, ty| match ty {
            Some(ty) => me.expr_as(scope, value, ty, "the new value"),
            None => me.expr(scope, value),
        });
        self.unlearn_stmt(scope, stmt);
        Vec::from_iter(step)
    }

    /// Checks `set` of a variable. `typed` checks the value against the expected type.
    fn set_variable(
        &mut self,
        scope: &mut Scope,
        (target, value_at): (&ast::Expr, Span),
        openly: bool,
        typed: impl FnOnce(&mut Self, &mut Scope, Option<Type>) -> Expr,
    ) -> Option<StmtKind> {
        let place = self.expr_target(scope, target);
        if place.ty.is_unknown() {
            typed(self, scope, None);
            return None;
        }
        if let (ExprKind::PhaseNumber(phase), true) = (&place.kind, scope.makes_position) {
            return Some(StmtKind::SetNumber(*phase, typed(self, scope, Some(Type::INT))));
        }
        let Some((var, of, key)) = self.variable(&place) else {
            typed(self, scope, None);
            if !self.hides_a_global(scope, target) {
                let problem = Diagnostic::new(Code::NotSettable, target.span, "this can't be set");
                self.report(problem.help(match set_of(&place) {
                    Some(_) => {
                        let target = print::expr(target);
                        format!("set the value of one key: `set {target}[KEY] = true`, for several keys in a loop")
                    }
                    None => "only variables of `state` and locals can be set; use `move` or `turn` for cards".to_owned(),
                }));
            }
            return None;
        };
        let ty = self.out.vars[var.index()].ty;
        let value = typed(self, scope, Some(ty));
        if !openly {
            self.check_set(&place, &value, (target, target.span.to(value_at)));
        }
        Some(StmtKind::Set(var, of, key, value, openly))
    }

    /// Returns true if a word is a local with the name of a global, which was reported at its definition.
    fn hides_a_global(&self, scope: &mut Scope, ast: &ast::Expr) -> bool {
        let ast::ExprKind::Name(word) = &ast.kind else { return false };
        scope.find(word).is_some() && self.names.global(word).is_some()
    }

    /// Checks the target of `set`. Facts must not narrow its type, and the write is not a read.
    fn expr_target(&mut self, scope: &mut Scope, target: &ast::Expr) -> Expr {
        if self.report_misspelling(scope, target, |symbol| matches!(symbol, Symbol::Var(_))) {
            return unknown(target.span);
        }
        let before = self.names.draft.so_far();
        let place = self.expr(scope, target);
        if self.variable(&place).is_some() {
            let whole = if let ast::ExprKind::Index { base, .. } = &target.kind { base } else { target };
            let name =
                if let ast::ExprKind::Field { name, .. } = &whole.kind { name.span } else { whole.span };
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
        self.check_empty_branches(then, orelse, cond.span);
        self.check_literal(cond, &[true, false], "leave the condition out, or change it");
        self.check_tested(scope, &test);
        self.branches(scope, test, (then, orelse), |_, _| Vec::new())
    }

    /// Checks two blocks and their test. `bind` returns the first statements of the first block, and adds its
    /// names to the scope.
    fn branches(
        &mut self,
        scope: &mut Scope,
        test: Expr,
        (then, orelse): (&ast::Block, Option<&ast::Block>),
        bind: impl FnOnce(&mut Self, &mut Scope) -> Vec<Stmt>,
    ) -> StmtKind {
        let mark = scope.mark();
        learn(scope, &test, true);
        let mut yes = bind(self, scope);
        yes.extend(self.block(scope, then));
        self.end_names(scope, &mark);
        let no = orelse.map(|block| {
            learn(scope, &test, false);
            let no = self.block(scope, block);
            scope.forget(&mark);
            no
        });
        for block in [then].into_iter().chain(orelse).filter(|block| !always_leaves(block)) {
            self.unlearn(scope, block);
        }
        match orelse {
            None if always_leaves(then) => learn(scope, &test, false),
            Some(block) if always_leaves(block) => {
                learn(scope, &test, true);
                self.unlearn(scope, then);
            }
            _ => {}
        }
        StmtKind::If(test, ThenBlock(yes), ElseBlock(no.unwrap_or_default()))
    }

    fn for_each(&mut self, scope: &mut Scope, query: &ast::Query, body: &ast::Block) -> StmtKind {
        let list = self.query(scope, query);
        self.check_empty_block(body, query.span);
        self.unlearn(scope, body);
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
        if list.ty.is_unknown() && query.binder.is_none() {
            // if the noun is missing, the word in its position may be a name
            scope.name(id, &query.noun.name, Type::UNKNOWN, span);
        }
        passed(scope, &list, id);
        // candidates were tested in advance: an earlier iteration may have invalidated the facts
        self.unlearn(scope, body);
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
        self.unlearn(scope, body);
        let test = self.condition(scope, cond);
        self.check_literal(cond, &[false], "leave the loop out, or change its condition");
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
        StmtKind::While(test, LoopBlock(body))
    }

    fn repeat(&mut self, scope: &mut Scope, count: &ast::Expr, body: &ast::Block) -> StmtKind {
        let count = self.expr_as(scope, count, Type::INT, "the number of repetitions");
        self.check_count(&count, "the number of rounds");
        self.check_times(&count);
        self.check_empty_block(body, count.span);
        let local = scope.slots(1);
        self.unlearn(scope, body);
        let body = self.block(scope, body);
        StmtKind::Repeat(local, count, LoopBlock(body))
    }
}

/// Returns true if a statement itself leaves the effect.
fn is_exit(stmt: &ast::Stmt) -> bool {
    if let Ast::Verb { verb, what: Some(what), .. } = &stmt.kind {
        return Verb::find(&verb.name) == Some(Verb::End)
            && matches!(&what.kind, ast::ExprKind::Name(word) if word == GAME);
    }
    matches!(stmt.kind, Ast::Stop | Ast::Give { .. })
}

/// Returns true if a statement always leaves the effect.
fn leaves(stmt: &ast::Stmt) -> bool {
    if let Ast::If { then, orelse: Some(orelse), .. }
    | Ast::IfAsked { then, orelse: Some(orelse), .. }
    | Ast::May { body: then, orelse: Some(orelse), .. } = &stmt.kind
    {
        return always_leaves(then) && always_leaves(orelse);
    }
    is_exit(stmt)
}

pub(in crate::check) fn always_leaves(block: &ast::Block) -> bool {
    block.stmts.iter().any(leaves)
}

/// Returns true if a block may leave the effect.
fn can_leave(block: &ast::Block) -> bool {
    block.any(&is_exit)
}

fn changes(block: &ast::Block) -> bool {
    block.any(&|stmt| match &stmt.kind {
        Ast::Set { .. } | Ast::SetWait { .. } | Ast::Window { .. } => true,
        Ast::Asking { asked, .. } => matches!(asked, ast::PutTo::Window { .. }),
        Ast::Verb { verb, .. } => Verb::find(&verb.name) != Some(Verb::Say),
        Ast::LetWait { wait, .. } | Ast::Give { value: ast::Whole::Wait(wait) } => runs(wait),
        Ast::IfAsked { asked, .. } | Ast::WhileAsked { asked, .. } => match asked {
            ast::Asked::Let { value: ast::Whole::Wait(wait), .. } | ast::Asked::Holds { wait, .. } => {
                runs(wait)
            }
            ast::Asked::Let { value: ast::Whole::Expr(_), .. } => false,
        },
        Ast::If { .. } | Ast::For { .. } | Ast::While { .. } | Ast::Repeat { .. } => false,
        Ast::May { .. } | Ast::Modes { .. } => false,
        Ast::Let { .. } | Ast::Choose { .. } | Ast::Give { .. } | Ast::Stop => false,
    })
}

/// Returns true if another effect runs to compute the value.
fn runs(wait: &ast::Wait) -> bool {
    !matches!(wait, ast::Wait::Choice(_))
}

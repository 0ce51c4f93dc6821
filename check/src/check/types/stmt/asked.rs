//! Desugars `if let`, `while let`, `if do` and `while do`.
//!
//! Executes the operand first, then tests its presence or truth.

use ludex_grammar::ast::{self, Asked, Wait, Whole};
use ludex_grammar::codes::Code;
use ludex_grammar::diagnostic::Diagnostic;

use super::choices::Pick;
use super::{Steps, can_leave, changes, runs};
use crate::check::Checker;
use crate::check::types::expr::{make, unknown};
use crate::check::types::scope::Scope;
use crate::hir::{Expr, ExprKind, LoopBlock, Stmt, StmtKind};
use crate::ids::LocalId;
use crate::types::{Base, Type};

/// An operand, prepared for the test.
struct Ready<'a> {
    /// Steps before the test.
    before: Steps,
    test: Expr,
    /// The name that the block binds if the test holds.
    name: Option<Named<'a>>,
}

/// A name bound in the block.
struct Named<'a> {
    name: &'a ast::Ident,
    id: LocalId,
    ty: Type,
    /// A choice to be made after the test for candidates.
    pick: Option<Pick>,
    value: Option<Expr>,
}

impl Checker<'_> {
    /// Checks `if let x = … { … } else { … }` and `if do p(…) { … }`.
    pub(super) fn if_asked(
        &mut self,
        scope: &mut Scope,
        stmt: &ast::Stmt,
        asked: &Asked,
        blocks: (&ast::Block, Option<&ast::Block>),
    ) -> Steps {
        let Ready { before, test, name } = self.ready(scope, asked);
        if !runs_others(asked) {
            self.check_empty_branches(blocks.0, blocks.1, test.span);
        } else {
            // this also forgets the changes of the blocks, which is more than necessary
            self.unlearn_stmt(scope, stmt);
        }
        let branch = self.branches(scope, test, blocks, |me, scope| me.bring(scope, name, stmt));
        before.into_iter().chain([branch]).collect()
    }

    /// Checks `while let x = … { … }` and `while do p(…) { … }`. A local stores whether to continue.
    pub(super) fn while_asked(
        &mut self,
        scope: &mut Scope,
        stmt: &ast::Stmt,
        asked: &Asked,
        body: &ast::Block,
    ) -> Steps {
        self.unlearn_stmt(scope, stmt);
        let again = scope.slots(1);
        let Ready { before, test, name } = self.ready(scope, asked);
        self.check_ends(asked, &test, body);
        let mut round = self.branches(scope, test, (body, None), |me, scope| me.bring(scope, name, stmt));
        let truth = |value: bool| make(ExprKind::Const(i32::from(value)), Type::BOOL, stmt.span);
        let at = |kind: StmtKind| Stmt { kind, span: stmt.span };
        if let StmtKind::If(_, block, _) = &mut round {
            block.0.push(at(StmtKind::Let(again, truth(true))));
        }
        let mut rounds = vec![at(StmtKind::Let(again, truth(false)))];
        rounds.extend(before.into_iter().chain([round]).map(at));
        let test = make(ExprKind::Local(again), Type::BOOL, stmt.span);
        vec![StmtKind::Let(again, truth(true)), StmtKind::While(test, LoopBlock(rounds))]
    }

    /// Reports a loop that never changes its operand: it ends by a choice only, or never.
    fn check_ends(&mut self, asked: &Asked, test: &Expr, body: &ast::Block) {
        if changes(body) || can_leave(body) || runs_others(asked) {
            return;
        }
        let declines = matches!(asked, Asked::Let { value: Whole::Wait(Wait::Choice(choice)), .. }
            if choice.may || choice.count.is_some());
        let problem = match declines {
            true => Diagnostic::new(Code::DoesNothing, test.span, "nothing in this loop changes the options")
                .help("the loop ends when no option is chosen: remove the chosen option, or leave the loop"),
            false => Diagnostic::new(Code::EndlessLoop, test.span, "this loop can never end")
                .label("nothing in it changes this, and it has no `stop`"),
        };
        self.report(problem);
    }

    fn ready<'a>(&mut self, scope: &mut Scope, asked: &'a Asked) -> Ready<'a> {
        match asked {
            Asked::Let { name, value: Whole::Expr(value) } => self.ready_value(scope, name, value),
            Asked::Let { name, value: Whole::Wait(Wait::Choice(choice)) } => {
                self.ready_choice(scope, name, choice)
            }
            Asked::Let { name, value: Whole::Wait(wait) } => {
                let taken = self.taken(scope, wait);
                self.check_local_name(scope, name);
                let Some((step, value)) = taken else { return failed(scope, name) };
                self.check_maybe(&value, name);
                let ExprKind::Local(id) = value.kind else { return failed(scope, name) };
                let test = is_there(id, value.ty, value.span);
                let ty = value.ty.present();
                Ready {
                    before: vec![step],
                    test,
                    name: Some(Named { name, id, ty, pick: None, value: None }),
                }
            }
            Asked::Holds { negated, wait } => {
                let Some((step, value)) = self.taken(scope, wait) else {
                    let test = unknown(ludex_grammar::span::Span::default());
                    return Ready { before: Vec::new(), test, name: None };
                };
                let mut test = self.coerce(value, Type::BOOL, "a condition");
                if *negated {
                    let span = test.span;
                    test = make(ExprKind::Not(Box::new(test)), Type::BOOL, span);
                }
                Ready { before: vec![step], test, name: None }
            }
        }
    }

    fn ready_value<'a>(&mut self, scope: &mut Scope, name: &'a ast::Ident, value: &ast::Expr) -> Ready<'a> {
        let value = self.first_value(scope, value, None);
        self.check_local_name(scope, name);
        self.check_maybe(&value, name);
        let id = scope.slots(1);
        scope.holds(id, value.ty);
        let test = is_there(id, value.ty, value.span);
        let ty = if value.ty.is_nothing() { Type::UNKNOWN } else { value.ty.present() };
        let named = Named { name, id, ty, pick: None, value: Some(value.clone()) };
        Ready { before: vec![StmtKind::Let(id, value)], test, name: Some(named) }
    }

    /// Prepares a choice. A mandatory choice is preceded by a test for candidates.
    fn ready_choice<'a>(
        &mut self,
        scope: &mut Scope,
        name: &'a ast::Ident,
        choice: &ast::Choice,
    ) -> Ready<'a> {
        let pick = self.pick(scope, choice, true);
        self.check_local_name(scope, name);
        let (ty, id) = (pick.ty, scope.slots(1));
        scope.holds(id, ty);
        let named = |pick| Some(Named { name, id, ty: ty.present(), pick, value: None });
        match pick.list_before() {
            Some(list) => {
                let test = make(ExprKind::Any(Box::new(list.clone())), Type::BOOL, choice.query.span);
                Ready { before: Vec::new(), test, name: named(Some(pick)) }
            }
            None => {
                let step = pick.into(scope, id);
                let test = is_there(id, ty, choice.span);
                Ready { before: vec![step], test, name: named(None) }
            }
        }
    }

    /// Binds the name at the start of a block, and returns the statement that makes the choice, if any.
    fn bring(&mut self, scope: &mut Scope, named: Option<Named<'_>>, stmt: &ast::Stmt) -> Vec<Stmt> {
        let Some(Named { name, id, ty, pick, value }) = named else { return Vec::new() };
        let step = pick.map(|pick| Stmt { kind: pick.into(scope, id), span: stmt.span });
        self.note_local(name.span, ty, false);
        scope.name(id, &name.name, ty, name.span);
        if let Some(value) = value {
            self.takes(scope, (id, ty), &value);
        }
        Vec::from_iter(step)
    }

    /// Warns of a value that is never missing.
    fn check_maybe(&mut self, value: &Expr, name: &ast::Ident) {
        if value.ty.is_optional() || value.ty.is_list() || value.ty.is_unknown() {
            return;
        }
        let message = format!("`{}` is always there", name.name);
        let problem = Diagnostic::new(Code::TestAlwaysKnown, value.span, message);
        self.report(problem.help(match value.ty.base() == Base::Bool {
            true => "does it hold: `if do claim(…) { … }`, `if test { … }`".to_owned(),
            false => format!("write `let {} = …` on a line of its own", name.name),
        }));
    }
}

/// Creates a test that a value is present, and non-empty if it is a list.
pub(super) fn is_there(id: LocalId, ty: Type, span: ludex_grammar::span::Span) -> Expr {
    let local = |ty: Type| Box::new(make(ExprKind::Local(id), ty, span));
    let test = |kind: ExprKind| make(kind, Type::BOOL, span);
    match (ty.is_list(), ty.is_optional()) {
        (false, _) => test(ExprKind::Exists(local(ty))),
        (true, false) => test(ExprKind::Any(local(ty))),
        (true, true) => {
            let (exists, any) = (ExprKind::Exists(local(ty)), ExprKind::Any(local(ty.present())));
            test(ExprKind::And(Box::new(test(exists)), Box::new(test(any))))
        }
    }
}

/// Prepares an operand whose error was already reported.
fn failed<'a>(scope: &mut Scope, name: &'a ast::Ident) -> Ready<'a> {
    let id = scope.slots(1);
    let named = Named { name, id, ty: Type::UNKNOWN, pick: None, value: None };
    Ready { before: Vec::new(), test: unknown(name.span), name: Some(named) }
}

/// Returns true if the operand runs another effect.
fn runs_others(asked: &Asked) -> bool {
    match asked {
        Asked::Let { value: Whole::Wait(wait), .. } | Asked::Holds { wait, .. } => runs(wait),
        Asked::Let { value: Whole::Expr(_), .. } => false,
    }
}

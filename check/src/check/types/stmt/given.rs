//! Type checking of `give`, `stop`, and values that may wait for a decision.

use ludex_grammar::ast::{self, Wait, Whole};
use ludex_grammar::codes::Code;
use ludex_grammar::diagnostic::Diagnostic;
use ludex_grammar::span::Span;

use super::{Steps, is_exit};
use crate::check::Checker;
use crate::check::types::expr::make;
use crate::check::types::scope::{GiveMeaning, Scope};
use crate::hir::{Expr, ExprKind, Into, StmtKind};
use crate::types::Type;

/// Help for effects that can't return a value.
const NO_PROCEDURE: &str =
    "use `stop` to leave an action, an ability or a phase; `give` needs a procedure with `gives: TYPE`";

impl Checker<'_> {
    /// Assigns a value that may wait to a slot of its own. Returns the step and the value; reports operands
    /// without a value.
    pub(super) fn taken(&mut self, scope: &mut Scope, wait: &Wait) -> Option<(StmtKind, Expr)> {
        match wait {
            Wait::Choice(choice) => {
                let pick = self.pick(scope, choice, false);
                let (ty, id) = (pick.ty, scope.slots(1));
                scope.holds(id, ty);
                let step = pick.into(scope, id);
                Some((step, make(ExprKind::Local(id), ty, choice.span)))
            }
            Wait::Do(called) => {
                let (procedure, args) = self.called_procedure(scope, &called.call)?;
                let Some(ty) = self.out.procedures[procedure.index()].gives else {
                    self.gives_nothing(procedure, called.span);
                    return None;
                };
                let id = scope.slots(1);
                scope.holds(id, ty);
                let value = make(ExprKind::Local(id), ty, called.span);
                Some((StmtKind::Do(Into(Some(id)), procedure, args), value))
            }
            Wait::Emit(called) => {
                let (event, args) = self.emit(scope, &called.call)?;
                let def = &self.out.events[event.index()];
                let Some(ty) = def.changing.map(|fact| def.params[fact].1) else {
                    let message = "reactions can't change a fact of this event, so it gives no value";
                    let problem = Diagnostic::new(Code::TypeMismatch, called.span, message);
                    let help = "declare the fact that they can change, as in `amount: changing int`; or put `emit` on a line of its own";
                    self.report(problem.help(help));
                    return None;
                };
                let id = scope.slots(1);
                scope.holds(id, ty);
                let value = make(ExprKind::Local(id), ty, called.span);
                Some((StmtKind::Emit(Into(Some(id)), event, args), value))
            }
        }
    }

    fn gives_nothing(&mut self, procedure: crate::ids::ProcedureId, span: Span) {
        let raw = &self.raw.procedures[procedure.index()];
        let message = format!("the procedure `{}` gives no value", raw.name.value);
        let problem = Diagnostic::new(Code::TypeMismatch, span, message);
        self.report(
            problem
                .other(raw.name.span, "declare its type here: `gives: TYPE`")
                .help("or put the call on a line of its own"),
        );
    }

    /// Checks a return statement: `give …`.
    pub(super) fn give(&mut self, scope: &mut Scope, value: &Whole, span: Span) -> Steps {
        let gives = scope.gives;
        let wanted = if let GiveMeaning::Procedure(ty) = gives { Some(ty) } else { None };
        let (mut steps, value) = match value {
            Whole::Expr(value) => match (wanted, gives) {
                (Some(ty), _) => (Vec::new(), self.expr_as(scope, value, ty, "what is given")),
                (None, GiveMeaning::Function(so_far)) => {
                    (Vec::new(), self.given_so_far(scope, value, so_far))
                }
                (None, _) => (Vec::new(), self.expr(scope, value)),
            },
            Whole::Wait(wait) => {
                let Some((step, value)) = self.taken(scope, wait) else { return Vec::new() };
                let value = match wanted {
                    Some(ty) => self.coerce(value, ty, "what is given"),
                    None => value,
                };
                (vec![step], value)
            }
        };
        match gives {
            GiveMeaning::Nowhere => {
                let problem = Diagnostic::new(Code::BadPlace, span, "the value given here is not used");
                self.report(problem.help(NO_PROCEDURE));
                return Vec::new();
            }
            GiveMeaning::Nothing | GiveMeaning::Part(..) => {
                let problem = Diagnostic::new(
                    Code::BadPlace,
                    span,
                    "this procedure does not declare the type of its value",
                );
                self.report(problem.help("write `gives: TYPE` next to its `do:`, or leave it with `stop`"));
                return Vec::new();
            }
            GiveMeaning::Function(so_far) => {
                scope.gives = GiveMeaning::Function(Some(self.also_given(so_far, &value)))
            }
            GiveMeaning::Procedure(_) => {}
        }
        steps.push(StmtKind::Give(value));
        steps
    }

    /// Checks a value that a function returns. A later value may determine the element type of `[]`.
    fn given_so_far(&mut self, scope: &mut Scope, value: &ast::Expr, so_far: Option<Type>) -> Expr {
        match (&value.kind, so_far) {
            (ast::ExprKind::List(_), Some(ty)) if has_empty(value) && ty.is_list() => {
                self.list_as(scope, value, ty)
            }
            (ast::ExprKind::List(items), _) if items.is_empty() => {
                make(ExprKind::Items(Vec::new()), Type::UNKNOWN, value.span)
            }
            (ast::ExprKind::Query(_), _) => self.list(scope, value),
            _ => self.expr(scope, value),
        }
    }

    /// Returns the common type of a function's previous values and one more.
    fn also_given(&mut self, so_far: Option<Type>, value: &Expr) -> Type {
        let (Some(so_far), false) = (so_far, value.ty.is_unknown()) else {
            return so_far.unwrap_or(value.ty);
        };
        if so_far.is_unknown() {
            return value.ty;
        }
        self.join(so_far, value.ty).unwrap_or_else(|| {
            self.cant_combine("values of one function", so_far, value.ty, value.span);
            Type::UNKNOWN
        })
    }

    /// Checks `stop`, which returns no value.
    pub(super) fn stop(&mut self, scope: &Scope, span: Span) -> StmtKind {
        if let GiveMeaning::Part(fact, ty) = scope.gives {
            return StmtKind::Give(make(ExprKind::Local(fact), ty, span));
        }
        if let GiveMeaning::Procedure(ty) = scope.gives
            && !ty.is_optional()
            && !ty.is_unknown()
        {
            let found = self.type_name(ty);
            let message = format!("`stop` gives no value, but this procedure gives {found}");
            let problem = Diagnostic::new(Code::GivesNothing, span, message);
            self.report(problem.help(format!("write `give …`, or `gives: {found}?` in its section")));
        }
        StmtKind::Stop
    }

    /// Reports an effect whose end is reachable without a value.
    pub(in crate::check) fn check_end(&mut self, name: &crate::load::raw::Name, ty: Type, body: &ast::Block) {
        if ty.is_optional() || ty.is_unknown() || always_gives(body) {
            return;
        }
        let found = self.type_name(ty);
        let message = format!("`{}` gives {found}, but a path through it gives no value", name.value);
        let problem = Diagnostic::new(Code::GivesNothing, name.span, message);
        let problem = match body.stmts.last() {
            Some(last) => problem.other(last.span, "after this, no value is given"),
            None => problem,
        };
        self.report(problem.help(format!("end it with `give …`, or write `gives: {found}?`")));
    }
}

/// Returns true if an expression is `[]`, or a list that contains it.
fn has_empty(value: &ast::Expr) -> bool {
    let ast::ExprKind::List(items) = &value.kind else { return false };
    items.is_empty() || items.iter().any(has_empty)
}

/// Returns true if every path through a block leaves the effect.
pub(super) fn always_gives(block: &ast::Block) -> bool {
    block.stmts.iter().any(|stmt| {
        if let ast::StmtKind::Modes { question, modes } = &stmt.kind {
            return !question.may && modes.iter().all(|mode| always_gives(&mode.body));
        }
        if let ast::StmtKind::If { then, orelse: Some(orelse), .. }
        | ast::StmtKind::IfAsked { then, orelse: Some(orelse), .. } = &stmt.kind
        {
            return always_gives(then) && always_gives(orelse);
        }
        is_exit(stmt)
    })
}

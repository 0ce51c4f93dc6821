//! Type checking of locals: `let` and `set`.

use ludex_grammar::ast::{self, Wait};
use ludex_grammar::codes::Code;
use ludex_grammar::diagnostic::Diagnostic;
use ludex_grammar::print;
use ludex_grammar::span::Span;

use super::Steps;
use crate::check::Checker;
use crate::check::flow::facts::{learn, picked};
use crate::check::hints::is_literal;
use crate::check::types::expr::make;
use crate::check::types::scope::{Local, Scope};
use crate::hir::{Expr, ExprKind, StmtKind};
use crate::ids::LocalId;
use crate::language::Fixed;
use crate::resolve::Target;
use crate::types::Type;

impl Checker<'_> {
    /// Reports a new local that hides a global name or another local.
    pub(in crate::check) fn check_local_name(&mut self, scope: &mut Scope, name: &ast::Ident) {
        self.check_new_name(scope, name, "give the local another name");
    }

    fn check_new_name(&mut self, scope: &mut Scope, name: &ast::Ident, help: &str) {
        let first = scope.find(&name.name).map(|l| l.span);
        let first = first.or_else(|| self.global_in_reach(&name.name, name.span));
        self.names.draft.define(Target::Local(name.span), &name.name, name.span);
        if let Some(first) = first {
            self.report(
                Diagnostic::new(
                    Code::HiddenName,
                    name.span,
                    format!("`{}` is already a name here", name.name),
                )
                .other(first, "the other one")
                .help(help),
            );
        } else if Fixed::find(&name.name).is_some() {
            self.report(Diagnostic::new(
                Code::BadName,
                name.span,
                format!("`{}` has a fixed meaning", name.name),
            ));
        }
    }

    /// Returns the definition of a global with this name. Returns `None` if only an overlay or library
    /// defines it, and the local is elsewhere: then the name denotes the local.
    pub(in crate::check) fn global_in_reach(&self, name: &str, local: Span) -> Option<Span> {
        let place = self.names.global_place(name)?;
        let in_overlay = |span: Span| self.raw.overlays.contains(&span.file);
        let apart = in_overlay(place) && !in_overlay(local)
            || self.raw.is_in_library(place) && !self.raw.is_in_library(local);
        (!apart).then_some(place)
    }

    /// Checks the definition of a local: `let x = …`.
    pub(super) fn let_local(
        &mut self,
        scope: &mut Scope,
        name: &ast::Ident,
        written: Option<&ast::TypeExpr>,
        value: &ast::Expr,
    ) -> StmtKind {
        let ty = written.map(|ty| self.written_type(ty));
        let typed = self.first_value(scope, value, ty);
        let again = scope.find(&name.name).is_some_and(|local| local.begins);
        let help = match again {
            true => format!("to change it write `set {} = {}`", name.name, print::expr(value)),
            false => "give the local another name".to_owned(),
        };
        self.check_new_name(scope, name, &help);
        let ty = ty.unwrap_or(if typed.ty.is_nothing() { Type::UNKNOWN } else { typed.ty });
        self.note_local(name.span, ty, written.is_some() || is_literal(value));
        let id = scope.begin(&name.name, ty, name.span);
        self.takes(scope, (id, ty), &typed);
        StmtKind::Let(id, typed)
    }

    fn written_type(&mut self, ty: &ast::TypeExpr) -> Type {
        self.names.resolve_type(ty, &mut self.problems)
    }

    /// Checks the value of `let`: a query is a list.
    pub(super) fn first_value(&mut self, scope: &mut Scope, value: &ast::Expr, ty: Option<Type>) -> Expr {
        let is_query = matches!(value.kind, ast::ExprKind::Query(_));
        match ty {
            Some(ty) if !is_query => self.expr_as(scope, value, ty, "the first value"),
            Some(ty) => {
                let list = self.list(scope, value);
                self.coerce(list, ty, "the first value")
            }
            None if is_query => self.list(scope, value),
            None => self.expr(scope, value),
        }
    }

    /// Adds the facts about a local from the value assigned to it.
    pub(super) fn takes(&mut self, scope: &mut Scope, (id, ty): (LocalId, Type), value: &Expr) {
        if !value.reads(id.0..id.0 + 1) {
            picked(scope, value, id);
        }
        if ty.is_optional() && !value.ty.is_optional() && !value.ty.is_unknown() {
            let local = Box::new(make(ExprKind::Local(id), ty, value.span));
            learn(scope, &make(ExprKind::Exists(local), Type::BOOL, value.span), true);
        }
    }

    /// Checks `let x = do p(…)` and `let x: player? = me chooses …`.
    pub(super) fn let_wait(
        &mut self,
        scope: &mut Scope,
        name: &ast::Ident,
        written: Option<&ast::TypeExpr>,
        wait: &Wait,
    ) -> Steps {
        let ty = written.map(|ty| self.written_type(ty));
        let taken = self.taken(scope, wait);
        self.check_local_name(scope, name);
        let Some((step, value)) = taken else {
            scope.begin(&name.name, ty.unwrap_or(Type::UNKNOWN), name.span);
            return Vec::new();
        };
        let value = match ty {
            Some(ty) => self.coerce(value, ty, "the first value"),
            None => value,
        };
        let ty = ty.unwrap_or(value.ty);
        self.note_local(name.span, ty, written.is_some());
        let id = scope.begin(&name.name, ty, name.span);
        self.takes(scope, (id, ty), &value);
        vec![step, StmtKind::Let(id, value)]
    }

    /// Returns the local that is the target of `set`.
    pub(super) fn local_target(&mut self, scope: &mut Scope, target: &ast::Expr) -> Option<Local> {
        let ast::ExprKind::Name(word) = &target.kind else { return None };
        scope.find(word).cloned()
    }

    /// Checks `set` of a local.
    pub(super) fn set_local(
        &mut self,
        scope: &mut Scope,
        stmt: &ast::Stmt,
        (local, target): (&Local, &ast::Expr),
        value: &ast::Expr,
        openly: bool,
    ) -> Option<StmtKind> {
        let ty = self.settable(local, target, openly);
        let value = match ty {
            Some(ty) => self.expr_as(scope, value, ty, "the new value"),
            None => self.expr(scope, value),
        };
        self.unlearn_stmt(scope, stmt);
        ty.map(|_| self.put(scope, (local, target), value))
    }

    /// Returns the type of a local that can be set. Reports other locals.
    fn settable(&mut self, local: &Local, target: &ast::Expr, openly: bool) -> Option<Type> {
        let before = self.names.draft.so_far();
        self.names.resolve_local(target.span, local.span);
        self.names.draft.written(before, target.span);
        let name = &local.name;
        let problem = Diagnostic::new(Code::NotSettable, target.span, "this can't be set");
        let problem = match () {
            () if self.names.global(name).is_some() && self.global_in_reach(name, local.span).is_some() => {
                return None; // reported at its definition
            }
            () if !local.begins => {
                let other = if local.ty.is_number() { "left" } else { "now" };
                let help = format!("begin with `let {other} = {name}`, and set that");
                problem.label(format!("`{name}` keeps its value")).help(help)
            }
            () if local.ty.is_list() => {
                problem.label("a list can't change").help("give the new list a name of its own with `let`")
            }
            () if openly => {
                let message = "locals are always private";
                Diagnostic::new(Code::BadClause, target.span, message).help("leave `openly` out")
            }
            () => return Some(local.ty),
        };
        self.report(problem);
        None
    }

    /// Creates the statement that assigns a value to a local.
    fn put(&mut self, scope: &mut Scope, (local, target): (&Local, &ast::Expr), value: Expr) -> StmtKind {
        let place = make(ExprKind::Local(local.id), local.ty, target.span);
        self.check_set(&place, &value, (target, target.span.to(value.span)));
        self.takes(scope, (local.id, local.ty), &value);
        StmtKind::Let(local.id, value)
    }

    /// Checks `set x = do p(…)` and `set dealer = chance chooses player`.
    pub(super) fn set_wait(
        &mut self,
        scope: &mut Scope,
        stmt: &ast::Stmt,
        (target, wait): (&ast::Expr, &Wait),
        openly: bool,
    ) -> Steps {
        let openly_asked = matches!(wait, Wait::Choice(choice) if choice.openly);
        let taken = self.taken(scope, wait);
        // the code that runs for the value may have invalidated facts
        self.unlearn_stmt(scope, stmt);
        let Some((step, value)) = taken else { return Vec::new() };
        let set = match self.local_target(scope, target) {
            Some(local) => self.settable(&local, target, openly).map(|ty| {
                let value = self.coerce(value, ty, "the new value");
                self.put(scope, (&local, target), value)
            }),
            None => {
                let span = value.span;
                let typed = |me: &mut Self, _: &mut Scope, ty: Option<Type>| match ty {
                    Some(ty) => me.coerce(value, ty, "the new value"),
                    None => value,
                };
                self.set_variable(scope, (target, span), openly || openly_asked, typed)
            }
        };
        [Some(step), set].into_iter().flatten().collect()
    }
}

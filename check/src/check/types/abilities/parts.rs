//! Parts of reactions: procedures with the card and the event's facts as parameters.
//!
//! If reactions may change a fact, each part returns its current value at every exit.

use ludex_grammar::ast;
use ludex_grammar::span::Span;

use crate::check::Checker;
use crate::check::types::expr::make;
use crate::check::types::scope::{GiveMeaning, Scope};
use crate::check::types::signatures::add_param;
use crate::hir::{Body, EventDef, ExprKind, Stmt, StmtKind};
use crate::ids::{EventId, LocalId};
use crate::language::Fixed;
use crate::types::Type;

impl Checker<'_> {
    /// Adds the facts of an event to the scope. Reactions may set one of them.
    pub(super) fn facts_of(&self, scope: &mut Scope, event: EventId) {
        let def = &self.out.events[event.index()];
        for (i, ((name, ty), place)) in def.params.iter().zip(&self.events.params[event.index()]).enumerate()
        {
            add_param(scope, name, *ty, *place);
            if let Some(fact) = scope.locals.last_mut() {
                fact.begins = def.changing == Some(i);
            }
        }
    }

    /// Checks the body of a part. Does nothing if the event is unknown, which is reported with the ability.
    pub(in crate::check) fn part_of_reaction(&mut self, number: usize) {
        let raw = &self.raw.procedures[number];
        let Some(event) = self.reacts_to(raw) else { return };
        let own = self.out.procedures[number].params.iter().take(raw.params.len()).cloned();
        let own: Vec<_> = own.collect();
        let mut scope = self.scope_with(&raw.params, &own);
        self.facts_of(&mut scope, event);
        let changing = scope.locals.iter().find(|local| local.begins).map(|fact| (fact.id, fact.ty));
        scope.gives = changing.map_or(GiveMeaning::Nothing, |(fact, ty)| GiveMeaning::Part(fact, ty));
        let mut stmts = self.block(&mut scope, &raw.body);
        if let Some((fact, ty)) = changing {
            stmts.push(give(fact, ty, raw.body.span));
        }
        self.changed().procedures[number].body = Body { stmts, locals: scope.next, cards: scope.cards };
    }
}

/// Creates the statement that returns the current value of the fact.
fn give(fact: LocalId, ty: Type, span: Span) -> Stmt {
    Stmt { kind: StmtKind::Give(make(ExprKind::Local(fact), ty, span)), span }
}

/// Rewrites an effect that only calls its parts: adds their arguments, as `do PART(…)` or `set FACT = do
/// PART(…)`.
pub(super) fn given(body: &ast::Block, event: &EventDef) -> ast::Block {
    let names = || [Fixed::This.name()].into_iter().chain(event.params.iter().map(|(name, _)| name.as_str()));
    let changing = event.changing.map(|fact| event.params[fact].0.as_str());
    let stmts = body.stmts.iter().filter_map(|stmt| {
        let (verb, part) = called(stmt)?;
        let span = stmt.span;
        // an empty span: these names are not in the source
        let at = Span::new(span.file, span.start as usize, span.start as usize);
        let name = |name: &str| ast::Expr { kind: ast::ExprKind::Name(name.to_owned()), span: at };
        let call = ast::ExprKind::Call { name: part.clone(), args: names().map(name).collect() };
        let call = ast::Expr { kind: call, span };
        let kind = match changing {
            Some(fact) => {
                let wait = ast::Wait::Do(ast::Called { call, span });
                ast::StmtKind::SetWait { target: name(fact), wait, openly: false }
            }
            None => ast::StmtKind::Verb { verb: verb.clone(), what: Some(call), clauses: Vec::new() },
        };
        Some(ast::Stmt { kind, span })
    });
    ast::Block { stmts: stmts.collect(), span: body.span }
}

/// Returns the verb and the part of a statement that calls a part.
fn called(stmt: &ast::Stmt) -> Option<(&ast::Ident, &ast::Ident)> {
    let ast::StmtKind::Verb { verb, what: Some(what), .. } = &stmt.kind else { return None };
    let ast::ExprKind::Call { name, .. } = &what.kind else { return None };
    Some((verb, name))
}

//! Reports decisions between secret simultaneous choices and their storage.
//!
//! A determinization knows nothing about a choice that was not disclosed to any player.

use ludex_grammar::codes::Code;
use ludex_grammar::diagnostic::Diagnostic;
use ludex_grammar::span::Span;

use crate::check::review::Review;
use crate::hir::{Checked, Owner, Stmt, StmtKind, Together, every, find};

impl Review<'_> {
    /// Reports blocks and actions that contain a decision while choices of other players are secret.
    pub(in crate::check) fn secret_picks(&mut self) {
        let mut found = Vec::new();
        for (_, stmts) in self.out.bodies() {
            every(stmts, &mut |stmt| {
                let StmtKind::For(_, _, rounds) = &stmt.kind else { return };
                let takes = |step: &Stmt| matches!(step.kind, StmtKind::Together(Together::Take, ..));
                let secret = |asked: &Stmt| {
                    asked.span == stmt.span && asked.kind.question().is_some_and(|question| question.secretly)
                };
                if rounds.iter().any(takes) && find(stmts, &secret).is_some() {
                    let mut asks = DecisionSearch { checked: self.out, seen: Vec::new() };
                    found.extend(asks.first(rounds).map(|at| (stmt.span, at)));
                }
            });
        }
        for (picked, at) in found {
            let problem =
                Diagnostic::new(Code::BadPlace, at, "a player decides while other choices are still secret");
            let problem =
                if picked == at { problem } else { problem.other(picked, "these choices are secret") };
            self.report(problem.help("store the choices first, then ask in a separate loop"));
        }
    }
}

/// Search for decisions, including those in callees.
struct DecisionSearch<'c> {
    checked: &'c Checked,
    seen: Vec<Owner>,
}

impl DecisionSearch<'_> {
    /// Returns the first of these statements that contains or calls a decision.
    fn first(&mut self, stmts: &[Stmt]) -> Option<Span> {
        stmts.iter().find_map(|stmt| {
            let blocks = stmt.kind.blocks();
            let inner = blocks.iter().find_map(|block| self.first(block.stmts));
            inner.or_else(|| self.asks(&stmt.kind).then_some(stmt.span))
        })
    }

    fn asks(&mut self, kind: &StmtKind) -> bool {
        if kind.question().is_some() {
            return true;
        }
        let owners = self.called(kind);
        owners.into_iter().any(|owner| {
            if self.seen.contains(&owner) {
                return false;
            }
            self.seen.push(owner);
            let body = self.checked.bodies().find(|(other, _)| *other == owner);
            body.is_some_and(|(_, stmts)| self.first(stmts).is_some())
        })
    }

    /// Returns the bodies that run with a statement.
    fn called(&self, kind: &StmtKind) -> Vec<Owner> {
        let handlers = |events: &[crate::ids::EventId]| {
            let all = self.checked.handlers.iter().enumerate();
            let listens = all.filter(|(_, handler)| events.contains(&handler.event));
            listens.map(|(i, _)| Owner::Handler(i)).collect()
        };
        if let StmtKind::Do(_, procedure, _) = kind {
            return vec![Owner::Procedure(*procedure)];
        }
        if let StmtKind::Action(_, window, _) | StmtKind::Window { window, .. } = kind {
            let actions = self.checked.windows[window.index()].actions.len();
            return (0..actions).map(|i| Owner::Action(*window, i)).collect();
        }
        if let StmtKind::Emit(_, event, _) = kind {
            return handlers(&[*event]);
        }
        if let StmtKind::Run(steps, _) = kind {
            let order = self.checked.steps[steps.index()].order.iter();
            return handlers(&order.map(|(event, _)| *event).collect::<Vec<_>>());
        }
        Vec::new()
    }
}

//! Call graph: the effects that statements run, and all calls of a ruleset.

use super::{Checked, Owner, StmtKind, every};
use crate::ids::{EventId, ProcedureId, StepsId, WindowId};

/// An effect outside a statement that runs with it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum ImplicitCall {
    Procedure(ProcedureId),
    Event(EventId),
    /// All events of the list of steps.
    Steps(StepsId),
    Window(WindowId),
}

impl Checked {
    /// Returns the effects that a statement runs, without those in its blocks. A list of steps yields its
    /// events.
    pub fn runs(&self, stmt: &StmtKind) -> Vec<ImplicitCall> {
        match stmt.runs() {
            Some(ImplicitCall::Steps(steps)) => {
                self.steps[steps.index()].order.iter().map(|(event, _)| ImplicitCall::Event(*event)).collect()
            }
            // an action that is only chosen now runs later
            Some(_) if matches!(stmt, StmtKind::Window { later: true, .. }) => Vec::new(),
            runs => runs.into_iter().collect(),
        }
    }

    /// Returns the target by which other effects run a body, if they can.
    pub(crate) fn run_as(&self, body: Owner) -> Option<ImplicitCall> {
        match body {
            Owner::Procedure(id) => Some(ImplicitCall::Procedure(id)),
            Owner::Handler(i) => Some(ImplicitCall::Event(self.handlers[i].event)),
            Owner::Action(window, _) => Some(ImplicitCall::Window(window)),
            Owner::Setup | Owner::Phase(_) | Owner::PhaseEnd(_) | Owner::Snippet(_) => None,
        }
    }

    /// Returns all pairs of caller and callee among callable effects, sorted and without duplicates.
    pub fn calls(&self) -> Vec<(ImplicitCall, ImplicitCall)> {
        let mut calls = Vec::new();
        for (owner, stmts) in self.bodies() {
            let Some(of) = self.run_as(owner) else { continue };
            every(stmts, &mut |stmt| calls.extend(self.runs(&stmt.kind).into_iter().map(|to| (of, to))));
        }
        calls.sort_unstable();
        calls.dedup();
        calls
    }
}

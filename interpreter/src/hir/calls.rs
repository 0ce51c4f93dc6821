//! Who runs whom: what a statement runs that stands elsewhere, and the one walk that finds all calls of a ruleset.

use super::{Checked, Owner, StmtKind, every};
use crate::ids::{EventId, ProcedureId, StepsId, WindowId};

/// What runs with a statement and stands elsewhere.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Runs {
    Procedure(ProcedureId),
    /// Each reaction to it.
    Event(EventId),
    /// Each of its events.
    Steps(StepsId),
    /// One of its actions.
    Window(WindowId),
}

impl Checked {
    /// What runs with a statement, its blocks left aside; of a list of steps the events.
    pub(crate) fn runs(&self, stmt: &StmtKind) -> Vec<Runs> {
        match stmt.runs() {
            Some(Runs::Steps(steps)) => {
                self.steps[steps.index()].order.iter().map(|(event, _)| Runs::Event(*event)).collect()
            }
            // what is only picked runs later
            Some(_) if matches!(stmt, StmtKind::Window { later: true, .. }) => Vec::new(),
            runs => runs.into_iter().collect(),
        }
    }

    /// As what a body is run by others, if it is.
    pub(crate) fn run_as(&self, body: Owner) -> Option<Runs> {
        match body {
            Owner::Procedure(id) => Some(Runs::Procedure(id)),
            Owner::Handler(i) => Some(Runs::Event(self.handlers[i].event)),
            Owner::Action(window, _) => Some(Runs::Window(window)),
            Owner::Setup | Owner::Phase(_) | Owner::PhaseEnd(_) | Owner::Snippet(_) => None,
        }
    }

    /// Of all that is run by others: who runs whom, each pair once, in order.
    pub(crate) fn calls(&self) -> Vec<(Runs, Runs)> {
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

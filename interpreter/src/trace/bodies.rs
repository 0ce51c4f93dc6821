//! Which statement an instruction is of, and whose body that stands in.

use std::collections::BTreeMap;

use ludex_grammar::span::Span;

use crate::hir::{Bearer, Checked, Owner, Stmt, every};
use crate::program::{Pc, Program};

/// A statement and the body in which it stands.
#[derive(Clone, Copy)]
pub(super) struct Stands<'a> {
    pub owner: Owner,
    /// All of the body.
    pub stmts: &'a [Stmt],
    pub stmt: &'a Stmt,
}

/// The statements of a program by their places.
pub(super) struct Bodies<'a> {
    program: &'a Program,
    by_place: BTreeMap<Span, Stands<'a>>,
}

impl<'a> Bodies<'a> {
    pub fn of(program: &'a Program) -> Self {
        let mut by_place = BTreeMap::new();
        for (owner, stmts) in program.checked.bodies() {
            every(stmts, &mut |stmt| {
                by_place.entry(stmt.span).or_insert(Stands { owner, stmts, stmt });
            });
        }
        Self { program, by_place }
    }

    /// The statement that an instruction is of; nothing of what leads from one phase to the next.
    pub fn at(&self, pc: Pc) -> Option<Stands<'a>> {
        self.by_place.get(self.program.spans.get(pc as usize)?).copied()
    }

    /// What runs there, for people: `phase turn`, `action build`, `on revealed (explorer)`.
    pub fn said(&self, pc: Pc) -> Option<String> {
        said(&self.program.checked, self.at(pc)?.owner)
    }
}

fn said(checked: &Checked, owner: Owner) -> Option<String> {
    match owner {
        Owner::Setup => Some("setup".to_owned()),
        Owner::Handler(i) => {
            let handler = &checked.handlers[i];
            let bearer = match handler.bearer {
                Bearer::Kind(kind) => &checked.kinds[kind.index()].name,
                Bearer::Design(design) => &checked.designs[design.index()].name,
            };
            Some(format!("on {} ({bearer})", checked.events[handler.event.index()].name))
        }
        Owner::Action(window, i) => {
            Some(format!("action {}", checked.windows[window.index()].actions[i].name))
        }
        Owner::Phase(id) | Owner::PhaseEnd(id) => Some(format!("phase {}", checked.phases[id.index()].name)),
        Owner::Procedure(id) => Some(format!("procedure {}", checked.procedures[id.index()].name)),
        Owner::Snippet(_) => None,
    }
}

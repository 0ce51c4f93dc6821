//! The bodies of statements of a raw ruleset.

use ludex_grammar::ast::{Block, Clause, ClauseKind, ExprKind, Ident, Stmt, StmtKind};

use super::{RawAbility, RawElimination, RawPhase, RawRuleset};
use crate::language::{GAME, Verb};

impl RawRuleset {
    /// Finds the first `eliminate` of the rules.
    pub(in crate::load) fn first_elimination(&self) -> Option<RawElimination> {
        self.bodies().find_map(elimination_in)
    }

    /// Returns all bodies with effects.
    fn bodies(&self) -> impl Iterator<Item = &Block> {
        let actions = self.windows.iter().flat_map(|window| &window.actions).map(|action| &action.body);
        let abilities = self.kinds.iter().flat_map(|kind| &kind.abilities);
        let abilities = abilities.chain(self.cards.iter().flat_map(|card| &card.abilities));
        let reactions = abilities.filter_map(|ability| match ability {
            RawAbility::On { body, .. } => Some(body),
            RawAbility::Modify(_) | RawAbility::Action(_) => None,
        });
        let procedures = self.procedures.iter().map(|procedure| &procedure.body);
        let mut phases = Vec::new();
        self.phases.iter().for_each(|phase| add_bodies(phase, &mut phases));
        self.setup.iter().chain(procedures).chain(actions).chain(reactions).chain(phases)
    }
}

fn add_bodies<'r>(phase: &'r RawPhase, found: &mut Vec<&'r Block>) {
    found.extend(phase.body.iter().chain(&phase.end));
    phase.phases.iter().for_each(|child| add_bodies(child, found));
}

fn elimination_in(block: &Block) -> Option<RawElimination> {
    let inside = |stmt: &Stmt| stmt.kind.blocks().into_iter().find_map(elimination_in);
    block.stmts.iter().find_map(|stmt| elimination(stmt).or_else(|| inside(stmt)))
}

fn elimination(stmt: &Stmt) -> Option<RawElimination> {
    let StmtKind::Verb { verb, clauses, .. } = &stmt.kind else { return None };
    let found = RawElimination { span: stmt.span, lifetime: lifetime(clauses) };
    (Verb::find(&verb.name) == Some(Verb::Eliminate)).then_some(found)
}

/// Returns the lifetime after `for`; without one, an elimination lasts for the game.
fn lifetime(clauses: &[Clause]) -> Ident {
    let named = clauses.iter().find_map(|clause| {
        let ClauseKind::For(phase) = &clause.kind else { return None };
        let ExprKind::Name(name) = &phase.kind else { return None };
        Some(Ident { name: name.clone(), span: phase.span })
    });
    named.unwrap_or_else(|| Ident { name: GAME.to_owned(), span: Default::default() })
}

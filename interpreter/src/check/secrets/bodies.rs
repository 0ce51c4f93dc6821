//! Every body of a ruleset, one after the other.

use super::stmt::Walk;
use crate::hir::{ActionDef, Body, Checked, PhaseDef};
use crate::ids::LocalId;

/// A body while it is looked at.
pub(super) enum Walked<'b> {
    /// Statements alone.
    Body(&'b mut Body),
    /// An action with its targets.
    Action(&'b mut ActionDef),
    /// What happens first and last in an iteration.
    Phase(&'b mut PhaseDef),
}

impl Walked<'_> {
    pub fn run(self, walk: &mut Walk<'_>) {
        match self {
            Self::Body(body) => walk.body(&mut body.stmts),
            Self::Action(action) => {
                for (i, target) in action.targets.iter().enumerate() {
                    let element = walk.read.of(&target.body).face;
                    let target = super::Secrecy { face: element, ..super::Secrecy::default() };
                    walk.read.bind(LocalId(i as u16), target);
                }
                walk.body(&mut action.body.stmts);
            }
            Self::Phase(phase) => {
                walk.body(&mut phase.body);
                walk.body(&mut phase.end);
            }
        }
    }
}

/// Hands every body but those of procedures to `visit`, with the ruleset as it is without that body.
pub(super) fn each(checked: &mut Checked, mut visit: impl FnMut(&Checked, Walked<'_>)) {
    let mut setup = std::mem::take(&mut checked.setup);
    visit(checked, Walked::Body(&mut setup));
    checked.setup = setup;
    let mut handlers = std::mem::take(&mut checked.handlers);
    handlers.iter_mut().for_each(|handler| visit(checked, Walked::Body(&mut handler.body)));
    checked.handlers = handlers;
    let mut windows = std::mem::take(&mut checked.windows);
    let actions = windows.iter_mut().flat_map(|window| &mut window.actions);
    actions.for_each(|action| visit(checked, Walked::Action(action)));
    checked.windows = windows;
    let mut phases = std::mem::take(&mut checked.phases);
    phases.iter_mut().for_each(|phase| visit(checked, Walked::Phase(phase)));
    checked.phases = phases;
    let mut procedures = std::mem::take(&mut checked.procedures);
    procedures.iter_mut().for_each(|procedure| visit(checked, Walked::Body(&mut procedure.body)));
    checked.procedures = procedures;
}

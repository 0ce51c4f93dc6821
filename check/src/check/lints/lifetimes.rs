//! Reports variables that always have their initial value when read.

use std::collections::BTreeMap;

use ludex_grammar::codes::Code;
use ludex_grammar::diagnostic::Diagnostic;
use ludex_grammar::span::Span;

use crate::check::lints::unused::is_in;
use crate::check::review::Review;

use crate::hir::{Checked, Expr, ExprKind, ImplicitCall, Lifetime, Owner, Repeat, Stmt, StmtKind, every};
use crate::ids::{PhaseId, ProcedureId, VarId};
use crate::language::GAME;
use crate::resolve::{Target, Use};

impl Review<'_> {
    /// Warns of variables that rules read and never set, and that have no initial value.
    pub(in crate::check) fn never_set(&mut self, read: &[Target]) {
        let is_var = |target: Target| matches!(target, Target::Var(_));
        let written = self.names.draft.used(&[Use::Writes], is_var);
        let is_idle = |target: Target| is_in(read, target) && !is_in(&written, target);
        let mut found = Vec::new();
        for definition in self.names.draft.definitions().iter().filter(|found| is_var(found.target)) {
            let Target::Var(id) = definition.target else { continue };
            let Some(var) = self.out.vars.get(id.index()).filter(|var| var.init.is_none()) else { continue };
            if !is_idle(definition.target) {
                continue;
            }
            let message = format!("no rule sets `{}`, and it has no first value", definition.name);
            let set = format!("set it (`set {} = …`), give it a first value, or leave it out", var.name);
            found.push(Diagnostic::new(Code::NeverSet, definition.place, message).help(set));
        }
        found.into_iter().for_each(|problem| self.report(problem));
    }

    /// Warns of reads of a variable outside the phase for which it lasts, if it is only set inside.
    pub(in crate::check) fn read_outside(&mut self) {
        let found = outside(self.out);
        for (var, (read, around)) in found {
            let def = &self.out.vars[var.index()];
            let Lifetime::Phase(phase) = def.lifetime else { continue };
            let lasts = &self.out.phases[phase.index()].name;
            let longer = around.map_or(GAME, |phase| &self.out.phases[phase.index()].name);
            let message = format!(
                "`{}` always has its first value here: it lasts for `{lasts}`, and is only set there",
                def.name
            );
            let problem = Diagnostic::new(Code::ReadOutside, read, message);
            let problem = problem.help(format!("let it last longer: `for {longer}`"));
            self.report(problem);
        }
    }
}

/// Returns the variables that are set only inside their phase and read outside: the first such read, and the
/// smallest phase around both, if any.
fn outside(checked: &Checked) -> BTreeMap<VarId, (Span, Option<PhaseId>)> {
    let mut found = BTreeMap::new();
    for (i, phase) in checked.phases.iter().enumerate() {
        let id = PhaseId::new(i);
        // an iteration starts after these expressions, and ends after `until`
        let repeat = match &phase.repeat {
            Repeat::Times(value) | Repeat::While(value) | Repeat::Each(value) => Some(value),
            Repeat::Once | Repeat::Forever => None,
        };
        for value in phase.when.iter().chain(&phase.active).chain(repeat) {
            note(checked, value, phase.parent, &mut found);
        }
        phase.until.iter().for_each(|value| note(checked, value, Some(id), &mut found));
        for body in [&phase.body, &phase.end] {
            every(body, &mut |stmt| {
                stmt.kind.operands().into_iter().for_each(|value| note(checked, value, Some(id), &mut found));
            });
        }
    }
    found.retain(|var, _| is_set_inside(checked, *var));
    found
}

/// Records the variables that an expression reads outside an iteration of their phase.
fn note(
    checked: &Checked,
    expr: &Expr,
    here: Option<PhaseId>,
    found: &mut BTreeMap<VarId, (Span, Option<PhaseId>)>,
) {
    expr.children().into_iter().for_each(|child| note(checked, child, here, found));
    let (ExprKind::GameVar(var) | ExprKind::VarOf(var, _)) = expr.kind else { return };
    let implicit = checked.elimination.is_some_and(|elimination| elimination.out == var);
    let Lifetime::Phase(phase) = checked.vars[var.index()].lifetime else { return };
    if implicit {
        return;
    }
    let around = up(checked, here).find(|around| up(checked, Some(phase)).any(|one| one == *around));
    if around != Some(phase) && found.get(&var).is_none_or(|(read, _)| expr.span < *read) {
        found.insert(var, (expr.span, around));
    }
}

/// Returns a phase and its ancestors, innermost first.
fn up(checked: &Checked, phase: Option<PhaseId>) -> impl Iterator<Item = PhaseId> {
    std::iter::successors(phase, |phase| checked.phases[phase.index()].parent)
}

/// Returns true if a variable is set, and only in iterations of its phase.
fn is_set_inside(checked: &Checked, var: VarId) -> bool {
    let Lifetime::Phase(phase) = checked.vars[var.index()].lifetime else { return false };
    let sets = |stmt: &Stmt| matches!(&stmt.kind, StmtKind::Set(set, ..) if *set == var);
    are_inside(checked, phase, &sets, &mut Vec::new())
}

/// Returns true if matching statements exist, and all run in iterations of a phase.
fn are_inside(
    checked: &Checked,
    phase: PhaseId,
    is_one: &dyn Fn(&Stmt) -> bool,
    seen: &mut Vec<ProcedureId>,
) -> bool {
    let mut some = false;
    for (owner, body) in checked.bodies() {
        let mut here = false;
        every(body, &mut |stmt| here |= is_one(stmt));
        if !here {
            continue;
        }
        some = true;
        let inside = match owner {
            Owner::Phase(id) | Owner::PhaseEnd(id) => up(checked, Some(id)).any(|one| one == phase),
            Owner::Procedure(id) if seen.contains(&id) => true,
            Owner::Procedure(id) => {
                seen.push(id);
                let calls =
                    |stmt: &Stmt| matches!(stmt.kind.runs(), Some(ImplicitCall::Procedure(run)) if run == id);
                are_inside(checked, phase, &calls, seen)
            }
            // the callers of these are not analysed
            Owner::Setup | Owner::Handler(_) | Owner::Action(..) | Owner::Snippet(_) => false,
        };
        if !inside {
            return false;
        }
    }
    some
}

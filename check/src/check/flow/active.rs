//! Reports `me` without an active player, in phases and set-up, including their callees.

use ludex_grammar::codes::Code;
use ludex_grammar::diagnostic::Diagnostic;
use ludex_grammar::span::Span;

use crate::check::review::Review;
use crate::hir::{Checked, Expr, ExprKind, PhaseDef, Repeat, Stmt, StmtKind, find};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct MeUse {
    at: Span,
    /// True if it is evaluated on every path.
    sure: bool,
}

impl MeUse {
    /// Marks the use as conditional if `decides` holds.
    fn unless(self, decides: bool) -> Self {
        Self { sure: self.sure && !decides, ..self }
    }
}

/// First use of `me` in each procedure and function.
struct MeUses {
    procedures: Vec<Option<MeUse>>,
    functions: Vec<Option<MeUse>>,
}

/// Maximum number of iterations over functions and procedures. Deeper calls are not followed.
const ROUNDS: usize = 8;

impl Review<'_> {
    /// Reports `me` where no player is active: an error if every game evaluates it, otherwise a warning.
    pub(in crate::check) fn nobody_active(&mut self) {
        if self.problems.failed_since(0) {
            return;
        }
        let out = self.out;
        let uses = MeUses::collect(out);
        let mut found: Vec<(MeUse, Option<&PhaseDef>)> = Vec::new();
        found.extend(uses.block(&out.setup.stmts).map(|used| (used, None)));
        for phase in out.phases.iter().filter(|phase| !has_active(out, phase)) {
            let always = always_entered(out, phase);
            found.extend(uses.phase(phase).map(|used| (used.unless(!always), Some(phase))));
        }
        let ends = ends_early(out);
        let found: Vec<Diagnostic> = found
            .into_iter()
            .map(|(used, phase)| {
                let code = if used.sure && !ends { Code::NobodyActive } else { Code::PerhapsNobodyActive };
                let problem = Diagnostic::new(code, used.at, "no player is active here");
                match phase {
                    Some(phase)
                        if phase.names_active()
                            && phase.when.as_ref().is_some_and(|when| when.span.covers(used.at)) =>
                    {
                        problem
                            .label("this is tested before `active:` sets the active player")
                            .help("name the player, or test in `do:`")
                    }
                    Some(phase) => problem
                        .other(phase.span, "neither this phase nor an enclosing phase names a player")
                        .help("set the active player of the phase (`active:` or `each:`), or name a player"),
                    None => problem
                        .label("set-up runs this, without an active player")
                        .help("name a player: pass one, or write `for player p { … }`"),
                }
            })
            .collect();
        found.into_iter().for_each(|problem| self.report(problem));
    }
}

impl MeUses {
    fn collect(out: &Checked) -> Self {
        let mut uses =
            Self { procedures: vec![None; out.procedures.len()], functions: vec![None; out.functions.len()] };
        for _ in 0..ROUNDS {
            let functions = out.functions.iter().map(|def| uses.expr(&def.body.body)).collect();
            let procedures = out.procedures.iter().map(|def| uses.block(&def.body.stmts)).collect();
            let next = Self { procedures, functions };
            if next.functions == uses.functions && next.procedures == uses.procedures {
                break;
            }
            uses = next;
        }
        uses
    }

    /// Returns the first certain use in a phase, or else the first use.
    fn phase(&self, phase: &PhaseDef) -> Option<MeUse> {
        let list = match &phase.repeat {
            Repeat::Times(list) | Repeat::While(list) | Repeat::Each(list) => Some(list),
            Repeat::Once | Repeat::Forever => None,
        };
        let expr = |expr: &Option<Expr>| expr.as_ref().and_then(|expr| self.expr(expr));
        let counted = list.and_then(|list| self.expr(list));
        let (when, active) = (expr(&phase.when), expr(&phase.active));
        let inside = match phase.names_active() {
            true => [active, None, None, None],
            false => [active, self.block(&phase.body), self.block(&phase.end), expr(&phase.until)],
        };
        let (counts, tests) = (list.is_some(), list.is_some() || phase.when.is_some());
        // each player is active before the test of `when:`
        let when = when.filter(|_| !matches!(phase.repeat, Repeat::Each(_))).map(|used| used.unless(counts));
        let inside = inside.into_iter().flatten().map(|used| used.unless(tests));
        first(counted.into_iter().chain(when).chain(inside))
    }

    /// Returns the first certain use in some statements, or else the first use.
    fn block(&self, stmts: &[Stmt]) -> Option<MeUse> {
        let mut left = false;
        let mut found = Vec::new();
        for stmt in stmts {
            let used = self.stmt(stmt);
            found.extend(used.map(|used| used.unless(left)));
            left |= find(std::slice::from_ref(stmt), &|stmt| leaves(stmt)).is_some();
        }
        first(found.into_iter())
    }

    fn stmt(&self, stmt: &Stmt) -> Option<MeUse> {
        // log lines never fail
        if matches!(stmt.kind, StmtKind::Say(..)) {
            return None;
        }
        let (operands, blocks) = (stmt.kind.operands(), stmt.kind.blocks());
        let sure = operands.into_iter().filter_map(|operand| self.expr(operand));
        let guards = blocks.iter().filter_map(|block| self.expr(block.mode?.guard.as_ref()?));
        let called = if let StmtKind::Do(_, id, _) = &stmt.kind { self.procedures[id.index()] } else { None };
        let called = called.map(|used| MeUse { at: stmt.span, ..used });
        let inside = blocks.iter().filter_map(|block| self.block(block.stmts));
        let unsure = |used: MeUse| used.unless(true);
        first(sure.chain(guards.map(unsure)).chain(called).chain(inside.map(unsure)))
    }

    fn expr(&self, expr: &Expr) -> Option<MeUse> {
        if matches!(expr.kind, ExprKind::Me) {
            return Some(MeUse { at: expr.span, sure: true });
        }
        let called = if let ExprKind::Call(id, _) = &expr.kind { self.functions[id.index()] } else { None };
        let called = called.map(|used| MeUse { at: expr.span, ..used });
        let one = computed_first(expr);
        let parts = expr.children().into_iter().filter_map(|child| {
            let sure = one.is_none_or(|one| std::ptr::eq(one, child));
            Some(self.expr(child)?.unless(!sure))
        });
        first(parts.chain(called))
    }
}

/// Returns the operand that is always evaluated, if the expression may skip others.
pub(super) fn computed_first(expr: &Expr) -> Option<&Expr> {
    if let ExprKind::And(a, _)
    | ExprKind::Or(a, _)
    | ExprKind::If(a, ..)
    | ExprKind::Default(a, _)
    | ExprKind::Chain(_, a, _)
    | ExprKind::IsIn(a, _)
    | ExprKind::Concat(a, _)
    | ExprKind::Filter { list: a, .. }
    | ExprKind::Fold(_, _, _, a) = &expr.kind
    {
        return Some(a);
    }
    None
}

/// Returns the first certain use, or else the first.
fn first(mut uses: impl Iterator<Item = MeUse>) -> Option<MeUse> {
    let first = uses.next()?;
    if first.sure {
        return Some(first);
    }
    Some(uses.find(|used| used.sure).unwrap_or(first))
}

/// Returns true if the statements after this one may not run.
fn leaves(stmt: &Stmt) -> bool {
    matches!(stmt.kind, StmtKind::Stop | StmtKind::Give(_) | StmtKind::EndGame)
}

/// Returns true if a parent phase specifies the active player. The phase itself is excluded, because some of
/// its expressions are evaluated earlier.
fn has_active(out: &Checked, phase: &PhaseDef) -> bool {
    let mut around = phase.parent;
    while let Some(id) = around {
        let parent = &out.phases[id.index()];
        if parent.names_active() {
            return true;
        }
        around = parent.parent;
    }
    false
}

/// Returns true if no parent phase may be skipped.
fn always_entered(out: &Checked, phase: &PhaseDef) -> bool {
    let mut around = phase.parent;
    while let Some(id) = around {
        let parent = &out.phases[id.index()];
        if parent.when.is_some() || !matches!(parent.repeat, Repeat::Once | Repeat::Forever) {
            return false;
        }
        around = parent.parent;
    }
    true
}

/// Returns true if a statement may end the game before its last phase.
fn ends_early(out: &Checked) -> bool {
    out.bodies().any(|(_, stmts)| find(stmts, &|stmt| matches!(stmt.kind, StmtKind::EndGame)).is_some())
}

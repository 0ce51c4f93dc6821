//! Finds locals whose values a statement has shown to all players.

use super::{Body, Explainer, Followed, is_seen};
use crate::explain::running::{Setter, sources_of};
use ludex_check::hir::{Act, Expr, ExprKind, Holder, Stmt, StmtKind, ZoneDef, find, is_same};
use ludex_check::ids::{LocalId, ProcedureId};

/// Maximum number of calls from a local to the statement that shows it.
const MAX_CALLS: usize = 8;

/// A local that a statement may show.
#[derive(Clone, Copy)]
struct RevealedLocal {
    id: LocalId,
    /// True if the order of the list reveals nothing.
    is_sorted: bool,
    /// Number of calls between the local and the statement.
    calls: usize,
}

impl Explainer<'_> {
    /// Returns true if an earlier statement that always runs has shown the value of a local to all players.
    pub(super) fn is_revealed(&self, body: Body<'_>, id: LocalId) -> bool {
        let Body::Running(running) = body else { return false };
        let mut sources = Vec::new();
        sources_of(running.stmts, id, &mut Vec::new(), &mut sources);
        // chosen cards are in the order of the card list
        let chosen = |source: &Setter<'_>| matches!(source.kind, StmtKind::Choose(..));
        let is_sorted = !sources.is_empty() && sources.iter().all(chosen);
        let local = RevealedLocal { id, is_sorted, calls: 0 };
        sources.len() <= 1
            && running.at.and_then(|at| self.reveals_before(running.stmts, at, local)) == Some(true)
    }

    /// Returns whether a statement before `at` reveals the local; `None` if `at` is not among the statements.
    fn reveals_before(&self, stmts: &[Stmt], at: &Stmt, local: RevealedLocal) -> Option<bool> {
        let mut revealed = false;
        for stmt in stmts {
            if std::ptr::eq(stmt, at) {
                return Some(revealed);
            }
            let mut blocks = stmt.kind.blocks().into_iter();
            if let Some(inside) = blocks.find_map(|block| self.reveals_before(block.stmts, at, local)) {
                return Some(revealed || inside);
            }
            revealed |= self.reveals(&stmt.kind, local);
        }
        None
    }

    fn reveals(&self, kind: &StmtKind, local: RevealedLocal) -> bool {
        let id = local.id;
        if let StmtKind::Do(_, procedure, args) = kind {
            let argument = args.iter().position(|arg| arg.is_local(id));
            return argument.is_some_and(|argument| self.does_reveal(*procedure, argument, local));
        }
        if let StmtKind::Say(_, args, openly) = kind {
            return args.iter().any(|arg| arg.is_local(id) && (*openly || !arg.ty.has_cards()));
        }
        if let StmtKind::Set(var, _, _, value, _) = kind {
            let var = &self.checked.vars[var.index()];
            let seen = !var.owner_sees && !matches!(var.holder, Holder::Kind(_) | Holder::Design(_));
            return seen && value.is_local(id) && !value.ty.has_cards();
        }
        let StmtKind::Act(act, _) = kind else { return false };
        if let Act::Show { cards, players } = &**act {
            return cards.is_local(id) && matches!(players.kind, ExprKind::AllPlayers(_));
        }
        let Act::Move { cards, to, .. } = &**act else { return false };
        let keeps_order = |zone: &ZoneDef| local.is_sorted || zone.ordered || !cards.ty.is_list();
        let shows = |zone: &ZoneDef| zone.max.is_none() && is_seen(zone) && keeps_order(zone);
        cards.is_local(id) && self.zone_def(to).is_some_and(shows)
    }

    /// Returns true if a procedure always shows an argument to all players.
    fn does_reveal(&self, procedure: ProcedureId, argument: usize, local: RevealedLocal) -> bool {
        let stmts = &self.checked.procedures[procedure.index()].body.stmts;
        let local = RevealedLocal { id: LocalId(argument as u16), calls: local.calls + 1, ..local };
        let mut sources = Vec::new();
        sources_of(stmts, local.id, &mut Vec::new(), &mut sources);
        let stays = |stmt: &&Stmt| !leaves(stmt);
        local.calls <= MAX_CALLS
            && sources.is_empty()
            && stmts.iter().take_while(stays).any(|stmt| self.reveals(&stmt.kind, local))
    }

    /// Returns true if all players were shown a zone before it is read, and no card has moved since then.
    pub(super) fn is_zone_shown(&self, body: Body<'_>, zone: &Expr, followed: &Followed) -> bool {
        let (Body::Running(running), Some(read_in)) = (body, followed.read_in) else { return false };
        is_shown_at(running.stmts, read_in, zone, false) == Some(true)
    }
}

/// Returns whether the zone is known at `at`; `None` if `at` is not among the statements.
fn is_shown_at(stmts: &[Stmt], at: *const StmtKind, zone: &Expr, mut is_shown: bool) -> Option<bool> {
    for Stmt { kind, .. } in stmts {
        if std::ptr::eq(kind, at) {
            return Some(is_shown);
        }
        let repeats = matches!(kind, StmtKind::For(..) | StmtKind::While(..) | StmtKind::Repeat(..));
        let inside = |stmts| is_shown_at(stmts, at, zone, is_shown && !repeats);
        if let Some(is_shown) = kind.blocks().into_iter().find_map(|block| inside(block.stmts)) {
            return Some(is_shown);
        }
        is_shown = shows_zone(kind, zone) || is_shown && !may_change(kind, zone);
    }
    None
}

fn shows_zone(kind: &StmtKind, zone: &Expr) -> bool {
    let StmtKind::Act(act, _) = kind else { return false };
    let Act::Show { cards, players } = &**act else { return false };
    let is_it = matches!(&cards.kind, ExprKind::ZoneCards(shown) if is_same(shown, zone));
    is_it && matches!(players.kind, ExprKind::AllPlayers(_))
}

/// Returns true if a statement may move a card, or may change which zone the expression refers to.
fn may_change(kind: &StmtKind, zone: &Expr) -> bool {
    let moves_none = matches!(kind, StmtKind::Let(..) | StmtKind::Say(..) | StmtKind::Choose(..));
    !moves_none || kind.assigns().is_some_and(|local| zone.reads(local.0..local.0 + 1))
}

/// Returns true if a statement, or one in its blocks, may leave the effect.
fn leaves(stmt: &Stmt) -> bool {
    let is_exit = |stmt: &Stmt| matches!(stmt.kind, StmtKind::Give(_) | StmtKind::Stop | StmtKind::EndGame);
    is_exit(stmt) || stmt.kind.blocks().into_iter().any(|block| find(block.stmts, &is_exit).is_some())
}

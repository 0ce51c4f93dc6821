//! Taint analysis of blocks: branches, loops, and the join of their paths.

use std::rc::Rc;

use super::changes::ChangeSet;
use super::flow_state::{CONTROL, FlowState, WHO};
use super::open::Open;
use super::stmt::Walk;
use super::value::{Certainty, Secrecy, SecretSource, Taint, short};
use crate::hir::{Among, BlockKind, Expr, ExprKind, Stmt, StmtKind, every, find};
use crate::ids::LocalId;
use crate::types::Type;

/// Candidate of a loop: its local and the secrecy of an element.
type Candidate = (LocalId, Secrecy);

impl Walk<'_> {
    /// Analyses the blocks of a statement and joins their paths. If the test asks whether a card exists, a
    /// disclosure in one block counts for both: the other block runs without that card.
    pub(super) fn blocks(&mut self, kind: &mut StmtKind) {
        if kind.blocks().is_empty() {
            return;
        }
        let around = self.around(kind);
        if let StmtKind::While(..) = kind {
            self.changed(&around);
        }
        let candidate = self.candidate(kind);
        let decides = self.decides(kind);
        let guard = self.guard(kind);
        self.moved_in(kind);
        let (control, who) = (self.read.seen.decides(CONTROL), self.read.seen.decides(WHO));
        let narrowed = if is_of_players(kind) { WHO } else { CONTROL };
        let list = if let StmtKind::For(local, list, _) = kind { Some((*local, list.clone())) } else { None };
        // the elements were determined before the first iteration
        let of_one =
            list.as_ref().map(|(local, list)| self.read.seen.of_one(*local, list)).unwrap_or_default();
        self.changed(&around);
        let before = self.read.seen.clone();
        let of_one: Vec<_> =
            of_one.into_iter().filter(|(open, _)| open.outlasts(self.read.checked, &around)).collect();
        let test = if let StmtKind::If(test, ..) = kind { Some(test.clone()) } else { None };
        let (mut ways, mut each, mut shown_each) = (Vec::new(), Vec::new(), Vec::new());
        for (block, stmts) in kind.blocks_mut() {
            self.read.seen = before.clone();
            let decides = before.decides(narrowed).and(&guard);
            self.read.seen.set_decides(narrowed, decides);
            if let Some(test) = &test
                && matches!(block, BlockKind::Then | BlockKind::Else)
            {
                self.read.seen.learn(test, block == BlockKind::Then);
            }
            match (block, &candidate) {
                (BlockKind::Loop, candidate) => {
                    self.rounds(stmts, candidate.as_ref().zip(list.as_ref()), &of_one);
                    each.extend(self.shown_of_each(list.as_ref(), &around));
                    shown_each.extend(self.shown_to_some(list.as_ref(), &around));
                }
                (BlockKind::Mode | BlockKind::Then | BlockKind::Else | BlockKind::May, _) => {
                    self.stmts(stmts)
                }
            }
            ways.push((leaves(stmts), std::mem::take(&mut self.read.seen)));
        }
        let shows = |local: LocalId| ways.iter().filter_map(|(_, way)| way.knows_local(local)).max();
        let known = asked_for(kind).into_iter().filter(|local| before.locals.contains_key(local));
        let known: Vec<_> = known.filter_map(|local| Some((local, shows(local)?))).collect();
        let all = candidate.and_then(|(local, _)| shows(local));
        if !kind.blocks().iter().any(|block| block.kind == BlockKind::Else) {
            let mut before = before;
            if let Some(test) = &test {
                before.learn(test, false);
            }
            ways.push((false, before));
        }
        self.read.seen = joined(ways);
        self.depends(kind, &decides);
        known.into_iter().for_each(|(local, known)| self.read.seen.know(local, known));
        if let (Some((_, list)), Some(known)) = (&list, all) {
            self.show_all(list, &around, known);
        }
        each.into_iter().for_each(|(open, known)| self.read.seen.opens(open, known));
        shown_each.into_iter().for_each(|(open, to)| self.read.seen.show_to(open, to));
        for (which, outer) in [(CONTROL, control), (WHO, who)] {
            let left = outer.within(&self.read.seen.decides(which));
            self.read.seen.set_decides(which, left);
        }
        self.controls_rest(kind, &guard);
    }

    /// Returns the changes of all iterations of a loop.
    fn around(&self, kind: &StmtKind) -> ChangeSet {
        let mut all = ChangeSet::default();
        for block in kind.blocks().iter().filter(|block| block.kind == BlockKind::Loop) {
            all.join(&self.effects.block(self.read.checked, block.stmts));
        }
        all
    }

    /// Returns the disclosures of a loop body for each element, if no other iteration invalidates them.
    fn shown_of_each(&self, list: Option<&(LocalId, Expr)>, around: &ChangeSet) -> Vec<(Open, Certainty)> {
        let Some((local, list)) = list else { return Vec::new() };
        let each =
            self.read.seen.open.iter().filter_map(|(open, known)| Some((open.each(*local, list)?, *known)));
        each.filter(|(open, _)| open.outlasts(self.read.checked, around)).collect()
    }

    /// Returns the disclosures to some players of a loop body, in the same way.
    fn shown_to_some(&self, list: Option<&(LocalId, Expr)>, around: &ChangeSet) -> Vec<(Open, Rc<Expr>)> {
        let Some((local, list)) = list else { return Vec::new() };
        let this = local.0..local.0.saturating_add(1);
        let shown =
            self.read.seen.shown.iter().filter(|(_, to)| !to.reads(this.clone()) && !around.alters(to));
        let each = shown.filter_map(|(open, to)| Some((open.each(*local, list)?, Rc::clone(to))));
        each.filter(|(open, _)| open.outlasts(self.read.checked, around)).collect()
    }

    /// Discloses a list after a loop has shown each of its cards, if the list is unchanged.
    fn show_all(&mut self, list: &Expr, around: &ChangeSet, known: Certainty) {
        let zone = if let ExprKind::ZoneCards(zone) = &list.kind { Some(zone) } else { None };
        let is_there = zone.map_or(!around.alters(list), |zone| !around.hides(self.read.checked, zone));
        if is_there || matches!(list.kind, ExprKind::Local(_)) {
            self.show(list, known);
        }
    }

    /// Returns the taint of the test that decides which block runs, or how often.
    fn decides(&mut self, kind: &StmtKind) -> Taint {
        let mut all = Taint::default();
        if kind.question().is_some_and(|question| question.secretly && question.among != Among::InTurn) {
            let chooser = kind.question().map(|question| &question.chooser);
            let secret = |chooser: &Expr| Taint::secret(chooser.span, SecretSource::Picked(short(chooser)));
            all = all.and(&chooser.map(secret).unwrap_or_default());
        }
        let facts = kind.question().map(|question| &question.facts);
        let is_fact =
            |operand: &Expr| facts.into_iter().flatten().any(|fact| std::ptr::eq(&fact.value, operand));
        for operand in kind.operands().into_iter().filter(|operand| !is_fact(operand)) {
            let of = self.read.secrecy(operand);
            all = all.and(if operand.ty.is_list() { &of.there } else { &of.value });
        }
        all
    }

    /// Adds the taint of the test to locals and return values that only some paths assign, because they
    /// reveal the path.
    fn depends(&mut self, kind: &StmtKind, decides: &Taint) {
        if decides.is_clear() {
            return;
        }
        for block in kind.blocks() {
            every(block.stmts, &mut |stmt| {
                if let StmtKind::Let(local, _) = &stmt.kind
                    && let Some(secrecy) = self.read.seen.locals.remove(local)
                {
                    self.read.seen.locals.insert(*local, secrecy.by(decides));
                }
            });
            if find(block.stmts, &is_exit).is_some() {
                self.given = std::mem::take(&mut self.given).by(decides);
            }
        }
    }

    /// Returns the candidate of a loop over a list.
    fn candidate(&mut self, kind: &StmtKind) -> Option<Candidate> {
        let StmtKind::For(local, list, _) = kind else { return None };
        Some((*local, self.read.secrecy(list).element()))
    }

    /// Analyses a loop body from a state that includes the hidden information of earlier iterations.
    fn rounds(
        &mut self,
        body: &mut [Stmt],
        candidate: Option<(&Candidate, &(LocalId, Expr))>,
        of_one: &[(Open, Certainty)],
    ) {
        let this = self.loops;
        self.loops += 1;
        if self.rounds.len() == this {
            self.rounds.push(FlowState::default());
        }
        self.read.seen.join_hidden(&self.rounds[this]);
        if let Some(((local, element), (_, list))) = candidate {
            self.binds(*local, element.clone());
            self.read.seen.open_for(*local, list);
            self.read.seen.open.extend(of_one.iter().cloned());
        }
        let mut reckoned = self.read.seen.clone();
        self.stmts(body);
        // expressions with loop locals differ in each iteration: only taint new to `rounds` counts
        self.is_open |=
            reckoned.join_hidden(&self.read.seen) && self.rounds[this].join_hidden(&self.read.seen);
    }
}

/// Joins the states of several paths. Pending taint of variables is kept even for paths that leave the
/// effect.
fn joined(ways: Vec<(bool, FlowState)>) -> FlowState {
    let all_leave = ways.iter().all(|(leaves, _)| *leaves);
    let (gone, ways): (Vec<_>, Vec<_>) = ways.into_iter().partition(|(leaves, _)| *leaves && !all_leave);
    let mut ways = ways.into_iter().map(|(_, way)| way);
    let mut seen = ways.next().unwrap_or_default();
    ways.for_each(|way| seen.join(&way));
    gone.iter().for_each(|(_, way)| {
        seen.join_kept(way);
    });
    seen
}

/// Returns true for a loop over players.
fn is_of_players(kind: &StmtKind) -> bool {
    matches!(kind, StmtKind::For(_, list, _) if list.ty.element() == Type::PLAYER)
}

fn is_exit(stmt: &Stmt) -> bool {
    matches!(stmt.kind, StmtKind::Stop | StmtKind::Give(_) | StmtKind::EndGame)
}

/// Returns true if a block always leaves the effect.
fn leaves(block: &[Stmt]) -> bool {
    block.iter().any(is_exit)
}

/// Returns the cards whose existence a test checks and that neither block reassigns. A card that doesn't
/// exist needs no disclosure.
fn asked_for(kind: &StmtKind) -> Vec<LocalId> {
    fn within(test: &Expr, asked: &mut Vec<LocalId>) {
        if let ExprKind::Exists(of) = &test.kind
            && let ExprKind::Local(local) = of.kind
        {
            asked.push(local);
        }
        test.children().into_iter().for_each(|part| within(part, asked));
    }
    let mut asked = Vec::new();
    let StmtKind::If(test, yes, no) = kind else { return asked };
    within(test, &mut asked);
    let is_assigned = |local: LocalId| {
        let assigns = |stmt: &Stmt| stmt.kind.assigns() == Some(local);
        find(yes, &assigns).or(find(no, &assigns)).is_some()
    };
    asked.retain(|local| !is_assigned(*local));
    asked
}

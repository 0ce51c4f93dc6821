//! Implicit sinks, which reveal information without a text: who is asked, the options, how many cards move
//! and where to, and the conclusions of `exclude`.

use std::collections::BTreeMap;

use super::flow_state::{CONTROL, DisclosureSite, WHO};
use super::stmt::Walk;
use super::tell::Where;
use super::value::{ELSEWHERE, Secrecy, Secret, SecretSource, Taint, short};
use crate::check::flow::facts::conjuncts;
use crate::hir::{Act, Among, Checked, Expr, ExprKind, ImplicitCall, Place, Question, Repeat};
use crate::hir::{Stmt, StmtKind, every, find, is_same};
use crate::ids::{LocalId, PhaseId, WindowId};

use super::changes::all_see;
use super::expr::{Reader, Values};

/// Maximum number of tracked questions per effect.
const MOST_QUESTIONS: usize = 16;

/// Maximum number of iterations for effects that run each other.
const ROUNDS: usize = 16;

/// Returns the first question of each called effect; empty if it is marked `openly`. An event has the first
/// question of each reaction. Later questions reveal nothing new about the choice of player.
pub(super) fn questions(checked: &Checked) -> BTreeMap<ImplicitCall, Vec<DisclosureSite>> {
    let mut all: BTreeMap<ImplicitCall, Vec<DisclosureSite>> = BTreeMap::new();
    for _ in 0..ROUNDS {
        let mut next: BTreeMap<ImplicitCall, Vec<DisclosureSite>> = BTreeMap::new();
        for (owner, stmts) in checked.bodies() {
            if let Some(of) = checked.run_as(owner)
                && let Some(lines) = first(checked, stmts, &all)
            {
                let known = next.entry(of).or_default();
                let new: Vec<DisclosureSite> =
                    lines.into_iter().filter(|line| !known.contains(line)).collect();
                known.extend(new.into_iter().take(MOST_QUESTIONS.saturating_sub(known.len())));
            }
        }
        if next == all {
            break;
        }
        all = next;
    }
    all
}

/// Returns the first question of the statements or of the effects they run; `None` if they ask none.
fn first(
    checked: &Checked,
    stmts: &[Stmt],
    all: &BTreeMap<ImplicitCall, Vec<DisclosureSite>>,
) -> Option<Vec<DisclosureSite>> {
    stmts.iter().find_map(|stmt| {
        if let Some(question) = stmt.kind.question() {
            return Some(if question.openly { Vec::new() } else { vec![line(question)] });
        }
        let runs = checked.runs(&stmt.kind);
        let run = runs.iter().filter_map(|to| all.get(to)).next().cloned();
        run.or_else(|| stmt.kind.blocks().into_iter().find_map(|block| first(checked, block.stmts, all)))
    })
}

/// Returns the sink for the player of a decision, which is public.
fn line(question: &Question) -> DisclosureSite {
    DisclosureSite { stmt: question.end, value: question.chooser.span, place: Where::Asked }
}

/// Returns the taint that decides whether a phase runs and its active player.
pub(super) fn control_of(checked: &Checked, values: &Values, phase: PhaseId) -> Taint {
    let mut read = Reader::new(checked, values);
    let mut control = Taint::default();
    let mut next = Some(phase);
    while let Some(id) = next {
        let def = &checked.phases[id.index()];
        for value in def.when.iter().chain(&def.active) {
            control = control.and(&read.secrecy(value).value);
        }
        if let Repeat::Each(value) | Repeat::Times(value) = &def.repeat {
            let of = read.secrecy(value);
            control = control.and(&of.value).and(&of.there);
        }
        next = def.parent;
    }
    control
}

impl Walk<'_> {
    /// Checks the implicit sinks of a statement.
    pub(super) fn shown_by(&mut self, stmt: &Stmt) {
        if let StmtKind::Choose(_, choice) = &stmt.kind {
            let counts = choice.count.iter().flat_map(|(min, max)| [min].into_iter().chain(max));
            let offered: Vec<&Expr> = counts.chain([&choice.list]).collect();
            self.offers(&offered, &choice.question, Where::Offered);
            let face = self.read.secrecy(&choice.list).face;
            let may = choice.question.may;
            let there = if may { self.whether_some(&choice.list) } else { Taint::default() };
            self.asked(&choice.question, there, &face);
        } else if let StmtKind::Modes { question, modes, .. } = &stmt.kind {
            let guards: Vec<&Expr> = modes.iter().filter_map(|mode| mode.guard.as_ref()).collect();
            self.offers(&guards, question, Where::Offered);
            self.asked(question, Taint::default(), &Taint::default());
        } else if let StmtKind::Window { question, window, .. } = &stmt.kind {
            let from = self.offers_actions(*window, question);
            self.asked(question, Taint::default(), &from);
        } else if let StmtKind::May { question, .. } = &stmt.kind {
            self.asked(question, Taint::default(), &Taint::default());
        } else if let StmtKind::Act(act, false) = &stmt.kind {
            self.moves(act, stmt);
        }
        self.asked_elsewhere(&stmt.kind);
    }

    /// Checks that the options reveal nothing hidden to the player who chooses.
    fn offers(&mut self, offered: &[&Expr], question: &Question, place: Where) {
        if question.openly {
            return;
        }
        // players know who they are
        let own = if let ExprKind::Local(chooser) = question.chooser.kind {
            self.read.seen.locals.remove_entry(&chooser)
        } else {
            None
        };
        for expr in offered {
            let taint = self.as_seen_by(&question.chooser, |walk| {
                let of = walk.read.secrecy(expr);
                if expr.ty.is_list() { of.value } else { of.value.and(&of.there) }
            });
            let line = DisclosureSite { stmt: question.end, value: expr.span, place };
            self.leak_to(line, taint, Some(&question.chooser));
        }
        self.read.seen.locals.extend(own);
    }

    /// Checks the options of a window in the same way: the targets and conditions of its actions, with `me`
    /// as the acting player. Returns the taint of the options.
    fn offers_actions(&mut self, window: WindowId, question: &Question) -> Taint {
        let mut from = Taint::default();
        let checked = self.read.checked;
        for action in &checked.windows[window.index()].actions {
            let (known, open) = (self.read.seen.locals.clone(), self.read.seen.open.len());
            for (i, target) in action.targets.iter().enumerate() {
                let list = of_chooser(&target.body, &question.chooser);
                let card = if i == 0 { action.of_card } else { None };
                self.offers(&[&list], question, card.map_or(Where::Offered, Where::Card));
                let mut element =
                    self.as_seen_by(&question.chooser, |walk| walk.read.secrecy(&list).element());
                from = from.and(&element.face).and(&element.value);
                if card.is_some() {
                    // reported with the zones where the action works, not again with its condition
                    element.face = Taint::default();
                }
                self.read.bind(LocalId(ELSEWHERE + i as u16), element);
            }
            if let Some(when) = &action.when {
                let when = of_chooser(&when.body, &question.chooser);
                self.offers(&[&when], question, Where::Offered);
                from = from.and(&self.read.secrecy(&when).value);
            }
            self.read.seen.locals = known;
            self.read.seen.open.truncate(open);
        }
        from
    }

    /// Checks that being asked reveals nothing hidden. It depends on the control dependences of the
    /// statement, the presence of an option, and the player.
    fn asked(&mut self, question: &Question, there: Taint, from: &Taint) {
        // being asked again reveals nothing new after a question
        let mut whether = self.read.seen.take_decides(CONTROL);
        let who = self.read.seen.take_decides(WHO).and(&self.read.secrecy(&question.chooser).value);
        if question.openly {
            return;
        }
        if question.among == Among::Alone {
            // secrets that the player doesn't know are reported with the options
            let mut there = there;
            there.secrets.retain(|secret| self.knows(&question.chooser, secret));
            if !question.always {
                whether = whether.and(&there);
            }
            // every choice from a hand reveals that the hand has such a card, so this is not reported
            whether = beside(whether, from);
        }
        self.leak_to(line(question), whether.and(&who), None);
    }

    /// Returns the taint of the tests that decide whether a list is empty, except tests on its candidates.
    /// The presence of an option among a player's candidates is part of every choice.
    fn whether_some(&mut self, list: &Expr) -> Taint {
        let ExprKind::Filter { local, list, test } = &list.kind else { return Taint::default() };
        let mut parts = Vec::new();
        conjuncts(test, &mut parts);
        let of_all = parts.into_iter().filter(|part| !part.reads(local.0..local.0.saturating_add(1)));
        let tests = of_all.fold(Taint::default(), |all, part| all.and(&self.read.secrecy(part).value));
        tests.and(&self.whether_some(list))
    }

    /// Checks effects run by this statement that may ask. Being asked depends on the control dependences of
    /// this statement.
    fn asked_elsewhere(&mut self, kind: &StmtKind) {
        let runs = self.read.checked.runs(kind);
        let Some(lines) = runs.iter().find_map(|to| self.elsewhere.questions.get(to)) else { return };
        let seen = &mut self.read.seen;
        let mut taint = seen.take_decides(CONTROL).and(&seen.take_decides(WHO));
        taint.secrets.iter_mut().for_each(|secret| secret.passed = Some(self.here));
        for line in lines.clone() {
            self.leak_to(line, taint.clone(), None);
        }
    }

    /// Checks the public aspects of an act: how many cards move, their destination, and the cards and place
    /// that it excludes.
    fn moves(&mut self, act: &Act, stmt: &Stmt) {
        match act {
            Act::Draw { count, from, to } => {
                for number in [count, from, to] {
                    let taint = self.read.secrecy(number).value;
                    self.acts_on(Where::Moved, number, taint, stmt);
                }
            }
            Act::Move { cards, to, place, face, .. } => {
                // for `N CARDS` only the given number counts
                let of = if let ExprKind::Prefix(number, _) = &cards.kind {
                    Secrecy::from_taint(self.read.secrecy(number).value)
                } else {
                    self.read.secrecy(cards)
                };
                let are_seen = *face == Some(true) || all_see(self.read.checked, to);
                let count = if are_seen { beside(of.there, &of.face) } else { of.there };
                if cards.ty.is_list() {
                    self.acts_on(Where::Moved, cards, count, stmt);
                }
                // the destination derives from the moving card, and all players see that card move
                let to = Some(to).filter(|to| !is_of(to, cards));
                let place = if let Place::Nth(number) = place { Some(number) } else { None };
                for number in to.into_iter().chain(place) {
                    let mut taint = self.read.secrecy(number).value;
                    if are_seen {
                        taint.forget(&of.face);
                    }
                    self.acts_on(Where::Moved, number, taint, stmt);
                }
            }
            Act::Exclude { cards, zone: place } | Act::ExcludeAt { cards, place } => {
                let of = self.read.secrecy(cards);
                // `exclude` concerns the face, also of a card that is identified by its position
                self.acts_on(Where::Concluded, cards, of.value.and(&of.there).and(&of.face), stmt);
                let taint = self.read.secrecy(place).value;
                self.acts_on(Where::Concluded, place, taint, stmt);
            }
            Act::Turn { .. }
            | Act::Shuffle { .. }
            | Act::SwapCards { .. }
            | Act::SwapZones { .. }
            | Act::Show { .. } => {}
        }
    }

    fn acts_on(&mut self, place: Where, value: &Expr, taint: Taint, stmt: &Stmt) {
        self.leak_to(DisclosureSite { stmt: stmt.span, value: value.span, place }, taint, None);
    }

    /// Checks the number of cards that a block draws or moves, which depends on its test or count. For tests
    /// only draws are checked, because most rules move cards conditionally.
    pub(super) fn moved_in(&mut self, kind: &StmtKind) {
        let (by, candidate, draws_only) = if let StmtKind::Repeat(_, count, _) = kind {
            (count, None, false)
        } else if let StmtKind::For(local, list, _) = kind
            && list.ty.element().is_card()
        {
            (list, Some(*local), false)
        } else if let StmtKind::If(test, ..) | StmtKind::While(test, _) = kind {
            (test, None, true)
        } else {
            return;
        };
        let taint = if let StmtKind::If(test, then, _) = kind {
            self.asked_by(test, then)
        } else {
            let of = self.read.secrecy(by);
            if by.ty.is_list() { of.there } else { of.value }
        };
        if taint.is_clear() {
            return;
        }
        // the loop's candidates are the cards that move
        let is_meant = |cards: &Expr| candidate.is_some_and(|local| cards.is_local(local));
        let moves = |act: &Act| {
            let goes = matches!(act, Act::Move { cards, .. } if !draws_only && !is_meant(cards));
            goes || matches!(act, Act::Draw { .. })
        };
        let mut lines = Vec::new();
        for block in kind.blocks() {
            every(block.stmts, &mut |stmt| {
                let here = matches!(&stmt.kind, StmtKind::Act(act, false) if moves(act));
                lines.extend(here.then_some(stmt.span));
            });
        }
        for stmt in lines {
            self.leak_to(DisclosureSite { stmt, value: by.span, place: Where::Moved }, taint.clone(), None);
        }
    }

    /// Returns the hidden taint of a test. Testing for an option before a choice reveals no more than the
    /// choice.
    fn asked_by(&mut self, test: &Expr, then: &[Stmt]) -> Taint {
        let mut parts = Vec::new();
        conjuncts(test, &mut parts);
        parts.into_iter().fold(Taint::default(), |all, part| {
            if let ExprKind::Any(list) = &part.kind
                && begins_with_choice(then, list)
            {
                return all.and(&self.whether_some(list));
            }
            all.and(&self.read.secrecy(part).value)
        })
    }

    /// Returns the taint that decides whether or how often the blocks of a statement run.
    pub(super) fn guard(&mut self, kind: &StmtKind) -> Taint {
        let mut guard = if let StmtKind::If(test, then, _) = kind {
            self.asked_by(test, then)
        } else if let StmtKind::While(test, _) = kind {
            self.read.secrecy(test).value
        } else if let StmtKind::For(_, list, _) | StmtKind::Repeat(_, list, _) = kind {
            let of = self.read.secrecy(list);
            of.value.and(&of.there)
        } else {
            Taint::default()
        };
        if let StmtKind::May { question, .. } | StmtKind::Modes { question, .. } = kind
            && question.secretly
        {
            guard = guard
                .and(&Taint::secret(question.chooser.span, SecretSource::Picked(short(&question.chooser))));
        }
        guard
    }

    /// Adds a control dependence to the statements after a block that may have left the effect.
    pub(super) fn controls_rest(&mut self, kind: &StmtKind, guard: &Taint) {
        let leaves = |stmt: &Stmt| matches!(stmt.kind, StmtKind::Stop | StmtKind::Give(_));
        if kind.blocks().iter().any(|block| find(block.stmts, &leaves).is_some()) {
            let control = self.read.seen.take_decides(CONTROL).and(guard);
            self.read.seen.set_decides(CONTROL, control);
        }
    }
}

/// Returns true if a block starts with a choice from `list`.
fn begins_with_choice(block: &[Stmt], list: &Expr) -> bool {
    matches!(block.first().map(|stmt| &stmt.kind), Some(StmtKind::Choose(_, choice)) if is_same(&choice.list, list))
}

/// Removes the secrets read from the zones of these faces.
fn beside(mut taint: Taint, face: &Taint) -> Taint {
    let zones: Vec<_> = face.secrets.iter().filter_map(|secret| secret.read.as_ref()).collect();
    let in_one =
        |secret: &Secret| secret.read.as_ref().is_some_and(|zone| zones.iter().any(|of| is_same(of, zone)));
    taint.secrets.retain(|secret| !in_one(secret));
    taint
}

/// Returns true if an expression refers to the card in a local.
fn is_of(expr: &Expr, card: &Expr) -> bool {
    matches!(card.kind, ExprKind::Local(local) if expr.reads(local.0..local.0.saturating_add(1)))
}

/// Rewrites an expression of an action, whose locals are its targets, with `chooser` in place of `me`.
fn of_chooser(expr: &Expr, chooser: &Expr) -> Expr {
    let mut expr = expr.called_with(&[], ELSEWHERE);
    if !matches!(chooser.kind, ExprKind::Me) {
        expr.put_me(chooser);
    }
    expr
}

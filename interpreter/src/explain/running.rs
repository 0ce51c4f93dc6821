//! The effect that waits for a decision: its statement and the locals that a seat may know.
//!
//! A local that holds a card is known to viewers who know the card. Any other local is known if all players
//! could follow its origin: an open choice, or a computation from public information. For arguments, the same
//! holds in the calling effect.

use ludex_grammar::span::Span;

use super::eval::{Explainer, Res};
use super::known::{Items, Val};
use ludex_check::hir::{Checked, Expr, ExprKind, Owner, Stmt, StmtKind, every, find};
use ludex_check::ids::{LocalId, VarId, WindowId};
use ludex_check::types::Type;
use ludex_run::program::{Instr, Pc};
use ludex_run::state::{State, Status};

/// A running effect: its frame and statements.
#[derive(Debug, Clone, Copy)]
pub(super) struct Running<'a> {
    pub frame: usize,
    pub owner: Owner,
    pub stmts: &'a [Stmt],
    /// The statement that is running, if known.
    pub at: Option<&'a Stmt>,
}

/// Returns the source locations of all statements that set a variable.
pub(super) fn setters(checked: &Checked, var: VarId) -> Vec<Span> {
    let mut spans = Vec::new();
    for (_, stmts) in checked.bodies() {
        every(stmts, &mut |stmt| {
            if matches!(&stmt.kind, StmtKind::Set(id, ..) if *id == var) {
                spans.push(stmt.span);
            }
        });
    }
    spans.sort_unstable();
    spans.dedup();
    spans
}

/// Returns the decisions that offer the actions of a window.
pub(super) fn askers(checked: &Checked, window: WindowId) -> Vec<ludex_check::ids::DecisionId> {
    let mut found = Vec::new();
    for (_, stmts) in checked.bodies() {
        every(stmts, &mut |stmt| {
            if let StmtKind::Window { window: id, question, .. } = &stmt.kind
                && *id == window
                && !found.contains(&question.decision)
            {
                found.push(question.decision);
            }
        });
    }
    found
}

impl<'a> Explainer<'a> {
    /// Returns the statement that waits for a decision, and makes its frame the current one.
    pub fn waiting(&mut self) -> Option<&'a Stmt> {
        let state = self.eyes.state;
        let frame = state.frames.len().checked_sub(1)?;
        let Status::Waiting { choice, .. } = state.status() else { return None };
        // the next instruction may be another decision
        let asks = |pc: Pc| matches!(self.program.code.get(pc as usize), Some(Instr::Choose(id, _)) if *id == choice);
        let pc = state.frames[frame].pc;
        // a multiple choice is repeated after each pick
        let pc = if asks(pc) { pc } else { pc.checked_sub(1).filter(|pc| asks(*pc))? };
        let (running, stmt) = self.body_at(frame, pc, |stmt| stmt.kind.question().is_some())?;
        let own = stmt.kind.question().filter(|question| self.is_own(&running, &question.chooser));
        self.run_in(running);
        self.own = own.map_or(&[], |question| &question.own);
        Some(stmt)
    }

    /// Makes a running frame the current one for evaluation.
    pub fn run_in(&mut self, running: Running<'a>) {
        self.locals = vec![super::eval::FrameLocal::Running; slots_of(self.eyes.state, running.frame)];
        self.base = 0;
        self.own = &[];
        self.running = Some(running);
    }

    /// Returns the body that runs in a frame and the matching statement at an instruction.
    pub(super) fn body_at(
        &self,
        frame: usize,
        pc: Pc,
        wanted: impl Fn(&Stmt) -> bool,
    ) -> Option<(Running<'a>, &'a Stmt)> {
        let span = *self.program.spans.get(pc as usize)?;
        self.checked.bodies().find_map(|(owner, stmts)| {
            let stmt = find(stmts, &|stmt| stmt.span == span && wanted(stmt))?;
            Some((Running { frame, owner, stmts, at: Some(stmt) }, stmt))
        })
    }

    /// Reads a local of the running effect.
    pub fn running_local(&self, id: LocalId, ty: Type) -> Val {
        let Some(running) = self.running else { return Val::Hidden };
        let Some(value) = self.slot(running.frame, id.0) else { return Val::Hidden };
        if ty.is_card() {
            return self.own_card(value);
        }
        if self.is_known(&running, id, ty) { Val::Is(value) } else { Val::Hidden }
    }

    /// Returns true if the viewer knows the value of a local that is not a card.
    fn is_known(&self, running: &Running<'a>, id: LocalId, ty: Type) -> bool {
        let known = self.open.contains(&id) || self.own.contains(&id);
        self.eyes.viewer.is_none() || known || self.is_told(running, id, ty)
    }

    fn own_card(&self, value: i32) -> Val {
        match u16::try_from(value) {
            Ok(card) if usize::from(card) >= self.program.layout.cards() || !self.eyes.knows(card) => {
                Val::Hidden
            }
            Ok(_) | Err(_) => Val::Is(value),
        }
    }

    /// Reads a list of the running effect. Cards are known individually; other elements are known if all
    /// players could follow the list.
    pub fn running_list(&mut self, id: LocalId, ty: Type) -> Res<Items> {
        let Some(running) = self.running else { return Ok(Items::unknown()) };
        let open = ty.has_cards() || self.is_known(&running, id, ty);
        match self.slot(running.frame, id.0) {
            Some(handle) if open => self.list_of_state(handle, ty),
            Some(_) | None => Ok(Items::unknown()),
        }
    }

    /// Reads a list stored in the position.
    fn list_of_state(&mut self, handle: i32, ty: Type) -> Res<Items> {
        let Some(values) = self.eyes.state.find_list(handle) else { return Ok(Items::unknown()) };
        let (values, element) = (values.to_vec(), ty.element());
        let mut items = Vec::with_capacity(values.len());
        for value in values {
            items.push(if element.is_list() {
                let inner = self.list_of_state(value, element)?;
                self.store(inner)?
            } else if element.is_card() {
                self.own_card(value)
            } else {
                Val::Is(value)
            });
        }
        Ok(if items.contains(&Val::Hidden) { Items::unknown() } else { Items { items, ..Items::default() } })
    }

    fn slot(&self, frame: usize, slot: u16) -> Option<i32> {
        let state = self.eyes.state;
        let base = state.frames.get(frame)?.base as usize;
        state.slots.get(base + usize::from(slot)).copied()
    }

    /// Returns true if the viewer made a choice.
    pub(super) fn is_own(&self, running: &Running<'a>, chooser: &Expr) -> bool {
        // a computed chooser is not known here
        let who = if let ExprKind::Local(id) = chooser.kind {
            self.slot(running.frame, id.0)
        } else if let ExprKind::Const(n) = chooser.kind {
            Some(n)
        } else {
            let me = matches!(chooser.kind, ExprKind::Me);
            self.eyes.state.active().filter(|_| me).map(i32::from)
        };
        who.is_some_and(|who| self.eyes.viewer.map(i32::from) == Some(who))
    }
}

/// A statement that assigns a local.
pub(super) struct Setter<'a> {
    pub kind: &'a StmtKind,
    /// The enclosing statements. If several statements assign the local, these decide which one ran.
    pub around: Vec<&'a StmtKind>,
}

pub(super) fn sources_of<'a>(
    stmts: &'a [Stmt],
    id: LocalId,
    around: &mut Vec<&'a StmtKind>,
    found: &mut Vec<Setter<'a>>,
) {
    for stmt in stmts {
        if stmt.kind.assigns() == Some(id) {
            found.push(Setter { kind: &stmt.kind, around: around.clone() });
        }
        around.push(&stmt.kind);
        stmt.kind.blocks().into_iter().for_each(|block| sources_of(block.stmts, id, around, found));
        around.pop();
    }
}

/// Returns the number of slots of a frame.
fn slots_of(state: &State, frame: usize) -> usize {
    let base = state.frames[frame].base as usize;
    let end = state.frames.get(frame + 1).map_or(state.slots.len(), |next| next.base as usize);
    end.saturating_sub(base)
}

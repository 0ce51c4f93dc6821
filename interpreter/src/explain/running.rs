//! The effect that waits for a decision: which statement asks, and what of its locals a seat may know.
//!
//! A local that holds a card is told to those who know the card. Any other is told if all could follow where it came from: it
//! was picked openly, or computed from what all see; an argument likewise, in the effect that gave it.

use std::collections::BTreeSet;

use ludex_grammar::span::Span;

use super::eval::{Explainer, Res};
use super::known::{Items, Val};
use crate::hir::{
    Checked, Expr, ExprKind, Owner, Stmt, StmtKind, every, find, made_lists, plain_lists, tested_lists,
};
use crate::ids::{FunctionId, LocalId, ProcedureId, VarId, WindowId, ZoneId};
use crate::program::{Instr, Pc};
use crate::state::{Frame, State, Status};
use crate::types::{Base, Type};

/// From a local to the expression that it comes from, from there to the next: so many steps at most.
const MAX_FOLLOWED: usize = 64;

/// How it is found out where the value of a local came from.
#[derive(Default)]
struct Followed {
    /// Locals that were looked at, by frame: each once, for a local may be computed from itself, or from another twice.
    locals: BTreeSet<(usize, LocalId)>,
    /// Functions likewise.
    functions: BTreeSet<FunctionId>,
    /// Steps from the first local to here.
    depth: usize,
}

/// A running effect: which frame, and the statements it runs.
#[derive(Debug, Clone, Copy)]
pub(super) struct Running<'a> {
    frame: usize,
    owner: Owner,
    stmts: &'a [Stmt],
}

impl<'a> Running<'a> {
    pub fn of(frame: usize, owner: Owner, stmts: &'a [Stmt]) -> Self {
        Self { frame, owner, stmts }
    }
}

/// Every statement of a ruleset that sets a variable.
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

/// The names of the decisions that offer the actions of a window.
pub(super) fn askers(checked: &Checked, window: WindowId) -> Vec<crate::ids::DecisionId> {
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
    /// The statement that waits for a decision; its frame is the one that is evaluated from now on.
    pub fn waiting(&mut self) -> Option<&'a Stmt> {
        let state = self.eyes.state;
        let frame = state.frames.len().checked_sub(1)?;
        let Status::Waiting { choice, .. } = state.status() else { return None };
        // another decision may follow at once
        let asks = |pc: Pc| matches!(self.program.code.get(pc as usize), Some(Instr::Choose(id, _)) if *id == choice);
        let pc = state.frames[frame].pc;
        // a choice of several is met again after each pick
        let pc = if asks(pc) { pc } else { pc.checked_sub(1).filter(|pc| asks(*pc))? };
        let (running, stmt) = self.body_at(frame, pc, |stmt| stmt.kind.question().is_some())?;
        let own = stmt.kind.question().filter(|question| self.is_own(&running, &question.chooser));
        self.run_in(running);
        self.own = own.map_or(&[], |question| &question.own);
        Some(stmt)
    }

    /// From now on a frame is evaluated that runs.
    pub fn run_in(&mut self, running: Running<'a>) {
        self.locals = vec![super::eval::FrameLocal::Running; slots_of(self.eyes.state, running.frame)];
        self.base = 0;
        self.own = &[];
        self.running = Some(running);
    }

    /// The body that runs in a frame, by the place of an instruction of it.
    fn body_at(
        &self,
        frame: usize,
        pc: Pc,
        wanted: impl Fn(&Stmt) -> bool,
    ) -> Option<(Running<'a>, &'a Stmt)> {
        let span = *self.program.spans.get(pc as usize)?;
        self.checked.bodies().find_map(|(owner, stmts)| {
            let stmt = find(stmts, &|stmt| stmt.span == span && wanted(stmt))?;
            Some((Running { frame, owner, stmts }, stmt))
        })
    }

    /// A local of the running effect.
    pub fn running_local(&self, id: LocalId, ty: Type) -> Val {
        let Some(running) = self.running else { return Val::Hidden };
        let Some(value) = self.slot(running.frame, id.0) else { return Val::Hidden };
        if ty.is_card() {
            return self.own_card(value);
        }
        if self.is_known(&running, id) { Val::Is(value) } else { Val::Hidden }
    }

    /// Whether the viewer knows what a local holds that is no card.
    fn is_known(&self, running: &Running<'a>, id: LocalId) -> bool {
        let known = self.open.contains(&id) || self.own.contains(&id);
        self.eyes.viewer.is_none() || known || self.is_told(running, id)
    }

    fn own_card(&self, value: i32) -> Val {
        match u16::try_from(value) {
            Ok(card) if usize::from(card) >= self.program.layout.cards() || !self.eyes.knows(card) => {
                Val::Hidden
            }
            Ok(_) | Err(_) => Val::Is(value),
        }
    }

    /// A list of the running effect: its cards as far as they are known, other things if all could follow.
    pub fn running_list(&mut self, id: LocalId, ty: Type) -> Res<Items> {
        let Some(running) = self.running else { return Ok(Items::unknown()) };
        let open = ty.has_cards() || self.is_known(&running, id);
        match self.slot(running.frame, id.0) {
            Some(handle) if open => self.list_of_state(handle, ty),
            Some(_) | None => Ok(Items::unknown()),
        }
    }

    /// A list of the position.
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

    /// Whether everybody could follow where the value of a local came from.
    fn is_told(&self, running: &Running<'a>, id: LocalId) -> bool {
        self.is_followed(running, id, &mut Followed::default())
    }

    /// Whether everybody could follow each statement that gives a local a value, whichever of them did.
    fn is_followed(&self, running: &Running<'a>, id: LocalId, followed: &mut Followed) -> bool {
        if !followed.locals.insert((running.frame, id)) {
            return true; // whoever came here first finds it out
        }
        let mut sources = Vec::new();
        sources_of(running.stmts, id, &mut Vec::new(), &mut sources);
        let several = sources.len() > 1;
        if sources.is_empty() {
            return self.is_given(running, id, followed);
        }
        sources.into_iter().all(|Setter { kind, around }| {
            let decided = !several || around.iter().all(|kind| self.is_told_by(running, kind, followed));
            decided && self.is_told_by(running, kind, followed)
        })
    }

    /// Whether everybody could follow what a statement computes, or what it decides.
    fn is_told_by(&self, running: &Running<'a>, kind: &'a StmtKind, followed: &mut Followed) -> bool {
        match kind.question() {
            Some(question) => !question.secretly || self.is_own(running, &question.chooser),
            // nobody says what chance picked until a rule does, nor what another effect gives
            None if kind.is_by_chance() || kind.runs().is_some() => false,
            None => kind.operands().into_iter().all(|value| self.is_open(Some(running), value, followed)),
        }
    }

    /// Whether the viewer made a choice.
    fn is_own(&self, running: &Running<'a>, chooser: &Expr) -> bool {
        // of a chooser who is computed nothing is known here
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

    /// Whether everybody could follow what was given to a body.
    fn is_given(&self, running: &Running<'a>, id: LocalId, followed: &mut Followed) -> bool {
        match running.owner {
            Owner::Action(..) => true,
            // a card, a player or a spot that all were told of is no local of these
            Owner::Setup | Owner::Handler(_) | Owner::Phase(_) | Owner::PhaseEnd(_) | Owner::Snippet(_) => {
                false
            }
            Owner::Procedure(procedure) => self.is_passed(running.frame, procedure, id, followed),
        }
    }

    fn is_passed(&self, frame: usize, procedure: ProcedureId, id: LocalId, followed: &mut Followed) -> bool {
        let state: &State = self.eyes.state;
        let Some(caller) = frame.checked_sub(1) else { return false };
        let Some(Frame { pc, .. }) = state.frames.get(caller) else { return false };
        let does = |stmt: &Stmt| matches!(&stmt.kind, StmtKind::Do(_, id, _) if *id == procedure);
        let Some((running, stmt)) = pc.checked_sub(1).and_then(|pc| self.body_at(caller, pc, does)) else {
            return false;
        };
        let StmtKind::Do(_, _, arguments) = &stmt.kind else { return false };
        arguments
            .get(usize::from(id.0))
            .is_some_and(|argument| self.is_open(Some(&running), argument, followed))
    }

    /// Whether everybody can compute an expression: it reads nothing that somebody may not see. In a function, where nothing runs, locals are
    /// parameters, or computed in it.
    fn is_open(&self, running: Option<&Running<'a>>, expr: &'a Expr, followed: &mut Followed) -> bool {
        if followed.depth > MAX_FOLLOWED {
            return false;
        }
        followed.depth += 1;
        let is_open = self.is_open_kind(running, expr, followed);
        followed.depth -= 1;
        is_open
    }

    fn is_open_kind(&self, running: Option<&Running<'a>>, expr: &'a Expr, followed: &mut Followed) -> bool {
        let mut open = |expr: &'a Expr| self.is_open(running, expr, followed);
        match &expr.kind {
            ExprKind::Const(_)
            | ExprKind::Nothing
            | ExprKind::Players
            | ExprKind::Option(_)
            | ExprKind::Me
            | ExprKind::PhaseNumber(_)
            | ExprKind::AllPlayers(None)
            | ExprKind::AllWords(_)
            | ExprKind::AllNames(_)
            | ExprKind::AllSpots(_, None) => true,
            ExprKind::Local(id) => {
                let told = |running| self.is_followed(running, *id, followed);
                !expr.ty.has_cards() && running.is_none_or(told)
            }
            ExprKind::Call(id, arguments) => {
                let body = &self.checked.functions[id.index()].body.body;
                arguments.iter().all(open)
                    && (!followed.functions.insert(*id) || self.is_open(None, body, followed))
            }
            ExprKind::Let(_, value, body) => open(value) && open(body),
            ExprKind::GameVar(id) => !self.checked.vars[id.index()].ty.is_card(),
            ExprKind::VarOf(id, of) => {
                let held = matches!(of.ty.base(), Base::Player | Base::Spot(_));
                let def = &self.checked.vars[id.index()];
                held && !def.owner_sees && !def.ty.is_card() && open(of)
            }
            ExprKind::Unary(_, of)
            | ExprKind::Table(_, of)
            | ExprKind::Not(of)
            | ExprKind::Exists(of)
            | ExprKind::AllPlayers(Some(of))
            | ExprKind::AllSpots(_, Some(of))
            | ExprKind::Neighbours(_, of) => open(of),
            ExprKind::Binary(_, a, b)
            | ExprKind::Row(a, b)
            | ExprKind::Compare(_, a, b)
            | ExprKind::And(a, b)
            | ExprKind::Or(a, b)
            | ExprKind::Default(a, b)
            | ExprKind::Range(a, b) => open(a) && open(b),
            ExprKind::If(test, a, b) => open(test) && open(a) && open(b),
            ExprKind::Count(list) | ExprKind::Any(list) => {
                let ExprKind::ZoneCards(zone) = &list.kind else { return false };
                let shown = |id: ZoneId| self.checked.zones[id.index()].concealed.is_none();
                if let ExprKind::ZoneOf(id, of) = &zone.kind {
                    return shown(*id) && matches!(of.ty.base(), Base::Player | Base::Spot(_)) && open(of);
                }
                matches!(zone.kind, ExprKind::GameZone(id) if shown(id))
            }
            ExprKind::Field(..)
            | ExprKind::Property(..)
            | ExprKind::Score(_)
            | ExprKind::GameZone(_)
            | ExprKind::ZoneOf(..)
            | ExprKind::Card(..)
            | ExprKind::SpotOf(..)
            | ExprKind::Top(_)
            | ExprKind::Bottom(_)
            | ExprKind::CardAt(..)
            | ExprKind::Only(_)
            | ExprKind::Entry(..)
            | ExprKind::Chain(..)
            | ExprKind::FaceUp(_)
            | ExprKind::IsKind(..)
            | ExprKind::IsDesign(..)
            | ExprKind::IsIn(..)
            | ExprKind::First(_)
            | ExprKind::Last(_)
            | ExprKind::Nth(..)
            | ExprKind::Fold(..)
            | ExprKind::AllCards(_)
            | ExprKind::AllIn(_)
            | tested_lists!()
            | plain_lists!()
            | made_lists!() => false,
        }
    }
}

/// A statement that gives a local a value.
struct Setter<'a> {
    kind: &'a StmtKind,
    /// The statements in whose blocks it stands: where several give a value, these tell which did.
    around: Vec<&'a StmtKind>,
}

fn sources_of<'a>(
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

/// How many slots a frame has.
fn slots_of(state: &State, frame: usize) -> usize {
    let base = state.frames[frame].base as usize;
    let end = state.frames.get(frame + 1).map_or(state.slots.len(), |next| next.base as usize);
    end.saturating_sub(base)
}

//! Explains why something can't be chosen: the first failing part of a guard.
//!
//! The reason has the source location of that part and the values it compares. If a part depends on hidden
//! information, the reason reports only that, not whether the part holds.

mod actions;
mod answer;
mod forced;

use super::eval::{Explainer, Res};
use super::known::{Val, ViewerContext};
use super::running::askers;
use super::tree::{Explanation, Subject};
use ludex_check::hir::{
    ChoiceDef, Expr, ExprKind, Mode, StmtKind, Unary, cell_kinds, computed_kinds, free_kinds, list_kinds,
    made_lists, plain_lists, read_kinds, whole_lists,
};
use ludex_check::ids::DecisionId;
use ludex_check::types::{Base, Type, no_bases, place_bases, plain_bases};
use ludex_run::exec::DONE;
use ludex_run::play::values;
use ludex_run::play::{Game, GameInternals};
use ludex_run::play::{Named, Place, Value};
use ludex_run::program::NONE;
use ludex_run::state::Status;

pub use answer::{Candidate, Reason, Target, Wanted, WhyNot};
pub use forced::is_forced;

/// Maximum number of candidates reported individually.
const MOST_CANDIDATES: usize = 12;

/// Explains why a seat can't choose something at the pending decision.
pub fn why_not(game: &Game, seat: u8, wanted: &Wanted) -> WhyNot {
    let (program, state) = (game.program(), game.state());
    let Status::Waiting { choice, slot, player } = state.status() else { return WhyNot::Over };
    let decision = program.choices[choice.0 as usize].decision;
    let decision = Named::new(decision, program.checked.decisions[decision.index()].clone());
    if player != i32::from(seat) {
        let player = u8::try_from(player).unwrap_or(0);
        return WhyNot::Waits { player: values::player(program, player), decision };
    }
    let eyes = ViewerContext { program, state, viewer: Some(seat) };
    let mut explainer = Explainer::new(eyes, game.setup().ruleset().sources());
    let Some(stmt) = explainer.waiting() else { return elsewhere(decision, Vec::new(), program) };
    explainer.me = matches!(stmt.kind, StmtKind::Window { .. }).then_some(seat);
    let found = match (&stmt.kind, wanted) {
        _ if !wanted.is_there(program) => None,
        (StmtKind::Window { window, .. }, Wanted::Action(action, targets)) if *window == action.window => {
            explainer.action(*action, targets)
        }
        (StmtKind::Window { window, .. }, Wanted::Thing(target)) => explainer.any_action(*window, *target),
        (StmtKind::Choose(_, choice), Wanted::Thing(target)) => explainer.pick(choice, slot, *target),
        (StmtKind::Modes { modes, .. }, Wanted::Mode(name)) => explainer.mode(modes, name),
        _ => None,
    };
    found.unwrap_or_else(|| {
        let others = match wanted {
            Wanted::Action(action, _) => askers(&program.checked, action.window),
            Wanted::Thing(_) | Wanted::Mode(_) => Vec::new(),
        };
        elsewhere(decision, others, program)
    })
}

fn elsewhere(
    decision: Named<DecisionId>,
    others: Vec<DecisionId>,
    program: &ludex_run::program::Program,
) -> WhyNot {
    let name = |id: DecisionId| Named::new(id, program.checked.decisions[id.index()].clone());
    WhyNot::Elsewhere { decision, others: others.into_iter().map(name).collect() }
}

/// Splits `a and b and …` into its parts.
fn conjuncts(expr: &Expr) -> Vec<&Expr> {
    let ExprKind::And(a, b) = &expr.kind else { return vec![expr] };
    [conjuncts(a), conjuncts(b)].concat()
}

/// Returns the operands that a test compares or queries.
fn compared(test: &Expr) -> Vec<&Expr> {
    match &test.kind {
        ExprKind::And(a, b) | ExprKind::Or(a, b) => [compared(a), compared(b)].concat(),
        ExprKind::Compare(_, a, b) => vec![a, b],
        ExprKind::Not(a) => compared(a),
        ExprKind::Exists(a) | ExprKind::FaceUp(a) | ExprKind::IsKind(_, a) | ExprKind::IsDesign(_, a) => {
            vec![a]
        }
        ExprKind::IsIn(a, _) => vec![a],
        ExprKind::Any(_) | free_kinds!() | read_kinds!() | computed_kinds!() | list_kinds!() => vec![],
    }
}

/// Returns true if an expression is a literal, whose text already shows its value.
fn is_plain(expr: &Expr) -> bool {
    if let ExprKind::Unary(Unary::Neg | Unary::Scale, a) = &expr.kind {
        return is_plain(a);
    }
    matches!(expr.kind, ExprKind::Const(_) | ExprKind::Nothing)
}

impl<'a> Explainer<'a> {
    /// Returns true if the target may be a value of type `ty`.
    fn fits(&self, target: Target, ty: Type) -> bool {
        let design = match target {
            Target::Card(card) => self.program.layout.design.get(card.index()).copied(),
            Target::Design(design) => Some(design.0),
            Target::Seat(_) => return ty.base() == Base::Player,
            Target::Spot(spot) => return ty.base() == Base::Spot(spot.sort),
            Target::Number(_) => return ty.is_number(),
            Target::Word(of, _) => return ty.base() == Base::Enum(of),
        };
        let Some(design) = design else { return false };
        match ty.base() {
            Base::Kind(kind) | Base::Name(Some(kind)) => self.checked.designs[design as usize].kind == kind,
            Base::Design(only) => design == only.0,
            Base::Card | Base::Name(None) => true,
            Base::Enum(_) | plain_bases!() | place_bases!() | no_bases!() => false,
        }
    }

    /// Returns the values that a target stands for: all copies of a design.
    fn meant(&self, target: Target) -> Vec<i32> {
        match target {
            Target::Card(card) => vec![i32::from(card.0)],
            Target::Design(design) => {
                self.program.layout.designs[design.index()].iter().map(|card| card as i32).collect()
            }
            Target::Seat(seat) => vec![i32::from(seat.0)],
            Target::Spot(spot) => vec![i32::from(spot.number)],
            Target::Number(n) | Target::Word(_, n) => vec![n],
        }
    }

    fn target(&self, target: Target, ty: Type) -> Value {
        match target {
            Target::Card(card) => values::card(self.program, card.0),
            Target::Design(design) => values::design(self.program, design),
            Target::Seat(seat) => Value::Player(values::player(self.program, seat.0)),
            Target::Spot(spot) => values::spot(self.program, spot.sort, i32::from(spot.number)),
            Target::Number(n) | Target::Word(_, n) => self.shown(Val::Is(n), ty),
        }
    }

    /// Returns true if an offered value matches the target. Only one of several equal copies is offered.
    fn is_meant(&self, target: Target, offered: i32) -> bool {
        let layout = &self.program.layout;
        let Ok(card) = usize::try_from(offered) else { return false };
        match target {
            _ if offered == DONE || offered == NONE => false,
            // the reason must not identify a card that is offered unseen
            Target::Card(wanted) => {
                let (wanted, zone) = (wanted.index(), |card: usize| self.eyes.state.cards[card].zone);
                card < layout.cards()
                    && layout.design[wanted] == layout.design[card]
                    && layout.owner[wanted] == layout.owner[card]
                    && self.eyes.knows(wanted as u16)
                    && self.eyes.knows(card as u16)
                    && zone(wanted) == zone(card)
            }
            Target::Design(design) => {
                card < layout.cards() && self.eyes.knows(card as u16) && layout.design[card] == design.0
            }
            Target::Seat(seat) => offered == i32::from(seat.0),
            Target::Spot(spot) => offered == i32::from(spot.number),
            Target::Number(n) | Target::Word(_, n) => offered == n,
        }
    }

    /// Tests parts of a guard in order. Returns the first failing part, otherwise the first hidden part.
    fn against(&mut self, parts: &[&'a Expr]) -> Option<Reason> {
        let mut hidden = None;
        for part in parts {
            let (value, children) = match hidden {
                None => self.attempt_here(|me| me.eval(part)),
                // in play, a hidden part may prevent the evaluation of later parts
                Some(_) => (Ok(self.perhaps(|me| me.eval(part))), Vec::new()),
            };
            let place = Place::new(self.sources, part.span);
            match value.map(Val::holds) {
                Err(fault) => return Some(Reason::Fault(fault.message().to_owned())),
                Ok(Some(true)) => {}
                Ok(Some(false)) => {
                    let test =
                        Explanation { what: Subject::Expression, value: Value::Bool(false), place, children };
                    return Some(Reason::Fails { test: Box::new(test), sides: self.sides(part) });
                }
                Ok(None) => hidden = hidden.or(Some(Reason::Hidden(place))),
            }
        }
        hidden
    }

    /// Explains the values that a test compares, except literals.
    fn sides(&mut self, test: &'a Expr) -> Vec<Explanation> {
        let mut sides: Vec<Explanation> = Vec::new();
        for side in compared(test).into_iter().filter(|side| !is_plain(side) && !side.ty.is_list()) {
            let value = self.perhaps(|me| me.eval(side));
            let value = self.shown(value, side.ty);
            let place = Place::new(self.sources, side.span);
            let known = sides
                .iter()
                .any(|old| old.place.as_ref().map(|p| &p.text) == place.as_ref().map(|p| &p.text));
            if !known {
                sides.push(Explanation { what: Subject::Expression, value, place, children: Vec::new() });
            }
        }
        sides
    }

    /// Evaluates `body` in the current frame and records the values it reads.
    fn attempt_here(&mut self, body: impl FnOnce(&mut Self) -> Res) -> (Res, Vec<Explanation>) {
        let mark = self.mark();
        let outer = self.trace.replace(Vec::new());
        let value = body(self);
        let read = std::mem::replace(&mut self.trace, outer).unwrap_or_default();
        if value.is_err() {
            self.back_to(&mark);
        }
        (value, read)
    }

    fn left_out(&mut self, list: &'a Expr, item: Val) -> Option<Reason> {
        let place = || Place::new(self.sources, list.span);
        match &list.kind {
            ExprKind::Filter { local, list, test } => {
                if let Some(reason) = self.left_out(list, item) {
                    return Some(reason);
                }
                self.set_local(*local, item);
                self.against(&conjuncts(test))
            }
            ExprKind::Concat(a, b) => {
                let first = self.left_out(a, item)?;
                let second = self.left_out(b, item)?;
                match (first, second) {
                    (Reason::NotAmong(_), Reason::NotAmong(_)) => {
                        Place::new(self.sources, list.span).map(Reason::NotAmong)
                    }
                    (Reason::NotAmong(_), other) | (other, _) => Some(other),
                }
            }
            ExprKind::ZoneCards(_)
            | ExprKind::Neighbours(..)
            | cell_kinds!()
            | whole_lists!()
            | made_lists!()
            | plain_lists!() => match self.perhaps(|me| me.is_in(item, list)).holds() {
                Some(true) => None,
                Some(false) => Some(place().map_or(Reason::Hidden(None), Reason::NotAmong)),
                None => Some(Reason::Hidden(place())),
            },
        }
    }

    /// Returns the candidates of a list before its filters.
    fn before_tests(&mut self, list: &'a Expr) -> Vec<Val> {
        let mut base = list;
        while let ExprKind::Filter { list: inner, .. } = &base.kind {
            base = inner;
        }
        let mark = self.mark();
        self.list(base).map(|items| items.items).unwrap_or_else(|_| {
            self.back_to(&mark);
            Vec::new()
        })
    }

    /// Explains a candidate of a choice from a list.
    fn pick(&mut self, choice: &'a ChoiceDef, slot: u16, target: Target) -> Option<WhyNot> {
        let ty = choice.list.ty.element();
        if ty.is_list() || !self.fits(target, ty) {
            return None;
        }
        let options = self.eyes.state.options();
        let offered: Vec<usize> = (0..options.len()).filter(|i| self.is_meant(target, options[*i])).collect();
        if !offered.is_empty() {
            return Some(WhyNot::Offered(offered));
        }
        let mut reasons: Vec<Reason> = Vec::new();
        for value in self.meant(target) {
            let known = u16::try_from(value).is_ok_and(|card| !ty.is_card() || self.eyes.knows(card));
            let reason = if choice.count.is_some() && known && self.is_picked(slot, value) {
                Reason::Picked
            } else {
                self.left_out(&choice.list, Val::Is(value)).unwrap_or(Reason::PassedOver)
            };
            if !reasons.contains(&reason) {
                reasons.push(reason);
            }
        }
        let reason = most_telling(reasons)?;
        let target = Some(self.target(target, ty));
        Some(WhyNot::Refused(vec![Candidate { action: None, target, reason }]))
    }

    /// Returns true if a value is one of the picks made so far.
    fn is_picked(&self, slot: u16, value: i32) -> bool {
        let state = self.eyes.state;
        let Some(frame) = state.frames.last() else { return false };
        let picks = state.slots.get(frame.base as usize + usize::from(slot));
        picks.and_then(|picks| state.find_list(*picks)).is_some_and(|picks| picks.contains(&value))
    }

    fn mode(&mut self, modes: &'a [Mode], name: &str) -> Option<WhyNot> {
        let index = modes.iter().position(|mode| mode.name == name)?;
        let options = self.eyes.state.options();
        if let Some(option) = options.iter().position(|option| *option == index as i32) {
            return Some(WhyNot::Offered(vec![option]));
        }
        let guard = modes[index].guard.as_ref()?;
        let reason = self.against(&conjuncts(guard)).unwrap_or(Reason::PassedOver);
        Some(WhyNot::Refused(vec![Candidate { action: None, target: None, reason }]))
    }
}

fn nothing() -> Expr {
    Expr { kind: ExprKind::Nothing, ty: Type::INT, span: ludex_grammar::span::Span::default() }
}

/// Returns the most specific reason among those of several copies: the one from the latest test.
fn most_telling(reasons: Vec<Reason>) -> Option<Reason> {
    let rank = |reason: &Reason| match reason {
        Reason::Picked | Reason::PassedOver => 0,
        Reason::Fails { .. } | Reason::Fault(_) | Reason::Nothing { .. } => 1,
        Reason::Hidden(_) => 2,
        Reason::NotAmong(_) => 3,
    };
    reasons.into_iter().min_by_key(rank)
}

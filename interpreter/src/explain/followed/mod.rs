//! Finds values that all players could follow: values computed from public information, through locals,
//! arguments and facts of events.
//!
//! The analysis follows the checked tree along the running frames. It never reads hidden values, so its
//! result is the same at every position in the viewer's information set.

mod revealed;

use std::collections::BTreeSet;

use super::eval::Explainer;
use super::running::{Running, sources_of};
use ludex_check::hir::{
    Bearer, Expr, ExprKind, HandlerDef, Into, KindDef, ModifierDef, Owner, Reads, Stmt, StmtKind, ZoneDef,
};
use ludex_check::ids::{EventId, FunctionId, KindId, LocalId, ProcedureId, PropertyId};
use ludex_check::model::Sees;
use ludex_check::types::{Base, Type};
use ludex_run::state::Frame;

/// Maximum nesting depth of the expressions that are followed, including those behind locals.
const MAX_FOLLOWED: usize = 64;

/// The body in which an expression is evaluated.
#[derive(Clone, Copy)]
enum Body<'a> {
    /// The body of a running frame.
    Running(&'a Running<'a>),
    /// A procedure or function whose arguments are public, so all players could follow them.
    Called(Option<ProcedureId>, &'a [Stmt]),
}

/// A definition that is visited only once.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
enum Visited {
    /// The last part is true if only the existence of the value matters.
    Local(Option<usize>, Option<ProcedureId>, LocalId, bool),
    Function(FunctionId),
    Property(PropertyId),
    Procedure(ProcedureId),
    Score,
}

/// State of one query about a local or an expression.
#[derive(Default)]
struct Followed {
    visited: BTreeSet<Visited>,
    /// Locals bound by the enclosing lists: elements of lists that all players could follow.
    bound: Vec<LocalId>,
    depth: usize,
    /// True if only the existence of the next value that is read matters: all players see whether a variable
    /// holds a card, though not which card.
    only_exists: bool,
    /// The statement whose operands are being read, by address.
    read_in: Option<*const StmtKind>,
}

impl<'a> Explainer<'a> {
    /// Returns true if all players, or this viewer, could follow the origin of a local's value.
    pub fn is_told(&self, running: &Running<'a>, id: LocalId, ty: Type) -> bool {
        self.is_followed(Body::Running(running), id, ty, &mut Followed::default())
    }

    /// Checks all statements that assign the local, whichever of them ran.
    fn is_followed(&self, body: Body<'_>, id: LocalId, ty: Type, followed: &mut Followed) -> bool {
        let only_exists = std::mem::take(&mut followed.only_exists);
        if followed.bound.contains(&id) || self.is_revealed(body, id) {
            return true;
        }
        let (frame, procedure) = match body {
            Body::Running(running) => (Some(running.frame), None),
            Body::Called(procedure, _) => (None, procedure),
        };
        if !followed.visited.insert(Visited::Local(frame, procedure, id, only_exists)) {
            return true; // decided where it was visited first
        }
        let mut sources = Vec::new();
        sources_of(body.stmts(), id, &mut Vec::new(), &mut sources);
        if sources.is_empty() {
            followed.only_exists = only_exists;
            return match body {
                Body::Running(running) => self.is_given(running, id, ty, followed),
                Body::Called(..) => true,
            };
        }
        let several = sources.len() > 1;
        sources.into_iter().all(|source| {
            let decided = !several || source.around.iter().all(|kind| self.is_told_by(body, kind, followed));
            followed.only_exists = only_exists;
            decided && self.is_told_by(body, source.kind, followed)
        })
    }

    /// Returns true if all players could follow the value that a statement assigns, or the block it selects.
    fn is_told_by(&self, body: Body<'_>, kind: &StmtKind, followed: &mut Followed) -> bool {
        let outer = followed.read_in.replace(kind);
        let is_told = self.is_told_in(body, kind, followed);
        followed.read_in = outer;
        is_told
    }

    fn is_told_in(&self, body: Body<'_>, kind: &StmtKind, followed: &mut Followed) -> bool {
        let only_exists = std::mem::take(&mut followed.only_exists);
        if let Some(question) = kind.question() {
            let own = |running: &Running<'_>| self.is_own(running, &question.chooser);
            let chosen = !question.secretly || matches!(body, Body::Running(running) if own(running));
            return chosen && (only_exists || self.is_choice_seen(body, kind, followed));
        }
        if let StmtKind::Do(Into(Some(_)), procedure, args) = kind {
            return self.are_open(body, args, followed) && self.gives_openly(*procedure, followed);
        }
        if let StmtKind::Emit(Into(Some(_)), event, args) = kind {
            return self.are_open(body, args, followed) && self.is_changed_openly(*event, followed);
        }
        let runs = kind.runs().is_some();
        followed.only_exists = only_exists && matches!(kind, StmtKind::Let(..));
        !runs && kind.operands().into_iter().all(|value| self.is_open(body, value, followed))
    }

    /// Returns true if all players saw which card was chosen.
    fn is_choice_seen(&self, body: Body<'_>, kind: &StmtKind, followed: &mut Followed) -> bool {
        let StmtKind::Choose(_, choice) = kind else { return true };
        let ty = choice.list.ty;
        !ty.has_cards() || self.is_public(ty) || self.is_open(body, &choice.list, followed)
    }

    /// Returns true if all players could follow the return value of a procedure, given its arguments.
    fn gives_openly(&self, procedure: ProcedureId, followed: &mut Followed) -> bool {
        if !followed.visited.insert(Visited::Procedure(procedure)) {
            return true;
        }
        let stmts = &self.checked.procedures[procedure.index()].body.stmts;
        let mut exits = Vec::new();
        exits_of(stmts, &mut Vec::new(), &mut exits);
        let bound = std::mem::take(&mut followed.bound);
        let body = Body::Called(Some(procedure), stmts);
        let open = exits.into_iter().all(|(kind, around)| {
            around.into_iter().chain([kind]).all(|kind| self.is_told_by(body, kind, followed))
        });
        followed.bound = bound;
        open
    }

    /// Returns true if all players could follow how reactions change a fact, given all facts.
    fn is_changed_openly(&self, event: EventId, followed: &mut Followed) -> bool {
        let Some(fact) = self.checked.events[event.index()].changing else { return false };
        let mut handlers = self.checked.handlers.iter().filter(|handler| handler.event == event);
        handlers.all(|handler| {
            let stmts = &handler.body.stmts;
            let mut sources = Vec::new();
            sources_of(stmts, LocalId(fact as u16 + 1), &mut Vec::new(), &mut sources);
            let told = |kind: &StmtKind, followed: &mut Followed| {
                self.is_told_by(Body::Called(None, stmts), kind, followed)
            };
            sources.is_empty()
                || self.works_openly(handler.bearer)
                    && handler.when.is_none()
                    && handler.zones.is_none()
                    && sources.into_iter().all(|source| {
                        source.around.iter().chain([&source.kind]).all(|kind| told(kind, followed))
                    })
        })
    }

    /// Returns true if all players could follow the value passed to a body.
    fn is_given(&self, running: &Running<'a>, id: LocalId, ty: Type, followed: &mut Followed) -> bool {
        let only_exists = std::mem::take(&mut followed.only_exists);
        match running.owner {
            Owner::Action(window, action) => {
                let targets = &self.checked.windows[window.index()].actions[action].targets;
                let list = targets.get(id.index()).map(|target| &target.body);
                let seen = |list| self.is_open(Body::Called(None, &[]), list, followed);
                !ty.has_cards() || self.is_public(ty) || list.is_some_and(seen)
            }
            // all locals of these bodies are assigned by statements
            Owner::Setup | Owner::Phase(_) | Owner::PhaseEnd(_) | Owner::Snippet(_) => false,
            Owner::Handler(handler) => match id.index().checked_sub(1) {
                Some(fact) => self.is_emitted(running.frame, &self.checked.handlers[handler], fact, followed),
                None => self.is_public(ty) || self.reacts_in_sight(&self.checked.handlers[handler]),
            },
            Owner::Procedure(procedure) => {
                let does = |stmt: &Stmt| matches!(&stmt.kind, StmtKind::Do(_, id, _) if *id == procedure);
                followed.only_exists = only_exists;
                self.is_passed(running.frame, &does, id.index(), followed)
            }
        }
    }

    /// Returns true if all players could follow a fact of the event that triggered an ability.
    fn is_emitted(&self, frame: usize, handler: &HandlerDef, fact: usize, followed: &mut Followed) -> bool {
        let changes = |event: EventId| self.checked.events[event.index()].changing == Some(fact);
        let emits = |stmt: &Stmt| matches!(&stmt.kind, StmtKind::Emit(_, id, _) if *id == handler.event);
        !changes(handler.event) && self.is_passed(frame, &emits, fact, followed)
    }

    /// Returns true if all players could follow an argument of the statement by which the caller's frame runs
    /// this one.
    fn is_passed(
        &self,
        frame: usize,
        runs: &dyn Fn(&Stmt) -> bool,
        argument: usize,
        followed: &mut Followed,
    ) -> bool {
        let Some(caller) = frame.checked_sub(1) else { return false };
        let Some(Frame { pc, .. }) = self.eyes.state.frames.get(caller) else { return false };
        // the return address of a call is the next instruction; the dispatch of an event is repeated
        let places = [pc.checked_sub(1), Some(*pc)].into_iter().flatten();
        let Some((running, stmt)) = places.filter_map(|pc| self.body_at(caller, pc, runs)).next() else {
            return false;
        };
        let (StmtKind::Do(_, _, arguments) | StmtKind::Emit(_, _, arguments)) = &stmt.kind else {
            return false;
        };
        let bound = std::mem::take(&mut followed.bound);
        let outer = followed.read_in.replace(&stmt.kind);
        let argument = arguments.get(argument);
        let open = argument.is_some_and(|argument| self.is_open(Body::Running(&running), argument, followed));
        (followed.bound, followed.read_in) = (bound, outer);
        open
    }

    fn are_open(&self, body: Body<'_>, exprs: &[Expr], followed: &mut Followed) -> bool {
        exprs.iter().all(|expr| self.is_open(body, expr, followed))
    }

    /// Returns true if all players could compute an expression when it was evaluated. A card counts as known
    /// if all players could identify it.
    fn is_open(&self, body: Body<'_>, expr: &Expr, followed: &mut Followed) -> bool {
        if followed.depth > MAX_FOLLOWED {
            return false;
        }
        let only_exists = std::mem::take(&mut followed.only_exists);
        let bound = followed.bound.len();
        // a local can't bind itself
        let binds = expr.kind.assigns().filter(|local| !expr.is_local(*local));
        followed.bound.extend(binds);
        followed.depth += 1;
        let is_open = if let Some(zone) = self.counted(expr) {
            self.is_open(body, zone, followed)
        } else if self.is_own_zone(body, expr) {
            true
        } else {
            self.reads_openly(body, expr, only_exists, followed)
                && expr.children().into_iter().all(|part| {
                    followed.only_exists = is_tested(expr, part, only_exists);
                    self.is_open(body, part, followed)
                })
        };
        followed.depth -= 1;
        followed.bound.truncate(bound);
        is_open
    }

    /// Returns the zone if an expression depends only on its number of cards and that number is public.
    fn counted<'e>(&self, expr: &'e Expr) -> Option<&'e Expr> {
        let (ExprKind::Count(of) | ExprKind::Any(of) | ExprKind::Exists(of)) = &expr.kind else {
            return None;
        };
        let (ExprKind::ZoneCards(zone) | ExprKind::Top(zone) | ExprKind::Bottom(zone)) = &of.kind else {
            return None;
        };
        self.zone_def(zone).is_some_and(|zone| zone.hides.concealed.is_none()).then_some(zone)
    }

    /// Returns true for the cards of a zone that the viewer sees as its owner.
    fn is_own_zone(&self, body: Body<'_>, expr: &Expr) -> bool {
        let (Body::Running(running), ExprKind::ZoneCards(zone)) = (body, &expr.kind) else { return false };
        let Some(named) = zone.named_zone() else { return false };
        let zone = &self.checked.zones[named.id.index()];
        let shown = shows_all(zone) && zone.sees == Sees::Owner;
        shown && named.player().is_some_and(|owner| self.is_own(running, owner))
    }

    /// Returns true if the state that an expression reads, apart from its operands, is public.
    fn reads_openly(&self, body: Body<'_>, expr: &Expr, only_exists: bool, followed: &mut Followed) -> bool {
        let public = |of: &Expr| self.is_public(of.ty);
        match expr.kind.reads() {
            Some(Reads::Printed | Reads::Number) => true,
            Some(Reads::Local(id)) => {
                followed.only_exists = only_exists;
                self.is_followed(body, id, expr.ty, followed)
            }
            Some(Reads::Function(id)) => {
                let lambda = &self.checked.functions[id.index()].body.body;
                self.is_computed(Visited::Function(id), [lambda], followed)
            }
            Some(Reads::Var(id, of)) => {
                let def = &self.checked.vars[id.index()];
                let held = |of: &Expr| matches!(of.ty.base(), Base::Player | Base::Spot(_)) || public(of);
                let seen = of.is_none_or(|of| held(of) && !def.owner_sees);
                seen && (only_exists || !def.ty.has_cards() || self.is_public(def.ty))
            }
            Some(Reads::Property(id)) => self.is_property_open(id, followed),
            Some(Reads::Score) => {
                let total = self.checked.score.total.as_ref().map(|total| &total.body);
                self.is_computed(Visited::Score, total, followed)
            }
            Some(Reads::Place(card) | Reads::Face(card)) => public(card),
            Some(Reads::Zone(zone)) => {
                self.zone_def(zone).is_some_and(is_seen) || self.is_zone_shown(body, zone, followed)
            }
            Some(Reads::Zones(zone)) => is_seen(&self.checked.zones[zone.index()]),
            None => self.identifies_openly(expr, followed),
        }
    }

    /// Returns true if an expression doesn't reveal which copy of a card it is about. Copies are
    /// indistinguishable while some of them are hidden.
    fn identifies_openly(&self, expr: &Expr, followed: &Followed) -> bool {
        if let ExprKind::IsIn(card, _) = &expr.kind {
            let candidate = matches!(&card.kind, ExprKind::Local(id) if followed.bound.contains(id));
            return candidate || !card.ty.has_cards() || self.is_public(card.ty);
        }
        let (ExprKind::Compare(_, a, b) | ExprKind::Without(a, b)) = &expr.kind else { return true };
        !a.ty.has_cards() || self.is_public(a.ty) || matches!(b.kind, ExprKind::Nothing)
    }

    /// Returns true if all players could compute the value of a definition, given its arguments.
    fn is_computed<'e>(
        &self,
        what: Visited,
        from: impl IntoIterator<Item = &'e Expr>,
        followed: &mut Followed,
    ) -> bool {
        if !followed.visited.insert(what) {
            return true;
        }
        let bound = std::mem::take(&mut followed.bound);
        let open = from.into_iter().all(|expr| self.is_open(Body::Called(None, &[]), expr, followed));
        followed.bound = bound;
        open
    }

    fn is_property_open(&self, id: PropertyId, followed: &mut Followed) -> bool {
        let modifiers = || self.checked.modifiers.iter().filter(|modifier| modifier.property == id);
        let parts = |modifier: &'a ModifierDef| {
            let tests = modifier.applies.iter().chain(&modifier.condition);
            tests.chain([&modifier.value]).map(|lambda| &lambda.body)
        };
        let base = &self.checked.properties[id.index()].base.body;
        modifiers().all(|modifier| self.works_openly(modifier.bearer))
            && self.is_computed(
                Visited::Property(id),
                [base].into_iter().chain(modifiers().flat_map(parts)),
                followed,
            )
    }

    /// Returns true if all players see a card in every zone where it reacts.
    fn reacts_in_sight(&self, handler: &HandlerDef) -> bool {
        let zones = handler.zones.as_ref().unwrap_or(&self.kind_of(handler.bearer).1.in_play);
        !zones.is_empty() && zones.iter().all(|zone| is_seen(&self.checked.zones[zone.index()]))
    }

    fn kind_of(&self, bearer: Bearer) -> (KindId, &'a KindDef) {
        let kind = match bearer {
            Bearer::Kind(kind) => kind,
            Bearer::Design(design) => self.checked.designs[design.index()].kind,
        };
        (kind, &self.checked.kinds[kind.index()])
    }

    /// Returns true if all players see whether a card's abilities are in play.
    fn works_openly(&self, bearer: Bearer) -> bool {
        let (kind, def) = self.kind_of(bearer);
        let mut zones = def.in_play.iter().map(|zone| &self.checked.zones[zone.index()]);
        let everywhere = def.in_play.is_empty();
        def.active.is_none() && if everywhere { self.is_public_kind(Some(kind)) } else { zones.all(is_seen) }
    }

    /// Returns the definition of the zone that an expression names.
    fn zone_def(&self, zone: &Expr) -> Option<&'a ZoneDef> {
        Some(&self.checked.zones[zone.named_zone()?.id.index()])
    }

    /// Returns true if all players see each card of a type, in any zone.
    fn is_public(&self, ty: Type) -> bool {
        if let Base::Kind(kind) = ty.base() {
            return self.is_public_kind(Some(kind));
        }
        if let Base::Design(design) = ty.base() {
            return self.is_public_kind(Some(self.checked.designs[design.index()].kind));
        }
        ty.base() == Base::Card && self.is_public_kind(None)
    }

    fn is_public_kind(&self, kind: Option<KindId>) -> bool {
        let mut zones = self.checked.zones.iter();
        zones.all(|zone| kind.is_some_and(|kind| !zone.holds.contains(&kind)) || is_seen(zone))
    }
}

impl<'b> Body<'b> {
    fn stmts(self) -> &'b [Stmt] {
        match self {
            Body::Running(running) => running.stmts,
            Body::Called(_, stmts) => stmts,
        }
    }
}

/// Returns true if all players see every card in a zone, on either side.
fn is_seen(zone: &ZoneDef) -> bool {
    zone.sees == Sees::All && shows_all(zone)
}

/// Returns true if an expression depends only on whether an operand exists.
fn is_tested(expr: &Expr, operand: &Expr, only_exists: bool) -> bool {
    matches!(expr.kind, ExprKind::Exists(_))
        || only_exists && matches!(&expr.kind, ExprKind::Entry(_, whole) if std::ptr::eq(&**whole, operand))
}

fn shows_all(zone: &ZoneDef) -> bool {
    zone.hides.each().into_iter().all(Option::is_none)
}

/// Collects each statement that returns a value, with its enclosing statements.
fn exits_of<'s>(
    stmts: &'s [Stmt],
    around: &mut Vec<&'s StmtKind>,
    found: &mut Vec<(&'s StmtKind, Vec<&'s StmtKind>)>,
) {
    for stmt in stmts {
        if let StmtKind::Give(_) = stmt.kind {
            found.push((&stmt.kind, around.clone()));
        }
        around.push(&stmt.kind);
        stmt.kind.blocks().into_iter().for_each(|block| exits_of(block.stmts, around, found));
        around.pop();
    }
}

//! Taint analysis of statements: tracks hidden locals and reports where the information becomes public.
//!
//! A local inherits the secrecy of the expression assigned to it, until all players have seen that
//! information.
//!
//! Only certain leaks are errors. A card is hidden if it comes from a zone that some player can't see. It
//! becomes public when it is shown, turned face up, or moved to a zone that all players see.
//!
//! In `if c.value > 3 { say … }` the message is no leak, although it depends on a hidden card: all players
//! see which effects a rule has, and most rules depend on hidden cards.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use ludex_grammar::diagnostic::Diagnostic;
use ludex_grammar::span::Span;

use super::changes::{ChangeSet, Effects, all_see, zone_id, zone_of};
use super::expr::Reader;
use super::flow_state::FlowState;
use super::leaks::{CalleeSummaries, FromCallers, Passed, ProcedureSummary, Sink};
use super::open::Open;
use super::tell::{self, Leak};
use super::value::{Certainty, Doubt, ELSEWHERE, Secrecy, Secret, SecretSource, Taint, short};
use crate::check::flow::facts::conjuncts;
use crate::hir::{Act, Among, ByChance, CardMember, ChoiceDef, Comparison, Expr, ExprKind, Holder, Into};
use crate::hir::{Place, Question, Stmt, StmtKind, Together, control_stmts, every, is_same};
use crate::ids::{EventId, LocalId, WindowId, ZoneId};
use crate::load::raw::Sees;
use crate::types::Type;

/// Maximum number of early exits tracked per procedure. Later ones are ignored.
const MOST_EXITS: usize = 64;

/// Analysis of the statements of one body.
pub(super) struct Walk<'c> {
    pub read: Reader<'c>,
    pub(super) elsewhere: &'c CalleeSummaries,
    pub(super) effects: &'c Effects,
    /// The event fact that this reaction may change, with the secrecy of the values it assigns.
    pub fact: Option<(LocalId, Secrecy)>,
    /// Secrecy of the choices stored while several players decide simultaneously.
    picks: BTreeMap<LocalId, Secrecy>,
    /// Locals assigned more than once.
    changing: BTreeSet<LocalId>,
    /// Parameters of type zone.
    zones: Vec<LocalId>,
    /// Span of the current statement.
    pub(super) here: Span,
    /// For each loop in source order: the hidden information that an iteration leaves for the next.
    pub(super) rounds: Vec<FlowState>,
    /// Number of loops entered in this pass; indexes `rounds`.
    pub(super) loops: usize,
    /// True if an entry of `rounds` grew in this pass, so the body must be analysed again.
    pub(super) is_open: bool,
    /// States at the early exits of a procedure.
    exits: Vec<FlowState>,
    /// Sinks that depend on parameters: checked at each call.
    pub(super) sinks: Vec<Sink>,
    /// Arguments passed to procedures.
    pub passed: Vec<Passed>,
    /// Summary of the arguments that callers pass.
    pub callers: FromCallers,
    /// Secrecy of the return value, joined over all paths.
    pub(super) given: Secrecy,
    pub leaks: Vec<Leak>,
    pub problems: Vec<Diagnostic>,
    /// Statements that assign hidden information to a local.
    pub hidden: Vec<Span>,
}

impl<'c> Walk<'c> {
    pub fn new(read: Reader<'c>, elsewhere: &'c CalleeSummaries, effects: &'c Effects) -> Self {
        Self {
            read,
            elsewhere,
            effects,
            fact: None,
            picks: BTreeMap::new(),
            changing: BTreeSet::new(),
            zones: Vec::new(),
            here: Span::default(),
            rounds: Vec::new(),
            loops: 0,
            is_open: false,
            exits: Vec::new(),
            sinks: Vec::new(),
            passed: Vec::new(),
            callers: FromCallers::default(),
            given: Secrecy::default(),
            leaks: Vec::new(),
            problems: Vec::new(),
            hidden: Vec::new(),
        }
    }

    /// Analyses a whole body. Taint that the body has stored in variables must be public when it ends.
    ///
    /// Repeats until a fixpoint: the state at the end of each loop body adds nothing to the state at its
    /// start.
    pub fn body(&mut self, stmts: &mut [Stmt]) {
        let start = self.read.seen.clone();
        self.changing = changing(stmts);
        loop {
            self.stmts(stmts);
            self.tell_pending(false);
            if !std::mem::take(&mut self.is_open) {
                let kept = std::mem::take(&mut self.read.kept);
                self.problems.extend(kept.into_iter().map(|(at, decision)| tell::kept_number(at, decision)));
                return;
            }
            self.read.kept.clear();
            self.loops = 0;
            self.read.seen = start.clone();
            self.exits.clear();
            self.sinks.clear();
            self.passed.clear();
            self.given = Secrecy::default();
            self.leaks.clear();
            self.problems.clear();
            self.hidden.clear();
        }
    }

    /// Analyses a procedure and summarises its effect on its parameters.
    pub fn procedure(&mut self, stmts: &mut [Stmt], params: &[(String, Type)]) -> ProcedureSummary {
        let zones = params.iter().enumerate().filter(|(_, (_, ty))| *ty == Type::ZONE);
        self.zones = zones.map(|(i, _)| LocalId(i as u16)).collect();
        self.body(stmts);
        let seen = &self.read.seen;
        let shows = |seen: &FlowState, i: usize| {
            let own = Secrecy::param(i).face.params;
            match seen.locals.get(&LocalId(i as u16)).map(|local| &local.face) {
                Some(face) if face.params & own != 0 => None,
                Some(face) if face.doubtful & own != 0 => Some(Certainty::Perhaps),
                Some(_) | None => Some(Certainty::Yes),
            }
        };
        // a disclosure that is missing at an early exit is uncertain
        let everywhere = |known: Certainty, here: &dyn Fn(&FlowState) -> Option<Certainty>| {
            self.exits.iter().fold(known, |known, exit| known.min(here(exit).unwrap_or(Certainty::Perhaps)))
        };
        let shown = |i: usize| Some(everywhere(shows(seen, i)?, &|exit| shows(exit, i)));
        let shows = (0..params.len()).map(shown).collect();
        let opens = seen.open.iter().filter(|(open, _)| open.is_of_params(params.len() as u16));
        let opens = opens.map(|(open, known)| {
            let known = everywhere(*known, &|exit| exit.knows(|also| also.is_same(open)));
            (open.clone(), known)
        });
        let opens = opens.collect();
        let count = params.len() as u16;
        let is_of_params = |open: &Open, to: &Expr| open.is_of_params(count) && !to.reads(count..u16::MAX);
        let everywhere = |open: &Open, to: &Expr| {
            let in_one = |exit: &FlowState| {
                exit.shown.iter().any(|(also, who)| also.is_same(open) && is_same(who, to))
            };
            self.exits.iter().all(in_one)
        };
        let shown = seen.shown.iter().filter(|(open, to)| is_of_params(open, to) && everywhere(open, to));
        let shown = shown.cloned().collect();
        let (sinks, gives) = (std::mem::take(&mut self.sinks), std::mem::take(&mut self.given));
        ProcedureSummary { shows, opens, shown, sinks, gives }
    }

    pub(super) fn stmts(&mut self, stmts: &mut [Stmt]) {
        stmts.iter_mut().for_each(|stmt| self.stmt(stmt));
    }

    fn stmt(&mut self, stmt: &mut Stmt) {
        let changes = self.effects.stmt(self.read.checked, &stmt.kind);
        self.here = stmt.span;
        self.ask_all(&mut stmt.kind);
        self.open_facts(&mut stmt.kind);
        if changes.asks {
            self.read.seen.early.clear();
            self.tell_pending(true);
            self.mark_stale(stmt.span);
        }
        self.shown_by(stmt);
        match &mut stmt.kind {
            StmtKind::Let(local, value) => {
                let secrecy = self.read.secrecy(value);
                self.takes(stmt.span, *local, secrecy);
                self.is_player(*local, value);
                self.read.seen.open_for_some(*local, value);
            }
            StmtKind::Random(ByChance(local), list) => {
                let element = self.read.secrecy(list).element();
                self.takes(stmt.span, *local, element);
                self.read.seen.open_for(*local, list);
            }
            StmtKind::Choose(local, choice) => {
                let picked = self.picked(choice);
                self.takes(stmt.span, *local, picked);
            }
            StmtKind::Together(step, _, locals) => self.together(*step, locals),
            StmtKind::Set(_, _, _, value, openly) if *openly => {
                self.forget(value, Certainty::Yes);
                self.changed(&changes);
            }
            StmtKind::Set(var, of, key, value, _) => {
                self.set(*var, (of.as_ref(), key.0.as_ref()), value);
                self.changed(&changes);
            }
            StmtKind::Act(act, _) => self.act(act, &changes),
            StmtKind::Do(Into(into), procedure, args) => {
                let given = self.call(*procedure, args, &changes);
                if let Some(local) = into {
                    self.takes(stmt.span, *local, given);
                }
            }
            StmtKind::Emit(Into(Some(local)), event, args) => {
                let put = self.emitted(*event, args);
                self.changed(&changes);
                self.takes(stmt.span, *local, put);
            }
            StmtKind::Give(value) => {
                let given = self.read.secrecy(value);
                self.given = std::mem::take(&mut self.given).or(&given);
                self.exits();
            }
            StmtKind::Say(_, args, true) => args.iter().for_each(|arg| self.show(arg, Certainty::Yes)),
            StmtKind::Say(message, args, false) => {
                self.say(*message, args);
                self.names_early(args);
            }
            StmtKind::SetNumber(..) | StmtKind::Emit(..) | StmtKind::Run(..) | StmtKind::Action(..) => {
                self.changed(&changes);
            }
            control_stmts!() => {
                if let StmtKind::Stop = stmt.kind {
                    self.exits();
                }
                self.blocks(&mut stmt.kind);
                self.changed(&changes);
            }
        }
    }

    /// Records an early exit of a procedure.
    fn exits(&mut self) {
        if self.exits.len() < MOST_EXITS {
            let FlowState { locals, open, shown, .. } = self.read.seen.clone();
            self.exits.push(FlowState { locals, open, shown, ..FlowState::default() });
        }
    }

    /// Applies the changes of a statement. Zones passed as parameters may then contain hidden cards.
    pub(super) fn changed(&mut self, changes: &ChangeSet) {
        self.read.seen.changed(self.read.checked, changes);
        if !changes.hides_some() {
            return;
        }
        let secret = Taint::secret(self.here, SecretSource::Card(None));
        for zone in &self.zones {
            let of = self.read.seen.locals.entry(*zone).or_default();
            of.face = std::mem::take(&mut of.face).and(&secret);
        }
    }

    /// Marks reassigned locals that hold hidden card values as stale at a decision. A bot may redeal the
    /// hidden cards, and the locals would keep the old values.
    fn mark_stale(&mut self, at: Span) {
        let seen = &mut self.read.seen;
        for (local, secrecy) in &seen.locals {
            let of_card = |secret: &Secret| matches!(secret.why, SecretSource::Card(_));
            if self.changing.contains(local) && secrecy.value.secrets.iter().any(of_card) {
                seen.stale.entry(*local).or_insert(at);
            }
        }
    }

    /// Assigns a value of this secrecy to a local, and records the assignment if the value is hidden.
    fn takes(&mut self, statement: Span, local: LocalId, secrecy: Secrecy) {
        if secrecy.has_secrets() {
            self.hidden.push(statement);
        }
        if let Some((_, put)) = self.fact.as_mut().filter(|(fact, _)| *fact == local) {
            *put = std::mem::take(put).or(&secrecy);
        }
        self.binds(local, secrecy);
    }

    /// Equates a local with the player assigned to it, unless it is assigned again.
    fn is_player(&mut self, local: LocalId, value: &Expr) {
        if value.ty.present() == Type::PLAYER && !self.changing.contains(&local) {
            let this = Expr { kind: ExprKind::Local(local), ..value.clone() };
            self.read.seen.equate(&this, value);
        }
    }

    /// Returns the secrecy of an event's fact after all reactions: its secrecy before, joined with that of
    /// every value a reaction may assign.
    fn emitted(&mut self, event: EventId, args: &[Expr]) -> Secrecy {
        let fact = self.read.checked.events[event.index()].changing.and_then(|fact| args.get(fact));
        let before = fact.map(|fact| self.read.secrecy(fact)).unwrap_or_default();
        self.elsewhere.events.get(event.index()).map_or(before.clone(), |put| before.or(put))
    }

    pub(super) fn binds(&mut self, local: LocalId, secrecy: Secrecy) {
        self.read.seen.rebound(local);
        self.read.bind(local, secrecy.of_local(local));
    }

    fn act(&mut self, act: &mut Act, changes: &ChangeSet) {
        match act {
            Act::Move { cards, to, place, face, .. } => {
                self.put_unseen(place);
                let up = (*face == Some(true))
                    .then(|| zone_id(to).map_or(Certainty::Yes, |zone| self.face_up_in(zone)));
                let known = if all_see(self.read.checked, to) { Some(Certainty::Yes) } else { up };
                self.moved(cards, known);
                self.changed(changes);
                self.arrives(cards, to);
            }
            Act::Turn { cards, up: true } => {
                self.changed(changes);
                let known = self.turned(cards);
                self.show(cards, known);
            }
            Act::Show { cards, players } if self.all_learn(cards, players) => {
                self.show(cards, Certainty::Yes)
            }
            Act::Show { cards, players } => {
                self.changed(changes);
                self.show_some(cards, players);
            }
            Act::Draw { from, to, .. } => {
                if all_see(self.read.checked, to) {
                    let top = ExprKind::Top(Box::new(from.clone()));
                    self.reveals(&Expr { kind: top, ty: Type::CARD, span: from.span }, Certainty::Yes);
                }
                self.changed(changes);
            }
            Act::Turn { up: false, .. }
            | Act::Shuffle { .. }
            | Act::SwapCards { .. }
            | Act::SwapZones { .. }
            | Act::Exclude { .. }
            | Act::ExcludeAt { .. } => self.changed(changes),
        }
    }

    /// Records that the owner of a private zone sees a card that arrives in it.
    fn arrives(&mut self, cards: &Expr, to: &Expr) {
        if let (ExprKind::Local(_), Some(zone)) = (&cards.kind, to.named_zone())
            && self.read.checked.zones[zone.id.index()].sees == Sees::Owner
            && let Some(owner) = zone.owner()
        {
            self.show_some(cards, owner);
        }
    }

    /// Records that some players are shown cards.
    fn show_some(&mut self, cards: &Expr, players: &Expr) {
        if let ExprKind::Concat(a, b) = &cards.kind {
            self.show_some(a, players);
            return self.show_some(b, players);
        }
        let open = if let ExprKind::ZoneCards(zone) = &cards.kind {
            Open::Zone(Rc::new((**zone).clone()))
        } else if let ExprKind::AllIn(zone) = cards.kind
            && self.read.checked.zones[zone.index()].holder == Holder::Player
        {
            Open::all(zone, cards)
        } else {
            Open::These(Rc::new(cards.clone()))
        };
        self.read.seen.show_to(open, Rc::new(players.clone()));
    }

    /// Returns true if showing the cards to `players` makes them public: to all players, or to all that don't
    /// see the zone already.
    fn all_learn(&self, cards: &Expr, players: &Expr) -> bool {
        let sees = |zone: ZoneId| self.read.checked.zones[zone.index()].sees;
        let ExprKind::Filter { local, list, test } = &players.kind else {
            let of = if let ExprKind::ZoneCards(zone) = &cards.kind { zone.named_zone() } else { None };
            let of = of.filter(|zone| sees(zone.id) == Sees::Others);
            let to_owner = of.is_some_and(|zone| zone.owner().is_some_and(|owner| is_same(players, owner)));
            return to_owner || matches!(players.kind, ExprKind::AllPlayers(_));
        };
        let ExprKind::Compare(Comparison::Ne, a, b) = &test.kind else { return false };
        let (ExprKind::AllPlayers(_), ExprKind::ZoneCards(zone)) = (&list.kind, &cards.kind) else {
            return false;
        };
        let Some(zone) = zone.named_zone() else { return false };
        let Some(owner) = zone.owner() else { return false };
        let but = if a.is_local(*local) { b } else { a };
        let others = a.is_local(*local) != b.is_local(*local) && is_same(but, owner);
        others && sees(zone.id) == Sees::Owner
    }

    /// Returns the secrecy of a decision's result. The choice is public unless the decision is `secretly`.
    ///
    /// A chosen hidden card stays as hidden as it was: players who may know it learn the choice. Other
    /// players don't learn whether a player declined a secret decision, unless players decide in turn.
    fn picked(&mut self, choice: &ChoiceDef) -> Secrecy {
        let Secrecy { face, place, .. } = self.read.secrecy(&choice.list);
        if !choice.question.secretly {
            return Secrecy { face, place, ..Secrecy::default() };
        }
        let secret = Taint::secret(choice.list.span, SecretSource::Picked(short(&choice.question.chooser)));
        let declines = choice.question.may && choice.question.among != Among::InTurn;
        let there = if declines && choice.count.is_none() { secret.clone() } else { Taint::default() };
        let which = secret.clone();
        let value = if face.is_clear() { secret } else { Taint::default() };
        // showing the zone later does not reveal which of its cards was chosen
        let mut face = face;
        face.secrets.iter_mut().for_each(Secret::lose_zone);
        let place = if value.is_clear() { place.and(&which.doubted(Doubt::Which)) } else { place };
        Secrecy { value, there, face, place }
    }

    /// Finds decisions of several players in turn that must also ask players without an option. Skipping such
    /// a player would reveal that they have none, unless that is public.
    fn ask_all(&mut self, kind: &mut StmtKind) {
        if kind.question().is_none_or(|question| question.among == Among::Alone) {
            return;
        }
        if let StmtKind::Choose(_, choice) = kind {
            if self.read.secrecy(&choice.list).there.is_clear() {
                return;
            }
            let open = self.open_tests(&choice.list);
            let question = &mut choice.question;
            match question.always {
                // in a later pass, only tests that are public on all paths remain
                true => question.open.retain(|test| open.iter().any(|other| is_same(test, other))),
                false => (question.always, question.open) = (true, open),
            }
        }
        if let StmtKind::Window { question, window, .. } = kind {
            question.always |= self.hides_actions(*window);
        }
    }

    /// Returns the public conditions that a non-empty list implies.
    fn open_tests(&mut self, list: &Expr) -> Vec<Expr> {
        let make = |kind| Expr { kind, ty: Type::BOOL, span: list.span };
        if self.read.secrecy(list).there.is_clear() {
            return vec![make(ExprKind::Any(Box::new(list.clone())))];
        }
        let ExprKind::Filter { local, list, test } = &list.kind else { return Vec::new() };
        let mut tests = Vec::new();
        conjuncts(test, &mut tests);
        tests.retain(|test| {
            let mut locals = BTreeSet::new();
            locals_of(test, &mut locals);
            !locals.contains(local) && self.read.secrecy(test).value.is_clear()
        });
        let tests: Vec<Expr> = tests.into_iter().cloned().collect();
        self.open_tests(list).into_iter().chain(tests).collect()
    }

    /// Finds the locals whose values the acting player knows, and for each fact of the question the locals
    /// with public values. Parameters are checked at each call.
    fn open_facts(&mut self, kind: &mut StmtKind) {
        let Some(question) = question_of(kind) else { return };
        let own = |(_, of): &(&LocalId, &Secrecy)| self.is_followed(of, &question.chooser);
        let own = self.read.seen.locals.iter().filter(own).map(|(local, _)| *local);
        question.own = own.filter(|local| local.0 < ELSEWHERE).collect();
        for fact in &mut question.facts {
            let mut locals = BTreeSet::new();
            locals_of(&fact.value, &mut locals);
            let is_open = |local: &LocalId| {
                let secrecy = self.read.seen.locals.get(local);
                secrecy.is_none_or(|secrecy| secrecy.value.is_known(0) && secrecy.there.is_known(0))
            };
            fact.open = locals.into_iter().filter(is_open).collect();
        }
        self.unknown_facts(question);
    }

    /// Returns true if a player knows everything a value was computed from: cards in the player's own zones,
    /// and the player's own secret choices.
    fn is_followed(&self, of: &Secrecy, who: &Expr) -> bool {
        let sees = |secret: &Secret| match &secret.why {
            SecretSource::Card(Some(zone)) => zone.named_zone().is_some_and(|zone| {
                self.read.checked.zones[zone.id.index()].sees == Sees::Owner
                    && zone.owner().is_some_and(|owner| is_same(owner, who))
            }),
            SecretSource::Picked(chooser) => chooser.as_ref().is_some_and(|chooser| is_same(chooser, who)),
            SecretSource::Card(None) | SecretSource::Owners(_) | SecretSource::Place => false,
        };
        [&of.value, &of.there].into_iter().all(|part| part.params == 0 && part.secrets.iter().all(sees))
    }

    /// Returns true if it may be hidden that a window has no legal action.
    fn hides_actions(&self, window: WindowId) -> bool {
        let actions = &self.read.checked.windows[window.index()].actions;
        !actions.iter().any(|action| action.when.is_none() && action.targets.is_empty())
            && self.hides_options(window)
    }

    /// Returns true if the set of a window's legal actions may be hidden.
    fn hides_options(&self, window: WindowId) -> bool {
        let actions = &self.read.checked.windows[window.index()].actions;
        let mut read = Reader::new(self.read.checked, self.read.values);
        actions.iter().any(|action| {
            let targets = (0..).zip(&action.targets).any(|(i, target)| {
                let list = read.secrecy(&target.body);
                read.bind(LocalId(i), list.element());
                !list.there.is_clear()
            });
            let guard = action.when.as_ref().map(|when| read.secrecy(&when.body).value);
            targets || guard.is_some_and(|guard| !guard.is_clear())
        })
    }

    /// Handles a step of a simultaneous decision. A stored choice keeps the secrecy that it had when it was
    /// stored.
    fn together(&mut self, step: Together, locals: &[Expr]) {
        let Some(ExprKind::Local(pick)) = locals.first().map(|pick| &pick.kind) else { return };
        match step {
            Together::Begin | Together::Tell => {}
            Together::Keep => {
                let now = self.read.seen.locals.get(pick).cloned().unwrap_or_default();
                let kept = self.picks.entry(*pick).or_default();
                *kept = std::mem::take(kept).or(&now);
            }
            Together::Take => {
                let kept = self.picks.get(pick).cloned().unwrap_or_default();
                self.binds(*pick, kept);
            }
        }
    }

    /// Records the player who secretly chose the position of a move. Recorded only if the expression denotes
    /// the same player for the rest of the effect.
    fn put_unseen(&mut self, place: &mut Place) {
        let Place::NthUnseen(number, chooser) = place else { return };
        let picked =
            self.read.secrecy(number).value.secrets.into_iter().find_map(|secret| match secret.why {
                SecretSource::Picked(who) => who,
                SecretSource::Card(_) | SecretSource::Owners(_) | SecretSource::Place => None,
            });
        *chooser = picked.filter(|who| is_fixed(who)).map(|who| (*who).clone());
    }

    /// Handles a move: all players see which card moved. They learn its face only if `known`.
    fn moved(&mut self, what: &Expr, known: Option<Certainty>) {
        if let Some(known) = known {
            return self.forget(what, known);
        }
        if let ExprKind::Local(local) = what.kind
            && let Some(secrecy) = self.read.seen.locals.get_mut(&local)
        {
            secrecy.value = Taint::default();
        }
    }

    /// Discloses values read from cards that all players have seen, or a disclosed value.
    fn forget(&mut self, what: &Expr, known: Certainty) {
        self.reveals(what, known);
        if let ExprKind::Local(local) = what.kind {
            self.read.seen.know(local, known);
        } else if let ExprKind::ZoneCards(zone) = &what.kind {
            self.read.seen.forget(&Open::Zone(Rc::new((**zone).clone())), known);
        }
    }

    /// Returns `Yes` if a card face up in this zone is public. If the zone's visibility ignores faces, no
    /// player sees it.
    fn face_up_in(&self, zone: ZoneId) -> Certainty {
        let shows = matches!(self.read.checked.zones[zone.index()].sees, Sees::All | Sees::ByFace);
        if shows { Certainty::Yes } else { Certainty::Perhaps }
    }

    /// Returns `Yes` if turning these cards face up makes them public, judging by the zones they are known to
    /// be in.
    fn turned(&self, cards: &Expr) -> Certainty {
        if let ExprKind::Local(local) = cards.kind {
            let face = self.read.seen.locals.get(&local).map(|local| &local.face);
            let zones = face.into_iter().flat_map(|face| face.secrets.iter().filter_map(Secret::zone));
            let zones = zones.filter_map(|zone| zone_id(zone));
            return zones.map(|zone| self.face_up_in(zone)).min().unwrap_or(Certainty::Yes);
        }
        zone_of(cards).map_or(Certainty::Yes, |zone| self.face_up_in(zone))
    }

    /// Records that cards or a value are public, and reports messages that named the cards before.
    pub(super) fn show(&mut self, what: &Expr, known: Certainty) {
        self.reveals(what, known);
        self.learn(what, known);
    }

    /// Records that cards or a value are public.
    pub(super) fn learn(&mut self, what: &Expr, known: Certainty) {
        let seen = &mut self.read.seen;
        if let ExprKind::Local(local) = what.kind {
            seen.know(local, known);
        } else if let ExprKind::ZoneCards(zone) = &what.kind {
            seen.opens(Open::Zone(Rc::new((**zone).clone())), known);
        } else if let ExprKind::AllIn(zone) = what.kind
            && self.read.checked.zones[zone.index()].holder == Holder::Player
        {
            seen.opens(Open::all(zone, what), known);
        } else if let ExprKind::Concat(a, b) = &what.kind {
            self.learn(a, known);
            self.learn(b, known);
        } else if what.ty.has_cards() || matches!(what.kind, ExprKind::VarOf(..)) {
            seen.opens(Open::These(Rc::new(what.clone())), known);
        }
    }
}

fn question_of(kind: &mut StmtKind) -> Option<&mut Question> {
    if let StmtKind::Choose(_, choice) = kind {
        return Some(&mut choice.question);
    }
    let (StmtKind::Modes { question, .. }
    | StmtKind::Window { question, .. }
    | StmtKind::May { question, .. }) = kind
    else {
        return None;
    };
    Some(question)
}

/// Returns the locals assigned by more than one `let` or `set`.
fn changing(stmts: &[Stmt]) -> BTreeSet<LocalId> {
    let (mut once, mut changing) = (BTreeSet::new(), BTreeSet::new());
    every(stmts, &mut |stmt| {
        if let StmtKind::Let(local, _) = &stmt.kind
            && !once.insert(*local)
        {
            changing.insert(*local);
        }
    });
    changing
}

/// Adds the locals that an expression reads.
fn locals_of(expr: &Expr, found: &mut BTreeSet<LocalId>) {
    if let ExprKind::Local(id) = expr.kind {
        found.insert(id);
    }
    expr.children().into_iter().for_each(|child| locals_of(child, found));
}

/// Returns true if an expression denotes the same player for the rest of the effect.
fn is_fixed(who: &Expr) -> bool {
    if let ExprKind::Card(CardMember::Owner, card) = &who.kind {
        return matches!(card.kind, ExprKind::Local(_));
    }
    matches!(who.kind, ExprKind::Me) || matches!(who.kind, ExprKind::Local(local) if local.0 < ELSEWHERE)
}

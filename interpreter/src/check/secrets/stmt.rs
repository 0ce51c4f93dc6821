//! The secrecy of what statements say and set: locals carry it from where they are read, and what all have seen loses it.
//!
//! What is certain is told: a card is hidden if it comes from a zone that not everybody sees, and was neither shown, turned up nor put where
//! all see it. What a test on a hidden card decides (`if c.value > 3 { say … }`) is not looked at: that a rule does something is seen by all,
//! and most rules do something because of what is hidden.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use ludex_grammar::diagnostic::Diagnostic;
use ludex_grammar::span::Span;

use super::expr::Reader;
use super::seen::Seen;
use super::tell::{self, Leak, Where};
use super::value::{Secrecy, Secret, Taint, Why};
use crate::hir::{
    Act, Among, BlockKind, ByChance, CardMember, ChoiceDef, Expr, ExprKind, Holder, Into, Place, Stmt,
    StmtKind, Together,
};
use crate::hir::{control_stmts, every, find};
use crate::ids::{EventId, LocalId, MessageId, ProcedureId, VarId, WindowId};
use crate::load::raw::Sees;

/// A place that all read, and the parameters that must be no secret for it.
#[derive(Clone)]
pub(super) struct Sink {
    pub place: Where,
    pub span: Span,
    pub taint: Taint,
}

/// What a procedure does with its arguments.
#[derive(Clone, Default)]
pub(super) struct Procedure {
    /// What it tells everybody of them.
    pub sinks: Vec<Sink>,
    /// The parameters of which all have seen the face when it ends.
    pub shows: Vec<bool>,
    /// What it gives.
    pub gives: Secrecy,
    /// Somebody is asked in it.
    pub asks: bool,
}

/// What is known of effects that run with others.
#[derive(Default)]
pub(super) struct Called {
    pub procedures: Vec<Procedure>,
    /// Of each event: what reactions may put into the fact that they change.
    pub events: Vec<Secrecy>,
}

/// Most places of a procedure that are kept.
const MOST_SINKS: usize = 64;
/// Most problems of one body that are told.
const MOST_PROBLEMS: usize = 200;
/// Most zones that are remembered as just seen.
const MOST_OPEN: usize = 16;
/// Variables that may wait for a card to be shown; with more somebody is taken to look.
const MOST_KEPT: usize = 256;

/// Goes through the statements of one body.
pub(super) struct Walk<'c> {
    pub read: Reader<'c>,
    called: &'c Called,
    /// The fact that a reaction may change, and what it puts there.
    pub fact: Option<(LocalId, Secrecy)>,
    /// Locals that are given more than one value.
    changing: BTreeSet<LocalId>,
    asks: bool,
    /// Picks that are kept of players who are asked at once.
    kept: BTreeMap<LocalId, Secrecy>,
    /// For each loop, in the order of the text: what a round leaves hidden for the next.
    rounds: Vec<Seen>,
    /// Loops that were come to.
    loops: usize,
    /// A round has left more than was known.
    is_open: bool,
    /// What is told of parameters.
    sinks: Vec<Sink>,
    /// What is given, on any way.
    given: Secrecy,
    pub problems: Vec<Diagnostic>,
    /// Statements whose local takes what not everybody knows.
    pub hidden: Vec<Span>,
}

impl<'c> Walk<'c> {
    pub fn new(read: Reader<'c>, called: &'c Called) -> Self {
        let (rounds, sinks, problems, hidden) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        let (given, changing) = (Secrecy::default(), BTreeSet::new());
        Self {
            read,
            called,
            fact: None,
            changing,
            asks: false,
            kept: BTreeMap::new(),
            rounds,
            loops: 0,
            is_open: false,
            sinks,
            given,
            problems,
            hidden,
        }
    }

    /// A whole body: when it ends, what variables have taken must be known. It is gone through until no round of a loop leaves
    /// more hidden than its first statement reckons with.
    pub fn body(&mut self, stmts: &mut [Stmt]) {
        let start = self.read.seen.clone();
        self.changing = changing(stmts);
        loop {
            self.stmts(stmts);
            self.tell_pending();
            if !std::mem::take(&mut self.is_open) {
                let kept = std::mem::take(&mut self.read.kept);
                self.problems.extend(kept.into_iter().map(|(at, decision)| tell::kept_number(at, decision)));
                return;
            }
            self.read.kept.clear();
            self.loops = 0;
            self.read.seen = start.clone();
            self.sinks.clear();
            self.given = Secrecy::default();
            self.problems.clear();
            self.hidden.clear();
        }
    }

    /// The body of a procedure with so many parameters: what it does with them.
    pub fn procedure(&mut self, stmts: &mut [Stmt], params: usize) -> Procedure {
        self.body(stmts);
        let hidden = |i: usize| {
            let own = Secrecy::param(i).face.params;
            self.read.seen.locals.get(&LocalId(i as u16)).is_some_and(|local| local.face.params & own != 0)
        };
        let shows = (0..params).map(|i| !hidden(i)).collect();
        let (sinks, gives) = (std::mem::take(&mut self.sinks), std::mem::take(&mut self.given));
        Procedure { shows, sinks, gives, asks: self.asks }
    }

    fn stmts(&mut self, stmts: &mut [Stmt]) {
        stmts.iter_mut().for_each(|stmt| self.stmt(stmt));
    }

    fn stmt(&mut self, stmt: &mut Stmt) {
        if moves_cards(&stmt.kind) {
            self.read.seen.open.clear();
        }
        self.ask_all(&mut stmt.kind);
        if stmt.kind.question().is_some() {
            self.tell_pending();
            self.ages(stmt.span);
        }
        match &mut stmt.kind {
            StmtKind::Let(local, value) => {
                let secrecy = self.read.of(value);
                self.takes(stmt.span, *local, secrecy);
            }
            StmtKind::Random(ByChance(local), list) => {
                let element = self.read.of(list).element();
                self.takes(stmt.span, *local, element);
            }
            StmtKind::Choose(local, choice) => {
                let picked = self.picked(choice);
                self.takes(stmt.span, *local, picked);
            }
            StmtKind::Together(step, _, locals) => self.together(*step, locals),
            StmtKind::Set(_, _, value, true) => self.show(value),
            StmtKind::Set(var, of, value, false) => self.set(*var, of.as_ref(), value),
            StmtKind::Act(act) => self.act(act),
            StmtKind::Do(Into(into), procedure, args) => {
                let given = self.call(*procedure, args);
                if self.called.procedures.get(procedure.index()).is_some_and(|def| def.asks) {
                    self.ages(stmt.span);
                }
                if let Some(local) = into {
                    self.takes(stmt.span, *local, given);
                }
            }
            StmtKind::Emit(Into(Some(local)), event, args) => {
                let changed = self.emitted(*event, args);
                self.takes(stmt.span, *local, changed);
            }
            StmtKind::Give(value) => {
                let given = self.read.of(value);
                self.given = std::mem::take(&mut self.given).or(&given);
            }
            StmtKind::Say(_, args, true) => args.iter().for_each(|arg| self.show(arg)),
            StmtKind::Say(message, args, false) => self.say(*message, args),
            StmtKind::SetNumber(..) | StmtKind::Emit(..) | StmtKind::Run(..) | StmtKind::Action(..) => {}
            control_stmts!() => self.blocks(&mut stmt.kind),
        }
    }

    /// Somebody is asked: what locals have of hidden cards may be dealt anew meanwhile.
    fn ages(&mut self, at: Span) {
        self.asks = true;
        let seen = &mut self.read.seen;
        for (local, secrecy) in &seen.locals {
            let of_card = |secret: &Secret| matches!(secret.why, Why::Card(_));
            if self.changing.contains(local) && secrecy.value.secrets.iter().any(of_card) {
                seen.stale.entry(*local).or_insert(at);
            }
        }
    }

    /// A local takes a value.
    fn takes(&mut self, statement: Span, local: LocalId, secrecy: Secrecy) {
        if [&secrecy.value, &secrecy.there, &secrecy.face].into_iter().any(|part| !part.secrets.is_empty()) {
            self.hidden.push(statement);
        }
        if let Some((_, put)) = self.fact.as_mut().filter(|(fact, _)| *fact == local) {
            *put = std::mem::take(put).or(&secrecy);
        }
        self.read.bind(local, secrecy);
    }

    /// What reactions make of a fact: what was there before, or what one of them has put there.
    fn emitted(&mut self, event: EventId, args: &[Expr]) -> Secrecy {
        let fact = self.read.checked.events[event.index()].changing.and_then(|fact| args.get(fact));
        let before = fact.map(|fact| self.read.of(fact)).unwrap_or_default();
        self.called.events.get(event.index()).map_or(before.clone(), |put| before.or(put))
    }

    fn act(&mut self, act: &mut Act) {
        match act {
            Act::Move { cards, to, place, face, .. } => {
                self.put_unseen(place);
                let open = *face == Some(true) || self.all_see(to);
                self.moved(cards, open);
            }
            Act::Turn { cards, up: true } => self.show(cards),
            Act::Show { cards, players } if matches!(players.kind, ExprKind::AllPlayers(_)) => {
                self.show(cards)
            }
            Act::Turn { up: false, .. }
            | Act::Draw { .. }
            | Act::Shuffle { .. }
            | Act::SwapCards { .. }
            | Act::SwapZones { .. }
            | Act::Show { .. }
            | Act::Exclude { .. } => {}
        }
    }

    /// The blocks of a statement: what follows reckons with each way through them. Of a card for which the test asks, what one block
    /// shows is known, for the other runs where there is no such card.
    fn blocks(&mut self, kind: &mut StmtKind) {
        if kind.blocks().is_empty() {
            return;
        }
        let candidate = self.candidate(kind);
        let decides = self.decides(kind);
        let before = self.read.seen.clone();
        let mut ways = Vec::new();
        for (block, stmts) in kind.blocks_mut() {
            self.read.seen = before.clone();
            match (block, &candidate) {
                (BlockKind::Loop, candidate) => self.rounds(stmts, candidate.as_ref()),
                (BlockKind::Mode | BlockKind::Then | BlockKind::Else | BlockKind::May, _) => {
                    self.stmts(stmts)
                }
            }
            ways.push((leaves(stmts), std::mem::take(&mut self.read.seen)));
        }
        let shows = |local: &LocalId| {
            before.locals.contains_key(local) && ways.iter().any(|(_, way)| !way.locals.contains_key(local))
        };
        let mut known = asked_for(kind);
        known.retain(shows);
        let all =
            candidate.is_some_and(|(local, _)| ways.iter().any(|(_, way)| !way.locals.contains_key(&local)));
        if !kind.blocks().iter().any(|block| block.kind == BlockKind::Else) {
            ways.push((false, before));
        }
        self.read.seen = joined(ways);
        self.depends(kind, &decides);
        known.into_iter().for_each(|local| self.read.seen.know(local));
        if let (StmtKind::For(_, list, _), true) = (kind, all) {
            self.show(list);
        }
    }

    /// What is hidden of the test that decides which block runs, or how often.
    fn decides(&mut self, kind: &StmtKind) -> Taint {
        let mut all = Taint::default();
        if kind.question().is_some_and(|question| question.secretly && question.among != Among::InTurn) {
            let question = kind.question().map(|question| question.chooser.clone());
            let at = question.as_ref().map_or_else(Span::default, |chooser| chooser.span);
            all = all.and(
                &question
                    .map_or_else(Taint::default, |chooser| Taint::secret(at, Why::Picked(Rc::new(chooser)))),
            );
        }
        for operand in kind.operands() {
            let of = self.read.of(operand);
            all = all.and(if operand.ty.is_list() { &of.there } else { &of.value });
        }
        all
    }

    /// A local that only one of several ways sets, and what is given on one of them, tells which way it was.
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

    /// The candidate of a loop over a list.
    fn candidate(&mut self, kind: &StmtKind) -> Option<(LocalId, Secrecy)> {
        let StmtKind::For(local, list, _) = kind else { return None };
        Some((*local, self.read.of(list).element()))
    }

    /// The body of a loop. Its first statement reckons with what each round leaves hidden.
    fn rounds(&mut self, body: &mut [Stmt], candidate: Option<&(LocalId, Secrecy)>) {
        let this = self.loops;
        self.loops += 1;
        if self.rounds.len() == this {
            self.rounds.push(Seen::default());
        }
        self.read.seen.hide(&self.rounds[this]);
        if let Some((local, element)) = candidate {
            self.read.bind(*local, element.clone());
        }
        let mut reckoned = self.read.seen.clone();
        self.stmts(body);
        if reckoned.hide(&self.read.seen) {
            self.rounds[this].hide(&self.read.seen);
            self.is_open = true;
        }
    }

    /// What a decision picks. Who may know a hidden card is told of it wherever it lies, so it is no secret beside that; whether
    /// there is a pick that may be declined the others don't learn.
    fn picked(&mut self, choice: &ChoiceDef) -> Secrecy {
        let face = self.read.of(&choice.list).face;
        if !choice.question.secretly {
            return Secrecy { face, ..Secrecy::default() };
        }
        let secret = Taint::secret(choice.list.span, Why::Picked(Rc::new(choice.question.chooser.clone())));
        let declines = choice.question.may && choice.question.among != Among::InTurn;
        let there = if declines && choice.count.is_none() { secret.clone() } else { Taint::default() };
        let value = if face.is_clear() { secret } else { Taint::default() };
        Secrecy { value, there, face }
    }

    /// A question to one of several is put to him also if he has no option, unless all can see that he has none.
    fn ask_all(&mut self, kind: &mut StmtKind) {
        if kind.question().is_none_or(|question| question.among == Among::Alone) {
            return;
        }
        if let StmtKind::Choose(_, choice) = kind {
            choice.question.always |= !self.read.of(&choice.list).there.is_clear();
        }
        if let StmtKind::Window { question, window, .. } = kind {
            question.always |= self.hides_actions(*window);
        }
    }

    /// Whether it may be hidden that none of a window's actions is legal.
    fn hides_actions(&self, window: WindowId) -> bool {
        let actions = &self.read.checked.windows[window.index()].actions;
        let mut read = Reader::new(self.read.checked, self.read.values);
        !actions.iter().any(|action| action.when.is_none() && action.targets.is_empty())
            && actions.iter().any(|action| {
                let targets = (0..).zip(&action.targets).any(|(i, target)| {
                    let list = read.of(&target.body);
                    read.bind(LocalId(i), list.element());
                    !list.there.is_clear()
                });
                let guard = action.when.as_ref().map(|when| read.of(&when.body).value);
                targets || guard.is_some_and(|guard| !guard.is_clear())
            })
    }

    /// What is kept of a pick is as secret as it was when all had decided.
    fn together(&mut self, step: Together, locals: &[Expr]) {
        let Some(ExprKind::Local(pick)) = locals.first().map(|pick| &pick.kind) else { return };
        match step {
            Together::Begin | Together::Tell => {}
            Together::Keep => {
                let now = self.read.seen.locals.get(pick).cloned().unwrap_or_default();
                let kept = self.kept.entry(*pick).or_default();
                *kept = std::mem::take(kept).or(&now);
            }
            Together::Take => {
                let kept = self.kept.get(pick).cloned().unwrap_or_default();
                self.read.bind(*pick, kept);
            }
        }
    }

    /// Who has chosen a place out of sight is remembered, if he can be named later too: nobody else may be meant by then.
    fn put_unseen(&mut self, place: &mut Place) {
        let Place::NthUnseen(number, chooser) = place else { return };
        let picked = self.read.of(number).value.secrets.into_iter().find_map(|secret| match secret.why {
            Why::Picked(who) => Some(who),
            Why::Card(_) | Why::Owners => None,
        });
        *chooser = picked.filter(|who| is_fixed(who)).map(|who| (*who).clone());
    }

    fn all_see(&self, zone: &Expr) -> bool {
        let (ExprKind::GameZone(id) | ExprKind::ZoneOf(id, _)) = &zone.kind else { return false };
        self.read.checked.zones[id.index()].sees == Sees::All
    }

    /// Which card was moved all have seen; what it is, only if it goes openly.
    fn moved(&mut self, what: &Expr, open: bool) {
        if open {
            return self.show(what);
        }
        if let ExprKind::Local(local) = what.kind
            && let Some(secrecy) = self.read.seen.locals.get_mut(&local)
        {
            secrecy.value = Taint::default();
        }
    }

    /// All have seen a card, or been told a value.
    fn show(&mut self, what: &Expr) {
        let seen = &mut self.read.seen;
        if let ExprKind::Local(local) = what.kind {
            seen.know(local);
        }
        if let ExprKind::ZoneCards(zone) = &what.kind {
            seen.know_zone(zone);
            if seen.open.len() < MOST_OPEN {
                seen.open.push(Rc::new((**zone).clone()));
            }
        }
    }

    /// A variable takes a value. What its player alone sees may be told to all so: that is how it is disclosed.
    fn set(&mut self, var: VarId, of: Option<&Expr>, value: &Expr) {
        let secrecy = self.read.of(value);
        let def = &self.read.checked.vars[var.index()];
        let is_card = def.ty.is_card();
        if def.by_name {
            self.leak(
                &Sink { place: Where::Named, span: value.span, taint: secrecy.face.clone() },
                value.span,
            );
        }
        if def.owner_sees {
            return;
        }
        let mut taint = match (is_card, secrecy.face.is_clear()) {
            (true, true) => secrecy.value,
            (true, false) => Taint::default(),
            (false, _) => secrecy.value.and(&secrecy.there),
        };
        taint.secrets.retain(|secret| !matches!(secret.why, Why::Owners));
        if let (Some(of), Holder::Kind(_) | Holder::Design(_)) = (of, def.holder) {
            // who does not know the card is not shown its variables
            let card = self.read.of(of).face;
            taint.forget(&card);
        }
        self.keep(Sink { place: Where::Kept(var), span: value.span, taint });
    }

    /// What is taken from a hidden card is told when somebody looks; a secret pick at once.
    fn keep(&mut self, sink: Sink) {
        let mut now = sink.clone();
        now.taint.params = 0;
        now.taint.secrets.retain(|secret| !matches!(secret.why, Why::Card(_)));
        self.leak(&now, sink.span);
        let mut later = sink;
        later.taint.secrets.retain(|secret| matches!(secret.why, Why::Card(_)));
        if later.taint.is_clear() {
            return;
        }
        if self.read.seen.kept.len() >= MOST_KEPT {
            self.tell_pending();
        }
        let kept = self.read.seen.kept.entry((later.span, later.place)).or_default();
        *kept = std::mem::take(kept).and(&later.taint);
    }

    /// Somebody looks at the table.
    fn tell_pending(&mut self) {
        for ((span, place), taint) in std::mem::take(&mut self.read.seen.kept) {
            self.leak(&Sink { place, span, taint }, span);
        }
    }

    fn say(&mut self, message: MessageId, args: &[Expr]) {
        let by_name = &self.read.checked.messages[message.index()].by_name;
        for (arg, by_name) in args.iter().zip(by_name) {
            if self.is_owners(arg) {
                continue; // its player alone is told it
            }
            let secrecy = self.read.of(arg);
            let told = secrecy.told(arg.ty.is_card());
            self.leak(&Sink { place: Where::Said, span: arg.span, taint: told }, arg.span);
            if *by_name {
                self.leak(&Sink { place: Where::Named, span: arg.span, taint: secrecy.face }, arg.span);
            }
        }
    }

    /// Whether this is a variable that its player alone sees.
    fn is_owners(&self, value: &Expr) -> bool {
        matches!(value.kind, ExprKind::VarOf(var, _) if self.read.checked.vars[var.index()].owner_sees)
    }

    /// A procedure tells of its arguments what it tells of its parameters; what it gives.
    fn call(&mut self, procedure: ProcedureId, args: &[Expr]) -> Secrecy {
        let Some(def) = self.called.procedures.get(procedure.index()) else { return Secrecy::default() };
        let given: Vec<Secrecy> = args.iter().map(|arg| self.read.of(arg)).collect();
        for sink in &def.sinks {
            for (i, (arg, given)) in args.iter().zip(&given).enumerate() {
                let passed = Sink { taint: sink.taint.with_one(i, given), ..sink.clone() };
                match sink.place {
                    Where::Kept(_) => self.keep(Sink { span: arg.span, ..passed }),
                    Where::Said | Where::Named => self.leak(&passed, arg.span),
                }
            }
        }
        let gives = def.gives.with(&given, args);
        for (arg, shows) in args.iter().zip(&def.shows) {
            if *shows {
                self.show(arg);
            }
        }
        gives
    }

    /// Tells of secrets that reach a place which all read; what is computed from parameters the callers answer for.
    fn leak(&mut self, sink: &Sink, at: Span) {
        let var = |var: VarId| &self.read.checked.vars[var.index()];
        if let Some(secret) = sink.taint.secrets.first().filter(|_| self.problems.len() < MOST_PROBLEMS) {
            let leak = Leak { place: sink.place, at, within: (sink.span != at).then_some(sink.span), secret };
            self.problems.push(tell::problem(&leak, var));
        }
        if sink.taint.params != 0 && self.sinks.len() < MOST_SINKS {
            let taint = Taint { secrets: Vec::new(), params: sink.taint.params };
            self.sinks.push(Sink { taint, ..sink.clone() });
        }
    }
}

/// Locals to which more than one `let` or `set` gives a value.
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

/// Whether cards may lie elsewhere afterwards.
fn moves_cards(kind: &StmtKind) -> bool {
    let StmtKind::Act(act) = kind else {
        return kind.runs_others() || kind.blocks().iter().any(|block| block.kind == BlockKind::Loop);
    };
    match **act {
        Act::Move { .. }
        | Act::Draw { .. }
        | Act::Shuffle { .. }
        | Act::SwapCards { .. }
        | Act::SwapZones { .. } => true,
        Act::Turn { .. } | Act::Show { .. } | Act::Exclude { .. } => false,
    }
}

/// What ways lead to, of which some leave the effect. What variables have taken on those is not forgotten.
fn joined(ways: Vec<(bool, Seen)>) -> Seen {
    let all_leave = ways.iter().all(|(leaves, _)| *leaves);
    let (gone, ways): (Vec<_>, Vec<_>) = ways.into_iter().partition(|(leaves, _)| *leaves && !all_leave);
    let mut ways = ways.into_iter().map(|(_, way)| way);
    let mut seen = ways.next().unwrap_or_default();
    ways.for_each(|way| seen.join(&way));
    gone.iter().for_each(|(_, way)| {
        seen.keep(way);
    });
    seen
}

fn is_exit(stmt: &Stmt) -> bool {
    matches!(stmt.kind, StmtKind::Stop | StmtKind::Give(_) | StmtKind::EndGame)
}

/// Whether a block always leaves the effect.
fn leaves(block: &[Stmt]) -> bool {
    block.iter().any(is_exit)
}

/// The cards for which the test of two blocks asks, and which neither changes: where one is not there, there is nothing to be shown.
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

/// Whether an expression means the same player for the rest of the effect.
fn is_fixed(who: &Expr) -> bool {
    if let ExprKind::Card(CardMember::Owner, card) = &who.kind {
        return matches!(card.kind, ExprKind::Local(_));
    }
    matches!(who.kind, ExprKind::Me | ExprKind::Local(_))
}

//! The secrecy of what statements say and set: locals carry it from where they are read, and what all have seen loses it.
//!
//! What is certain is told: a card is hidden if it comes from a zone that not everybody sees, and was neither shown, turned up nor put where
//! all see it. What a test on a hidden card decides (`if c.value > 3 { say … }`) is not looked at: that a rule does something is seen by all,
//! and most rules do something because of what is hidden.

use std::rc::Rc;

use ludex_grammar::diagnostic::Diagnostic;
use ludex_grammar::span::Span;

use super::expr::Reader;
use super::tell::{self, Leak, Where};
use super::value::{Secrecy, Taint, Why};
use crate::hir::{Act, CardMember, ChoiceDef, Expr, ExprKind, Holder, Place, Stmt, StmtKind};
use crate::ids::{LocalId, MessageId, ProcedureId, VarId};
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
    procedures: &'c [Procedure],
    /// What locals were before all had seen them.
    shown: Vec<(LocalId, Secrecy)>,
    /// Variables that have taken something of a hidden card, which may still be shown before anybody looks.
    kept: Vec<Sink>,
    /// What is told of parameters.
    sinks: Vec<Sink>,
    pub problems: Vec<Diagnostic>,
}

impl<'c> Walk<'c> {
    pub fn new(read: Reader<'c>, procedures: &'c [Procedure]) -> Self {
        let (shown, kept, sinks, problems) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        Self { read, procedures, shown, kept, sinks, problems }
    }

    /// A whole body: when it ends, what variables have taken must be known.
    pub fn body(&mut self, stmts: &mut [Stmt]) {
        self.stmts(stmts);
        self.settle();
    }

    /// The body of a procedure with so many parameters: what it does with them.
    pub fn procedure(&mut self, stmts: &mut [Stmt], params: usize) -> Procedure {
        self.body(stmts);
        let hidden = |i: usize| {
            let own = Secrecy::param(i).face.params;
            self.read.locals.get(&LocalId(i as u16)).is_some_and(|local| local.face.params & own != 0)
        };
        Procedure { shows: (0..params).map(|i| !hidden(i)).collect(), sinks: std::mem::take(&mut self.sinks) }
    }

    fn stmts(&mut self, stmts: &mut [Stmt]) {
        stmts.iter_mut().for_each(|stmt| self.stmt(stmt));
    }

    fn stmt(&mut self, stmt: &mut Stmt) {
        if moves_cards(&stmt.kind) {
            self.read.open.clear();
        }
        match &mut stmt.kind {
            StmtKind::Let(local, value) => {
                let secrecy = self.read.of(value);
                self.read.bind(*local, secrecy);
            }
            StmtKind::Random(local, list) => {
                let element = self.read.of(list).element();
                self.read.bind(*local, element);
            }
            StmtKind::Choose(local, choice) => {
                self.settle();
                let picked = self.picked(choice);
                self.read.bind(*local, picked);
            }
            StmtKind::Modes { modes, .. } => {
                self.settle();
                modes.iter_mut().for_each(|(_, _, body)| self.branch(body));
            }
            StmtKind::May { body, .. } => {
                self.settle();
                self.branch(body);
            }
            StmtKind::Window { .. } => self.settle(),
            StmtKind::Set(_, _, value, true) => self.show(value),
            StmtKind::Set(var, of, value, false) => self.set(*var, of.as_ref(), value),
            StmtKind::If(test, yes, no) => self.either(test, yes, no),
            StmtKind::For(local, list, body) => self.each(*local, list, body),
            StmtKind::While(_, body) | StmtKind::Repeat(_, _, body) => self.branch(body),
            StmtKind::Act(act) => self.act(act),
            StmtKind::Do(procedure, args) => self.call(*procedure, args),
            StmtKind::Say(_, args, true) => args.iter().for_each(|arg| self.show(arg)),
            StmtKind::Say(message, args, false) => self.say(*message, args),
            StmtKind::SetNumber(..)
            | StmtKind::Stop
            | StmtKind::Emit(..)
            | StmtKind::Run(..)
            | StmtKind::EndGame => {}
        }
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

    /// A block that may be passed over: what was shown in it, was perhaps not shown.
    fn branch(&mut self, body: &mut [Stmt]) {
        let (before, open) = (self.shown.len(), self.read.open.len());
        self.stmts(body);
        self.hide_again(before, |_| false);
        self.read.open.truncate(open);
    }

    /// Two blocks, of which one is run. Shown is what both show, or one while the other leaves, or is run where there is no such card.
    fn either(&mut self, test: &Expr, yes: &mut [Stmt], no: &mut [Stmt]) {
        let (before, open) = (self.shown.len(), self.read.open.len());
        self.stmts(yes);
        let by_yes = self.shown[before..].to_vec();
        self.hide_again(before, |_| false);
        self.read.open.truncate(open);
        self.stmts(no);
        let by_no: Vec<LocalId> = self.shown[before..].iter().map(|(local, _)| *local).collect();
        self.hide_again(before, |local| {
            leaves(yes) || asks_for(test, local) || by_yes.iter().any(|(id, _)| *id == local)
        });
        self.read.open.truncate(open);
        for (local, _) in by_yes {
            if leaves(no) || asks_for(test, local) || by_no.contains(&local) {
                self.known(local);
            }
        }
    }

    /// Undoes what was shown since, but for what is kept.
    fn hide_again(&mut self, before: usize, stays: impl Fn(LocalId) -> bool) {
        let since = self.shown.split_off(before);
        for (local, secrecy) in since.into_iter().rev() {
            if stays(local) {
                self.shown.push((local, secrecy));
            } else {
                self.read.bind(local, secrecy);
            }
        }
    }

    /// A list of which all elements are shown, is shown.
    fn each(&mut self, local: LocalId, list: &Expr, body: &mut [Stmt]) {
        let element = self.read.of(list).element();
        self.read.bind(local, element);
        let before = self.shown.len();
        self.stmts(body);
        let all = self.shown[before..].iter().any(|(id, _)| *id == local);
        self.hide_again(before, |_| false);
        self.read.open.clear();
        if all {
            self.show(list);
        }
    }

    /// What a decision picks. Who may know a hidden card is told of it wherever it lies, so it is no secret beside that; whether
    /// there is a pick that may be declined the others don't learn.
    fn picked(&mut self, choice: &ChoiceDef) -> Secrecy {
        let face = self.read.of(&choice.list).face;
        if !choice.secretly {
            return Secrecy { face, ..Secrecy::default() };
        }
        let secret = Taint::secret(choice.list.span, Why::Picked(Rc::new(choice.chooser.clone())));
        let there = if choice.may && choice.count.is_none() { secret.clone() } else { Taint::default() };
        let value = if face.is_clear() { secret } else { Taint::default() };
        Secrecy { value, there, face }
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
            && let Some(secrecy) = self.read.locals.get_mut(&local)
        {
            secrecy.value = Taint::default();
        }
    }

    /// All have seen a card, or been told a value.
    fn show(&mut self, what: &Expr) {
        if let ExprKind::Local(local) = what.kind {
            self.known(local);
        }
        if let ExprKind::ZoneCards(zone) = &what.kind {
            self.kept.iter_mut().for_each(|kept| kept.taint.forget_zone(zone));
            self.kept.retain(|kept| !kept.taint.is_clear());
            if self.read.open.len() < MOST_OPEN {
                self.read.open.push((**zone).clone());
            }
        }
    }

    fn known(&mut self, local: LocalId) {
        if let Some(secrecy) = self.read.locals.remove(&local) {
            self.kept.iter_mut().for_each(|kept| kept.taint.forget(&secrecy.face));
            self.kept.retain(|kept| !kept.taint.is_clear());
            self.shown.push((local, secrecy));
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
        if self.kept.len() >= MOST_KEPT {
            self.settle();
        }
        self.kept.push(later);
    }

    /// Somebody looks at the table.
    fn settle(&mut self) {
        for sink in std::mem::take(&mut self.kept) {
            self.leak(&sink, sink.span);
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

    /// A procedure tells of its arguments what it tells of its parameters.
    fn call(&mut self, procedure: ProcedureId, args: &[Expr]) {
        let Some(def) = self.procedures.get(procedure.index()) else { return };
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
        for (arg, shows) in args.iter().zip(&def.shows) {
            if *shows {
                self.show(arg);
            }
        }
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

/// Whether cards may lie elsewhere afterwards.
fn moves_cards(kind: &StmtKind) -> bool {
    match kind {
        StmtKind::Act(act) => match **act {
            Act::Move { .. }
            | Act::Draw { .. }
            | Act::Shuffle { .. }
            | Act::SwapCards { .. }
            | Act::SwapZones { .. } => true,
            Act::Turn { .. } | Act::Show { .. } | Act::Exclude { .. } => false,
        },
        StmtKind::Do(..)
        | StmtKind::Emit(..)
        | StmtKind::Run(..)
        | StmtKind::Window { .. }
        | StmtKind::For(..)
        | StmtKind::While(..)
        | StmtKind::Repeat(..) => true,
        StmtKind::Let(..)
        | StmtKind::Random(..)
        | StmtKind::Choose(..)
        | StmtKind::Modes { .. }
        | StmtKind::May { .. }
        | StmtKind::Set(..)
        | StmtKind::SetNumber(..)
        | StmtKind::If(..)
        | StmtKind::Stop
        | StmtKind::Say(..)
        | StmtKind::EndGame => false,
    }
}

/// Whether a block always leaves the effect.
fn leaves(block: &[Stmt]) -> bool {
    block.iter().any(|stmt| matches!(stmt.kind, StmtKind::Stop | StmtKind::EndGame))
}

/// Whether a test asks if this card is there: where it is not, there is nothing to be shown.
fn asks_for(test: &Expr, local: LocalId) -> bool {
    let here = matches!(&test.kind, ExprKind::Exists(of) if of.is_local(local));
    here || test.children().into_iter().any(|part| asks_for(part, local))
}

/// Whether an expression means the same player for the rest of the effect.
fn is_fixed(who: &Expr) -> bool {
    if let ExprKind::Card(CardMember::Owner, card) = &who.kind {
        return matches!(card.kind, ExprKind::Local(_));
    }
    matches!(who.kind, ExprKind::Me | ExprKind::Local(_))
}

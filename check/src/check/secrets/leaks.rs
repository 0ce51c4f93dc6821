//! Sinks of hidden information: immediate, at the next observation, or in a caller.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use super::changes::ChangeSet;
use super::flow_state::{CONTROL, DisclosureSite};
use super::open::Open;
use super::stmt::Walk;
use super::tell::{Leak, Where};
use super::value::{Certainty, Doubt, ELSEWHERE, Secrecy, Secret, SecretSource, Taint, short};
use crate::hir::{Expr, ExprKind, Holder, ImplicitCall};
use crate::ids::{MessageId, ProcedureId, VarId, ZoneId};

/// Maximum number of sinks per procedure.
const MOST_SINKS: usize = 256;
/// Maximum number of reported leaks per body.
const MOST_LEAKS: usize = 200;
/// Maximum number of assignments that wait for a card to be shown. Beyond that the pending ones are checked
/// immediately.
const MOST_KEPT: usize = 256;

/// A sink whose taint depends on parameters.
#[derive(Clone)]
pub(super) struct Sink {
    pub line: DisclosureSite,
    pub taint: Taint,
    /// True if it is observed before the procedure ends.
    now: bool,
    /// The player who learns it; `None` for all players.
    to: Option<Rc<Expr>>,
}

/// Summary of a procedure: the sinks and disclosures of its arguments.
#[derive(Clone, Default)]
pub(super) struct ProcedureSummary {
    /// Sinks that its arguments reach.
    pub sinks: Vec<Sink>,
    /// Certainty with which the face of each parameter is public at its end.
    pub shows: Vec<Option<Certainty>>,
    /// Cards that are public at its end.
    pub opens: Vec<(Open, Certainty)>,
    /// Cards shown to some players at its end, with the players.
    pub shown: Vec<(Open, Rc<Expr>)>,
    pub gives: Secrecy,
}

/// Arguments of a procedure call.
pub(super) struct Passed {
    pub to: ProcedureId,
    pub args: Vec<Secrecy>,
}

/// Summaries of called effects.
#[derive(Default)]
pub(super) struct CalleeSummaries {
    pub procedures: Vec<ProcedureSummary>,
    /// Secrecy of the values that reactions may assign to the fact, by event.
    pub events: Vec<Secrecy>,
    /// First questions of each called effect.
    pub questions: BTreeMap<ImplicitCall, Vec<DisclosureSite>>,
    /// Zones from which some rule shows cards, so that some player may know the contents.
    pub shown: BTreeSet<ZoneId>,
    /// Arguments from all callers of each procedure; `None` until all calls are known.
    pub callers: Option<Vec<FromCallers>>,
}

/// Facets of a procedure's parameters, classified by the arguments of its callers.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct FromCallers {
    /// Facets that are public in all calls.
    pub open: u128,
    /// Facets that are hidden in some call.
    pub hidden: u128,
    /// Facets that come from a zone that no player sees, in some call.
    pub unseen: u128,
}

impl ProcedureSummary {
    /// Returns true if both summaries have equal size. Used to detect the fixpoint.
    pub fn is_same(&self, other: &Self) -> bool {
        let certain = |taint: &Taint| taint.secrets.iter().filter(|secret| secret.doubt.is_none()).count();
        let weigh = |taint: &Taint| taint.secrets.len() + certain(taint) + 1;
        let sinks = |of: &Self| of.sinks.iter().map(|sink| weigh(&sink.taint)).sum::<usize>();
        let seen = |of: &Self| of.opens.iter().filter(|(_, known)| *known == Certainty::Yes).count();
        let bits = |taint: &Taint| taint.params.count_ones() * 128 + taint.doubtful.count_ones();
        let params = |of: &Self| of.sinks.iter().map(|sink| bits(&sink.taint)).sum::<u32>();
        sinks(self) == sinks(other)
            && params(self) == params(other)
            && self.shows == other.shows
            && (self.opens.len(), seen(self)) == (other.opens.len(), seen(other))
            && self.shown.len() == other.shown.len()
            && self.gives.is_same(&other.gives)
    }
}

impl Walk<'_> {
    /// Checks an assignment. A private variable may be assigned to a public one: this is how it is disclosed.
    pub(super) fn set(&mut self, var: VarId, (of, key): (Option<&Expr>, Option<&Expr>), value: &Expr) {
        let secrecy = self.read.secrecy(value);
        // all players see which key has changed
        let key = key.map(|key| self.read.secrecy(key).value).unwrap_or_default();
        let def = &self.read.checked.vars[var.index()];
        let is_card = def.ty.is_card();
        if def.owner_sees {
            return;
        }
        if self.is_owners(value) {
            self.learn(value, Certainty::Yes);
        }
        let mut taint = match is_card {
            true => secrecy.named(),
            false => secrecy.value.and(&secrecy.there),
        }
        .and(&key);
        taint.secrets.retain(|secret| !matches!(secret.why, SecretSource::Owners(_)));
        if let Some(of) = of {
            let whose = self.read.secrecy(of);
            match def.holder {
                // the card's variables are not shown to players who don't know the card
                Holder::Kind(_) | Holder::Design(_) if def.lifetime.zone().is_none() => {
                    taint.forget(&whose.face)
                }
                // all players see the mark and its card
                Holder::Kind(_) | Holder::Design(_) => taint = taint.and(&whose.value),
                Holder::Game | Holder::Player | Holder::Spot(_) => {
                    let eliminated = self.read.checked.elimination.filter(|of| of.out == var);
                    let why = eliminated.map(|_| self.read.seen.decides(CONTROL)).unwrap_or_default();
                    let mut whose = whose.value.and(&why).doubted(Doubt::Whose);
                    whose.secrets.retain(|secret| !matches!(secret.why, SecretSource::Owners(_)));
                    taint = taint.and(&whose);
                }
            }
        }
        self.keep(self.line(Where::Kept(var), value), taint);
    }

    /// Defers secrets of hidden cards to the next observation. Others, such as secret choices, leak
    /// immediately.
    fn keep(&mut self, line: DisclosureSite, taint: Taint) {
        let of_card = |secret: &Secret| matches!(secret.why, SecretSource::Card(_));
        let (later, now): (Vec<_>, Vec<_>) = taint.secrets.into_iter().partition(of_card);
        self.leak(line, Taint { secrets: now, ..Taint::default() }, true);
        let later = Taint { secrets: later, ..taint };
        if later.is_empty() {
            return;
        }
        if self.read.seen.kept.len() >= MOST_KEPT {
            self.tell_pending(true);
        }
        let kept = self.read.seen.kept.entry(line).or_default();
        *kept = std::mem::take(kept).and(&later);
    }

    /// Reports pending assignments as observed: now, or perhaps at the end of the effect.
    pub(super) fn tell_pending(&mut self, now: bool) {
        for (line, taint) in std::mem::take(&mut self.read.seen.kept) {
            self.leak(line, taint, now);
        }
    }

    pub(super) fn say(&mut self, message: MessageId, args: &[Expr]) {
        let place = if self.read.checked.is_sheet(message) { Where::Sheet } else { Where::Said };
        for arg in args {
            if self.is_owners(arg) {
                continue; // only its player sees the value
            }
            let secrecy = self.read.secrecy(arg);
            self.disclose(place, arg, secrecy.disclosed_taint(arg.ty.is_card()));
        }
    }

    /// Returns true if the value is a variable that only its player sees.
    fn is_owners(&self, value: &Expr) -> bool {
        let whole = if let ExprKind::Entry(_, whole) = &value.kind { whole } else { value };
        matches!(whole.kind, ExprKind::VarOf(var, _) if self.read.checked.vars[var.index()].owner_sees)
    }

    fn line(&self, place: Where, value: &Expr) -> DisclosureSite {
        DisclosureSite { stmt: self.here, value: value.span, place }
    }

    fn disclose(&mut self, place: Where, value: &Expr, taint: Taint) {
        self.leak(self.line(place, value), taint, true);
    }

    /// Applies the summary of a procedure to a call, and returns the secrecy of its return value.
    pub(super) fn call(&mut self, procedure: ProcedureId, args: &[Expr], changes: &ChangeSet) -> Secrecy {
        let Some(def) = self.elsewhere.procedures.get(procedure.index()) else { return Secrecy::default() };
        let given: Vec<Secrecy> = args.iter().map(|arg| self.given(arg)).collect();
        self.passed.push(Passed { to: procedure, args: given.clone() });
        for sink in &def.sinks {
            let to = sink.to.as_ref().map(|to| to.called_with(args, ELSEWHERE));
            let taint = match &to {
                Some(to) => self.as_seen_by(to, |walk| walk.passed(&sink.taint, &given, args)),
                None => self.passed(&sink.taint, &given, args),
            };
            match sink.line.place {
                Where::Kept(_) if !sink.now => self.keep(sink.line, taint),
                Where::Kept(_) | Where::Said | Where::Sheet => self.leak(sink.line, taint, true),
                Where::Offered | Where::Card(_) | Where::Moved | Where::Concluded | Where::Asked => {
                    self.leak_to(sink.line, taint, to.as_ref());
                }
            }
        }
        let mut gives = def.gives.with(&given, args);
        for taint in gives.parts_mut() {
            self.read.before_call(taint);
            taint.secrets.iter_mut().for_each(|secret| secret.lose_zone_if(changes, self.read.checked));
        }
        self.changed(changes);
        let (read, fixed): (Vec<_>, Vec<_>) = args.iter().partition(|arg| changes.alters(arg));
        if read.is_empty() {
            let opens = def.opens.iter().filter_map(|(open, known)| Some((open.with(args)?, *known)));
            opens.for_each(|(open, known)| self.read.seen.opens(open, known));
            for (open, to) in &def.shown {
                if let (Some(open), Some(to)) = (open.with(args), short(&to.called_with(args, ELSEWHERE))) {
                    self.read.seen.show_to(open, to);
                }
            }
        }
        for (arg, shows) in args.iter().zip(&def.shows) {
            if let Some(known) = shows
                && fixed.iter().any(|fixed| std::ptr::eq(*fixed, arg))
            {
                self.show(arg, *known);
            }
        }
        gives
    }

    /// Returns the secrecy of an argument, with its source location.
    fn given(&mut self, arg: &Expr) -> Secrecy {
        let mut given = self.read.secrecy(arg);
        let secrets = given.parts_mut().into_iter().flat_map(|part| &mut part.secrets);
        secrets.for_each(|secret| secret.passed = Some(arg.span));
        given
    }

    /// Substitutes arguments into the taint of a sink, and removes everything that was public before the
    /// call.
    fn passed(&self, taint: &Taint, given: &[Secrecy], args: &[Expr]) -> Taint {
        let mut taint = taint.with(given, args);
        self.read.before_call(&mut taint);
        let secrets = taint.secrets.iter_mut().filter(|secret| secret.passed.is_none());
        secrets.for_each(|secret| secret.passed = Some(self.here));
        taint
    }

    /// Reports hidden information that reaches a public sink. Taint that depends on parameters, or on zones
    /// unchanged since the procedure began, is checked at each call.
    pub(super) fn leak(&mut self, line: DisclosureSite, taint: Taint, now: bool) {
        self.leaks_to(line, taint, now, None);
    }

    /// Reports information that players learn from the actions of rules. Doubtful secrets and secrets that
    /// `to` knows are ignored.
    pub(super) fn leak_to(&mut self, line: DisclosureSite, mut taint: Taint, to: Option<&Expr>) {
        taint.secrets.retain(|secret| secret.doubt.is_none() && to.is_none_or(|to| !self.knows(to, secret)));
        taint.doubtful = 0;
        if !taint.is_empty() {
            self.leaks_to(line, taint, true, to);
        }
    }

    fn leaks_to(&mut self, line: DisclosureSite, taint: Taint, now: bool, to: Option<&Expr>) {
        let (secrets, told): (Vec<_>, Vec<_>) =
            taint.secrets.into_iter().partition(|secret| secret.since_call);
        let left = Taint { secrets, ..taint };
        let full = !left.is_empty() && !self.pass_on(line, &left, now, to);
        let unanswered = left.secrets.into_iter().filter(|_| full);
        let worst = told.into_iter().chain(unanswered).min_by_key(Secret::is_mild);
        if let Some(secret) = worst
            && self.leaks.len() < MOST_LEAKS
        {
            let doubt = secret.doubt.or(line.place.doubt());
            self.leaks.push(Leak { line, secret: Secret { doubt, ..secret } });
        }
    }

    /// Adds a sink for the callers to check. Returns false if the maximum is reached.
    fn pass_on(&mut self, line: DisclosureSite, taint: &Taint, now: bool, to: Option<&Expr>) -> bool {
        if let Some(known) = self.sinks.iter_mut().find(|sink| (sink.line, sink.now) == (line, now)) {
            known.taint = std::mem::take(&mut known.taint).and(taint);
            return true;
        }
        if self.sinks.len() < MOST_SINKS {
            let to = to.map(|to| Rc::new(to.clone()));
            self.sinks.push(Sink { line, taint: taint.clone(), now, to });
            return true;
        }
        false
    }
}

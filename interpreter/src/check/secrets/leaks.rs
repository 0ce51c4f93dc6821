//! Where secrets reach what all read: at once, when somebody looks next, or through a procedure, for which its callers answer.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use super::changes::Altered;
use super::open::Open;
use super::seen::Telling;
use super::stmt::Walk;
use super::tell::{Leak, Where};
use super::value::{Certainty, Doubt, ELSEWHERE, Secrecy, Secret, Taint, Why, short};
use crate::hir::{Expr, ExprKind, Holder, Runs};
use crate::ids::{ProcedureId, VarId, ZoneId};

/// Most places of a procedure that are kept.
const MOST_SINKS: usize = 256;
/// Most leaks of one body that are told.
const MOST_LEAKS: usize = 200;
/// Variables that may wait for a card to be shown; with more somebody is taken to look.
const MOST_KEPT: usize = 256;

/// A place that all read, and what must be no secret for it.
#[derive(Clone)]
pub(super) struct Sink {
    pub line: Telling,
    pub taint: Taint,
    /// Somebody looks before the procedure ends.
    now: bool,
    /// The player who is told; all, if it is nobody.
    to: Option<Rc<Expr>>,
}

/// What a procedure does with its arguments, and with what all have seen before.
#[derive(Clone, Default)]
pub(super) struct Procedure {
    /// What it tells everybody of them.
    pub sinks: Vec<Sink>,
    /// The parameters of which all have seen the face when it ends.
    pub shows: Vec<Option<Certainty>>,
    /// What all have seen when it ends.
    pub opens: Vec<(Open, Certainty)>,
    /// What some players have been shown when it ends, and who.
    pub shown: Vec<(Open, Rc<Expr>)>,
    /// What it gives.
    pub gives: Secrecy,
}

/// What a body passes to a procedure.
pub(super) struct Passed {
    pub to: ProcedureId,
    pub args: Vec<Secrecy>,
}

/// What is known of effects that run with others.
#[derive(Default)]
pub(super) struct Elsewhere {
    pub procedures: Vec<Procedure>,
    /// Of each event: what reactions may put into the fact that they change.
    pub events: Vec<Secrecy>,
    /// The questions of each effect that runs with others.
    pub questions: BTreeMap<Runs, Vec<Telling>>,
    /// Zones of which some rule shows cards to somebody: what was read of them somebody may know.
    pub shown: BTreeSet<ZoneId>,
    /// For each procedure what its callers pass; absent until all calls are known.
    pub callers: Option<Vec<FromCallers>>,
}

/// Parts of the parameters of a procedure, by what its callers pass.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct FromCallers {
    /// All players know them, whoever calls it.
    pub open: u128,
    /// Some caller passes a card that not all players see.
    pub hidden: u128,
    /// Some caller passes the contents of a zone that no player sees.
    pub unseen: u128,
}

impl Procedure {
    /// Whether nothing more is found of it.
    pub fn same(&self, other: &Self) -> bool {
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
            && self.gives.same(&other.gives)
    }
}

impl Walk<'_> {
    /// A variable takes a value. What its player alone sees may be told to all so: that is how it is disclosed.
    pub(super) fn set(&mut self, var: VarId, (of, key): (Option<&Expr>, Option<&Expr>), value: &Expr) {
        let secrecy = self.read.of(value);
        // which value it is that has changed all see
        let key = key.map(|key| self.read.of(key).value).unwrap_or_default();
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
        taint.secrets.retain(|secret| !matches!(secret.why, Why::Owners(_)));
        if let Some(of) = of {
            let whose = self.read.of(of);
            match def.holder {
                // who does not know the card is not shown its variables
                Holder::Kind(_) | Holder::Design(_) if def.lifetime.zone().is_none() => {
                    taint.forget(&whose.face)
                }
                // all see it, and at which card
                Holder::Kind(_) | Holder::Design(_) => taint = taint.and(&whose.value),
                Holder::Game | Holder::Player | Holder::Spot(_) => {
                    let mut whose = whose.value.doubted(Doubt::Whose);
                    whose.secrets.retain(|secret| !matches!(secret.why, Why::Owners(_)));
                    taint = taint.and(&whose);
                }
            }
        }
        self.keep(self.line(Where::Kept(var), value), taint);
    }

    /// What is taken from a hidden card is told when somebody looks; a secret pick at once.
    fn keep(&mut self, line: Telling, taint: Taint) {
        let of_card = |secret: &Secret| matches!(secret.why, Why::Card(_));
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

    /// Somebody looks at the table: now, or perhaps when the effect has ended.
    pub(super) fn tell_pending(&mut self, now: bool) {
        for (line, taint) in std::mem::take(&mut self.read.seen.kept) {
            self.leak(line, taint, now);
        }
    }

    pub(super) fn say(&mut self, args: &[Expr]) {
        for arg in args {
            if self.is_owners(arg) {
                continue; // its player alone is told it
            }
            let secrecy = self.read.of(arg);
            self.tell(Where::Said, arg, secrecy.told(arg.ty.is_card()));
        }
    }

    /// Whether this is a variable that its player alone sees.
    fn is_owners(&self, value: &Expr) -> bool {
        let whole = if let ExprKind::Entry(_, whole) = &value.kind { whole } else { value };
        matches!(whole.kind, ExprKind::VarOf(var, _) if self.read.checked.vars[var.index()].owner_sees)
    }

    fn line(&self, place: Where, value: &Expr) -> Telling {
        Telling { stmt: self.here, value: value.span, place }
    }

    fn tell(&mut self, place: Where, value: &Expr, taint: Taint) {
        self.leak(self.line(place, value), taint, true);
    }

    /// A procedure tells of its arguments what it tells of its parameters, and shows what it shows; what it gives.
    pub(super) fn call(&mut self, procedure: ProcedureId, args: &[Expr], changes: &Altered) -> Secrecy {
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
                Where::Kept(_) | Where::Said => self.leak(sink.line, taint, true),
                Where::Offered | Where::Moved | Where::Concluded | Where::Asked => {
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

    /// What is passed to a procedure, and where.
    fn given(&mut self, arg: &Expr) -> Secrecy {
        let mut given = self.read.of(arg);
        let secrets = given.parts_mut().into_iter().flat_map(|part| &mut part.secrets);
        secrets.for_each(|secret| secret.passed = Some(arg.span));
        given
    }

    /// What a procedure tells, with these arguments, of what all had not seen before the call.
    fn passed(&self, taint: &Taint, given: &[Secrecy], args: &[Expr]) -> Taint {
        let mut taint = taint.with(given, args);
        self.read.before_call(&mut taint);
        let secrets = taint.secrets.iter_mut().filter(|secret| secret.passed.is_none());
        secrets.for_each(|secret| secret.passed = Some(self.here));
        taint
    }

    /// Tells of secrets that reach a place which all read. For what is computed from parameters, or was where a parameter says before the
    /// procedure began, the callers answer.
    pub(super) fn leak(&mut self, line: Telling, taint: Taint, now: bool) {
        self.leaks_to(line, taint, now, None);
    }

    /// The same of what a player learns by what the rules do, or all players: of what is in doubt nothing is said.
    pub(super) fn leak_to(&mut self, line: Telling, mut taint: Taint, to: Option<&Expr>) {
        taint.secrets.retain(|secret| secret.doubt.is_none() && to.is_none_or(|to| !self.knows(to, secret)));
        taint.doubtful = 0;
        if !taint.is_empty() {
            self.leaks_to(line, taint, true, to);
        }
    }

    fn leaks_to(&mut self, line: Telling, taint: Taint, now: bool, to: Option<&Expr>) {
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

    /// Leaves it to the callers; whether there is room for that.
    fn pass_on(&mut self, line: Telling, taint: &Taint, now: bool, to: Option<&Expr>) -> bool {
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

//! Data-flow state at one point of an effect: hidden locals and disclosed cards.

use std::collections::BTreeMap;
use std::rc::Rc;

use ludex_grammar::span::Span;

use super::changes::ChangeSet;
use super::open::Open;
use super::tell::Where;
use super::value::{Certainty, Doubt, Secrecy, Secret, SecretSource, Taint};
use crate::hir::{Checked, Expr, ExprKind, is_same};
use crate::ids::LocalId;

/// Maximum number of disclosures tracked per state.
const MOST_OPEN: usize = 16;

/// A player who can no longer be identified.
pub(super) const SOMEBODY: LocalId = LocalId(u16::MAX - 1);

/// Pseudo-local for the control dependences: the taint that decides whether a statement runs. Disclosures
/// apply to it, too.
pub(super) const CONTROL: LocalId = LocalId(u16::MAX - 2);

/// Pseudo-local for the taint that decides the players of a loop.
pub(super) const WHO: LocalId = LocalId(u16::MAX - 3);

/// State at a program point. Paths are joined: information is hidden if it is hidden on any path.
#[derive(Clone, Default)]
pub(super) struct FlowState {
    /// Locals with hidden information.
    pub locals: BTreeMap<LocalId, Secrecy>,
    /// Locals read from a hidden card before a decision, with the location of the decision.
    pub stale: BTreeMap<LocalId, Span>,
    /// Cards that all players have seen, certainly or perhaps.
    pub open: Vec<(Open, Certainty)>,
    /// Cards shown to some players, with the players.
    pub shown: Vec<(Open, Rc<Expr>)>,
    /// Pairs of expressions that denote the same player.
    pub equal: Vec<(Rc<Expr>, Rc<Expr>)>,
    /// Taint assigned to variables, by assignment. The card may still be shown before the next observation.
    pub kept: BTreeMap<DisclosureSite, Taint>,
    /// Cards named by a message before all players see them, with the message.
    pub early: Vec<(Expr, Span)>,
    /// Changes since the procedure began.
    pub since: ChangeSet,
}

/// A sink: a line at which players learn a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct DisclosureSite {
    pub stmt: Span,
    pub value: Span,
    pub place: Where,
}

impl FlowState {
    /// Returns the taint that decides whether a statement runs, or the players of a loop.
    pub fn decides(&self, which: LocalId) -> Taint {
        self.locals.get(&which).map(|of| of.value.clone()).unwrap_or_default()
    }

    pub fn set_decides(&mut self, which: LocalId, taint: Taint) {
        if taint.is_empty() {
            self.locals.remove(&which);
        } else {
            self.locals.insert(which, Secrecy { value: taint, ..Secrecy::default() });
        }
    }

    pub fn take_decides(&mut self, which: LocalId) -> Taint {
        self.locals.remove(&which).map(|of| of.value).unwrap_or_default()
    }

    /// Discloses a local: the face of its card stays public after later moves.
    pub fn know(&mut self, local: LocalId, known: Certainty) {
        let Some(secrecy) = self.locals.get_mut(&local) else { return };
        let face = secrecy.face.clone();
        // a taint from a parameter may come via another local, from another of its cards
        let own = Secrecy::param(local.index()).face.params;
        let params = if secrecy.face.params == own { own } else { 0 };
        secrecy.parts_mut().into_iter().for_each(|part| *part = std::mem::take(part).once(known));
        if known == Certainty::Yes && self.locals.remove(&local).is_some() {
            self.explains(&face);
        }
        self.each_taint(|taint| taint.disclose(known, params, |secret| secret.card == Some(local)));
        self.forget_told();
    }

    /// Removes the control dependences on the zone of a card that all players have seen: the card explains
    /// the effect.
    fn explains(&mut self, face: &Taint) {
        let zones: Vec<_> = face.secrets.iter().filter_map(|secret| secret.read.clone()).collect();
        for which in [CONTROL, WHO] {
            let Some(decides) = self.locals.get_mut(&which) else { continue };
            let is_one = |secret: &Secret| {
                secret.read.as_ref().is_some_and(|zone| zones.iter().any(|of| is_same(of, zone)))
            };
            decides.value.secrets.retain(|secret| !is_one(secret));
        }
    }

    /// Discloses values read from cards that all players have seen in their zone.
    pub fn forget(&mut self, open: &Open, known: Certainty) {
        self.each_taint(|taint| {
            taint.disclose(known, 0, |secret| secret.zone().is_some_and(|zone| open.shows_zone(zone)));
        });
        self.forget_told();
    }

    /// Records that all players have seen cards, certainly or perhaps.
    pub fn opens(&mut self, open: Open, known: Certainty) {
        self.forget(&open, known);
        if let Some((_, before)) = self.open.iter_mut().find(|(before, _)| before.is_same(&open)) {
            *before = known.max(*before);
        } else if self.open.len() < MOST_OPEN {
            self.open.push((open, known));
        }
    }

    /// Returns the certainty with which the contents of a zone are public.
    pub fn knows_zone(&self, zone: &Expr) -> Option<Certainty> {
        self.knows(|open| open.shows_zone(zone))
    }

    /// Returns the certainty with which the cards of an expression are public.
    pub fn knows_cards(&self, cards: &Expr) -> Option<Certainty> {
        self.knows(|open| open.shows(cards))
    }

    pub fn knows(&self, is: impl Fn(&Open) -> bool) -> Option<Certainty> {
        self.open.iter().filter(|(open, _)| is(open)).map(|(_, known)| *known).max()
    }

    /// Returns the certainty with which the card in a local is public.
    pub fn knows_local(&self, local: LocalId) -> Option<Certainty> {
        match self.locals.get(&local) {
            None => Some(Certainty::Yes),
            Some(secrecy) => secrecy.face.is_doubted(Doubt::Shown).then_some(Certainty::Perhaps),
        }
    }

    /// Returns true if a disclosure for each element of a list is recorded.
    pub fn knows_of_each(&self) -> bool {
        self.open.iter().any(|(open, _)| matches!(open, Open::Each(..)))
    }

    /// Instantiates disclosures for each element of a list for one element.
    pub fn of_one(&self, local: LocalId, list: &Expr) -> Vec<(Open, Certainty)> {
        self.open.iter().filter_map(|(open, known)| Some((open.of_one(local, list)?, *known))).collect()
    }

    /// Instantiates disclosures for each element of a list for a local that is assigned elements of that
    /// list.
    pub fn open_for_some(&mut self, local: LocalId, value: &Expr) {
        let (ExprKind::First(list) | ExprKind::Last(list) | ExprKind::Nth(list, _)) = &value.kind else {
            let of_these =
                self.open.iter().filter_map(|(open, known)| Some((open.of_some(local, value)?, *known)));
            let of_these: Vec<(Open, Certainty)> = of_these.collect();
            return self.open.extend(of_these);
        };
        let of_one = self.of_one(local, list);
        self.open.extend(of_one);
    }

    /// Instantiates all disclosures for each element of a list for one element.
    pub fn open_for(&mut self, local: LocalId, list: &Expr) {
        let of_one = self.of_one(local, list);
        self.open.extend(of_one);
        let of_one = |(open, to): &(Open, Rc<Expr>)| Some((open.of_one(local, list)?, Rc::clone(to)));
        let of_one: Vec<(Open, Rc<Expr>)> = self.shown.iter().filter_map(of_one).collect();
        self.shown.extend(of_one);
    }

    /// Applies changes: removes disclosures that no longer hold, and separates earlier reads from later
    /// disclosures.
    pub fn changed(&mut self, checked: &Checked, changes: &ChangeSet) {
        if changes.is_empty() {
            return;
        }
        self.since.join(changes);
        self.open.retain(|(open, _)| open.outlasts(checked, changes));
        self.shown.retain(|(open, to)| open.outlasts(checked, changes) && !changes.alters(to));
        self.equal.retain(|(a, b)| !changes.alters(a) && !changes.alters(b));
        self.each_secret(|secret| secret.lose_zone_if(changes, checked));
    }

    /// Removes information that refers to the previous value of a rebound local.
    pub fn rebound(&mut self, local: LocalId) {
        let this = local.0..local.0.saturating_add(1);
        self.early.retain(|(card, _)| !card.reads(this.clone()));
        self.open.retain(|(open, _)| !open.reads(this.clone()));
        self.shown.retain(|(open, to)| !open.reads(this.clone()) && !to.reads(this.clone()));
        self.equal.retain(|(a, b)| !a.reads(this.clone()) && !b.reads(this.clone()));
        self.each_secret(|secret| {
            if secret.card == Some(local) {
                secret.card = None;
            }
            secret.rebound(local, SOMEBODY);
            let Some(zone) = secret.zone().filter(|zone| zone.reads(this.clone())) else { return };
            match somebodys(zone) {
                Some(zone) => secret.why = SecretSource::Card(Some(zone)),
                None => secret.lose_zone(),
            }
            secret.since_call = false;
        });
    }

    fn each_taint(&mut self, mut visit: impl FnMut(&mut Taint)) {
        let locals = self.locals.values_mut().flat_map(Secrecy::parts_mut);
        locals.chain(self.kept.values_mut()).for_each(&mut visit);
    }

    fn each_secret(&mut self, mut visit: impl FnMut(&mut Secret)) {
        self.each_taint(|taint| taint.secrets.iter_mut().for_each(&mut visit));
    }

    fn forget_told(&mut self) {
        self.kept.retain(|_, taint| !taint.is_empty());
    }

    /// Joins the state of another path.
    pub fn join(&mut self, other: &FlowState) {
        self.join_hidden(other);
        let new = other.early.iter().filter(|(_, say)| self.early.iter().all(|(_, own)| own != say));
        let new: Vec<_> = new.cloned().collect();
        self.early.extend(new);
        self.open = other.limits(std::mem::take(&mut self.open));
        let is_shown = |open: &Open, to: &Expr| {
            other.shown.iter().any(|(also, who)| also.is_same(open) && is_same(who, to))
        };
        self.shown.retain(|(open, to)| is_shown(open, to));
        let is_equal = |a: &Expr, b: &Expr| other.is_same_player(a, b);
        self.equal.retain(|(a, b)| is_equal(a, b));
    }

    /// Restricts disclosures to those that hold in this state, too.
    pub fn limits(&self, open: Vec<(Open, Certainty)>) -> Vec<(Open, Certainty)> {
        let here = |open: &Open| self.knows(|also| also.is_same(open));
        open.into_iter()
            .filter_map(|(open, known)| Some((here(&open)?.min(known), open)))
            .map(|(k, o)| (o, k))
            .collect()
    }

    /// Joins hidden information of another path. Returns true if the state grew.
    pub fn join_hidden(&mut self, other: &FlowState) -> bool {
        let mut more = self.join_kept(other);
        more |= self.since.join(&other.since);
        for (local, at) in &other.stale {
            more |= self.stale.insert(*local, *at).is_none();
        }
        for (local, secrecy) in &other.locals {
            let own = self.locals.entry(*local).or_default();
            let both = own.clone().or(secrecy);
            more |= !both.is_same(own);
            *own = both;
        }
        more
    }

    /// Joins the pending taint of variables of another path. Returns true if the state grew.
    pub fn join_kept(&mut self, other: &FlowState) -> bool {
        let mut more = false;
        for (line, taint) in &other.kept {
            let own = self.kept.entry(*line).or_default();
            let both = own.clone().and(taint);
            more |= !both.is_same(own);
            *own = both;
        }
        more
    }
}

/// Returns the zone of a player who can no longer be identified.
fn somebodys(zone: &Expr) -> Option<Rc<Expr>> {
    let ExprKind::ZoneOf(id, of) = &zone.kind else { return None };
    let somebody = Expr { kind: ExprKind::Local(SOMEBODY), ..(**of).clone() };
    Some(Rc::new(Expr { kind: ExprKind::ZoneOf(*id, Box::new(somebody)), ..zone.clone() }))
}

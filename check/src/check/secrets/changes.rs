//! Side effects of statements on public knowledge: unseen moves, changed values, and decisions.

use std::collections::{BTreeMap, BTreeSet};

use crate::check::flow::facts::conjuncts;
use crate::hir::{
    Act, Checked, Comparison, Expr, ExprKind, ImplicitCall, Reads, Stmt, StmtKind, Writes, is_same,
};
use crate::ids::{VarId, ZoneId};
use crate::load::raw::Sees;
use crate::operators::{Binary, Unary};
use crate::types::{Base, Type};

/// State that may have changed.
#[derive(Debug, Clone, Default)]
pub(super) struct ChangeSet {
    vars: BTreeSet<VarId>,
    /// Variables that were lowered, or set to `false`; `raised` has those raised, or set to `true`.
    lowered: BTreeSet<VarId>,
    raised: BTreeSet<VarId>,
    /// Zones in which cards moved unseen, for all owners.
    zones: BTreeSet<ZoneId>,
    /// Specific zones in which cards moved unseen.
    known: Vec<Expr>,
    numbers: bool,
    /// True if faces or positions of cards changed, seen or unseen.
    cards: bool,
    /// True if a player may have been asked for a decision.
    pub asks: bool,
}

impl ChangeSet {
    /// Adds other changes. Returns true if they contained anything new.
    pub fn join(&mut self, other: &ChangeSet) -> bool {
        let vars = |of: &Self| of.vars.len() + of.lowered.len() + of.raised.len();
        let size = |of: &Self| (vars(of), of.zones.len(), of.numbers, of.cards, of.asks);
        let before = size(self);
        self.vars.extend(&other.vars);
        self.lowered.extend(&other.lowered);
        self.raised.extend(&other.raised);
        self.zones.extend(other.zones.iter().copied().chain(other.known.iter().filter_map(zone_id)));
        self.numbers |= other.numbers;
        self.cards |= other.cards;
        self.asks |= other.asks;
        size(self) != before
    }

    /// Adds an unseen move into, out of or within a zone.
    fn add(&mut self, checked: &Checked, zone: &Expr) {
        match zone_id(zone) {
            Some(_) => self.known.push(zone.clone()),
            None => self.zones.extend((0..checked.zones.len()).map(ZoneId::new)),
        }
    }

    /// Adds the zones that may contain the cards.
    fn add_zones_of(&mut self, checked: &Checked, cards: &Expr) {
        if let ExprKind::ZoneCards(zone) | ExprKind::Top(zone) | ExprKind::Bottom(zone) = &cards.kind {
            return self.add(checked, zone);
        }
        if let ExprKind::Filter { list, .. } | ExprKind::Prefix(_, list) = &cards.kind {
            return self.add_zones_of(checked, list);
        }
        let base = cards.ty.base();
        let kind = if let Base::Design(design) = base {
            Some(checked.designs[design.index()].kind)
        } else {
            base.kind(&[])
        };
        for (i, zone) in checked.zones.iter().enumerate() {
            if kind.is_none_or(|kind| zone.holds.contains(&kind)) {
                self.zones.insert(ZoneId::new(i));
            }
        }
    }

    /// Returns true if nothing changed that affects public knowledge.
    pub fn is_empty(&self) -> bool {
        self.vars.is_empty()
            && self.lowered.is_empty()
            && self.raised.is_empty()
            && !self.hides_some()
            && !self.numbers
            && !self.cards
    }

    /// Returns true if any card moved unseen.
    pub fn hides_some(&self) -> bool {
        !self.zones.is_empty() || !self.known.is_empty()
    }

    /// Returns true if a card moved unseen in this zone, or the expression may denote another zone now.
    pub fn hides(&self, checked: &Checked, zone: &Expr) -> bool {
        let here = match zone_id(zone) {
            Some(id) => {
                self.zones.contains(&id) || self.known.iter().any(|known| may_be_same(checked, known, zone))
            }
            None => self.hides_some(),
        };
        here || zone.children().into_iter().any(|whose| self.alters(whose))
    }

    /// Returns true if a card moved unseen in such a zone of any owner.
    pub fn hides_any(&self, zone: ZoneId) -> bool {
        self.zones.contains(&zone) || self.known.iter().any(|known| zone_id(known) == Some(zone))
    }

    /// Returns true if a list of players may have gained elements. Lowered or raised variables may only
    /// remove some.
    pub fn adds_to(&self, list: &Expr) -> bool {
        let ExprKind::Filter { list: of, test, .. } = &list.kind else { return self.alters(list) };
        let mut parts = Vec::new();
        conjuncts(test, &mut parts);
        self.adds_to(of) || parts.into_iter().any(|part| self.alters(part) && !self.only_fails(part))
    }

    /// Returns true if the changes can only make a test fail, never hold: a lowered number is compared with
    /// an unchanged one.
    fn only_fails(&self, test: &Expr) -> bool {
        use Comparison::{Eq, Ge, Gt, Le, Lt, Ne};
        let goes = |value: &Expr, down: bool| {
            let ExprKind::VarOf(var, of) = &value.kind else { return false };
            let away = if down { &self.raised } else { &self.lowered };
            !self.vars.contains(var) && !away.contains(var) && !self.alters(of)
        };
        if let ExprKind::Not(of) = &test.kind {
            return goes(of, false);
        }
        let ExprKind::Compare(op, a, b) = &test.kind else { return goes(test, true) };
        match op {
            Gt | Ge => goes(a, true) && !self.alters(b),
            Lt | Le => goes(a, false) && !self.alters(b),
            Eq | Ne => false,
        }
    }

    /// Returns true if the value of an expression may have changed.
    pub fn alters(&self, expr: &Expr) -> bool {
        let here = match expr.kind.reads() {
            None | Some(Reads::Local(_) | Reads::Printed) => false,
            Some(Reads::Var(var, _)) => {
                [&self.vars, &self.lowered, &self.raised].into_iter().any(|vars| vars.contains(&var))
            }
            Some(Reads::Number) => self.numbers,
            // their definitions may read anything
            Some(Reads::Property(_) | Reads::Score | Reads::Function(_)) => !self.is_empty(),
            Some(Reads::Place(_) | Reads::Face(_) | Reads::Zone(_) | Reads::Zones(_)) => self.cards,
        };
        here || expr.children().into_iter().any(|part| self.alters(part))
    }
}

/// Changes of each called effect, including effects that it runs.
#[derive(Default)]
pub(super) struct Effects(BTreeMap<ImplicitCall, ChangeSet>);

impl Effects {
    /// Computes the changes of all called effects by iterating over the call graph to a fixpoint.
    pub fn compute(checked: &Checked, calls: &[(ImplicitCall, ImplicitCall)]) -> Self {
        let mut effects = Self::default();
        for (owner, stmts) in checked.bodies() {
            if let Some(of) = checked.run_as(owner) {
                let own = effects.block(checked, stmts);
                effects.0.entry(of).or_default().join(&own);
            }
        }
        loop {
            let mut is_stable = true;
            for (of, to) in calls.iter().filter(|(of, to)| of != to) {
                let more = effects.0.get(to).cloned().unwrap_or_default();
                is_stable &= !effects.0.entry(*of).or_default().join(&more);
            }
            if is_stable {
                return effects;
            }
        }
    }

    /// Returns the changes of statements and everything they run, for any values of their locals.
    pub fn block(&self, checked: &Checked, stmts: &[Stmt]) -> ChangeSet {
        let mut all = ChangeSet::default();
        for stmt in stmts {
            all.join(&self.stmt(checked, &stmt.kind));
            for block in stmt.kind.blocks() {
                all.join(&self.block(checked, block.stmts));
            }
        }
        all
    }

    /// Returns the changes of a statement without its blocks.
    pub fn stmt(&self, checked: &Checked, kind: &StmtKind) -> ChangeSet {
        let mut changes = match kind.writes() {
            Some(Writes::Var(var, value)) => set(var, value),
            Some(Writes::Number) => ChangeSet { numbers: true, ..ChangeSet::default() },
            Some(Writes::Act(act)) => of_act(checked, act),
            None => ChangeSet::default(),
        };
        for to in checked.runs(kind) {
            let _ = self.0.get(&to).is_some_and(|more| changes.join(more));
        }
        changes.asks |= kind.question().is_some();
        changes
    }
}

/// Returns the changes of an assignment. Subtracting from or adding to the old value lowers or raises it.
fn set(var: VarId, value: &Expr) -> ChangeSet {
    let is_own =
        |of: &Expr| matches!(of.kind, ExprKind::VarOf(own, _) | ExprKind::GameVar(own) if own == var);
    let adds = |n: &Expr| n.constant().is_some_and(|n| n >= 0) || matches!(n.kind, ExprKind::Count(_));
    let (lowers, raises) = if let ExprKind::Binary(op, of, n) = &value.kind {
        let changes = is_own(of) && adds(n);
        (changes && *op == Binary::Sub, changes && *op == Binary::Add)
    } else if let ExprKind::Const(truth) = value.kind
        && value.ty == Type::BOOL
    {
        (truth == 0, truth != 0)
    } else {
        (false, false)
    };
    let this = BTreeSet::from([var]);
    match (lowers, raises) {
        (true, _) => ChangeSet { lowered: this, ..ChangeSet::default() },
        (_, true) => ChangeSet { raised: this, ..ChangeSet::default() },
        _ => ChangeSet { vars: this, ..ChangeSet::default() },
    }
}

/// Returns the changes of an act. A card that leaves a zone in view of all players doesn't hide the remaining
/// ones.
fn of_act(checked: &Checked, act: &Act) -> ChangeSet {
    let mut all = ChangeSet { cards: true, ..ChangeSet::default() };
    match act {
        Act::Move { cards, to, face, .. } => {
            if *face != Some(true) && !all_see(checked, to) {
                all.add_zones_of(checked, cards);
            }
            all.add(checked, to);
        }
        Act::Draw { from, to, .. } => {
            if !all_see(checked, to) {
                all.add(checked, from);
            }
            all.add(checked, to);
        }
        Act::Shuffle { zone } => all.add(checked, zone),
        Act::SwapCards { card, with } => {
            [card, with].into_iter().for_each(|card| all.add_zones_of(checked, card));
        }
        Act::SwapZones { zone, with } => [zone, with].into_iter().for_each(|zone| all.add(checked, zone)),
        Act::Turn { .. } => return all,
        Act::Show { .. } | Act::Exclude { .. } | Act::ExcludeAt { .. } => {
            all.cards = false;
            return all;
        }
    }
    // marks of a card end when it moves
    let marks = checked.vars.iter().enumerate().filter(|(_, var)| var.lifetime.zone().is_some());
    all.vars.extend(marks.map(|(var, _)| VarId::new(var)));
    all
}

/// Returns true if all players see the contents of a zone.
pub(super) fn all_see(checked: &Checked, zone: &Expr) -> bool {
    zone.named_zone().is_some_and(|zone| checked.zones[zone.id.index()].sees == Sees::All)
}

/// Returns the ID of a zone of any owner; `None` for a zone passed as a parameter.
pub(super) fn zone_id(zone: &Expr) -> Option<ZoneId> {
    if let ExprKind::AllIn(id) = zone.kind { Some(id) } else { zone.named_zone().map(|zone| zone.id) }
}

/// Returns the zone of the cards, if the expression specifies it.
pub(super) fn zone_of(cards: &Expr) -> Option<ZoneId> {
    if let ExprKind::AllIn(_) = cards.kind {
        return zone_id(cards);
    }
    if let ExprKind::ZoneCards(of) | ExprKind::Top(of) | ExprKind::Bottom(of) = &cards.kind {
        return zone_id(of);
    }
    if let ExprKind::Filter { list: of, .. }
    | ExprKind::Prefix(_, of)
    | ExprKind::First(of)
    | ExprKind::Last(of) = &cards.kind
    {
        return zone_of(of);
    }
    None
}

/// Returns true if two zones may be the same. Zones of different players never are.
fn may_be_same(checked: &Checked, a: &Expr, b: &Expr) -> bool {
    let differ = |a: Option<&Expr>, b| a.zip(b).is_some_and(|(a, b)| are_different(checked, a, b));
    let (Some(a), Some(b)) = (a.named_zone(), b.named_zone()) else { return zone_id(a) == zone_id(b) };
    a.id == b.id && !differ(a.holder, b.holder) && !differ(a.key, b.key)
}

/// Returns true if two expressions certainly denote different players.
fn are_different(checked: &Checked, a: &Expr, b: &Expr) -> bool {
    let beside = |a: &Expr, b: &Expr| matches!(&a.kind, ExprKind::Unary(Unary::Left | Unary::Right, of) if is_same(of, b));
    let seat = |of: &Expr| {
        if let ExprKind::Unary(Unary::SeatAt, n) = &of.kind {
            n.constant()
        } else {
            of.constant().map(|n| n + 1)
        }
    };
    let numbered = seat(a).zip(seat(b)).is_some_and(|(a, b)| a != b);
    numbered || checked.min_players > 1 && (beside(a, b) || beside(b, a))
}

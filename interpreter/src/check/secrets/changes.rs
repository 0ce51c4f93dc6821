//! What statements change, as far as it decides what all may still know: where cards came out of sight, what has another value, and whether
//! somebody is asked.

use std::collections::{BTreeMap, BTreeSet};

use crate::check::flow::facts::conjuncts;
use crate::hir::{Act, Checked, Comparison, Expr, ExprKind, Reads, Runs, Stmt, StmtKind, Writes, same};
use crate::ids::{VarId, ZoneId};
use crate::load::raw::Sees;
use crate::operators::{Binary, Unary};
use crate::types::{Base, Type};

/// What may be otherwise afterwards.
#[derive(Debug, Clone, Default)]
pub(super) struct Altered {
    vars: BTreeSet<VarId>,
    /// Variables that were lowered, or set to `false`, and those that were raised, or set to `true`.
    lowered: BTreeSet<VarId>,
    raised: BTreeSet<VarId>,
    /// Zones into which, out of which or in which something went unseen, whosever they are.
    zones: BTreeSet<ZoneId>,
    /// The same, known one by one.
    known: Vec<Expr>,
    /// Numbers of phases.
    numbers: bool,
    /// Faces, or where cards lie, seen or unseen.
    cards: bool,
    /// Somebody is asked.
    pub asks: bool,
}

impl Altered {
    /// Takes what else may be otherwise; says whether that is more.
    pub fn join(&mut self, other: &Altered) -> bool {
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

    /// Something goes unseen into a zone, out of it, or in it.
    fn add(&mut self, checked: &Checked, zone: &Expr) {
        match zone_id(zone) {
            Some(_) => self.known.push(zone.clone()),
            None => self.zones.extend((0..checked.zones.len()).map(ZoneId::new)),
        }
    }

    /// The same of the zones in which cards may lie.
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

    /// Nothing of which anybody knows something is otherwise.
    pub fn is_empty(&self) -> bool {
        self.vars.is_empty()
            && self.lowered.is_empty()
            && self.raised.is_empty()
            && !self.hides_some()
            && !self.numbers
            && !self.cards
    }

    /// Whether something went somewhere unseen.
    pub fn hides_some(&self) -> bool {
        !self.zones.is_empty() || !self.known.is_empty()
    }

    /// Whether something went unseen in this zone, or it is another one by now.
    pub fn hides(&self, checked: &Checked, zone: &Expr) -> bool {
        let here = match zone_id(zone) {
            Some(id) => {
                self.zones.contains(&id) || self.known.iter().any(|known| may_be(checked, known, zone))
            }
            None => self.hides_some(),
        };
        here || zone.children().into_iter().any(|whose| self.alters(whose))
    }

    /// Whether something went unseen in such a zone, whosever.
    pub fn hides_any(&self, zone: ZoneId) -> bool {
        self.zones.contains(&zone) || self.known.iter().any(|known| zone_id(known) == Some(zone))
    }

    /// Whether a list of players may have others in it: fewer may be left of those whose variables were lowered or raised.
    pub fn adds_to(&self, list: &Expr) -> bool {
        let ExprKind::Filter { list: of, test, .. } = &list.kind else { return self.alters(list) };
        let mut parts = Vec::new();
        conjuncts(test, &mut parts);
        self.adds_to(of) || parts.into_iter().any(|part| self.alters(part) && !self.only_fails(part))
    }

    /// Whether a test that held may fail, but none that failed may hold: a number that was lowered is compared with one that is the same.
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

    /// Whether the value of an expression may be another.
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

/// What each effect that is run from elsewhere changes, with all that it runs in turn.
#[derive(Default)]
pub(super) struct Effects(BTreeMap<Runs, Altered>);

impl Effects {
    /// Of all effects that are run from elsewhere, of which it is known who runs whom.
    pub fn of(checked: &Checked, calls: &[(Runs, Runs)]) -> Self {
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

    /// What statements change with all that they run, whatever their locals hold.
    pub fn block(&self, checked: &Checked, stmts: &[Stmt]) -> Altered {
        let mut all = Altered::default();
        for stmt in stmts {
            all.join(&self.stmt(checked, &stmt.kind));
            for block in stmt.kind.blocks() {
                all.join(&self.block(checked, block.stmts));
            }
        }
        all
    }

    /// What a statement changes, its blocks left aside.
    pub fn stmt(&self, checked: &Checked, kind: &StmtKind) -> Altered {
        let mut changes = match kind.writes() {
            Some(Writes::Var(var, value)) => set(var, value),
            Some(Writes::Number) => Altered { numbers: true, ..Altered::default() },
            Some(Writes::Act(act)) => of_act(checked, act),
            None => Altered::default(),
        };
        for to in checked.runs(kind) {
            let _ = self.0.get(&to).is_some_and(|more| changes.join(more));
        }
        changes.asks |= kind.question().is_some();
        changes
    }
}

/// What an assignment changes: whether a number falls or rises is known where something is taken off it or added to it.
fn set(var: VarId, value: &Expr) -> Altered {
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
        (true, _) => Altered { lowered: this, ..Altered::default() },
        (_, true) => Altered { raised: this, ..Altered::default() },
        _ => Altered { vars: this, ..Altered::default() },
    }
}

/// What an act changes. What leaves a zone so that all see which card it is, hides nothing of what is left.
fn of_act(checked: &Checked, act: &Act) -> Altered {
    let mut all = Altered { cards: true, ..Altered::default() };
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
    // of a card that goes elsewhere
    let marks = checked.vars.iter().enumerate().filter(|(_, var)| var.lifetime.zone().is_some());
    all.vars.extend(marks.map(|(var, _)| VarId::new(var)));
    all
}

/// Whether all see what lies in a zone.
pub(super) fn all_see(checked: &Checked, zone: &Expr) -> bool {
    let (ExprKind::GameZone(id) | ExprKind::ZoneOf(id, _)) = &zone.kind else { return false };
    checked.zones[id.index()].sees == Sees::All
}

/// Which zone it is, whosever; nothing for one that a procedure is given.
pub(super) fn zone_id(zone: &Expr) -> Option<ZoneId> {
    if let ExprKind::GameZone(id) | ExprKind::ZoneOf(id, _) | ExprKind::AllIn(id) = zone.kind {
        return Some(id);
    }
    None
}

/// The zone in which cards lie, if that is said.
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

/// Whether two zones may be one: of two players they are two.
fn may_be(checked: &Checked, a: &Expr, b: &Expr) -> bool {
    if let (ExprKind::ZoneOf(_, whose), ExprKind::ZoneOf(_, of)) = (&a.kind, &b.kind)
        && differ(checked, whose, of)
    {
        return false;
    }
    zone_id(a) == zone_id(b)
}

/// Whether two expressions certainly mean different players.
fn differ(checked: &Checked, a: &Expr, b: &Expr) -> bool {
    let beside = |a: &Expr, b: &Expr| matches!(&a.kind, ExprKind::Unary(Unary::Left | Unary::Right, of) if same(of, b));
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

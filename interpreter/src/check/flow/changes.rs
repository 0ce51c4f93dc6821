//! What statements may change, calls and reactions included: what a test has shown holds until something that it reads is among that.
//!
//! It is found in the trees as they are written, for loops and calls are asked about before they are typed. Variables and zones are
//! told apart by their names, so what shares a name changes together.

mod found;

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use ludex_grammar::ast::{Block, Stmt};
use ludex_grammar::codes::Code;
use ludex_grammar::diagnostic::Diagnostic;

use super::facts::list_with_some;
use crate::check::types::scope::{Fact, Scope};
use crate::check::{Checker, Progress};
use crate::hir::{Comparison, Expr, ExprKind, Reads};
use crate::load::raw::{RawAbility, RawRuleset};
use found::Found;

/// Zones, by name.
#[derive(Debug, Clone)]
enum Zones<'r> {
    These(BTreeSet<&'r str>),
    All,
}

impl Default for Zones<'_> {
    fn default() -> Self {
        Self::These(BTreeSet::new())
    }
}

impl<'r> Zones<'r> {
    fn add(&mut self, name: Option<&'r str>) {
        match (name, &mut *self) {
            (Some(name), Self::These(names)) => {
                names.insert(name);
            }
            (Some(_), Self::All) => {}
            (None, _) => *self = Self::All,
        }
    }

    fn join(&mut self, other: &Self) {
        match other {
            Self::These(names) => names.iter().for_each(|name| self.add(Some(*name))),
            Self::All => *self = Self::All,
        }
    }

    /// Whether one of this name, or of any where it is not known, may be among them.
    fn has(&self, name: Option<&str>) -> bool {
        match self {
            Self::These(names) => name.map_or(!names.is_empty(), |name| names.contains(name)),
            Self::All => true,
        }
    }
}

/// What may be changed.
#[derive(Debug, Clone, Default)]
pub(in crate::check) struct Changes<'r> {
    vars: BTreeSet<&'r str>,
    /// Zones that cards may leave, or whose order may be another.
    left: Zones<'r>,
    /// Zones that cards may come to.
    entered: Zones<'r>,
    faces: bool,
    /// Numbers of phases.
    numbers: bool,
}

impl Changes<'_> {
    fn join(&mut self, other: &Self) {
        self.vars.extend(&other.vars);
        self.left.join(&other.left);
        self.entered.join(&other.entered);
        self.faces |= other.faces;
        self.numbers |= other.numbers;
    }

    fn moves(&self, zone: Option<&str>) -> bool {
        self.left.has(zone) || self.entered.has(zone)
    }

    fn any(&self) -> bool {
        !self.vars.is_empty() || self.moves(None) || self.faces || self.numbers
    }
}

/// Something that runs elsewhere.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
enum Called {
    Procedure(String),
    Event(String),
    Steps(String),
    Window(String),
}

/// What is known of calls so far.
#[derive(Debug, Default)]
pub(in crate::check) struct Summaries<'r> {
    known: BTreeMap<Called, Rc<Changes<'r>>>,
    /// Effects of abilities by the event that they react to: kinds and cards by number, and which of their abilities.
    reactions: Option<BTreeMap<String, Vec<(Bearer, usize)>>>,
}

#[derive(Debug, Clone, Copy)]
enum Bearer {
    Kind(usize),
    Card(usize),
}

impl<'r> Checker<'r> {
    /// Forgets what a block may change: after it, and before one that runs again and again.
    pub(in crate::check) fn unlearn(&mut self, scope: &mut Scope, block: &Block) {
        block.stmts.iter().for_each(|stmt| self.unlearn_stmt(scope, stmt));
    }

    /// Forgets what a statement may change, with all that it calls.
    pub(in crate::check) fn unlearn_stmt(&mut self, scope: &mut Scope, stmt: &Stmt) {
        if scope.facts.is_empty() && scope.filters.is_empty() {
            return;
        }
        let mut found = Found::new(self.raw, Some((scope, self)));
        found.stmt(stmt);
        let Found { mut changes, called, set, .. } = found;
        for local in set {
            if let Some(local) = scope.find(local).map(|local| local.id) {
                scope.assigned(local);
            }
        }
        called.into_iter().for_each(|called| changes.join(&self.summary(called)));
        if changes.any() {
            let this = &*self;
            scope.facts.retain(|fact| !this.may_change(fact, &changes));
        }
    }

    /// Warns where what is done with one pick puts cards where others pick from.
    pub(in crate::check) fn check_apart(&mut self, scope: &Scope, list: &Expr, block: &Block) {
        let mut found = Found::new(self.raw, Some((scope, self)));
        found.block(block);
        let Found { mut changes, called, .. } = found;
        called.into_iter().for_each(|called| changes.join(&self.summary(called)));
        let affected = Affected { checker: self, changes: &changes };
        let Some(zone) = affected.entered(list) else { return };
        let message = format!("what one player's pick puts into `{zone}` the next one's block finds there");
        let problem = Diagnostic::new(Code::DoesNothing, block.span, message);
        self.report(problem.other(list.span, "all have picked from it before").help(format!(
            "put the picks aside first, as into `p.given`, and from there into `{zone}` once all are done"
        )));
    }

    /// What a call may change, with all that it calls in turn.
    fn summary(&mut self, called: Called) -> Rc<Changes<'r>> {
        if let Some(known) = self.paths.summaries.known.get(&called) {
            return Rc::clone(known);
        }
        let (mut all, mut seen, mut open) = (Changes::default(), BTreeSet::new(), vec![called.clone()]);
        while let Some(next) = open.pop() {
            if !seen.insert(next.clone()) {
                continue;
            }
            if let Some(known) = self.paths.summaries.known.get(&next) {
                all.join(known);
                continue;
            }
            let raw = self.raw;
            let mut found = Found::new(raw, None);
            self.bodies_of(&next, &mut open).into_iter().for_each(|body| found.block(body));
            all.join(&found.changes);
            open.extend(found.called);
        }
        let all = Rc::new(all);
        self.paths.summaries.known.insert(called, Rc::clone(&all));
        all
    }

    /// The effects that run with a call; lists of steps lead on to their events.
    fn bodies_of(&mut self, called: &Called, open: &mut Vec<Called>) -> Vec<&'r Block> {
        let raw = self.raw;
        match called {
            Called::Procedure(name) => {
                let named = raw.procedures.iter().filter(|procedure| procedure.name.value == *name);
                named.map(|procedure| &procedure.body).collect()
            }
            Called::Window(name) => {
                let named = raw.windows.iter().filter(|window| window.name.value == *name);
                named.flat_map(|window| &window.actions).map(|action| &action.body).collect()
            }
            Called::Steps(name) => {
                let named = raw.steps.iter().filter(|steps| steps.name.value == *name);
                let events =
                    named.flat_map(|steps| &steps.order).map(|(step, _)| format!("{name}.{}", step.value));
                open.extend(events.map(Called::Event));
                Vec::new()
            }
            Called::Event(name) => {
                let reactions = self.paths.summaries.reactions.get_or_insert_with(|| reactions(raw));
                let all = reactions.get(name).into_iter().flatten();
                all.filter_map(|(bearer, at)| effect_of(raw, *bearer, *at)).collect()
            }
        }
    }

    /// Whether a fact may no longer hold after changes.
    fn may_change(&self, fact: &Fact, changes: &Changes<'_>) -> bool {
        let affected = Affected { checker: self, changes };
        match some_in(&fact.cond, fact.holds) {
            Some((list, also)) => affected.fewer(list) || also.is_some_and(|item| affected.any(item)),
            None => affected.any(&fact.cond),
        }
    }
}

/// Effects of abilities by their events.
fn reactions(raw: &RawRuleset) -> BTreeMap<String, Vec<(Bearer, usize)>> {
    let mut all: BTreeMap<String, Vec<(Bearer, usize)>> = BTreeMap::new();
    let mut add = |bearer: Bearer, abilities: &[RawAbility]| {
        for (at, ability) in abilities.iter().enumerate() {
            if let RawAbility::On { event, .. } = ability {
                all.entry(event.value.clone()).or_default().push((bearer, at));
            }
        }
    };
    raw.kinds.iter().enumerate().for_each(|(i, kind)| add(Bearer::Kind(i), &kind.abilities));
    raw.cards.iter().enumerate().for_each(|(i, card)| add(Bearer::Card(i), &card.abilities));
    all
}

fn effect_of(raw: &RawRuleset, bearer: Bearer, at: usize) -> Option<&Block> {
    let abilities = match bearer {
        Bearer::Kind(i) => &raw.kinds.get(i)?.abilities,
        Bearer::Card(i) => &raw.cards.get(i)?.abilities,
    };
    if let RawAbility::On { body, .. } = abilities.get(at)? { Some(body) } else { None }
}

/// The list of which a fact says that something is in it, where more in it change nothing; and what else it reads.
fn some_in(cond: &Expr, holds: bool) -> Option<(&Expr, Option<&Expr>)> {
    if let (ExprKind::IsIn(item, list), true) = (&cond.kind, holds) {
        return Some((list, Some(item)));
    }
    // of so many exactly there may be more then
    let exactly = matches!(cond.kind, ExprKind::Compare(Comparison::Eq | Comparison::Ne, ..));
    list_with_some(cond, holds).filter(|_| !exactly).map(|list| (list, None))
}

/// Whether what is read may be changed.
struct Affected<'a, 'r> {
    checker: &'a Checker<'r>,
    changes: &'a Changes<'a>,
}

impl Affected<'_, '_> {
    /// The name of a zone, if it is known which it is, whosever.
    fn zone(&self, zone: &Expr) -> Option<&str> {
        let (ExprKind::GameZone(id) | ExprKind::ZoneOf(id, _)) = &zone.kind else { return None };
        Some(&self.checker.out.zones[id.index()].name)
    }

    /// A zone of which a list has the cards, and into which cards may come.
    fn entered(&self, list: &Expr) -> Option<String> {
        if let ExprKind::ZoneCards(zone) = &list.kind {
            let name = self.zone(zone)?;
            return self.changes.entered.has(Some(name)).then(|| name.to_owned());
        }
        list.children().into_iter().filter(|part| part.ty.is_list()).find_map(|part| self.entered(part))
    }

    /// Whether a list may have less in it.
    fn fewer(&self, list: &Expr) -> bool {
        if let ExprKind::ZoneCards(zone) = &list.kind {
            return self.changes.left.has(self.zone(zone)) || self.any(zone);
        }
        if let ExprKind::Filter { list, test, .. } = &list.kind {
            return self.any(test) || self.fewer(list);
        }
        if let ExprKind::Prefix(n, list) = &list.kind {
            return self.any(n) || self.fewer(list);
        }
        if let ExprKind::Concat(a, b) = &list.kind {
            return self.fewer(a) || self.fewer(b);
        }
        self.any(list)
    }

    /// Whether the value of an expression may be another.
    fn any(&self, expr: &Expr) -> bool {
        let changes = self.changes;
        let here = match expr.kind.reads() {
            None | Some(Reads::Local(_) | Reads::Printed) => false,
            Some(Reads::Var(var, _)) => {
                let def = &self.checker.out.vars[var.index()];
                let ends = def.lifetime.zone().is_some() && changes.moves(None);
                ends || changes.vars.contains(def.name.as_str())
            }
            // their definitions may read anything
            Some(Reads::Property(_) | Reads::Score) => changes.any(),
            Some(Reads::Function(function)) => {
                let def = &self.checker.out.functions[function.index()];
                let typed = self.checker.typed.functions[function.index()] == Progress::Done;
                changes.any() && (!typed || calls(&def.body.body) || self.any(&def.body.body))
            }
            Some(Reads::Zone(zone)) => changes.moves(self.zone(zone)),
            Some(Reads::Zones(zone)) => changes.moves(Some(&self.checker.out.zones[zone.index()].name)),
            Some(Reads::Place(_)) => changes.moves(None),
            Some(Reads::Number) => changes.numbers,
            Some(Reads::Face(_)) => changes.faces,
        };
        here || expr.children().into_iter().any(|part| self.any(part))
    }
}

/// Whether a function calls others: what these read is not followed.
fn calls(expr: &Expr) -> bool {
    matches!(expr.kind, ExprKind::Call(..)) || expr.children().into_iter().any(calls)
}

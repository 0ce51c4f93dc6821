//! Side effects of statements, including calls and reactions: they invalidate facts that read changed state.
//!
//! The analysis works on the untyped syntax tree, because loops and calls need it before type checking.
//! Variables and zones are distinguished by name, so all with the same name change together.

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

/// A set of zones, by name.
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

    /// Returns true if the set may contain a zone of this name, or any zone for `None`.
    fn has(&self, name: Option<&str>) -> bool {
        match self {
            Self::These(names) => name.map_or(!names.is_empty(), |name| names.contains(name)),
            Self::All => true,
        }
    }
}

/// State that may change.
#[derive(Debug, Clone, Default)]
pub(in crate::check) struct Changes<'r> {
    vars: BTreeSet<&'r str>,
    /// Zones from which cards may be removed, or whose order may change.
    left: Zones<'r>,
    /// Zones to which cards may be added.
    entered: Zones<'r>,
    faces: bool,
    /// True if phase numbers may change.
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

#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
enum Called {
    Procedure(String),
    Event(String),
    Steps(String),
    Window(String),
}

/// Cached summaries of callees.
#[derive(Debug, Default)]
pub(in crate::check) struct Summaries<'r> {
    known: BTreeMap<Called, Rc<Changes<'r>>>,
    /// Reactions by event: the kind or card, and the index of the ability.
    reactions: Option<BTreeMap<String, Vec<(Bearer, usize)>>>,
}

#[derive(Debug, Clone, Copy)]
enum Bearer {
    Kind(usize),
    Card(usize),
}

impl<'r> Checker<'r> {
    /// Removes facts that a block may invalidate. Called after a block, and before a loop body.
    pub(in crate::check) fn unlearn(&mut self, scope: &mut Scope, block: &Block) {
        block.stmts.iter().for_each(|stmt| self.unlearn_stmt(scope, stmt));
    }

    /// Removes facts that a statement and its callees may invalidate.
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

    /// Warns if processing one player's choice adds cards to a zone from which others choose.
    pub(in crate::check) fn check_apart(&mut self, scope: &Scope, list: &Expr, block: &Block) {
        let mut found = Found::new(self.raw, Some((scope, self)));
        found.block(block);
        let Found { mut changes, called, .. } = found;
        called.into_iter().for_each(|called| changes.join(&self.summary(called)));
        let affected = Affected { checker: self, changes: &changes };
        let Some(zone) = affected.entered(list) else { return };
        let message =
            format!("the block of the next player finds the cards that an earlier choice put into `{zone}`");
        let problem = Diagnostic::new(Code::DoesNothing, block.span, message);
        self.report(problem.other(list.span, "all players choose from it before the blocks run").help(format!(
            "move the picks to another zone first, such as `p.given`, and from there into `{zone}` after the loop"
        )));
    }

    /// Returns the changes of a call, including transitive calls.
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

    /// Returns the bodies that run with a call. For lists of steps, adds their events to `open` instead.
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

    /// Returns true if the changes may invalidate a fact.
    fn may_change(&self, fact: &Fact, changes: &Changes<'_>) -> bool {
        let affected = Affected { checker: self, changes };
        match some_in(&fact.cond, fact.holds) {
            Some((list, also)) => affected.may_shrink(list) || also.is_some_and(|item| affected.any(item)),
            None => affected.any(&fact.cond),
        }
    }
}

/// Indexes reactions by event.
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

/// Returns the list that a fact proves to be non-empty, if further elements keep the fact true, and any other
/// expression that the fact reads.
fn some_in(cond: &Expr, holds: bool) -> Option<(&Expr, Option<&Expr>)> {
    if let (ExprKind::IsIn(item, list), true) = (&cond.kind, holds) {
        return Some((list, Some(item)));
    }
    // further elements invalidate an exact count
    let exactly = matches!(cond.kind, ExprKind::Compare(Comparison::Eq | Comparison::Ne, ..));
    list_with_some(cond, holds).filter(|_| !exactly).map(|list| (list, None))
}

/// Test for expressions whose value may change.
struct Affected<'a, 'r> {
    checker: &'a Checker<'r>,
    changes: &'a Changes<'a>,
}

impl Affected<'_, '_> {
    /// Returns the name of a zone of any owner, if known.
    fn zone(&self, zone: &Expr) -> Option<&str> {
        Some(&self.checker.out.zones[zone.named_zone()?.id.index()].name)
    }

    /// Returns a zone whose cards are in the list, if cards may be added to it.
    fn entered(&self, list: &Expr) -> Option<String> {
        if let ExprKind::ZoneCards(zone) = &list.kind {
            let name = self.zone(zone)?;
            return self.changes.entered.has(Some(name)).then(|| name.to_owned());
        }
        list.children().into_iter().filter(|part| part.ty.is_list()).find_map(|part| self.entered(part))
    }

    /// Returns true if the list may lose elements.
    fn may_shrink(&self, list: &Expr) -> bool {
        if let ExprKind::ZoneCards(zone) = &list.kind {
            return self.changes.left.has(self.zone(zone)) || self.any(zone);
        }
        if let ExprKind::Filter { list, test, .. } = &list.kind {
            return self.any(test) || self.may_shrink(list);
        }
        if let ExprKind::Prefix(n, list) = &list.kind {
            return self.any(n) || self.may_shrink(list);
        }
        if let ExprKind::Concat(a, b) = &list.kind {
            return self.may_shrink(a) || self.may_shrink(b);
        }
        self.any(list)
    }

    /// Returns true if the value of an expression may change.
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

/// Returns true if an expression calls functions, whose reads are not followed.
fn calls(expr: &Expr) -> bool {
    matches!(expr.kind, ExprKind::Call(..)) || expr.children().into_iter().any(calls)
}

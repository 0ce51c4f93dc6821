//! From a ruleset as written to a checked one.
//!
//! Names are numbered first ([`declare`]), then signatures, then every body is typed. All problems of a run are
//! collected; a checked ruleset exists only if none of them is an error.

mod abilities;
mod declare;
mod describe;
mod expr;
mod flow;
mod layout;
mod names;
mod order;
mod phases;
mod query;
mod scenario;
mod scope;
mod secrets;
mod signatures;
mod stmt;
mod texts;
mod unused;
mod verbs;

use std::collections::{BTreeMap, BTreeSet};

use ludex_grammar::diagnostic::{Diagnostic, Severity};
use ludex_grammar::span::Span;

use crate::hir::{self, Checked};
use crate::ids::{EventId, KindId};
use crate::load::raw::{RawAction, RawRuleset};
use declare::{HolderKey, Names};

pub use scenario::Snippets;

/// With so many problems, nobody reads what may have been meant by the next name.
const MAX_SUGGESTIONS: usize = 200;

/// How far the body of a function or property is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Progress {
    Waiting,
    Running,
    Done,
}

/// The state of one check.
struct Checker<'a> {
    raw: &'a RawRuleset,
    names: Names,
    problems: Vec<Diagnostic>,
    /// Which of the first so many problems are at which place.
    known_problems: (usize, BTreeMap<Span, Vec<usize>>),
    out: Checked,
    design_kinds: Vec<Option<KindId>>,
    functions: Vec<Progress>,
    properties: Vec<Progress>,
    used: BTreeSet<String>,
    used_members: BTreeSet<(HolderKey, String)>,
    emitted: BTreeSet<EventId>,
    heard: BTreeSet<EventId>,
}

impl Checker<'_> {
    fn report(&mut self, problem: Diagnostic) {
        let (known, places) = &mut self.known_problems;
        for (i, problem) in self.problems.iter().enumerate().skip(*known) {
            places.entry(problem.primary.span).or_default().push(i);
        }
        *known = self.problems.len();
        let same = places.get(&problem.primary.span);
        if same.is_none_or(|same| same.iter().all(|i| self.problems[*i] != problem)) {
            self.problems.push(problem);
        }
    }

    /// Whether it is still worth the time to look for what may have been meant, among all names there are.
    fn suggests(&self) -> bool {
        self.problems.len() < MAX_SUGGESTIONS
    }
}

/// Checks a ruleset. The result exists if there is no error among `problems`, those before included.
pub fn check(raw: &RawRuleset, problems: &mut Vec<Diagnostic>) -> Option<Checked> {
    let mut checker = begin(raw);
    checker.bodies();
    checker.flow();
    let clean = !problems.iter().chain(&checker.problems).any(|p| p.severity() == Severity::Error);
    if clean {
        checker.unused();
        checker.texts();
    }
    problems.append(&mut checker.problems);
    clean.then_some(checker.out)
}

fn begin(raw: &RawRuleset) -> Checker<'_> {
    let mut checker = Checker {
        raw,
        names: Names::default(),
        problems: Vec::new(),
        known_problems: (0, BTreeMap::new()),
        out: Checked::default(),
        design_kinds: Vec::new(),
        functions: vec![Progress::Waiting; raw.functions.len()],
        properties: Vec::new(),
        used: BTreeSet::new(),
        used_members: BTreeSet::new(),
        emitted: BTreeSet::new(),
        heard: BTreeSet::new(),
    };
    declare::globals(raw, &mut checker.names, &mut checker.problems);
    checker.signatures();
    checker
}

impl Checker<'_> {
    /// Types every body.
    fn bodies(&mut self) {
        self.printed_fields();
        self.counts_and_first_values();
        for named in self.typing_order() {
            match named {
                order::Named::Property(id) => self.property(id, self.property_span(id)),
                order::Named::Function(id) => {
                    let span = self.raw.functions[id.index()].name.span;
                    self.function_type(id, span);
                }
            }
        }
        self.kinds_active();
        self.procedure_bodies();
        self.window_bodies();
        self.steps_conditions();
        self.ability_bodies();
        self.setup_and_phases();
        self.score();
        self.layout();
    }

    /// The actions of every window: targets, guards, effects.
    fn window_bodies(&mut self) {
        for i in 0..self.raw.windows.len() {
            let raw = &self.raw.windows[i];
            let actions = raw.actions.iter().map(|action| self.action(action)).collect();
            self.out.windows.push(hir::WindowDef { name: raw.name.value.clone(), actions });
        }
    }

    fn action(&mut self, raw: &RawAction) -> hir::ActionDef {
        let mut scope = scope::Scope::default();
        let mut targets = Vec::new();
        // targets are the first locals, in order, also while their own queries are typed
        let slots: Vec<_> = raw.targets.iter().map(|_| scope.slots(1)).collect();
        for ((name, query), slot) in raw.targets.iter().zip(slots) {
            let body = self.query(&mut scope, query).list;
            let element = body.ty.element();
            let ident = ludex_grammar::ast::Ident { name: name.value.clone(), span: name.span };
            self.check_local_name(&mut scope, &ident);
            targets.push(hir::Lambda { body, locals: scope.next });
            scope.bind(slot, &name.value, element, name.span);
        }
        let when = raw.when.as_ref().map(|when| {
            let body = self.condition(&mut scope, when);
            self.learn(&mut scope, when, true);
            hir::Lambda { body, locals: scope.next }
        });
        let stmts = self.block(&mut scope, &raw.body);
        let body = hir::Body { stmts, locals: scope.next, cards: scope.cards };
        hir::ActionDef { name: raw.name.value.clone(), targets, when, body }
    }

    fn procedure_bodies(&mut self) {
        for i in 0..self.raw.procedures.len() {
            let raw = &self.raw.procedures[i];
            let mut scope = self.scope_with(&raw.params, &self.out.procedures[i].params.clone());
            let stmts = self.block(&mut scope, &raw.body);
            self.out.procedures[i].body = hir::Body { stmts, locals: scope.next, cards: scope.cards };
        }
    }
}

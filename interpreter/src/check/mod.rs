//! From a ruleset as written to a checked one.
//!
//! Names are numbered first ([`declare`]), then signatures, then every body is typed. All problems of a run are
//! collected; a checked ruleset exists only if none of them is an error.

mod abilities;
#[allow(
    clippy::wildcard_enum_match_arm,
    reason = "it asks for the few shapes that prove something; any other proves nothing"
)]
mod cover;
#[allow(
    clippy::wildcard_enum_match_arm,
    reason = "symbols and expressions that are told apart by name; to be made complete"
)]
mod declare;
mod describe;
mod expr;
#[allow(
    clippy::wildcard_enum_match_arm,
    reason = "it asks for the few shapes that prove something; any other proves nothing"
)]
mod facts;
mod fixed;
mod flow;
mod layout;
#[allow(
    clippy::wildcard_enum_match_arm,
    reason = "symbols and expressions that are told apart by name; to be made complete"
)]
mod names;
#[allow(
    clippy::wildcard_enum_match_arm,
    reason = "symbols and expressions that are told apart by name; to be made complete"
)]
mod offered;
#[allow(
    clippy::wildcard_enum_match_arm,
    reason = "symbols and expressions that are told apart by name; to be made complete"
)]
mod order;
mod phases;
mod query;
mod scenario;
mod scope;
#[allow(
    clippy::wildcard_enum_match_arm,
    reason = "symbols and expressions that are told apart by name; to be made complete"
)]
mod secrets;
#[allow(
    clippy::wildcard_enum_match_arm,
    reason = "symbols and expressions that are told apart by name; to be made complete"
)]
mod signatures;
mod stmt;
mod texts;
#[allow(
    clippy::wildcard_enum_match_arm,
    reason = "symbols and expressions that are told apart by name; to be made complete"
)]
mod unknown;
#[allow(
    clippy::wildcard_enum_match_arm,
    reason = "symbols and expressions that are told apart by name; to be made complete"
)]
mod unused;
mod verbs;

use std::collections::{BTreeMap, BTreeSet};

use ludex_grammar::codes::Code;
use ludex_grammar::diagnostic::{Diagnostic, Severity};
use ludex_grammar::span::Span;

use crate::hir::{self, Checked};
use crate::ids::{EventId, KindId};
use crate::load::raw::{RawAction, RawKind, RawRuleset};
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
    /// Statements that offer the actions of a window.
    opened: Vec<cover::Opened>,
    /// What may still be spent on finding out whether something is always legal.
    effort: std::cell::Cell<u32>,
    /// What each decision offers.
    offered: BTreeMap<String, offered::Offered>,
    /// Words of any sort that something mentions, for the search for a definition that is misspelt.
    used_words: BTreeSet<String>,
    /// Places of locals that something reads.
    used_places: BTreeSet<Span>,
    /// Definitions of overlays that were meant as patches.
    patches: Vec<Diagnostic>,
    /// How many problems there were at the end of each stage.
    stages: Vec<usize>,
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
    if let Some(problem) = too_many(raw) {
        problems.push(problem);
        return None;
    }
    if raw.unreadable {
        return None;
    }
    let mut checker = begin(raw);
    checker.bodies();
    if !problems.iter().any(|p| p.severity() == Severity::Error) {
        checker.secrets();
    }
    checker.flow();
    checker.end_stage();
    let readable = !problems.iter().any(|p| p.severity() == Severity::Error);
    if readable {
        checker.patches_of_nothing();
    }
    let clean = !problems
        .iter()
        .chain(&checker.problems)
        .chain(&checker.patches)
        .any(|p| p.severity() == Severity::Error);
    if clean {
        checker.unused();
        checker.texts();
    }
    problems.append(&mut checker.findings());
    let clean = !problems.iter().any(|p| p.severity() == Severity::Error);
    clean.then_some(checker.out)
}

/// Most of what is numbered throughout a ruleset, whatever it belongs to.
const MAX_TOTAL: usize = 20_000;

/// Most names of decisions.
const MAX_DECISIONS: usize = 2_000;

/// Most printed values, of all fields on all cards.
const MAX_PRINTED: usize = 8_000_000;

/// What there is too much of, all kinds, spots and lists of steps taken together.
fn too_many(raw: &RawRuleset) -> Option<Diagnostic> {
    let of_kinds = |count: fn(&RawKind) -> usize| raw.kinds.iter().map(count).sum::<usize>();
    let fields = of_kinds(|kind| kind.fields.len());
    let variables = of_kinds(|kind| kind.state.len())
        + raw.spots.iter().map(|spot| spot.state.len()).sum::<usize>()
        + raw.game_state.len()
        + raw.player_state.len();
    let steps = raw.steps.iter().map(|steps| steps.order.len()).sum::<usize>();
    let counts = [
        ("fields", fields, MAX_TOTAL),
        ("properties", of_kinds(|kind| kind.properties.len()), MAX_TOTAL),
        ("variables", variables, MAX_TOTAL),
        ("steps", steps, MAX_TOTAL),
        ("printed values (fields times cards)", fields * raw.cards.len(), MAX_PRINTED),
    ];
    let (what, _, most) = counts.into_iter().find(|(_, count, most)| count > most)?;
    let kind = raw.kinds.first().map(|kind| kind.name.span);
    let span = kind.or(raw.steps.first().map(|steps| steps.name.span)).unwrap_or_default();
    Some(Diagnostic::new(Code::FileTooLarge, span, format!("more than {most} {what} in one ruleset")))
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
        opened: Vec::new(),
        effort: cover::EFFORT.into(),
        offered: BTreeMap::new(),
        used_words: BTreeSet::new(),
        used_places: BTreeSet::new(),
        patches: Vec::new(),
        stages: Vec::new(),
    };
    declare::globals(raw, &mut checker.names, &mut checker.problems);
    checker.signatures();
    checker.end_stage();
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
        self.end_stage();
        self.kinds_active();
        self.procedure_bodies();
        self.window_bodies();
        self.steps_conditions();
        self.ability_bodies();
        self.setup_and_phases();
        self.opened_windows();
        self.score();
        self.layout();
        self.text_bodies();
        self.out.rights = self.raw.rights.clone();
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
            facts::learn(&mut scope, &body, true);
            hir::Lambda { body, locals: scope.next }
        });
        let mut shows = Vec::new();
        for (name, expr) in &raw.shows {
            let body = self.expr(&mut scope, expr);
            shows.push((name.value.clone(), hir::Lambda { body, locals: scope.next }));
        }
        let stmts = self.block(&mut scope, &raw.body);
        let body = hir::Body { stmts, locals: scope.next, cards: scope.cards };
        hir::ActionDef { name: raw.name.value.clone(), targets, when, shows, body }
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

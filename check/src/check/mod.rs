//! Semantic analysis: checks a raw ruleset and builds the checked one.
//!
//! Names are numbered first ([`declare`]), then signatures and every body are checked. The symbol table
//! ([`Names`]) resolves words and records their uses. All diagnostics of a run are collected. Unreadable text
//! becomes a hole: the rest is checked, and possible follow-up diagnostics are suppressed. A ruleset is whole
//! only if it has no error.

mod cursor;
mod flow;
mod hints;
mod holes;
mod lints;
mod problems;
mod review;
mod scenario;
mod secrets;
mod selected;
mod surroundings;
mod texts;
mod types;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use ludex_grammar::codes::Code;
use ludex_grammar::diagnostic::{Diagnostic, Severity};
use ludex_grammar::hole::Hole;
use ludex_grammar::span::Span;

use crate::hir::{self, Checked};
use crate::ids::{DecisionId, EventId, KindId};
use crate::load::raw::{RawAction, RawKind, RawRuleset, RawTable};
use crate::resolve::{Names, Target, Use, declare};
use crate::types::Base;
use problems::Problems;
use types::scope::GiveMeaning;

pub use cursor::{Candidate, here};
pub use hints::{Hint, HintKind, hints};
pub use scenario::Snippets;
pub use selected::{Selected, selected};
pub use surroundings::Surroundings;

/// Maximum number of diagnostics for which similar names are searched.
const MAX_SUGGESTIONS: usize = 200;

/// Progress of checking the body of a function or property.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Progress {
    Waiting,
    Running,
    Done,
}

struct Checker<'a> {
    raw: &'a RawRuleset,
    names: Names,
    problems: Problems,
    /// The checked ruleset, which snippets share.
    out: Arc<Checked>,
    designs: Designs,
    typed: Typed,
    events: Events,
    paths: Paths<'a>,
    offered: BTreeMap<DecisionId, texts::offered::Offered>,
    wanted: Wanted,
}

/// Kinds of the designs, and statistics of copies by kind.
#[derive(Debug, Clone, Default)]
struct Designs {
    kinds: Vec<Option<KindId>>,
    copies: Vec<types::expr::by_name::Copies>,
}

/// Progress of type checking.
struct Typed {
    functions: Vec<Progress>,
    recursion: types::signatures::Recursion,
    properties: Vec<Progress>,
    score: Progress,
}

/// Events that are emitted, and those with reactions.
#[derive(Default)]
struct Events {
    /// Locations of the facts of each event.
    params: Vec<Vec<Span>>,
    emitted: BTreeSet<EventId>,
    listened: BTreeSet<EventId>,
}

/// State of the flow analyses.
struct Paths<'a> {
    /// Window statements, to be checked for a legal action.
    opened: Vec<flow::cover::Opened>,
    /// Cached summaries of calls.
    summaries: flow::changes::Summaries<'a>,
    /// Remaining budget for deciding whether a condition always holds.
    effort: std::cell::Cell<u32>,
}

/// Additional results that a caller requests.
#[derive(Default)]
struct Wanted {
    /// Location of an editor request.
    cursor: Option<cursor::Cursor>,
    /// Locals for inlay hints.
    noted: Option<hints::Noted>,
    /// Expression selected in an editor.
    selection: Option<selected::Selection>,
    /// In an expectation: the compared values that may be missing, in evaluation order.
    lacking: Option<Vec<hir::Expr>>,
}

impl Checker<'_> {
    /// Returns the ruleset under construction.
    fn changed(&mut self) -> &mut Checked {
        Arc::make_mut(&mut self.out)
    }

    fn report(&mut self, problem: Diagnostic) {
        self.problems.report(problem);
    }

    /// Removes and returns the problems so far.
    fn take_problems(&mut self) -> Vec<Diagnostic> {
        self.problems.take()
    }
}

/// Result of checking a ruleset.
#[derive(Debug)]
pub enum Analysis {
    /// A ruleset without errors, which can be compiled.
    Whole(Checked),
    /// A ruleset with errors, whose readable parts can be inspected.
    Partial(Partial),
}

/// A checked ruleset with holes. It can only be borrowed, and a program is made from an owned tree, so it
/// can't be compiled.
///
/// ```compile_fail,E0308
/// fn owned(partial: ludex_check::check::Partial) -> ludex_check::hir::Checked {
///     partial.readable()
/// }
/// ```
#[derive(Debug)]
pub struct Partial {
    checked: Checked,
    holes: Vec<Hole>,
}

impl Partial {
    /// Returns the readable part. A definition with an error may lack some of its parts.
    pub fn readable(&self) -> &Checked {
        &self.checked
    }

    /// Returns the error nodes of parts that could not be parsed.
    pub fn holes(&self) -> &[Hole] {
        &self.holes
    }
}

/// Checks a ruleset. Returns `None` if `problems` contains an error, including those of earlier stages.
pub fn check(raw: &RawRuleset, problems: &mut Vec<Diagnostic>) -> Option<Checked> {
    check_for_snippets(raw, problems).map(|(checked, _)| Arc::unwrap_or_clone(checked))
}

/// Checks a ruleset. Also returns the context for checking snippets against it.
pub fn check_for_snippets(
    raw: &RawRuleset,
    problems: &mut Vec<Diagnostic>,
) -> Option<(Arc<Checked>, Surroundings)> {
    let checker = checked_through(raw, problems)?;
    let whole = is_whole(raw, problems);
    whole.then(|| (Arc::clone(&checker.out), Surroundings::from_checker(checker)))
}

/// Checks the readable part of a ruleset. It is whole if there is no error in `problems`, including earlier
/// ones.
pub fn analyse(raw: &RawRuleset, problems: &mut Vec<Diagnostic>) -> Analysis {
    let checked = checked_through(raw, problems).map(|checker| checker.out).unwrap_or_default();
    let checked = Arc::unwrap_or_clone(checked);
    match is_whole(raw, problems) {
        true => Analysis::Whole(checked),
        false => Analysis::Partial(Partial { checked, holes: raw.holes.clone() }),
    }
}

fn is_whole(raw: &RawRuleset, problems: &[Diagnostic]) -> bool {
    !has_errors(problems) && raw.holes.is_empty() && !raw.unreadable
}

/// Runs all stages of a check; `None` if the ruleset is too large.
fn checked_through<'a>(raw: &'a RawRuleset, problems: &mut Vec<Diagnostic>) -> Option<Checker<'a>> {
    if let Some(problem) = too_many(raw) {
        problems.push(problem);
        return None;
    }
    let mut checker = begin(raw);
    checker.bodies(!has_errors(problems));
    if !has_errors(problems) && !has_errors(&checker.problems) {
        checker.review().fixed_before_games();
    }
    checker.end_stage();
    if !has_errors(problems) {
        checker.against_names();
    }
    checker.forget_what_follows();
    problems.append(&mut checker.findings());
    lints::allowed::take_out_allowed(raw, is_whole(raw, problems), problems);
    // a key of an overlay refers to the same item as the key that it patches
    let found = std::mem::take(&mut checker.names.draft);
    checker.changed().index = found.into_index(raw.patched.clone());
    Some(checker)
}

fn has_errors(problems: &[Diagnostic]) -> bool {
    problems.iter().any(|problem| problem.severity() == Severity::Error)
}

/// Maximum number of fields, properties, variables, steps or tables in a ruleset.
const MAX_TOTAL: usize = 20_000;

/// Maximum number of decisions.
const MAX_DECISIONS: usize = 2_000;

/// Maximum number of printed values, over all fields and cards.
const MAX_PRINTED: usize = 8_000_000;

/// Reports the first limit that a ruleset exceeds. Kinds, spots and lists of steps are counted together.
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
        ("tables", raw.tables.iter().map(RawTable::count).sum(), MAX_TOTAL),
        ("printed values (fields times cards)", fields * raw.cards.len(), MAX_PRINTED),
    ];
    let (what, _, most) = counts.into_iter().find(|(_, count, most)| count > most)?;
    let kind = raw.kinds.first().map(|kind| kind.name.span);
    let table = raw.tables.first().map(|table| table.name.span);
    let span = kind.or(raw.steps.first().map(|steps| steps.name.span)).or(table).unwrap_or_default();
    Some(Diagnostic::new(Code::FileTooLarge, span, format!("more than {most} {what} in one ruleset")))
}

fn begin(raw: &RawRuleset) -> Checker<'_> {
    let mut problems = Vec::new();
    let names = declare(raw, &mut problems);
    let mut checker = Checker::new(raw, names, problems);
    checker.signatures();
    checker.end_stage();
    checker
}

impl<'a> Checker<'a> {
    /// Creates the initial state.
    fn new(raw: &'a RawRuleset, names: Names, problems: Vec<Diagnostic>) -> Self {
        Checker {
            raw,
            names,
            problems: Problems::new(problems),
            out: Arc::default(),
            designs: Designs::default(),
            typed: Typed {
                functions: vec![Progress::Waiting; raw.functions.len()],
                recursion: types::signatures::Recursion::default(),
                properties: Vec::new(),
                score: Progress::Waiting,
            },
            events: Events::default(),
            paths: Paths {
                opened: Vec::new(),
                summaries: flow::changes::Summaries::default(),
                effort: flow::cover::EFFORT.into(),
            },
            offered: BTreeMap::new(),
            wanted: Wanted::default(),
        }
    }
}

impl Checker<'_> {
    /// Reports unused definitions, and checks texts against names.
    fn against_names(&mut self) {
        let read = self.names.draft.used(&[Use::Reads], |_| true);
        let mut review = self.review();
        let unused = review.unused_definitions(&read);
        review.empty_enums(&unused);
        review.patches_of_nothing(&unused);
        if has_errors(review.problems) || has_errors(&review.problems.patches) {
            return;
        }
        review.unused(&unused);
        review.unread_parameters(&read);
        review.unread_words();
        review.zones_without_arrivals(&read);
        review.never_set(&read);
        review.never_until();
        review.read_outside();
        review.modifiers_in_no_order();
        review.abilities_out_of_sight();
        review.backs_out_of_sight();
        let texts = review.texts();
        review.numbers_in_texts();
        self.take_texts(texts);
    }

    /// Checks every body. If the ruleset is readable, also searches for leaks of hidden information.
    fn bodies(&mut self, can_be_read: bool) {
        self.rules();
        self.layout();
        self.text_bodies();
        self.changed().rights = self.raw.rights.clone();
        if can_be_read {
            self.secrets();
            self.review().nobody_active();
        }
        let mut review = self.review();
        review.flow();
        review.secret_picks();
    }

    fn rules(&mut self) {
        self.printed_fields();
        self.counts_and_first_values();
        for named in self.typing_order() {
            match named {
                types::order::Named::Property(id) => self.property(id, self.property_span(id)),
                types::order::Named::Function(id) => {
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
        self.statistics();
        self.changed().decisions = self.names.decision_names();
    }

    /// Checks the actions of each window: targets, guards and effects.
    fn window_bodies(&mut self) {
        for i in 0..self.raw.windows.len() {
            let raw = &self.raw.windows[i];
            let actions = raw.actions.iter().map(|action| self.action(action)).collect();
            self.changed().windows.push(hir::WindowDef { name: raw.name.value.clone(), actions });
        }
    }

    fn action(&mut self, raw: &RawAction) -> hir::ActionDef {
        let mut scope = types::scope::Scope::default();
        let mut targets = Vec::new();
        // targets are the first locals, in order, even while their own queries are checked
        let slots: Vec<_> = raw.targets.iter().map(|_| scope.slots(1)).collect();
        for ((name, query), slot) in raw.targets.iter().zip(slots) {
            let body = self.query(&mut scope, query);
            let element = body.ty.element();
            let ident = ludex_grammar::ast::Ident { name: name.value.clone(), span: name.span };
            if raw.of_card.is_none() || !targets.is_empty() {
                self.check_local_name(&mut scope, &ident);
            }
            self.single(body.ty.element(), query.span);
            targets.push(hir::Lambda { body, locals: scope.next });
            if let Some(target) = targets.last() {
                flow::facts::passed(&mut scope, &target.body, slot);
            }
            scope.bind(slot, &name.value, element, name.span);
        }
        let of_kind = raw.of_card.as_ref().and_then(|of| of.active.as_ref());
        let when = raw.when.as_ref().or(of_kind).map(|when| {
            let body = self.guard(&mut scope, when);
            flow::facts::learn(&mut scope, &body, true);
            hir::Lambda { body, locals: scope.next }
        });
        let mut shows = Vec::new();
        for (name, expr) in &raw.shows {
            let body = self.expr(&mut scope, expr);
            let body = self.tellable(body);
            self.names.draft.define(Target::Local(name.span), &name.value, name.span);
            shows.push((name.value.clone(), hir::Lambda { body, locals: scope.next }));
        }
        scope.guarded = Some(raw.body.span);
        let stmts = self.block(&mut scope, &raw.body);
        let body = hir::Body { stmts, locals: scope.next, cards: scope.cards };
        let target_names = raw.targets.iter().map(|(name, _)| name.value.clone()).collect();
        let first = raw.of_card.as_ref().and_then(|_| targets.first());
        let of_card = first.and_then(|target| self.kind_of(target.body.ty.element().base()));
        hir::ActionDef { name: raw.name.value.clone(), of_card, targets, target_names, when, shows, body }
    }

    /// Reports a list where the table shows a single value.
    pub(in crate::check) fn one_shown(&mut self, value: hir::Expr, span: Span) -> hir::Expr {
        if !value.ty.is_list() && value.ty.base() != Base::Zone {
            return value;
        }
        let found = self.type_name(value.ty);
        let message = format!("expected a single value to show, found {found}");
        let problem = Diagnostic::new(Code::ListForOne, span, message);
        self.report(problem.help("show their number (`count(…)`), or one of them (`….top`, `first(…)`)"));
        types::expr::unknown(span)
    }

    fn procedure_bodies(&mut self) {
        for i in 0..self.raw.procedures.len() {
            let raw = &self.raw.procedures[i];
            if raw.reacts_to.is_some() {
                self.part_of_reaction(i);
                continue;
            }
            let mut scope = self.scope_with(&raw.params, &self.out.procedures[i].params.clone());
            let gives = self.out.procedures[i].gives;
            scope.gives = gives.map_or(GiveMeaning::Nothing, GiveMeaning::Procedure);
            let stmts = self.block(&mut scope, &raw.body);
            gives.into_iter().for_each(|ty| self.check_end(&raw.name, ty, &raw.body));
            self.changed().procedures[i].body = hir::Body { stmts, locals: scope.next, cards: scope.cards };
        }
    }
}

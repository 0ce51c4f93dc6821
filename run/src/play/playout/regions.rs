//! Regions: conditionally executed parts of effects, and coverage of them by games.
//!
//! Regions are found in the checked tree. An instruction belongs to the innermost region around its
//! statement, found by source location, so passes that transform code do not change regions. Code that is
//! never compiled, because options or the number of players decide a test, has no region in a [`Trace`].

use std::collections::{BTreeMap, BTreeSet};

use ludex_grammar::source::Sources;
use ludex_grammar::span::Span;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::super::Setup;
use crate::exec::{Observer, StateChange};
use crate::program::{Pc, Program};
use crate::ruleset::Ruleset;
use crate::state::State;
use ludex_check::hir::{Bearer, BlockKind, Checked, HandlerDef, Owner, Stmt, StmtKind, every};
use ludex_check::ids::{ProcedureId, WindowId};

/// Maximum number of characters shown of a statement.
const MOST_TEXT: usize = 72;

/// Kind of a region.
#[derive(Debug, Clone, Copy, PartialEq, Eq, JsonSchema, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum RegionKind {
    /// Body of a procedure.
    Procedure,
    /// Effect of an action of a window.
    Action,
    /// Reaction of a card.
    Reaction,
    /// Effect of a phase.
    Phase,
    /// Block of an `if` that runs if the test holds.
    Then,
    /// Block of an `if` that runs if the test fails.
    Else,
    /// Block of an option among several.
    Mode,
    /// Block that a player may decline.
    May,
    /// Body of a loop.
    Loop,
}

impl RegionKind {
    /// Describes a region of this kind with this text for readers: `procedure deal`, `else of if not
    /// self.moved`.
    pub fn describe(self, text: &str) -> String {
        match self {
            Self::Procedure => format!("procedure {text}"),
            Self::Action => format!("action {text}"),
            Self::Reaction => format!("on {text}"),
            Self::Phase => format!("phase {text}"),
            Self::Then | Self::May | Self::Loop => text.to_owned(),
            Self::Else => format!("else of {text}"),
            Self::Mode => format!("choice {text}"),
        }
    }
}

/// A conditionally executed part of an effect: an effect as a whole, or a block of a statement.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Region {
    /// The kind of region.
    pub kind: RegionKind,
    /// The name of the effect or block, or the start of the statement: `if not self.moved`.
    pub text: String,
    /// Start of the region: its first statement.
    pub place: Span,
    /// The whole region, to the end of its last statement.
    pub extent: Span,
    /// Index of the enclosing region, which precedes this one.
    pub inside: Option<usize>,
}

impl Ruleset {
    /// Returns the regions of all effects as written, in source order, including those that a number of
    /// players or options exclude.
    pub fn regions(&self) -> Vec<Region> {
        let mut all = effects(&self.checked);
        all.sort_by_key(|effect| effect.stmts[0].span);
        Finder::new(all, self.sources()).regions
    }
}

/// Coverage of the games of a setup, recorded by [`Playout::traced`](super::Playout::traced).
///
/// ```
/// # let text = "format: 1\ngame: { id: luck, players: 1 }\nstate: { game: { n: int for game } }\nscore: { total: n }\n\
/// # phases: { turn: { active: seat(1), do: \"if n > 0 { set n = 2 } else { set n = 1 }\" } }\n";
/// # let setup = ludex::compile(&[("ruleset.yaml".into(), text.into())]).into_ruleset()?.setup(1, &[])?;
/// let (mut playout, mut trace) = (ludex::Playout::new(&setup), ludex::Trace::new(&setup));
/// playout.traced(7, &mut trace, |_| 0)?;
/// let ran = trace.ran().to_vec();
/// let never: Vec<&str> = trace.regions().iter().zip(ran).filter(|(_, ran)| !ran).map(|(region, _)| region.text.as_str()).collect();
/// assert_eq!(never, ["if n > 0"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct Trace {
    regions: Vec<Region>,
    /// For each instruction: the innermost region around it.
    around: Vec<Option<usize>>,
    ran: Vec<bool>,
}

impl Trace {
    /// Creates a trace for games of this setup. Code excluded by its options and number of players has no
    /// region, nor do reactions without a card in the game.
    pub fn new(setup: &Setup) -> Trace {
        let program = setup.program();
        let found = Finder::new(compiled_effects(program), setup.ruleset.sources());
        let around = program.spans.iter().map(|span| found.around.get(span).copied().flatten());
        let mut trace = Trace { regions: found.regions, around: around.collect(), ran: Vec::new() };
        trace.keep_compiled();
        trace.forget();
        trace
    }

    /// Returns the regions, in source order.
    pub fn regions(&self) -> &[Region] {
        &self.regions
    }

    /// Returns, for each region, true if it ran since creation, or since [`Trace::forget`].
    pub fn ran(&mut self) -> &[bool] {
        propagate_to_enclosing(&self.regions, &mut self.ran);
        &self.ran
    }

    /// Resets all regions to not run.
    pub fn forget(&mut self) {
        self.ran.clear();
        self.ran.resize(self.regions.len(), false);
    }

    /// Removes regions without instructions in the program.
    fn keep_compiled(&mut self) {
        let mut compiled = vec![false; self.regions.len()];
        self.around.iter().flatten().for_each(|region| compiled[*region] = true);
        propagate_to_enclosing(&self.regions, &mut compiled);
        let mut kept = 0;
        let mut numbers = Vec::with_capacity(compiled.len());
        for is in &compiled {
            numbers.push(kept);
            kept += usize::from(*is);
        }
        let mut is_kept = compiled.iter();
        self.regions.retain(|_| is_kept.next() == Some(&true));
        // regions around compiled code are compiled
        let renumber = |region: &mut Option<usize>| *region = region.map(|region| numbers[region]);
        self.regions.iter_mut().for_each(|region| renumber(&mut region.inside));
        self.around.iter_mut().for_each(renumber);
    }
}

fn propagate_to_enclosing(regions: &[Region], is: &mut [bool]) {
    for (at, region) in regions.iter().enumerate().rev() {
        if let (true, Some(outer)) = (is[at], region.inside) {
            is[outer] = true;
        }
    }
}

impl Observer for Trace {
    const WATCHES: bool = false;
    const TRACES_INSTRUCTIONS: bool = true;

    fn on_change(&mut self, _: &State, _: &StateChange<'_>) {}

    fn on_instruction(&mut self, pc: Pc, _: &State, _: u32) {
        // a trace of another setup may have fewer instructions
        if let Some(region) = self.around.get(pc as usize).copied().flatten() {
            self.ran[region] = true;
        }
    }
}

/// An effect with its statements.
struct Effect<'a> {
    /// Kind of region of the whole effect; `None` if it always runs.
    kind: Option<RegionKind>,
    name: String,
    stmts: &'a [Stmt],
    /// The procedure or window by which statements call it; `None` if the game calls it.
    called: Option<Callee>,
    /// The cards that react with it.
    bearer: Option<Bearer>,
}

/// Target of a call by a statement.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Callee {
    Procedure(ProcedureId),
    Window(WindowId),
}

/// Returns all effects of the rules, in the order of their owners.
fn effects(checked: &Checked) -> Vec<Effect<'_>> {
    let named = |kind, name: &str, called, stmts| {
        Some(Effect { kind: Some(kind), name: name.to_owned(), stmts, called, bearer: None })
    };
    let bodies = checked.bodies().map(|(owner, stmts)| (owner, checked.split_sheet(stmts).0));
    let all = bodies.filter(|(_, stmts)| !stmts.is_empty());
    let all = all.filter_map(|(owner, stmts)| match owner {
        Owner::Procedure(id) => {
            let name = &checked.procedures[id.index()].name;
            named(RegionKind::Procedure, name, Some(Callee::Procedure(id)), stmts)
        }
        Owner::Action(window, i) => {
            let name = &checked.windows[window.index()].actions[i].name;
            named(RegionKind::Action, name, Some(Callee::Window(window)), stmts)
        }
        Owner::Handler(i) => {
            let def = &checked.handlers[i];
            let effect = named(RegionKind::Reaction, &reaction(checked, def), None, stmts)?;
            Some(Effect { bearer: Some(def.bearer), ..effect })
        }
        Owner::Phase(id) | Owner::PhaseEnd(id) => {
            named(RegionKind::Phase, &checked.phases[id.index()].name, None, stmts)
        }
        Owner::Setup => Some(Effect { kind: None, name: String::new(), stmts, called: None, bearer: None }),
        Owner::Snippet(_) => None,
    });
    all.collect()
}

/// Returns all effects that the program can reach, in source order.
fn compiled_effects(program: &Program) -> Vec<Effect<'_>> {
    let mut all = effects(&program.checked);
    all.retain(|effect| effect.bearer.is_none_or(|bearer| has_cards(program, bearer)));
    called(program, all)
}

/// Returns the effects that the program can reach, in source order. Procedures and actions are reachable if a
/// compiled statement of a reachable effect calls them.
fn called<'a>(program: &Program, all: Vec<Effect<'a>>) -> Vec<Effect<'a>> {
    let compiled: BTreeSet<Span> = program.spans.iter().copied().collect();
    let mut waiting: BTreeMap<Option<Callee>, Vec<Effect<'a>>> = BTreeMap::new();
    for effect in all {
        waiting.entry(effect.called).or_default().push(effect);
    }
    let mut found = waiting.remove(&None).unwrap_or_default();
    let mut at = 0;
    while let Some(effect) = found.get(at) {
        let mut more = Vec::new();
        every(effect.stmts, &mut |stmt| {
            let callee = callee(stmt).filter(|_| compiled.contains(&stmt.span));
            more.extend(callee.and_then(|callee| waiting.remove(&Some(callee))).into_iter().flatten());
        });
        found.extend(more);
        at += 1;
    }
    found.sort_by_key(|effect| effect.stmts[0].span);
    found
}

fn callee(stmt: &Stmt) -> Option<Callee> {
    if let StmtKind::Do(_, procedure, _) = &stmt.kind {
        return Some(Callee::Procedure(*procedure));
    }
    if let StmtKind::Window { window, later: false, .. } | StmtKind::Action(_, window, _) = &stmt.kind {
        return Some(Callee::Window(*window));
    }
    None
}

fn has_cards(program: &Program, bearer: Bearer) -> bool {
    match bearer {
        Bearer::Kind(kind) => program.layout.kinds[kind.index()].1 > 0,
        Bearer::Design(design) => program.layout.designs[design.index()].iter().next().is_some(),
    }
}

/// Formats a reaction: `revealed (ace)`, `any revealed (ace)`.
fn reaction(checked: &Checked, handler: &HandlerDef) -> String {
    let bearer = match handler.bearer {
        Bearer::Kind(kind) => &checked.kinds[kind.index()].name,
        Bearer::Design(design) => &checked.designs[design.index()].name,
    };
    let any = if handler.any { "any " } else { "" };
    format!("{any}{} ({bearer})", checked.events[handler.event.index()].name)
}

/// Searches effects for their regions.
struct Finder<'a> {
    sources: &'a Sources,
    regions: Vec<Region>,
    /// For the source location of each statement: the innermost region around it.
    around: BTreeMap<Span, Option<usize>>,
}

impl<'a> Finder<'a> {
    fn new(effects: Vec<Effect<'_>>, sources: &'a Sources) -> Finder<'a> {
        let mut finder = Finder { sources, regions: Vec::new(), around: BTreeMap::new() };
        for Effect { kind, name, stmts, .. } in effects {
            match kind {
                Some(kind) => finder.region(kind, name, (None, None), stmts, None),
                None => finder.stmts(stmts, None),
            }
        }
        finder
    }

    fn region(
        &mut self,
        kind: RegionKind,
        name: String,
        (head, around): (Option<Span>, Option<Span>),
        stmts: &[Stmt],
        inside: Option<usize>,
    ) {
        let first = stmts.iter().map(|stmt| stmt.span).find(|span| Some(*span) != around);
        let Some(first) = first else { return self.stmts(stmts, inside) };
        let text = head.map_or(name, |head| written(head, self.sources));
        let last = stmts.last().map_or(first, |stmt| stmt.span);
        let (place, extent) = (first, first.to(last));
        self.regions.push(Region { kind, text, place, extent, inside });
        self.stmts(stmts, Some(self.regions.len() - 1));
    }

    fn stmts(&mut self, stmts: &[Stmt], inside: Option<usize>) {
        for stmt in stmts {
            self.around.entry(stmt.span).or_insert(inside);
            self.blocks(stmt, inside);
        }
    }

    fn blocks(&mut self, stmt: &Stmt, inside: Option<usize>) {
        let blocks = stmt.kind.blocks();
        // statements generated from the statement itself share its source location
        let first = blocks.iter().find_map(|block| block.stmts.iter().find(|inner| inner.span != stmt.span));
        let head =
            first.map(|first| Span::new(stmt.span.file, stmt.span.start as usize, first.span.start as usize));
        for block in blocks {
            let (name, head) = block.mode.map_or((String::new(), head), |mode| (mode.name.clone(), None));
            self.region(kind(block.kind), name, (head, Some(stmt.span)), block.stmts, inside);
        }
    }
}

fn kind(block: BlockKind) -> RegionKind {
    match block {
        BlockKind::Then => RegionKind::Then,
        BlockKind::Else => RegionKind::Else,
        BlockKind::Mode => RegionKind::Mode,
        BlockKind::May => RegionKind::May,
        BlockKind::Loop => RegionKind::Loop,
    }
}

/// Returns the source text of a statement before its first block, on one line.
fn written(head: Span, sources: &Sources) -> String {
    let text = &sources.get(head.file).text;
    let text = text.get(head.start as usize..head.end as usize).unwrap_or_default();
    let head = text.split('{').next().unwrap_or_default();
    let line = head.split_whitespace().collect::<Vec<_>>().join(" ");
    if line.chars().count() <= MOST_TEXT {
        return line;
    }
    line.chars().take(MOST_TEXT - 1).chain(['…']).collect()
}

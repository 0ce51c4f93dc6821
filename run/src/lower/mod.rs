//! Lowers a checked ruleset to a program for one number of players and one choice of options.
//!
//! Options and the number of players become constants, so conditions on them cost nothing in play.

mod abilities;
mod counterfactual;
mod expr;
mod inline;
mod kept;
mod layout;
mod passes;
mod phases;
mod scan;
mod stmt;
mod texts;

use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

use ludex_grammar::span::Span;

use crate::program::*;
use counterfactual::Counterfactual;
pub use counterfactual::{exchanged, given};
use inline::{Inlined, Progress};
use ludex_check::hir::{Body, Checked, Expr, Lambda as HirLambda, Unfixed};
use ludex_check::ids::*;
use ludex_check::types::Type;
pub use passes::Passes;
use passes::Tables;

/// Reason why a configuration cannot be compiled.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum LowerError {
    /// More cards than a state can hold.
    TooManyCards(usize),
    /// More zones than a state can hold.
    TooManyZones(usize),
    /// More cells of state than allowed.
    TooManyCells(usize),
    TooManyAbilities(usize),
    /// Too many cards with abilities for the number of events and properties.
    TooManyRows {
        /// Number of cards with abilities.
        cards: usize,
        /// Number of pairs of such a card with an event or property.
        rows: usize,
    },
    /// A value that must be fixed before the game cannot be computed.
    Unfixed(Unfixed),
    /// The rules name a card that is to be replaced.
    Named(Span),
}

impl From<Unfixed> for LowerError {
    fn from(unfixed: Unfixed) -> Self {
        Self::Unfixed(unfixed)
    }
}

/// Maximum number of cards in a game.
pub const MAX_CARDS: usize = 60_000;
/// Maximum number of zones in a game.
pub const MAX_ZONES: usize = 60_000;
/// Maximum number of cells of variables in a game.
pub const MAX_CELLS: usize = 4_000_000;
/// Maximum number of printed values: designs times fields.
pub const MAX_PRINTED: usize = 16_000_000;
/// Maximum number of abilities that react, and of those that modify.
pub const MAX_ABILITIES: usize = 60_000;
/// Maximum number of pairs of a card with abilities and an event or property.
pub const MAX_ABILITY_ROWS: usize = 4_000_000;

/// A call of a procedure to be patched once all entries are known.
struct Call {
    at: Pc,
    procedure: ProcedureId,
}

/// State of the lowering.
struct Lower<'a> {
    checked: &'a Checked,
    counterfactual: &'a Counterfactual,
    passes: Passes,
    /// Source location of the first name of a card that may not be in the game.
    named: Option<Span>,
    out: Program,
    calls: Vec<Call>,
    depth: u16,
    deepest: u16,
    /// Number of expressions compiled so far, counting repeated compilation.
    work: usize,
    /// Number of parts created for unswitched filters; subtracted, so that a filter counts once.
    copies: usize,
    /// For each instruction, the number of parts up to and including it.
    sizes: Vec<usize>,
    span: Span,
    /// For each event: true if any card reacts.
    listened: Vec<bool>,
    /// Number of slots of the frame being compiled.
    proc_slots: u16,
    /// The first slot of the frame that no expression uses at the moment.
    free_slot: u16,
    /// The function being inlined.
    inlined: Option<Inlined>,
    /// Compilation state of each function.
    functions: Vec<Progress>,
    /// For each list of steps and each step: its condition as a function.
    step_conditions: Vec<Vec<Option<FunctionId>>>,
    /// Return value of an effect that ends without `give`, if the caller takes a value.
    gives: Option<NumId>,
    /// Slots of the frame that hold one card.
    cards: Vec<u16>,
    /// Sets of each field's column requested so far.
    set_tables: BTreeMap<u32, Option<SetTable>>,
    /// The names of all cards of a kind, or of any, once listed.
    names: BTreeMap<Option<KindId>, ListId>,
    /// Sets for the values that filters compare.
    joined: Tables,
    /// The list that the enclosing test found nonempty and the next decision lists.
    tested: Option<ListId>,
    /// The current simultaneous choice.
    asking: Option<KeptId>,
    /// For each slot of a choice, the storage of its simultaneous choices.
    kept: BTreeMap<u16, KeptId>,
    /// Calls of actions to be patched: instruction, window and action.
    action_calls: Vec<(Pc, WindowId, usize)>,
}

/// Lowers a checked ruleset. `options` has a value for each option.
pub fn lower(checked: &Arc<Checked>, players: u8, options: &[i32]) -> Result<Program, LowerError> {
    lower_with(checked, players, options, &Counterfactual::default(), Passes::ALL)
}

/// Lowers with some [`Passes`] only, which changes nothing but speed.
pub fn lower_by(
    checked: &Arc<Checked>,
    players: u8,
    options: &[i32],
    passes: Passes,
) -> Result<Program, LowerError> {
    lower_with(checked, players, options, &Counterfactual::default(), passes)
}

/// Lowers cards, zones, seats and variables of a game, without its rules and texts. Fails in the same cases
/// as [`lower`].
pub fn outline(checked: &Arc<Checked>, players: u8, options: &[i32]) -> Result<Program, LowerError> {
    let counterfactual = Counterfactual::default();
    let mut lower = begin(checked, players, options, &counterfactual, Passes::ALL)?;
    lower.profiles()?;
    texts::can_be_chosen(checked, players, options)?;
    Ok(lower.out)
}

fn lower_with(
    checked: &Arc<Checked>,
    players: u8,
    options: &[i32],
    counterfactual: &Counterfactual,
    passes: Passes,
) -> Result<Program, LowerError> {
    let mut lower = begin(checked, players, options, counterfactual, passes)?;
    lower.program()?;
    if let Some(span) = lower.named {
        return Err(LowerError::Named(span));
    }
    lower.out.alternatives = texts::alternatives(checked, players, options)?;
    lower.out.copies_opening = passes.opening;
    Ok(lower.out)
}

fn begin<'a>(
    checked: &'a Arc<Checked>,
    players: u8,
    options: &[i32],
    counterfactual: &'a Counterfactual,
    passes: Passes,
) -> Result<Lower<'a>, LowerError> {
    let layout = layout::layout(checked, players, options, counterfactual.extra)?;
    let mut listened = vec![false; checked.events.len()];
    for handler in &checked.handlers {
        listened[handler.event.index()] = true;
    }
    Ok(Lower {
        checked,
        counterfactual,
        passes,
        named: None,
        out: empty(checked, players, options, layout),
        calls: Vec::new(),
        depth: 0,
        deepest: 0,
        work: 0,
        copies: 0,
        sizes: Vec::new(),
        span: Span::default(),
        listened,
        proc_slots: 0,
        free_slot: 0,
        inlined: None,
        functions: vec![Progress::Unseen; checked.functions.len()],
        step_conditions: Vec::new(),
        gives: None,
        cards: Vec::new(),
        set_tables: BTreeMap::new(),
        names: BTreeMap::new(),
        joined: Tables::default(),
        tested: None,
        asking: None,
        kept: BTreeMap::new(),
        action_calls: Vec::new(),
    })
}

fn empty(checked: &Arc<Checked>, players: u8, options: &[i32], layout: Layout) -> Program {
    Program {
        checked: Arc::clone(checked),
        players,
        options: options.to_vec(),
        alternatives: Alternatives::new(),
        layout,
        nums: Vec::new(),
        conds: Vec::new(),
        lists: Vec::new(),
        scans: Vec::new(),
        sets: Vec::new(),
        fixed: Vec::new(),
        args: Vec::new(),
        code: Vec::new(),
        jumps: Vec::new(),
        prices: Vec::new(),
        spans: Vec::new(),
        origins: Vec::new(),
        card_slots: Vec::new(),
        acts: Vec::new(),
        choices: Vec::new(),
        asks_forced: false,
        kept: Vec::new(),
        main: Proc { entry: 0, slots: 0 },
        setup: Proc { entry: 0, slots: 0 },
        procedures: Vec::new(),
        windows: Vec::new(),
        functions: Vec::new(),
        profiles: Vec::new(),
        properties: Vec::new(),
        modifiers: Vec::new(),
        handlers: Vec::new(),
        works_in: Vec::new(),
        reacts_to_others: Vec::new(),
        listeners: Vec::new(),
        reactions: Vec::new(),
        active: Vec::new(),
        phases: Vec::new(),
        resets: Vec::new(),
        tables: Vec::new(),
        lookups: Vec::new(),
        score: Score::default(),
        statistics: Vec::new(),
        snippets: Vec::new(),
        copies_opening: false,
        habits: OnceLock::new(),
        namings: OnceLock::new(),
    }
}

impl Lower<'_> {
    fn program(&mut self) -> Result<(), LowerError> {
        let checked = self.checked;
        self.out.tables = checked.tables.iter().map(|t| (t.rows.clone(), t.other)).collect();
        let unmade = Lambda { body: NumId::NOTHING, slots: 0, depth: 0, price: 0 };
        self.out.functions = vec![unmade; checked.functions.len()];
        for id in 0..checked.functions.len() {
            self.function(FunctionId::new(id));
        }
        for steps in &checked.steps {
            let conditions =
                steps.order.iter().map(|(_, c)| c.as_ref().map(|lambda| self.step_condition(lambda)));
            let conditions = conditions.collect();
            self.step_conditions.push(conditions);
        }
        for kind in &checked.kinds {
            let active = kind.active.as_ref().map(|l| self.cond_lambda(l));
            self.out.active.push(active);
        }
        let profiles = self.profiles()?;
        self.properties(&profiles);
        self.windows();
        for procedure in &checked.procedures {
            self.gives = procedure.gives.map(|_| NumId::NOTHING);
            let proc = self.body(&procedure.body);
            self.gives = None;
            self.out.procedures.push(proc);
        }
        self.handlers(&profiles);
        self.listeners();
        self.main();
        self.score();
        self.snippets();
        self.patch_calls();
        self.out.card_slots.sort_by_key(|(entry, _)| *entry);
        Ok(())
    }

    /// Compiles the condition of a step as a function after those of the ruleset.
    fn step_condition(&mut self, lambda: &HirLambda) -> FunctionId {
        let compiled = self.num_lambda(lambda);
        self.out.functions.push(compiled);
        FunctionId::new(self.out.functions.len() - 1)
    }

    fn score(&mut self) {
        let score = &self.checked.score;
        self.out.score = Score {
            total: score.total.as_ref().map(|l| self.num_lambda(l)),
            won: score.won.as_ref().map(|l| self.num_lambda(l)),
            lines: score.lines.iter().map(|(_, l)| self.num_lambda(l)).collect(),
            ties: score.ties.iter().map(|l| self.num_lambda(l)).collect(),
            hint: score.hint.as_ref().map(|l| self.num_lambda(l)),
            goal: score.goal.map_or_else(OnceLock::new, OnceLock::from),
        };
        let statistics = self.checked.statistics.iter();
        self.out.statistics = statistics.map(|(_, l)| self.num_lambda(l)).collect();
    }

    fn snippets(&mut self) {
        for snippet in &self.checked.snippets {
            let compiled = match snippet {
                ludex_check::hir::Snippet::Effect(body) => Snippet::Effect(self.body(body)),
                ludex_check::hir::Snippet::Expr(lambda) => Snippet::Expr(self.num_lambda(lambda)),
            };
            self.out.snippets.push(compiled);
        }
    }

    /// Compiles each window: targets, guards and effects of its actions.
    fn windows(&mut self) {
        for window in &self.checked.windows {
            let mut actions: Vec<Action> = Vec::new();
            for action in &window.actions {
                let mut targets: Vec<_> = action
                    .targets
                    .iter()
                    .map(|t| (self.lambda(t, Self::list), t.body.ty.element()))
                    .collect();
                let guard = action.when.as_ref().map(|when| self.cond_lambda(when));
                let open = guard.map_or_else(Vec::new, |guard| self.split_guard(guard, &mut targets));
                let lists = targets.iter().map(|(list, _)| list.slots);
                let slots = lists.chain(guard.map(|guard| guard.slots)).max().unwrap_or(0);
                let before = actions.last().map_or(&[][..], |action| action.open.as_slice());
                let same = before.iter().zip(&open).take_while(|(a, b)| self.out.is_known_by(**a, **b));
                let shared = same.count();
                actions.push(Action { targets, open, shared, proc: self.body(&action.body), slots });
            }
            self.out.windows.push(actions);
        }
    }

    /// Splits off the leading parts of a guard that name no target. Each of the others becomes a filter of
    /// the last target that it or an earlier part names. So the parts are tested in order and as early as
    /// possible.
    fn split_guard(&mut self, guard: Lambda<CondId>, targets: &mut [(Lambda<ListId>, Type)]) -> Vec<CondId> {
        let mut parts = Vec::new();
        self.out.conjuncts(guard.body, &mut parts);
        let (mut open, mut filters) = (Vec::new(), vec![None; targets.len()]);
        let mut last = None;
        for part in parts {
            let names = |target: &u16| self.out.cond_reads(part, *target..*target + 1);
            last = last.max((0..targets.len() as u16).rfind(names));
            let Some(target) = last else {
                open.push(part);
                continue;
            };
            let into: &mut Option<CondId> = &mut filters[usize::from(target)];
            *into = Some(into.map_or(part, |before| self.out.add_cond(Cond::And(before, part))));
        }
        for (target, test) in filters.into_iter().enumerate() {
            let (Some(test), (list, ty)) = (test, &mut targets[target]) else { continue };
            self.begin_frame(list.slots.max(guard.slots));
            let filter = self.filter(list.body, target as u16, test, ty.is_card(), guard.price);
            list.body = self.push_list(filter);
            list.slots = self.proc_slots;
        }
        // without a candidate for the first target there is no option anyway
        let is_asked_again =
            |part: &CondId| targets.first().is_some_and(|(list, _)| self.out.asks_as_much(list.body, *part));
        open.pop_if(|part| is_asked_again(part));
        open
    }

    fn patch_calls(&mut self) {
        for (at, window, action) in std::mem::take(&mut self.action_calls) {
            let proc = self.out.windows[window.index()][action].proc;
            if let Instr::Call(entry, slots, _) = &mut self.out.code[at as usize] {
                (*entry, *slots) = (proc.entry, proc.slots);
            }
        }
        for Call { at, procedure } in std::mem::take(&mut self.calls) {
            let proc = self.out.procedures[procedure.index()];
            if let Instr::Call(entry, slots, _) = &mut self.out.code[at as usize] {
                (*entry, *slots) = (proc.entry, proc.slots);
            }
        }
    }

    /// Compiles statements as a procedure.
    fn body(&mut self, body: &Body) -> Proc {
        let (entry, parts) = (self.here(), self.parts());
        self.begin_frame(body.locals);
        self.cards = body.cards.clone();
        self.span = body.stmts.first().map_or_else(Span::default, |stmt| stmt.span);
        self.stmts(&body.stmts);
        self.leave();
        self.out.card_slots.push((entry, std::mem::take(&mut self.cards).into_boxed_slice()));
        self.out.prices[entry as usize] = price(self.parts() - parts);
        Proc { entry, slots: self.proc_slots }
    }

    /// Leaves the frame without `give`.
    fn leave(&mut self) {
        self.emit(self.gives.map_or(Instr::Return, |nothing| Instr::Give(nothing, false)));
    }

    fn here(&self) -> Pc {
        self.out.code.len() as Pc
    }

    fn emit(&mut self, instr: Instr) -> Pc {
        self.out.code.push(instr);
        self.out.spans.push(self.span);
        self.out.prices.push(0);
        self.sizes.push(self.parts());
        self.here() - 1
    }

    /// Emits the jump at the end of an iteration, which pays for the instructions of one iteration.
    fn jump_to(&mut self, to: Pc) {
        let before = to.checked_sub(1).map_or(0, |last| self.sizes[last as usize]);
        let at = self.emit(Instr::Jump(Label(to)));
        self.out.prices[at as usize] = price(self.parts() - before);
    }

    /// Emits a jump to be patched by `land`.
    fn jump_on(&mut self) -> Pc {
        self.emit(Instr::Jump(Label::OPEN))
    }

    /// Emits a jump, to be patched by `land`, that is taken unless a condition holds.
    fn unless(&mut self, cond: CondId) -> Pc {
        self.emit(Instr::Unless(cond, Label::OPEN))
    }

    /// Points a jump at the next instruction.
    fn land(&mut self, at: Pc) {
        let here = Label(self.here());
        if let Some(label) = self.out.code[at as usize].label() {
            *label = here;
        }
    }

    fn args(&mut self, ids: &[u32]) -> Args {
        let at = self.out.args.len() as u32;
        self.out.args.push(ids.len() as u32);
        self.out.args.extend_from_slice(ids);
        Args(at)
    }

    fn num_args(&mut self, exprs: &[Expr]) -> Args {
        let ids: Vec<u32> = exprs.iter().map(|e| self.num(e).0).collect();
        self.args(&ids)
    }

    /// Returns the number of instructions and arena entries so far.
    fn parts(&self) -> usize {
        self.out.code.len() + self.out.nums.len() + self.out.conds.len() + self.out.lists.len() - self.copies
    }

    /// Compiles an expression with its own frame.
    fn lambda<T>(&mut self, lambda: &HirLambda, make: impl FnOnce(&mut Self, &Expr) -> T) -> Lambda<T> {
        let (outer, parts) = ((self.depth, self.deepest), self.parts());
        (self.depth, self.deepest) = (0, 0);
        self.begin_frame(lambda.locals);
        let body = self.of_origin(lambda.body.span, |lower| make(lower, &lambda.body));
        let (slots, depth) = (self.proc_slots, self.deepest + 1);
        (self.depth, self.deepest) = outer;
        Lambda { body, slots, depth, price: price(self.parts() - parts) }
    }

    /// Records the arena entries that come from an expression.
    fn of_origin<T>(&mut self, span: Span, make: impl FnOnce(&mut Self) -> T) -> T {
        let (nums, conds, lists) = (self.out.nums.len(), self.out.conds.len(), self.out.lists.len());
        let made = make(self);
        let (nums, conds) = (nums..self.out.nums.len(), conds..self.out.conds.len());
        let origin = Origin { span, nums, conds, lists: lists..self.out.lists.len() };
        if !(origin.nums.is_empty() && origin.conds.is_empty() && origin.lists.is_empty()) {
            self.out.origins.push(origin);
        }
        made
    }

    fn num_lambda(&mut self, lambda: &HirLambda) -> Lambda<NumId> {
        self.lambda(lambda, Self::num)
    }

    fn cond_lambda(&mut self, lambda: &HirLambda) -> Lambda<CondId> {
        self.lambda(lambda, Self::cond)
    }
}

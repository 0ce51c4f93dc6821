//! The compiled form of a ruleset, for one number of players and one choice of options.
//!
//! A program is immutable in play, and shared by all games of its configuration. Names remain only in
//! [`Checked`], for labels and messages.

mod dump;
mod expr;
mod instr;
mod joined;
mod layout;
mod playout_sample;
mod scan;
mod texts;
mod walk;

use std::ops::Range;
use std::sync::{Arc, OnceLock};

use ludex_grammar::span::Span;

use ludex_check::hir::{Checked, Holder, Naming, namings};
use ludex_check::ids::*;
use ludex_check::model::{Goal, ModifierOp};
use ludex_check::operators::{GameParams, Map, row};
use ludex_check::types::Type;

pub use dump::dump;
pub(crate) use expr::simple_lists;
pub use expr::{Cond, CondId, Elements, List, ListId, Num, NumId, Operand};
pub use instr::{Act, ActId, Args, ChoiceId, ChoiceKind, ChoiceOp, Instr, Label, OneOrList, Pc, Place};
pub use instr::{Kept, KeptId, KeptSort};
pub(crate) use instr::{direct_instrs, leaving_instrs};
pub use joined::joined;
pub use layout::{Layout, ZoneInfo};
pub use ludex_check::hir::Together;
pub use ludex_check::numbers::NONE;
pub use ludex_check::plurals::form;
pub use playout_sample::{PlayoutSample, ZoneAtDecision};
pub use scan::{Key, MAX_LEAVES, MAX_TESTS, Rising, Scan, ScanId, SetId, SetOp, SetTable, Test};
pub use texts::{Alternatives, ToldWith};
pub use walk::Parts;

/// An expression with its own frame of `slots` slots; parameters come first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Lambda<T> {
    /// The expression to evaluate.
    pub body: T,
    pub slots: u16,
    /// Nesting depth of the expression, which is the stack cost of a call.
    pub depth: u16,
    /// Fuel for a call in addition to the base cost of 1.
    pub price: u32,
}

/// Returns the fuel for repeating code of this size (instructions and arena entries), in addition to the base
/// cost of 1.
pub fn price(parts: usize) -> u32 {
    /// Number of parts per unit of fuel.
    const PARTS: usize = 64;
    u32::try_from(parts / PARTS).unwrap_or(u32::MAX)
}

/// A table lookup in the source.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Lookup {
    /// The table; for a row of a row, the outermost.
    pub table: TableId,
    /// True if a key without a row gives the missing value instead of a fault.
    pub or_nothing: bool,
    pub span: Span,
}

/// The arena entries of an expression compiled as a unit: the body of a function (also inlined), a property,
/// a modifier, or a guard.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Origin {
    /// Source location of the expression.
    pub span: Span,
    pub nums: Range<usize>,
    pub conds: Range<usize>,
    pub lists: Range<usize>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ArenaEntry {
    Num(usize),
    Cond(usize),
    List(usize),
}

/// Code with its own frame.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Proc {
    /// Address of the first instruction.
    pub entry: Pc,
    /// Number of slots of its frame.
    pub slots: u16,
}

/// An ability that reacts to an event.
#[derive(Debug, Clone, Copy)]
pub struct Handler {
    /// Code of the ability; locals: `self`, then the facts.
    pub proc: Proc,
    /// True if it reacts to events of other cards, too.
    pub any: bool,
    /// Index into [`Program::works_in`] of the zones where it works. If absent, it works where abilities of
    /// the kind do.
    pub zones: Option<u16>,
    /// Condition for the ability to work. If absent, it works while the kind is active.
    pub when: Option<Lambda<CondId>>,
}

impl Handler {
    /// Returns true if it works where and while abilities of the kind do.
    pub fn is_as_kind(&self) -> bool {
        self.zones.is_none() && self.when.is_none()
    }
}

/// An ability that modifies a property; locals: `self`, `it`.
#[derive(Debug, Clone, Copy)]
pub struct Modifier {
    /// Stage and order within it: smaller applies first.
    pub order: u32,
    /// The test of `it`; if absent, it applies to `self` only.
    pub applies: Option<Lambda<CondId>>,
    /// The condition over `self`.
    pub condition: Option<Lambda<CondId>>,
    pub op: ModifierOp,
    /// The operand of the modification.
    pub value: Lambda<NumId>,
    pub bearers: Strided,
}

/// Cards at regular distances.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Strided {
    pub first: u32,
    /// Distance between the starts of two groups.
    pub step: u32,
    pub groups: u32,
    /// Number of adjacent cards in each group.
    pub each: u32,
}

impl Strided {
    /// Iterates over the cards in ascending order.
    pub fn iter(self) -> impl Iterator<Item = u32> {
        (0..self.groups).flat_map(move |g| (0..self.each).map(move |i| self.first + g * self.step + i))
    }
}

/// An action of a window; locals: its targets.
#[derive(Debug, Clone)]
pub struct Action {
    /// The candidates of each target, and their types.
    pub targets: Vec<(Lambda<ListId>, Type)>,
    /// Leading guards that name no target, tested in order before targets are listed. The other guards filter
    /// the targets.
    pub open: Vec<CondId>,
    /// Number of leading guards that are equal to those of the previous action and cost no fuel. They are
    /// tested once for both.
    pub shared: usize,
    pub proc: Proc,
    /// Number of slots for its targets and its guard.
    pub slots: u16,
}

#[derive(Debug, Clone)]
pub struct Property {
    /// The value before modifiers; one parameter: the card.
    pub base: Lambda<NumId>,
    /// For each profile: the modifiers that may apply to its cards, in order.
    pub modifiers: Vec<Box<[u16]>>,
}

#[derive(Debug, Clone, Copy)]
pub struct Phase {
    pub proc: Proc,
    /// The position in its code before the first iteration, where its count is set.
    pub numbered: Pc,
    /// The position in the parent at which play resumes when the phase ends.
    pub resume: Pc,
    /// Cell of the iteration count.
    pub counter: u32,
    /// The slot for the previously active player.
    pub before: u16,
    /// The player active in the phase, if specified.
    pub active: Option<NumId>,
    /// Source location of the ending condition, if the number of iterations has no bound.
    pub open: Option<Span>,
}

/// Variables that are reset when an iteration of a phase ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Reset {
    /// First of the cells.
    pub start: u32,
    pub len: u32,
    pub value: i32,
}

#[derive(Debug, Clone, Default)]
pub struct Score {
    /// The score; one parameter: the player.
    pub total: Option<Lambda<NumId>>,
    /// The victory condition of a player, instead of the best score; one parameter: the player.
    pub won: Option<Lambda<NumId>>,
    /// Named parts of the score.
    pub lines: Vec<Lambda<NumId>>,
    /// Tie-breakers, in order.
    pub ties: Vec<Lambda<NumId>>,
    /// The value of a position before the end, as a hint for bots.
    pub hint: Option<Lambda<NumId>>,
    /// The objective of bots: from the ruleset, or derived from the ends of games when a bot first needs it.
    pub goal: OnceLock<Goal>,
}

/// A compiled snippet of a scenario.
#[derive(Debug, Clone, Copy)]
pub enum Snippet {
    Effect(Proc),
    Expr(Lambda<NumId>),
}

/// A compiled ruleset.
#[derive(Debug, Clone)]
pub struct Program {
    /// The ruleset it was compiled from.
    pub checked: Arc<Checked>,
    pub players: u8,
    pub options: Vec<i32>,
    /// The alternatives of texts for these options.
    pub alternatives: Alternatives,
    pub layout: Layout,
    /// Expressions whose value is a cell.
    pub nums: Vec<Num>,
    pub conds: Vec<Cond>,
    pub lists: Vec<List>,
    pub scans: Vec<Scan>,
    /// Sets of cards, each of [`Layout::words`] words.
    pub sets: Vec<u64>,
    /// Cards of lists that are known before the game.
    pub fixed: Vec<i32>,
    /// Arguments: each group is its length, then the expressions.
    pub args: Vec<u32>,
    pub code: Vec<Instr>,
    /// Branch targets of switches.
    pub jumps: Vec<Pc>,
    /// For each instruction: the price of a body that begins there, or of an iteration that ends there.
    pub prices: Vec<u32>,
    /// Source location of each instruction.
    pub spans: Vec<Span>,
    /// Origins of arena entries; an expression follows those inside it.
    pub origins: Vec<Origin>,
    /// For each entry of code: the slots of its frame that hold cards.
    pub card_slots: Vec<(Pc, Box<[u16]>)>,
    /// The acts of verbs on cards and zones.
    pub acts: Vec<Act>,
    pub choices: Vec<ChoiceOp>,
    /// True if decisions with only one option are also offered, as some scenarios require.
    pub asks_forced: bool,
    /// Storage for simultaneous choices.
    pub kept: Vec<Kept>,
    /// The start of the game: set-up and phases.
    pub main: Proc,
    /// The set-up without the phases.
    pub setup: Proc,
    pub procedures: Vec<Proc>,
    pub windows: Vec<Vec<Action>>,
    pub functions: Vec<Lambda<NumId>>,
    /// For each design: its row in the tables of abilities. Designs without their own abilities share one.
    pub profiles: Vec<u32>,
    pub properties: Vec<Property>,
    pub modifiers: Vec<Modifier>,
    pub handlers: Vec<Handler>,
    /// For each ability that specifies where it works and each declared zone: true if it works there.
    pub works_in: Vec<Vec<bool>>,
    /// For each event: true if a card reacts to events of others.
    pub reacts_to_others: Vec<bool>,
    /// For each event: the cards that have handlers; `None` in large games.
    pub listeners: Vec<Option<SetId>>,
    /// For each event and each profile: its handlers. Empty if no card reacts.
    pub reactions: Vec<Vec<Box<[u16]>>>,
    /// For each kind: the condition for its abilities to work.
    pub active: Vec<Option<Lambda<CondId>>>,
    pub phases: Vec<Phase>,
    /// For each phase: the variables it resets.
    pub resets: Vec<Vec<Reset>>,
    pub tables: Vec<TableRows>,
    /// The table lookups in the source.
    pub lookups: Vec<Lookup>,
    pub score: Score,
    /// Statistics for experiments; one parameter: the player.
    pub statistics: Vec<Lambda<NumId>>,
    pub snippets: Vec<Snippet>,
    /// True if playouts copy the position before the first random event and decision instead of computing it.
    pub copies_opening: bool,
    /// Sampled playout statistics, computed when a bot first needs them.
    pub habits: OnceLock<PlayoutSample>,
    /// Uses of choices in effects, by decision, computed for the first log line that needs them.
    pub(crate) namings: OnceLock<Vec<Naming>>,
}

impl Program {
    /// Returns the uses of the choices of a decision in effects.
    pub(crate) fn naming(&self, decision: DecisionId) -> &Naming {
        &self.namings.get_or_init(|| namings(&self.checked))[decision.index()]
    }
}

impl GameParams for Program {
    #[inline(always)]
    fn players(&self) -> i32 {
        i32::from(self.players)
    }

    fn spots(&self, spot: SpotId) -> (i32, bool) {
        (i32::from(self.layout.spots[spot.index()]), self.checked.spots[spot.index()].ring)
    }

    #[inline(always)]
    fn teams(&self) -> &[u8] {
        self.checked.team_of_seats()
    }

    fn map(&self, spot: SpotId) -> Option<Map<'_>> {
        self.checked.map(spot, self.layout.spots[spot.index()])
    }
}

impl Program {
    /// Returns the variables of a card that all players see in a zone, even if they do not know the card.
    pub fn marks(&self, card: u16, zone: u16) -> impl Iterator<Item = VarId> + use<'_> {
        let kind = self.layout.kind[usize::from(card)];
        let zone = self.layout.zones[usize::from(zone)].def;
        let has_some = self.layout.marks.get(usize::from(kind)).is_some_and(|marks| !marks.is_empty());
        let vars = self.checked.vars.iter().enumerate().filter(move |_| has_some);
        let here = vars.filter(move |(_, var)| {
            var.holder == Holder::Kind(KindId(kind)) && var.lifetime.zone() == Some(zone)
        });
        here.map(|(var, _)| VarId::new(var))
    }

    /// Adds an entry to the arena of numbers.
    pub fn add_num(&mut self, num: Num) -> NumId {
        self.nums.push(num);
        NumId::node(self.nums.len() - 1)
    }

    /// Returns the value of a table for a key. Without such a row, returns the missing value if the lookup
    /// allows it, otherwise `None`.
    #[inline]
    pub fn row(&self, lookup: LookupId, key: i32) -> Option<i32> {
        self.row_within(lookup, self.lookups[lookup.index()].table, key)
    }

    /// Like `row`, for a table that is a row of another table.
    #[inline]
    pub fn row_within(&self, lookup: LookupId, table: TableId, key: i32) -> Option<i32> {
        let (rows, other) = &self.tables[table.index()];
        row(rows, *other, key).ok().or(self.lookups[lookup.index()].or_nothing.then_some(NONE))
    }

    /// Returns true if an instruction depends on chance or a player's choice.
    pub fn is_open(&self, pc: Pc) -> bool {
        let instr = self.code[pc as usize];
        if let Instr::Act(act) = instr {
            return matches!(self.acts[act.0 as usize], Act::Shuffle { .. });
        }
        matches!(instr, Instr::Random(..) | Instr::Choose(..))
    }

    /// Adds a condition to its arena.
    pub fn add_cond(&mut self, cond: Cond) -> CondId {
        self.conds.push(cond);
        CondId(self.conds.len() as u32 - 1)
    }

    pub fn add_set(&mut self, cards: &[i32]) -> SetId {
        let (at, words) = (self.sets.len(), self.layout.words);
        self.sets.resize(at + words, 0);
        for card in cards {
            self.sets[at + *card as usize / 64] |= 1 << (*card as usize % 64);
        }
        SetId(at as u32)
    }

    pub fn reactions_of(&self, event: EventId, design: u32) -> &[u16] {
        match self.reactions.get(event.index()) {
            Some(by_profile) if !by_profile.is_empty() => {
                &by_profile[self.profiles[design as usize] as usize]
            }
            Some(_) | None => &[],
        }
    }

    /// Returns the value of an expression, if it is a constant.
    pub fn constant(&self, id: NumId) -> Option<i32> {
        match id.operand() {
            Operand::Const(n) => Some(n),
            Operand::Nothing => Some(NONE),
            Operand::Node(i) => {
                if let Num::Const(n) = self.nums[i] {
                    Some(n)
                } else {
                    None
                }
            }
            Operand::Slot(_) | Operand::Cell(_) | Operand::Me => None,
        }
    }

    /// Returns the arena entry of an ID, if it refers to one.
    pub fn node(&self, id: NumId) -> Option<Num> {
        match id.operand() {
            Operand::Node(i) => Some(self.nums[i]),
            Operand::Slot(_) | Operand::Const(_) | Operand::Cell(_) | Operand::Me | Operand::Nothing => None,
        }
    }

    /// Returns the value of a condition, if it is constant.
    pub fn known(&self, id: CondId) -> Option<bool> {
        if let Cond::Const(holds) = self.conds[id.0 as usize] { Some(holds) } else { None }
    }

    /// Returns the slots that hold cards in a frame whose next instruction is `pc`.
    pub fn card_slots_at(&self, pc: Pc) -> &[u16] {
        let after = self.card_slots.partition_point(|(entry, _)| *entry <= pc);
        self.card_slots[..after].last().map_or(&[], |(_, slots)| slots)
    }

    /// Returns the first instruction of the effect that contains an instruction.
    pub fn entry_of(&self, pc: Pc) -> Option<Pc> {
        let after = self.card_slots.partition_point(|(entry, _)| *entry <= pc);
        self.card_slots[..after].last().map(|(entry, _)| *entry)
    }

    /// Returns the zone of a filter, if sets alone decide its candidates.
    pub fn zone_by_sets(&self, id: ScanId) -> Option<NumId> {
        let scan = &self.scans[id.0 as usize];
        if !scan.is_by_sets() || !scan.joined.is_empty() || self.layout.words == 0 {
            return None;
        }
        let List::Zone(zone) = self.lists[scan.of.0 as usize] else { return None };
        Some(zone)
    }

    #[inline]
    pub fn gives_list(&self, id: FunctionId) -> bool {
        self.checked.functions.get(id.index()).is_some_and(|function| function.body.body.ty.is_list())
    }

    pub fn function_name(&self, id: FunctionId) -> &str {
        let named = self.checked.functions.get(id.index());
        named.map_or("condition", |function| &function.name)
    }

    /// Returns the arguments in a group.
    pub fn args_of(&self, args: Args) -> &[u32] {
        let at = args.0 as usize;
        let len = self.args[at] as usize;
        &self.args[at + 1..at + 1 + len]
    }
}

/// The rows of a table by ascending key, and the value for other keys.
pub type TableRows = (Vec<(i32, i32)>, Option<i32>);

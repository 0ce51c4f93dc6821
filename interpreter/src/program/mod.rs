//! The compiled form: everything a game needs, for one number of players and one choice of options.
//!
//! A program never changes while it is played and is shared by all games of its configuration. Names remain only in
//! [`Checked`], for labels and messages.

mod dump;
mod expr;
mod habits;
mod instr;
mod joined;
mod layout;
mod scan;
mod texts;
mod walk;

use std::ops::Range;
use std::sync::{Arc, OnceLock};

use ludex_grammar::span::Span;

use crate::hir::{Checked, Holder, Naming, namings};
use crate::ids::*;
use crate::model::{Goal, ModifierOp};
use crate::operators::{Map, Setting, row};
use crate::types::Type;

pub use crate::hir::Together;
pub use crate::numbers::NONE;
pub use crate::plurals::form;
pub use dump::dump;
pub(crate) use expr::simple_lists;
pub use expr::{Cond, CondId, Elements, List, ListId, Num, NumId, Operand};
pub use habits::{Habits, Lying};
pub use instr::{Act, ActId, Args, ChoiceId, ChoiceKind, ChoiceOp, Instr, Label, Pc, Place, What};
pub use instr::{Kept, KeptId, KeptSort};
pub(crate) use instr::{direct_instrs, leaving_instrs};
pub use joined::joined;
pub use layout::{Layout, ZoneInfo};
pub use scan::{Key, MAX_LEAVES, MAX_TESTS, Rising, Scan, ScanId, SetId, SetOp, SetTable, Test};
pub use texts::{Alternatives, ToldWith};
pub use walk::Parts;

/// An expression with a frame of its own: how many slots it needs; parameters come first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Lambda<T> {
    /// The expression.
    pub body: T,
    pub slots: u16,
    /// How deep its expression is nested: what a call costs of the evaluator's stack.
    pub depth: u16,
    /// What a call costs beyond one.
    pub price: u32,
}

/// What something of so many parts costs beyond one each time that it is repeated: steps, and entries of the arenas.
pub fn price(parts: usize) -> u32 {
    /// That cost one.
    const PARTS: usize = 64;
    u32::try_from(parts / PARTS).unwrap_or(u32::MAX)
}

/// A place at which a table is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Lookup {
    /// Which; of a row of a row the outermost.
    pub table: TableId,
    /// A key without a row gives nothing there, and is no fault.
    pub or_nothing: bool,
    pub span: Span,
}

/// Entries of the arenas that an expression of its own was compiled to: the body of a function, also in place of a call, a property, a modifier, a guard.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Origin {
    /// Where the expression stands.
    pub span: Span,
    pub nums: Range<usize>,
    pub conds: Range<usize>,
    pub lists: Range<usize>,
}

/// An entry of an arena.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ArenaEntry {
    Num(usize),
    Cond(usize),
    List(usize),
}

/// Code with a frame of its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Proc {
    /// Where it begins.
    pub entry: Pc,
    /// Slots of its frame.
    pub slots: u16,
}

/// An ability that reacts.
#[derive(Debug, Clone, Copy)]
pub struct Handler {
    /// Its code; locals: `self`, then the facts.
    pub proc: Proc,
    /// Also about other cards.
    pub any: bool,
    /// Which of [`Program::works_in`] says where it works; absent: where abilities of the kind do.
    pub zones: Option<u16>,
    /// It works only while this holds; absent: while the kind is active.
    pub when: Option<Lambda<CondId>>,
}

impl Handler {
    /// Whether it works where and while abilities of the kind do.
    pub fn is_as_kind(&self) -> bool {
        self.zones.is_none() && self.when.is_none()
    }
}

/// An ability that modifies; locals: `self`, `it`.
#[derive(Debug, Clone, Copy)]
pub struct Modifier {
    /// Stage and order within it: smaller applies first.
    pub order: u32,
    /// The test of `it`; absent: only `self`.
    pub applies: Option<Lambda<CondId>>,
    /// The condition over `self`.
    pub condition: Option<Lambda<CondId>>,
    pub op: ModifierOp,
    /// By how much.
    pub value: Lambda<NumId>,
    /// Cards that have it: first, step, count.
    pub bearers: Strided,
}

/// Cards at regular distances.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Strided {
    pub first: u32,
    /// From one group to the next.
    pub step: u32,
    pub groups: u32,
    /// Neighbouring cards in each group.
    pub each: u32,
}

impl Strided {
    /// All of them, rising.
    pub fn iter(self) -> impl Iterator<Item = u32> {
        (0..self.groups).flat_map(move |g| (0..self.each).map(move |i| self.first + g * self.step + i))
    }
}

/// An action of a window; locals: its targets.
#[derive(Debug, Clone)]
pub struct Action {
    /// The candidates of each target (at most two), and their types.
    pub targets: Vec<(Lambda<ListId>, Type)>,
    /// Leading guards that name no target: tested in order before targets are listed. The other guards filter the targets.
    pub open: Vec<CondId>,
    /// Number of leading guards that are the same as those of the action before and cost no fuel: they are tested once for both.
    pub shared: usize,
    /// What it does.
    pub proc: Proc,
    /// Slots that its targets and its guard need.
    pub slots: u16,
}

#[derive(Debug, Clone)]
pub struct Property {
    /// Its value before modifiers; one parameter.
    pub base: Lambda<NumId>,
    /// For each profile: the modifiers that may apply to its cards, in order.
    pub modifiers: Vec<Box<[u16]>>,
}

#[derive(Debug, Clone, Copy)]
pub struct Phase {
    /// Its code.
    pub proc: Proc,
    /// The part of its code where its first iteration has not begun, and its count is set.
    pub numbered: Pc,
    /// The part of the parent after which play goes on when it ends.
    pub resume: Pc,
    /// Where its iteration count is kept.
    pub counter: u32,
    /// The slot that keeps who was active before.
    pub before: u16,
    /// Who is active in it, if it says.
    pub active: Option<NumId>,
    /// What would end it, where the number of its iterations has no bound.
    pub open: Option<Span>,
}

/// Variables that have their first value again when a phase's iteration ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Reset {
    /// First cell.
    pub start: u32,
    pub len: u32,
    pub value: i32,
}

#[derive(Debug, Clone, Default)]
pub struct Score {
    /// The score; one parameter: the player.
    pub total: Option<Lambda<NumId>>,
    /// Whether the player has won, in place of the best score; one parameter.
    pub won: Option<Lambda<NumId>>,
    /// Named parts.
    pub lines: Vec<Lambda<NumId>>,
    /// Tie-breakers.
    pub ties: Vec<Lambda<NumId>>,
    /// What a position is worth before the end, as bots are told.
    pub hint: Option<Lambda<NumId>>,
    /// What a bot plays for: as the ruleset says, or as its ends show, which is found when a bot asks first.
    pub goal: OnceLock<Goal>,
}

/// A compiled snippet of a scenario.
#[derive(Debug, Clone, Copy)]
pub enum Snippet {
    Effect(Proc),
    /// An expression.
    Expr(Lambda<NumId>),
}

/// A compiled ruleset.
#[derive(Debug, Clone)]
pub struct Program {
    /// What it was made from.
    pub checked: Arc<Checked>,
    pub players: u8,
    /// Option values.
    pub options: Vec<i32>,
    /// Which alternatives of texts these choose.
    pub alternatives: Alternatives,
    /// Where everything lies in a state.
    pub layout: Layout,
    /// Int-like expressions.
    pub nums: Vec<Num>,
    /// Conditions.
    pub conds: Vec<Cond>,
    pub lists: Vec<List>,
    /// Filters.
    pub scans: Vec<Scan>,
    /// Sets of cards, each of [`Layout::words`] words.
    pub sets: Vec<u64>,
    /// Cards of lists that are known before the game.
    pub fixed: Vec<i32>,
    /// Arguments: each group is its length, then the expressions.
    pub args: Vec<u32>,
    /// Instructions.
    pub code: Vec<Instr>,
    /// Places to go on, by branches of a choice.
    pub jumps: Vec<Pc>,
    /// By instruction: the price of a body that begins there, or of a round that ends there.
    pub prices: Vec<u32>,
    /// Where each instruction comes from.
    pub spans: Vec<Span>,
    /// Where entries of the arenas come from; an expression follows those inside it.
    pub origins: Vec<Origin>,
    /// By entry of code: which slots of its frame hold cards.
    pub card_slots: Vec<(Pc, Box<[u16]>)>,
    /// What verbs do to cards and zones.
    pub acts: Vec<Act>,
    /// Decisions.
    pub choices: Vec<ChoiceOp>,
    /// True if choices with only one option are asked too, as some scenarios want.
    pub asks_forced: bool,
    /// What is kept of players who are asked at once.
    pub kept: Vec<Kept>,
    /// The beginning: set-up and phases.
    pub main: Proc,
    /// Set-up alone.
    pub setup: Proc,
    pub procedures: Vec<Proc>,
    pub windows: Vec<Vec<Action>>,
    pub functions: Vec<Lambda<NumId>>,
    /// For each design: its row in the tables of abilities, shared by all that have none of their own.
    pub profiles: Vec<u32>,
    pub properties: Vec<Property>,
    /// Modifiers of all properties.
    pub modifiers: Vec<Modifier>,
    /// Abilities that react.
    pub handlers: Vec<Handler>,
    /// For each ability that says itself where it works, for each declared zone: it does there.
    pub works_in: Vec<Vec<bool>>,
    /// For each event: whether a card reacts to what happens to others.
    pub reacts_to_others: Vec<bool>,
    /// For each event: the cards that have handlers; nothing in large games.
    pub listeners: Vec<Option<SetId>>,
    /// For each event, for each profile: its handlers. Empty where no card reacts.
    pub reactions: Vec<Vec<Box<[u16]>>>,
    /// For each kind: abilities work while this holds.
    pub active: Vec<Option<Lambda<CondId>>>,
    pub phases: Vec<Phase>,
    /// For each phase: what it resets.
    pub resets: Vec<Vec<Reset>>,
    pub tables: Vec<TableRows>,
    /// Where tables are read.
    pub lookups: Vec<Lookup>,
    pub score: Score,
    /// Numbers for whoever plays many games; one parameter: the player.
    pub statistics: Vec<Lambda<NumId>>,
    /// Snippets of scenarios.
    pub snippets: Vec<Snippet>,
    /// What comes before the first chance and the first decision is done once for all playouts.
    pub copies_opening: bool,
    /// What is usual in its games, which is found when a bot asks first.
    pub habits: OnceLock<Habits>,
    /// What effects do with picks, by decision, which is found when a line of a log asks first.
    pub(crate) namings: OnceLock<Vec<Naming>>,
}

impl Program {
    /// What effects do with the picks of a decision.
    pub(crate) fn naming(&self, decision: DecisionId) -> &Naming {
        &self.namings.get_or_init(|| namings(&self.checked))[decision.index()]
    }
}

impl Setting for Program {
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
    /// The variables of a card that all see where it lies, whether they know the card or not.
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

    /// What a table has for a key: nothing, if there is no such row and the place can do without.
    #[inline]
    pub fn row(&self, lookup: LookupId, key: i32) -> Option<i32> {
        self.row_within(lookup, self.lookups[lookup.index()].table, key)
    }

    /// What a table that is a row of another one has for a key.
    #[inline]
    pub fn row_within(&self, lookup: LookupId, table: TableId, key: i32) -> Option<i32> {
        let (rows, other) = &self.tables[table.index()];
        row(rows, *other, key).ok().or(self.lookups[lookup.index()].or_nothing.then_some(NONE))
    }

    /// Whether chance or a player decides what an instruction does.
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

    /// Adds a set of cards.
    pub fn add_set(&mut self, cards: &[i32]) -> SetId {
        let (at, words) = (self.sets.len(), self.layout.words);
        self.sets.resize(at + words, 0);
        for card in cards {
            self.sets[at + *card as usize / 64] |= 1 << (*card as usize % 64);
        }
        SetId(at as u32)
    }

    /// The handlers of a design for an event.
    pub fn reactions_of(&self, event: EventId, design: u32) -> &[u16] {
        match self.reactions.get(event.index()) {
            Some(by_profile) if !by_profile.is_empty() => {
                &by_profile[self.profiles[design as usize] as usize]
            }
            Some(_) | None => &[],
        }
    }

    /// A constant expression's value.
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

    /// The entry of the arena that an id stands for, if it stands for one.
    pub fn node(&self, id: NumId) -> Option<Num> {
        match id.operand() {
            Operand::Node(i) => Some(self.nums[i]),
            Operand::Slot(_) | Operand::Const(_) | Operand::Cell(_) | Operand::Me | Operand::Nothing => None,
        }
    }

    /// Whether a condition holds, if that is fixed.
    pub fn known(&self, id: CondId) -> Option<bool> {
        if let Cond::Const(holds) = self.conds[id.0 as usize] { Some(holds) } else { None }
    }

    /// The slots that hold cards in a frame whose next instruction is `pc`.
    pub fn card_slots_at(&self, pc: Pc) -> &[u16] {
        let after = self.card_slots.partition_point(|(entry, _)| *entry <= pc);
        self.card_slots[..after].last().map_or(&[], |(_, slots)| slots)
    }

    /// Where the effect begins of which this is an instruction.
    pub fn entry_of(&self, pc: Pc) -> Option<Pc> {
        let after = self.card_slots.partition_point(|(entry, _)| *entry <= pc);
        self.card_slots[..after].last().map(|(entry, _)| *entry)
    }

    /// The zone whose cards a filter goes through, if sets alone decide which of them pass.
    pub fn zone_by_sets(&self, id: ScanId) -> Option<NumId> {
        let scan = &self.scans[id.0 as usize];
        if !scan.is_by_sets() || !scan.joined.is_empty() || self.layout.words == 0 {
            return None;
        }
        let List::Zone(zone) = self.lists[scan.of.0 as usize] else { return None };
        Some(zone)
    }

    /// Whether a function gives a list.
    #[inline]
    pub fn gives_list(&self, id: FunctionId) -> bool {
        self.checked.functions.get(id.index()).is_some_and(|function| function.body.body.ty.is_list())
    }

    /// What a function is called.
    pub fn function_name(&self, id: FunctionId) -> &str {
        let named = self.checked.functions.get(id.index());
        named.map_or("condition", |function| &function.name)
    }

    /// The arguments in a group.
    pub fn args_of(&self, args: Args) -> &[u32] {
        let at = args.0 as usize;
        let len = self.args[at] as usize;
        &self.args[at + 1..at + 1 + len]
    }
}

/// The rows of a table by rising key, and what a key without a row has.
pub type TableRows = (Vec<(i32, i32)>, Option<i32>);

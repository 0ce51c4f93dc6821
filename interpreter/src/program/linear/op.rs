//! What linear code consists of, as it can be read; how it is run is bound to it later (`exec/linear`).

use crate::ids::{EventId, FunctionId, LookupId, PhaseId, PropertyId, WindowId};
use crate::numbers::Comparison;
use crate::operators::{Binary, Unary};
use crate::program::{ActId, Args, ChoiceId, CondId, ListId, NumId, Pc, ScanId};

/// A place in the code; while code is made, a label.
pub type Target = u32;

/// Where an operand comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Source {
    /// The value that the line before left.
    Acc,
    /// A slot of the frame.
    Slot(u16),
    /// One of the first 65,536 cells of the state.
    Cell(u16),
    /// The active player; there must be one.
    Me,
    /// A zone that is known; only for what asks a zone.
    Known(u16),
    /// The zone of the holder in a slot, of the holders' zones that begin with the first number; only for what asks a zone.
    ZoneOf(u16, u16, u16),
    /// The zone of the active player, of as many players' zones; only for what asks a zone.
    MyZone(u16, u16),
}

/// The right side of arithmetic and of a comparison.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Side {
    Const(i32),
    Slot(u16),
    Cell(u32),
    /// The active player; there must be one.
    Me,
    /// What was spilled last. It is the left side then, and the right one is what the line before left.
    Spilled,
}

/// A value of a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Value {
    Itself,
    Field {
        column: u32,
    },
    FieldOf {
        column: u32,
    },
    CellOf {
        at: u32,
    },
    CardCell {
        at: u32,
        first: u32,
        count: u32,
    },
    Owner,
    Holder,
    Host,
    Position,
    Above,
    Below,
    SpotOf {
        spot: u16,
    },
    ZoneOf {
        base: u16,
        count: u16,
    },
    CardZone {
        zone: u16,
    },
    Top,
    Bottom,
    Size,
    CopyOf {
        first: u32,
        step: u32,
        count: u16,
    },
    Table(LookupId),
    Property(PropertyId),
    Score,
    /// How many cards of a zone are in the sets of a filter that has nothing else.
    CountSet(ScanId),
    /// An operator of one value.
    Unary(Unary),
    /// An operator of two numbers, with another number.
    Arith(Binary, Side),
}

/// A test of a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Test {
    FaceUp,
    IsKind(u16),
    IsDesign(u32),
    HasCards,
    /// The card lies in this zone.
    InZone(u16),
    /// The card lies in the zone that was spilled last.
    InZoneSpilled,
    Compare(Comparison, Side),
    /// A zone has a card in the sets of a filter that has nothing else.
    AnySet(ScanId),
}

impl Value {
    /// Whether the operand is a zone.
    pub fn asks_a_zone(self) -> bool {
        matches!(self, Value::Top | Value::Bottom | Value::Size | Value::CountSet(_))
    }
}

impl Test {
    /// Whether the operand is a zone.
    pub fn asks_a_zone(self) -> bool {
        matches!(self, Test::HasCards | Test::AnySet(_))
    }
}

/// What happens to a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Then {
    /// It is at hand for the next line.
    Next,
    /// A slot takes it.
    Let(u16),
    /// A cell takes it.
    Store(u32),
    /// Jumps if it lies in a range: the lowest, and how far the highest is from that.
    Within { low: i32, span: u32 },
}

/// What a line does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Op {
    /// A value of an operand, and what happens to it.
    Value(Value, Source, Then),
    /// Jumps if the test holds.
    Test(Test, Source),
    /// A constant, and what happens to it.
    Const(i32, Then),
    /// The active player, or nothing.
    Active,
    /// The value is spilled, until it is used once.
    Spill,
    /// Nothing is kept yet in these slots: the first, how many.
    Anew(u16, u16),
    /// Takes what was kept and jumps, if something was.
    Kept(u16),
    /// Keeps the value.
    Keep(u16),
    Function(FunctionId, Args),
    HowMany(ListId),
    First(ListId),
    Last(ListId),
    /// Jumps if the list has an element.
    Any(ListId),
    /// The value of an entry of the arena, by walking its tree.
    Tree(u32),
    /// Jumps if a condition holds, by walking its tree.
    TreeTest(CondId),
    Jump,
    /// The next round of a loop, which is paid for.
    Again(u32),
    /// The cell of a holder takes a constant.
    StoreConst(u32, Source, i32),
    /// The cell of a holder takes the value at hand, so the holder is taken from elsewhere.
    StoreOf(u32, Source),
    /// The cell of the holder that was spilled takes the value.
    StoreOfSpilled(u32),
    /// This player is active.
    Activate(Source),
    /// Goes on at the branch whose number is in the slot: the first one's place in the jumps.
    Switch(u16, u32),
    /// A loop over a list begins.
    ForStart(u16, NumId, bool),
    /// The next candidate, or jumps.
    ForNext(u16),
    /// One round less, or jumps.
    RepeatNext(u16),
    Return,
    /// A new frame: its slots, entry and arguments, and the instruction after it.
    Call(u16, Pc, Args, Pc),
    Act(ActId),
    Emit(EventId, u16, Args),
    /// The next reaction to an event, or goes on after the last: its instruction.
    Dispatch(EventId, u16, Pc),
    /// An iteration of a phase begins; whether it was counted before.
    Begin(PhaseId, bool),
    Count(PhaseId),
    Reset(PhaseId),
    /// An action of a window is listed, with each of its targets.
    Offer(WindowId, u32),
    /// A decision: the slot that takes the answer, and the instruction.
    Choose(ChoiceId, u16, Pc),
    /// The same of modes, which are listed before it.
    ChooseMode(ChoiceId, u16, Pc),
    /// The first modes of a decision, so many, are its options so far.
    Modes(u32),
    /// One more mode is an option.
    Mode(u32),
    /// A rare instruction.
    Instr(Pc),
}

/// A line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Line {
    pub op: Op,
    /// Where it goes on if it jumps.
    pub to: Target,
    /// Where it goes on if not.
    pub next: Target,
    /// The instruction of which it is a part.
    pub pc: Pc,
}

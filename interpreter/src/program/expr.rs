//! Expressions: typed arenas. An id is an index; evaluating one needs no look at its type.

use crate::ids::{FunctionId, PropertyId, TableId};
use crate::language::Fold;

/// An expression whose value is a cell: a number, card, player, spot, zone, enum word; [`NONE`](super::NONE) is missing.
///
/// The smallest expressions stand in the id itself and need no entry in the arena: see [`Operand`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct NumId(pub u32);

/// What an id stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Operand {
    /// An entry of the arena.
    Node(usize),
    /// A slot of the frame.
    Slot(u16),
    /// A constant of at most 28 bits.
    Const(i32),
    /// A cell of the state.
    Cell(u32),
    /// The active player; there must be one.
    Me,
    /// The missing value.
    Nothing,
}

/// Bits of an id that tell what it stands for, at most one of them set; the rest is its value. One bit for each sort, because
/// testing bits one after another is predicted better than a jump by a number.
const TAG_BITS: u32 = 4;
const SLOT: u32 = 1;
const CONST: u32 = 2;
const CELL: u32 = 4;
const OTHER: u32 = 8;

impl NumId {
    /// The active player; there must be one.
    pub const ME: NumId = NumId(OTHER);
    /// The missing value.
    pub const NOTHING: NumId = NumId(1 << TAG_BITS | OTHER);

    /// An entry of the arena.
    pub fn node(index: usize) -> NumId {
        NumId((index as u32) << TAG_BITS)
    }

    /// A slot of the frame.
    pub fn slot(slot: u16) -> NumId {
        NumId(u32::from(slot) << TAG_BITS | SLOT)
    }

    /// A constant, if it is small enough.
    pub fn constant(n: i32) -> Option<NumId> {
        let id = NumId((n << TAG_BITS) as u32 | CONST);
        if n == super::NONE {
            Some(NumId::NOTHING)
        } else {
            (id.operand() == Operand::Const(n)).then_some(id)
        }
    }

    /// A cell of the state.
    pub fn cell(at: u32) -> NumId {
        NumId(at << TAG_BITS | CELL)
    }

    /// What it stands for.
    #[inline(always)]
    pub fn operand(self) -> Operand {
        let value = self.0 >> TAG_BITS;
        if self.0 & SLOT != 0 {
            Operand::Slot(value as u16)
        } else if self.0 & CONST != 0 {
            Operand::Const(self.0 as i32 >> TAG_BITS)
        } else if self.0 & CELL != 0 {
            Operand::Cell(value)
        } else if self.0 & OTHER == 0 {
            Operand::Node(value as usize)
        } else if self == NumId::ME {
            Operand::Me
        } else {
            Operand::Nothing
        }
    }
}

/// A condition.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct CondId(pub u32);

/// A list.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct ListId(pub u32);

/// So many entries of the arenas in one expression cost as much fuel as visiting so many elements.
pub const METERED_ENTRIES: usize = 64;

/// Cells.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Num {
    /// A constant that is too large for an [`Operand`].
    Const(i32),
    /// The active player, or nothing.
    Active,
    /// A cell of the state, counted from one by a holder.
    CellOf(u32, NumId),
    /// A cell of a card of a kind: first cell, first card.
    CardCell {
        /// First cell.
        at: u32,
        /// First card of the kind.
        first: u32,
        /// How many cards the kind has.
        count: u32,
        /// The card.
        card: NumId,
    },
    /// A printed field: its column in the layout, and the card.
    Field(u32, NumId),
    /// A property.
    Property(PropertyId, NumId),
    /// Whose card it is.
    Owner(NumId),
    /// In whose zone it lies.
    Holder(NumId),
    /// From 1.
    Position(NumId),
    /// The card before.
    Above(NumId),
    /// The card after.
    Below(NumId),
    /// The card in whose zone it lies.
    Host(NumId),
    /// The spot of a sort at which a card lies.
    SpotOf(u16, NumId),
    /// The first zone of a sort, counted by the holder.
    ZoneOf {
        /// First zone.
        base: u16,
        /// How many.
        count: u16,
        /// The holder.
        of: NumId,
    },
    /// The zone of a card that has one, else the null zone: index into the layout's card zones.
    CardZone(u16, NumId),
    /// First card.
    Top(NumId),
    /// Last card.
    Bottom(NumId),
    /// How many cards lie in a zone.
    Size(NumId),
    /// The next player.
    Left(NumId),
    /// The player before.
    Right(NumId),
    /// The score of a player.
    Score(NumId),
    /// One more (a spot's or seat's number from its index).
    Succ(NumId),
    /// A spot or seat from its number; how many there are.
    Nth(u32, NumId),
    /// A neighbouring spot: how many, ring, forwards, the spot.
    Step {
        /// How many there are.
        count: u16,
        /// The last is followed by the first.
        ring: bool,
        /// Towards higher numbers.
        forward: bool,
        /// The spot.
        of: NumId,
    },
    /// A player's copy of a card: first, step.
    CopyOf {
        /// First card.
        first: u32,
        /// From one to the next.
        step: u32,
        /// How many.
        count: u16,
        /// The player (from 0), or the number less one.
        of: NumId,
    },
    /// Sum.
    Add(NumId, NumId),
    /// Difference.
    Sub(NumId, NumId),
    /// Product.
    Mul(NumId, NumId),
    /// Quotient, rounded down.
    Div(NumId, NumId),
    /// Remainder.
    Mod(NumId, NumId),
    /// Smaller.
    Min(NumId, NumId),
    /// Larger.
    Max(NumId, NumId),
    /// `-x`
    Neg(NumId),
    /// An int in thousandths.
    Scale(NumId),
    /// `a default b`
    Default(NumId, NumId),
    /// The first goes into the slot; if it is there, the second is the value.
    Chain(u16, NumId, NumId),
    /// A printed field of a card, or nothing if there is no card.
    FieldOf(u32, NumId),
    /// The first goes into the slot; the second is the value.
    Let(u16, NumId, NumId),
    /// Choice of two.
    If(CondId, NumId, NumId),
    /// The same, at the top of [`METERED_ENTRIES`] others: it costs fuel.
    Metered(NumId),
    /// 1 or 0.
    Truth(CondId),
    /// A function: which, arguments.
    Call(FunctionId, super::Args),
    /// A row of a table.
    Table(TableId, NumId),
    /// How many.
    Count(ListId),
    /// The first.
    First(ListId),
    /// The last.
    Last(ListId),
    /// What is gathered over a list; the candidate is in the slot.
    Fold(Fold, u16, ListId, NumId),
}

/// Conditions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Cond {
    /// Known.
    Const(bool),
    /// A cell that is a bool.
    Is(NumId),
    /// The same, at the top of [`METERED_ENTRIES`] others: it costs fuel.
    Metered(CondId),
    /// Not.
    Not(CondId),
    /// Both.
    And(CondId, CondId),
    /// Either.
    Or(CondId, CondId),
    /// The first goes into the slot; the second is tested.
    Let(u16, NumId, CondId),
    /// Same.
    Eq(NumId, NumId),
    /// Different.
    Ne(NumId, NumId),
    /// Less.
    Lt(NumId, NumId),
    /// Less or same.
    Le(NumId, NumId),
    /// It is there.
    Exists(NumId),
    /// The zone has a card.
    HasCards(NumId),
    /// Face up.
    FaceUp(NumId),
    /// Of this kind.
    IsKind(u16, NumId),
    /// With this id.
    IsDesign(u32, NumId),
    /// The card lies in this zone.
    InZone(NumId, NumId),
    /// It is in the list.
    InList(NumId, ListId),
    /// The list has an element.
    Any(ListId),
}

/// Lists, evaluated into a scratch buffer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum List {
    /// Nothing.
    Empty,
    /// The cards of a zone.
    Zone(NumId),
    /// Cards at regular distances.
    Cards(super::Strided),
    /// 0 to n - 1.
    Upto(u32),
    /// 0 to n - 1, from one on, in a circle.
    Circle(u32, NumId),
    /// From one on to n - 1 (spots on a line).
    Line(u32, NumId),
    /// The numbers from a to b.
    Range(NumId, NumId),
    /// The first cards of a zone: how many, which.
    Top(NumId, NumId),
    /// Up to so many of a list, from its start: how many, which.
    Prefix(NumId, ListId),
    /// The cards after one in its zone.
    Below(NumId),
    /// The cards before one in its zone, from the top.
    Above(NumId),
    /// A list in slots: start and length.
    Stored(u16),
    /// One after the other.
    Concat(ListId, ListId),
    /// Cards that were listed when the program was made: where, how many.
    Fixed(u32, u32),
    /// A filter.
    Scan(super::ScanId),
}

//! Expressions: typed arenas. An id is an index; evaluating one needs no look at its type. Each kind is one row, from which come
//! its operands and how it is listed.

use super::dump::{Worded, binary, column, fixed, scan, unary};
use super::walk::{Alike, Open, Part, Same};
use super::{Args, Program, ScanId, Strided};
use crate::ids::{FunctionId, LookupId, PropertyId};
use crate::language::{By, Fold};
use crate::operators::{Binary, Unary};
use crate::types::Type;

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

/// What the elements of a list are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Elements {
    /// Numbers, words, players and the like.
    Cells,
    Cards,
    /// Lists, each by its handle.
    Lists,
}

impl Elements {
    /// Those of a list of this type.
    pub fn of(list: Type) -> Self {
        let element = list.element();
        if element.is_list() {
            Elements::Lists
        } else if element.is_card() {
            Elements::Cards
        } else {
            Elements::Cells
        }
    }
}

/// A row is a kind with its operands and how it is listed, where an operand stands by its name; what else stands there is given
/// after that.
macro_rules! nodes {
    ($(#[$about:meta])* $tree:ident of $program:ident { $(
        $(#[$doc:meta])*
        $kind:ident $(($($part:ident: $part_ty:ty),*))? $({$($(#[$what:meta])* $field:ident: $field_ty:ty,)*})?
            $words:literal $(, $also:ident = $value:expr)*;
     )* }) => {
        $(#[$about])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub enum $tree {
            $($(#[$doc])* $kind $(($($part_ty),*))? $({$($(#[$what])* $field: $field_ty,)*})?,)*
        }

        impl $tree {
            /// Adds its operands to what is to be looked at.
            #[allow(unused_variables, reason = "some have none")]
            pub(super) fn open(self, $program: &Program, open: &mut Open) {
                match self {
                    $($tree::$kind $(($($part),*))? $({$($field),*})? => {
                        $($($part.open($program, open);)*)?
                        $($($field.open($program, open);)*)?
                    })*
                }
            }

            /// Whether another says the same, operand by operand.
            pub(super) fn is_same(self, other: Self, alike: Alike<'_>) -> bool {
                match self {
                    $($tree::$kind $(($($part),*))? $({$($field),*})? => {
                        let this = ($($($part,)*)? $($($field,)*)?);
                        let $tree::$kind $(($($part),*))? $({$($field),*})? = other else { return false };
                        this.is_same(($($($part,)*)? $($($field,)*)?), alike)
                    })*
                }
            }

            /// As it is listed.
            #[allow(unused_variables, reason = "not all that stands in an expression is listed")]
            pub(super) fn words(self, $program: &Program) -> String {
                match self {
                    $($tree::$kind $(($($part),*))? $({$($field),*})? => {
                        $(let $also = $value;)*
                        $($(let $part = Worded($program, $part);)*)?
                        $($(let $field = Worded($program, $field);)*)?
                        format!($words)
                    })*
                }
            }
        }
    };
}

nodes! {
    /// Cells.
    Num of program {
        /// A constant that is too large for an [`Operand`].
        Const(n: i32) "{n}";
        /// The active player, or nothing.
        Active "active";
        /// A cell of the state, counted from one by a holder.
        CellOf(at: u32, of: NumId) "[{at} + {of}]";
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
        } "[{at} + {card} - {first}]";
        /// A printed field: its column in the layout, and the card.
        Field(at: u32, card: NumId) "{card}.{name}", name = column(program, at);
        /// A property.
        Property(property: PropertyId, card: NumId) "{card}.{property}";
        /// Whose card it is.
        Owner(card: NumId) "{card}.owner";
        /// In whose zone it lies.
        Holder(card: NumId) "{card}.holder";
        /// From 1.
        Position(card: NumId) "{card}.position";
        /// The card before.
        Above(card: NumId) "{card}.above";
        /// The card after.
        Below(card: NumId) "{card}.below";
        /// The card in whose zone it lies.
        Host(card: NumId) "{card}.host";
        /// The spot of a sort at which a card lies.
        SpotOf(spot: u16, card: NumId) "{card}.{name}", name = &program.checked.spots[usize::from(spot)].name;
        /// The first zone of a sort, counted by the holder.
        ZoneOf {
            /// First zone.
            base: u16,
            /// How many.
            count: u16,
            /// The holder.
            of: NumId,
        } "zone({base} + {of})";
        /// The zone of a card that has one, else the null zone: index into the layout's card zones.
        CardZone(zone: u16, card: NumId) "{card}.{name}", name = &program.checked.zones[usize::from(zone)].name;
        /// First card.
        Top(zone: NumId) "top({zone})";
        /// Last card.
        Bottom(zone: NumId) "bottom({zone})";
        /// How many cards lie in a zone.
        Size(zone: NumId) "size({zone})";
        /// The score of a player.
        Score(player: NumId) "{player}.score";
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
        } "copy({first} + {step} * {of})";
        /// An operator of one value.
        Unary(op: Unary, a: NumId) "{written}", written = unary(program, op, a);
        /// An operator of two numbers.
        Binary(op: Binary, a: NumId, b: NumId) "{written}", written = binary(program, op, a, b);
        /// `a default b`
        Default(a: NumId, b: NumId) "({a} default {b})";
        /// The first goes into the slot; if it is there, the second is the value.
        Chain(slot: u16, a: NumId, b: NumId) "(${slot} := {a} ? {b})";
        /// A printed field of a card, or nothing if there is no card.
        FieldOf(at: u32, card: NumId) "{card}?.{name}", name = column(program, at);
        /// What stands in a column of printed fields for the name of a card, or nothing if there is no name.
        Printed(at: u32, name: NumId) "{name}.{field}", field = column(program, at);
        /// The first goes into the slot; the second is the value.
        Let(slot: u16, a: NumId, b: NumId) "(${slot} := {a}; {b})";
        /// Choice of two.
        If(cond: CondId, a: NumId, b: NumId) "(if {cond} then {a} else {b})";
        /// 1 or 0.
        Truth(cond: CondId) "{cond}";
        /// A function: which, arguments.
        Call(function: FunctionId, args: Args) "{name}({args})",
            name = program.function_name(function);
        /// A row of a table.
        Table(lookup: LookupId, key: NumId) "{lookup}[{key}]";
        /// A row of a table whose number is computed.
        Row(lookup: LookupId, table: NumId, key: NumId) "{table}[{key}]";
        /// How many.
        Count(list: ListId) "count({list})";
        /// The first.
        First(list: ListId) "first({list})";
        /// The last.
        Last(list: ListId) "last({list})";
        /// One by its number, from 1; nothing where there is none.
        Nth(of: Elements, list: ListId, n: NumId) "{list}[{n}]";
        /// How one list of numbers compares with another: -1, 0, 1.
        Order(a: ListId, b: ListId) "order({a}, {b})";
        /// A list, put into the store: its handle.
        Stored(of: Elements, list: ListId) "[{list}]";
        /// What is gathered over a list; the candidate is in the slot, and the body has this price.
        Fold(fold: Fold, slot: u16, price: u32, list: ListId, body: NumId) "{fold}({body} of ${slot} in {list})";
    }
}

nodes! {
    /// Conditions.
    Cond of program {
        /// Known.
        Const(holds: bool) "{holds}";
        /// A cell that is a bool.
        Is(a: NumId) "{a}";
        /// Not.
        Not(cond: CondId) "not {cond}";
        /// Both.
        And(a: CondId, b: CondId) "({a} and {b})";
        /// Either.
        Or(a: CondId, b: CondId) "({a} or {b})";
        /// The first goes into the slot; the second is tested.
        Let(slot: u16, a: NumId, cond: CondId) "(${slot} := {a}; {cond})";
        /// Same.
        Eq(a: NumId, b: NumId) "{a} == {b}";
        /// Different.
        Ne(a: NumId, b: NumId) "{a} != {b}";
        /// Less.
        Lt(a: NumId, b: NumId) "{a} < {b}";
        /// Less or same.
        Le(a: NumId, b: NumId) "{a} <= {b}";
        /// It is there.
        Exists(a: NumId) "{a} exists";
        /// The zone has a card.
        HasCards(zone: NumId) "any({zone})";
        /// Face up.
        FaceUp(card: NumId) "{card} is face up";
        /// Of this kind.
        IsKind(kind: u16, card: NumId) "{card} is {name}", name = &program.checked.kinds[usize::from(kind)].name;
        /// With this id.
        IsDesign(design: u32, card: NumId) "{card} is {name}", name = &program.checked.designs[design as usize].name;
        /// The card lies in this zone.
        InZone(card: NumId, zone: NumId) "{card} is in {zone}";
        /// It is in the list.
        InList(item: NumId, list: ListId) "{item} is in {list}";
        /// The list has an element.
        Any(list: ListId) "any({list})";
    }
}

nodes! {
    /// Lists, evaluated into a scratch buffer.
    List of program {
        /// Nothing.
        Empty "none";
        /// The cards of a zone.
        Zone(zone: NumId) "{zone}";
        /// Cards at regular distances.
        Cards(cards: Strided) "{cards}";
        /// 0 to n - 1.
        Upto(count: u32) "all({count})";
        /// 0 to n - 1, from one on, in a circle.
        Circle(count: u32, from: NumId) "circle({count} from {from})";
        /// From one on to n - 1 (spots on a line).
        Line(count: u32, from: NumId) "line({count} from {from})";
        /// The numbers from a to b.
        Range(a: NumId, b: NumId) "{a}..{b}";
        /// The first cards of a zone: how many, which.
        Top(count: NumId, zone: NumId) "top({count} of {zone})";
        /// Up to so many of a list, from its start: how many, which.
        Prefix(count: NumId, of: ListId) "{count} of {of}";
        /// The cards after one in its zone.
        Below(card: NumId) "below({card})";
        /// The cards before one in its zone, from the top.
        Above(card: NumId) "above({card})";
        /// The places beside one on a map: of which sort, which.
        Neighbours(spot: u16, at: NumId) "{at}.neighbours";
        /// The elements of a list in the store, by its handle.
        Of(handle: NumId) "{handle}";
        /// One after the other.
        Concat(a: ListId, b: ListId) "{a} + {b}";
        /// These values.
        Items(items: Args) "{items}";
        /// The cards of several zones: the first, how many.
        Zones(first: u16, count: u16) "zones({first} x {count})";
        /// Those that are not in the other.
        Without(a: ListId, b: ListId) "{a} - {b}";
        /// From the end.
        Reversed(list: ListId) "reversed({list})";
        /// All choices of at least one.
        Subsets(of: Elements, list: ListId) "subsets({list})";
        /// Made of a value of each element, which is in the slot; the body has this price.
        By(by: By, of: Elements, slot: u16, price: u32, list: ListId, body: NumId)
            "{by}({body} of ${slot} in {list})";
        /// Cards that were listed when the program was made: where, how many.
        Fixed(at: u32, len: u32) "[{cards}]", cards = fixed(program, at, len);
        /// A filter.
        Scan(id: ScanId) "{words}", words = scan(program, id);
        /// Of two filters the one that is run as something comes out that is the same for all candidates; the third is the same as it is written.
        Switch(cond: CondId, yes: ListId, no: ListId, written: ListId) "(if {cond} then {yes} else {no})";
    }
}

/// Lists that are made of cells alone. A filter has them put onto the scratch buffer first.
macro_rules! simple_lists {
    () => {
        List::Empty
            | List::Circle(..)
            | List::Line(..)
            | List::Range(..)
            | List::Top(..)
            | List::Below(_)
            | List::Above(_)
            | List::Neighbours(..)
            | List::Of(_)
            | List::Items(_)
            | List::Zones(..)
    };
}

pub(crate) use simple_lists;

//! Expressions in typed arenas. An ID is an index, so evaluation needs no type checks. Each kind is one row
//! that defines its operands and its listing.

use super::dump::{Worded, binary, column, fixed, scan, unary};
use super::walk::{Alike, Open, Part, Same};
use super::{Args, Program, ScanId, Strided};
use ludex_check::ids::{FunctionId, LookupId, PropertyId};
use ludex_check::language::{Fold, ListOperation};
use ludex_check::operators::{Binary, Unary};
use ludex_check::types::Type;

/// An expression whose value is a cell: a number, card, player, spot, zone, enum word; [`NONE`](super::NONE)
/// is missing.
///
/// The smallest expressions are encoded in the ID and need no entry in the arena: see [`Operand`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct NumId(pub u32);

/// A decoded ID.
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

/// Number of tag bits of an ID, at most one of which is set; the rest is its value. There is one bit for each
/// kind, because testing single bits is predicted better than a jump by number.
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

    /// Returns the ID of an arena entry.
    pub fn node(index: usize) -> NumId {
        NumId((index as u32) << TAG_BITS)
    }

    /// Returns the ID of a slot of the frame.
    pub fn slot(slot: u16) -> NumId {
        NumId(u32::from(slot) << TAG_BITS | SLOT)
    }

    /// Returns the ID of a constant, if it is small enough.
    pub fn constant(n: i32) -> Option<NumId> {
        let id = NumId((n << TAG_BITS) as u32 | CONST);
        if n == super::NONE {
            Some(NumId::NOTHING)
        } else {
            (id.operand() == Operand::Const(n)).then_some(id)
        }
    }

    /// Returns the ID of a cell of the state.
    pub fn cell(at: u32) -> NumId {
        NumId(at << TAG_BITS | CELL)
    }

    /// Decodes the ID.
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

/// A condition in its arena.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct CondId(pub u32);

/// A list in its arena.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct ListId(pub u32);

/// The kind of elements of a list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Elements {
    /// Numbers, words, players and similar values.
    Cells,
    Cards,
    /// Lists, as handles.
    Lists,
}

impl Elements {
    /// Returns the kind of elements of a list type.
    pub fn from_list_type(list: Type) -> Self {
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

/// Defines an arena. Each row has a kind of expression, its operands, and its listing, which names the
/// operands; other values in the listing follow after it.
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
            /// Adds the operands to the expressions to visit.
            #[allow(unused_variables, reason = "some have none")]
            pub(super) fn open(self, $program: &Program, open: &mut Open) {
                match self {
                    $($tree::$kind $(($($part),*))? $({$($field),*})? => {
                        $($($part.open($program, open);)*)?
                        $($($field.open($program, open);)*)?
                    })*
                }
            }

            /// Returns true if another expression has the same meaning, operand by operand.
            pub(super) fn is_same(self, other: Self, alike: Alike<'_>) -> bool {
                match self {
                    $($tree::$kind $(($($part),*))? $({$($field),*})? => {
                        let this = ($($($part,)*)? $($($field,)*)?);
                        let $tree::$kind $(($($part),*))? $({$($field),*})? = other else { return false };
                        this.is_same(($($($part,)*)? $($($field,)*)?), alike)
                    })*
                }
            }

            /// Formats the expression for the listing.
            #[allow(unused_variables, reason = "some fields are not listed")]
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
    /// Expressions whose value is a cell.
    Num of program {
        /// A constant that is too large for an [`Operand`].
        Const(n: i32) "{n}";
        /// The active player, or the missing value.
        Active "active";
        /// A cell of the state, indexed by a holder.
        CellOf(at: u32, of: NumId) "[{at} + {of}]";
        /// A cell of a card of a kind.
        CardCell {
            /// Cell of the first card.
            at: u32,
            /// First card of the kind.
            first: u32,
            /// Number of cards of the kind.
            count: u32,
            /// The card whose cell it is.
            card: NumId,
        } "[{at} + {card} - {first}]";
        /// The number of a card among those of a kind, from 0.
        OfKind {
            /// First card of the kind.
            first: u32,
            /// Number of cards of the kind.
            count: u32,
            card: NumId,
        } "({card} - {first})";
        /// A printed field: its column in the layout, and the card.
        Field(at: u32, card: NumId) "{card}.{name}", name = column(program, at);
        Property(property: PropertyId, card: NumId) "{card}.{property}";
        /// The owner of a card.
        Owner(card: NumId) "{card}.owner";
        /// The player whose zone a card is in.
        Holder(card: NumId) "{card}.holder";
        /// The position of a card in its zone, from 1.
        Position(card: NumId) "{card}.position";
        /// The previous card in the zone.
        Above(card: NumId) "{card}.above";
        /// The next card in the zone.
        Below(card: NumId) "{card}.below";
        /// The card whose zone a card is in.
        Host(card: NumId) "{card}.host";
        /// The spot of a kind that a card is at.
        SpotOf(spot: u16, card: NumId) "{card}.{name}", name = &program.checked.spots[usize::from(spot)].name;
        /// A zone of a holder.
        ZoneOf {
            /// Zone of the first holder.
            base: u16,
            /// Number of holders.
            count: u16,
            of: NumId,
        } "zone({base} + {of})";
        /// The zone of a card that has one, otherwise the null zone: index into the layout's card zones.
        CardZone(zone: u16, card: NumId) "{card}.{name}", name = &program.checked.zones[usize::from(zone)].name;
        /// The first card of a zone.
        Top(zone: NumId) "top({zone})";
        /// The last card of a zone.
        Bottom(zone: NumId) "bottom({zone})";
        /// The number of cards in a zone.
        Size(zone: NumId) "size({zone})";
        /// The score of a player.
        Score(player: NumId) "{player}.score";
        /// A player's copy of a card.
        CopyOf {
            /// Card of the first player.
            first: u32,
            /// Distance to the card of the next player.
            step: u32,
            /// Number of copies.
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
        /// Assigns the first value to a slot. If it is present, the second value is the result.
        Chain(slot: u16, a: NumId, b: NumId) "(${slot} := {a} ? {b})";
        /// A printed field of a card, or the missing value without a card.
        FieldOf(at: u32, card: NumId) "{card}?.{name}", name = column(program, at);
        /// A column of printed fields by the name of a card, or the missing value without a name.
        Printed(at: u32, name: NumId) "{name}.{field}", field = column(program, at);
        /// Assigns the first value to a slot; the second value is the result.
        Let(slot: u16, a: NumId, b: NumId) "(${slot} := {a}; {b})";
        /// One of two values, selected by a condition.
        If(cond: CondId, a: NumId, b: NumId) "(if {cond} then {a} else {b})";
        /// A condition as 1 or 0.
        Truth(cond: CondId) "{cond}";
        /// A call of a function with arguments.
        Call(function: FunctionId, args: Args) "{name}({args})",
            name = program.function_name(function);
        /// A lookup in a table.
        Table(lookup: LookupId, key: NumId) "{lookup}[{key}]";
        /// A lookup in a table whose number is computed.
        Row(lookup: LookupId, table: NumId, key: NumId) "{table}[{key}]";
        /// The number of elements of a list.
        Count(list: ListId) "count({list})";
        /// The first element of a list.
        First(list: ListId) "first({list})";
        /// The last element of a list.
        Last(list: ListId) "last({list})";
        /// An element by number, from 1, or the missing value if there is no such element.
        Nth(of: Elements, list: ListId, n: NumId) "{list}[{n}]";
        /// The comparison of two lists of numbers: -1, 0, 1.
        Order(a: ListId, b: ListId) "order({a}, {b})";
        /// The handle of a list that is put into the store.
        Stored(of: Elements, list: ListId) "[{list}]";
        /// A fold over a list; the candidate is in the slot, and evaluating the body has this price.
        Fold(fold: Fold, slot: u16, price: u32, list: ListId, body: NumId) "{fold}({body} of ${slot} in {list})";
    }
}

nodes! {
    Cond of program {
        /// A constant condition.
        Const(holds: bool) "{holds}";
        /// A cell that is a Boolean.
        Is(a: NumId) "{a}";
        /// Negation of a condition.
        Not(cond: CondId) "not {cond}";
        /// True if both conditions hold.
        And(a: CondId, b: CondId) "({a} and {b})";
        /// True if either condition holds.
        Or(a: CondId, b: CondId) "({a} or {b})";
        /// Assigns the first value to a slot; the result is the condition.
        Let(slot: u16, a: NumId, cond: CondId) "(${slot} := {a}; {cond})";
        /// True if two cells are equal.
        Eq(a: NumId, b: NumId) "{a} == {b}";
        /// True if two cells differ.
        Ne(a: NumId, b: NumId) "{a} != {b}";
        /// True if the first number is less than the second.
        Lt(a: NumId, b: NumId) "{a} < {b}";
        /// True if the first number is at most the second.
        Le(a: NumId, b: NumId) "{a} <= {b}";
        /// True if the value is present.
        Exists(a: NumId) "{a} exists";
        /// True if the zone has a card.
        HasCards(zone: NumId) "any({zone})";
        /// True if the card is face up.
        FaceUp(card: NumId) "{card} is face up";
        /// True if the card is of this kind.
        IsKind(kind: u16, card: NumId) "{card} is {name}", name = &program.checked.kinds[usize::from(kind)].name;
        /// True if the card is of this design.
        IsDesign(design: u32, card: NumId) "{card} is {name}", name = &program.checked.designs[design as usize].name;
        /// True if the card is in this zone.
        InZone(card: NumId, zone: NumId) "{card} is in {zone}";
        /// True if the item is in the list.
        InList(item: NumId, list: ListId) "{item} is in {list}";
        /// True if the list has an element.
        Any(list: ListId) "any({list})";
    }
}

nodes! {
    /// Lists, evaluated into a scratch buffer.
    List of program {
        /// The empty list.
        Empty "none";
        /// The cards of a zone.
        Zone(zone: NumId) "{zone}";
        /// Cards at regular distances.
        Cards(cards: Strided) "{cards}";
        /// 0 to n - 1.
        Upto(count: u32) "all({count})";
        /// 0 to n - 1, starting from a value and wrapping around.
        Circle(count: u32, from: NumId) "circle({count} from {from})";
        /// The numbers from a value to n - 1 (spots on a line).
        Line(count: u32, from: NumId) "line({count} from {from})";
        /// The numbers from a to b.
        Range(a: NumId, b: NumId) "{a}..{b}";
        /// The first cards of a zone: count and zone.
        Top(count: NumId, zone: NumId) "top({count} of {zone})";
        /// The first elements of a list, up to a count.
        Prefix(count: NumId, of: ListId) "{count} of {of}";
        /// The cards after a card in its zone.
        Below(card: NumId) "below({card})";
        /// The cards before a card in its zone, from the top.
        Above(card: NumId) "above({card})";
        /// The neighbours of a spot on a map: kind of spot and spot.
        Neighbours(spot: u16, at: NumId) "{at}.neighbours";
        /// The elements of a list in the store, by its handle.
        Of(handle: NumId) "{handle}";
        /// Two lists, one after the other.
        Concat(a: ListId, b: ListId) "{a} + {b}";
        /// A list of single values.
        Items(items: Args) "{items}";
        /// The cards of several zones: the first, and their number.
        Zones(first: u16, count: u16) "zones({first} x {count})";
        /// The elements of a list that are not in another.
        Without(a: ListId, b: ListId) "{a} - {b}";
        /// A list in reverse order.
        Reversed(list: ListId) "reversed({list})";
        /// The subsets of a list with at least and at most so many elements.
        Subsets(of: Elements, least: NumId, most: NumId, list: ListId) "subsets({list}, {least}..{most})";
        /// A list derived from a value of each element: mapped, sorted or grouped. The element is in the
        /// slot; evaluating the body has this price.
        By(by: ListOperation, of: Elements, slot: u16, price: u32, list: ListId, body: NumId)
            "{by}({body} of ${slot} in {list})";
        /// Cards listed before the game: index of the first, and their number.
        Fixed(at: u32, len: u32) "[{cards}]", cards = fixed(program, at, len);
        /// The candidates that pass a filter.
        Scan(id: ScanId) "{words}", words = scan(program, id);
        /// One of two filters, selected by a condition that is the same for all candidates; the third is the
        /// filter as written.
        Switch(cond: CondId, yes: ListId, no: ListId, written: ListId) "(if {cond} then {yes} else {no})";
    }
}

/// Lists made of cells alone. A filter copies them to the scratch buffer first.
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

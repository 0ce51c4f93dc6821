//! Expressions of a checked ruleset.
//!
//! Each kind is a row that defines its operands, comparison, printed form, and family.

use ludex_grammar::span::Span;

use super::part::{Inside, Part, Worded};
use super::print::Printer;
use super::{Bearer, Binary, CardMember, Comparison, Fold, ListOperation, Unary};
use crate::ids::*;
use crate::language::Fixed;
use crate::types::{Base, Type};

/// An expression with its type and source location.
#[derive(Debug, Clone)]
pub struct Expr {
    pub kind: ExprKind,
    pub ty: Type,
    pub span: Span,
}

/// The part of a position that an expression reads itself, in addition to what its operands read.
#[derive(Debug, Clone, Copy)]
pub enum Reads<'e> {
    Local(LocalId),
    Function(FunctionId),
    /// A variable, and its holder if it has one.
    Var(VarId, Option<&'e Expr>),
    /// A property, with its modifiers.
    Property(PropertyId),
    Score,
    /// A fixed member of a card, which is the same wherever the card is.
    Printed,
    /// The location of this card.
    Place(&'e Expr),
    /// The face of this card that is up.
    Face(&'e Expr),
    /// The cards in this zone.
    Zone(&'e Expr),
    /// The cards in every zone with this id.
    Zones(ZoneId),
    /// The number of the current iteration of a phase.
    Number,
}

impl CardMember {
    fn reads(self, card: &Expr) -> Reads<'_> {
        match self {
            Self::Owner | Self::Name => Reads::Printed,
            Self::Holder | Self::Position | Self::Above | Self::Below | Self::Host => Reads::Place(card),
        }
    }
}

/// Maximum number of fields of an expression that are compared as plain numbers.
const MOST_SAID: usize = 2;

rows! {
    ExprKind, printed by printer with the type ty;
    /// The part of a position that it reads in addition to its operands.
    column reads: Reads<'_>;

    // kinds that may have any type
    free_kinds {
        /// A number, a bool (0, 1), the index of an enum word, a player, a spot.
        Const(n: i32) "{constant}", constant = printer.constant(*n, ty);
        Local(id: LocalId) "{id}" => Reads::Local(*id);
        Call(function: FunctionId, args: Vec<Expr>) "{function}({args})" => Reads::Function(*function);
        /// Assignment to a local in the lines of a function, and the expression after it.
        Let(local: LocalId, value: Box<Expr>, body: Box<Expr>) "(let {local} = {value} in {body})";
    }

    // kinds that are fixed before the game if their operands are
    fixed_kinds {
        Nothing "nothing";
        Players "{players}", players = Fixed::Players.name();
        Option(id: OptionId) "option {id}";
        Table(table: TableId, key: Box<Expr>) "{table}[{key}]";
        /// The value of a row in a nested table: the number of that table, the key.
        Row(of: Box<Expr>, key: Box<Expr>) "{of}[{key}]";
    }

    // kinds that read the position
    position_kinds {
        Me "{me}", me = Fixed::Me.name();
        GameVar(var: VarId) "{var}" => Reads::Var(*var, None);
        /// A variable of a player, spot or card.
        VarOf(var: VarId, of: Box<Expr>) "{of}.{var}" => Reads::Var(*var, Some(of));
        /// A printed field of a card, or of all cards with a name.
        Field(field: FieldId, of: Box<Expr>) "{of}.{field}";
        Property(property: PropertyId, of: Box<Expr>) "{of}.{property}!" => Reads::Property(*property);
        GameZone(zone: ZoneId) "{zone}";
        /// A zone of a player, spot or card.
        ZoneOf(zone: ZoneId, of: Box<Expr>) "{of}.{zone}";
        Card(member: CardMember, of: Box<Expr>) "{of}.{member}" => member.reads(of);
        SpotOf(spot: SpotId, of: Box<Expr>) "{of}.{spot}" => Reads::Place(of);
        Score(of: Box<Expr>) "{of}.score" => Reads::Score;
        Top(of: Box<Expr>) "{of}.top" => Reads::Zone(of);
        Bottom(of: Box<Expr>) "{of}.bottom" => Reads::Zone(of);
        /// One value of a keyed field or variable: key, field or variable.
        Entry(key: Box<Expr>, whole: Box<Expr>) "{whole}[{key}]";
        PhaseNumber(phase: PhaseId) "{phase}.number" => Reads::Number;
        /// A player's copy of a card, or the copy with a number.
        CardAt(design: DesignId, key: Box<Expr>) "{design}[{key}]";
        /// The only card with a given name.
        Only(name: Box<Expr>) "the {name}";
    }

    // kinds computed from other cells
    arithmetic_kinds {
        /// An operator with one operand.
        Unary(op: Unary, a: Box<Expr>) "{written}", written = printer.unary(*op, a);
        /// An operator with two operands. If it requires so, numbers have the same scale (see
        /// [`Unary::Scale`]).
        Binary(op: Binary, a: Box<Expr>, b: Box<Expr>) "{written}", written = printer.binary(*op, a, b);
        If(cond: Box<Expr>, a: Box<Expr>, b: Box<Expr>) "(if {cond} then {a} else {b})";
        /// First value, or second if missing: `a default b`.
        Default(a: Box<Expr>, b: Box<Expr>) "({a} default {b})";
        /// Optional access `x?.…`: the base is assigned to the local; the body is evaluated unless the base
        /// is missing.
        Chain(local: LocalId, base: Box<Expr>, body: Box<Expr>) "({local} = {base} ?. {body})";
    }

    // a single cell, computed from a list
    gathered_kinds {
        Count(list: Box<Expr>) "count({list})";
        First(list: Box<Expr>) "first({list})";
        Last(list: Box<Expr>) "last({list})";
        Nth(list: Box<Expr>, n: Box<Expr>) "{list}[{n}]";
        /// Aggregate such as `sum(body of list)`; the local holds the candidate.
        Fold(fold: Fold, local: LocalId, body: Box<Expr>, list: Box<Expr>) "{fold}({body} of {local} in {list})";
    }

    // tests of values
    value_tests {
        Compare(op: Comparison, a: Box<Expr>, b: Box<Expr>) "({a} {op} {b})";
        And(a: Box<Expr>, b: Box<Expr>) "({a} and {b})";
        Or(a: Box<Expr>, b: Box<Expr>) "({a} or {b})";
        Not(a: Box<Expr>) "not {a}";
        Exists(a: Box<Expr>) "({a} exists)";
        FaceUp(card: Box<Expr>) "({card} is face up)" => Reads::Face(card);
        IsKind(kind: KindId, card: Box<Expr>) "({card} is {kind})";
        IsDesign(design: DesignId, card: Box<Expr>) "({card} is {design})";
    }

    // tests of a list
    list_tests {
        IsIn(item: Box<Expr>, list: Box<Expr>) "({item} is in {list})";
        Any(list: Box<Expr>) "any({list})";
    }

    // lists whose elements can be tested without listing them
    tested_lists {
        /// The cards of a zone as a list.
        ZoneCards(zone: Box<Expr>) "cards({zone})" => Reads::Zone(zone);
        Concat(a: Box<Expr>, b: Box<Expr>) "({a} then {b})";
        /// The elements of a list for which the test holds.
        Filter {
            local: LocalId,
            list: Box<Expr>,
            test: Box<Expr>,
        } "[{local} in {list} where {test}]";
    }

    // all values of a type, or a range
    whole_lists {
        /// All cards of a kind, of a design, or of any kind.
        AllCards(of: Option<Bearer>) "all {of}";
        /// All players, starting at a player if given.
        AllPlayers(from: Option<Box<Expr>>) "all players{from}";
        /// All words of an enum: their number.
        AllWords(count: i32) "all {count} words";
        /// All spots of a kind, starting at a spot if given.
        AllSpots(spot: SpotId, from: Option<Box<Expr>>) "all {spot}{from}";
        /// The cards of this zone of all holders together.
        AllIn(zone: ZoneId) "all {zone}" => Reads::Zones(*zone);
        /// The names of all cards of a kind, or of any kind.
        AllNames(of: Option<Bearer>) "all names of {of}";
        Range(a: Box<Expr>, b: Box<Expr>) "{a}..{b}";
    }

    // lists whose elements are known only after listing them
    plain_lists {
        /// The first elements of a list: maximum number, list.
        Prefix(n: Box<Expr>, list: Box<Expr>) "{prefix}", prefix = printer.prefix(n, list);
        /// The cards after this one in its zone.
        CardsBelow(card: Box<Expr>) "below({card})" => Reads::Place(card);
        /// The cards before this one in its zone, from the top.
        CardsAbove(card: Box<Expr>) "above({card})" => Reads::Place(card);
    }

    // neighbours of a spot
    map_lists {
        /// The neighbours of a spot on a map.
        Neighbours(spot: SpotId, at: Box<Expr>) "{at}.neighbours";
    }

    // lists built from values or other lists
    made_lists {
        Items(items: Vec<Expr>) "[{items}]";
        /// The elements of a list that are not in another list.
        Without(a: Box<Expr>, b: Box<Expr>) "({a} without {b})";
        Reversed(list: Box<Expr>) "reversed({list})";
        /// The subsets of a list: the list, their smallest size (without it, all that are not empty), and their
        /// largest (without it, the smallest).
        Subsets(list: Box<Expr>, least: Option<Box<Expr>>, most: Option<Box<Expr>>) "subsets({list}{sizes})", sizes = printer.sizes(least.as_deref(), most.as_deref());
        /// A list derived from a value of each element; the local holds the element.
        By(by: ListOperation, local: LocalId, body: Box<Expr>, list: Box<Expr>) "{by}({body} of {local} in {list})";
    }
}

impl Expr {
    /// Returns the table of a row, also of a row in a nested table.
    pub fn outermost_table(&self) -> Option<TableId> {
        if let ExprKind::Row(of, _) = &self.kind {
            return of.outermost_table();
        }
        if let ExprKind::Table(table, _) = self.kind { Some(table) } else { None }
    }
}

/// A zone that an expression names.
#[derive(Debug, Clone, Copy)]
pub struct NamedZone<'e> {
    pub id: ZoneId,
    /// The player, spot or card that has it; `None` for a shared zone.
    pub holder: Option<&'e Expr>,
    /// The key, if the holder has several.
    pub key: Option<&'e Expr>,
}

impl<'e> NamedZone<'e> {
    /// Returns the player whose zone it is: the key, or the holder.
    pub fn player(&self) -> Option<&'e Expr> {
        [self.key, self.holder].into_iter().flatten().find(|of| of.ty.base() == Base::Player)
    }

    /// Returns the player whose zone it is, or else its holder.
    pub fn owner(&self) -> Option<&'e Expr> {
        self.player().or(self.holder)
    }
}

impl Expr {
    /// Returns the zone that this expression names; `None` for locals and for expressions of other types.
    pub fn named_zone(&self) -> Option<NamedZone<'_>> {
        if let ExprKind::Entry(key, whole) = &self.kind {
            return Some(NamedZone { key: Some(key), ..whole.named_zone()? });
        }
        if let ExprKind::GameZone(id) = self.kind {
            return Some(NamedZone { id, holder: None, key: None });
        }
        let ExprKind::ZoneOf(id, of) = &self.kind else { return None };
        Some(NamedZone { id: *id, holder: Some(of), key: None })
    }
}

impl ExprKind {
    /// Returns the direct operands, mutably.
    pub(super) fn operands_mut(&mut self) -> Vec<&mut Expr> {
        let mut operands = Vec::new();
        self.each_mut(&mut |field| field.parts_mut(&mut operands));
        operands
    }

    pub(super) fn local_mut(&mut self) -> Option<&mut LocalId> {
        let mut local = None;
        self.each_mut(&mut |field| local = local.take().or(field.local_mut()));
        local
    }

    /// Returns the fields that are neither operands nor locals, as numbers.
    pub(super) fn says(&self) -> [i64; MOST_SAID] {
        let (mut said, mut next) = ([0; MOST_SAID], 0);
        self.each(&mut |field| {
            if let (Some(says), Some(place)) = (field.says(), said.get_mut(next)) {
                *place = says;
                next += 1;
            }
        });
        said
    }
}

/// Pattern for kinds that read the position or values fixed before the game: one cell, never a list.
#[doc(hidden)]
#[macro_export]
macro_rules! read_kinds {
    () => {
        $crate::hir::fixed_kinds!() | $crate::hir::position_kinds!()
    };
}

/// Pattern for kinds computed from other values: one cell, never a list.
#[doc(hidden)]
#[macro_export]
macro_rules! computed_kinds {
    () => {
        $crate::hir::arithmetic_kinds!() | $crate::hir::gathered_kinds!()
    };
}

/// Pattern for kinds that are conditions of the program.
#[doc(hidden)]
#[macro_export]
macro_rules! test_kinds {
    () => {
        $crate::hir::value_tests!() | $crate::hir::list_tests!()
    };
}

/// Pattern for all kinds that are not always lists: one cell, or a value that may be a list.
#[doc(hidden)]
#[macro_export]
macro_rules! cell_kinds {
    () => {
        $crate::hir::free_kinds!()
            | $crate::hir::read_kinds!()
            | $crate::hir::computed_kinds!()
            | $crate::hir::test_kinds!()
    };
}

/// Pattern for kinds that are always lists.
#[doc(hidden)]
#[macro_export]
macro_rules! list_kinds {
    () => {
        $crate::hir::tested_lists!()
            | $crate::hir::whole_lists!()
            | $crate::hir::plain_lists!()
            | $crate::hir::map_lists!()
            | $crate::hir::made_lists!()
    };
}

pub use {cell_kinds, computed_kinds, list_kinds, read_kinds, test_kinds};

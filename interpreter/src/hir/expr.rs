//! The expressions of a checked ruleset: one row for each kind, from which come its parts, how it is compared with others, how it
//! is printed, and the family it belongs to.

use ludex_grammar::span::Span;

use super::part::{Inside, Part, Worded};
use super::print::Printer;
use super::{Bearer, Binary, By, CardMember, Comparison, Fold, Unary};
use crate::ids::*;
use crate::language::Fixed;
use crate::types::Type;

/// An expression with its type and place.
#[derive(Debug, Clone)]
pub struct Expr {
    /// What it is.
    pub kind: ExprKind,
    /// Its type.
    pub ty: Type,
    /// Where it stands.
    pub span: Span,
}

/// The part of a position that an expression reads itself, in addition to what its operands read.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Reads<'e> {
    /// A local.
    Local(LocalId),
    /// The result of a function.
    Function(FunctionId),
    /// A variable, and its holder if it has one.
    Var(VarId, Option<&'e Expr>),
    /// A property, with its modifiers.
    Property(PropertyId),
    /// The score.
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
    fn of(self, card: &Expr) -> Reads<'_> {
        match self {
            Self::Owner | Self::Name => Reads::Printed,
            Self::Holder | Self::Position | Self::Above | Self::Below | Self::Host => Reads::Place(card),
        }
    }
}

/// Most fields of an expression that tell it from others.
const MOST_SAID: usize = 2;

rows! {
    /// The expressions.
    ExprKind, printed by printer with the type ty;
    /// The part of a position that it reads in addition to its operands.
    column reads: Reads<'_>;

    // what stands for whatever its place wants
    free_kinds {
        /// A number, a bool (0, 1), an enum's index, a player, a spot.
        Const(n: i32) "{constant}", constant = printer.constant(*n, ty);
        /// A local.
        Local(id: LocalId) "{id}" => Reads::Local(*id);
        /// A function.
        Call(function: FunctionId, args: Vec<Expr>) "{function}({args})" => Reads::Function(*function);
        /// A local of a function's lines takes a value; what follows it.
        Let(local: LocalId, value: Box<Expr>, body: Box<Expr>) "(let {local} = {value} in {body})";
    }

    // what is fixed before the game as far as its parts are
    fixed_kinds {
        /// The missing value.
        Nothing "nothing";
        /// How many players there are.
        Players "{players}", players = Fixed::Players.name();
        /// An option's value.
        Option(id: OptionId) "option {id}";
        /// A row of a table.
        Table(table: TableId, key: Box<Expr>) "{table}[{key}]";
        /// A row of a row that is a table itself: the number of that table, the key.
        Row(of: Box<Expr>, key: Box<Expr>) "{of}[{key}]";
    }

    // what is read from a position
    position_kinds {
        /// The active player.
        Me "{me}", me = Fixed::Me.name();
        /// A variable of the game.
        GameVar(var: VarId) "{var}" => Reads::Var(*var, None);
        /// A variable of a player, spot or card.
        VarOf(var: VarId, of: Box<Expr>) "{of}.{var}" => Reads::Var(*var, Some(of));
        /// A printed field of a card, or of all that have a name.
        Field(field: FieldId, of: Box<Expr>) "{of}.{field}";
        /// A property.
        Property(property: PropertyId, of: Box<Expr>) "{of}.{property}!" => Reads::Property(*property);
        /// A zone of the game.
        GameZone(zone: ZoneId) "{zone}";
        /// A zone of a player, spot or card.
        ZoneOf(zone: ZoneId, of: Box<Expr>) "{of}.{zone}";
        /// A member of a card.
        Card(member: CardMember, of: Box<Expr>) "{of}.{member}" => member.of(of);
        /// The spot at which a card lies.
        SpotOf(spot: SpotId, of: Box<Expr>) "{of}.{spot}" => Reads::Place(of);
        /// The score of a player as it stands.
        Score(of: Box<Expr>) "{of}.score" => Reads::Score;
        /// First card of a zone.
        Top(of: Box<Expr>) "{of}.top" => Reads::Zone(of);
        /// Last card of a zone.
        Bottom(of: Box<Expr>) "{of}.bottom" => Reads::Zone(of);
        /// One of the values of a field or variable: which, of what.
        Entry(key: Box<Expr>, whole: Box<Expr>) "{whole}[{key}]";
        /// The number of the current iteration.
        PhaseNumber(phase: PhaseId) "{phase}.number" => Reads::Number;
        /// A player's copy of a card, or the copy with a number.
        CardAt(design: DesignId, key: Box<Expr>) "{design}[{key}]";
        /// The card with a name of which there is one.
        Only(name: Box<Expr>) "the {name}";
    }

    // what is computed or picked from other values
    arithmetic_kinds {
        /// An operator of one value.
        Unary(op: Unary, a: Box<Expr>) "{written}", written = printer.unary(*op, a);
        /// An operator of two values; numbers have the same scale if it says so (see [`Unary::Scale`]).
        Binary(op: Binary, a: Box<Expr>, b: Box<Expr>) "{written}", written = printer.binary(*op, a, b);
        /// `if c then a else b`
        If(cond: Box<Expr>, a: Box<Expr>, b: Box<Expr>) "(if {cond} then {a} else {b})";
        /// `a default b`
        Default(a: Box<Expr>, b: Box<Expr>) "({a} default {b})";
        /// `x?.…`: the base goes into the local; the body is evaluated if it is there.
        Chain(local: LocalId, base: Box<Expr>, body: Box<Expr>) "({local} = {base} ?. {body})";
    }

    // one cell, found in a list
    gathered_kinds {
        /// `count(list)`
        Count(list: Box<Expr>) "count({list})";
        /// `first(list)`
        First(list: Box<Expr>) "first({list})";
        /// `last(list)`
        Last(list: Box<Expr>) "last({list})";
        /// `list[n]`
        Nth(list: Box<Expr>, n: Box<Expr>) "{list}[{n}]";
        /// `sum(body of list)`; the candidate is in the local.
        Fold(fold: Fold, local: LocalId, body: Box<Expr>, list: Box<Expr>) "{fold}({body} of {local} in {list})";
    }

    // a test of values
    value_tests {
        /// `==` to `>=`.
        Compare(op: Comparison, a: Box<Expr>, b: Box<Expr>) "({a} {op} {b})";
        /// `and`
        And(a: Box<Expr>, b: Box<Expr>) "({a} and {b})";
        /// `or`
        Or(a: Box<Expr>, b: Box<Expr>) "({a} or {b})";
        /// `not`
        Not(a: Box<Expr>) "not {a}";
        /// `x exists`
        Exists(a: Box<Expr>) "({a} exists)";
        /// `c is face up`
        FaceUp(card: Box<Expr>) "({card} is face up)" => Reads::Face(card);
        /// `c is KIND`
        IsKind(kind: KindId, card: Box<Expr>) "({card} is {kind})";
        /// `c is CARD`
        IsDesign(design: DesignId, card: Box<Expr>) "({card} is {design})";
    }

    // a test of a list
    list_tests {
        /// `x is in list`
        IsIn(item: Box<Expr>, list: Box<Expr>) "({item} is in {list})";
        /// `any(list)`
        Any(list: Box<Expr>) "any({list})";
    }

    // lists of which it is known what is in them without listing them
    tested_lists {
        /// The cards of a zone: a list.
        ZoneCards(zone: Box<Expr>) "cards({zone})" => Reads::Zone(zone);
        /// One list after another.
        Concat(a: Box<Expr>, b: Box<Expr>) "({a} then {b})";
        /// The candidates of a list for which the test holds.
        Filter {
            /// Where the candidate is.
            local: LocalId,
            /// The list.
            list: Box<Expr>,
            /// The test.
            test: Box<Expr>,
        } "[{local} in {list} where {test}]";
    }

    // all of a sort, or all between two
    whole_lists {
        /// All cards of a kind, or with an id, or of any kind.
        AllCards(of: Option<Bearer>) "all {of}";
        /// All players, from one on.
        AllPlayers(from: Option<Box<Expr>>) "all players{from}";
        /// All words of an enum: how many.
        AllWords(count: i32) "all {count} words";
        /// All spots, from one on.
        AllSpots(spot: SpotId, from: Option<Box<Expr>>) "all {spot}{from}";
        /// The cards of a zone that each of many has, of all together.
        AllIn(zone: ZoneId) "all {zone}" => Reads::Zones(*zone);
        /// The names of all cards of a kind, or of any kind.
        AllNames(of: Option<Bearer>) "all names of {of}";
        /// The numbers from a to b.
        Range(a: Box<Expr>, b: Box<Expr>) "{a}..{b}";
    }

    // lists of which it is known what is in them once they are listed
    plain_lists {
        /// Up to so many of a list, from its start: how many, which.
        Prefix(n: Box<Expr>, list: Box<Expr>) "{prefix}", prefix = printer.prefix(n, list);
        /// The cards after this one in its zone.
        CardsBelow(card: Box<Expr>) "below({card})" => Reads::Place(card);
        /// The cards before this one in its zone, from the top.
        CardsAbove(card: Box<Expr>) "above({card})" => Reads::Place(card);
    }

    // what lies beside a place
    map_lists {
        /// The places beside one on a map.
        Neighbours(spot: SpotId, at: Box<Expr>) "{at}.neighbours";
    }

    // lists that are made of values or of other lists
    made_lists {
        /// `[a, b]`
        Items(items: Vec<Expr>) "[{items}]";
        /// Those of a list that are not in another.
        Without(a: Box<Expr>, b: Box<Expr>) "({a} without {b})";
        /// From the end to the beginning.
        Reversed(list: Box<Expr>) "reversed({list})";
        /// All choices of at least one element.
        Subsets(list: Box<Expr>) "subsets({list})";
        /// Made of each element's value; the element is in the local.
        By(by: By, local: LocalId, body: Box<Expr>, list: Box<Expr>) "{by}({body} of {local} in {list})";
    }
}

impl Expr {
    /// The table of which it is a row, also a row of a row.
    pub(crate) fn outermost_table(&self) -> Option<TableId> {
        if let ExprKind::Row(of, _) = &self.kind {
            return of.outermost_table();
        }
        if let ExprKind::Table(table, _) = self.kind { Some(table) } else { None }
    }
}

impl ExprKind {
    /// The expressions directly inside, to be changed.
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

    /// What it says beside its parts and its locals.
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

/// What is in the position or fixed before the game: one cell, never a list.
macro_rules! read_kinds {
    () => {
        $crate::hir::fixed_kinds!() | $crate::hir::position_kinds!()
    };
}

/// What is computed or picked from other values: one cell, never a list.
macro_rules! computed_kinds {
    () => {
        $crate::hir::arithmetic_kinds!() | $crate::hir::gathered_kinds!()
    };
}

/// What is tested: a condition of the program.
macro_rules! test_kinds {
    () => {
        $crate::hir::value_tests!() | $crate::hir::list_tests!()
    };
}

/// Anything that is listed nowhere else: one cell, or a value that may be a list.
macro_rules! cell_kinds {
    () => {
        $crate::hir::free_kinds!()
            | $crate::hir::read_kinds!()
            | $crate::hir::computed_kinds!()
            | $crate::hir::test_kinds!()
    };
}

/// What is listed and has no other value.
macro_rules! list_kinds {
    () => {
        $crate::hir::tested_lists!()
            | $crate::hir::whole_lists!()
            | $crate::hir::plain_lists!()
            | $crate::hir::map_lists!()
            | $crate::hir::made_lists!()
    };
}

pub(crate) use {cell_kinds, computed_kinds, list_kinds, read_kinds, test_kinds};

//! Operators: what is computed of one value or of two. Each is a row: what its operands are, the type of its value, how it is written, and its law, a plain
//! function from cells to a cell or a fault. The checker takes the types from here; values that are fixed before a game, constants, the machine
//! and explanations call the law. None costs fuel, and none reads a position.
//!
//! The test `suite/laws.rs` sends edge values through every row in all of these ways.

mod maps;

use std::fmt::Display;

pub use maps::{DIRECTIONS, Graph, Map};

use crate::fault::FaultKind;
use crate::ids::SpotId;
use crate::numbers::NONE;
use crate::types::{Base, Type};

/// A value, or why there is none.
pub type Law = Result<i32, FaultKind>;

/// The least and the most that a number can be, as far as that is known.
pub type Bounds = (Option<i64>, Option<i64>);

/// What laws ask of a game: what follows from its players and options.
pub trait Setting {
    fn players(&self) -> i32;

    /// How many spots of a sort there are, and whether the last is followed by the first.
    fn spots(&self, spot: SpotId) -> (i32, bool);

    /// The team of each seat, those that are not taken included; nothing where there are no teams.
    fn teams(&self) -> &[u8];

    /// How spots of a sort lie beside each other, if they lie on a map.
    fn map(&self, spot: SpotId) -> Option<Map<'_>>;
}

/// What laws of numbers ask: nothing.
#[derive(Debug, Clone, Copy)]
pub struct NoGame;

impl Setting for NoGame {
    fn players(&self) -> i32 {
        0
    }

    fn spots(&self, _: SpotId) -> (i32, bool) {
        (0, false)
    }

    fn teams(&self) -> &[u8] {
        &[]
    }

    fn map(&self, _: SpotId) -> Option<Map<'_>> {
        None
    }
}

/// What the operand of an operator is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sort {
    /// A whole number.
    Int,
    /// A whole number or a decimal.
    Number,
    Player,
    Spot,
    /// A direction of a grid.
    Direction,
}

/// Decimals among the operands of an operator of two numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Decimals {
    /// Both are counted in the same unit: beside a decimal an int becomes one.
    Alike,
    /// At most one, by which the value is one too.
    One,
    /// None.
    Never,
}

/// A row: the operator with the spots that it is about, its operand and that one's sort, the type of the value, how it is written, the law.
macro_rules! unary {
    (in $setting:ident, of $of:ident; $(
        $(#[$doc:meta])*
        $name:ident $([$spot:ident: $spots:ty])? ($n:ident: $sort:ident) -> $gives:expr, $form:literal, $law:expr;
    )*) => {
        /// An operator of one value.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub enum Unary { $($(#[$doc])* $name $(($spots))?,)* }

        #[allow(unused_variables, reason = "not every row looks at all that it may look at")]
        impl Unary {
            /// Every operator; those that are about spots are about these.
            pub fn all(spots: SpotId) -> Vec<Unary> {
                vec![$(Unary::$name $(({ let $spot: $spots = spots; $spot }))?,)*]
            }

            /// What its operand is.
            pub fn takes(self) -> Sort {
                match self { $(Unary::$name { .. } => Sort::$sort,)* }
            }

            /// The type of its value, by that of its operand.
            pub fn gives(self, $of: Type) -> Type {
                match self { $(Unary::$name $(($spot))? => $gives,)* }
            }

            /// As it is written, with the name of spots.
            pub fn words(self, operand: impl Display, name: impl Fn(SpotId) -> String) -> String {
                match self {
                    $(Unary::$name $(($spot))? => {
                        let $n = operand;
                        $(let $spot = name($spot);)?
                        format!($form)
                    })*
                }
            }

            /// Its place among all, and the spots that it is about.
            pub fn number(self) -> (usize, Option<SpotId>) {
                enum Ordinal { $($name,)* }
                match self {
                    $(Unary::$name $(($spot))? => {
                        let spots: Option<SpotId> = None;
                        $(let spots = Some($spot);)?
                        (Ordinal::$name as usize, spots)
                    })*
                }
            }

            /// What it comes to.
            #[inline(always)]
            pub fn law(self, setting: &impl Setting, operand: i32) -> Law {
                match self {
                    $(Unary::$name $(($spot))? => {
                        let ($setting, $n) = (setting, operand);
                        $law
                    })*
                }
            }
        }
    };
}

unary! {
    in setting, of ty;

    /// `-x`
    Neg(n: Number) -> ty, "-{n}", Ok(-there(n)?);
    /// An int as a decimal, in thousandths; a missing one is missing.
    Scale(n: Int) -> Type::DECIMAL.optional_if(ty.is_optional()), "decimal({n})", if n == NONE { Ok(n) } else { fits(n.checked_mul(1000)) };
    /// The next player clockwise.
    Left(player: Player) -> Type::PLAYER, "{player}.left", beside((setting.players(), true), player, 1);
    /// The player before.
    Right(player: Player) -> Type::PLAYER, "{player}.right", beside((setting.players(), true), player, -1);
    /// The number of a player's seat.
    Seat(player: Player) -> Type::INT, "{player}.seat", number(player);
    /// The player with this seat number.
    SeatAt(n: Int) -> Type::PLAYER, "seat({n})", nth(setting.players(), n);
    /// The team of a player.
    Team[spot: SpotId](player: Player) -> Type::of(Base::Spot(spot)), "{player}.team", team(setting.teams(), player);
    /// The other player of the same team, if there is just one.
    Partner(player: Player) -> Type::PLAYER, "{player}.partner", partner(setting.teams(), setting.players(), player);
    /// The number of a spot.
    SpotNumber(at: Spot) -> Type::INT, "{at}.number", number(at);
    /// The spot with this number.
    SpotAt[spot: SpotId](n: Int) -> Type::of(Base::Spot(spot)), "{spot}({n})", nth(setting.spots(spot).0, n);
    /// The spot after another; after the last one of a line there is none.
    Next[spot: SpotId](at: Spot) -> ty, "{at}.next", beside(setting.spots(spot), at, 1);
    /// The spot before another.
    Previous[spot: SpotId](at: Spot) -> ty, "{at}.previous", beside(setting.spots(spot), at, -1);
    /// The row of a place on a grid, from 1 at the top.
    Row[spot: SpotId](at: Spot) -> Type::INT, "{at}.row", maps::row(setting.map(spot), at);
    /// Its column, from 1 at the left.
    Column[spot: SpotId](at: Spot) -> Type::INT, "{at}.column", maps::column(setting.map(spot), at);
    /// The direction against another.
    Opposite(direction: Direction) -> ty, "{direction}.opposite", maps::opposite(direction);
}

/// A row: the operator with the spots that it is about, its operands and their sorts, whether they may change sides, which may be decimals, how it is
/// written, its law for values that are there.
macro_rules! binary {
    (in $setting:ident; $(
        $(#[$doc:meta])*
        $name:ident $([$spot:ident: $spots:ty])? ($a:ident: $left:ident, $b:ident: $right:ident)
            $commutes:literal $decimals:ident $form:literal, $law:expr;
    )*) => {
        /// An operator of two values.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub enum Binary { $($(#[$doc])* $name $(($spots))?,)* }

        #[allow(unused_variables, reason = "not every row looks at all that it may look at")]
        impl Binary {
            /// Every operator; those that are about spots are about these.
            pub fn all(spots: SpotId) -> Vec<Binary> {
                vec![$(Binary::$name $(({ let $spot: $spots = spots; $spot }))?,)*]
            }

            /// What its operands are.
            pub fn takes(self) -> [Sort; 2] {
                match self { $(Binary::$name { .. } => [Sort::$left, Sort::$right],)* }
            }

            /// Whether its operands may change sides.
            pub fn commutes(self) -> bool {
                match self { $(Binary::$name { .. } => $commutes,)* }
            }

            /// Which of its operands may be decimals.
            pub fn decimals(self) -> Decimals {
                match self { $(Binary::$name { .. } => Decimals::$decimals,)* }
            }

            /// As it is written, with the name of spots.
            pub fn words(self, a: impl Display, b: impl Display, name: impl Fn(SpotId) -> String) -> String {
                match self {
                    $(Binary::$name $(($spot))? => {
                        let ($a, $b) = (a, b);
                        $(let $spot = name($spot);)?
                        format!($form)
                    })*
                }
            }

            /// Its place among all, and the spots that it is about.
            pub fn number(self) -> (usize, Option<SpotId>) {
                enum Ordinal { $($name,)* }
                match self {
                    $(Binary::$name $(($spot))? => {
                        let spots: Option<SpotId> = None;
                        $(let spots = Some($spot);)?
                        (Ordinal::$name as usize, spots)
                    })*
                }
            }

            /// What it comes to.
            #[inline(always)]
            pub fn law(self, setting: &impl Setting, a: i32, b: i32) -> Law {
                let (a, b) = (there(a)?, there(b)?);
                match self {
                    $(Binary::$name $(($spot))? => {
                        let ($setting, $a, $b) = (setting, a, b);
                        $law
                    })*
                }
            }
        }
    };
}

binary! {
    in setting;

    /// Sum.
    Add(a: Number, b: Number) true Alike "({a} + {b})", fits(a.checked_add(b));
    /// Difference.
    Sub(a: Number, b: Number) false Alike "({a} - {b})", fits(a.checked_sub(b));
    /// Product.
    Mul(a: Number, b: Number) true One "({a} * {b})", fits(a.checked_mul(b));
    /// Quotient, rounded down.
    Div(a: Int, b: Int) false Never "({a} div {b})", quotient(a, b);
    /// Remainder, with the sign of the divisor.
    Mod(a: Int, b: Int) false Never "({a} mod {b})", remainder(a, b);
    /// Smaller.
    Min(a: Number, b: Number) true Alike "min({a}, {b})", Ok(a.min(b));
    /// Larger.
    Max(a: Number, b: Number) true Alike "max({a}, {b})", Ok(a.max(b));
    /// The place in a column and a row of a grid.
    PlaceAt[spot: SpotId](column: Int, row: Int) false Never "{spot}({column}, {row})", maps::place_at(setting.map(spot), column, row);
    /// The place beside one in a direction; beyond the edge of the grid there is none.
    Toward[spot: SpotId](at: Spot, way: Direction) false Never "{at}.toward[{way}]", maps::toward(setting.map(spot), at, way);
    /// How many steps one place is from another; missing where no way leads there.
    Distance[spot: SpotId](a: Spot, b: Spot) true Never "distance({a}, {b})", maps::distance(setting.map(spot), a, b);
}

impl Binary {
    /// Whether nothing can be said for a second operand that is 0.
    pub fn divides(self) -> bool {
        self.law(&NoGame, 1, 0) == Err(FaultKind::DivisionByZero)
    }

    /// The bounds of its value, by those of its operands.
    pub fn bounds(self, a: Bounds, b: Bounds) -> Bounds {
        let ((low_a, high_a), (low_b, high_b)) = (a, b);
        let both = |a: Option<i64>, b: Option<i64>, join: fn(i64, i64) -> i64| Some(join(a?, b?));
        match self {
            Binary::Add => {
                (both(low_a, low_b, i64::saturating_add), both(high_a, high_b, i64::saturating_add))
            }
            Binary::Sub => {
                (both(low_a, high_b, i64::saturating_sub), both(high_a, low_b, i64::saturating_sub))
            }
            Binary::Max => (low_a.max(low_b), both(high_a, high_b, i64::max)),
            Binary::Min => (both(low_a, low_b, i64::min), [high_a, high_b].into_iter().flatten().min()),
            Binary::PlaceAt(_) | Binary::Toward(_) | Binary::Distance(_) => (None, None),
            Binary::Mul | Binary::Div | Binary::Mod => (None, None),
        }
    }
}

/// What a table has for a key; its rows stand by rising key. What a key without a row has may be said for all of them.
#[inline]
pub fn row(rows: &[(i32, i32)], other: Option<i32>, key: i32) -> Law {
    let found = rows.binary_search_by_key(&key, |(key, _)| *key).ok().map(|i| rows[i].1);
    found.or(other.filter(|_| key != NONE)).ok_or(FaultKind::NoSuchRow)
}

/// One of so many things, the first of which has this number and each the one before and a step more: a zone by its holder, a copy of a card.
#[inline(always)]
pub fn one_of(first: u32, step: u32, count: u32, of: i32) -> Option<i32> {
    if (of as u32) < count { Some((first + step * of as u32) as i32) } else { None }
}

/// A value that is there.
#[inline(always)]
pub fn there(value: i32) -> Law {
    if value == NONE { Err(FaultKind::Missing) } else { Ok(value) }
}

/// A number that has a cell.
#[inline(always)]
fn fits(value: Option<i32>) -> Law {
    value.filter(|n| *n != NONE).ok_or(FaultKind::Overflow)
}

fn quotient(a: i32, b: i32) -> Law {
    if b == 0 {
        return Err(FaultKind::DivisionByZero);
    }
    let (a, b) = (i64::from(a), i64::from(b));
    let down = a.rem_euclid(b) != 0 && b < 0;
    fits(i32::try_from(a.div_euclid(b) - i64::from(down)).ok())
}

fn remainder(a: i32, b: i32) -> Law {
    let (a, b) = (i64::from(a), i64::from(b));
    if b == 0 { Err(FaultKind::DivisionByZero) } else { Ok(((a % b + b) % b) as i32) }
}

/// The number of a player or spot, which are counted from 1.
#[inline(always)]
fn number(at: i32) -> Law {
    fits(there(at)?.checked_add(1))
}

/// The player or spot with a number.
#[inline(always)]
fn nth(count: i32, n: i32) -> Law {
    if n >= 1 && n <= count { Ok(n - 1) } else { Err(FaultKind::NoSuchNumber) }
}

/// The neighbour of a player or spot; missing beyond the ends of a line.
#[inline(always)]
fn beside((count, ring): (i32, bool), at: i32, step: i32) -> Law {
    if at < 0 {
        return Err(FaultKind::Missing);
    }
    match at.wrapping_add(step) {
        next if next >= 0 && next < count => Ok(next),
        _ if !ring => Ok(NONE),
        next if next < 0 => Ok(count - 1),
        _ => Ok(0),
    }
}

/// The team of a player.
fn team(teams: &[u8], player: i32) -> Law {
    let seat = there(player)?;
    let team = usize::try_from(seat).ok().and_then(|seat| teams.get(seat));
    team.map(|team| i32::from(*team)).ok_or(FaultKind::Missing)
}

/// The other player of a player's team; missing where there is none, or more than one.
fn partner(teams: &[u8], players: i32, player: i32) -> Law {
    let own = team(teams, player)?;
    let mut found = NONE;
    for (seat, team) in (0..players).zip(teams) {
        if i32::from(*team) != own || seat == player {
            continue;
        }
        if found != NONE {
            return Ok(NONE);
        }
        found = seat;
    }
    Ok(found)
}

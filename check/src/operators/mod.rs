//! Operators with one or two operands.
//!
//! Each operator is a row: operand types, result type, syntax, and its operator function from cells to a cell
//! or a fault. The checker takes the types from here. Constant folding, the machine and explanations call the
//! function. Operators cost no fuel and don't read the position.
//!
//! The test `suite/laws.rs` runs edge values through each row in all of these uses.

mod maps;
pub mod subsets;

use std::fmt::Display;

pub use maps::{DIRECTIONS, Graph, Map};

use crate::fault::FaultKind;
use crate::ids::SpotId;
use crate::numbers::NONE;
use crate::types::{Base, Type};

/// A cell, or the reason why the operator has no result.
pub type OpResult = Result<i32, FaultKind>;

/// Minimum and maximum of a number, as far as known.
pub type Bounds = (Option<i64>, Option<i64>);

/// Properties of a game that depend on its players and options, as used by operators.
pub trait GameParams {
    fn players(&self) -> i32;

    /// Returns the number of spots of a kind, and true if the spot after the last is the first.
    fn spots(&self, spot: SpotId) -> (i32, bool);

    /// Returns the team of each seat, including empty seats. Empty without teams.
    fn teams(&self) -> &[u8];

    /// Returns the map of a kind of spot, if it has one.
    fn map(&self, spot: SpotId) -> Option<Map<'_>>;
}

/// The setting of operators on numbers, which need no game.
#[derive(Debug, Clone, Copy)]
pub struct NoParams;

impl GameParams for NoParams {
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

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OperandType {
    Int,
    /// An operand of type int or decimal.
    Number,
    Player,
    Spot,
    Direction,
}

/// Operands of a binary operator on numbers that may be decimals.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Decimals {
    /// Both operands, in the same unit: if one is a decimal, an int is converted.
    Alike,
    /// At most one operand; the result is then a decimal.
    One,
    /// No operand may be a decimal.
    Never,
}

/// Defines the unary operators. A row has the operator with its kind of spot, the operand and its type, the
/// result type, the syntax, and the operator function.
macro_rules! unary {
    (in $setting:ident, of $of:ident; $(
        $(#[$doc:meta])*
        $name:ident $([$spot:ident: $spots:ty])? ($n:ident: $sort:ident) -> $gives:expr, $form:literal, $law:expr;
    )*) => {
        /// An operator with one operand.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub enum Unary { $($(#[$doc])* $name $(($spots))?,)* }

        #[allow(unused_variables, reason = "not every row looks at all that it may look at")]
        impl Unary {
            /// Returns all operators; those on spots are for `spots`.
            pub fn all(spots: SpotId) -> Vec<Unary> {
                vec![$(Unary::$name $(({ let $spot: $spots = spots; $spot }))?,)*]
            }

            pub fn takes(self) -> OperandType {
                match self { $(Unary::$name { .. } => OperandType::$sort,)* }
            }

            /// Returns the result type for an operand of type `of`.
            pub fn gives(self, $of: Type) -> Type {
                match self { $(Unary::$name $(($spot))? => $gives,)* }
            }

            /// Returns the operator as written; `name` gives the names of kinds of spots.
            pub fn words(self, operand: impl Display, name: impl Fn(SpotId) -> String) -> String {
                match self {
                    $(Unary::$name $(($spot))? => {
                        let $n = operand;
                        $(let $spot = name($spot);)?
                        format!($form)
                    })*
                }
            }

            /// Returns the index of the operator and its kind of spot.
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

            #[inline(always)]
            pub fn law(self, setting: &impl GameParams, operand: i32) -> OpResult {
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

    /// Negation: `-x`.
    Neg(n: Number) -> ty, "-{n}", Ok(-there(n)?);
    /// Converts an int to a decimal in thousandths; a missing value stays missing.
    Scale(n: Int) -> Type::DECIMAL.optional_if(ty.is_optional()), "decimal({n})", if n == NONE { Ok(n) } else { fits(n.checked_mul(1000)) };
    /// The next player clockwise.
    Left(player: Player) -> Type::PLAYER, "{player}.left", beside((setting.players(), true), player, 1);
    /// The next player counter-clockwise.
    Right(player: Player) -> Type::PLAYER, "{player}.right", beside((setting.players(), true), player, -1);
    /// The seat number of a player.
    Seat(player: Player) -> Type::INT, "{player}.seat", number(player);
    /// The player with this seat number.
    SeatAt(n: Int) -> Type::PLAYER, "seat({n})", nth(setting.players(), n);
    /// The team of a player.
    Team[spot: SpotId](player: Player) -> Type::new(Base::Spot(spot)), "{player}.team", team(setting.teams(), player);
    /// The other player of the same team; missing unless there is exactly one.
    Partner(player: Player) -> Type::PLAYER, "{player}.partner", partner(setting.teams(), setting.players(), player);
    /// The number of a spot.
    SpotNumber(at: Spot) -> Type::INT, "{at}.number", number(at);
    /// The spot with this number.
    SpotAt[spot: SpotId](n: Int) -> Type::new(Base::Spot(spot)), "{spot}({n})", nth(setting.spots(spot).0, n);
    /// The spot after a spot; missing after the last spot of a line.
    Next[spot: SpotId](at: Spot) -> ty, "{at}.next", beside(setting.spots(spot), at, 1);
    /// The spot before a spot; missing before the first spot of a line.
    Previous[spot: SpotId](at: Spot) -> ty, "{at}.previous", beside(setting.spots(spot), at, -1);
    /// The row of a spot on a grid, from 1 at the top.
    Row[spot: SpotId](at: Spot) -> Type::INT, "{at}.row", maps::row(setting.map(spot), at);
    /// The column of a spot on a grid, from 1 at the left.
    Column[spot: SpotId](at: Spot) -> Type::INT, "{at}.column", maps::column(setting.map(spot), at);
    /// The opposite of a direction.
    Opposite(direction: Direction) -> ty, "{direction}.opposite", maps::opposite(direction);
}

/// Defines the binary operators. A row has the operator with its kind of spot, the operands and their types,
/// and whether it commutes. Then follow the operands that may be decimals, the syntax, and the operator
/// function for values that aren't missing.
macro_rules! binary {
    (in $setting:ident; $(
        $(#[$doc:meta])*
        $name:ident $([$spot:ident: $spots:ty])? ($a:ident: $left:ident, $b:ident: $right:ident)
            $commutes:literal $decimals:ident $form:literal, $law:expr;
    )*) => {
        /// An operator with two operands.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub enum Binary { $($(#[$doc])* $name $(($spots))?,)* }

        #[allow(unused_variables, reason = "not every row looks at all that it may look at")]
        impl Binary {
            /// Returns all operators; those on spots are for `spots`.
            pub fn all(spots: SpotId) -> Vec<Binary> {
                vec![$(Binary::$name $(({ let $spot: $spots = spots; $spot }))?,)*]
            }

            /// Returns the types of the operands.
            pub fn takes(self) -> [OperandType; 2] {
                match self { $(Binary::$name { .. } => [OperandType::$left, OperandType::$right],)* }
            }

            /// Returns true if the operands may be exchanged.
            pub fn commutes(self) -> bool {
                match self { $(Binary::$name { .. } => $commutes,)* }
            }

            /// Returns which operands may be decimals.
            pub fn decimals(self) -> Decimals {
                match self { $(Binary::$name { .. } => Decimals::$decimals,)* }
            }

            /// Returns the operator as written; `name` gives the names of kinds of spots.
            pub fn words(self, a: impl Display, b: impl Display, name: impl Fn(SpotId) -> String) -> String {
                match self {
                    $(Binary::$name $(($spot))? => {
                        let ($a, $b) = (a, b);
                        $(let $spot = name($spot);)?
                        format!($form)
                    })*
                }
            }

            /// Returns the index of the operator and its kind of spot.
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

            #[inline(always)]
            pub fn law(self, setting: &impl GameParams, a: i32, b: i32) -> OpResult {
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

    /// Sum of two numbers.
    Add(a: Number, b: Number) true Alike "({a} + {b})", fits(a.checked_add(b));
    /// Difference of two numbers.
    Sub(a: Number, b: Number) false Alike "({a} - {b})", fits(a.checked_sub(b));
    /// Product of two numbers.
    Mul(a: Number, b: Number) true One "({a} * {b})", fits(a.checked_mul(b));
    /// Quotient, rounded down.
    Div(a: Int, b: Int) false Never "({a} div {b})", quotient(a, b);
    /// Remainder, with the sign of the divisor.
    Mod(a: Int, b: Int) false Never "({a} mod {b})", remainder(a, b);
    /// The smaller of two numbers.
    Min(a: Number, b: Number) true Alike "min({a}, {b})", Ok(a.min(b));
    /// The larger of two numbers.
    Max(a: Number, b: Number) true Alike "max({a}, {b})", Ok(a.max(b));
    /// The spot in a column and row of a grid.
    PlaceAt[spot: SpotId](column: Int, row: Int) false Never "{spot}({column}, {row})", maps::place_at(setting.map(spot), column, row);
    /// The neighbour of a spot in a direction; missing beyond the edge of the grid.
    Toward[spot: SpotId](at: Spot, way: Direction) false Never "{at}.toward[{way}]", maps::toward(setting.map(spot), at, way);
    /// Number of steps between two spots; missing if no path connects them.
    Distance[spot: SpotId](a: Spot, b: Spot) true Never "distance({a}, {b})", maps::distance(setting.map(spot), a, b);
}

impl Binary {
    /// Returns true if a second operand of 0 is a division by zero.
    pub fn divides(self) -> bool {
        self.law(&NoParams, 1, 0) == Err(FaultKind::DivisionByZero)
    }

    /// Returns the bounds of the result for given bounds of the operands.
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

/// Looks up `key` in the rows of a table, which are sorted by key. Keys without a row have the value `other`,
/// if the table gives one.
#[inline]
pub fn row(rows: &[(i32, i32)], other: Option<i32>, key: i32) -> OpResult {
    let found = rows.binary_search_by_key(&key, |(key, _)| *key).ok().map(|i| rows[i].1);
    found.or(other.filter(|_| key != NONE)).ok_or(FaultKind::NoSuchRow)
}

/// Returns the number of item `of` in a sequence of `count` items that starts at `first`, or `None` if out of
/// range. Used for the zones of holders and the copies of a card.
#[inline(always)]
pub fn one_of(first: u32, step: u32, count: u32, of: i32) -> Option<i32> {
    if (of as u32) < count { Some((first + step * of as u32) as i32) } else { None }
}

/// Returns a value unless it is missing.
#[inline(always)]
pub fn there(value: i32) -> OpResult {
    if value == NONE { Err(FaultKind::Missing) } else { Ok(value) }
}

/// Returns a number if a cell can store it.
#[inline(always)]
fn fits(value: Option<i32>) -> OpResult {
    value.filter(|n| *n != NONE).ok_or(FaultKind::Overflow)
}

#[inline]
fn quotient(a: i32, b: i32) -> OpResult {
    if b == 0 {
        return Err(FaultKind::DivisionByZero);
    }
    let (a, b) = (i64::from(a), i64::from(b));
    let down = a.rem_euclid(b) != 0 && b < 0;
    fits(i32::try_from(a.div_euclid(b) - i64::from(down)).ok())
}

#[inline]
fn remainder(a: i32, b: i32) -> OpResult {
    let (a, b) = (i64::from(a), i64::from(b));
    if b == 0 { Err(FaultKind::DivisionByZero) } else { Ok(((a % b + b) % b) as i32) }
}

/// Returns the number of a player or spot, from 1.
#[inline(always)]
fn number(at: i32) -> OpResult {
    fits(there(at)?.checked_add(1))
}

/// Returns the player or spot with number `n`.
#[inline(always)]
fn nth(count: i32, n: i32) -> OpResult {
    if n >= 1 && n <= count { Ok(n - 1) } else { Err(FaultKind::NoSuchNumber) }
}

/// Returns the neighbour of a player or spot; missing beyond the ends of a line.
#[inline(always)]
fn beside((count, ring): (i32, bool), at: i32, step: i32) -> OpResult {
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

#[inline]
fn team(teams: &[u8], player: i32) -> OpResult {
    let seat = there(player)?;
    let team = usize::try_from(seat).ok().and_then(|seat| teams.get(seat));
    team.map(|team| i32::from(*team)).ok_or(FaultKind::Missing)
}

/// Returns the other player of a player's team; missing unless there is exactly one.
#[inline]
fn partner(teams: &[u8], players: i32, player: i32) -> OpResult {
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

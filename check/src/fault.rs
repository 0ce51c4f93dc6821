//! Runtime errors of checked rulesets.
//!
//! Each ends the game with a source location, and never the process.

use ludex_grammar::span::Span;

use crate::ids::{PhaseId, SpotId, TableId, ZoneId};

/// The reason why a rule failed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum FaultKind {
    /// A number left its range.
    Overflow,
    /// The divisor of `div` or `mod` was 0.
    DivisionByZero,
    /// A value is missing but needed, such as the column of a card that is in none.
    Missing,
    /// A card of another kind does not have the variable.
    OtherKind,
    /// No seat, spot or copy has this number.
    NoSuchNumber,
    /// A table has no row for this key.
    NoSuchRow,
    /// A choice that must not be empty has no options.
    EmptyChoice,
    /// A card was moved into a zone that does not hold its kind, or to no zone.
    WrongZone,
    /// A card was moved into a zone that already holds its maximum number of cards.
    ZoneFull,
    /// A card was to be placed next to a card in another zone.
    NotThere,
    /// One decision led to too many instructions.
    TooLong,
    /// Calls of effects or expressions are nested too deep.
    TooDeep,
    /// Lists or frames became too large.
    TooMuchMemory,
    /// A query for all subsets of too many elements.
    TooManySubsets,
    /// `me` was used without an active player.
    NobodyActive,
    /// The game doesn't end.
    EndlessGame,
    /// A whole game took too many instructions.
    GameTooLong,
}

macro_rules! rows {
    ($($kind:ident $code:literal $message:literal;)*) => {
        const ALL: &[FaultKind] = &[$(FaultKind::$kind),*];

        impl FaultKind {
            /// Returns the code and the message.
            fn row(self) -> (&'static str, &'static str) {
                match self {
                    $(Self::$kind => ($code, $message),)*
                }
            }
        }
    };
}

rows! {
    Overflow "overflow" "a number became too large";
    DivisionByZero "division_by_zero" "division by zero";
    Missing "missing_value" "a value is missing where one is needed";
    OtherKind "other_kind" "a card of another kind does not have this variable";
    NoSuchNumber "no_such_number" "there is no seat, spot, copy or place with this number";
    NoSuchRow "no_such_row" "the table has no row for this key";
    EmptyChoice "empty_choice" "there is nothing to choose from";
    WrongZone "wrong_zone" "a card can't be in this zone";
    ZoneFull "zone_full" "the zone is full";
    NotThere "card_elsewhere" "the reference card is in another zone";
    TooLong "too_long" "fuel limit exceeded: 2,000,000 without a decision";
    TooDeep "too_deep" "maximum depth of calls exceeded";
    TooMuchMemory "too_much_memory" "memory limit exceeded";
    TooManySubsets "too_many_subsets" "`subsets` would list more than 65,535 subsets";
    NobodyActive "nobody_active" "no player is active here";
    EndlessGame "endless_game" "the game does not end (limits: 100,000 choices and 250,000 log lines; 1,000,000 choices in a simulation, 10,000 with search bots)";
    GameTooLong "game_too_long" "fuel limit exceeded: 50,000,000 in the whole game";
}

impl FaultKind {
    /// All kinds of faults.
    pub const ALL: &'static [FaultKind] = ALL;

    /// Returns a stable name for programs; the message may change.
    pub fn code(self) -> &'static str {
        self.row().0
    }

    /// True if the game, or a part of it, did not end within a limit.
    pub fn is_endless(self) -> bool {
        matches!(self, Self::TooLong | Self::EndlessGame | Self::GameTooLong)
    }

    /// Returns the message, which is one sentence.
    pub fn message(self) -> &'static str {
        self.row().1
    }
}

/// A failed rule and its source location.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Fault {
    /// The reason of the failure.
    pub kind: FaultKind,
    /// The statement that was running, or the expression without a value.
    pub span: Span,
    /// The subject of the message, if it names one.
    pub about: Option<About>,
}

/// The subject of a failed rule.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum About {
    /// A table and the key for which it has no row.
    Row(TableId, i32),
    /// A number of a player, or of a spot of this kind, and the number of players or spots.
    Number(Option<SpotId>, i32, i32),
    /// A zone and the maximum number of its cards.
    Full(ZoneId, u32),
    /// A phase that repeats without end.
    Repeats(PhaseId),
}

//! What can fail while a checked ruleset is played. Each ends the game with a place in the ruleset, never the process.

use ludex_grammar::span::Span;

use crate::ids::{PhaseId, SpotId, TableId, ZoneId};

/// Why a rule failed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum FaultKind {
    /// A number left its range.
    Overflow,
    /// The divisor of `div` or `mod` was 0.
    DivisionByZero,
    /// A value was missing where one is needed, e.g. the column of a card that lies at none.
    Missing,
    /// There is no seat, spot or copy with this number.
    NoSuchNumber,
    /// A table has no row for this key.
    NoSuchRow,
    /// A choice that must not be empty is.
    EmptyChoice,
    /// A card was moved into a zone that does not hold its kind, or to no zone.
    WrongZone,
    /// A card was moved into a zone that has its most cards already.
    ZoneFull,
    /// A card was to lie beside one that is in another zone.
    NotThere,
    /// One decision led to too many instructions.
    TooLong,
    /// Effects or expressions called each other too deep.
    TooDeep,
    /// Lists or frames became too large.
    TooMuchMemory,
    /// All choices of too many elements.
    TooManySubsets,
    /// `me`, where no player is active.
    NobodyActive,
    /// A game does not end.
    EndlessGame,
    /// A whole game took too many instructions.
    GameTooLong,
}

macro_rules! rows {
    ($($kind:ident $code:literal $message:literal;)*) => {
        const ALL: &[FaultKind] = &[$(FaultKind::$kind),*];

        impl FaultKind {
            /// Its code, and its sentence.
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
    NoSuchNumber "no_such_number" "there is no seat, spot, copy or place with this number";
    NoSuchRow "no_such_row" "the table has no row for this key";
    EmptyChoice "empty_choice" "there is nothing to choose from";
    WrongZone "wrong_zone" "a card can't lie in this zone";
    ZoneFull "zone_full" "the zone is full";
    NotThere "card_elsewhere" "the card to lie beside is in another zone";
    TooLong "too_long" "this goes on for too long (more than 2,000,000 fuel without a decision)";
    TooDeep "too_deep" "effects or expressions call each other too deep";
    TooMuchMemory "too_much_memory" "this needs too much memory";
    TooManySubsets "too_many_subsets" "`subsets` of more than 16 would be too many";
    NobodyActive "nobody_active" "nobody is active here";
    EndlessGame "endless_game" "the game does not end (it has at most 100,000 choices and 250,000 lines in its log, in a simulation 1,000,000 choices, with bots that think 10,000)";
    GameTooLong "game_too_long" "the game takes too long (more than 50,000,000 fuel in all)";
}

impl FaultKind {
    /// Every one.
    pub const ALL: &'static [FaultKind] = ALL;

    /// A name for programs, which stays as it is while the sentence may change.
    pub fn code(self) -> &'static str {
        self.row().0
    }

    /// True if the game, or a part of it, did not end within a limit.
    pub fn is_endless(self) -> bool {
        matches!(self, Self::TooLong | Self::EndlessGame | Self::GameTooLong)
    }

    /// One sentence.
    pub fn message(self) -> &'static str {
        self.row().1
    }
}

/// A failed rule and its place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Fault {
    /// What went wrong.
    pub kind: FaultKind,
    /// The statement that was running, or the expression that has no value.
    pub span: Span,
    /// What it is about, if its sentence names that.
    pub about: Option<About>,
}

/// What a failed rule has met.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum About {
    /// The table that has no row, and for which key.
    Row(TableId, i32),
    /// A number of a player, or of spots of a sort, and how many there are.
    Number(Option<SpotId>, i32, i32),
    /// A zone, and how many cards it holds at most.
    Full(ZoneId, u32),
    /// A phase that is repeated without end.
    Repeats(PhaseId),
}

//! What can fail while a checked ruleset is played. Each ends the game with a place in the ruleset, never the process.

use ludex_grammar::span::Span;

use crate::ids::TableId;

/// Why a rule failed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
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
    /// `me`, where no player is active.
    NobodyActive,
    /// A game does not end.
    EndlessGame,
    /// A whole game took too many instructions.
    GameTooLong,
}

impl FaultKind {
    /// One sentence.
    pub fn message(self) -> &'static str {
        match self {
            Self::Overflow => "a number became too large",
            Self::DivisionByZero => "division by zero",
            Self::Missing => "a value is missing where one is needed",
            Self::NoSuchNumber => "there is no seat, spot, copy or place with this number",
            Self::NoSuchRow => "the table has no row for this key",
            Self::EmptyChoice => "there is nothing to choose from",
            Self::WrongZone => "a card can't lie in this zone",
            Self::NotThere => "the card to lie beside is in another zone",
            Self::ZoneFull => "the zone is full",
            Self::TooLong => {
                "this goes on for too long (more than 2,000,000 instructions without a decision)"
            }
            Self::TooDeep => "effects or expressions call each other too deep",
            Self::TooMuchMemory => "this needs too much memory",
            Self::EndlessGame => {
                "the game does not end (it has at most 100,000 choices and 250,000 lines in its log, in a simulation 1,000,000 choices)"
            }
            Self::GameTooLong => "the game takes too long (more than 50,000,000 instructions in all)",
            Self::NobodyActive => "nobody is active here",
        }
    }
}

/// A failed rule and its place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Fault {
    /// What went wrong.
    pub kind: FaultKind,
    /// The statement that was running, or the expression that has no value.
    pub span: Span,
    /// The table that has no row, and for which key.
    pub row: Option<(TableId, i32)>,
}

//! Programs for a number of players and option values, with validation.

use std::sync::Arc;

use super::Ruleset;
use crate::lower::{LowerError, lower};
use crate::program::Program;
use ludex_check::types::{Base, card_bases, no_bases, place_bases};

/// Options or players with which a game can't be played.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct SetupError {
    /// Kind of the error.
    pub kind: SetupErrorKind,
    /// One sentence that names the given and the allowed values.
    pub message: String,
}

/// The kind of error in a set-up.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum SetupErrorKind {
    /// The ruleset does not support this number of players.
    Players {
        /// Number of players given.
        given: u8,
        /// Minimum number of players.
        fewest: u8,
        /// Maximum number of players.
        most: u8,
    },
    /// The ruleset has no option of this name.
    UnknownOption(String),
    /// The value is not allowed for this option.
    OptionValue {
        /// Name of the option.
        option: String,
        /// The value as given.
        given: String,
    },
    /// The game exceeds a limit, such as the number of cards.
    TooLarge,
    /// A value that is fixed before a game can't be computed.
    Unfixed,
    /// The seat does not exist.
    NoSuchSeat,
    /// The card does not exist.
    NoSuchCard,
    /// A card is to be replaced by itself, or by a card of another kind.
    OtherKind,
    /// The rules name the card that is to be replaced.
    NamedCard,
}

impl SetupErrorKind {
    /// Returns a stable name for programs; the message may change.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Players { .. } => "players",
            Self::UnknownOption(_) => "unknown_option",
            Self::OptionValue { .. } => "option_value",
            Self::TooLarge => "too_large",
            Self::Unfixed => "unfixed",
            Self::NoSuchSeat => "no_such_seat",
            Self::NoSuchCard => "no_such_card",
            Self::OtherKind => "other_kind",
            Self::NamedCard => "named_card",
        }
    }
}

impl SetupError {
    pub(crate) fn new(kind: SetupErrorKind, message: impl Into<String>) -> Self {
        Self { kind, message: message.into() }
    }
}

impl std::fmt::Display for SetupError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for SetupError {}

impl Ruleset {
    /// Compiles the program for a number of players and options given by name.
    pub(crate) fn program(
        &self,
        players: u8,
        options: &[(String, String)],
    ) -> Result<Arc<Program>, SetupError> {
        let values = self.option_values(players, options)?;
        lower(&self.checked, players, &values).map(Arc::new).map_err(|error| {
            let SetupError { kind, message } = self.lower_error(&error);
            SetupError::new(kind, format!("{}: {message}", self.checked.id))
        })
    }

    pub(crate) fn option_values(
        &self,
        players: u8,
        options: &[(String, String)],
    ) -> Result<Vec<i32>, SetupError> {
        let checked = &self.checked;
        if players < checked.min_players || players > checked.max_players {
            let (min, max) = (checked.min_players, checked.max_players);
            let allowed = if min == max { format!("{min}") } else { format!("{min} to {max}") };
            let kind = SetupErrorKind::Players { given: players, fewest: min, most: max };
            let message = format!("{} is for {allowed} players, not {players}", checked.id);
            return Err(SetupError::new(kind, message));
        }
        let mut values: Vec<i32> = checked.options.iter().map(|o| o.default).collect();
        for (name, value) in options {
            let Some(i) = checked.options.iter().position(|o| o.name == *name) else {
                return Err(self.unknown_option(name));
            };
            values[i] = self.option_value(i, value)?;
        }
        Ok(values)
    }

    fn unknown_option(&self, name: &str) -> SetupError {
        let known: Vec<&str> = self.checked.options.iter().map(|o| o.name.as_str()).collect();
        let help = match ludex_grammar::suggest::closest(name, known.iter().copied()) {
            Some(near) => format!("did you mean `{near}`?"),
            None if known.is_empty() => "it has no options".to_owned(),
            None => format!("it has: {}", known.join(", ")),
        };
        let kind = SetupErrorKind::UnknownOption(name.to_owned());
        SetupError::new(kind, format!("{} has no option `{name}`; {help}", self.checked.id))
    }

    fn option_value(&self, index: usize, text: &str) -> Result<i32, SetupError> {
        let option = &self.checked.options[index];
        let (value, allowed) = match option.ty.base() {
            Base::Bool => (
                ["false", "true"].iter().position(|w| *w == text).map(|i| i as i32),
                "true or false".to_owned(),
            ),
            Base::Enum(id) => {
                let words = &self.checked.enums[id.index()].values;
                (words.iter().position(|w| w == text).map(|i| i as i32), words.join(", "))
            }
            Base::Int | Base::Decimal | Base::Name(_) | card_bases!() | place_bases!() | no_bases!() => {
                let number = text.parse::<i32>().ok().filter(|n| (option.min..=option.max).contains(n));
                (number, format!("{} to {}", option.min, option.max))
            }
        };
        value.ok_or_else(|| {
            let kind = SetupErrorKind::OptionValue { option: option.name.clone(), given: text.to_owned() };
            SetupError::new(kind, format!("option `{}` can't be `{text}`; allowed: {allowed}", option.name))
        })
    }

    /// Describes why a program can't be created, without the name of the ruleset.
    pub(crate) fn lower_error(&self, error: &LowerError) -> SetupError {
        let kind = match error {
            LowerError::Named(_) => SetupErrorKind::NamedCard,
            LowerError::Unfixed(_) => SetupErrorKind::Unfixed,
            LowerError::TooManyCards(_)
            | LowerError::TooManyZones(_)
            | LowerError::TooManyCells(_)
            | LowerError::TooManyAbilities(_)
            | LowerError::TooManyRows { .. } => SetupErrorKind::TooLarge,
        };
        let message = match error {
            LowerError::TooManyCards(n) => {
                format!("{n} cards are too many: at most {}", crate::lower::MAX_CARDS)
            }
            LowerError::TooManyZones(n) => {
                format!("{n} zones are too many: at most {}", crate::lower::MAX_ZONES)
            }
            LowerError::Named(_) => "the rules name this card, so it can't be replaced".to_owned(),
            LowerError::TooManyCells(n) => {
                format!("{n} variables are too many: at most {}", crate::lower::MAX_CELLS)
            }
            LowerError::TooManyAbilities(n) => {
                format!("{n} abilities are too many: at most {}", crate::lower::MAX_ABILITIES)
            }
            LowerError::TooManyRows { cards, rows } => format!(
                "{cards} cards with abilities are too many for so many events and properties: {rows} pairs of both, at most {}",
                crate::lower::MAX_ABILITY_ROWS
            ),
            LowerError::Unfixed(unfixed) => format!("{}: {unfixed}", self.sources.place(unfixed.span)),
        };
        SetupError::new(kind, message)
    }
}

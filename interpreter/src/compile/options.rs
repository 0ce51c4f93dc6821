//! A program for a number of players and for options, or why there is none.

use std::sync::Arc;

use super::Ruleset;
use crate::lower::{LowerError, lower};
use crate::program::Program;
use crate::types::Base;

/// Options or players that can't be played.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SetupError {
    /// One sentence, naming what was given and what is allowed.
    pub message: String,
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
        lower(&self.checked, players, &values).map(Arc::new).map_err(|error| SetupError {
            message: format!("{}: {}", self.checked.id, self.lower_error(&error).message),
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
            return Err(SetupError {
                message: format!("{} is for {allowed} players, not {players}", checked.id),
            });
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
        SetupError { message: format!("{} has no option `{name}`; {help}", self.checked.id) }
    }

    fn option_value(&self, index: usize, text: &str) -> Result<i32, SetupError> {
        let option = &self.checked.options[index];
        let (value, allowed) = match option.ty.base {
            Base::Bool => (
                ["false", "true"].iter().position(|w| *w == text).map(|i| i as i32),
                "true or false".to_owned(),
            ),
            Base::Enum(id) => {
                let words = &self.checked.enums[id.index()].values;
                (words.iter().position(|w| w == text).map(|i| i as i32), words.join(", "))
            }
            Base::Int
            | Base::Decimal
            | Base::Card
            | Base::Kind(_)
            | Base::Design(_)
            | Base::Player
            | Base::Spot(_)
            | Base::Zone
            | Base::Nothing
            | Base::Unknown => {
                let number = text.parse::<i32>().ok().filter(|n| (option.min..=option.max).contains(n));
                (number, format!("{} to {}", option.min, option.max))
            }
        };
        value.ok_or_else(|| SetupError {
            message: format!("option `{}` can't be `{text}`; allowed: {allowed}", option.name),
        })
    }

    /// What stands in the way of a program, without the name of the ruleset.
    pub(crate) fn lower_error(&self, error: &LowerError) -> SetupError {
        let message = match error {
            LowerError::TooManyCards(n) => {
                format!("{n} cards are too many: at most {}", crate::lower::MAX_CARDS)
            }
            LowerError::TooManyZones(n) => {
                format!("{n} zones are too many: at most {}", crate::lower::MAX_ZONES)
            }
            LowerError::Named(_) => "the rules name this card, so no other can take its place".to_owned(),
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
        SetupError { message }
    }
}

//! A game as data: ruleset, options, seed and choices. Serves as save, replay, bug report and test case.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::super::label::option_labels;
use super::{ApplyError, Game, Ruleset};
use crate::program::Program;
use crate::ruleset::SetupError;
use ludex_check::types::{Base, card_bases, no_bases, place_bases};

/// A recorded game.
#[derive(Debug, Clone, PartialEq, Eq, JsonSchema, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct Record {
    /// Format of the record: 1.
    pub ludex: u32,
    /// ID of the ruleset.
    pub ruleset: String,
    /// Fingerprint of the rules, as 16 hexadecimal digits.
    pub fingerprint: String,
    /// Number of players.
    pub players: u8,
    /// Name and value of each option that differs from its default.
    pub options: Vec<(String, String)>,
    /// Seed of all random numbers in the game.
    pub seed: u64,
    /// True if random numbers come in streams (`Setup::in_streams`); otherwise absent.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub streams: bool,
    /// Label of each choice, in order.
    pub choices: Vec<String>,
    /// Hash of the final position, as 16 hexadecimal digits.
    pub hash: String,
}

/// Maximum number of options listed if a choice is not among them.
const TOLD: usize = 30;

/// Reason why a record cannot be replayed.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum RecordError {
    /// The record has a format that this program does not read.
    Format(u32),
    /// The record belongs to another game, with this ID.
    OtherRuleset(String),
    /// The record belongs to another version of the ruleset.
    OtherVersion,
    /// The ruleset does not have these players or options.
    Setup(SetupError),
    /// A choice is not offered: its number from 1, its label, the offered options.
    Choice(usize, String, Vec<String>),
    /// The final position differs from the recorded one.
    Hash,
}

impl std::fmt::Display for RecordError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Format(n) => write!(f, "this game was saved in format {n}; this program reads format 1"),
            Self::OtherRuleset(id) => write!(f, "this is a game of `{id}`"),
            Self::OtherVersion => f.write_str("this game was saved with another version of the ruleset"),
            Self::Setup(error) => write!(f, "the save was edited: {error}"),
            Self::Choice(n, label, offered) => {
                let more = offered.len().saturating_sub(TOLD);
                let offered = offered[..offered.len() - more].join(", ");
                write!(f, "the save was edited: choice {n} is `{label}`, but offered are {offered}")?;
                if more > 0 { write!(f, " and {more} more") } else { Ok(()) }
            }
            Self::Hash => {
                f.write_str("the save was edited: its choices lead to another position than the saved one")
            }
        }
    }
}

impl std::error::Error for RecordError {}

/// Returns every option by name, with its value as written in a ruleset.
pub(crate) fn options_of(program: &Program) -> impl Iterator<Item = (String, String)> + '_ {
    let checked = &program.checked;
    checked.options.iter().zip(&program.options).map(move |(def, value)| {
        let text = match def.ty.base() {
            Base::Bool => (*value != 0).to_string(),
            Base::Enum(id) => checked.enums[id.index()].values[*value as usize].clone(),
            Base::Int | Base::Decimal | Base::Name(_) | card_bases!() | place_bases!() | no_bases!() => {
                value.to_string()
            }
        };
        (def.name.clone(), text)
    })
}

/// Returns the options that differ from their default.
fn given(program: &Program) -> Vec<(String, String)> {
    let defs = program.checked.options.iter().zip(&program.options);
    let changed = defs.map(|(def, value)| def.default != *value);
    options_of(program).zip(changed).filter(|(_, changed)| *changed).map(|(option, _)| option).collect()
}

impl Game {
    pub(in crate::play) fn record(&self) -> Record {
        let (ruleset, program) = (self.setup.ruleset(), self.program());
        Record {
            ludex: 1,
            ruleset: program.checked.id.clone(),
            fingerprint: format!("{:016x}", ruleset.fingerprint()),
            players: program.players,
            options: given(program),
            seed: self.seed,
            streams: self.state.streams.is_some(),
            choices: self.past.choices.iter().map(|choice| choice.label.clone()).collect(),
            hash: format!("{:016x}", self.state.hash()),
        }
    }
}

/// Replays a record. Every choice must be possible, and the final position must be the same.
pub(super) fn replay(ruleset: &Ruleset, record: &Record) -> Result<Game, RecordError> {
    fits(ruleset, record)?;
    let setup = ruleset.setup(record.players, &record.options);
    let setup = setup.map_err(RecordError::Setup)?;
    let game = Game::new(&if record.streams { setup.in_streams() } else { setup }, record.seed);
    again(game, record)
}

/// Continues a record from its initial position.
pub(super) fn replay_from(position: Game, record: &Record) -> Result<Game, RecordError> {
    fits(position.setup.ruleset(), record)?;
    let begun = position.record();
    let same = (begun.players, &begun.options, begun.seed, begun.streams)
        == (record.players, &record.options, record.seed, record.streams);
    if !same || !record.choices.starts_with(&begun.choices) {
        return Err(RecordError::Hash);
    }
    again(position, record)
}

/// Returns an error unless a record belongs to a ruleset.
fn fits(ruleset: &Ruleset, record: &Record) -> Result<(), RecordError> {
    if record.ludex != 1 {
        return Err(RecordError::Format(record.ludex));
    }
    if record.ruleset != ruleset.id() {
        return Err(RecordError::OtherRuleset(record.ruleset.clone()));
    }
    if record.fingerprint != format!("{:016x}", ruleset.fingerprint()) {
        return Err(RecordError::OtherVersion);
    }
    Ok(())
}

/// Makes the remaining choices of a record. Skips choices that an older program asked for and that the game
/// now makes by itself.
fn again(mut game: Game, record: &Record) -> Result<Game, RecordError> {
    let mut unasked = game.unasked.clone().into_iter();
    for (i, label) in record.choices.iter().enumerate().skip(game.choices()) {
        let offered = option_labels(game.program(), game.state());
        match offered.iter().position(|l| l == label).map(|option| game.apply(option)) {
            Some(Ok(()) | Err(ApplyError::Fault(_))) => unasked = game.unasked.clone().into_iter(),
            None if unasked.any(|taken| taken.label == *label) => {}
            None | Some(Err(ApplyError::NoSuchOption)) => {
                return Err(RecordError::Choice(i + 1, label.clone(), offered));
            }
        }
    }
    if record.hash != format!("{:016x}", game.state.hash()) {
        return Err(RecordError::Hash);
    }
    Ok(game)
}

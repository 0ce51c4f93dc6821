//! Replays saved games on both rulesets.

use std::path::{Path, PathBuf};

use ludex::{Game, Record, Ruleset};
use schemars::JsonSchema;
use serde::Serialize;

use crate::failure::Failure;
use crate::game::save::Save;
use crate::sources::rulesets::Loaded;
use crate::terminal::output::clean;

/// A saved game, replayed on both rulesets.
#[derive(Debug, JsonSchema, Serialize)]
pub struct Played {
    /// File of the saved game.
    pub file: String,
    /// Result on the base.
    pub was: End,
    /// Result on the variant.
    pub is: End,
    /// Number of the first choice with different options, from 1; `null` if all are equal.
    pub from: Option<usize>,
}

/// Result of replaying the choices of a saved game.
#[derive(Debug, Clone, PartialEq, Eq, JsonSchema, Serialize)]
#[serde(tag = "end", rename_all = "snake_case")]
pub enum End {
    /// All choices were made: scores by seat, and whether the game is over.
    Played { scores: Vec<String>, over: bool },
    /// A choice can't be made: its number from 1, and its label.
    Stopped { choice: usize, label: String },
    /// The game can't begin on this ruleset; holds the reason.
    None { why: String },
}

impl Played {
    pub fn is_same(&self) -> bool {
        self.was == self.is && self.from.is_none()
    }
}

/// Result of a replayed game and the options offered at each choice.
struct Course {
    end: End,
    offered: Vec<Vec<String>>,
}

/// Reads the saved games.
///
/// # Errors
/// If a file can't be read.
pub fn read(files: &[PathBuf]) -> Result<Vec<(String, Record)>, Failure> {
    let read = |path: &Path| Save::read(path).map(|save| (path.display().to_string(), save.record));
    files.iter().map(|path| read(path).map_err(Failure::Problem)).collect()
}

pub fn compared(saves: &[(String, Record)], base: &Loaded, variant: &Loaded) -> Vec<Played> {
    let played = |(file, record): &(String, Record)| {
        let [was, is] = [base, variant].map(|side| course(&side.ruleset, record));
        let differs = was.offered.iter().zip(&is.offered).position(|(was, is)| was != is);
        Played { file: file.clone(), from: differs.map(|at| at + 1), was: was.end, is: is.end }
    };
    saves.iter().map(played).collect()
}

/// Makes the choices of a record as far as possible.
fn course(ruleset: &Ruleset, record: &Record) -> Course {
    let none = |why: String| Course { end: End::None { why }, offered: Vec::new() };
    if record.ruleset != ruleset.id() {
        return none(format!("it is a game of `{}`", clean(&record.ruleset)));
    }
    let setup = match ruleset.setup(record.players, &record.options) {
        Ok(setup) => setup,
        Err(error) => return none(error.to_string()),
    };
    let mut game = Game::new(&if record.streams { setup.in_streams() } else { setup }, record.seed);
    let mut offered = Vec::new();
    for (number, label) in record.choices.iter().enumerate() {
        let labels = game.host().labels();
        let index = labels.iter().position(|offered| offered == label);
        offered.push(labels);
        let Some(index) = index else {
            return Course { end: End::Stopped { choice: number + 1, label: label.clone() }, offered };
        };
        // the game itself stores a fault
        let _ = game.apply(index);
    }
    Course { end: played(&game), offered }
}

fn played(game: &Game) -> End {
    let scores = game.host().scores().unwrap_or_default();
    let scores = scores.iter().map(|score| score.to_string()).collect();
    End::Played { scores, over: game.is_over() }
}

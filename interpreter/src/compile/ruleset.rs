//! From texts to a ruleset that can be played.

use std::sync::Arc;

use super::diagnostics::{Diagnostic, Severity, Sources, Style, render};
use super::driver::Origin;
use crate::hir::Checked;
use crate::ids::Seat;
use crate::model::Rights;

/// What came of compiling.
#[derive(Debug, Clone)]
pub struct Compiled {
    /// The texts, for drawing problems.
    pub sources: Sources,
    /// Everything that was found: errors first, then warnings, each in the order in which it is best read.
    pub problems: Vec<Diagnostic>,
    /// The ruleset, if there is no error.
    pub ruleset: Option<Ruleset>,
}

/// Why a ruleset can't be played: its errors. Shown, it is what `ludex check` prints.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Problems {
    /// The texts.
    pub sources: Sources,
    /// What was found, errors and warnings; at least one is an error.
    pub problems: Vec<Diagnostic>,
}

impl std::fmt::Display for Problems {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(render(&self.sources, &self.problems, Style::default()).trim_end())
    }
}

impl std::error::Error for Problems {}

impl Compiled {
    /// The ruleset, or why there is none; warnings are dropped where there is one.
    ///
    /// # Errors
    /// [`Problems`] if the ruleset has an error.
    pub fn into_ruleset(self) -> Result<Ruleset, Problems> {
        let Self { sources, problems, ruleset } = self;
        ruleset.ok_or(Problems { sources, problems })
    }

    /// Whether there is an error.
    pub fn has_errors(&self) -> bool {
        self.problems.iter().any(|problem| problem.severity() == Severity::Error)
    }
}

/// A checked ruleset. It is cheap to copy: copies share everything.
#[derive(Debug, Clone)]
pub struct Ruleset {
    /// Names and meaning.
    pub(crate) checked: Arc<Checked>,
    pub(crate) sources: Arc<Sources>,
    pub(super) origin: Arc<Origin>,
}

impl Ruleset {
    /// Its id, as `game: { id: … }` has it.
    pub fn id(&self) -> &str {
        &self.checked.id
    }

    /// The fewest and the most players.
    pub fn players(&self) -> std::ops::RangeInclusive<u8> {
        self.checked.min_players..=self.checked.max_players
    }

    /// The seat with a number (from 0, clockwise), if so many may play.
    pub fn seat(&self, number: u8) -> Option<Seat> {
        (number < self.checked.max_players).then_some(Seat(number))
    }

    /// How many play if nobody says; one of `players`.
    pub fn usual_players(&self) -> u8 {
        self.checked.usual_players
    }

    /// The languages in which it has texts, in alphabetic order.
    pub fn languages(&self) -> impl Iterator<Item = &str> {
        self.checked.texts.languages()
    }

    /// The keys of the texts that a language lacks, in alphabetic order.
    pub fn lacking_texts(&self, language: &str) -> Vec<&str> {
        self.checked.texts.lacking(language)
    }

    /// Whether a language itself has the text of a key.
    pub fn has_text(&self, language: &str, key: &str) -> bool {
        self.checked.texts.languages.get(language).is_some_and(|def| def.texts.get(key).is_some())
    }

    /// The text of a key as it is written, of one with alternatives the last; English where the language lacks it.
    pub fn written_text(&self, language: &str, key: &str) -> Option<&str> {
        self.checked.texts.find(language, key).map(|(_, text)| &*text.last)
    }

    /// Whose names and words it uses, if it says so.
    pub fn rights(&self) -> Option<&Rights> {
        self.checked.rights.as_ref()
    }

    /// The texts it was made from: every place in it is a place there.
    pub fn sources(&self) -> &Sources {
        &self.sources
    }
}

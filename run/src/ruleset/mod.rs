//! The compiled ruleset and the result of compiling.

mod driver;
mod internals;
mod options;

use std::sync::Arc;

use ludex_grammar::diagnostic::{Diagnostic, Severity};
use ludex_grammar::render::{Style, render};
use ludex_grammar::source::Sources;

use driver::Origin;
use ludex_check::hir::Checked;
use ludex_check::ids::Seat;
use ludex_check::model::Rights;

pub use driver::Parts;
pub use internals::RulesetInternals;
pub use options::{SetupError, SetupErrorKind};

/// Result of compiling a ruleset.
#[derive(Debug, Clone)]
pub struct Compiled {
    /// The texts, for rendering problems.
    pub sources: Sources,
    /// All problems: errors first, then warnings, each in reading order.
    pub problems: Vec<Diagnostic>,
    /// The ruleset, if it has no errors.
    pub ruleset: Option<Ruleset>,
}

/// Errors of a ruleset that prevent playing it. They are displayed like the output of `ludex check`.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Problems {
    /// The texts to which the problems refer.
    pub sources: Sources,
    /// Errors and warnings; at least one is an error.
    pub problems: Vec<Diagnostic>,
}

impl std::fmt::Display for Problems {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(render(&self.sources, &self.problems, Style::default()).trim_end())
    }
}

impl std::error::Error for Problems {}

impl Compiled {
    /// Returns the ruleset and drops warnings.
    ///
    /// # Errors
    ///
    /// [`Problems`] if the ruleset has an error.
    pub fn into_ruleset(self) -> Result<Ruleset, Problems> {
        let Self { sources, problems, ruleset } = self;
        ruleset.ok_or(Problems { sources, problems })
    }

    /// Returns true if there is an error.
    pub fn has_errors(&self) -> bool {
        self.problems.iter().any(|problem| problem.severity() == Severity::Error)
    }
}

/// A checked ruleset. Copies are cheap because they share all data.
#[derive(Debug, Clone)]
pub struct Ruleset {
    /// Checked tree with resolved names.
    pub(crate) checked: Arc<Checked>,
    pub(crate) sources: Arc<Sources>,
    origin: Arc<Origin>,
}

impl Ruleset {
    /// Returns the id, as defined by `game: { id: … }`.
    pub fn id(&self) -> &str {
        &self.checked.id
    }

    /// Returns the range of allowed numbers of players.
    pub fn players(&self) -> std::ops::RangeInclusive<u8> {
        self.checked.min_players..=self.checked.max_players
    }

    /// Returns the seat with a number (from 0, clockwise), or `None` if no game has that many players.
    pub fn seat(&self, number: u8) -> Option<Seat> {
        (number < self.checked.max_players).then_some(Seat(number))
    }

    /// Returns the default number of players, which is one of `players`.
    pub fn usual_players(&self) -> u8 {
        self.checked.usual_players
    }

    /// Returns true if a game has several deals, and the rules have no `bot: { value: … }`, by which search bots
    /// compare positions between them.
    pub fn lacks_bot_value(&self) -> bool {
        let checked = self.checked();
        checked.score.hint.is_none() && checked.has_several_deals()
    }

    /// Returns the languages in which the ruleset has texts, in alphabetical order.
    pub fn languages(&self) -> impl Iterator<Item = &str> {
        self.checked.texts.languages()
    }

    /// Returns the keys of the texts that a language lacks, in alphabetical order.
    pub fn lacking_texts(&self, language: &str) -> Vec<&str> {
        self.checked.texts.lacking(language)
    }

    /// Returns true if a language has a text for a key, without fallback to English.
    pub fn has_text(&self, language: &str, key: &str) -> bool {
        self.checked.texts.languages.get(language).is_some_and(|def| def.texts.get(key).is_some())
    }

    /// Returns the text of a key as written, with English as fallback. For a text with alternatives, returns
    /// the last one.
    pub fn written_text(&self, language: &str, key: &str) -> Option<&str> {
        self.checked.texts.find(language, key).map(|(_, text)| &*text.last)
    }

    /// Returns the owners of the names and texts, if specified.
    pub fn rights(&self) -> Option<&Rights> {
        self.checked.rights.as_ref()
    }

    /// Returns the source texts to which all locations in the ruleset refer.
    pub fn sources(&self) -> &Sources {
        &self.sources
    }
}

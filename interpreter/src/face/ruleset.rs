//! From texts to a ruleset that can be played.

use std::sync::Arc;

use super::diagnostics::{Diagnostic, Severity, Sources, Style, render};
use super::{Fault, Setup, SetupError};
use crate::game;
use crate::load::raw::WordsOf;

/// What came of compiling.
#[derive(Debug)]
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

pub(super) fn compiled(compiled: game::Compiled) -> Compiled {
    let game::Compiled { sources, problems, ruleset } = compiled;
    Compiled { sources, problems, ruleset: ruleset.map(Ruleset) }
}

/// Compiles the files of a ruleset: `(path below its folder, with forward slashes; text)`. A ruleset of a single file is given as
/// `ruleset.yaml`. `shown` is put before paths in messages. Nothing is read from anywhere else.
///
/// ```
/// let text = "format: 1\ngame: { id: idle, players: 1 }\nphases: { turn: { do: end game } }\n";
/// let compiled = ludex::compile(&[("ruleset.yaml".into(), text.into())], "");
/// assert!(compiled.problems.is_empty());
/// assert_eq!(compiled.ruleset.expect("no errors").id(), "idle");
/// ```
pub fn compile(files: &[(String, String)], shown: &str) -> Compiled {
    compiled(game::compile(files, shown))
}

/// Compiles a ruleset with overlays on it, in order; an overlay is given by the name shown in messages and its text.
/// [`variants`](super::variants) finds those that a ruleset brings.
pub fn compile_with(files: &[(String, String)], overlays: &[(String, String)], shown: &str) -> Compiled {
    compiled(game::compile_with(files, overlays, shown))
}

/// Compiles the files of a ruleset and, where it has no error, each of its variants with those it is built on, by path: it comes first. The
/// files are parsed once for all, and [scenarios](super::scenarios) of variants use what was compiled here.
pub fn compile_all(files: &[(String, String)], shown: &str) -> Vec<Compiled> {
    game::compile_all(files, shown).into_iter().map(compiled).collect()
}

/// Compiles a ruleset of one file, which is called `shown` in messages, with overlays on it.
pub fn compile_file(text: &str, overlays: &[(String, String)], shown: &str) -> Compiled {
    compiled(game::compile_file(text, overlays, shown))
}

/// A checked ruleset. It is cheap to copy: copies share everything.
#[derive(Debug, Clone)]
pub struct Ruleset(pub(crate) Arc<game::Ruleset>);

/// Whose names and words a ruleset uses.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rights<'a> {
    /// Whose names, if those of others.
    pub names: Option<&'a str>,
    /// Texts and rules are in words of its own, or in those of the printed game; nothing if it does not say.
    pub own_words: Option<bool>,
    /// It was made or approved by those whose names it uses.
    pub official: bool,
    /// Under which the ruleset may be passed on, in its own words (`MIT OR Apache-2.0`).
    pub licence: Option<&'a str>,
    /// Where to ask for a removal.
    pub contact: Option<&'a str>,
}

impl Ruleset {
    /// Its id, as `game: { id: … }` has it.
    pub fn id(&self) -> &str {
        self.0.id()
    }

    /// The fewest and the most players.
    pub fn players(&self) -> std::ops::RangeInclusive<u8> {
        self.0.checked.min_players..=self.0.checked.max_players
    }

    /// How many play if nobody says; one of `players`.
    pub fn usual_players(&self) -> u8 {
        self.0.checked.usual_players
    }

    /// The languages in which it has texts, in alphabetic order.
    pub fn languages(&self) -> impl Iterator<Item = &str> {
        self.0.languages()
    }

    /// The keys of the texts that a language lacks, in alphabetic order.
    pub fn lacking_texts(&self, language: &str) -> Vec<&str> {
        self.0.checked.texts.lacking(language)
    }

    /// The text of a key as it is written, of one with alternatives the last; English where the language lacks it.
    pub fn written_text(&self, language: &str, key: &str) -> Option<&str> {
        self.0.checked.texts.find(language, key).map(|(_, text)| &*text.last)
    }

    /// Whose names and words it uses, if it says so.
    pub fn rights(&self) -> Option<Rights<'_>> {
        let rights = self.0.checked.rights.as_ref()?;
        Some(Rights {
            names: rights.names.as_deref(),
            own_words: rights.words.map(|words| words == WordsOf::Own),
            official: rights.official,
            licence: rights.licence.as_deref(),
            contact: rights.contact.as_deref(),
        })
    }

    /// A number that changes whenever a rule changes; comments, blanks, texts, scenarios and the layout are not in it.
    pub fn fingerprint(&self) -> u64 {
        self.0.fingerprint()
    }

    /// The texts it was made from: every place in it is a place there.
    pub fn sources(&self) -> &Sources {
        &self.0.sources
    }

    /// Sets it up for a number of players and options given by name; an option that is not given has its default.
    ///
    /// # Errors
    /// A sentence that names what was given and what is allowed: a number of players or a value out of range, an option that there is not, or
    /// more cards, zones or variables than a game can have.
    pub fn setup(&self, players: u8, options: &[(String, String)]) -> Result<Setup, SetupError> {
        let program = self.0.program(players, options)?;
        Ok(Setup { ruleset: self.clone(), program, roles: None })
    }

    pub(super) fn fault(&self, fault: crate::exec::Fault) -> Fault {
        Fault::new(fault, &self.0.checked, self.sources())
    }
}

//! What is to be compiled, and how: the way from texts to a ruleset.

use std::borrow::Cow;

use super::Compiled;
use super::driver::Parts;
use crate::jobs::{Workers, one_by_one};
use crate::load::Documents;
use crate::load::variants::resolved;

/// Compiles the files of a ruleset: `(path below its folder, with forward slashes; text)`. A ruleset of a single file is given as
/// `ruleset.yaml`. Nothing is read from anywhere else. [`compile`] is this without anything further.
///
/// ```
/// let text = "format: 1\ngame: { id: idle, players: 1 }\nphases: { turn: { do: end game } }\n";
/// let overlay = "variant: { id: two, of: idle }\ngame: { players: 2 }\n";
/// let (files, overlays) = ([("ruleset.yaml".into(), text.into())], [("two.yaml".into(), overlay.into())]);
/// let compiled = ludex::Compile::new(&files).shown("idle/").overlays(&overlays).compile();
/// assert!(compiled.problems.is_empty());
/// assert_eq!(compiled.ruleset.expect("no errors").players(), 2..=2);
/// ```
#[derive(Clone)]
pub struct Compile<'f> {
    pub(crate) files: Cow<'f, [(String, String)]>,
    overlays: &'f [(String, String)],
    shown: Shown,
    pub(crate) rules: Option<&'f str>,
    pub(crate) workers: Workers<'f>,
}

/// What a file is called in messages.
#[derive(Clone)]
enum Shown {
    /// By its path, after this.
    Below(String),
    /// So: there is one file.
    As(String),
}

/// Compiles the files of a ruleset, which are called in messages by their paths; see [`Compile`] for more.
///
/// ```
/// let text = "format: 1\ngame: { id: idle, players: 1 }\nphases: { turn: { do: end game } }\n";
/// let compiled = ludex::compile(&[("ruleset.yaml".into(), text.into())]);
/// assert_eq!(compiled.into_ruleset()?.id(), "idle");
/// # Ok::<(), ludex::Problems>(())
/// ```
pub fn compile(files: &[(String, String)]) -> Compiled {
    Compile::new(files).compile()
}

impl<'f> Compile<'f> {
    /// These files, without overlays.
    pub fn new(files: &'f [(String, String)]) -> Self {
        let shown = Shown::Below(String::new());
        Self { files: Cow::Borrowed(files), overlays: &[], shown, rules: None, workers: &one_by_one }
    }

    /// Messages name a file by its path after this, as by the path of the folder with a slash at its end.
    pub fn shown(self, prefix: impl Into<String>) -> Self {
        Self { shown: Shown::Below(prefix.into()), ..self }
    }

    /// Messages name the file of a ruleset of one file so.
    pub fn shown_as(self, name: impl Into<String>) -> Self {
        Self { shown: Shown::As(name.into()), ..self }
    }

    /// Overlays are laid on it, in this order: the name shown in messages, and the text. [`variants`](crate::variants) finds those that a
    /// ruleset brings.
    pub fn overlays(self, overlays: &'f [(String, String)]) -> Self {
        Self { overlays, ..self }
    }

    /// The numbered rules of the game, of which scenarios name some.
    pub fn rules(self, rules: Option<&'f str>) -> Self {
        Self { rules, ..self }
    }

    /// Who does the work that can be done side by side. What is found does not depend on it.
    pub fn workers(self, workers: Workers<'f>) -> Self {
        Self { workers, ..self }
    }

    /// The ruleset with the overlays on it.
    pub fn compile(&self) -> Compiled {
        let parts = self.parts();
        let documents = Documents::read(&parts.sources, &parts.files);
        parts.compile(documents)
    }

    /// The ruleset without overlays and, where it has no error, with each of its variants and those that is built on, by path: it comes
    /// first. The files are parsed once for all, and [scenarios](crate::scenarios) of variants use what was compiled here.
    pub fn compile_all(&self) -> Vec<Compiled> {
        let plain = self.plain().compile_first();
        let variants = plain.ruleset.iter().flat_map(|ruleset| {
            let compile = |paths: Vec<String>| ruleset.with_variants(&paths);
            ruleset.variants().into_iter().map(compile)
        });
        let variants: Vec<Compiled> = variants.collect();
        std::iter::once(plain).chain(variants).collect()
    }

    /// A ruleset in one file: this one with the overlays applied, as YAML in which each change names its file.
    pub fn resolved(&self) -> String {
        let parts = self.parts();
        resolved::print(&parts.sources, &parts.files, &parts.overlays)
    }

    fn parts(&self) -> Parts {
        Parts::new(&self.files, self.overlays, |path| self.shown.of(path))
    }

    /// Without the overlays.
    pub(crate) fn plain(&self) -> Parts {
        Parts::new(&self.files, &[], |path| self.shown.of(path))
    }

    /// What a file is called in messages.
    pub(crate) fn name_of(&self, path: &str) -> String {
        self.shown.of(path)
    }
}

impl Shown {
    fn of(&self, path: &str) -> String {
        match self {
            Self::Below(prefix) => format!("{prefix}{path}"),
            Self::As(name) => name.clone(),
        }
    }
}

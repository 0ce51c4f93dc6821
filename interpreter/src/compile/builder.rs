//! Builder for compiling texts into a ruleset.

use std::borrow::Cow;

use ludex_check::jobs::{Workers, one_by_one};
use ludex_check::load::Documents;
use ludex_check::load::variants::resolved;
use ludex_run::ruleset::{Compiled, Parts, RulesetInternals};

/// Compiles the files of a ruleset: `(path below its folder, with forward slashes; text)`. A ruleset of a
/// single file is given as `ruleset.yaml`. No other files are read. [`compile`] is the short form without
/// further settings.
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

/// Name of a file in messages.
#[derive(Clone)]
enum Shown {
    /// The path of the file, after this prefix.
    Below(String),
    /// A fixed name, for a single file.
    As(String),
}

/// Compiles the files of a ruleset. Messages name files by their paths; see [`Compile`] for settings.
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
    /// Creates a builder for these files, without overlays.
    pub fn new(files: &'f [(String, String)]) -> Self {
        let shown = Shown::Below(String::new());
        Self { files: Cow::Borrowed(files), overlays: &[], shown, rules: None, workers: &one_by_one }
    }

    /// Sets the prefix before paths in messages, such as the folder with a slash at its end.
    pub fn shown(self, prefix: impl Into<String>) -> Self {
        Self { shown: Shown::Below(prefix.into()), ..self }
    }

    /// Sets the name of the file in messages, for a ruleset of one file.
    pub fn shown_as(self, name: impl Into<String>) -> Self {
        Self { shown: Shown::As(name.into()), ..self }
    }

    /// Adds overlays in order of application: the name shown in messages, and the text.
    /// [`variants`](crate::variants) finds those that a ruleset contains.
    pub fn overlays(self, overlays: &'f [(String, String)]) -> Self {
        Self { overlays, ..self }
    }

    /// Sets the text of the game's numbered rules, which scenarios refer to.
    pub fn rules(self, rules: Option<&'f str>) -> Self {
        Self { rules, ..self }
    }

    /// Sets the workers for parallel work. They don't affect the result.
    pub fn workers(self, workers: Workers<'f>) -> Self {
        Self { workers, ..self }
    }

    /// Compiles the ruleset with the overlays.
    pub fn compile(&self) -> Compiled {
        let parts = self.parts();
        let documents = Documents::read(&parts.sources, &parts.files);
        parts.compile(documents)
    }

    /// Compiles the ruleset without overlays and, if it has no errors, with each of its variants and their
    /// dependencies. The plain ruleset comes first, then the variants by path. The files are parsed once for
    /// all, and [scenarios](crate::scenarios) of variants reuse the results.
    pub fn compile_all(&self) -> Vec<Compiled> {
        let plain = self.plain().compile_first();
        let variants = plain.ruleset.iter().flat_map(|ruleset| {
            let compile = |paths: Vec<String>| ruleset.with_variants(&paths);
            ruleset.variants().into_iter().map(compile)
        });
        let variants: Vec<Compiled> = variants.collect();
        std::iter::once(plain).chain(variants).collect()
    }

    /// Returns the ruleset with the overlays applied as a single YAML file, in which each line names its
    /// origin.
    pub fn resolved(&self) -> String {
        let parts = self.parts();
        resolved::print(&parts.sources, &parts.files, &parts.overlays)
    }

    fn parts(&self) -> Parts {
        Parts::new(&self.files, self.overlays, |path| self.shown.display_name(path))
    }

    /// Returns the parts without the overlays.
    pub(crate) fn plain(&self) -> Parts {
        Parts::new(&self.files, &[], |path| self.shown.display_name(path))
    }

    /// Returns the name of a file in messages.
    pub(crate) fn name_of(&self, path: &str) -> String {
        self.shown.display_name(path)
    }
}

impl Shown {
    fn display_name(&self, path: &str) -> String {
        match self {
            Self::Below(prefix) => format!("{prefix}{path}"),
            Self::As(name) => name.clone(),
        }
    }
}

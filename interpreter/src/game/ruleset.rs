//! A ruleset that can be played, made from texts.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use ludex_grammar::diagnostic::{Diagnostic, Severity};
use ludex_grammar::source::Sources;
use ludex_grammar::span::FileId;

use crate::check::{Snippets, Surroundings, check_for_snippets};
use crate::hir::{Checked, print};
use crate::load::Documents;
use crate::load::overlay::{self, Shipped};
use crate::load::raw::RawRuleset;
use crate::load::variants::both::{Apart, Both, both};
use crate::lower::{LowerError, lower};
use crate::program::Program;
use crate::state::Fnv;
use crate::types::Base;

/// What came of compiling.
#[derive(Debug, Clone)]
pub struct Compiled {
    /// The texts, for drawing problems.
    pub sources: Sources,
    /// Everything that was found, errors and warnings.
    pub problems: Vec<Diagnostic>,
    /// The ruleset, if there is no error.
    pub ruleset: Option<Arc<Ruleset>>,
}

/// A checked ruleset.
#[derive(Debug)]
pub struct Ruleset {
    /// Names and meaning.
    pub checked: Arc<Checked>,
    /// As written.
    pub raw: RawRuleset,
    /// The texts it was made from: every place in it is a place there.
    pub sources: Arc<Sources>,
    parts: Parts,
    /// What scenarios are checked against.
    surroundings: Surroundings,
    fingerprint: OnceLock<u64>,
    shipped: OnceLock<Arc<Shipped>>,
    /// What variants are laid on, once that has been asked for.
    documents: OnceLock<Documents>,
    /// What came of laying them on it, by their paths.
    with_variants: Mutex<BTreeMap<Vec<String>, Compiled>>,
}

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

/// Compiles the files of a ruleset: `(path relative to its folder, with forward slashes; text)`. A single file is
/// given as `ruleset.yaml`. `shown` is put before paths in messages.
pub fn compile(files: &[(String, String)], shown: &str) -> Compiled {
    compile_with(files, &[], shown)
}

/// Compiles a ruleset with overlays on it, in order; an overlay is given by the name shown in messages and its text.
pub fn compile_with(files: &[(String, String)], overlays: &[(String, String)], shown: &str) -> Compiled {
    compile_as(files, overlays, |path| format!("{shown}{path}"))
}

/// Compiles a ruleset of one file, which is called `shown` in messages, with overlays on it.
pub fn compile_file(text: &str, overlays: &[(String, String)], shown: &str) -> Compiled {
    compile_as(&[("ruleset.yaml".to_owned(), text.to_owned())], overlays, |_| shown.to_owned())
}

/// Compiles the files of a ruleset and then, where it has no error, each of its variants with those it is built on, by path.
/// They are parsed once, and a variant that is asked for of the ruleset later is not compiled again.
pub fn compile_all(files: &[(String, String)], shown: &str) -> Vec<Compiled> {
    let plain = Parts::new(files, &[], |path| format!("{shown}{path}")).compile_first();
    let variants = plain.ruleset.iter().flat_map(|ruleset| {
        let compile = |paths: Vec<String>| ruleset.with_variants(&paths);
        ruleset.variants().into_iter().map(compile)
    });
    let variants: Vec<Compiled> = variants.collect();
    std::iter::once(plain).chain(variants).collect()
}

fn compile_as(
    files: &[(String, String)],
    overlays: &[(String, String)],
    shown: impl Fn(&str) -> String,
) -> Compiled {
    let parts = Parts::new(files, overlays, shown);
    let documents = Documents::read(&parts.sources, &parts.files);
    parts.compile(documents)
}

/// What a ruleset is made from.
#[derive(Debug, Clone)]
pub(crate) struct Parts {
    pub sources: Arc<Sources>,
    /// By path, variants after all others: what is laid on something comes after it in the order of places.
    files: Vec<(String, FileId)>,
    /// In the order in which they are applied.
    overlays: Vec<FileId>,
}

impl Parts {
    pub fn new(
        files: &[(String, String)],
        overlays: &[(String, String)],
        shown: impl Fn(&str) -> String,
    ) -> Parts {
        let mut sources = Sources::new();
        let mut sorted: Vec<&(String, String)> = files.iter().collect();
        sorted.sort_by_key(|(path, _)| (overlay::is_file(path), path));
        let files = sorted.into_iter();
        let files =
            files.map(|(path, text)| (path.clone(), sources.add(shown(path), text.as_str()))).collect();
        let overlays =
            overlays.iter().map(|(name, text)| sources.add(name.as_str(), text.as_str())).collect();
        Parts { sources: Arc::new(sources), files, overlays }
    }

    /// Compiles them, and keeps what was parsed for the variants.
    pub fn compile_first(self) -> Compiled {
        let documents = Documents::read(&self.sources, &self.files);
        let plain = self.compile(documents.clone());
        if let Some(ruleset) = &plain.ruleset {
            ruleset.keep(match plain.problems.is_empty() {
                true => documents.with_read(ruleset.raw.clone()),
                false => documents,
            });
        }
        plain
    }

    fn compile(self, documents: Documents) -> Compiled {
        let mut problems = Vec::new();
        let raw = documents.load(&self.sources, &self.files, &self.overlays, &mut problems);
        let checked = check_for_snippets(&raw, &mut problems);
        // each stage tells in order what it finds
        problems.sort_by_key(Diagnostic::severity);
        let failed = problems.iter().any(|p| p.severity() == Severity::Error);
        let sources = (*self.sources).clone();
        let ruleset = checked.filter(|_| !failed).map(|(checked, surroundings)| {
            let sources = Arc::clone(&self.sources);
            Arc::new(Ruleset {
                checked,
                raw,
                sources,
                parts: self,
                surroundings,
                fingerprint: OnceLock::new(),
                shipped: OnceLock::new(),
                documents: OnceLock::new(),
                with_variants: Mutex::default(),
            })
        });
        Compiled { sources, problems, ruleset }
    }
}

impl Ruleset {
    /// The ruleset's id.
    pub fn id(&self) -> &str {
        &self.checked.id
    }

    /// The languages in which it has texts.
    pub fn languages(&self) -> impl Iterator<Item = &str> {
        self.checked.texts.languages()
    }

    /// Changes whenever a rule changes: a hash of what the rules mean, in the one form in which they are printed. Comments,
    /// blanks, texts, scenarios and the layout are not in it, nor in which file something stands.
    pub fn fingerprint(&self) -> u64 {
        *self.fingerprint.get_or_init(|| {
            let mut fnv = Fnv::default();
            fnv.bytes(print::rules(&self.checked).as_bytes());
            fnv.finish()
        })
    }

    /// Its variants, read once.
    pub(crate) fn shipped(&self) -> &Arc<Shipped> {
        self.shipped.get_or_init(|| Arc::new(Shipped::read(&self.sources, &self.parts.files)))
    }

    /// The overlays that are on it, and those it has but that are not on it.
    pub(crate) fn overlay_files(&self) -> (Vec<FileId>, Vec<FileId>) {
        let on = self.parts.overlays.clone();
        let (given, headers) = (self.overlay_ids(), &self.shipped().headers);
        let is_on =
            |path: &str| headers.iter().any(|(known, header)| known == path && given.contains(&header.id));
        let variants = self.parts.files.iter().filter(|(path, _)| overlay::is_file(path) && !is_on(path));
        (on, variants.map(|(_, file)| *file).collect())
    }

    /// The ids of the overlays that are on it.
    pub(crate) fn overlay_ids(&self) -> Vec<String> {
        let headers = self.parts.overlays.iter().map(|file| overlay::header(&self.sources.get(*file).text));
        headers.flatten().map(|header| header.id).collect()
    }

    /// The paths of each variant it has, after those of the variants that it is built on.
    pub(crate) fn variants(&self) -> Vec<Vec<String>> {
        let variants = self.parts.files.iter().filter(|(path, _)| overlay::is_file(path));
        variants.map(|(path, _)| overlay::before(&self.shipped().headers, path)).collect()
    }

    /// This ruleset with some of its own files laid on it after what is on it already.
    pub(crate) fn with_variants(&self, paths: &[String]) -> Compiled {
        if let Some(compiled) = self.kept().get(paths) {
            return compiled.clone();
        }
        let file =
            |path: &String| self.parts.files.iter().find(|(name, _)| name == path).map(|(_, file)| *file);
        let mut parts = self.parts.clone();
        parts.overlays.extend(paths.iter().filter_map(file));
        let compiled = parts.compile(self.documents().clone());
        self.kept().insert(paths.to_vec(), compiled.clone());
        compiled
    }

    /// Locked while it is looked at, and not while something is compiled.
    fn kept(&self) -> MutexGuard<'_, BTreeMap<Vec<String>, Compiled>> {
        self.with_variants.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn documents(&self) -> &Documents {
        let Parts { sources, files, .. } = &self.parts;
        self.documents
            .get_or_init(|| Documents::read(sources, files).with_variants(Arc::clone(self.shipped())))
    }

    /// Keeps what was parsed for its variants.
    fn keep(&self, documents: Documents) {
        self.documents.get_or_init(|| documents.with_variants(Arc::clone(self.shipped())));
    }

    /// For effects and expressions that are checked against it.
    pub fn snippets(&self) -> Snippets<'_> {
        Snippets::new(&self.raw, &self.checked, &self.surroundings)
    }

    /// It and what it was without its overlays, as one ruleset.
    pub(crate) fn both(&self) -> Result<Both, Apart> {
        both(&self.sources, &self.parts.files, &self.parts.overlays)
    }

    /// Compiles the program for a number of players and options given by name.
    pub fn program(&self, players: u8, options: &[(String, String)]) -> Result<Arc<Program>, SetupError> {
        let values = self.option_values(players, options)?;
        lower(&self.checked, players, &values).map(Arc::new).map_err(|error| SetupError {
            message: format!("{}: {}", self.checked.id, self.lower_error(&error).message),
        })
    }

    pub fn option_values(&self, players: u8, options: &[(String, String)]) -> Result<Vec<i32>, SetupError> {
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

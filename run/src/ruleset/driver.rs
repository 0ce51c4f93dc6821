//! The driver: runs the stages from texts to a checked ruleset.
//!
//! These stages don't depend on players and options. Variants are compiled on demand, and the results are
//! cached.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use ludex_grammar::codes::Code;
use ludex_grammar::diagnostic::{Diagnostic, Severity};
use ludex_grammar::source::Sources;
use ludex_grammar::span::{FileId, Span};

use super::internals::RulesetInternals;
use super::{Compiled, Ruleset, SetupError};
use crate::lower::LowerError;
use crate::program::Program;
use crate::state::Fnv;
use ludex_check::check::{Snippets, Surroundings, check_for_snippets};
use ludex_check::hir::{Checked, print};
use ludex_check::load::libraries::in_library;
use ludex_check::load::overlay::{self, Shipped};
use ludex_check::load::raw::RawRuleset;
use ludex_check::load::variants::merged::{MergeError, MergedRuleset, both};
use ludex_check::load::{Documents, shipped};

/// Sources and cached results of a ruleset, shared by its copies.
#[derive(Debug)]
pub(super) struct Origin {
    /// The ruleset as written.
    pub raw: RawRuleset,
    parts: Parts,
    /// Context for checking scenarios.
    surroundings: Surroundings,
    fingerprint: OnceLock<u64>,
    shipped: OnceLock<Arc<Shipped>>,
    /// Parsed documents for applying variants, created on demand.
    documents: OnceLock<Documents>,
    /// Results of applying variants, by their paths.
    with_variants: Mutex<BTreeMap<Vec<String>, Compiled>>,
}

/// Returns the files of shipped libraries that a ruleset may use and doesn't contain itself.
fn libraries(files: &[&(String, String)]) -> Vec<(&'static str, &'static str)> {
    let main = files.iter().filter(|(path, _)| path == MAIN || path == USE);
    let named = main.flat_map(|(_, text)| shipped::named_in(text));
    let own = |path: &str| {
        let (name, _) = in_library(path)?;
        files.iter().find(|(own, _)| in_library(own).is_some_and(|(other, _)| other == name))
    };
    named.filter(|(path, _)| own(path).is_none()).collect()
}

/// The files of a ruleset that can name libraries.
const MAIN: &str = "ruleset.yaml";
const USE: &str = "use.yaml";

/// Sources of a ruleset.
#[derive(Debug, Clone)]
pub struct Parts {
    /// Texts of all files.
    pub sources: Arc<Sources>,
    /// Shipped libraries, then the ruleset by path, variants last. Thus a patch has later locations than its
    /// target.
    pub files: Vec<(String, FileId)>,
    /// Overlays in order of application.
    pub overlays: Vec<FileId>,
}

impl Parts {
    /// Takes the files of a ruleset and overlays; `shown` gives the name of a path in messages.
    pub fn new(
        files: &[(String, String)],
        overlays: &[(String, String)],
        shown: impl Fn(&str) -> String,
    ) -> Parts {
        let mut sources = Sources::new();
        let mut sorted: Vec<&(String, String)> = files.iter().collect();
        sorted.sort_by_key(|(path, _)| (overlay::is_file(path), path));
        let beneath = libraries(&sorted);
        let beneath = beneath
            .into_iter()
            .map(|(path, text)| (path.to_owned(), sources.add(shipped::shown(path), text)));
        let mut files: Vec<(String, FileId)> = beneath.collect();
        files.extend(
            sorted.into_iter().map(|(path, text)| (path.clone(), sources.add(shown(path), text.as_str()))),
        );
        let overlays =
            overlays.iter().map(|(name, text)| sources.add(name.as_str(), text.as_str())).collect();
        Parts { sources: Arc::new(sources), files, overlays }
    }

    /// Reads the ruleset as far as possible, with its problems.
    pub fn raw(&self) -> (RawRuleset, Vec<Diagnostic>) {
        let mut problems = Vec::new();
        let documents = Documents::read(&self.sources, &self.files);
        let raw = documents.load(&self.sources, &self.files, &self.overlays, &mut problems);
        (raw, problems)
    }

    /// Returns the same files with another text for one of them; `None` if the file is unknown.
    pub fn with_text(&self, file: FileId, text: String) -> Option<Parts> {
        self.sources.iter().find(|(id, _)| *id == file)?;
        let (mut sources, mut text) = (Sources::new(), Some(text));
        for (id, source) in self.sources.iter() {
            let text = if id == file { text.take() } else { None };
            sources.add(source.name.as_str(), text.unwrap_or_else(|| source.text.clone()));
        }
        Some(Parts { sources: Arc::new(sources), files: self.files.clone(), overlays: self.overlays.clone() })
    }

    /// Compiles the ruleset and keeps the parsed documents for its variants.
    pub fn compile_first(self) -> Compiled {
        let documents = Documents::read(&self.sources, &self.files);
        let plain = self.compile(documents.clone());
        if let Some(ruleset) = &plain.ruleset {
            ruleset.keep(match plain.problems.is_empty() {
                true => documents.with_read(ruleset.origin.raw.clone()),
                false => documents,
            });
        }
        plain
    }

    /// Compiles the ruleset from its parsed documents.
    pub fn compile(self, documents: Documents) -> Compiled {
        let mut problems = Vec::new();
        let raw = documents.load(&self.sources, &self.files, &self.overlays, &mut problems);
        let checked = check_for_snippets(&raw, &mut problems);
        problems.iter_mut().for_each(|problem| self.blame_overlay(problem));
        // each stage reports its problems in order
        problems.sort_by_key(Diagnostic::severity);
        let failed = problems.iter().any(|p| p.severity() == Severity::Error);
        let sources = (*self.sources).clone();
        let ruleset = checked.filter(|_| !failed).map(|(checked, surroundings)| {
            let sources = Arc::clone(&self.sources);
            let origin = Origin {
                raw,
                parts: self,
                surroundings,
                fingerprint: OnceLock::new(),
                shipped: OnceLock::new(),
                documents: OnceLock::new(),
                with_variants: Mutex::default(),
            };
            Ruleset { checked, sources, origin: Arc::new(origin) }
        });
        Compiled { sources, problems, ruleset }
    }

    /// Moves the primary location of a duplicate name into an overlay, whose author can change it.
    fn blame_overlay(&self, problem: &mut Diagnostic) {
        let is_overlay = |span: Span| self.overlays.contains(&span.file);
        if problem.code != Code::DuplicateName || is_overlay(problem.primary.span) {
            return;
        }
        if let Some(other) = problem.others.iter_mut().find(|other| is_overlay(other.span)) {
            std::mem::swap(&mut problem.primary.span, &mut other.span);
        }
    }
}

impl Ruleset {
    /// Returns a hash of the rules, as printed in canonical form. It changes whenever a rule's meaning
    /// changes. Comments, whitespace, texts, scenarios, layout and the distribution over files don't affect
    /// it.
    pub fn fingerprint(&self) -> u64 {
        *self.origin.fingerprint.get_or_init(|| {
            let mut fnv = Fnv::default();
            fnv.bytes(print::rules(&self.checked).as_bytes());
            fnv.finish()
        })
    }

    /// Locks the cache. The lock isn't held during compilation.
    fn kept(&self) -> MutexGuard<'_, BTreeMap<Vec<String>, Compiled>> {
        self.origin.with_variants.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn documents(&self) -> &Documents {
        let Parts { sources, files, .. } = &self.origin.parts;
        self.origin
            .documents
            .get_or_init(|| Documents::read(sources, files).with_variants(Arc::clone(self.shipped())))
    }

    /// Keeps parsed documents for the variants.
    fn keep(&self, documents: Documents) {
        self.origin.documents.get_or_init(|| documents.with_variants(Arc::clone(self.shipped())));
    }

    /// Merges the ruleset with its form without overlays.
    pub(crate) fn both(&self) -> Result<MergedRuleset, MergeError> {
        both(&self.sources, &self.origin.parts.files, &self.origin.parts.overlays)
    }
}

#[doc(hidden)]
impl RulesetInternals for Ruleset {
    fn checked(&self) -> &Arc<Checked> {
        &self.checked
    }

    fn raw(&self) -> &RawRuleset {
        &self.origin.raw
    }

    fn shipped(&self) -> &Arc<Shipped> {
        self.origin.shipped.get_or_init(|| Arc::new(Shipped::read(&self.sources, &self.origin.parts.files)))
    }

    fn overlay_files(&self) -> (Vec<FileId>, Vec<FileId>) {
        let on = self.origin.parts.overlays.clone();
        let (given, headers) = (self.overlay_ids(), &self.shipped().headers);
        let is_on =
            |path: &str| headers.iter().any(|(known, header)| known == path && given.contains(&header.id));
        let variants =
            self.origin.parts.files.iter().filter(|(path, _)| overlay::is_file(path) && !is_on(path));
        (on, variants.map(|(_, file)| *file).collect())
    }

    fn overlay_ids(&self) -> Vec<String> {
        let headers =
            self.origin.parts.overlays.iter().map(|file| overlay::header(&self.sources.get(*file).text));
        headers.flatten().map(|header| header.id).collect()
    }

    fn variants(&self) -> Vec<Vec<String>> {
        let variants = self.origin.parts.files.iter().filter(|(path, _)| overlay::is_file(path));
        variants.map(|(path, _)| overlay::before(&self.shipped().headers, path)).collect()
    }

    fn with_variants(&self, paths: &[String]) -> Compiled {
        if let Some(compiled) = self.kept().get(paths) {
            return compiled.clone();
        }
        let file = |path: &String| {
            self.origin.parts.files.iter().find(|(name, _)| name == path).map(|(_, file)| *file)
        };
        let mut parts = self.origin.parts.clone();
        parts.overlays.extend(paths.iter().filter_map(file));
        let compiled = parts.compile(self.documents().clone());
        self.kept().insert(paths.to_vec(), compiled.clone());
        compiled
    }

    fn without_overlays(&self) -> Option<Self> {
        let parts = Parts { overlays: Vec::new(), ..self.origin.parts.clone() };
        parts.compile(self.documents().clone()).ruleset
    }

    fn snippets(&self) -> Snippets<'_> {
        Snippets::new(&self.origin.raw, &self.checked, &self.origin.surroundings)
    }

    fn program(&self, players: u8, options: &[(String, String)]) -> Result<Arc<Program>, SetupError> {
        Ruleset::program(self, players, options)
    }

    fn option_values(&self, players: u8, options: &[(String, String)]) -> Result<Vec<i32>, SetupError> {
        Ruleset::option_values(self, players, options)
    }

    fn lower_error(&self, error: &LowerError) -> SetupError {
        Ruleset::lower_error(self, error)
    }
}

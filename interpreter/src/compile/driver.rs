//! The driver: from texts to a checked ruleset, through all stages that do not depend on players and options. Variants are laid on a ruleset
//! when somebody asks for them, and what came of it is kept.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use ludex_grammar::codes::Code;
use ludex_grammar::diagnostic::{Diagnostic, Severity};
use ludex_grammar::source::Sources;
use ludex_grammar::span::{FileId, Span};

use super::{Compiled, Ruleset};
use crate::check::{Snippets, Surroundings, check_for_snippets};
use crate::hir::print;
use crate::load::libraries::in_library;
use crate::load::overlay::{self, Shipped};
use crate::load::raw::RawRuleset;
use crate::load::variants::both::{Apart, Both, both};
use crate::load::{Documents, shipped};
use crate::state::Fnv;

/// What a ruleset was made from, and what was made of it since; its copies share it.
#[derive(Debug)]
pub(super) struct Origin {
    /// As written.
    pub raw: RawRuleset,
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

/// The files of libraries that come with Ludex, that a ruleset may use and has no folder for.
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

/// What a ruleset is made from.
#[derive(Debug, Clone)]
pub(crate) struct Parts {
    pub sources: Arc<Sources>,
    /// Libraries that come with Ludex, then the ruleset by path, variants after all others: what is laid on something comes after it in the
    /// order of places.
    pub files: Vec<(String, FileId)>,
    /// In the order in which they are applied.
    pub overlays: Vec<FileId>,
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

    /// What stands in them, as far as it can be read, and what is wrong with it.
    pub fn raw(&self) -> (RawRuleset, Vec<Diagnostic>) {
        let mut problems = Vec::new();
        let documents = Documents::read(&self.sources, &self.files);
        let raw = documents.load(&self.sources, &self.files, &self.overlays, &mut problems);
        (raw, problems)
    }

    /// The same files with another text in one of them, if it is one of them.
    pub fn with_text(&self, file: FileId, text: String) -> Option<Parts> {
        self.sources.iter().find(|(id, _)| *id == file)?;
        let (mut sources, mut text) = (Sources::new(), Some(text));
        for (id, source) in self.sources.iter() {
            let text = if id == file { text.take() } else { None };
            sources.add(source.name.as_str(), text.unwrap_or_else(|| source.text.clone()));
        }
        Some(Parts { sources: Arc::new(sources), files: self.files.clone(), overlays: self.overlays.clone() })
    }

    /// Compiles them, and keeps what was parsed for the variants.
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

    pub(super) fn compile(self, documents: Documents) -> Compiled {
        let mut problems = Vec::new();
        let raw = documents.load(&self.sources, &self.files, &self.overlays, &mut problems);
        let checked = check_for_snippets(&raw, &mut problems);
        problems.iter_mut().for_each(|problem| self.blame_overlay(problem));
        // each stage tells in order what it finds
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

    /// Puts the place in the overlay first where an overlay gives a name that the ruleset has already: its author can change that one.
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
    /// A number that changes whenever a rule changes: a hash of what the rules mean, in the one form in which they are printed. Comments,
    /// blanks, texts, scenarios and the layout are not in it, nor in which file something stands.
    pub fn fingerprint(&self) -> u64 {
        *self.origin.fingerprint.get_or_init(|| {
            let mut fnv = Fnv::default();
            fnv.bytes(print::rules(&self.checked).as_bytes());
            fnv.finish()
        })
    }

    /// Its variants, read once.
    pub(crate) fn shipped(&self) -> &Arc<Shipped> {
        self.origin.shipped.get_or_init(|| Arc::new(Shipped::read(&self.sources, &self.origin.parts.files)))
    }

    /// The overlays that are on it, and those it has but that are not on it.
    pub(crate) fn overlay_files(&self) -> (Vec<FileId>, Vec<FileId>) {
        let on = self.origin.parts.overlays.clone();
        let (given, headers) = (self.overlay_ids(), &self.shipped().headers);
        let is_on =
            |path: &str| headers.iter().any(|(known, header)| known == path && given.contains(&header.id));
        let variants =
            self.origin.parts.files.iter().filter(|(path, _)| overlay::is_file(path) && !is_on(path));
        (on, variants.map(|(_, file)| *file).collect())
    }

    /// The ids of the overlays that are on it.
    pub(crate) fn overlay_ids(&self) -> Vec<String> {
        let headers =
            self.origin.parts.overlays.iter().map(|file| overlay::header(&self.sources.get(*file).text));
        headers.flatten().map(|header| header.id).collect()
    }

    /// The paths of each variant it has, after those of the variants that it is built on.
    pub(crate) fn variants(&self) -> Vec<Vec<String>> {
        let variants = self.origin.parts.files.iter().filter(|(path, _)| overlay::is_file(path));
        variants.map(|(path, _)| overlay::before(&self.shipped().headers, path)).collect()
    }

    /// This ruleset with some of its own files laid on it after what is on it already.
    pub(crate) fn with_variants(&self, paths: &[String]) -> Compiled {
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

    /// What it is made of, names being words.
    pub(crate) fn as_written(&self) -> &RawRuleset {
        &self.origin.raw
    }

    /// This ruleset without the overlays that are on it.
    pub(crate) fn without_overlays(&self) -> Option<Ruleset> {
        let parts = Parts { overlays: Vec::new(), ..self.origin.parts.clone() };
        parts.compile(self.documents().clone()).ruleset
    }

    /// Locked while it is looked at, and not while something is compiled.
    fn kept(&self) -> MutexGuard<'_, BTreeMap<Vec<String>, Compiled>> {
        self.origin.with_variants.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn documents(&self) -> &Documents {
        let Parts { sources, files, .. } = &self.origin.parts;
        self.origin
            .documents
            .get_or_init(|| Documents::read(sources, files).with_variants(Arc::clone(self.shipped())))
    }

    /// Keeps what was parsed for its variants.
    fn keep(&self, documents: Documents) {
        self.origin.documents.get_or_init(|| documents.with_variants(Arc::clone(self.shipped())));
    }

    /// For effects and expressions that are checked against it.
    pub(crate) fn snippets(&self) -> Snippets<'_> {
        Snippets::new(&self.origin.raw, &self.checked, &self.origin.surroundings)
    }

    /// It and what it was without its overlays, as one ruleset.
    pub(crate) fn both(&self) -> Result<Both, Apart> {
        both(&self.sources, &self.origin.parts.files, &self.origin.parts.overlays)
    }
}

//! Loading: reads all sections of a ruleset's files into one [`RawRuleset`].
//!
//! Names are not resolved. All problems of all files are collected in one run. An unreadable part is left
//! out. If that would cause follow-up errors about its name, a harmless placeholder takes its place. Either
//! way there is an error, so such a ruleset is never played.

mod allow;
mod cards;
mod definitions;
mod game;
pub mod keys;
mod kinds;
mod layout;
mod names;
pub mod overlay;
mod phases;
pub mod raw;
mod reader;
pub mod scenario;
pub mod schema;
mod sections;
mod texts;
pub mod variants;

use std::collections::BTreeSet;
use std::sync::Arc;

use ludex_grammar::diagnostic::{Diagnostic, Severity, in_order};
use ludex_grammar::hole::Hole;
use ludex_grammar::source::Sources;
use ludex_grammar::span::{FileId, Span};
use ludex_grammar::yaml::Node;

pub use cards::is_ability;
pub use cards::templates::EACH;
pub use cards::templates::computed::in_two;
use raw::RawRuleset;
use reader::{Reader, Trees};
pub use sections::{is_ignored, libraries, shipped};

/// Reads a ruleset from its files.
///
/// Each file is given by its path relative to the ruleset's root, with forward slashes, and the number of its
/// text in `sources`. A ruleset of a single file is just `ruleset.yaml`. Scenarios, variants, hidden files
/// and files that aren't YAML are skipped. A skipped file that looks like a part of the ruleset
/// ([`is_ignored`]) gets a warning. Without any file there is one problem; its source location is in file 0,
/// which `sources` may not contain.
pub fn load(sources: &Sources, files: &[(String, FileId)], problems: &mut Vec<Diagnostic>) -> RawRuleset {
    load_with(sources, files, &[], problems)
}

/// Returns the sections with overlays applied, in reading order, and the texts of each language. Each node
/// keeps its source location.
pub fn resolved(sources: &Sources, files: &[(String, FileId)], overlays: &[FileId]) -> Resolved {
    let mut problems = Vec::new();
    let mut reader = Reader::new(&mut problems);
    let mut found = sections::gather(sources, files, &mut reader);
    let shipped = match overlays.is_empty() {
        true => overlay::Shipped::default(),
        false => overlay::Shipped::read(sources, files),
    };
    overlay::apply(sources, &shipped, overlays, &mut found, &mut reader);
    // the sections of libraries are already included
    let sections = found
        .sections
        .into_iter()
        .filter(|section| section.name != "use")
        .map(|s| (s.name, s.at, Arc::unwrap_or_clone(s.content)));
    let texts =
        found.texts.into_iter().map(|(language, at, node)| (language, at, Arc::unwrap_or_clone(node)));
    Resolved { sections: sections.collect(), texts: texts.collect() }
}

/// A ruleset after its overlays were applied.
pub struct Resolved {
    /// Name of the section, location of its key or file, content.
    pub sections: Vec<(&'static str, Span, Node)>,
    /// Language, location of its key or file, content.
    pub texts: Vec<(String, Span, Node)>,
}

/// Reads a ruleset with overlays on it, in order.
pub fn load_with(
    sources: &Sources,
    files: &[(String, FileId)],
    overlays: &[FileId],
    problems: &mut Vec<Diagnostic>,
) -> RawRuleset {
    Documents::read(sources, files).load(sources, files, overlays, problems)
}

/// Parsed files of a ruleset. Copies share all nodes until an overlay changes them.
#[derive(Debug, Clone)]
pub struct Documents {
    found: sections::SectionFiles,
    problems: Vec<Diagnostic>,
    lost: BTreeSet<String>,
    holes: Vec<Hole>,
    unreadable: bool,
    variants: Option<Arc<overlay::Shipped>>,
    read: Option<Arc<Read>>,
    trees: Arc<Trees>,
}

/// The ruleset read from documents without problems.
#[derive(Debug)]
struct Read {
    found: sections::SectionFiles,
    ruleset: RawRuleset,
}

impl Documents {
    pub fn read(sources: &Sources, files: &[(String, FileId)]) -> Documents {
        let (plain, indented) = Documents::gathered(sources, files, false);
        if !indented {
            return plain;
        }
        // a section counts as indented by mistake if moving it leaves fewer errors
        let (moved, _) = Documents::gathered(sources, files, true);
        let errors = |documents: &Documents| {
            let mut problems = Vec::new();
            documents.clone().load(sources, files, &[], &mut problems);
            problems.iter().filter(|problem| problem.severity() == Severity::Error).count()
        };
        if errors(&moved) < errors(&plain) { moved } else { plain }
    }

    /// Parses the files. Returns true if a section may be indented by mistake. Such sections are moved to the
    /// top level if `moves_sections` is true.
    fn gathered(sources: &Sources, files: &[(String, FileId)], moves_sections: bool) -> (Documents, bool) {
        let mut problems = Vec::new();
        let mut reader = Reader::new(&mut problems);
        reader.moves_sections = moves_sections;
        let found = sections::gather(sources, files, &mut reader);
        let Reader { lost, holes, unreadable, trees, indented, .. } = reader;
        let documents =
            Documents { found, problems, lost, holes, unreadable, variants: None, read: None, trees };
        (documents, indented)
    }

    /// Adds the parsed variants, so that applying them needs no parsing.
    pub fn with_variants(mut self, shipped: Arc<overlay::Shipped>) -> Documents {
        self.variants = Some(shipped);
        self
    }

    /// Adds the ruleset read without overlays, which had no problems. Sections that an overlay leaves
    /// unchanged are taken from it.
    pub fn with_read(mut self, ruleset: RawRuleset) -> Documents {
        self.read = Some(Arc::new(Read { found: self.found.clone(), ruleset }));
        self
    }

    /// Reads the sections with overlays applied in order.
    pub fn load(
        self,
        sources: &Sources,
        files: &[(String, FileId)],
        overlays: &[FileId],
        problems: &mut Vec<Diagnostic>,
    ) -> RawRuleset {
        let before = problems.len();
        problems.extend(self.problems);
        let mut found = self.found;
        let mut reader = Reader::new(problems);
        (reader.lost, reader.holes, reader.unreadable) = (self.lost, self.holes, self.unreadable);
        reader.lacks_library = reader.unreadable && found.content("use").is_some();
        reader.trees = self.trees;
        // an unreadable ruleset can't be patched
        let laid = if reader.unreadable { &[] } else { overlays };
        let shipped = match (self.variants, laid.is_empty()) {
            (Some(known), _) => known,
            (None, true) => Arc::default(),
            (None, false) => Arc::new(overlay::Shipped::read(sources, files)),
        };
        overlay::apply(sources, &shipped, laid, &mut found, &mut reader);
        let ruleset = read_sections(&found, overlays, self.read.as_deref(), reader);
        in_order(&mut problems[before..]);
        // an error in a template is reported for each of its cards
        problems.dedup();
        ruleset
    }
}

/// Reads all sections, except those unchanged since `read`.
fn read_sections(
    found: &sections::SectionFiles,
    overlays: &[FileId],
    read: Option<&Read>,
    mut reader: Reader,
) -> RawRuleset {
    let mut ruleset = read.map(|read| read.ruleset.clone()).unwrap_or_default();
    let is_read = |section: &&sections::Section| read.is_some_and(|read| read.found.shares(section));
    for section in found.sections.iter().filter(|section| !is_read(section)) {
        (section.read)(&mut reader, &mut ruleset, section.at, &section.content);
        match std::mem::take(&mut reader.parts) {
            parts if parts.is_empty() => drop(ruleset.parts.remove(section.name)),
            parts => drop(ruleset.parts.insert(section.name, Arc::new(parts))),
        }
    }
    let parts: Vec<_> = ruleset.parts.values().flat_map(|parts| parts.iter().cloned()).collect();
    if !parts.is_empty() || ruleset.procedures.iter().any(|procedure| procedure.is_part) {
        let procedures = Arc::make_mut(&mut ruleset.procedures);
        procedures.retain(|procedure| !procedure.is_part);
        procedures.extend(parts);
    }
    let texts = found.texts.iter().map(|(language, at, node)| {
        let before = read.and_then(|read| read.texts(language, *at));
        let same = before.filter(|before| Arc::ptr_eq(&before.node, node)).cloned();
        same.unwrap_or_else(|| {
            Arc::new(texts::texts(&mut reader, language, *at, node, before.map(|before| &**before)))
        })
    });
    ruleset.texts = texts.collect();
    cards::actions::lay_out(&mut reader, &mut ruleset);
    game::teams::lay_out(&mut reader, &mut ruleset);
    kinds::spots::directions(&mut ruleset);
    ruleset.eliminates = ruleset.first_elimination();
    allow::placed(&mut reader, found, &mut ruleset.allow);
    ruleset.overlays = overlays.to_vec();
    ruleset.libraries.clone_from(&found.libraries);
    ruleset.replaced.clone_from(&found.replaced);
    ruleset.lost = reader.lost;
    ruleset.removed = reader.removed;
    ruleset.patched = reader.patched;
    ruleset.languages = reader.languages;
    ruleset.holes = reader.holes;
    ruleset.unreadable = reader.unreadable;
    ruleset
}

impl Read {
    /// Returns the texts of a language that were read from a location.
    fn texts(&self, language: &str, at: Span) -> Option<&Arc<raw::RawTexts>> {
        self.ruleset.texts.iter().find(|texts| texts.language == language && texts.span == at)
    }
}

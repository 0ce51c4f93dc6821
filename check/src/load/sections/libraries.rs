//! Libraries: `use: [standard_deck]` inserts the folder `libraries/standard_deck` below the ruleset.
//!
//! A library is in that folder of the ruleset, or is one of those shipped with this crate. Callers add the
//! files of the latter under the same paths ([`shipped`]). The ruleset patches its libraries like an overlay:
//! maps key by key, other values as a whole. So does a library with `patch: true`.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use ludex_grammar::codes::Code;
use ludex_grammar::diagnostic::{Applicability, Diagnostic};
use ludex_grammar::source::Sources;
use ludex_grammar::span::{FileId, Span};
use ludex_grammar::yaml::{Node, NodeKind};

use super::{Section, SectionFiles, section, section_file, section_names, shipped, text_file, text_section};
use crate::language::is_identifier;
use crate::load::keys::Form;
use crate::load::names::shorten;
use crate::load::overlay;
use crate::load::raw::Name;
use crate::load::reader::{MAX_ITEMS, Reader};

pub const FOLDER: &str = "libraries";

/// Main file of a library, which may contain all sections.
pub const MAIN: &str = "sections.yaml";

/// Key of a library that patches those named before it.
pub(in crate::load) const PATCH: &str = "patch";

/// Sections that libraries can't have.
pub const OF_GAMES: &[&str] = &["use", "game", "setup", "phases", "score", "bot", "allow"];

/// Sections whose keys are groups of named items.
const GROUPED: &[&str] = &["state", "layout"];

pub(in crate::load) const USED: Form = Form::List(&Form::Either(&[Form::Word(known), Form::Name]));

fn known() -> Vec<&'static str> {
    shipped::names().collect()
}

fn used(r: &mut Reader, node: &Node) -> Vec<Name> {
    r.words(node, "libraries", "the name of a library")
}

/// Returns the library that a file of a ruleset belongs to, and its path within the library.
pub fn in_library(path: &str) -> Option<(&str, &str)> {
    path.strip_prefix(FOLDER)?.strip_prefix('/')?.split_once('/')
}

/// Inserts the libraries that a ruleset uses below it.
pub(super) fn lay_beneath(
    sources: &Sources,
    files: &[(String, FileId)],
    r: &mut Reader,
    found: &mut SectionFiles,
) {
    let mut names = found.content("use").cloned().map(|node| used(r, &node)).unwrap_or_default();
    if names.is_empty() && found.content("use").is_none() {
        names.extend(forgotten(sources, files, r, found));
    }
    let mut beneath = SectionFiles::default();
    for name in &names {
        let own: Vec<(&str, FileId)> = files_of(files, &name.value).collect();
        if own.is_empty() {
            r.report(unknown(name, files));
            // the definitions of a missing library are unknown
            r.unreadable = true;
            continue;
        }
        found.libraries.extend(own.iter().map(|(_, file)| *file));
        let mut library = SectionFiles::default();
        own.iter().for_each(|(path, file)| library_file(sources, path, *file, r, &mut library));
        leave_out_games(r, &mut library);
        if !library.is_patch {
            join(r, name, &mut beneath, library);
        } else if beneath.sections.is_empty() {
            r.report(patches_nothing(name));
            r.unreadable = true;
        } else {
            lay(r, &mut library, beneath);
            beneath = library;
        }
    }
    unused_folders(sources, r, files, &names);
    // libraries contribute texts only in the languages of the ruleset
    beneath.texts.retain(|(language, ..)| found.texts.iter().any(|(own, ..)| own == language));
    if !beneath.sections.is_empty() || !beneath.texts.is_empty() {
        lay(r, found, beneath);
    }
}

/// Returns a library whose cards the ruleset uses without naming it. Reports this and inserts the library, to
/// avoid follow-up errors.
fn forgotten(
    sources: &Sources,
    files: &[(String, FileId)],
    r: &mut Reader,
    found: &SectionFiles,
) -> Option<Name> {
    let (_, main) = files.iter().find(|(path, _)| path == super::MAIN)?;
    let library = shipped::meant_in(&sources.get(*main).text)?;
    let kind = shipped::kind_of(library)?;
    let own = |section: &str, key: &str| {
        let entries = found.content(section).and_then(Node::as_map).unwrap_or_default().iter();
        entries.clone().any(|(_, node)| node.get(key).and_then(Node::as_str) == Some(kind))
    };
    let is_whole = found.content("game").is_some() && !r.unreadable && r.holes.is_empty();
    if own("cards", "kind") || !is_whole || files_of(files, library).next().is_none() {
        return None;
    }
    let holding = found.content("zones").and_then(Node::as_map)?.iter();
    let holds = holding.filter_map(|(_, zone)| zone.get("holds")).find(|holds| {
        let items = holds.as_list().unwrap_or(std::slice::from_ref(holds));
        items.iter().any(|item| item.as_str() == Some(kind))
    })?;
    let at = found.sections.iter().find(|section| section.name == "game")?.at;
    let problem =
        Diagnostic::new(Code::MissingKey, at, format!("the library with the kind `{kind}` is not used"));
    let line = format!("use: [{library}]");
    let before = Span { end: at.start, ..at };
    let problem = problem.other(holds.span, "this zone contains its cards").replace(
        before,
        format!("{line}\n"),
        Applicability::Maybe,
    );
    r.report(problem.help(format!("write `{line}` before `game`")));
    Some(Name::new(library.to_owned(), at))
}

fn files_of<'f>(files: &'f [(String, FileId)], name: &'f str) -> impl Iterator<Item = (&'f str, FileId)> {
    let own = move |(path, file): &'f (String, FileId)| {
        in_library(path).filter(|(library, _)| *library == name).map(|(_, path)| (path, *file))
    };
    files.iter().filter_map(own).filter(|(path, _)| path.ends_with(".yaml"))
}

fn unknown(name: &Name, files: &[(String, FileId)]) -> Diagnostic {
    if !is_identifier(&name.value) {
        let message = format!("`{}` can't be the name of a library", shorten(&name.value));
        let problem = Diagnostic::new(Code::BadName, name.span, message);
        return problem.help(format!("name a library as in `use: [standard_deck]`: a folder below `{FOLDER}`, or a library that comes with Ludex"));
    }
    let message = format!("there is no library `{}`", shorten(&name.value));
    let problem = Diagnostic::new(Code::UnknownName, name.span, message);
    let own = files.iter().filter_map(|(path, _)| in_library(path)).map(|(library, _)| library);
    let mut known: BTreeSet<&str> = own.collect();
    for name in shipped::names() {
        known.insert(name);
    }
    problem.suggest(&name.value, known)
}

fn patches_nothing(name: &Name) -> Diagnostic {
    let message = format!("`{}` changes another library, but none is named before it", name.value);
    let problem = Diagnostic::new(Code::MissingKey, name.span, message);
    problem.help(format!("name the other library first, as in `use: [standard_deck, {}]`", name.value))
}

/// Reports folders of libraries that the ruleset does not use.
fn unused_folders(sources: &Sources, r: &mut Reader, files: &[(String, FileId)], names: &[Name]) {
    let mut told = BTreeSet::new();
    for (path, file) in files {
        let Some((library, _)) = in_library(path).filter(|(_, path)| path.ends_with(".yaml")) else {
            continue;
        };
        let is_shipped = sources.get(*file).name == shipped::shown(path);
        if !is_shipped && names.iter().all(|name| name.value != library) && told.insert(library) {
            let message = format!("nothing uses the library `{}`", shorten(library));
            let problem = Diagnostic::new(Code::Unused, Span::new(*file, 0, 0), message);
            r.report(problem.help(format!("write `use: [{}]`, or leave its folder out", shorten(library))));
        }
    }
}

fn library_file(sources: &Sources, path: &str, file: FileId, r: &mut Reader, library: &mut SectionFiles) {
    match path.split_once('/') {
        None if path == MAIN => main_file(sources, file, r, library),
        None => section_file(sources, path, file, r, library),
        Some(("text", name)) => text_file(sources, name, file, r, library),
        Some((folder, _)) => {
            let message = format!("`{}` is not the folder of a library", shorten(folder));
            r.report(
                Diagnostic::new(Code::UnknownKey, Span::new(file, 0, 0), message).suggest(folder, ["text"]),
            );
        }
    }
}

fn main_file(sources: &Sources, file: FileId, r: &mut Reader, library: &mut SectionFiles) {
    let Some(node) = r.document(file, &sources.get(file).text, &super::has_definitions) else { return };
    let NodeKind::Map(entries) = node.kind else {
        r.unreadable = true;
        return r.wrong_shape(&node, "the sections of a library as a map");
    };
    for (key, content) in entries.into_iter().take(MAX_ITEMS) {
        match key.value.as_str() {
            "text" => text_section(content, r, library),
            PATCH => library.is_patch = r.bool(&content).unwrap_or_default(),
            name => match section(name) {
                Some(row) => super::add(r, library, row.found(key.span, content)),
                None => {
                    let known: Vec<&str> =
                        section_names().filter(|name| !OF_GAMES.contains(name)).chain(["text"]).collect();
                    r.unknown_key(&key, "a library", &known);
                    r.lose_below(&content);
                }
            },
        }
    }
}

/// Removes the sections of a library that only a ruleset has, and reports them.
fn leave_out_games(r: &mut Reader, library: &mut SectionFiles) {
    library.sections.retain(|section| {
        let is_allowed = !OF_GAMES.contains(&section.name);
        if !is_allowed {
            let message = format!("a library has no `{}`", section.name);
            let problem = Diagnostic::new(Code::BadPlace, section.at, message);
            r.report(problem.help("only the ruleset has the sections that define a game"));
        }
        is_allowed
    });
}

/// Adds a library to those before it. Reports definitions that both have.
fn join(r: &mut Reader, name: &Name, beneath: &mut SectionFiles, library: SectionFiles) {
    let mut clash = false;
    for section in library.sections {
        match beneath.sections.iter_mut().find(|known| known.name == section.name) {
            None => beneath.sections.push(section),
            Some(known) => {
                let depth = if GROUPED.contains(&section.name) { 2 } else { 1 };
                let content = Arc::unwrap_or_clone(section.content);
                let before = r.problems().len();
                if !clash {
                    unite(r, name, Arc::make_mut(&mut known.content), content, depth);
                }
                clash |= r.problems().len() > before;
            }
        }
    }
    for (language, at, texts) in library.texts {
        match beneath.texts.iter_mut().find(|(known, ..)| *known == language) {
            None => beneath.texts.push((language, at, texts)),
            Some((.., known)) => {
                unite(r, name, Arc::make_mut(known), Arc::unwrap_or_clone(texts), usize::MAX);
            }
        }
    }
}

/// Merges two maps down to a depth. At that depth, a duplicate key is an error; the first one is reported.
fn unite(r: &mut Reader, name: &Name, one: &mut Node, other: Node, depth: usize) {
    let (NodeKind::Map(one), NodeKind::Map(other)) = (&mut one.kind, other.kind) else { return };
    let mut told = false;
    for (key, node) in other {
        match one.iter_mut().find(|(known, _)| known.value == key.value) {
            None => one.push((key, node)),
            Some((_, known)) if depth > 1 && known.as_map().is_some() => {
                unite(r, name, known, node, depth - 1);
            }
            // both may have the same text about a game
            Some(_) if depth > 1 || told => {}
            Some((first, _)) => {
                let message =
                    format!("`{}` and another library both define `{}`", name.value, shorten(&key.value));
                let problem = Diagnostic::new(Code::DuplicateName, name.span, message);
                let problem = problem.other(first.span, "first here").other(key.span, "and here");
                r.report(problem.help("use only one of the two"));
                told = true;
            }
        }
    }
}

/// Applies a ruleset, or a library that patches others, to the libraries below it.
fn lay(r: &mut Reader, found: &mut SectionFiles, beneath: SectionFiles) {
    let SectionFiles { sections, texts, unknown_folders, libraries, .. } = std::mem::take(found);
    let SectionFiles { sections: lower, texts: lower_texts, single_cards, .. } = beneath;
    *found = SectionFiles {
        sections: lower,
        texts: lower_texts,
        single_cards,
        unknown_folders,
        libraries,
        ..SectionFiles::default()
    };
    let enums = sections.iter().find(|section| section.name == "enums");
    if let (Some(own), Some(beneath)) = (enums, found.content("enums")) {
        found.replaced = replaced(beneath, &own.content);
    }
    let mut own = Vec::new();
    for Section { name, at, content, .. } in sections {
        if let Some(section) = found.sections.iter_mut().find(|section| section.name == name) {
            section.at = at;
        }
        own.push((Name::new(name.to_owned(), at), Arc::unwrap_or_clone(content)));
    }
    for (language, at, texts) in texts {
        match found.texts.iter_mut().find(|(known, ..)| *known == language) {
            Some(beneath) => {
                beneath.1 = at;
                let name = Name::new(language, at);
                own.push((
                    Name::new("text".to_owned(), at),
                    Node { span: at, kind: NodeKind::Map(vec![(name, Arc::unwrap_or_clone(texts))]) },
                ));
            }
            None => found.texts.push((language, at, texts)),
        }
    }
    let single = overlay::lay_ruleset(r, found, own);
    found.single_cards.extend(single);
}

/// Returns the words of library enums that the ruleset has replaced, with their enum.
fn replaced(beneath: &Node, own: &Node) -> BTreeMap<String, String> {
    let mut words = BTreeMap::new();
    for (name, list) in own.as_map().unwrap_or_default() {
        let Some(list) = list.as_list() else { continue };
        let now: Vec<&str> = list.iter().filter_map(Node::as_str).collect();
        let before = beneath.get(&name.value).and_then(Node::as_list).unwrap_or_default().iter();
        let gone = before.filter_map(Node::as_str).filter(|word| !now.contains(word));
        words.extend(gone.map(|word| (word.to_owned(), name.value.clone())));
    }
    words
}

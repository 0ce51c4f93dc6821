//! The sections of a ruleset, and the files that contain them.

pub mod libraries;
mod moved;
pub mod shipped;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use ludex_grammar::codes::Code;
use ludex_grammar::diagnostic::Diagnostic;
use ludex_grammar::source::Sources;
use ludex_grammar::span::{FileId, Span, Spanned};
use ludex_grammar::yaml::{self, Node, NodeKind};

use super::keys::Form;
use super::raw::RawRuleset;
use super::reader::{Entry, MAX_ITEMS, Owner, Reader};
use super::{allow, cards, definitions, game, kinds, layout, names, phases};

/// A function that reads a section into the ruleset; a missing key is reported at the span.
pub(super) type Read = fn(&mut Reader, &mut RawRuleset, Span, &Node);

pub(super) struct SectionRow {
    pub name: &'static str,
    read: Read,
    pub form: Form,
    /// Description in one line.
    pub about: &'static str,
}

/// All sections in reading order.
pub(super) static SECTIONS: &[SectionRow] = &[
    SectionRow {
        name: "use",
        // libraries are inserted below the ruleset before any section is read
        read: |_, _, _, _| {},
        form: libraries::USED,
        about: "libraries on which the ruleset builds",
    },
    SectionRow {
        name: "game",
        read: |r, set, at, node| set.game = game::game(r, at, node),
        form: game::GAME_FORM,
        about: "ID, number of players, IDs of the seats",
    },
    SectionRow {
        name: "options",
        read: |r, set, _, node| set.options = game::options(r, node),
        form: game::OPTIONS,
        about: "switches of the game: `bool`, `int` with a range, or one of several words",
    },
    SectionRow {
        name: "enums",
        read: |r, set, _, node| set.enums = game::enums(r, node),
        form: game::ENUMS,
        about: "named lists of words",
    },
    SectionRow {
        name: "kinds",
        read: |r, set, _, node| set.kinds = kinds::kinds(r, node).into(),
        form: kinds::KINDS,
        about: "kinds of card: printed fields, state, properties, where their abilities work",
    },
    SectionRow {
        name: "spots",
        read: |r, set, _, node| set.spots = kinds::spots::spots(r, node),
        form: kinds::spots::SPOTS,
        about: "places on the table other than cards",
    },
    SectionRow {
        name: "teams",
        read: |r, set, at, node| set.teams = game::teams::teams(r, at, node),
        form: game::teams::TEAMS,
        about: "teams of players, who win together",
    },
    SectionRow {
        name: "zones",
        read: |r, set, _, node| set.zones = kinds::zones(r, node),
        form: kinds::ZONES,
        about: "the places of cards, and their visibility",
    },
    SectionRow {
        name: "state",
        read: |r, set, at, node| kinds::state(r, set, at, node),
        form: kinds::STATE_FORM,
        about: "variables of the game and of each player",
    },
    SectionRow {
        name: "tables",
        read: |r, set, _, node| set.tables = definitions::tables(r, node),
        form: definitions::TABLES,
        about: "numbers by key, which is a number or a word",
    },
    SectionRow {
        name: "events",
        read: |r, set, _, node| set.events = definitions::signatures(r, node, definitions::EVENT),
        form: definitions::SIGNATURES,
        about: "announcements to cards, with their facts and types",
    },
    SectionRow {
        name: "messages",
        read: |r, set, _, node| set.messages = definitions::signatures(r, node, "a message"),
        form: definitions::SIGNATURES,
        about: "announcements to players, with their facts and types",
    },
    SectionRow {
        name: "steps",
        read: |r, set, _, node| set.steps = definitions::steps(r, node),
        form: definitions::STEPS,
        about: "named lists of timing steps",
    },
    SectionRow {
        name: "functions",
        read: |r, set, _, node| set.functions = definitions::functions(r, node).into(),
        form: definitions::FUNCTIONS,
        about: "named expressions",
    },
    SectionRow {
        name: "procedures",
        read: |r, set, _, node| set.procedures = definitions::procedures(r, node).into(),
        form: definitions::PROCEDURES,
        about: "named effects",
    },
    SectionRow {
        name: "actions",
        read: |r, set, _, node| set.windows = definitions::windows(r, node).into(),
        form: definitions::WINDOWS,
        about: "windows of actions, with the actions in order",
    },
    SectionRow {
        name: "cards",
        read: |r, set, _, node| set.cards = cards::cards(r, node).into(),
        form: cards::CARDS,
        about: "every card",
    },
    SectionRow {
        name: "setup",
        read: |r, set, _, node| {
            let owner = Owner::new("setup".to_owned());
            set.setup = r.section_of_parts(node, &owner);
        },
        form: Form::Effects,
        about: "how the game begins",
    },
    SectionRow {
        name: "phases",
        read: |r, set, _, node| set.phases = phases::phases(r, node).into(),
        form: phases::PHASES,
        about: "the course of the game, phase by phase",
    },
    SectionRow {
        name: "score",
        read: |r, set, at, node| set.score = phases::score(r, at, node),
        form: phases::SCORE_FORM,
        about: "how players score and win",
    },
    SectionRow {
        name: "statistics",
        read: |r, set, _, node| set.statistics = phases::statistics(r, node),
        form: phases::STATISTICS,
        about: "numbers that `ludex simulate` records for each player at the end of a game",
    },
    SectionRow {
        name: "bot",
        read: |r, set, at, node| set.bot = phases::bot(r, at, node),
        form: phases::BOT_FORM,
        about: "goals and evaluations of positions for search bots",
    },
    SectionRow {
        name: "layout",
        read: |r, set, at, node| set.layout = layout::layout(r, at, node),
        form: layout::LAYOUT_FORM,
        about: "how the table is drawn",
    },
    SectionRow {
        name: "rights",
        read: |r, set, at, node| set.rights = Some(game::rights(r, at, node)),
        form: game::RIGHTS_FORM,
        about: "origin of names and texts, and the licence",
    },
    SectionRow {
        name: "allow",
        read: |r, set, _, node| set.allow = allow::allow(r, node),
        form: Form::Allowed,
        about: "warnings to allow, each with a reason",
    },
];

/// Sections whose keys define no names. Leaving out an unreadable entry would only cause an error about a
/// missing key.
const RECORDS: &[&str] = &["use", "game", "setup", "score", "bot", "rights", "allow"];

/// Returns true if the entries below a key of the main file or of an overlay can be parsed individually.
pub(super) fn has_definitions(section: &str) -> bool {
    is_section(section) && !RECORDS.contains(&section)
}

/// Returns true if a path of an overlay leads to a map of named items or to a group of texts. Such a map is
/// not an item itself.
pub(super) fn holds_parts(path: &str) -> bool {
    let mut keys = path.split('.');
    let Some(first) = keys.next() else { return false };
    if first == "text" {
        let below: Vec<&str> = keys.collect();
        return below.len() <= 2 || below.len() == 3 && below[1] == "enums";
    }
    matches!(form_at(path), Some((Form::Map(..) | Form::Maps(_), true)))
}

/// Returns true if a path of an overlay leads to a list.
pub(super) fn is_list(path: &str) -> bool {
    matches!(form_at(path), Some((Form::List(_) | Form::OneOrMore(_), _)))
}

/// Returns the form of the value at a path, and true if its key is a keyword.
fn form_at(path: &str) -> Option<(&'static Form, bool)> {
    let mut keys = path.split('.');
    let row = section(keys.next()?)?;
    keys.try_fold((&row.form, true), |(form, _), key| {
        if let Form::Record(record) = form {
            return record.keys.iter().find(|row| row.name == key).map(|row| (&row.form, true));
        }
        let Form::Map(_, below) = form else { return None };
        Some((*below, false))
    })
}

/// The main file, which declares the format.
const MAIN: &str = "ruleset.yaml";

const FOLDERS: &[&str] = &["text", "scenarios", "variants", libraries::FOLDER];

/// A section found in a file.
#[derive(Debug, Clone)]
pub(super) struct Section {
    pub name: &'static str,
    pub read: Read,
    /// Location of its key, or the start of its file.
    pub at: Span,
    pub content: Arc<Node>,
}

/// Contents of the files, in the given order.
#[derive(Debug, Clone, Default)]
pub(super) struct SectionFiles {
    /// Sections, each at most once.
    pub sections: Vec<Section>,
    /// Texts from `text/*.yaml` or `text:`: language, location of the key or file, and content.
    pub texts: Vec<(String, Span, Arc<Node>)>,
    /// Patches of single library cards, in order, to be applied after templates are expanded.
    pub single_cards: Vec<Entry>,
    /// True for a library that patches those named before it.
    pub is_patch: bool,
    pub libraries: BTreeSet<FileId>,
    /// Words of library enums that the ruleset has replaced by its own, with their enum.
    pub replaced: BTreeMap<String, String>,
    /// Unknown folders that were reported.
    unknown_folders: Vec<String>,
}

pub(super) fn is_section(name: &str) -> bool {
    section(name).is_some()
}

pub(super) fn section_names() -> impl Iterator<Item = &'static str> {
    SECTIONS.iter().map(|row| row.name)
}

impl SectionFiles {
    pub fn content(&self, name: &str) -> Option<&Node> {
        self.sections.iter().find(|s| s.name == name).map(|s| &*s.content)
    }

    /// Returns the sections with their locations.
    pub fn tops(&self) -> Vec<(&str, Span, &Node)> {
        self.sections.iter().map(|s| (s.name, s.at, &*s.content)).collect()
    }

    /// Returns the texts by language, with their locations.
    pub fn languages(&self) -> Vec<(&str, Span, &Node)> {
        self.texts.iter().map(|(language, at, node)| (language.as_str(), *at, &**node)).collect()
    }

    /// Returns the content of a section mutably.
    pub fn content_mut(&mut self, name: &str) -> Option<&mut Node> {
        self.sections.iter_mut().find(|s| s.name == name).map(|s| Arc::make_mut(&mut s.content))
    }

    /// Returns true if a section is unchanged, that is, shared with these files.
    pub fn shares(&self, section: &Section) -> bool {
        let same = self.sections.iter().find(|s| s.name == section.name);
        same.is_some_and(|same| Arc::ptr_eq(&same.content, &section.content))
    }

    /// Adds a section that the ruleset does not have.
    pub fn add_section(&mut self, name: &str, at: Span, content: Node) {
        if let Some(row) = section(name) {
            self.sections.push(row.found(at, content));
        }
    }
}

/// Parses the files and collects the sections.
pub(super) fn gather(sources: &Sources, files: &[(String, FileId)], r: &mut Reader) -> SectionFiles {
    let mut found = SectionFiles::default();
    let stems = files.iter().filter_map(|(path, _)| path.strip_suffix(".yaml"));
    let elsewhere: Vec<String> = stems.filter(|stem| is_section(stem)).map(str::to_owned).collect();
    for (path, file) in files {
        gather_file(sources, path, *file, r, &mut found, &elsewhere);
    }
    check_complete(r, files, &found);
    libraries::lay_beneath(sources, files, r, &mut found);
    found
}

fn check_complete(r: &mut Reader, files: &[(String, FileId)], found: &SectionFiles) {
    let main = files.iter().find(|(path, _)| path == MAIN);
    let at = main.or(files.first()).map_or(Span::default(), |(_, file)| Span::new(*file, 0, 0));
    if main.is_none() {
        r.error(Code::BadFormat, at, format!("a ruleset needs the file `{MAIN}` with `format: 1`"));
    } else if !r.may_be_defined("game") && !found.sections.iter().any(|section| section.name == "game") {
        r.error(Code::MissingKey, at, "a ruleset needs `game`");
    }
}

fn gather_file(
    sources: &Sources,
    path: &str,
    file: FileId,
    r: &mut Reader,
    found: &mut SectionFiles,
    elsewhere: &[String],
) {
    let hidden = path.split('/').any(|part| part.starts_with('.'));
    if !hidden && is_ignored(path) {
        return ignored_file(r, path, file);
    }
    if hidden || !path.ends_with(".yaml") {
        return;
    }
    match path.split_once('/') {
        Some(("scenarios" | "variants" | libraries::FOLDER, _)) => {}
        Some(("text", name)) => text_file(sources, name, file, r, found),
        Some((folder, _)) => {
            if !found.unknown_folders.iter().any(|known| known == folder) {
                found.unknown_folders.push(folder.to_owned());
                unknown_folder(r, folder, file);
            }
        }
        None if path == MAIN => main_file(sources, file, r, found, elsewhere),
        None => section_file(sources, path, file, r, found),
    }
}

/// Returns true if a file looks like a part of a ruleset but isn't. This applies to YAML with another
/// extension, and to files other than YAML and notes in a folder of a ruleset.
pub fn is_ignored(path: &str) -> bool {
    let other = !path.ends_with(".yaml") && !path.ends_with(".md");
    path.ends_with(".yml") || other && FOLDERS.iter().any(|folder| path.split('/').next() == Some(*folder))
}

fn ignored_file(r: &mut Reader, path: &str, file: FileId) {
    let message = format!("`{}` is not read", names::shorten(path));
    let problem = Diagnostic::new(Code::IgnoredFile, Span::new(file, 0, 0), message);
    let stem = match path.rsplit_once('.') {
        Some((stem, extension)) if !extension.contains('/') => stem,
        _ => path,
    };
    r.report(
        problem.help(format!("rename it to `{}.yaml` if it is a part of the ruleset", names::shorten(stem))),
    );
}

fn main_file(
    sources: &Sources,
    file: FileId,
    r: &mut Reader,
    found: &mut SectionFiles,
    elsewhere: &[String],
) {
    let Some(node) = r.document(file, &sources.get(file).text, &has_definitions) else { return };
    if !matches!(node.kind, NodeKind::Map(_) | NodeKind::Null) {
        r.unreadable = true;
        r.wrong_shape(&node, "the sections of a ruleset as a map");
        return;
    }
    // the byte order mark stays at the start
    let begin = if sources.get(file).text.starts_with('\u{feff}') { 3 } else { 0 };
    game::format(r, Span::new(file, begin, begin), &node);
    let NodeKind::Map(entries) = node.kind else { return };
    let known: Vec<&str> = section_names().chain(["text", "format"]).collect();
    let present: Vec<String> = entries.iter().map(|(key, _)| key.value.clone()).collect();
    let mut misspelt = Vec::new();
    for (key, content) in moved::in_order(r, entries, elsewhere).into_iter().take(MAX_ITEMS) {
        match key.value.as_str() {
            "format" => {}
            "text" => text_section(content, r, found),
            name => match section(name) {
                Some(row) => add(r, found, row.found(key.span, content)),
                None => {
                    let before = r.problems().len();
                    let meant = r.unknown_key(&key, "a ruleset", &known);
                    if meant.as_ref().is_some_and(|meant| present.contains(meant)) {
                        r.problems()[before..].iter_mut().for_each(Diagnostic::doubt);
                    }
                    misspelt.push((meant, key.span, content));
                }
            },
        }
    }
    for (meant, at, content) in misspelt {
        add_meant(r, found, meant.as_deref(), at, content);
    }
}

fn section(name: &str) -> Option<&'static SectionRow> {
    SECTIONS.iter().find(|row| row.name == name)
}

impl SectionRow {
    fn found(&self, at: Span, content: Node) -> Section {
        Section { name: self.name, read: self.read, at, content: Arc::new(content) }
    }
}

/// Adds a section with a misspelt name under the intended name, if that isn't taken.
fn add_meant(r: &mut Reader, found: &mut SectionFiles, meant: Option<&str>, at: Span, content: Node) {
    match meant.and_then(section).filter(|row| found.content(row.name).is_none()) {
        Some(row) => found.sections.push(row.found(at, content)),
        None => r.lose_below(&content),
    }
}

fn section_file(sources: &Sources, path: &str, file: FileId, r: &mut Reader, found: &mut SectionFiles) {
    let at = Span::new(file, 0, 0);
    let stem = path.rsplit_once('.').map_or(path, |(stem, _)| stem);
    let Some(row) = section(stem) else {
        let names = section_names().chain(["ruleset"]);
        let shown = names::shorten(path);
        let problem = Diagnostic::new(Code::UnknownKey, at, format!("`{shown}` is not a file of a ruleset"));
        let problem = problem.suggest(stem, names);
        let meant = problem.unknown.clone().and_then(|unknown| unknown.meant);
        r.report(problem);
        if let Some(content) = yaml::parse(file, &sources.get(file).text, &mut Vec::new()) {
            add_meant(r, found, meant.as_deref(), at, content);
        }
        return;
    };
    let text = &sources.get(file).text;
    let content = match RECORDS.contains(&row.name) {
        true => r.whole_document(file, text),
        false => r.document(file, text, &|_| false),
    };
    if let Some(content) = content {
        add(r, found, row.found(at, content));
    }
}

fn unknown_folder(r: &mut Reader, folder: &str, file: FileId) {
    let message = format!("`{}` is not a folder of a ruleset", names::shorten(folder));
    let problem = Diagnostic::new(Code::UnknownKey, Span::new(file, 0, 0), message);
    r.report(problem.suggest(folder, FOLDERS.iter().copied()));
}

fn text_file(sources: &Sources, name: &str, file: FileId, r: &mut Reader, found: &mut SectionFiles) {
    let at = Span::new(file, 0, 0);
    let language = name.strip_suffix(".yaml").unwrap_or("");
    if language.is_empty() || !language.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-' || b == b'_') {
        let message = format!("`text/{}` doesn't name a language", names::shorten(name));
        r.report(Diagnostic::new(Code::BadName, at, message).help("as in `text/en.yaml`"));
        return;
    }
    // an unreadable file of texts hides no definitions
    let read = yaml::partial(file, &sources.get(file).text, &|_| true, r.problems());
    if let Some(node) = read.node {
        add_texts(r, found, Spanned::new(language.to_owned(), at), node);
    }
}

/// Reads `text:` in the main file: texts by language.
fn text_section(content: Node, r: &mut Reader, found: &mut SectionFiles) {
    let NodeKind::Map(languages) = content.kind else {
        r.wrong_shape(&content, "texts by language");
        return;
    };
    for (language, texts) in languages {
        add_texts(r, found, language, texts);
    }
}

fn add_texts(r: &mut Reader, found: &mut SectionFiles, language: Spanned<String>, texts: Node) {
    if let Some((name, first, _)) = found.texts.iter().find(|(name, _, _)| *name == language.value) {
        let message = format!("the texts in `{}` are in two places", names::shorten(name));
        let problem = Diagnostic::new(Code::DuplicateSection, language.span, message);
        r.report(problem.other(*first, "first here"));
        return;
    }
    found.texts.push((language.value, language.span, Arc::new(texts)));
}

fn add(r: &mut Reader, found: &mut SectionFiles, section: Section) {
    if let Some(first) = found.sections.iter().find(|s| s.name == section.name) {
        let message = format!("the section `{}` is in two places", section.name);
        let problem = Diagnostic::new(Code::DuplicateSection, section.at, message);
        r.report(problem.other(first.at, "first here"));
        return;
    }
    found.sections.push(section);
}

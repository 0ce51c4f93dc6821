//! What tools ask about texts: an editor, a language server, a page of documentation. Texts may be half written.

mod drafts;
mod problem;
mod rename;
mod words;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use ludex_grammar::codes::Code;
use ludex_grammar::diagnostic::Diagnostic;
use ludex_grammar::source::Sources;
use ludex_grammar::span::{FileId, Span};

use crate::check::{self, here};
use crate::compile::{Compile, Parts, Ruleset};
use crate::hir::Checked;
use crate::resolve::{Index, Target};

pub use crate::check::{Candidate, Hint, HintKind};
pub use crate::resolve::NameKind;
pub use drafts::Rewritten;
pub use problem::{Problem, Range, Remark, Replacement};
pub use words::{Entry, Phrase, Stands, language, phrases};

/// The texts of a ruleset, what is wrong with them, and what stands where.
///
/// ```
/// let text = "format: 1\ngame: { id: pass, players: 1 }\nstate: { game: { total: int for game } }\n\
///     setup: set total = 3\nphases: { turn: { do: end game } }\nscore: { total: total }\n";
/// let analysis = ludex::analysis::Analysis::new(&[("ruleset.yaml".into(), text.into())], "");
/// assert!(analysis.problems().is_empty());
/// let file = analysis.file("ruleset.yaml").expect("it is one of the files");
/// let there = analysis.at(file, text.find("total = 3").expect("it is there"));
/// let word = there.word.expect("a name");
/// assert_eq!((word.kind, word.references.len()), (ludex::analysis::NameKind::Var, 2));
/// ```
#[derive(Debug)]
pub struct Analysis {
    shown: String,
    files: Vec<(String, String)>,
    parts: Parts,
    sources: Sources,
    problems: Vec<Diagnostic>,
    /// What could be read and typed of the rules.
    tree: Tree,
    /// Of the ruleset, and where it has no error of each list of variants that scenarios are about, with these.
    indices: Vec<Index>,
    /// Of the ruleset with each of its variants, also of those that no scenario names.
    variants: Vec<Index>,
    ruleset: Option<Ruleset>,
}

/// A name and where it is defined.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Definition {
    /// As written.
    pub name: String,
    /// The kind of thing that it names.
    pub kind: NameKind,
    /// The name where it is defined.
    pub place: Span,
}

/// What the name at a place stands for.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Word {
    /// The kind of thing that it names.
    pub kind: NameKind,
    /// Where it is defined, if that is in these texts.
    pub definition: Option<Definition>,
    /// Where else it stands, in order.
    pub references: Vec<Span>,
}

/// What holds at a place.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct At {
    /// The name that stands there.
    pub word: Option<Word>,
    /// The innermost expression there, and its type, as far as it has one.
    pub expression: Option<(Span, String)>,
    /// The type that is wanted of what stands there, or would.
    pub expected: Option<String>,
    /// The names that may stand there: after a point the members of what stands before it.
    pub names: Vec<Candidate>,
}

/// Words of which one is to stand at a place.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Known {
    /// In order.
    pub words: Vec<String>,
    /// They are keys.
    pub keys: bool,
}

/// The file that every ruleset has.
const MAIN: &str = "ruleset.yaml";

/// A word for a place at which none stands, so that what is written around it can be read.
const PLACEHOLDER: &str = "placeholder_of_the_cursor";

impl Analysis {
    /// Looks through the files of a ruleset, given as for [`compile`](fn@crate::compile); scenarios and variants are looked through where the
    /// ruleset has no error.
    pub fn new(files: &[(String, String)], shown: &str) -> Analysis {
        let (compiled, mut indices) = Compile::new(files).shown(shown).compile_and_index();
        let Some(ruleset) = compiled.first().and_then(|plain| plain.ruleset.clone()) else {
            return Self::of_rules(files, shown);
        };
        indices.push(ruleset.checked.index.clone());
        // the first is the ruleset itself, the last has the scenarios
        let variants = compiled.iter().skip(1).filter_map(|one| one.ruleset.as_ref());
        let variants = variants.map(|ruleset| ruleset.checked.index.clone()).collect();
        let sources = compiled.last().map_or_else(Sources::new, |last| last.sources.clone());
        let mut known = BTreeSet::new();
        let found = compiled.into_iter().flat_map(|one| one.problems);
        let is_new = |p: &Diagnostic| known.insert((p.code, p.primary.span, p.message.clone()));
        Analysis {
            shown: shown.to_owned(),
            files: files.to_vec(),
            parts: Parts::new(files, &[], |path| format!("{shown}{path}")),
            sources,
            problems: found.filter(is_new).collect(),
            tree: Tree::Whole(Arc::clone(&ruleset.checked)),
            indices,
            variants,
            ruleset: Some(ruleset),
        }
    }

    /// The same of the rules and their texts alone, which takes a part of the time: for who types.
    pub fn of_rules(files: &[(String, String)], shown: &str) -> Analysis {
        let parts = Parts::new(files, &[], |path| format!("{shown}{path}"));
        let (raw, mut problems) = parts.raw();
        let tree = Tree::Readable(Box::new(check::analyse(&raw, &mut problems)));
        problems.sort_by_key(Diagnostic::severity);
        let index = tree.checked().index.clone();
        Analysis {
            shown: shown.to_owned(),
            files: files.to_vec(),
            sources: (*parts.sources).clone(),
            parts,
            problems,
            tree,
            indices: vec![index],
            variants: Vec::new(),
            ruleset: None,
        }
    }

    /// The rules as far as they could be read and typed.
    fn tree(&self) -> &Checked {
        self.tree.checked()
    }

    /// What can be played, where the rules have no error; of the rules alone ([`of_rules`](Self::of_rules)) there is none. Its places are places here.
    pub fn ruleset(&self) -> Option<&Ruleset> {
        self.ruleset.as_ref()
    }

    /// Whether the rules have an error: then nothing more is known of variants and scenarios.
    pub fn has_errors(&self) -> bool {
        matches!(&self.tree, Tree::Readable(readable) if matches!(**readable, check::Analysis::Partial(_)))
    }

    /// The texts: every place is a place there.
    pub fn sources(&self) -> &Sources {
        &self.sources
    }

    /// The file with this path, as it was given.
    pub fn file(&self, path: &str) -> Option<FileId> {
        let name = format!("{}{path}", self.shown);
        // scenarios stand there twice: behind the ruleset they are read as such
        self.sources.iter().filter(|(_, source)| source.name == name).map(|(id, _)| id).last()
    }

    /// What is wrong, as `ludex check` tells it.
    pub fn problems(&self) -> Vec<Problem> {
        self.problems.iter().map(|problem| Problem::new(&self.sources, problem)).collect()
    }

    /// What is wrong, for who draws it.
    pub fn diagnostics(&self) -> &[Diagnostic] {
        &self.problems
    }

    /// All that the ruleset defines, in order of places.
    pub fn definitions(&self) -> impl Iterator<Item = Definition> + '_ {
        self.indices.last().into_iter().flat_map(Index::definitions).map(definition)
    }

    /// What holds at a byte of a file: of a word before it or behind it, or of a place where a word could stand.
    pub fn at(&self, file: FileId, byte: usize) -> At {
        let Some((_, source)) = self.sources.iter().find(|(id, _)| *id == file) else { return At::default() };
        let Some((before, behind)) = source.text.split_at_checked(byte) else { return At::default() };
        let offset = u32::try_from(byte).unwrap_or(u32::MAX);
        let touched = before.ends_with(is_of_word) || behind.starts_with(is_of_word);
        let placeholder = if touched { "" } else { PLACEHOLDER };
        let parts = self.parts.with_text(file, format!("{before}{placeholder}{behind}"));
        let there = parts.map(|parts| here(&parts.raw().0, file, offset)).unwrap_or_default();
        let added = placeholder.len() as u32;
        let back = |span: Span| written(span, file, (offset, added));
        let mut names = there.names;
        names.iter_mut().for_each(|name| name.place = name.place.map(back));
        At {
            word: self.word_at(file, byte),
            expression: there.found.filter(|_| touched).map(|(span, ty)| (back(span), ty)),
            expected: there.wanted,
            names,
        }
    }

    /// The words that are known where a byte of a file is: keys, ids, words of the language of which one is to stand there. It is found by
    /// putting a word there that nobody knows, so it is what the checker would take.
    pub fn known_at(&self, file: FileId, byte: usize) -> Known {
        let Some((_, source)) = self.sources.iter().find(|(id, _)| *id == file) else {
            return Known::default();
        };
        let Some((before, behind)) = source.text.split_at_checked(byte) else { return Known::default() };
        let before = before.trim_end_matches(is_of_word);
        let behind = behind.trim_start_matches(is_of_word);
        let forms = [(format!("{PLACEHOLDER}: x"), true), (PLACEHOLDER.to_owned(), behind.starts_with(':'))];
        let known = |(form, keys): &(String, bool)| {
            let parts = self.parts.with_text(file, format!("{before}{form}{behind}"))?;
            let (raw, mut problems) = parts.raw();
            check::analyse(&raw, &mut problems);
            let unknown = problems.into_iter().filter_map(|problem| Some((problem.code, problem.unknown?)));
            let mut unknown =
                unknown.filter(|(_, unknown)| unknown.word == PLACEHOLDER && !unknown.known.is_empty());
            // a name that an effect does not know is no key, whatever stands behind it
            let (_, unknown) = unknown.find(|(code, _)| !keys || *code == Code::UnknownKey)?;
            Some(Known { words: unknown.known, keys: *keys })
        };
        forms.iter().find_map(known).unwrap_or_default()
    }

    /// The names that stand in a file, where each is and what it stands for, in order: where it is used, and where it is defined.
    pub fn names_in(&self, file: FileId) -> Vec<(Span, NameKind)> {
        let used = self.all().flat_map(|index| index.references().iter().map(|one| (one.place, one.target)));
        let defined =
            self.all().flat_map(|index| index.definitions().iter().map(|one| (one.place, one.target)));
        let here = used.chain(defined).filter(|(place, _)| place.file == file);
        let names: BTreeMap<Span, NameKind> = here.map(|(place, target)| (place, target.kind())).collect();
        names.into_iter().collect()
    }

    /// What is known of a file and does not stand there, in order: types of locals, values that are fixed before a game.
    pub fn hints(&self, file: FileId) -> Vec<Hint> {
        let (raw, problems) = self.parts.raw();
        let found = check::hints(&raw, &problems);
        // of a value that is just written there nothing is to be said
        let says_more = |hint: &Hint| match &hint.says {
            HintKind::Type { .. } => true,
            HintKind::Value(values) => {
                values.iter().any(|(_, value)| self.sources.slice(hint.place).trim() != value)
            }
        };
        found.into_iter().filter(|hint| hint.place.file == file && says_more(hint)).collect()
    }

    /// All places of what is named at a byte of a file: where it is defined, if that is in these texts, and all that name it, also with variants and in
    /// scenarios.
    pub fn places_of(&self, file: FileId, byte: usize) -> Vec<Span> {
        let Some(word) = self.word_at(file, byte) else { return Vec::new() };
        let mut places: BTreeSet<Span> = word.references.into_iter().collect();
        if let Some(Definition { place, .. }) = word.definition {
            places.insert(place);
            places.extend(self.all().flat_map(|index| index.same_as(place)));
            let others =
                self.all().filter_map(|index| Some((index, index.target_at(place.file, place.start)?)));
            places
                .extend(others.flat_map(|(index, target)| {
                    index.references_of(target).map(|reference| reference.place)
                }));
        }
        places.into_iter().collect()
    }

    /// What is known of the ruleset and of its variants.
    fn all(&self) -> impl Iterator<Item = &Index> {
        self.indices.iter().chain(&self.variants)
    }

    /// What the word stands for that is at a byte of a file, or ends there.
    pub fn word_at(&self, file: FileId, byte: usize) -> Option<Word> {
        let byte = u32::try_from(byte).ok()?;
        let near = [Some(byte), byte.checked_sub(1)];
        let found = |index: &Index| -> Option<Word> {
            let target = near.into_iter().flatten().find_map(|byte| index.target_at(file, byte))?;
            Some(word(index, target))
        };
        self.all().find_map(found)
    }
}

/// The rules as far as they could be read and typed.
#[derive(Debug)]
enum Tree {
    Whole(Arc<Checked>),
    Readable(Box<check::Analysis>),
}

impl Tree {
    fn checked(&self) -> &Checked {
        match self {
            Tree::Whole(checked) => checked,
            Tree::Readable(readable) => match &**readable {
                check::Analysis::Whole(checked) => checked,
                check::Analysis::Partial(partial) => partial.readable(),
            },
        }
    }
}

fn word(index: &Index, target: Target) -> Word {
    Word {
        kind: target.kind(),
        definition: index.definition(target).map(definition),
        references: index.references_of(target).map(|reference| reference.place).collect(),
    }
}

fn definition(found: &crate::resolve::Definition) -> Definition {
    Definition { name: found.name.clone(), kind: found.target.kind(), place: found.place }
}

/// A place in the text as it is written, of one in the text with a placeholder.
fn written(span: Span, file: FileId, (byte, added): (u32, u32)) -> Span {
    let back = |at: u32| if at > byte { at.saturating_sub(added).max(byte) } else { at };
    if span.file == file { Span { start: back(span.start), end: back(span.end), ..span } } else { span }
}

fn is_of_word(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_'
}

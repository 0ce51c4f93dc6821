//! Queries about rulesets for tools such as editors and documentation generators. Texts may be incomplete.

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

use crate::compile::Compile;
use ludex_check::check::{self, here};
use ludex_check::hir::Checked;
use ludex_check::resolve::{Index, Target};
use ludex_run::ruleset::{Parts, Ruleset, RulesetInternals};

pub use drafts::Rewritten;
pub use ludex_check::check::{Candidate, Hint, HintKind};
pub use ludex_check::resolve::NameKind;
pub use problem::{Problem, Range, Remark, Replacement};
pub use words::{Entry, Phrase, PhrasePosition, language, phrases};

/// The analysed texts of a ruleset, with their problems, names and types.
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
    /// The rules, as far as they could be read and typed.
    tree: Tree,
    /// Index of the ruleset. Without errors, also one for each list of variants that scenarios refer to.
    indices: Vec<Index>,
    /// Index of the ruleset with each of its variants, including those that no scenario names.
    variants: Vec<Index>,
    ruleset: Option<Ruleset>,
}

/// A name and the location of its definition.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Definition {
    /// The name as written.
    pub name: String,
    /// Kind of the named item.
    pub kind: NameKind,
    /// Location of the name in its definition.
    pub place: Span,
}

/// The item that a name in the text refers to.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Word {
    /// Kind of the named item.
    pub kind: NameKind,
    /// The definition, if it is in these texts.
    pub definition: Option<Definition>,
    /// Locations of all uses, in order.
    pub references: Vec<Span>,
}

/// Information about a position in a text.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct At {
    /// The name at the position.
    pub word: Option<Word>,
    /// The innermost expression at the position, and its type, if known.
    pub expression: Option<(Span, String)>,
    /// The expected type at the position.
    pub expected: Option<String>,
    /// Names that are valid at the position; after a point, the members of the value before it.
    pub names: Vec<Candidate>,
}

/// Keywords or names that are valid at a position.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Known {
    /// The words, in order.
    pub words: Vec<String>,
    /// True if the words are keys.
    pub keys: bool,
}

/// The file that every ruleset has.
const MAIN: &str = "ruleset.yaml";

/// Word inserted at a position without a word, so that the surrounding text can be parsed.
const PLACEHOLDER: &str = "placeholder_of_the_cursor";

impl Analysis {
    /// Analyses the files of a ruleset, given as for [`compile`](fn@crate::compile). Scenarios and variants
    /// are included if the ruleset has no errors.
    pub fn new(files: &[(String, String)], shown: &str) -> Analysis {
        let (compiled, mut indices) = Compile::new(files).shown(shown).compile_and_index();
        let Some(ruleset) = compiled.first().and_then(|plain| plain.ruleset.clone()) else {
            return Self::of_rules(files, shown);
        };
        indices.push(ruleset.checked().index.clone());
        // the first is the ruleset itself, the last includes the scenarios
        let variants = compiled.iter().skip(1).filter_map(|one| one.ruleset.as_ref());
        let variants = variants.map(|ruleset| ruleset.checked().index.clone()).collect();
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
            tree: Tree::Whole(Arc::clone(ruleset.checked())),
            indices,
            variants,
            ruleset: Some(ruleset),
        }
    }

    /// Analyses only the rules and their texts, which is faster: for use while typing.
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

    /// Returns the rules, as far as they could be read and typed.
    fn tree(&self) -> &Checked {
        self.tree.checked()
    }

    /// Returns the compiled ruleset; `None` if it has errors or after [`of_rules`](Self::of_rules). It shares
    /// the source locations of this analysis.
    pub fn ruleset(&self) -> Option<&Ruleset> {
        self.ruleset.as_ref()
    }

    /// Returns true if the rules have an error. Variants and scenarios are then not analysed.
    pub fn has_errors(&self) -> bool {
        matches!(&self.tree, Tree::Readable(readable) if matches!(**readable, check::Analysis::Partial(_)))
    }

    /// Returns the texts to which all locations refer.
    pub fn sources(&self) -> &Sources {
        &self.sources
    }

    /// Returns the file with this path, as it was given.
    pub fn file(&self, path: &str) -> Option<FileId> {
        let name = format!("{}{path}", self.shown);
        // scenarios are included twice: the second copy is read as scenarios
        self.sources.iter().filter(|(_, source)| source.name == name).map(|(id, _)| id).last()
    }

    /// Returns the problems that `ludex check` reports.
    pub fn problems(&self) -> Vec<Problem> {
        self.problems.iter().map(|problem| Problem::new(&self.sources, problem)).collect()
    }

    /// Returns the problems as diagnostics, for rendering.
    pub fn diagnostics(&self) -> &[Diagnostic] {
        &self.problems
    }

    /// Returns all definitions of the ruleset, in order of location.
    pub fn definitions(&self) -> impl Iterator<Item = Definition> + '_ {
        self.indices.last().into_iter().flat_map(Index::definitions).map(definition)
    }

    /// Returns the information about a byte offset: about an adjacent word, or about the names that could be
    /// inserted.
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

    /// Returns the words that are valid at a byte offset: keys, ids, or keywords. To find them, an unknown
    /// word is inserted there, so they are exactly the words that the checker accepts.
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
            // an unknown name in an effect is no key, even before a colon
            let (_, unknown) = unknown.find(|(code, _)| !keys || *code == Code::UnknownKey)?;
            Some(Known { words: unknown.known, keys: *keys })
        };
        forms.iter().find_map(known).unwrap_or_default()
    }

    /// Returns the names in a file with their locations and kinds, in order: uses and definitions.
    pub fn names_in(&self, file: FileId) -> Vec<(Span, NameKind)> {
        let used = self.all().flat_map(|index| index.references().iter().map(|one| (one.place, one.target)));
        let defined =
            self.all().flat_map(|index| index.definitions().iter().map(|one| (one.place, one.target)));
        let here = used.chain(defined).filter(|(place, _)| place.file == file);
        let names: BTreeMap<Span, NameKind> = here.map(|(place, target)| (place, target.kind())).collect();
        names.into_iter().collect()
    }

    /// Returns hints for a file in order: types of locals, and values that are fixed before a game.
    pub fn hints(&self, file: FileId) -> Vec<Hint> {
        let (raw, problems) = self.parts.raw();
        let found = check::hints(&raw, &problems);
        // a value that is written literally needs no hint
        let written = |hint: &Hint, value: &String| self.sources.slice(hint.place).trim() == value;
        let says_more = |hint: &Hint| !matches!(&hint.says, HintKind::Value(values) if values.iter().all(|(_, value)| written(hint, value)));
        found.into_iter().filter(|hint| hint.place.file == file && says_more(hint)).collect()
    }

    /// Returns all locations of the name at a byte offset. These are its definition, if it is in these texts,
    /// and all uses, including those in variants and scenarios.
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

    /// Returns the indices of the ruleset and its variants.
    fn all(&self) -> impl Iterator<Item = &Index> {
        self.indices.iter().chain(&self.variants)
    }

    /// Returns the referent of the word that contains a byte offset or ends there.
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

/// The rules, as far as they could be read and typed.
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

fn definition(found: &ludex_check::resolve::Definition) -> Definition {
    Definition { name: found.name.clone(), kind: found.target.kind(), place: found.place }
}

/// Converts a span in the text with a placeholder to one in the original text.
fn written(span: Span, file: FileId, (byte, added): (u32, u32)) -> Span {
    let back = |at: u32| if at > byte { at.saturating_sub(added).max(byte) } else { at };
    if span.file == file { Span { start: back(span.start), end: back(span.end), ..span } } else { span }
}

fn is_of_word(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_'
}

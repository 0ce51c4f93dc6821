//! Renames by overlays: `text: { en: { rename: { Hermit: Recluse } } }` replaces words in all texts.
//!
//! Renames are applied after all overlays, so they affect their texts too. A word must not be adjacent to
//! letters or digits. Text in braces and inserted text is not replaced.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use ludex_grammar::codes::Code;
use ludex_grammar::diagnostic::Diagnostic;
use ludex_grammar::span::{Span, Spanned};
use ludex_grammar::yaml::{Node, NodeKind};

use crate::load::names::shorten;
use crate::load::reader::{MAX_ITEMS, Reader};
use crate::load::sections::SectionFiles;

/// The key for renames in the texts of a language.
pub(in crate::load) const KEY: &str = "rename";

/// Maximum number of words in a name.
const MAX_WORDS: usize = 4;

/// Maximum length of a name, old or new, in bytes.
const LONGEST: usize = 64;

/// Length at which renaming a text stops, in bytes. Longer texts are rejected when read.
const LONGEST_TEXT: usize = 4_000;

/// Maximum number of unused renames that get a suggestion.
const MAX_SUGGESTIONS: usize = 10;

/// Renames of all overlays, by language.
#[derive(Default)]
pub(in crate::load) struct Renames {
    by_language: BTreeMap<String, BTreeMap<String, (Spanned<String>, Node)>>,
    /// Overlay of each rename, by the location of the old name.
    overlays: BTreeMap<Span, String>,
}

impl Renames {
    /// Reads the renames of an overlay in a language. `overlay` is its name in messages.
    pub fn add(&mut self, r: &mut Reader, overlay: &str, language: &str, node: &Node) {
        let known = self.by_language.entry(language.to_owned()).or_default();
        for (old, new) in r.entries(node, "a map of names", MAX_ITEMS) {
            if !is_name(&old.value) || new.as_str().is_none_or(|new| new.len() > LONGEST) {
                let message = format!("`{}` can't be renamed like this", shorten(&old.value));
                let help = format!("a name has 1 to {MAX_WORDS} words and at most {LONGEST} bytes");
                r.report(Diagnostic::new(Code::BadName, old.span, message).help(help));
            } else if let Some((first, _)) = known.get(&old.value) {
                let other = self.overlays.get(&first.span).map_or("another overlay", String::as_str);
                let message = format!("{other} and {overlay} both rename `{}`", old.value);
                let problem = Diagnostic::new(Code::PatchConflict, old.span, message);
                r.report(problem.label("renamed here").other(first.span, "and here by another overlay"));
            } else {
                known.insert(old.value.clone(), (old.clone(), new.clone()));
                self.overlays.insert(old.span, overlay.to_owned());
            }
        }
    }

    /// Applies the renames to all texts, and reports those without a match.
    pub fn apply(&self, r: &mut Reader, found: &mut SectionFiles) {
        for (language, names) in &self.by_language {
            let (mut used, words) = (BTreeSet::new(), Names::new(names));
            self.alike(r, language, found);
            for (_, _, texts) in found.texts.iter_mut().filter(|(name, _, _)| name == language) {
                rename(Arc::make_mut(texts), &words, &mut used);
            }
            let unused: Vec<_> = names.values().filter(|(old, _)| !used.contains(&old.value)).collect();
            for (i, (old, _)) in unused.into_iter().enumerate() {
                let message = format!("this changes nothing: no text in `{language}` has `{}`", old.value);
                let problem = Diagnostic::new(Code::PatchMatchesNothing, old.span, message);
                let near = if i < MAX_SUGGESTIONS {
                    phrases(found, language, words_in(&old.value))
                } else {
                    BTreeSet::new()
                };
                r.report(problem.suggest_near(&old.value, near.iter().map(String::as_str)));
            }
        }
    }

    /// Warns about new names that two items would share.
    fn alike(&self, r: &mut Reader, language: &str, found: &SectionFiles) {
        let Some(names) = self.by_language.get(language) else { return };
        let mut called = BTreeSet::new();
        texts_in(found, language).for_each(|texts| whole_names(texts, &mut called));
        let mut given: BTreeMap<&str, Span> = BTreeMap::new();
        let names_of_things = names.values().filter(|(old, _)| called.contains(&old.value));
        for (name, new) in names_of_things.filter_map(|(_, new)| Some((new.as_str()?, new))) {
            if let Some(first) = given.insert(name, new.span) {
                let message = format!("two items are renamed to `{name}`");
                let problem = Diagnostic::new(Code::RenamedAlike, new.span, message).other(first, "and here");
                r.report(problem.help("players can't distinguish the two: use another name"));
            } else if called.contains(name) && !names.contains_key(name) {
                let message = format!("another item already has the name `{name}`");
                let problem = Diagnostic::new(Code::RenamedAlike, new.span, message);
                r.report(problem.help("two items would have the same name: use another name"));
            }
        }
    }
}

fn texts_in<'f>(found: &'f SectionFiles, language: &str) -> impl Iterator<Item = &'f Node> {
    found.texts.iter().filter(move |(name, ..)| name == language).map(|(.., texts)| &**texts)
}

/// Collects texts that consist of a single name.
fn whole_names(node: &Node, called: &mut BTreeSet<String>) {
    match &node.kind {
        NodeKind::Map(entries) => entries.iter().for_each(|(_, value)| whole_names(value, called)),
        NodeKind::Text(text) if is_name(&text.value) => drop(called.insert(text.value.clone())),
        NodeKind::Text(_) | NodeKind::List(_) | NodeKind::Null | NodeKind::Bool(_) | NodeKind::Int(_) => {}
    }
}

fn words_in(name: &str) -> usize {
    words(name).count().clamp(1, MAX_WORDS)
}

/// Returns all phrases of `count` words in the texts of a language.
fn phrases(found: &SectionFiles, language: &str, count: usize) -> BTreeSet<String> {
    let mut phrases = BTreeSet::new();
    texts_in(found, language).for_each(|texts| add_phrases(texts, count, &mut phrases));
    phrases
}

fn add_phrases(node: &Node, count: usize, phrases: &mut BTreeSet<String>) {
    match &node.kind {
        NodeKind::Map(entries) => entries.iter().for_each(|(_, value)| add_phrases(value, count, phrases)),
        NodeKind::List(items) => items.iter().for_each(|item| add_phrases(item, count, phrases)),
        NodeKind::Text(text) => {
            let words: Vec<_> = words(&text.value).collect();
            let phrase = |words: &[(usize, &str)]| {
                let (first, last) = (words.first()?, words.last()?);
                text.value.get(first.0..last.0 + last.1.len()).filter(|phrase| phrase.len() <= LONGEST)
            };
            phrases.extend(words.windows(count).filter_map(phrase).map(str::to_owned));
        }
        NodeKind::Null | NodeKind::Bool(_) | NodeKind::Int(_) => {}
    }
}

/// Returns true if a text consists of a few words, without other characters at its ends.
fn is_name(text: &str) -> bool {
    let begins = || words(text).next().is_some_and(|(start, _)| start == 0);
    let ends = || words(text).last().is_some_and(|(start, word)| start + word.len() == text.len());
    text.len() <= LONGEST && begins() && ends() && words(text).count() <= MAX_WORDS
}

fn words(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut at = 0;
    std::iter::from_fn(move || {
        let start = at + text[at..].find(char::is_alphanumeric)?;
        let rest = &text[start..];
        let word = &rest[..rest.find(|c: char| !c.is_alphanumeric()).unwrap_or(rest.len())];
        at = start + word.len();
        Some((start, word))
    })
}

/// Renames, with the first words of the old names and the first bytes of those. Most words of a text are
/// excluded by their first byte.
struct Names<'n> {
    by_name: &'n BTreeMap<String, (Spanned<String>, Node)>,
    first_words: BTreeSet<&'n str>,
    first_bytes: [bool; 256],
}

impl<'n> Names<'n> {
    fn new(by_name: &'n BTreeMap<String, (Spanned<String>, Node)>) -> Self {
        let first_words: BTreeSet<&str> =
            by_name.keys().filter_map(|name| words(name).next()).map(|(_, word)| word).collect();
        let mut first_bytes = [false; 256];
        first_words.iter().for_each(|word| first_bytes[usize::from(word.as_bytes()[0])] = true);
        Names { by_name, first_words, first_bytes }
    }

    /// Returns true if an old name may begin with this word.
    fn begins(&self, word: &str) -> bool {
        self.first_bytes[usize::from(word.as_bytes()[0])] && self.first_words.contains(word)
    }

    /// Returns the longest old name at the start of a text, with the new name.
    fn longest(&self, text: &str) -> Option<(&'n str, &'n str)> {
        let ends = words(text).take(MAX_WORDS).map(|(start, word)| start + word.len());
        let found = ends.filter_map(|end| self.by_name.get(&text[..end])).last()?;
        Some((&found.0.value, found.1.as_str()?))
    }
}

fn rename(node: &mut Node, names: &Names<'_>, used: &mut BTreeSet<String>) {
    match &mut node.kind {
        NodeKind::Map(entries) => {
            let texts = entries.iter_mut().filter(|(key, _)| key.value != "when");
            texts.for_each(|(_, value)| rename(value, names, used));
        }
        NodeKind::List(items) => items.iter_mut().for_each(|item| rename(item, names, used)),
        NodeKind::Text(text) => {
            if let Some(said) = renamed(&text.value, names, used) {
                // the replacement has the span of the original text
                let span = text.whole();
                text.pieces = vec![(0, span.start), (u32::MAX, span.end)].into();
                text.value = said;
            }
        }
        NodeKind::Null | NodeKind::Bool(_) | NodeKind::Int(_) => {}
    }
}

/// Returns the text with renames applied, or `None` if nothing changes.
fn renamed(text: &str, names: &Names<'_>, used: &mut BTreeSet<String>) -> Option<String> {
    let (mut out, mut done) = (String::new(), 0);
    for (start, _) in words(text).filter(|(_, word)| names.begins(word)) {
        if out.len() > LONGEST_TEXT {
            break;
        }
        // words within an inserted name are skipped
        let found = names.longest(&text[start..]).filter(|_| start >= done && !is_in_braces(text, start));
        if let Some((old, new)) = found {
            used.insert(old.to_owned());
            out.push_str(&text[done..start]);
            out.push_str(new);
            done = start + old.len();
        }
    }
    (done > 0).then(|| out + &text[done..])
}

/// Returns true if an unclosed brace precedes an offset. A limited search suffices, because placeholders are
/// short.
fn is_in_braces(text: &str, at: usize) -> bool {
    text[..at].bytes().rev().take(LONGEST).find(|b| matches!(b, b'{' | b'}')) == Some(b'{')
}

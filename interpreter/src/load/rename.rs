//! `text: { en: { rename: { Hermit: Recluse } } }` in an overlay: words of a language that are others in all of its texts.
//!
//! A rename is done when all overlays are applied, so that it holds for their texts too. A word is found where no letter or digit
//! is beside it; what stands in braces is no word; what was put in is not looked at again.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use ludex_grammar::codes::Code;
use ludex_grammar::diagnostic::Diagnostic;
use ludex_grammar::span::Spanned;
use ludex_grammar::yaml::{Node, NodeKind};

use super::names::shorten;
use super::reader::{MAX_ITEMS, Reader};
use super::sections::Found;

/// The key of a language under which an overlay says it.
pub(super) const KEY: &str = "rename";

/// Most words of a name.
const MAX_WORDS: usize = 4;

/// Most bytes of a name, old or new.
const LONGEST: usize = 64;

/// A text does not grow beyond this; a longer one is refused when it is read.
const LONGEST_TEXT: usize = 4_000;

/// What overlays rename, by language.
#[derive(Default)]
pub(super) struct Renames {
    by_language: BTreeMap<String, BTreeMap<String, (Spanned<String>, Node)>>,
}

impl Renames {
    /// Reads the renames of an overlay in a language.
    pub fn add(&mut self, r: &mut Reader, language: &str, node: &Node) {
        let known = self.by_language.entry(language.to_owned()).or_default();
        for (old, new) in r.entries(node, "a map of names", MAX_ITEMS) {
            if !is_name(&old.value) || new.as_str().is_none_or(|new| new.len() > LONGEST) {
                let message = format!("`{}` can't be renamed like this", shorten(&old.value));
                let help = format!("a name has 1 to {MAX_WORDS} words and at most {LONGEST} bytes");
                r.report(Diagnostic::new(Code::BadName, old.span, message).help(help));
            } else if let Some((first, _)) = known.get(&old.value) {
                let message = format!("two overlays rename `{}`", old.value);
                let problem = Diagnostic::new(Code::PatchConflict, old.span, message);
                r.report(problem.label("renamed here").other(first.span, "and here by another overlay"));
            } else {
                known.insert(old.value.clone(), (old.clone(), new.clone()));
            }
        }
    }

    /// Renames in all texts, and reports what stands in none.
    pub fn apply(&self, r: &mut Reader, found: &mut Found) {
        for (language, names) in &self.by_language {
            let (mut used, words) = (BTreeSet::new(), Names::new(names));
            for (_, _, texts) in found.texts.iter_mut().filter(|(name, _, _)| name == language) {
                rename(Arc::make_mut(texts), &words, &mut used);
            }
            for (old, _) in names.values().filter(|(old, _)| !used.contains(&old.value)) {
                let message = format!("this changes nothing: no text in `{language}` has `{}`", old.value);
                r.report(Diagnostic::new(Code::PatchMatchesNothing, old.span, message));
            }
        }
    }
}

/// Whether it is some words, with nothing before the first and after the last.
fn is_name(text: &str) -> bool {
    let words = words(text);
    let whole = words.first().is_some_and(|(start, _)| *start == 0)
        && words.last().is_some_and(|(_, end)| *end == text.len());
    whole && words.len() <= MAX_WORDS && text.len() <= LONGEST
}

/// Where the words of a text begin and end.
fn words(text: &str) -> Vec<(usize, usize)> {
    let mut words: Vec<(usize, usize)> = Vec::new();
    for (at, c) in text.char_indices().filter(|(_, c)| c.is_alphanumeric()) {
        match words.last_mut() {
            Some((_, end)) if *end == at => *end += c.len_utf8(),
            _ => words.push((at, at + c.len_utf8())),
        }
    }
    words
}

/// What is renamed, and the words with which the old names begin: most words of a text are none of these.
struct Names<'n> {
    by_name: &'n BTreeMap<String, (Spanned<String>, Node)>,
    first_words: BTreeSet<&'n str>,
}

impl<'n> Names<'n> {
    fn new(by_name: &'n BTreeMap<String, (Spanned<String>, Node)>) -> Self {
        let first = |name: &'n String| words(name).first().map(|(start, end)| &name[*start..*end]);
        Names { by_name, first_words: by_name.keys().filter_map(first).collect() }
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
                // its place stays what it is, from beginning to end
                let span = text.whole();
                text.pieces = vec![(0, span.start), (u32::MAX, span.end)];
                text.value = said;
            }
        }
        NodeKind::Null | NodeKind::Bool(_) | NodeKind::Int(_) => {}
    }
}

/// The text with other names, if it has one of the old.
fn renamed(text: &str, names: &Names<'_>, used: &mut BTreeSet<String>) -> Option<String> {
    let words = words(text);
    let (mut out, mut done, mut i) = (String::new(), 0, 0);
    while let Some((start, end)) = words.get(i).filter(|_| out.len() <= LONGEST_TEXT) {
        if !names.first_words.contains(&text[*start..*end]) {
            i += 1;
            continue;
        }
        let found = (1..=MAX_WORDS).rev().find_map(|n| {
            let (_, end) = words.get(i + n - 1)?;
            let (old, new) = names.by_name.get(&text[*start..*end])?;
            Some((n, *end, &old.value, new.as_str()?))
        });
        let Some((n, end, old, new)) = found.filter(|_| !in_braces(text, *start)) else {
            i += 1;
            continue;
        };
        used.insert(old.clone());
        out.push_str(&text[done..*start]);
        out.push_str(new);
        (done, i) = (end, i + n);
    }
    (done > 0).then(|| out + &text[done..])
}

/// Whether a brace that is not closed stands before a place; one that is a text's own sign is closed soon.
fn in_braces(text: &str, at: usize) -> bool {
    text[..at].bytes().rev().take(LONGEST).find(|b| matches!(b, b'{' | b'}')) == Some(b'{')
}

//! The section `allow:`, which silences warnings, optionally at one path, with a reason.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::sync::Arc;

use ludex_grammar::codes::{Code, Severity};
use ludex_grammar::diagnostic::Diagnostic;
use ludex_grammar::span::{Span, Spanned};
use ludex_grammar::yaml::{Node, NodeKind};

use super::names::shorten;
use super::raw::{Name, RawAllow};
use super::reader::{MAX_ITEMS, Reader};
use super::sections::SectionFiles;

/// Warnings that can't be silenced: they concern things checked outside the ruleset, or the silencing itself.
const NEVER: &[Code] = &[Code::EmptyScenario, Code::UnknownRule, Code::IdleScenario, Code::IdleAllow];

/// Maximum number of problems that get a suggestion.
const MAX_SUGGESTIONS: usize = 200;

/// Reads the section: `allow: { W0712: the rules close the table, W0701 cards.bard: … }`.
pub(super) fn allow(r: &mut Reader, node: &Node) -> Vec<RawAllow> {
    let entries = r.entries(node, "codes with reasons, as in `W0712: no other word is paid for`", MAX_ITEMS);
    entries.iter().filter_map(|(key, reason)| one(r, key, reason)).collect()
}

fn one(r: &mut Reader, key: &Name, reason: &Node) -> Option<RawAllow> {
    let (word, path) = match key.value.split_once(' ') {
        Some((word, path)) => (word, Some(path.trim().to_owned())),
        None => (key.value.as_str(), None),
    };
    let code = code(r, part(key, 0, word), word)?;
    let given = matches!(&reason.kind, NodeKind::Text(text) if !text.value.trim().is_empty());
    if !given {
        let message = format!("`{code}` is allowed without a reason");
        let problem = Diagnostic::new(Code::WrongShape, key.span, message);
        r.report(problem.help(format!("add a reason: `{}: the rules leave no other case`", key.value)));
        return None;
    }
    Some(RawAllow { code, key: key.clone(), path, within: None })
}

pub(super) fn warnings() -> impl Iterator<Item = Code> {
    let can_be = |code: &Code| code.severity() == Severity::Warning && !NEVER.contains(code);
    Code::ALL.iter().copied().filter(can_be)
}

/// Returns the code of a warning that can be silenced; reports any other word.
fn code(r: &mut Reader, at: Span, word: &str) -> Option<Code> {
    let known = word.parse::<Code>().ok().filter(|code| code.as_str() == word);
    if let Some(code) = known.filter(|known| warnings().any(|code| code == *known)) {
        return Some(code);
    }
    let unknown = |why: &str| Diagnostic::new(Code::UnknownKey, at, format!("`{}` {why}", shorten(word)));
    r.report(match known.map(Code::severity) {
        None => {
            let all: Vec<&str> = warnings().map(|code| code.as_str()).collect();
            unknown("is not the code of a warning").suggest_near(word, all)
        }
        Some(Severity::Error) => unknown("is an error, and can't be allowed").help("fix its cause"),
        Some(Severity::Warning) => unknown("can't be allowed").help("fix its cause"),
    });
    None
}

/// Returns the span of a part of a key, or of the whole key if it is written with escapes.
fn part(key: &Name, begin: usize, text: &str) -> Span {
    if key.span.len() != key.value.len() {
        return key.span;
    }
    let begin = key.span.start as usize + begin;
    Span::new(key.span.file, begin, begin + text.len())
}

/// Resolves the paths to spans, after overlays are applied. Removes entries with unknown paths.
pub(super) fn placed(r: &mut Reader, found: &SectionFiles, all: &mut Vec<RawAllow>) {
    let mut known: BTreeMap<String, Option<Arc<[Span]>>> = BTreeMap::new();
    all.retain_mut(|allow| {
        let Some(path) = allow.path.clone() else { return true };
        let within = known.entry(path).or_insert_with_key(|path| within(r, found, &allow.key, path));
        allow.within = within.clone();
        allow.within.is_some()
    });
}

/// Returns the spans of everything below a path such as `cards.king` or `text.fr`. Reports unknown paths.
fn within(r: &mut Reader, found: &SectionFiles, key: &Name, path: &str) -> Option<Arc<[Span]>> {
    let (mut entries, rest) = match path.strip_prefix("text.") {
        Some(rest) => (found.languages(), rest),
        None => (found.tops(), path),
    };
    let mut begin = key.value.len() - rest.len();
    let mut here = None;
    for word in rest.split('.') {
        let Some((_, at, node)) = entries.iter().find(|(name, ..)| *name == word).copied() else {
            nowhere(r, part(key, begin, word), word, entries.iter().map(|(name, ..)| *name));
            return None;
        };
        begin += word.len() + 1;
        here = Some((at, node));
        let below = node.as_map().unwrap_or_default();
        entries = below.iter().map(|(key, node)| (key.value.as_str(), key.span, node)).collect();
    }
    here.map(|(at, node)| joined(spans(at, node)).into())
}

fn nowhere<'k>(r: &mut Reader, at: Span, word: &str, known: impl Iterator<Item = &'k str>) {
    if !r.unreadable {
        let problem = Diagnostic::new(Code::UnknownName, at, format!("there is no `{}` here", shorten(word)));
        let searched = r.problems().len() < MAX_SUGGESTIONS;
        r.report(if searched { problem.suggest(word, known) } else { problem });
    }
}

/// Sorts spans and removes those contained in others.
fn joined(mut all: Vec<Span>) -> Vec<Span> {
    all.sort_unstable_by_key(|span| (span.file, span.start, Reverse(span.end)));
    all.dedup_by(|next, before| before.covers(*next));
    all
}

/// Returns the spans of a key and of all keys and values below it. After overlays they may be in several
/// files.
fn spans(at: Span, node: &Node) -> Vec<Span> {
    let mut all = vec![at, node.span];
    match &node.kind {
        NodeKind::Map(entries) => {
            all.extend(entries.iter().flat_map(|(Spanned { span, .. }, node)| spans(*span, node)));
        }
        NodeKind::List(items) => all.extend(items.iter().flat_map(|item| spans(item.span, item))),
        NodeKind::Null | NodeKind::Bool(_) | NodeKind::Int(_) | NodeKind::Text(_) => {}
    }
    all
}

//! Changes that overlays make, by path.
//!
//! Two overlays may not change the same path, and none may discard an effect that another has added before or
//! after an effect.

use std::collections::BTreeMap;

use ludex_grammar::codes::Code;
use ludex_grammar::diagnostic::Diagnostic;
use ludex_grammar::span::Span;

use super::{CARDS, Patch, RULESET};
use crate::load::cards::templates::Template;
use crate::load::reader::beside;

/// Kind of change of a path by an overlay.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum ChangeKind {
    /// The path is new.
    Adds,
    Replaces,
    Removes,
}

/// One change: the number of its overlay, and its source location.
#[derive(Clone, Copy)]
struct Change {
    number: usize,
    span: Span,
    how: ChangeKind,
}

/// All changes of the overlays so far.
#[derive(Default)]
pub(super) struct Changes {
    by_path: BTreeMap<String, Change>,
    /// Keys `before KEY` and `after KEY` by their paths, one for each overlay that has the key.
    beside: BTreeMap<(String, usize), Span>,
    /// Path of the template of each card that a template has made.
    templates: BTreeMap<String, String>,
}

impl Changes {
    /// Records the templates, so that changes of a single card are compared with those of its template.
    pub fn templates(&mut self, templates: &[Template]) {
        for template in templates {
            let cards = template.cards.iter().map(|(card, _)| card.clone());
            self.templates.extend(cards.map(|card| (card, format!("{CARDS}.{}", template.key))));
        }
    }

    /// Returns the changes of everything that contains a path, of the path, and of its parts, in this order.
    fn around<'c>(&'c self, path: &'c str) -> impl Iterator<Item = (&'c String, &'c Change)> {
        let inside = format!("{path}.");
        let parts = self.by_path.range(inside.clone()..);
        self.containing(path).chain(parts.take_while(move |(other, _)| other.starts_with(&inside)))
    }

    /// Returns the changes of everything that contains a path, and of the path.
    fn containing<'c>(&'c self, path: &'c str) -> impl Iterator<Item = (&'c String, &'c Change)> {
        let ends = path.match_indices('.').map(|(end, _)| end).chain([path.len()]);
        ends.filter_map(|end| self.by_path.get_key_value(&path[..end]))
    }

    /// Returns the same path in the template, for a part of a card created by a template.
    fn in_template(&self, path: &str) -> Option<String> {
        let (card, part) = path.strip_prefix(CARDS)?.strip_prefix('.')?.split_once('.')?;
        Some(format!("{}.{part}", self.templates.get(card)?))
    }

    /// Returns an effect added by another overlay that a change would discard. The change replaces a map that
    /// contains it, or removes the effect next to it.
    fn lost(&self, path: &str, change: Change) -> Option<(&str, usize, Span)> {
        let inside = format!("{path}.");
        let parts = self.beside.range((inside.clone(), 0)..);
        let parts = parts.take_while(|((key, _), _)| key.starts_with(&inside));
        let removed = (change.how == ChangeKind::Removes).then(|| path.rsplit_once('.')).flatten();
        let next_to = removed.into_iter().flat_map(|(whole, part)| {
            let keys = ["before", "after"].map(|word| format!("{whole}.{word} {part}"));
            keys.into_iter().flat_map(|key| self.beside.range((key.clone(), 0)..=(key, usize::MAX)))
        });
        let mut others = parts.chain(next_to).filter(|((_, number), _)| *number != change.number);
        others.next().map(|((key, number), span)| (last(key), *number, *span))
    }

    /// Returns the change of another overlay that would discard an added effect.
    fn loses(&self, path: &str, key: &str, number: usize) -> Option<(String, Change)> {
        let is_lost =
            |(_, change): &(&String, &Change)| change.number != number && change.how != ChangeKind::Adds;
        let of = beside(key).map(|of| format!("{path}.{of}")).unwrap_or_default();
        let removed = self.by_path.get_key_value(&of).filter(|(_, change)| change.how == ChangeKind::Removes);
        self.containing(path).chain(removed).find(is_lost).map(|(path, change)| (path.clone(), *change))
    }
}

/// Returns the last key of a path to an effect before or after another.
fn last(path: &str) -> &str {
    path.rsplit_once('.').map_or(path, |(_, key)| key)
}

impl Patch<'_, '_> {
    /// Returns the name of an overlay in messages.
    pub(super) fn name(&self, number: usize) -> String {
        let id = self.ids.get(number).and_then(Option::as_deref);
        id.map_or_else(|| "an overlay".to_owned(), |id| format!("`{id}`"))
    }

    /// Records a change. Reports a conflict with another overlay: a change of the same path, a part or the
    /// whole of it, or a discarded effect. Returns true if there is one.
    pub(super) fn change(&mut self, path: &str, span: Span, how: ChangeKind) -> bool {
        if self.number == RULESET {
            return false;
        }
        let change = Change { number: self.number, span, how };
        let clash = self.changes.around(path).find(|(_, other)| other.number != self.number);
        let clash = clash.map(|(other, first)| (other.clone(), *first));
        let template = self.changes.in_template(path);
        let paths = [Some(path), template.as_deref()].into_iter().flatten();
        let lost = paths.filter_map(|path| self.changes.lost(path, change)).next();
        let lost = lost.map(|(key, number, place)| (key.to_owned(), number, place));
        let clashes = clash.is_some() || lost.is_some();
        match (clash, lost) {
            (Some((other, first)), _) => self.both_change(&other, span, first),
            (None, Some((key, number, place))) => {
                self.discards((path, change), (&key, number), (span, place))
            }
            (None, None) => {}
        }
        self.changes.by_path.insert(path.to_owned(), change);
        clashes
    }

    /// Reports a path that another overlay has removed. Returns true if it was removed.
    pub(super) fn is_removed(&mut self, path: &str, span: Span) -> bool {
        let change = self.changes.by_path.get(path).copied();
        let other = change.filter(|change| change.number != self.number && change.how == ChangeKind::Removes);
        if let Some(first) = other {
            self.both_change(path, span, first);
        }
        other.is_some()
    }

    /// Returns true if another overlay has added a path.
    pub(super) fn is_added(&self, path: &str) -> bool {
        let change = self.changes.by_path.get(path);
        change.is_some_and(|change| change.number != self.number && change.how == ChangeKind::Adds)
    }

    /// Records an effect before or after another. Reports a change of another overlay that discards it.
    /// Returns true if there is one.
    pub(super) fn beside(&mut self, path: &str, key: &str, span: Span) -> bool {
        if self.number == RULESET {
            return false;
        }
        let template = self.changes.in_template(path);
        let paths = [Some(path), template.as_deref()].into_iter().flatten();
        let lost = paths.filter_map(|path| self.changes.loses(path, key, self.number)).next();
        if let Some((whole, change)) = &lost {
            self.discards((whole, *change), (key, self.number), (span, change.span));
        }
        self.changes.beside.insert((format!("{path}.{key}"), self.number), span);
        lost.is_some()
    }

    fn both_change(&mut self, path: &str, span: Span, first: Change) {
        let (one, two) = (self.name(first.number), self.name(self.number));
        let message = format!("{one} and {two} both change `{path}`");
        let problem = Diagnostic::new(Code::PatchConflict, span, message)
            .label("changed here")
            .other(first.span, "and here by another overlay");
        self.r.report(problem.help("leave one of them out, or write an overlay that combines both; add effects before or after it with `before KEY:` and `after KEY:`"));
    }

    /// Reports a change that discards an effect of another overlay. The span in the current overlay comes
    /// first.
    fn discards(
        &mut self,
        (path, change): (&str, Change),
        (key, owner): (&str, usize),
        (span, other): (Span, Span),
    ) {
        let verb = if change.how == ChangeKind::Removes { "removes" } else { "replaces" };
        let (one, two) = (self.name(change.number), self.name(owner));
        let message = format!("{one} {verb} `{path}`, and {two} puts something `{key}` there");
        let label =
            |is_change: bool| if is_change { format!("{verb} it") } else { "would be lost".to_owned() };
        let is_change = change.number == self.number;
        let problem = Diagnostic::new(Code::PatchConflict, span, message)
            .label(label(is_change))
            .other(other, label(!is_change));
        let of = beside(key).unwrap_or(key);
        let help = match change.how {
            ChangeKind::Removes => "leave one of the two overlays out".to_owned(),
            ChangeKind::Adds | ChangeKind::Replaces => format!(
                "replace only `{of}`, with `{of}:` below its key, which keeps the effects that other overlays add before and after it; or leave one of the two overlays out"
            ),
        };
        self.r.report(problem.help(help));
    }
}

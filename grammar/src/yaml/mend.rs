//! Searches for changes near a mistake that make a text valid.
//!
//! Each kind of typo ([`slips`](super::slips)) proposes changes for the line of the mistake. They are tried
//! on a copy, and the first kind with a successful change provides the suggestions. A suggestion is safe if
//! all successful changes result in the same tree.

use std::ops::Range;

use super::lines::Line;
use super::read::read;
use super::slips::{SLIPS, tab_widths, without_tabs};
use super::{Node, NodeKind};
use crate::diagnostic::{Applicability, Diagnostic};
use crate::span::{FileId, Span};

/// Maximum length of a text for which changes are tried.
const MAX_BYTES: usize = 1 << 20;

/// Maximum length of a line in a help text.
const SHOWN: usize = 72;

/// Replacements of ranges, in order.
pub(super) type Edits = Vec<(Range<usize>, String)>;

/// A possible fix.
pub(super) struct Change {
    pub(super) edits: Edits,
    /// Reason, used as the start of the help text.
    pub(super) why: &'static str,
    /// True if the change is uncertain even without alternatives.
    pub(super) guess: bool,
}

impl Change {
    /// Creates a change of a single range.
    pub(super) fn new(place: Range<usize>, text: impl Into<String>, why: &'static str) -> Change {
        Change { edits: vec![(place, text.into())], why, guess: false }
    }
}

/// A mistake in a text, and the lines that it makes invalid.
pub(super) struct Broken<'t> {
    pub(super) text: &'t str,
    pub(super) lines: Range<usize>,
    /// Offset of the reported location.
    pub(super) at: usize,
}

/// Adds changes that make the lines valid to a diagnostic, unless it has suggestions.
pub(super) fn mend(text: &str, lines: Range<usize>, mistake: &mut Diagnostic) {
    if !mistake.suggestions.is_empty() || text.len() > MAX_BYTES {
        return;
    }
    let broken = Broken { text, lines, at: mistake.primary.span.start as usize };
    if let Some(found) = SLIPS.iter().map(|slip| broken.tried(slip(&broken))).find(|found| !found.is_empty())
    {
        broken.suggest(&found, mistake);
    }
}

/// Adds a replacement of tabs by spaces to a diagnostic.
pub(super) fn mend_tabs(text: &str, tabs: &[(usize, usize)], mistake: &mut Diagnostic) {
    if text.len() > MAX_BYTES {
        return;
    }
    let broken = Broken { text, lines: begin(text)..text.len(), at: mistake.primary.span.start as usize };
    let help = mistake.help.take();
    let found = broken.tried(tab_widths(text).into_iter().map(|width| without_tabs(tabs, width)).collect());
    if !found.is_empty() {
        broken.suggest(&found, mistake);
    }
    mistake.help = help;
}

impl Broken<'_> {
    pub(super) fn line(&self) -> Line<'_> {
        Line::at(self.text, self.at)
    }

    /// Returns the line of the mistake and the one above. A text without a key continues on the next line, so
    /// parsing fails there.
    pub(super) fn near(&self) -> impl Iterator<Item = Line<'_>> {
        let line = self.line();
        let before = Line::all(self.text, self.lines.start..line.start).next_back();
        [Some(line), before].into_iter().flatten()
    }

    /// Returns the successful changes with the resulting trees, without changes that lead to equal trees.
    fn tried(&self, changes: Vec<Change>) -> Vec<(Node, Change)> {
        let mut found: Vec<(Node, Change)> = Vec::new();
        for change in changes {
            let Some(node) = self.read(&change.edits).filter(|_| self.fits(&change.edits)) else { continue };
            if !found.iter().any(|(known, _)| are_alike(known, &node)) {
                found.push((node, change));
            }
        }
        found
    }

    /// Parses the lines after a change; returns `None` if they are still invalid.
    fn read(&self, edits: &Edits) -> Option<Node> {
        let new = edited(self.text, self.lines.clone(), edits)?;
        let mut problems = Vec::new();
        let node = read(FileId(0), &new, 0, &mut problems).ok()?;
        let has_parts = matches!(node.kind, NodeKind::Map(_) | NodeKind::List(_));
        (has_parts && problems.is_empty()).then_some(node)
    }

    /// Returns true if the change does not cause an error within these lines when the whole text is parsed.
    fn fits(&self, edits: &Edits) -> bool {
        if self.lines.end == self.text.len() && self.lines.start <= MARK.len_utf8() {
            return true;
        }
        let Some(new) = edited(self.text, 0..self.text.len(), edits) else { return false };
        let end = (self.lines.end + new.len()).saturating_sub(self.text.len());
        let Err(problem) = read(FileId(0), &new, begin(&new), &mut Vec::new()) else { return true };
        let at = problem.primary.span.start as usize;
        at < self.lines.start || at >= end
    }

    fn suggest(&self, found: &[(Node, Change)], mistake: &mut Diagnostic) {
        let file = mistake.primary.span.file;
        let span = |place: &Range<usize>| Span::new(file, place.start, place.end);
        let add = |mistake: &mut Diagnostic, place: &Range<usize>, text: &str, applicability| {
            let new = std::mem::replace(mistake, Diagnostic::new(mistake.code, mistake.primary.span, ""));
            *mistake = new.replace(span(place), text, applicability);
        };
        match found {
            [(_, change)] if !change.guess => {
                for (place, text) in &change.edits {
                    add(mistake, place, text, Applicability::Safe);
                }
            }
            // the changes are alternatives for the user
            _ => {
                for (_, Change { edits, .. }) in found {
                    let (Some((first, _)), Some((last, _))) = (edits.first(), edits.last()) else { continue };
                    let place = first.start..last.end;
                    let text = edited(self.text, place.clone(), edits).unwrap_or_default();
                    add(mistake, &place, &text, Applicability::Maybe);
                }
            }
        }
        let why = found[0].1.why;
        let shown: Vec<String> = found.iter().filter_map(|(_, change)| self.shown(&change.edits)).collect();
        mistake.help = Some(match shown.is_empty() {
            true => why.to_owned(),
            false => format!("{why}: write {}", shown.join(", or ")),
        });
    }

    /// Returns the changed line if the change affects a single line.
    fn shown(&self, edits: &Edits) -> Option<String> {
        let (first, last) = (edits.first()?, edits.last()?);
        let line = Line::at(self.text, first.0.start);
        let new = edited(self.text, line.start..line.end(), edits).filter(|_| last.0.end <= line.end())?;
        let new = new.trim();
        (!new.contains('\n') && !new.is_empty() && new.chars().count() <= SHOWN).then(|| format!("`{new}`"))
    }
}

/// Byte order mark.
const MARK: char = '\u{feff}';

/// Returns the offset after the byte order mark, if any.
fn begin(text: &str) -> usize {
    if text.starts_with(MARK) { MARK.len_utf8() } else { 0 }
}

/// Applies changes to a part of a text.
fn edited(text: &str, part: Range<usize>, edits: &Edits) -> Option<String> {
    let mut new = String::with_capacity(part.len());
    let mut done = part.start;
    for (place, by) in edits {
        new.push_str(text.get(done..place.start)?);
        new.push_str(by);
        done = place.end;
    }
    new.push_str(text.get(done..part.end)?);
    Some(new)
}

/// Returns true if two trees are equal, ignoring locations and trailing white space of texts.
pub(super) fn are_alike(a: &Node, b: &Node) -> bool {
    match (&a.kind, &b.kind) {
        (NodeKind::Text(a), NodeKind::Text(b)) => a.value.trim_end() == b.value.trim_end(),
        (NodeKind::List(a), NodeKind::List(b)) => {
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| are_alike(a, b))
        }
        (NodeKind::Map(a), NodeKind::Map(b)) => {
            let entry = |(a, b): (&(_, Node), &(_, Node))| are_alike(&a.1, &b.1);
            let keys = a.iter().zip(b).all(|((a, _), (b, _))| a.value == b.value);
            a.len() == b.len() && keys && a.iter().zip(b).all(entry)
        }
        (
            NodeKind::Null
            | NodeKind::Bool(_)
            | NodeKind::Int(_)
            | NodeKind::Text(_)
            | NodeKind::List(_)
            | NodeKind::Map(_),
            _,
        ) => a.kind == b.kind,
    }
}

//! What a text that can't be read may have meant: changes near a mistake, of which those count with which it can be read.
//!
//! Each sort of slip ([`slips`](super::slips)) looks at the line of the mistake and proposes changes. They are tried on a copy; the first sort of which
//! one helps is what is suggested. It is safe where all that help lead to the same tree: then one thing can have been meant.

use std::ops::Range;

use super::lines::Line;
use super::read::read;
use super::slips::{SLIPS, tab_widths, without_tabs};
use super::{Node, NodeKind};
use crate::diagnostic::{Applicability, Diagnostic};
use crate::span::{FileId, Span};

/// The largest text for which changes are tried.
const MAX_BYTES: usize = 1 << 20;

/// The longest line that a help shows.
const SHOWN: usize = 72;

/// Texts for places, in order.
pub(super) type Edits = Vec<(Range<usize>, String)>;

/// What may have been meant.
pub(super) struct Change {
    pub(super) edits: Edits,
    /// Why, as the beginning of a help.
    pub(super) why: &'static str,
    /// It is a guess, even if no other change helps.
    pub(super) guess: bool,
}

impl Change {
    /// One text for one place.
    pub(super) fn new(place: Range<usize>, text: impl Into<String>, why: &'static str) -> Change {
        Change { edits: vec![(place, text.into())], why, guess: false }
    }
}

/// A mistake in a text, and the lines that can't be read for it.
pub(super) struct Broken<'t> {
    pub(super) text: &'t str,
    pub(super) lines: Range<usize>,
    /// Where it is told.
    pub(super) at: usize,
}

/// Adds to a mistake what would make its lines readable, unless it says so already.
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

/// Adds to a finding of tabs the spaces that they may stand for.
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
    /// The line of the mistake.
    pub(super) fn line(&self) -> Line<'_> {
        Line::at(self.text, self.at)
    }

    /// The line of the mistake, and the one above it: a text without a key goes on over lines, so that the next one is where it fails.
    pub(super) fn near(&self) -> impl Iterator<Item = Line<'_>> {
        let line = self.line();
        let before = Line::all(self.text, self.lines.start..line.start).next_back();
        [Some(line), before].into_iter().flatten()
    }

    /// The changes that help, each with what is then read, and no two that lead to the same.
    fn tried(&self, changes: Vec<Change>) -> Vec<(Node, Change)> {
        let mut found: Vec<(Node, Change)> = Vec::new();
        for change in changes {
            let Some(node) = self.read(&change.edits).filter(|_| self.fits(&change.edits)) else { continue };
            if !found.iter().any(|(known, _)| alike(known, &node)) {
                found.push((node, change));
            }
        }
        found
    }

    /// The lines after a change, if they can be read then.
    fn read(&self, edits: &Edits) -> Option<Node> {
        let new = edited(self.text, self.lines.clone(), edits)?;
        let mut problems = Vec::new();
        let node = read(FileId(0), &new, 0, &mut problems).ok()?;
        let has_parts = matches!(node.kind, NodeKind::Map(_) | NodeKind::List(_));
        (has_parts && problems.is_empty()).then_some(node)
    }

    /// Whether the whole text can then be read at least as far as these lines go, if it can be read so far at all.
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
            // each is one that a person may choose
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

    /// The line that a change makes, if it makes one of one.
    fn shown(&self, edits: &Edits) -> Option<String> {
        let (first, last) = (edits.first()?, edits.last()?);
        let line = Line::at(self.text, first.0.start);
        let new = edited(self.text, line.start..line.end(), edits).filter(|_| last.0.end <= line.end())?;
        let new = new.trim();
        (!new.contains('\n') && !new.is_empty() && new.chars().count() <= SHOWN).then(|| format!("`{new}`"))
    }
}

/// What some editors begin a file with.
const MARK: char = '\u{feff}';

/// Where a document begins.
fn begin(text: &str) -> usize {
    if text.starts_with(MARK) { MARK.len_utf8() } else { 0 }
}

/// A part of a text with changes of it.
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

/// Whether two trees say the same, wherever it stands. A block text may end with a line break that another has not.
pub(super) fn alike(a: &Node, b: &Node) -> bool {
    match (&a.kind, &b.kind) {
        (NodeKind::Text(a), NodeKind::Text(b)) => a.value.trim_end() == b.value.trim_end(),
        (NodeKind::List(a), NodeKind::List(b)) => {
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| alike(a, b))
        }
        (NodeKind::Map(a), NodeKind::Map(b)) => {
            let entry = |(a, b): (&(_, Node), &(_, Node))| alike(&a.1, &b.1);
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

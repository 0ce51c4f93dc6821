//! Applies suggestions to texts.
//!
//! Does not select suggestions by meaning and writes no files.

use crate::diagnostic::{Applicability, Diagnostic, Suggestion};

/// Returns the safe suggestions, sorted by file and location. Drops suggestions that overlap an earlier one
/// or insert at the same location.
pub fn safe(problems: &[Diagnostic]) -> Vec<Suggestion> {
    let all = problems.iter().flat_map(|problem| &problem.suggestions);
    let mut found: Vec<Suggestion> =
        all.filter(|s| s.applicability == Applicability::Safe).cloned().collect();
    found.sort_by_key(|s| s.span);
    found.dedup_by(|next, kept| {
        let same_file = next.span.file == kept.span.file;
        same_file && (next.span.start < kept.span.end || next.span.start == kept.span.start)
    });
    found
}

/// Returns the text with the changes applied. The changes must be in order without overlaps. Changes outside
/// the text are skipped.
pub fn applied<'s>(text: &str, changes: impl IntoIterator<Item = &'s Suggestion>) -> String {
    let mut out = String::with_capacity(text.len());
    let mut done = 0;
    for Suggestion { span, text: new, .. } in changes {
        let (start, end) = (span.start as usize, span.end as usize);
        let Some(before) = text.get(done..start).filter(|_| text.get(start..end).is_some()) else { continue };
        out.push_str(before);
        out.push_str(new);
        done = end;
    }
    out.push_str(&text[done..]);
    out
}

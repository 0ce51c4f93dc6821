//! Suppression of warnings that a ruleset allows.

use ludex_grammar::codes::Code;
use ludex_grammar::diagnostic::{Diagnostic, Severity};
use ludex_grammar::span::Span;

use crate::load::raw::{RawAllow, RawRuleset};

/// Removes allowed warnings and those about libraries. With `all_found`, reports superfluous `allow` entries.
///
/// A file may allow warnings for the ruleset alone, or for an overlay. Entries of the ruleset are checked
/// without overlays, those of an overlay with it on top.
pub(in crate::check) fn take_out_allowed(raw: &RawRuleset, all_found: bool, problems: &mut Vec<Diagnostic>) {
    let mut idle = vec![true; raw.allow.len()];
    // a library has more than one ruleset needs
    problems
        .retain(|problem| problem.severity() == Severity::Error || !raw.is_in_library(problem.primary.span));
    problems.retain(|problem| {
        let by = raw.allow.iter().position(|allow| allow.is_about(problem));
        by.inspect(|by| idle[*by] = false).is_none()
    });
    if !all_found {
        return;
    }
    let is_here = |allow: &RawAllow| match raw.overlays.last() {
        Some(last) => allow.key.span.file == *last,
        None => true,
    };
    let idle = raw.allow.iter().zip(idle).filter(|(allow, idle)| *idle && is_here(allow));
    problems.extend(idle.map(|(allow, _)| {
        let message = format!(
            "there is no {} to allow {}",
            allow.code,
            match allow.path {
                Some(_) => "there",
                None => "here",
            }
        );
        Diagnostic::new(Code::IdleAllow, allow.key.span, message).help("leave it out")
    }));
}

impl RawAllow {
    fn is_about(&self, problem: &Diagnostic) -> bool {
        self.code == problem.code
            && self.within.as_ref().is_none_or(|within| {
                // a missing text may be allowed for the item or for the language
                let labels = problem.others.iter().filter(|_| self.code == Code::MissingText);
                labels.chain([&problem.primary]).any(|label| covers(within, label.span))
            })
    }
}

/// Returns true if one of the spans covers a place. The spans are sorted and disjoint.
fn covers(parts: &[Span], place: Span) -> bool {
    let after = parts.partition_point(|part| (part.file, part.start) <= (place.file, place.start));
    parts[..after].last().is_some_and(|part| part.covers(place))
}

//! Warnings that a ruleset allows.

use ludex_grammar::codes::Code;
use ludex_grammar::diagnostic::Diagnostic;

use crate::load::raw::{RawAllow, RawRuleset};

/// Takes out what is allowed; and tells, if all was looked for, of an `allow` that takes out nothing.
///
/// What one file allows may be for the ruleset alone, or for an overlay: the ruleset's own is held to the ruleset without overlays, that
/// of an overlay to the ruleset with it on top.
pub(in crate::check) fn take_out_allowed(raw: &RawRuleset, all_found: bool, problems: &mut Vec<Diagnostic>) {
    let mut idle = vec![true; raw.allow.len()];
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
            "there is no {} to be allowed {}",
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
        let place = problem.primary.span;
        let is_there =
            |within: &Vec<_>| within.iter().any(|part: &ludex_grammar::span::Span| part.covers(place));
        self.code == problem.code && self.within.as_ref().is_none_or(is_there)
    }
}

//! Suppresses follow-up diagnostics of error nodes (holes).
//!
//! A name that occurs in a hole may be defined there. In an effect with a hole, the hole may contain tests,
//! exits of loops, and reads of locals.

use std::collections::BTreeSet;

use ludex_grammar::codes::Code;
use ludex_grammar::diagnostic::{Diagnostic, Severity};
use ludex_grammar::hole::Hole;
use ludex_grammar::span::FileId;

use super::Checker;

impl Checker<'_> {
    /// Removes diagnostics that may be consequences of a hole or an unknown name.
    pub(super) fn forget_what_follows(&mut self) {
        self.forget_what_is_not_shown();
        if self.raw.holes.is_empty() && !self.raw.unreadable {
            return;
        }
        let keep: Vec<bool> = self.problems.iter().map(|problem| !self.follows(problem)).collect();
        self.keep(&keep);
    }

    /// Removes diagnostics about windows and choices that may be empty, if an error may have hidden a
    /// relevant test.
    fn forget_what_is_not_shown(&mut self) {
        let is_wrong = |p: &Diagnostic| p.severity() == Severity::Error && p.code != Code::EmptyChoice;
        if !self.problems.iter().any(is_wrong) {
            return;
        }
        let files: BTreeSet<FileId> =
            self.problems.iter().filter(|p| is_about_a_name(p.code)).map(|p| p.primary.span.file).collect();
        let follows = |problem: &Diagnostic| {
            let beside = problem.code == Code::EmptyChoice && files.contains(&problem.primary.span.file);
            beside || problem.code == Code::EmptyWindow
        };
        let keep: Vec<bool> = self.problems.iter().map(|problem| !follows(problem)).collect();
        self.keep(&keep);
    }

    fn keep(&mut self, keep: &[bool]) {
        let kept_before = |end: &usize| keep[..*end].iter().filter(|keep| **keep).count();
        self.problems.stages = self.problems.stages.iter().map(kept_before).collect();
        let mut kept = keep.iter();
        self.problems.retain(|_| kept.next() != Some(&false));
    }

    fn follows(&self, problem: &Diagnostic) -> bool {
        // unreadable text may contain the only use
        let may_be_read = is_about_a_name(problem.code) || problem.code == Code::Unused;
        may_be_read && self.raw.unreadable
            || problem.code == Code::Unused && !self.raw.holes.is_empty()
            || self.raw.holes.iter().any(|hole| follows_from(hole, problem))
    }
}

#[allow(clippy::wildcard_enum_match_arm, reason = "other problems are never caused by a hole")]
fn follows_from(hole: &Hole, problem: &Diagnostic) -> bool {
    let place = problem.primary.span;
    let (reach, whole) = (hole.reach, hole.reach == hole.span);
    let inside = place.file == reach.file && (reach.start..=reach.end).contains(&place.start);
    let after = place.start >= hole.span.start;
    match problem.code {
        code if is_about_a_name(code) => (whole || inside) && may_define(hole, problem),
        Code::MissingValue => inside && after,
        Code::EndlessLoop | Code::EndlessCall | Code::EmptyChoice => inside,
        _ => false,
    }
}

/// Returns true if the word of a diagnostic occurs in a hole. A diagnostic without a word may be about any.
fn may_define(hole: &Hole, problem: &Diagnostic) -> bool {
    match &problem.unknown {
        Some(unknown) => unknown.word.split('.').any(|word| hole.words.contains(word)),
        None => true,
    }
}

fn is_about_a_name(code: Code) -> bool {
    matches!(
        code,
        Code::UnknownKey
            | Code::UnknownName
            | Code::UnknownField
            | Code::UnknownFunction
            | Code::UnknownEvent
            | Code::UnknownType
            | Code::UnknownProcedure
            | Code::UnknownText
    )
}

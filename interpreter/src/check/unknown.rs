//! What is said of names that are not there: once for each, and where the mistake is.

use std::collections::BTreeMap;

use ludex_grammar::codes::Code;
use ludex_grammar::diagnostic::{Diagnostic, Label, Severity, in_order};
use ludex_grammar::span::Span;

use super::Checker;

/// Uses of each unknown word, with what was meant: their places in the list of problems.
type Uses = BTreeMap<(String, Option<String>), Vec<usize>>;

impl Checker<'_> {
    /// Reports a name that is not there, unless its definition was reported.
    pub(super) fn not_found(&mut self, problem: Diagnostic) {
        let word = problem.unknown.as_ref().map(|unknown| unknown.word.as_str());
        if !word.is_some_and(|word| self.names.lost.contains(word)) {
            self.report(problem);
        }
    }

    /// Notes that something uses what has this name.
    pub(super) fn mention(&mut self, word: String) {
        self.used_words.insert(word.clone());
        self.used.insert(word);
    }

    /// Whether an error was found since there were so many problems.
    pub(super) fn failed_since(&self, before: usize) -> bool {
        self.problems.get(before..).is_some_and(|new| new.iter().any(|p| p.severity() == Severity::Error))
    }

    /// Declarations come before what they define, and that before what uses it.
    pub(super) fn end_stage(&mut self) {
        self.stages.push(self.problems.len());
    }

    /// The problems in the order in which they are told, each unknown word once.
    pub(super) fn findings(&mut self) -> Vec<Diagnostic> {
        let mut problems = std::mem::take(&mut self.problems);
        let mut begin = 0;
        for end in self.stages.iter().copied().chain([problems.len()]) {
            in_order(&mut problems[begin..end]);
            begin = end;
        }
        let mut uses = Uses::new();
        for (i, problem) in problems.iter().enumerate() {
            if let (Some(unknown), Severity::Error) = (&problem.unknown, problem.severity()) {
                uses.entry((unknown.word.clone(), unknown.meant.clone())).or_default().push(i);
            }
        }
        let mut moved = std::mem::take(&mut self.patches);
        let mut dropped: Vec<Span> = Vec::new();
        let mut left_out = vec![false; problems.len()];
        let searched = uses.len() <= super::MAX_SUGGESTIONS;
        for ((word, _), places) in &uses {
            places.iter().skip(1).for_each(|i| left_out[*i] = true);
            let at_fault = if searched { self.at_fault(word, places, &problems) } else { None };
            dropped.extend(at_fault.iter().map(|(_, place)| *place));
            match at_fault {
                Some((problem, _)) if self.is_certain(word, places.len()) => {
                    left_out[places[0]] = true;
                    moved.push(problem);
                }
                Some((_, place)) => label(&mut problems[places[0]], place, "nothing uses this".to_owned()),
                None => told_once(&mut problems, places),
            }
        }
        in_order(&mut moved);
        let follows = |p: &Diagnostic| p.code == Code::Unused && dropped.contains(&p.primary.span);
        let rest = problems.into_iter().zip(left_out).filter(|(p, out)| !out && !follows(p)).map(|(p, _)| p);
        moved.extend(rest);
        moved
    }

    /// Whether it is not the use that is misspelt: what is used twice is meant, and so is what there was before an overlay.
    fn is_certain(&self, word: &str, uses: usize) -> bool {
        uses > 1 || self.raw.removed.contains_key(word)
    }

    /// The definition that may be misspelt, or the overlay that removes it: what is said there, and where that is.
    fn at_fault(&self, word: &str, places: &[usize], problems: &[Diagnostic]) -> Option<(Diagnostic, Span)> {
        let first = &problems[*places.first()?];
        let (n, s) = (places.len(), if places.len() == 1 { "" } else { "s" });
        if let Some(removed) = self.raw.removed.get(word) {
            let message = format!("`{word}` is removed here, but wanted at {n} place{s}");
            let problem = Diagnostic::new(first.code, *removed, message);
            return Some((problem.other(first.primary.span, "wanted here"), *removed));
        }
        let meant = first.unknown.as_ref()?.meant.as_deref()?;
        let place = self.definition_of(meant, first.unknown.as_ref()?.place)?;
        let message = match first.code {
            Code::UnknownText => format!("no text is for `{meant}`, but {n} are for `{word}`"),
            _ => format!("nothing uses `{meant}`, but `{word}` is wanted at {n} places"),
        };
        let problem = Diagnostic::new(first.code, place, message).other(first.primary.span, "wanted here");
        Some((problem.help(format!("did you mean `{word}`?")), place))
    }

    /// Where a word is defined that nothing mentions.
    fn definition_of(&self, word: &str, local: Option<Span>) -> Option<Span> {
        // a local, or the like
        if let Some(local) = local {
            return (!self.used_places.contains(&local)).then_some(local);
        }
        let used = self.used_words.contains(word)
            || self.used_members.iter().any(|(_, name)| name == word)
            || self
                .names
                .events
                .get(word)
                .is_some_and(|e| self.emitted.contains(e) || self.heard.contains(e));
        if used {
            return None;
        }
        let global = self.names.globals.get(word).map(|(_, span)| *span);
        let definition = || self.names.definitions.iter().find(|d| d.name == word).map(|d| d.span);
        let kinds = || self.raw.kinds.iter();
        let field =
            || kinds().flat_map(|k| &k.fields).find(|(name, _)| name.value == word).map(|(n, _)| n.span);
        let property =
            || kinds().flat_map(|k| &k.properties).find(|p| p.name.value == word).map(|p| p.name.span);
        global.or_else(definition).or_else(field).or_else(property)
    }
}

/// Leaves the first of several uses, which says how many there are.
fn told_once(problems: &mut [Diagnostic], places: &[usize]) {
    let [first, second, ..] = *places else { return };
    let more = places.len() - 1;
    let next = problems[second].primary.span;
    let text = match more {
        1 => "and here".to_owned(),
        n => format!("and here, and at {} more place{}", n - 1, if n == 2 { "" } else { "s" }),
    };
    label(&mut problems[first], next, text);
}

fn label(problem: &mut Diagnostic, span: Span, text: String) {
    problem.others.push(Label { span, text });
}

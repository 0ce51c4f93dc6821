//! Merges diagnostics of unknown names: one per name, at the location of the mistake.

use std::collections::BTreeMap;

use ludex_grammar::codes::Code;
use ludex_grammar::diagnostic::{Applicability, Diagnostic, Label, Severity, in_order};
use ludex_grammar::span::Span;
use ludex_grammar::suggest::is_slip;

use crate::check::Checker;
use crate::check::lints::unused::is_in;
use crate::resolve::{Definition, Target, TargetProperty, Use};

/// Indices of the diagnostics for each unknown word with its suggestion.
type Uses = BTreeMap<(String, Option<String>), Vec<usize>>;

impl Checker<'_> {
    /// Reports an unknown name, unless its definition was reported.
    pub(in crate::check) fn not_found(&mut self, problem: Diagnostic) {
        let word = problem.unknown.as_ref().map(|unknown| unknown.word.as_str());
        let replaced = word.and_then(|word| Some((word, self.raw.replaced.get(word)?)));
        let help = replaced.map(|(word, of)| format!("this ruleset has its own `{of}`, without `{word}`"));
        if !word.is_some_and(|word| self.names.is_lost(word)) {
            self.report(match help {
                Some(help) => problem.help(help),
                None => problem,
            });
        }
    }

    /// Ends a stage. Diagnostics about declarations precede those about definitions, and those about uses.
    pub(in crate::check) fn end_stage(&mut self) {
        self.problems.stages.push(self.problems.len());
    }

    /// Returns the diagnostics in their final order, one per unknown word.
    pub(in crate::check) fn findings(&mut self) -> Vec<Diagnostic> {
        let mut problems = std::mem::take(&mut *self.problems);
        let mut begin = 0;
        for end in self.problems.stages.iter().copied().chain([problems.len()]) {
            in_order(&mut problems[begin..end]);
            begin = end;
        }
        let mut moved = std::mem::take(&mut self.problems.patches);
        let mut merged = Merged { out: vec![false; problems.len()], places: Vec::new() };
        let uses = uses(&problems);
        let searched = uses.len() <= crate::check::MAX_SUGGESTIONS && !uses.is_empty();
        let used = if searched { self.names.draft.used(MENTIONS, |_| true) } else { Vec::new() };
        for ((word, _), places) in &uses {
            let at_fault = if searched { self.at_fault(word, places, &problems, &used) } else { None };
            let certain = self.is_certain(word, places.len());
            if self.is_wanted_nowhere(&problems[places[0]]) {
                problems[places[0]].doubt();
            }
            moved.extend(merged.merge(&mut problems, places, at_fault, certain));
        }
        for places in self.lacking_locals(&problems) {
            merged.tell_once(&mut problems, &places);
        }
        self.uses_of_hiding_locals(&problems).into_iter().for_each(|i| merged.out[i] = true);
        in_order(&mut moved);
        let rest = problems.into_iter().zip(merged.out);
        let follows = |p: &Diagnostic| p.code == Code::Unused && merged.places.contains(&p.primary.span);
        moved.extend(rest.filter(|(p, out)| !out && !follows(p)).map(|(p, _)| p));
        moved
    }

    /// Returns true if the uses are certainly not misspelt: a word used twice is intentional, and so is one
    /// that existed before an overlay.
    fn is_certain(&self, word: &str, uses: usize) -> bool {
        uses > 1 || self.raw.removed.contains_key(word)
    }

    /// Returns true if no card reacts to the suggested event, so that its definition may equally be misspelt.
    fn is_wanted_nowhere(&self, problem: &Diagnostic) -> bool {
        let meant = problem.unknown.as_ref().and_then(|unknown| unknown.meant.as_deref());
        let event = meant.and_then(|meant| self.names.events.get(meant));
        problem.code == Code::UnknownEvent && event.is_some_and(|event| !self.events.listened.contains(event))
    }

    /// Returns a diagnostic for the definition that may be misspelt, or for the overlay that removes it; and
    /// its location.
    fn at_fault(
        &self,
        word: &str,
        places: &[usize],
        problems: &[Diagnostic],
        used: &[Target],
    ) -> Option<(Diagnostic, Span)> {
        let first = &problems[*places.first()?];
        let (n, s) = (places.len(), if places.len() == 1 { "" } else { "s" });
        if let Some(removed) = self.raw.removed.get(word) {
            let message = format!("`{word}` is removed here, but used in {n} place{s}");
            let problem = Diagnostic::new(first.code, *removed, message);
            return Some((problem.other(first.primary.span, "used here"), *removed));
        }
        let unknown = first.unknown.as_ref()?;
        let meant = unknown.meant.as_deref()?;
        let (place, message) = if first.code == Code::UnknownText {
            (unknown.place?, format!("`{meant}` has no text, but {n} texts are for `{word}`"))
        } else {
            let place = self.unmentioned(meant, unknown.place, used)?;
            (place, format!("nothing uses `{meant}`, but `{word}` is used in {n} places"))
        };
        let problem = Diagnostic::new(first.code, place, message).other(first.primary.span, "used here");
        if first.code == Code::UnknownText {
            return Some((self.with_texts_of(problem, meant, word), place));
        }
        let applicability = if is_slip(meant, word) { Applicability::Safe } else { Applicability::Maybe };
        let problem = problem.replace(place, word, applicability);
        Some((problem.help(format!("did you mean `{word}`?")), place))
    }

    /// Adds help for an item whose texts seem to be those of another name: `cards.lrod`, `cards.lord`.
    fn with_texts_of(&self, problem: Diagnostic, thing: &str, texts: &str) -> Diagnostic {
        let (of, name) = texts.split_once('.').unwrap_or_default();
        let decision = thing.strip_prefix("choices.").and_then(|name| self.names.decisions.get(name));
        if decision.is_some_and(|id| !self.names.labelled.contains(id)) {
            return problem
                .help(format!("did you mean `as {name}`? A decision without a label is called `{thing}`"));
        }
        let at = problem.primary.span;
        problem
            .replace(at, name, Applicability::Maybe)
            .help(format!("did you mean `{name}`? Its texts are in `{of}`"))
    }

    /// Returns the location of an unmentioned definition: the one at `place`, or of this name if `place` is
    /// `None`.
    fn unmentioned(&self, name: &str, place: Option<Span>, used: &[Target]) -> Option<Span> {
        let is_meant = |definition: &&Definition| match place {
            Some(place) => definition.place == place,
            None => definition.name == name && definition.target.is(TargetProperty::Global),
        };
        let mut meant = self.names.draft.definitions().iter().filter(is_meant);
        let first = meant.next()?;
        let any_used = is_in(used, first.target) || meant.any(|other| is_in(used, other.target));
        (!any_used).then_some(first.place)
    }
}

/// Uses that mention a name. Texts are excluded, because they may repeat a typo of the rules.
const MENTIONS: &[Use] = &[Use::Reads, Use::Writes, Use::Names];

fn uses(problems: &[Diagnostic]) -> Uses {
    let mut uses = Uses::new();
    for (i, problem) in problems.iter().enumerate() {
        if let (Some(unknown), Severity::Error) = (&problem.unknown, problem.severity()) {
            uses.entry((unknown.word.clone(), unknown.meant.clone())).or_default().push(i);
        }
    }
    uses
}

/// Diagnostics that were merged into others.
struct Merged {
    /// True for each merged diagnostic, by index.
    out: Vec<bool>,
    /// Locations of definitions that were reported as the possible cause.
    places: Vec<Span>,
}

impl Merged {
    /// Merges the uses of a word into one diagnostic: at the definition if that is certainly at fault,
    /// otherwise at the first use. The latter shows the definition, or the next use and the number of uses.
    fn merge(
        &mut self,
        problems: &mut [Diagnostic],
        uses: &[usize],
        at_fault: Option<(Diagnostic, Span)>,
        certain: bool,
    ) -> Option<Diagnostic> {
        let first = uses.first()?;
        uses[1..].iter().for_each(|i| self.out[*i] = true);
        self.places.extend(at_fault.iter().map(|(_, place)| *place));
        match at_fault {
            Some((problem, _)) if certain => {
                self.out[*first] = true;
                return Some(problem);
            }
            Some((_, place)) => {
                // the definition may be as wrong as its use
                problems[*first].doubt();
                label(&mut problems[*first], place, "nothing uses this".to_owned());
            }
            None => self.tell_once(problems, uses),
        }
        None
    }

    /// Merges several diagnostics into the first, which shows the number of the others.
    fn tell_once(&mut self, problems: &mut [Diagnostic], uses: &[usize]) {
        if let [first, more @ ..] = uses {
            more.iter().for_each(|i| self.out[*i] = true);
            told_once(problems, *first, more);
        }
    }
}

/// Adds the number of further uses to the first diagnostic.
fn told_once(problems: &mut [Diagnostic], first: usize, more: &[usize]) {
    let Some(second) = more.first() else { return };
    let text = match more.len() - 1 {
        0 => "and here".to_owned(),
        1 => "and here, and in 1 more place".to_owned(),
        n => format!("and here, and in {n} more places"),
    };
    let next = problems[*second].primary.span;
    for again in more {
        let suggested = std::mem::take(&mut problems[*again].suggestions);
        problems[first].suggestions.extend(suggested);
    }
    label(&mut problems[first], next, text);
}

fn label(problem: &mut Diagnostic, span: Span, text: String) {
    problem.others.push(Label { span, text });
}

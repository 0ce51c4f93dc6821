//! Finds the scenarios affected by a change of the text, so that they can run first.

use std::collections::BTreeSet;
use std::ops::RangeInclusive;

use ludex_grammar::source::Sources;
use ludex_grammar::span::Span;

use super::reading::found::Found;
use ludex_check::load::scenario::{RawScenario, is_file};
use ludex_check::resolve::{Definition, Index, Target, TargetProperty};
use ludex_run::ruleset::{Ruleset, RulesetInternals};

/// Names and scenarios affected by a change.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Touched {
    /// Names of the changed items, and of the cards, functions, properties and actions that use them.
    pub names: BTreeSet<String>,
    /// Scenarios that mention one of these names or have changed themselves: the file, as shown, and the name
    /// of each.
    pub scenarios: BTreeSet<(String, String)>,
}

/// Implements the queries of [`ScenarioSet::touched`](super::ScenarioSet::touched).
pub(super) fn touched(
    ruleset: &Ruleset,
    found: &Found,
    shown: &str,
    changed: &[(String, RangeInclusive<u32>)],
) -> Touched {
    let Found { sources, raw, .. } = found;
    let entries = Entries::new(&ruleset.checked().index, sources);
    let names = entries.names(changed);
    let variants = changed_variants(ruleset, shown, changed);
    let whole = changed_defaults(sources, raw, shown, changed);
    let is_touched = |scenario: &&RawScenario| {
        let file = &sources.get(scenario.span.file).name;
        whole.contains(file)
            || changed
                .iter()
                .any(|(name, lines)| name == file && overlap(lines, &lines_of(sources, scenario.span)))
            || scenario.variants.iter().any(|variant| variants.contains(&variant.value))
            || words(sources.slice(scenario.span)).any(|word| names.contains(word))
    };
    let scenarios = raw.iter().filter(is_touched).map(|scenario| key(sources, scenario)).collect();
    Touched { names, scenarios }
}

/// Returns the file and name that identify a scenario.
pub(super) fn key(sources: &Sources, scenario: &RawScenario) -> (String, String) {
    (sources.get(scenario.span.file).name.clone(), scenario.name.value.clone())
}

/// Returns the IDs of the variants whose files changed.
fn changed_variants(
    ruleset: &Ruleset,
    shown: &str,
    changed: &[(String, RangeInclusive<u32>)],
) -> BTreeSet<String> {
    let is_changed = |path: &str| changed.iter().any(|(file, _)| file.strip_prefix(shown) == Some(path));
    let headers = &ruleset.shipped().headers;
    headers.iter().filter(|(path, _)| is_changed(path)).map(|(_, header)| header.id.clone()).collect()
}

/// Returns the scenario files with a change outside all scenarios: their defaults changed.
fn changed_defaults(
    sources: &Sources,
    raw: &[RawScenario],
    shown: &str,
    changed: &[(String, RangeInclusive<u32>)],
) -> BTreeSet<String> {
    let lies_in_one = |(file, lines): &(String, RangeInclusive<u32>)| {
        let there = raw.iter().filter(|scenario| sources.get(scenario.span.file).name == *file);
        there.into_iter().any(|scenario| overlap(lines, &lines_of(sources, scenario.span)))
    };
    let of_scenarios = |file: &str| file.strip_prefix(shown).is_some_and(is_file);
    let others = changed.iter().filter(|change| of_scenarios(&change.0) && !lies_in_one(change));
    others.map(|(file, _)| file.clone()).collect()
}

fn lines_of(sources: &Sources, span: Span) -> RangeInclusive<u32> {
    let first = sources.line_col(span).0;
    let text = sources.slice(span).trim_end();
    first..=first + text.matches('\n').count() as u32
}

fn overlap(a: &RangeInclusive<u32>, b: &RangeInclusive<u32>) -> bool {
    a.start() <= b.end() && b.start() <= a.end()
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_')
}

/// The definitions of a ruleset, each with its lines up to the next definition.
struct Entries<'r> {
    index: &'r Index,
    /// In order of source locations.
    all: Vec<(&'r Definition, String, RangeInclusive<u32>)>,
}

impl<'r> Entries<'r> {
    fn new(index: &'r Index, sources: &Sources) -> Self {
        let mut defined: Vec<&Definition> = index
            .definitions()
            .iter()
            .filter(|definition| definition.target.is(TargetProperty::Entry))
            .collect();
        defined.sort_by_key(|definition| definition.place);
        let line = |definition: &Definition| sources.line_col(definition.place).0;
        let entry = |(i, definition): (usize, &&'r Definition)| {
            let next = defined.get(i + 1).filter(|next| next.place.file == definition.place.file);
            let first = line(definition);
            let last = next.map_or(u32::MAX, |next| line(next).saturating_sub(1).max(first));
            (*definition, sources.get(definition.place.file).name.clone(), first..=last)
        };
        Entries { index, all: defined.iter().enumerate().map(entry).collect() }
    }

    /// Returns the names of the changed definitions and, transitively, of those that use them.
    fn names(&self, changed: &[(String, RangeInclusive<u32>)]) -> BTreeSet<String> {
        let is_changed = |(_, file, lines): &&(&Definition, String, RangeInclusive<u32>)| {
            changed.iter().any(|(name, changed)| name == file && overlap(lines, changed))
        };
        let mut open: Vec<&Definition> =
            self.all.iter().filter(is_changed).map(|(found, ..)| *found).collect();
        let mut seen: BTreeSet<Target> = open.iter().map(|found| found.target).collect();
        let mut names = BTreeSet::new();
        while let Some(found) = open.pop() {
            names.insert(found.name.clone());
            for user in self.users(found.target) {
                if seen.insert(user.target) {
                    open.push(user);
                }
            }
        }
        names
    }

    /// Returns the definitions whose effects use a target. Cards are not followed: a definition that names a
    /// card is not affected by it.
    fn users(&self, target: Target) -> Vec<&'r Definition> {
        if !target.is(TargetProperty::Passed) {
            return Vec::new();
        }
        let holder = |place: Span| {
            let after = self.all.partition_point(|(found, ..)| found.place <= place);
            let (found, ..) = self.all.get(after.checked_sub(1)?)?;
            (found.place.file == place.file && found.target.is(TargetProperty::Subject)).then_some(*found)
        };
        self.index.references_of(target).filter_map(|reference| holder(reference.place)).collect()
    }
}

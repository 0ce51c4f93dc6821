//! Scenarios that name the same variants share a ruleset.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use ludex_grammar::codes::Code;
use ludex_grammar::diagnostic::{Diagnostic, Severity};
use ludex_grammar::span::Spanned;

use crate::game::Ruleset;
use crate::load::overlay::{Header, in_order};
use crate::load::scenario::RawScenario;

/// Scenarios, by their numbers, and the ruleset they are about.
pub(super) struct Group {
    pub ruleset: Arc<Ruleset>,
    pub members: Vec<usize>,
}

/// Scenarios, by their numbers, that name the same variants, which are applied in this order.
pub(super) struct Wanted {
    pub paths: Vec<String>,
    pub members: Vec<usize>,
}

/// One group for each list of variants. A scenario whose variants are unknown, or can't be used together, is in none:
/// that is one of the problems, each told once.
pub(super) fn groups(
    base: &Arc<Ruleset>,
    scenarios: &[RawScenario],
    problems: &mut Vec<Diagnostic>,
) -> Vec<Group> {
    let all = wanted(base, scenarios, problems);
    let group = |wanted: Wanted| {
        let (ruleset, mut errors) = wanted.ruleset(base, scenarios);
        problems.append(&mut errors);
        Some(Group { ruleset: ruleset?, members: wanted.members })
    };
    all.into_iter().filter_map(group).collect()
}

/// The same before any of the rulesets is compiled.
pub(super) fn wanted(
    base: &Ruleset,
    scenarios: &[RawScenario],
    problems: &mut Vec<Diagnostic>,
) -> Vec<Wanted> {
    let (known, given) = (&base.shipped().headers, base.overlay_ids());
    let mut told = BTreeSet::new();
    let mut by_paths: BTreeMap<Vec<String>, Vec<usize>> = BTreeMap::new();
    for (i, scenario) in scenarios.iter().enumerate() {
        match paths(known, &given, &scenario.variants) {
            Ok(paths) => by_paths.entry(paths).or_default().push(i),
            Err(problem) if told.insert(problem.primary.span) => problems.push(*problem),
            Err(_) => {}
        }
    }
    by_paths.into_iter().map(|(paths, members)| Wanted { paths, members }).collect()
}

impl Wanted {
    /// The ruleset with these variants on it. Its errors say which scenario wanted it; where none did, they are no problem of scenarios.
    pub(super) fn ruleset(
        &self,
        base: &Arc<Ruleset>,
        scenarios: &[RawScenario],
    ) -> (Option<Arc<Ruleset>>, Vec<Diagnostic>) {
        if self.paths.is_empty() {
            return (Some(Arc::clone(base)), Vec::new());
        }
        let compiled = base.with_variants(&self.paths);
        let Some(first) = self.members.first() else { return (compiled.ruleset, Vec::new()) };
        let errors = compiled.problems.into_iter().filter(|problem| problem.severity() == Severity::Error);
        let at = scenarios[*first].variants.first().map(|name| name.span);
        let errors = errors.map(|error| match at {
            Some(at) => error.other(at, "in the ruleset with these variants"),
            None => error,
        });
        (compiled.ruleset, errors.collect())
    }
}

/// The files of variants in the order in which they are applied, without those that are given already.
fn paths(
    known: &[(String, Header)],
    given: &[String],
    wanted: &[Spanned<String>],
) -> Result<Vec<String>, Box<Diagnostic>> {
    for name in wanted {
        in_order(known, std::iter::once(name.value.as_str())).map_err(|problem| {
            let unknown = Diagnostic::new(Code::UnknownName, name.span, problem.message());
            Box::new(unknown.help(problem.help()))
        })?;
    }
    let all = in_order(known, wanted.iter().map(|name| name.value.as_str())).unwrap_or_default();
    let is_given =
        |path: &String| known.iter().any(|(name, header)| name == path && given.contains(&header.id));
    Ok(all.into_iter().filter(|path| !is_given(path)).collect())
}

//! Groups scenarios by variants: those that name the same variants share a ruleset.

use std::collections::BTreeMap;

use ludex_grammar::codes::Code;
use ludex_grammar::diagnostic::{Applicability, Diagnostic, Severity};
use ludex_grammar::span::{Span, Spanned};

use ludex_check::language::is_identifier;
use ludex_check::load::overlay::{Header, in_order};
use ludex_check::load::scenario::RawScenario;
use ludex_run::ruleset::{Ruleset, RulesetInternals};

/// A ruleset and the indices of the scenarios that test it.
pub(super) struct Group {
    pub ruleset: Ruleset,
    pub members: Vec<usize>,
}

/// Indices of scenarios that name the same variants, and the paths of these in order of application.
pub(super) struct VariantGroup {
    pub paths: Vec<String>,
    pub members: Vec<usize>,
}

/// Creates one group per list of variants. Scenarios with unknown or incompatible variants are in no group;
/// each such problem is reported once.
pub(super) fn groups(
    base: &Ruleset,
    scenarios: &[RawScenario],
    problems: &mut Vec<Diagnostic>,
) -> Vec<Group> {
    let all = wanted(base, scenarios, problems);
    let group = |wanted: VariantGroup| {
        let (ruleset, mut errors) = wanted.ruleset(base, scenarios);
        problems.append(&mut errors);
        Some(Group { ruleset: ruleset?, members: wanted.members })
    };
    all.into_iter().filter_map(group).collect()
}

/// Like [`groups`], but compiles no rulesets.
pub(super) fn wanted(
    base: &Ruleset,
    scenarios: &[RawScenario],
    problems: &mut Vec<Diagnostic>,
) -> Vec<VariantGroup> {
    let (known, given) = (&base.shipped().headers, base.overlay_ids());
    let mut unknown: BTreeMap<&str, Vec<Span>> = BTreeMap::new();
    let mut by_paths: BTreeMap<Vec<String>, Vec<usize>> = BTreeMap::new();
    for (i, scenario) in scenarios.iter().enumerate() {
        match paths(known, &given, &scenario.variants) {
            Ok(paths) => by_paths.entry(paths).or_default().push(i),
            Err(name) => unknown.entry(&name.value).or_default().push(name.span),
        }
    }
    problems.extend(unknown.into_iter().filter_map(|(name, places)| no_variant(base, name, places)));
    by_paths.into_iter().map(|(paths, members)| VariantGroup { paths, members }).collect()
}

/// Reports a variant that scenarios name but that does not exist. Variants with an unreadable or duplicate
/// header are reported at that header instead.
fn no_variant(base: &Ruleset, name: &str, mut places: Vec<Span>) -> Option<Diagnostic> {
    places.sort_unstable();
    places.dedup();
    let (first, more) = places.split_first()?;
    let shipped = base.shipped();
    if let Some((_, id)) = shipped.files.iter().find(|(file, _)| file == name) {
        let is_free = |id: &str| shipped.headers.iter().filter(|(_, header)| header.id == id).count() == 1;
        let id = id.as_ref().filter(|id| is_identifier(&id.value) && is_free(&id.value))?;
        let message =
            format!("scenarios name the variant `{name}` by its file, but its ID is `{}`", id.value);
        let problem = Diagnostic::new(Code::UnknownName, id.span, message).other(*first, "named here");
        return Some(
            problem.replace(id.span, name, Applicability::Maybe).help(format!("did you mean `{name}`?")),
        );
    }
    let unknown = in_order(&shipped.headers, std::iter::once(name)).err()?;
    let problem = Diagnostic::new(Code::UnknownName, *first, unknown.message()).help(unknown.help());
    Some(match more {
        [] => problem,
        [next, ..] => problem.other(*next, "and here"),
    })
}

/// Returns true if a scenario tests the ruleset with the current overlays. It belongs to an overlay, or it
/// names all of them, directly or as dependencies of its variants.
pub(super) fn is_own(ruleset: &Ruleset, scenario: &RawScenario) -> bool {
    if ruleset.overlay_files().0.contains(&scenario.span.file) {
        return true;
    }
    let known = &ruleset.shipped().headers;
    let names = scenario.variants.iter().map(|name| name.value.as_str());
    let paths = in_order(known, names).unwrap_or_default();
    let is_named = |id: &String| known.iter().any(|(path, header)| header.id == *id && paths.contains(path));
    ruleset.overlay_ids().iter().all(is_named)
}

impl VariantGroup {
    /// Compiles the ruleset with these variants. Its errors refer to the first scenario that names them, if
    /// any.
    pub(super) fn ruleset(
        &self,
        base: &Ruleset,
        scenarios: &[RawScenario],
    ) -> (Option<Ruleset>, Vec<Diagnostic>) {
        if self.paths.is_empty() {
            return (Some(base.clone()), Vec::new());
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

/// Returns the files of variants in order of application, without those already applied.
///
/// # Errors
/// The first unknown variant.
fn paths<'w>(
    known: &[(String, Header)],
    given: &[String],
    wanted: &'w [Spanned<String>],
) -> Result<Vec<String>, &'w Spanned<String>> {
    if let Some(name) = wanted.iter().find(|name| !known.iter().any(|(_, header)| header.id == name.value)) {
        return Err(name);
    }
    let all = in_order(known, wanted.iter().map(|name| name.value.as_str())).unwrap_or_default();
    let is_given =
        |path: &String| known.iter().any(|(name, header)| name == path && given.contains(&header.id));
    Ok(all.into_iter().filter(|path| !is_given(path)).collect())
}

//! Detects scenarios that don't apply to a ruleset with overlays.
//!
//! Such scenarios test the base game itself, or name items that the overlays have removed.

use ludex_grammar::diagnostic::Diagnostic;

use super::group::{self, Failed};
use super::reading::problems::check;
use super::{Failure, variants};
use ludex_check::load::scenario::RawScenario;
use ludex_run::ruleset::{Ruleset, RulesetInternals};

/// Result of a scenario, if it is known.
pub(super) type KnownResult = Option<Result<Vec<Diagnostic>, Box<Failed>>>;

/// Returns true if the variants can be applied to the ruleset without its overlays.
pub(super) fn is_good_alone(ruleset: &Ruleset, variants: &[String]) -> bool {
    ruleset.without_overlays().is_some_and(|plain| plain.with_variants(variants).ruleset.is_some())
}

/// Creates the result of scenarios whose variants can't be combined with the overlays on the ruleset.
pub(super) fn not_together(scenario: &RawScenario, error: Option<&Diagnostic>) -> Box<Failed> {
    let at = scenario.variants.first().map_or(scenario.name.span, |variant| variant.span);
    let failure = Failure::new(at, "its variants can't be combined with the active variants");
    let failure = error.into_iter().fold(failure, |failure, error| failure.detail(error.message.as_str()));
    Failed::apart(failure)
}

/// Separates scenarios that don't apply from those that fail. A scenario doesn't apply if its words are
/// invalid only with the overlays.
pub(super) fn told_apart(ruleset: &Ruleset, raw: &[RawScenario], came: &mut [KnownResult]) {
    for (scenario, came) in raw.iter().zip(came.iter_mut()) {
        if scenario.of_game_itself && came.is_some() {
            let failure = Failure::new(scenario.name.span, "it tests the base game (`variants: []`)");
            *came = Some(Err(Failed::apart(failure)));
        }
    }
    let failed: Vec<usize> = (0..raw.len()).filter(|i| has_failed(&came[*i])).collect();
    let wrong = wrong_words(ruleset, raw, &failed);
    if wrong.iter().all(Option::is_none) {
        return;
    }
    let Some(plain) = ruleset.without_overlays() else { return };
    let before = wrong_words(&plain, raw, &failed);
    for ((number, wrong), before) in failed.into_iter().zip(wrong).zip(before) {
        if let (Some(wrong), None) = (wrong, before) {
            came[number] = Some(Err(Failed::apart(wrong)));
        }
    }
}

fn has_failed(came: &KnownResult) -> bool {
    matches!(came, Some(Err(failed)) if failed.applies)
}

/// Returns the first problem in the words of each of these scenarios, if any.
fn wrong_words(ruleset: &Ruleset, raw: &[RawScenario], members: &[usize]) -> Vec<Option<Failure>> {
    let some: Vec<RawScenario> = members.iter().map(|i| raw[*i].clone()).collect();
    let mut found: Vec<Option<Failure>> = some.iter().map(|_| None).collect();
    for group in variants::groups(ruleset, &some, &mut Vec::new()) {
        let members: Vec<&RawScenario> = group.members.iter().map(|i| &some[*i]).collect();
        for (i, wrong) in group.members.iter().zip(group::check(&group.ruleset, &members, check)) {
            found[*i] = wrong.into_iter().next();
        }
    }
    found
}

//! Checks scenarios without playing them, for `ludex check`.

use std::collections::BTreeSet;

use ludex_grammar::codes::Code;
use ludex_grammar::diagnostic::{Diagnostic, in_order};
use ludex_grammar::source::Sources;
use ludex_grammar::span::Spanned;

use crate::scenario::reading::found::{Found, find};
use crate::scenario::reading::labels::{Labels, check_picks};
use crate::scenario::reading::rules::{bare, rules_to_name};
use crate::scenario::run::one::{is_position, is_rest_alone, no_phase};
use crate::scenario::run::position::{chain, check_position};
use crate::scenario::run::stacks::check_stack;
use crate::scenario::run::summed::summed;
use crate::scenario::run::words::{CardWords, find_card, seat, unknown, zone};
use crate::scenario::variants::{self, VariantGroup};
use crate::scenario::{Failure, group};
use ludex_check::jobs::{Workers, map_parallel, one_by_one};
use ludex_check::load::raw::Name;
use ludex_check::load::scenario::{RawScenario, Step};
use ludex_run::program::Program;
use ludex_run::ruleset::{Ruleset, RulesetInternals};

/// Checks the scenarios in the files of a ruleset, given as `(path, text)` like for
/// [`run_all`](crate::scenario::run_all). They must be readable and runnable, and expect something. The rules
/// they name must be in `rules`, the text of `RULES.md`, if given.
///
/// Returns the texts, and the problems in order of source locations.
pub fn check_all(
    ruleset: &Ruleset,
    files: &[(String, String)],
    rules: Option<&str>,
    shown: &str,
) -> (Sources, Vec<Diagnostic>) {
    check_found(ruleset, find(ruleset, files, shown), rules, (&[], &one_by_one))
}

/// Like [`check_all`], for scenarios that are already read. Also compiles the variants in `beside`, even if
/// no scenario names them.
pub(in crate::scenario) fn check_found(
    ruleset: &Ruleset,
    found: Found,
    rules: Option<&str>,
    (beside, workers): (&[Vec<String>], Workers<'_>),
) -> (Sources, Vec<Diagnostic>) {
    let Found { sources, raw, mut problems } = found;
    let rules = rules.map(rules_to_name);
    for scenario in &raw {
        problems.extend(expects_nothing(scenario));
        problems.extend(rules.iter().flat_map(|rules| unknown_rules(scenario, rules)));
    }
    let mut wanted = variants::wanted(ruleset, &raw, &mut problems);
    let is_wanted = |paths: &&Vec<String>| wanted.iter().any(|one| one.paths == **paths);
    let others: Vec<_> = beside.iter().filter(|paths| !is_wanted(paths)).cloned().collect();
    wanted.extend(others.into_iter().map(|paths| VariantGroup { paths, members: Vec::new() }));
    check_wanted(ruleset, &wanted, &raw, &mut problems, workers);
    in_order(&mut problems);
    problems.dedup();
    (sources, problems)
}

/// Checks the rulesets that scenarios test, and the scenarios of each, in order.
fn check_wanted(
    base: &Ruleset,
    wanted: &[VariantGroup],
    raw: &[RawScenario],
    problems: &mut Vec<Diagnostic>,
    workers: Workers<'_>,
) {
    let parts = |wanted: &VariantGroup| match wanted.paths.is_empty() {
        true => group::parts(base, wanted.members.iter().map(|member| (*member, &raw[*member]))),
        false => vec![wanted.members.clone()],
    };
    let mut parts: Vec<(usize, Vec<usize>)> = (0..)
        .zip(wanted)
        .flat_map(|(number, one)| parts(one).into_iter().map(move |part| (number, part)))
        .collect();
    // variants must be compiled, so they take longest and start first
    parts.sort_by_key(|(number, _)| wanted[*number].paths.is_empty());
    let checked = map_parallel(workers, &parts, |(number, part)| {
        let (ruleset, errors) = wanted[*number].ruleset(base, raw);
        let members: Vec<&RawScenario> = part.iter().map(|i| &raw[*i]).collect();
        (errors, ruleset.map_or_else(Vec::new, |ruleset| group::check(&ruleset, &members, check)))
    });
    let mut failures = Vec::new();
    for ((number, part), (mut errors, found)) in parts.iter().zip(checked) {
        problems.append(&mut errors);
        failures.extend(part.iter().zip(found).map(|(member, found)| ((number, member), found)));
    }
    failures.sort_by_key(|(place, _)| *place);
    let failures = failures.into_iter().flat_map(|(_, found)| found).collect();
    problems.extend(summed(&base.checked().index, failures));
}

fn expects_nothing(scenario: &RawScenario) -> Option<Diagnostic> {
    let looks = |step: &Step| !matches!(step, Step::Do(_) | Step::Stack(_));
    if !scenario.expect.is_empty() || scenario.play.iter().any(|step| looks(&step.value)) {
        return None;
    }
    let message = format!("the scenario `{}` expects nothing", scenario.name.value);
    let problem = Diagnostic::new(Code::EmptyScenario, scenario.name.span, message);
    Some(problem.help("add conditions that hold at the end: `expect: …`"))
}

fn unknown_rules(scenario: &RawScenario, rules: &BTreeSet<String>) -> Vec<Diagnostic> {
    let unknown = scenario.rules.iter().filter(|rule| !rules.contains(bare(&rule.value)));
    let problem = |rule: &Name| {
        let message = format!("RULES.md has no rule `{}`", rule.value);
        let problem = Diagnostic::new(Code::UnknownRule, rule.span, message);
        match rules.is_empty() {
            true => {
                problem.help("write a rule at the start of a list item, heading or table row: `- **R-3** …`")
            }
            false => problem.suggest(&rule.value, rules.iter().map(String::as_str)),
        }
    };
    unknown.map(problem).collect()
}

pub(in crate::scenario) fn check(
    program: &Program,
    (labels, decisions): (&Labels<'_>, &[String]),
    scenario: &RawScenario,
) -> Vec<Failure> {
    let mut failures = Vec::new();
    failures.extend(check_position(program, &scenario.given).err());
    failures.extend(scenario.given.stack.iter().filter_map(|zone| check_stack(program, zone).err()));
    failures.extend(scenario.given.phase.as_ref().and_then(|phase| chain(&program.checked, phase).err()));
    failures.extend(goes_on_nowhere(program, scenario));
    failures.extend(check_picks(labels, scenario));
    for step in &scenario.play {
        failures.extend(check_step(program, decisions, &step.value).err());
    }
    failures
}

/// Reports a step that needs a decision, although play can't continue from the position.
fn goes_on_nowhere(program: &Program, scenario: &RawScenario) -> Option<Failure> {
    if !is_position(scenario) || is_rest_alone(&scenario.given) {
        return None;
    }
    let decides = |step: &&Spanned<Step>| match &step.value {
        Step::Do(_) | Step::Who(_) | Step::Asks(_) | Step::Facts(_) => true,
        Step::Offers(_) | Step::OffersAlso(_) | Step::NeverOffers(_) => true,
        Step::Told { .. } | Step::Expect(_) | Step::Over(_) | Step::Winners(_) | Step::View { .. } => false,
        Step::Stack(_) => false,
    };
    let step = scenario.play.iter().find(decides)?;
    Some(no_phase(program, step.span))
}

fn check_step(program: &Program, decisions: &[String], step: &Step) -> Result<(), Failure> {
    let is_seat = |name: &Name| seat(program, &name.value, name.span).map(drop);
    match step {
        Step::Who(name) | Step::Told { seat: name, .. } => is_seat(name),
        Step::Winners(names) => names.iter().try_for_each(is_seat),
        Step::Asks(name) if !decisions.contains(&name.value) => {
            Err(unknown("decision", name, decisions.iter().map(String::as_str)))
        }
        Step::View { seat, zone: label, shows, among } => {
            is_seat(seat)?;
            let zone = zone(program, label)?;
            shows.iter().try_for_each(|text| CardWords::read(program, text).map(drop))?;
            among.iter().flatten().try_for_each(|text| {
                let words = CardWords::read(program, text)?;
                find_card(program, &words, zone, &BTreeSet::new()).map(drop)
            })
        }
        Step::Stack(zones) => zones.iter().try_for_each(|zone| check_stack(program, zone)),
        Step::Do(_) | Step::Asks(_) | Step::Offers(_) | Step::OffersAlso(_) | Step::NeverOffers(_) => Ok(()),
        Step::Facts(_) | Step::Expect(_) | Step::Over(_) => Ok(()),
    }
}

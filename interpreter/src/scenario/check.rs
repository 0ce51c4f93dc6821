//! What is wrong with scenarios, without playing them: `ludex check`.

use std::collections::BTreeSet;
use std::sync::Arc;

use ludex_grammar::codes::Code;
use ludex_grammar::diagnostic::{Diagnostic, in_order};
use ludex_grammar::source::Sources;

use super::found::{self, Found};
use super::position::{chain, check_position};
use super::words::{CardWords, find_card, seat, unknown, zone};
use super::{Failure, group, rule_ids, variants};
use crate::game::Ruleset;
use crate::load::raw::Name;
use crate::load::scenario::{RawScenario, Step};
use crate::program::Program;

/// Checks the scenarios among the files of a ruleset, given as `(path, text)`, as [`run_all`](super::run_all) finds them: that they can be
/// read and run, that they expect something, and that the rules they name are in `rules`, the text of `RULES.md`, if there is one.
/// The texts, and the problems by place.
pub fn check_all(
    ruleset: &Arc<Ruleset>,
    files: &[(String, String)],
    rules: Option<&str>,
    shown: &str,
) -> (Sources, Vec<Diagnostic>) {
    let Found { sources, raw, mut problems } = found::find(ruleset, files, shown);
    let rules = rules.map(rule_ids);
    for scenario in &raw {
        problems.extend(expects_nothing(scenario));
        problems.extend(rules.iter().flat_map(|rules| unknown_rules(scenario, rules)));
    }
    for group in variants::groups(ruleset, &raw, &mut problems) {
        let members: Vec<&RawScenario> = group.members.iter().map(|i| &raw[*i]).collect();
        let failures = group::check(&group.ruleset, &members, check);
        problems.extend(failures.into_iter().map(Diagnostic::from));
    }
    in_order(&mut problems);
    problems.dedup();
    (sources, problems)
}

fn expects_nothing(scenario: &RawScenario) -> Option<Diagnostic> {
    let looks = |step: &Step| !matches!(step, Step::Do(_));
    if !scenario.expect.is_empty() || scenario.play.iter().any(|step| looks(&step.value)) {
        return None;
    }
    let message = format!("the scenario `{}` expects nothing", scenario.name.value);
    let problem = Diagnostic::new(Code::EmptyScenario, scenario.name.span, message);
    Some(problem.help("say what holds at the end: `expect: …`"))
}

fn unknown_rules(scenario: &RawScenario, rules: &BTreeSet<String>) -> Vec<Diagnostic> {
    let unknown = scenario.rules.iter().filter(|rule| !rules.contains(&rule.value));
    let problem = |rule: &Name| {
        let message = format!("RULES.md has no rule `{}`", rule.value);
        Diagnostic::new(Code::UnknownRule, rule.span, message)
            .suggest(&rule.value, rules.iter().map(String::as_str))
    };
    unknown.map(problem).collect()
}

/// What is wrong with the words of a scenario.
fn check(program: &Program, decisions: &[String], scenario: &RawScenario) -> Vec<Failure> {
    let mut failures = Vec::new();
    failures.extend(check_position(program, &scenario.given).err());
    failures.extend(scenario.given.phase.as_ref().and_then(|phase| chain(&program.checked, phase).err()));
    for step in &scenario.play {
        failures.extend(check_step(program, decisions, &step.value).err());
    }
    failures
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
        Step::Do(_) | Step::Asks(_) | Step::Offers(_) | Step::OffersAlso(_) | Step::NeverOffers(_) => Ok(()),
        Step::Expect(_) | Step::Over(_) => Ok(()),
    }
}

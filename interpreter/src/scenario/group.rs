//! Scenarios of one number of players and one choice of options share a program.

use std::collections::BTreeMap;
use std::sync::Arc;

use ludex_grammar::source::Sources;
use ludex_grammar::span::Span;

use super::Failure;
use super::compiled::{Compiled, compile};
use super::run::run as run_one;
use crate::check::Snippets;
use crate::game::Ruleset;
use crate::load::scenario::RawScenario;
use crate::lower::lower;

/// Number of players and value of each option.
type Setting = (u8, Vec<i32>);

/// Runs scenarios; what came of each, in order.
pub(super) fn run(
    ruleset: &Arc<Ruleset>,
    sources: &Sources,
    raw: &[&RawScenario],
) -> Vec<Result<(), Failure>> {
    let mut outcomes = vec![Ok(()); raw.len()];
    let mut groups: BTreeMap<Setting, Vec<usize>> = BTreeMap::new();
    for (i, scenario) in raw.iter().enumerate() {
        match setting(ruleset, scenario) {
            Ok(setting) => groups.entry(setting).or_default().push(i),
            Err(failure) => outcomes[i] = Err(failure),
        }
    }
    for (setting, members) in groups {
        let scenarios: Vec<&RawScenario> = members.iter().map(|i| raw[*i]).collect();
        let results = run_group(ruleset, sources, &setting, &scenarios);
        for (i, result) in members.into_iter().zip(results) {
            outcomes[i] = result;
        }
    }
    outcomes
}

/// The configuration of a scenario, or what is wrong with it.
fn setting(ruleset: &Ruleset, scenario: &RawScenario) -> Result<Setting, Failure> {
    let fewest = ruleset.checked.min_players;
    let (players, at) = scenario.players.as_ref().map_or((fewest, scenario.name.span), |p| (p.value, p.span));
    let values = |options: &[(String, String)], at: Span| {
        ruleset.option_values(players, options).map_err(|e| Failure::new(at, e.message))
    };
    values(&[], at)?;
    let mut all = Vec::new();
    for (name, value) in &scenario.options {
        let option = (name.value.clone(), value.value.clone());
        let known = ruleset.checked.options.iter().any(|o| o.name == name.value);
        values(std::slice::from_ref(&option), if known { value.span } else { name.span })?;
        all.push(option);
    }
    Ok((players, values(&all, at)?))
}

fn run_group(
    ruleset: &Arc<Ruleset>,
    sources: &Sources,
    (players, options): &Setting,
    scenarios: &[&RawScenario],
) -> Vec<Result<(), Failure>> {
    let mut snippets = Snippets::new(&ruleset.raw);
    let compiled: Vec<Result<Compiled, Failure>> =
        scenarios.iter().map(|scenario| compile(&mut snippets, scenario)).collect();
    let checked = Arc::new(snippets.finish());
    let program = match lower(&checked, *players, options) {
        Ok(program) => Arc::new(program),
        Err(error) => {
            let message = ruleset.lower_error(&error).message;
            return scenarios.iter().map(|s| Err(Failure::new(s.name.span, message.clone()))).collect();
        }
    };
    let pairs = scenarios.iter().zip(compiled);
    pairs.map(|(scenario, compiled)| run_one(ruleset, &program, sources, scenario, &compiled?)).collect()
}

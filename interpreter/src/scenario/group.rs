//! Groups scenarios by setting: those with the same number of players and options share a program.

use std::collections::BTreeMap;
use std::sync::Arc;

use ludex_grammar::source::Sources;
use ludex_grammar::span::Span;

use super::compiled::{self, Compiled, compile};
use super::follow::{Follower, ScenarioObserver};
use super::reading::labels::Labels;
use super::run::one::{failures, played, run as run_one};
use super::traced::ScenarioTracer;
use super::{Failure, Results};
use crate::trace::Traced;
use ludex_check::check::Snippets;
use ludex_check::load::scenario::RawScenario;
use ludex_run::lower::{LowerError, lower, outline};
use ludex_run::play::{Game, setup_of};
use ludex_run::program::Program;
use ludex_run::ruleset::{Ruleset, RulesetInternals};

/// Number of players, values of the options, and true if forced choices are asked.
type Setting = (u8, Vec<i32>, bool);

/// A failed scenario with additional details.
#[derive(Debug)]
pub(super) struct Failed {
    /// The first expectation that failed.
    pub failure: Failure,
    /// Further expectations that failed.
    pub more: Vec<Failure>,
    /// Trace of the last choice before the first failure.
    pub last: Option<Traced>,
    /// False if the scenario doesn't apply to the ruleset.
    pub applies: bool,
}

impl Failed {
    /// Creates the result of a scenario that doesn't apply to its ruleset.
    pub fn apart(why: Failure) -> Box<Failed> {
        Box::new(Failed { applies: false, ..*Box::from(why) })
    }
}

impl From<Failure> for Box<Failed> {
    fn from(failure: Failure) -> Self {
        Box::new(Failed { failure, more: Vec::new(), last: None, applies: true })
    }
}

/// Runs scenarios. Returns for each its failure, or warnings about parts without effect, in order.
pub(super) fn run(ruleset: &Ruleset, sources: &Sources, raw: &[&RawScenario]) -> Results {
    let one = |program: &Arc<Program>, scenario: &RawScenario, compiled: Result<Compiled, Failure>| {
        let compiled = compiled?;
        run_one(ruleset, program, sources, scenario, &compiled, None)
            .map_err(|failure| failed(failure, (ruleset, sources), program, scenario, &compiled))
    };
    each(ruleset, raw, compile, program, one).into_iter().map(in_one).collect()
}

/// Runs a failed scenario again to collect more details.
fn failed(
    failure: Failure,
    (ruleset, sources): (&Ruleset, &Sources),
    program: &Arc<Program>,
    scenario: &RawScenario,
    compiled: &Compiled,
) -> Box<Failed> {
    let mut more = failures(ruleset, program, sources, scenario, compiled);
    more.retain(|other| *other != failure);
    let mut scribe = ScenarioTracer::new(program, sources, compiled);
    // it fails in the same way
    let _ = run_one(ruleset, program, sources, scenario, compiled, Some(&mut scribe));
    Box::new(Failed { failure, more, last: scribe.steps.pop(), applies: true })
}

/// Merges a failure to compile a scenario with its result.
fn in_one<T>(result: Result<Result<T, Box<Failed>>, Failure>) -> Result<T, Box<Failed>> {
    result.map_err(Box::from).and_then(|result| result)
}

/// Like [`run`], but also returns the observers, one per setting.
pub(super) fn follow(ruleset: &Ruleset, sources: &Sources, raw: &[&RawScenario]) -> (Results, Vec<Follower>) {
    let mut followers: Vec<Follower> = Vec::new();
    let one = |program: &Arc<Program>, scenario: &RawScenario, compiled: Result<Compiled, Failure>| {
        if followers.last().is_none_or(|last| !last.is_of(program)) {
            followers.push(Follower::new(&setup_of(ruleset, Arc::clone(program))));
        }
        let follower = followers.last_mut().map(|follower| follower as &mut dyn ScenarioObserver);
        let compiled = compiled?;
        run_one(ruleset, program, sources, scenario, &compiled, follower)
            .map_err(|failure| failed(failure, (ruleset, sources), program, scenario, &compiled))
    };
    let results = each(ruleset, raw, compile, program, one).into_iter().map(in_one).collect();
    (results, followers)
}

/// Groups scenarios that share a program. Omits those with invalid settings.
pub(super) fn settings(ruleset: &Ruleset, raw: &[&RawScenario]) -> Vec<Vec<usize>> {
    let mut groups: BTreeMap<Setting, Vec<usize>> = BTreeMap::new();
    for (i, scenario) in raw.iter().enumerate() {
        if let Ok(setting) = setting(ruleset, scenario) {
            groups.entry(setting).or_default().push(i);
        }
    }
    groups.into_values().collect()
}

/// Returns the first scenario that fails, in order of settings. Later scenarios are not run.
pub(super) fn first_failure(ruleset: &Ruleset, sources: &Sources, raw: &[&RawScenario]) -> Option<usize> {
    let mut is_done = false;
    let one = |program: &Arc<Program>, scenario: &RawScenario, compiled: Result<Compiled, Failure>| {
        let run = |compiled: Compiled| run_one(ruleset, program, sources, scenario, &compiled, None);
        let fails = !is_done && compiled.and_then(run).is_err();
        is_done |= fails;
        fails
    };
    each(ruleset, raw, compile, program, one).iter().position(|fails| *fails.as_ref().unwrap_or(&true))
}

/// Maximum number of scenarios from several settings in a parallel job.
const PART: usize = 80;

/// Partitions scenarios, given with their indices, into jobs. Scenarios of one setting share a job.
pub(super) fn parts<'s>(
    ruleset: &Ruleset,
    members: impl Iterator<Item = (usize, &'s RawScenario)>,
) -> Vec<Vec<usize>> {
    let mut settings: BTreeMap<Option<Setting>, Vec<usize>> = BTreeMap::new();
    for (member, scenario) in members {
        settings.entry(setting(ruleset, scenario).ok()).or_default().push(member);
    }
    let mut parts: Vec<Vec<usize>> = Vec::new();
    for mut members in settings.into_values() {
        match parts.last_mut().filter(|part| part.len() + members.len() <= PART) {
            Some(part) => part.append(&mut members),
            None => parts.push(members),
        }
    }
    parts
}

/// Checks scenarios without running them: their snippets, and `words` with the outline of a game and its
/// decisions.
pub(super) fn check(
    ruleset: &Ruleset,
    raw: &[&RawScenario],
    words: impl Fn(&Program, (&Labels<'_>, &[String]), &RawScenario) -> Vec<Failure>,
) -> Vec<Vec<Failure>> {
    let labels = Labels::new(ruleset.checked());
    let outlined = |ruleset: &Ruleset, snippets: &mut Snippets<'_>, (players, options, _): &Setting| {
        Ok((outline(ruleset.checked(), *players, options)?, snippets.decisions().to_vec()))
    };
    let one = |(program, decisions): &(Program, Vec<String>),
               scenario: &RawScenario,
               judged: Result<(), Failure>| {
        judged.err().into_iter().chain(words(program, (&labels, decisions), scenario)).collect()
    };
    each(ruleset, raw, compiled::check, outlined, one)
        .into_iter()
        .map(|found| found.unwrap_or_else(|failure| vec![failure]))
        .collect()
}

/// Adds the snippets of the scenarios in each setting, creates their shared value, and calls `one` for each
/// scenario. The results are in order of `raw`; if the shared value can't be created, they contain the
/// reason.
///
/// The ruleset is checked once for all settings. No setting sees the snippets of another.
fn each<C, P, T>(
    ruleset: &Ruleset,
    raw: &[&RawScenario],
    add: impl Fn(&mut Snippets<'_>, &RawScenario) -> Result<C, Failure>,
    shared: impl Fn(&Ruleset, &mut Snippets<'_>, &Setting) -> Result<P, LowerError>,
    mut one: impl FnMut(&P, &RawScenario, Result<C, Failure>) -> T,
) -> Vec<Result<T, Failure>> {
    let mut groups: BTreeMap<Setting, Vec<usize>> = BTreeMap::new();
    let mut outcomes: Vec<Option<Result<T, Failure>>> = Vec::with_capacity(raw.len());
    for (i, scenario) in raw.iter().enumerate() {
        let setting = setting(ruleset, scenario);
        outcomes.push(setting.map(|setting| groups.entry(setting).or_default().push(i)).err().map(Err));
    }
    let mut snippets = ruleset.snippets();
    for (setting, members) in groups {
        snippets.clear();
        let compiled: Vec<_> = members.iter().map(|i| add(&mut snippets, raw[*i])).collect();
        let shared =
            shared(ruleset, &mut snippets, &setting).map_err(|error| ruleset.lower_error(&error).message);
        for (i, compiled) in members.into_iter().zip(compiled) {
            outcomes[i] = Some(match &shared {
                Ok(shared) => Ok(one(shared, raw[i], compiled)),
                Err(message) => Err(Failure::new(raw[i].name.span, message.clone())),
            });
        }
    }
    outcomes.into_iter().flatten().collect()
}

/// Compiles the program of one setting with the snippets of its scenarios.
fn program(
    _: &Ruleset,
    snippets: &mut Snippets<'_>,
    (players, options, asks_forced): &Setting,
) -> Result<Arc<Program>, LowerError> {
    let mut program = lower(&Arc::new(snippets.checked()), *players, options)?;
    program.asks_forced = *asks_forced;
    Ok(Arc::new(program))
}

/// Returns the game of one scenario after its steps.
pub(super) fn play(ruleset: &Ruleset, sources: &Sources, raw: &RawScenario) -> Result<Game, Failure> {
    let one = |program: &Arc<Program>, scenario: &RawScenario, compiled: Result<Compiled, Failure>| {
        played(ruleset, program, sources, scenario, &compiled?)
    };
    let outcome = each(ruleset, &[raw], compile, program, one).pop();
    outcome.unwrap_or_else(|| Err(Failure::new(raw.span, "the scenario can't be played")))?
}

/// Traces each choice of one scenario, and returns its failure, if any.
pub(super) fn trace(
    ruleset: &Ruleset,
    sources: &Sources,
    raw: &RawScenario,
) -> (Vec<Traced>, Option<Failure>) {
    let mut steps = Vec::new();
    let one = |program: &Arc<Program>, scenario: &RawScenario, compiled: Result<Compiled, Failure>| {
        let compiled = compiled?;
        let mut scribe = ScenarioTracer::new(program, sources, &compiled);
        let result = run_one(ruleset, program, sources, scenario, &compiled, Some(&mut scribe));
        steps = scribe.steps;
        result.map(drop)
    };
    let failed = each(ruleset, &[raw], compile, program, one)
        .pop()
        .and_then(|result| result.and_then(|result| result).err());
    (steps, failed)
}

/// Returns the setting of a scenario, or the problem with it.
fn setting(ruleset: &Ruleset, scenario: &RawScenario) -> Result<Setting, Failure> {
    let fewest = ruleset.checked().min_players;
    let (players, at) = scenario.players.as_ref().map_or((fewest, scenario.name.span), |p| (p.value, p.span));
    let values = |options: &[(String, String)], at: Span| {
        ruleset.option_values(players, options).map_err(|e| Failure::new(at, e.message))
    };
    values(&[], at)?;
    let mut all = Vec::new();
    for (name, value) in &scenario.options {
        let option = (name.value.clone(), value.value.clone());
        let known = ruleset.checked().options.iter().any(|o| o.name == name.value);
        values(std::slice::from_ref(&option), if known { value.span } else { name.span })?;
        all.push(option);
    }
    Ok((players, values(&all, at)?, scenario.asks_forced))
}

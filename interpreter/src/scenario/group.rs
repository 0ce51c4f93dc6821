//! Scenarios of one number of players and one choice of options share a program.

use std::collections::BTreeMap;
use std::sync::Arc;

use ludex_grammar::source::Sources;
use ludex_grammar::span::Span;

use super::compiled::{self, Compiled, compile};
use super::follow::{Follower, Follows};
use super::reading::labels::Labels;
use super::run::one::{failures, played, run as run_one};
use super::traced::Scribe;
use super::{Failure, Results};
use crate::check::Snippets;
use crate::compile::Ruleset;
use crate::load::scenario::RawScenario;
use crate::lower::{LowerError, lower, outline};
use crate::play::{Game, Setup};
use crate::program::Program;
use crate::trace::Traced;

/// Number of players, value of each option, and whether choices with one option are asked.
type Setting = (u8, Vec<i32>, bool);

/// Why a scenario failed, and more that is told of it.
#[derive(Debug)]
pub(super) struct Failed {
    /// The first thing that did not hold.
    pub failure: Failure,
    /// What else did not.
    pub more: Vec<Failure>,
    /// What came of the last choice before the first.
    pub last: Option<Traced>,
    /// It can be told of this ruleset at all.
    pub applies: bool,
}

impl Failed {
    /// One that does not apply to its ruleset, and why.
    pub fn apart(why: Failure) -> Box<Failed> {
        Box::new(Failed { applies: false, ..*Box::from(why) })
    }
}

impl From<Failure> for Box<Failed> {
    fn from(failure: Failure) -> Self {
        Box::new(Failed { failure, more: Vec::new(), last: None, applies: true })
    }
}

/// Runs scenarios; what came of each, in order: why it failed, or what in it does nothing.
pub(super) fn run(ruleset: &Ruleset, sources: &Sources, raw: &[&RawScenario]) -> Results {
    let one = |program: &Arc<Program>, scenario: &RawScenario, compiled: Result<Compiled, Failure>| {
        let compiled = compiled?;
        run_one(ruleset, program, sources, scenario, &compiled, None)
            .map_err(|failure| failed(failure, (ruleset, sources), program, scenario, &compiled))
    };
    each(ruleset, raw, compile, program, one).into_iter().map(in_one).collect()
}

/// Runs one that failed once more, to say more of it.
fn failed(
    failure: Failure,
    (ruleset, sources): (&Ruleset, &Sources),
    program: &Arc<Program>,
    scenario: &RawScenario,
    compiled: &Compiled,
) -> Box<Failed> {
    let mut more = failures(ruleset, program, sources, scenario, compiled);
    more.retain(|other| *other != failure);
    let mut scribe = Scribe::new(program, sources, compiled);
    // it fails as it did
    let _ = run_one(ruleset, program, sources, scenario, compiled, Some(&mut scribe));
    Box::new(Failed { failure, more, last: scribe.steps.pop(), applies: true })
}

/// What keeps a scenario from being run, or what came of it.
fn in_one<T>(result: Result<Result<T, Box<Failed>>, Failure>) -> Result<T, Box<Failed>> {
    result.map_err(Box::from).and_then(|result| result)
}

/// Runs scenarios as [`run`] does, and gives who followed them, one for each setting.
pub(super) fn follow(ruleset: &Ruleset, sources: &Sources, raw: &[&RawScenario]) -> (Results, Vec<Follower>) {
    let mut followers: Vec<Follower> = Vec::new();
    let one = |program: &Arc<Program>, scenario: &RawScenario, compiled: Result<Compiled, Failure>| {
        if followers.last().is_none_or(|last| !last.is_of(program)) {
            followers.push(Follower::new(&Setup::of(ruleset, Arc::clone(program))));
        }
        let follower = followers.last_mut().map(|follower| follower as &mut dyn Follows);
        let compiled = compiled?;
        run_one(ruleset, program, sources, scenario, &compiled, follower)
            .map_err(|failure| failed(failure, (ruleset, sources), program, scenario, &compiled))
    };
    let results = each(ruleset, raw, compile, program, one).into_iter().map(in_one).collect();
    (results, followers)
}

/// Which scenarios share a program; those with settings that can't be are left out.
pub(super) fn settings(ruleset: &Ruleset, raw: &[&RawScenario]) -> Vec<Vec<usize>> {
    let mut groups: BTreeMap<Setting, Vec<usize>> = BTreeMap::new();
    for (i, scenario) in raw.iter().enumerate() {
        if let Ok(setting) = setting(ruleset, scenario) {
            groups.entry(setting).or_default().push(i);
        }
    }
    groups.into_values().collect()
}

/// The first scenario that fails, by settings; those after it are not run.
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

/// So many scenarios are worth a job of their own.
const PART: usize = 80;

/// Scenarios of a ruleset, by their numbers, in parts of some size; those of one setting are all in one part.
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

/// What is wrong with each of some scenarios without running them: what they are made of, and what `words` finds in the outline of a game with
/// these decisions.
pub(super) fn check(
    ruleset: &Ruleset,
    raw: &[&RawScenario],
    words: impl Fn(&Program, (&Labels<'_>, &[String]), &RawScenario) -> Vec<Failure>,
) -> Vec<Vec<Failure>> {
    let labels = Labels::of(&ruleset.checked);
    let outlined = |ruleset: &Ruleset, snippets: &mut Snippets<'_>, (players, options, _): &Setting| {
        Ok((outline(&ruleset.checked, *players, options)?, snippets.decisions().to_vec()))
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

/// Adds the snippets of the scenarios of a setting, makes what they share, and does something with each of them, in order; or says why that can't be made.
/// The ruleset is checked once for all settings; no setting sees the snippets of another.
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

/// The program that scenarios of one setting share, with their snippets.
fn program(
    _: &Ruleset,
    snippets: &mut Snippets<'_>,
    (players, options, asks_forced): &Setting,
) -> Result<Arc<Program>, LowerError> {
    let program = lower(&Arc::new(snippets.checked()), *players, options)?;
    Ok(Arc::new(Program { asks_forced: *asks_forced, ..program }))
}

/// The game of one scenario after its steps.
pub(super) fn play(ruleset: &Ruleset, sources: &Sources, raw: &RawScenario) -> Result<Game, Failure> {
    let one = |program: &Arc<Program>, scenario: &RawScenario, compiled: Result<Compiled, Failure>| {
        played(ruleset, program, sources, scenario, &compiled?)
    };
    let outcome = each(ruleset, &[raw], compile, program, one).pop();
    outcome.unwrap_or_else(|| Err(Failure::new(raw.span, "the scenario can't be played")))?
}

/// What came of each choice of one scenario, and why it failed if it did.
pub(super) fn trace(
    ruleset: &Ruleset,
    sources: &Sources,
    raw: &RawScenario,
) -> (Vec<Traced>, Option<Failure>) {
    let mut steps = Vec::new();
    let one = |program: &Arc<Program>, scenario: &RawScenario, compiled: Result<Compiled, Failure>| {
        let compiled = compiled?;
        let mut scribe = Scribe::new(program, sources, &compiled);
        let result = run_one(ruleset, program, sources, scenario, &compiled, Some(&mut scribe));
        steps = scribe.steps;
        result.map(drop)
    };
    let failed = each(ruleset, &[raw], compile, program, one)
        .pop()
        .and_then(|result| result.and_then(|result| result).err());
    (steps, failed)
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
    Ok((players, values(&all, at)?, scenario.asks_forced))
}

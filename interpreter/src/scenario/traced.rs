//! One scenario with what came of each of its choices.

use ludex_grammar::source::Sources;

use super::compiled::Compiled;
use super::follow::Follows;
use super::reading::found::{Found, find};
use super::run::played::{NoPosition, named};
use super::{Failure, Told, group, variants};
use crate::compile::Ruleset;
use crate::play::Game;
use crate::program::{Proc, Program, Snippet};
use crate::state::State;
use crate::trace::{Doing, Traced, Tracer};

/// A scenario as it was played.
#[derive(Debug)]
#[non_exhaustive]
pub struct ScenarioTrace {
    /// As the scenario calls itself.
    pub name: String,
    /// The texts in which the places lie.
    pub sources: Sources,
    /// What came of each choice, with 0 for what came before the first one. In a position that is given, that is what runs from there on.
    pub steps: Vec<Traced>,
    /// The first thing that did not hold; the steps end there.
    pub failure: Option<Failure>,
}

impl ScenarioTrace {
    /// Why it fails, as data.
    pub fn told(&self) -> Option<Told> {
        self.failure.as_ref().map(|failure| Told::failure(&self.sources, failure))
    }
}

/// Plays a scenario as [`run_all`](super::run_all) does, and traces it: the one with a name, or the only one that has these words in its name; of a
/// file, if that is given as it is shown. Its ruleset has the variants that the scenario names.
///
/// # Errors
/// [`NoPosition`]: no scenario or several are called so, or its file can't be read.
pub fn trace(
    ruleset: &Ruleset,
    files: &[(String, String)],
    shown: &str,
    (file, name): (Option<&str>, &str),
) -> Result<ScenarioTrace, NoPosition> {
    let Found { sources, mut raw, mut problems } = find(ruleset, files, shown);
    if !problems.is_empty() && raw.is_empty() {
        return Err(NoPosition::Unreadable(sources, problems));
    }
    raw.retain(|scenario| file.is_none_or(|file| sources.get(scenario.span.file).name == file));
    let wanted = &raw[named(&raw, name)?];
    problems.clear();
    let groups = variants::groups(ruleset, std::slice::from_ref(wanted), &mut problems);
    let Some(group) = groups.first() else { return Err(NoPosition::Unreadable(sources, problems)) };
    let (steps, failure) = group::trace(&group.ruleset, &sources, wanted);
    Ok(ScenarioTrace { name: wanted.name.value.clone(), sources, steps, failure })
}

/// Traces what a scenario does.
pub(super) struct Scribe<'a> {
    tracer: Tracer<'a>,
    /// What puts the position of the scenario, and is not told.
    puts: Vec<Proc>,
    pub steps: Vec<Traced>,
}

impl<'a> Scribe<'a> {
    pub fn new(program: &'a Program, sources: &'a Sources, compiled: &Compiled) -> Self {
        let effect = |number: &usize| match program.snippets.get(*number) {
            Some(Snippet::Effect(effect)) => Some(*effect),
            Some(Snippet::Expr(_)) | None => None,
        };
        let puts = compiled.set.iter().filter_map(effect).chain([program.setup]).collect();
        Self { tracer: Tracer::new(program, sources), puts, steps: Vec::new() }
    }

    /// What comes before the first choice is one step.
    fn add(&mut self, step: Traced) {
        match self.steps.last_mut() {
            Some(last) if last.number == step.number => {
                last.events.extend(step.events);
                (last.asks, last.fault) = (step.asks, step.fault);
            }
            _ => self.steps.push(step),
        }
    }
}

impl Follows for Scribe<'_> {
    fn begin(&mut self) {}

    fn follow(&mut self, _: &Program, before: &State, doing: &Doing<'_>) {
        if matches!(doing, Doing::Effect(effect) if self.puts.contains(effect)) {
            return;
        }
        let chosen = self.steps.last().map_or(0, |last| last.number);
        let number = if matches!(doing, Doing::Choose(_)) { chosen + 1 } else { chosen };
        let step = self.tracer.trace(number, before, doing);
        self.add(step);
    }

    fn moved(&mut self, _: &Game, _: usize) {}

    fn passed(&mut self, _: &Game) {}
}

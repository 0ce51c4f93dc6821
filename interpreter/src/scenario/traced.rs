//! Traces one scenario choice by choice.

use ludex_grammar::source::Sources;

use super::compiled::Compiled;
use super::follow::ScenarioObserver;
use super::reading::found::{Found, find};
use super::run::played::{NoPosition, named};
use super::{Failure, FailureMessage, group, variants};
use crate::trace::{Traced, TracedAction, Tracer};
use ludex_run::play::Game;
use ludex_run::program::{Proc, Program, Snippet};
use ludex_run::ruleset::Ruleset;
use ludex_run::state::State;

/// A scenario with its trace.
#[derive(Debug)]
#[non_exhaustive]
pub struct ScenarioTrace {
    /// Name of the scenario.
    pub name: String,
    /// Texts to which the source locations refer.
    pub sources: Sources,
    /// One entry per choice; 0 is the part before the first choice. With a given position, it contains only
    /// the effects after that position.
    pub steps: Vec<Traced>,
    /// The first failure, at which the steps end.
    pub failure: Option<Failure>,
}

impl ScenarioTrace {
    /// Returns the failure as data.
    pub fn failure_message(&self) -> Option<FailureMessage> {
        self.failure.as_ref().map(|failure| FailureMessage::failure(&self.sources, failure))
    }
}

/// Plays a scenario like [`run_all`](super::run_all) and traces it, on the ruleset with the variants it
/// names.
///
/// `name` is the name of the scenario, or a part of only one name. `file` restricts the search to a file, as
/// shown.
///
/// # Errors
/// [`NoPosition`] if no scenario or several match, or the file can't be read.
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

/// Traces the operations of a scenario.
pub(super) struct ScenarioTracer<'a> {
    tracer: Tracer<'a>,
    /// Effects that set up the position, which are not traced.
    puts: Vec<Proc>,
    pub steps: Vec<Traced>,
}

impl<'a> ScenarioTracer<'a> {
    pub fn new(program: &'a Program, sources: &'a Sources, compiled: &Compiled) -> Self {
        let effect = |number: &usize| match program.snippets.get(*number) {
            Some(Snippet::Effect(effect)) => Some(*effect),
            Some(Snippet::Expr(_)) | None => None,
        };
        let puts = compiled.set.iter().filter_map(effect).chain([program.setup]).collect();
        Self { tracer: Tracer::new(program, sources), puts, steps: Vec::new() }
    }

    /// Adds a step. Operations before the first choice are merged into one step.
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

impl ScenarioObserver for ScenarioTracer<'_> {
    fn begin(&mut self) {}

    fn follow(&mut self, _: &Program, before: &State, doing: &TracedAction<'_>) {
        if matches!(doing, TracedAction::Effect(effect) if self.puts.contains(effect)) {
            return;
        }
        let chosen = self.steps.last().map_or(0, |last| last.number);
        let number = if matches!(doing, TracedAction::Choose(_)) { chosen + 1 } else { chosen };
        let step = self.tracer.trace(number, before, doing);
        self.add(step);
    }

    fn moved(&mut self, _: &Game, _: usize) {}

    fn passed(&mut self, _: &Game) {}
}

//! Runs one scenario from its start to its end.

use std::sync::Arc;

use ludex_grammar::diagnostic::Diagnostic;
use ludex_grammar::source::Sources;
use ludex_grammar::span::{Span, Spanned};

use crate::scenario::Failure;
use crate::scenario::compiled::Compiled;
use crate::scenario::follow::ScenarioObserver;
use crate::scenario::run::position::{chain, idle_rest, put_cards};
use crate::scenario::run::stacks::{Stacked, add_stacks};
use crate::trace::TracedAction;
use ludex_check::load::scenario::{Given, RawScenario, Step};
use ludex_run::play::label::fault_message;
use ludex_run::play::{Game, GameInternals, setup_of};
use ludex_run::program::{Program, Snippet};
use ludex_run::ruleset::Ruleset;
use ludex_run::state::{State, Status};

/// A scenario being played.
pub(in crate::scenario) struct Run<'a> {
    pub sources: &'a Sources,
    pub program: &'a Program,
    pub game: Game,
    /// True if no game continues: the scenario tests a position or a single effect.
    pub stops: bool,
    /// Warning about a part without effect.
    pub idle: Option<Diagnostic>,
    /// Number of forced choices since the last pick that the scenario has named; `None` if it must not name
    /// them.
    pub named: Option<usize>,
    /// True if no effect runs either.
    pub is_position: bool,
    /// Source locations of the stacks, by number.
    pub stacked: Vec<Stacked>,
    /// Observer of the operations.
    follower: Option<&'a mut dyn ScenarioObserver>,
    /// Number of moves by set-up before the scenario starts.
    dealt: usize,
}

/// Runs one scenario and returns warnings about parts without effect.
pub(in crate::scenario) fn run<'a>(
    ruleset: &Ruleset,
    program: &'a Arc<Program>,
    sources: &'a Sources,
    scenario: &RawScenario,
    compiled: &Compiled,
    follower: Option<&'a mut dyn ScenarioObserver>,
) -> Result<Vec<Diagnostic>, Failure> {
    let run = after_steps(ruleset, program, sources, scenario, compiled, follower).or_else(|failure| {
        let naming_all = || naming_all(ruleset, program, sources, scenario, compiled);
        picks(scenario).any(|pick| pick.span == failure.span).then(naming_all).flatten().ok_or(failure)
    })?;
    run.expect(&compiled.expect)?;
    if let Some(follower) = run.follower {
        follower.passed(&run.game);
    }
    Ok(run.idle.into_iter().collect())
}

fn picks(scenario: &RawScenario) -> impl Iterator<Item = &Spanned<String>> {
    let picks = scenario
        .play
        .iter()
        .map(|step| if let Step::Do(picks) = &step.value { picks.as_slice() } else { &[] });
    picks.flatten()
}

/// Plays a scenario that also names forced choices; `None` if its picks can't be made in this way.
fn naming_all<'a>(
    ruleset: &Ruleset,
    program: &'a Arc<Program>,
    sources: &'a Sources,
    scenario: &RawScenario,
    compiled: &Compiled,
) -> Option<Run<'a>> {
    let mut run = begun(ruleset, program, sources, scenario, compiled, None).ok()?;
    run.named = Some(0);
    run.steps(scenario, compiled).ok()?;
    Some(run)
}

/// Returns the game after the steps of a scenario. Final expectations are not evaluated.
pub(in crate::scenario) fn played(
    ruleset: &Ruleset,
    program: &Arc<Program>,
    sources: &Sources,
    scenario: &RawScenario,
    compiled: &Compiled,
) -> Result<Game, Failure> {
    Ok(after_steps(ruleset, program, sources, scenario, compiled, None)?.game)
}

/// Maximum number of failures reported per scenario.
const MOST_FAILURES: usize = 100;

/// Runs a scenario and collects all failures. Continues after failed expectations, and stops at the first
/// impossible choice.
pub(in crate::scenario) fn failures(
    ruleset: &Ruleset,
    program: &Arc<Program>,
    sources: &Sources,
    scenario: &RawScenario,
    compiled: &Compiled,
) -> Vec<Failure> {
    let mut run = match begun(ruleset, program, sources, scenario, compiled, None) {
        Ok(run) => run,
        Err(failure) => return vec![failure],
    };
    let mut all = Vec::new();
    for (step, expected) in scenario.play.iter().zip(&compiled.steps) {
        let is_choice = matches!(step.value, Step::Do(_));
        let failed = match &step.value {
            Step::Expect(_) => run.unmet(expected),
            Step::Do(_) | Step::Who(_) | Step::Asks(_) | Step::Told { .. } | Step::View { .. } => {
                run.fails(step)
            }
            Step::Offers(_) | Step::OffersAlso(_) | Step::NeverOffers(_) | Step::Facts(_) => run.fails(step),
            Step::Over(_) | Step::Winners(_) | Step::Stack(_) => run.fails(step),
        };
        let stops = is_choice && !failed.is_empty();
        all.extend(failed);
        if stops || all.len() > MOST_FAILURES {
            return all;
        }
    }
    all.extend(run.end_stacks().err());
    all.extend(run.unmet(&compiled.expect));
    all
}

fn after_steps<'a>(
    ruleset: &Ruleset,
    program: &'a Arc<Program>,
    sources: &'a Sources,
    scenario: &RawScenario,
    compiled: &Compiled,
    follower: Option<&'a mut dyn ScenarioObserver>,
) -> Result<Run<'a>, Failure> {
    let mut run = begun(ruleset, program, sources, scenario, compiled, follower)?;
    run.steps(scenario, compiled)?;
    Ok(run)
}

/// Starts a scenario, up to its first step.
fn begun<'a>(
    ruleset: &Ruleset,
    program: &'a Arc<Program>,
    sources: &'a Sources,
    scenario: &RawScenario,
    compiled: &Compiled,
    follower: Option<&'a mut dyn ScenarioObserver>,
) -> Result<Run<'a>, Failure> {
    let seed = scenario.seed.as_ref().map_or(1, |seed| seed.value);
    let setup = setup_of(ruleset, Arc::clone(program));
    let idle = match scenario.run.is_none() && is_rest_alone(&scenario.given) {
        true => idle_rest(program, Game::set_up(&setup, seed).state(), &scenario.given)?,
        false => None,
    };
    let fresh = scenario.run.is_none() && (is_empty(&scenario.given) || idle.is_some());
    let (mut game, mut stacked) = (Game::unplayed(&setup, seed), Vec::new());
    if fresh {
        add_stacks(program, (game.stacks(), &mut stacked), &scenario.given.stack)?;
    }
    let before = game.state().clone();
    game.with_machine(|machine| if fresh { machine.start() } else { machine.run_effect(program.setup) });
    let stops = !fresh && scenario.given.phase.is_none();
    let is_position = !fresh && is_position(scenario);
    let mut run =
        Run { sources, program, game, stops, idle, named: None, is_position, stacked, follower, dealt: 0 };
    run.followed_from_the_beginning(fresh, &before);
    run.check_fault(scenario.name.span)?;
    if !fresh {
        run.begin(scenario, compiled)?;
    }
    run.followed();
    Ok(run)
}

/// Returns true if a scenario tests only a position from which no game continues.
pub(in crate::scenario) fn is_position(scenario: &RawScenario) -> bool {
    scenario.run.is_none() && scenario.given.phase.is_none() && !is_empty(&scenario.given)
}

/// Explains why a position alone has no decision.
pub(in crate::scenario) fn no_phase(program: &Program, at: Span) -> Failure {
    let failure = Failure::new(at, "no decision is pending: `given` has no `phase`");
    let example = program.checked.phases.last().map_or("turn", |phase| &phase.name);
    failure.detail(format!("say where play goes on: `given: {{ …, phase: {example} }}`"))
}

fn is_empty(given: &Given) -> bool {
    given.zones.is_empty() && given.rest.is_empty() && given.set.is_empty() && given.phase.is_none()
}

/// Returns true if only `rest` is given. Without cards to move, the scenario has no position of its own.
pub(in crate::scenario) fn is_rest_alone(given: &Given) -> bool {
    let others = given.zones.is_empty() && given.set.is_empty() && given.phase.is_none();
    others && !given.rest.is_empty()
}

impl Run<'_> {
    /// Sets up the position of the scenario and continues from there.
    fn begin(&mut self, scenario: &RawScenario, compiled: &Compiled) -> Result<(), Failure> {
        let given = &scenario.given;
        let program = self.program;
        self.idle = self.game.put_position(|state| put_cards(program, state, given))?;
        for (set, number) in given.set.iter().zip(&compiled.set) {
            self.effect(Some(*number), set.span)?;
            if let Some(asked) = self.asked() {
                let message = format!("`set` can't ask for a decision, but it asks `{}`", asked.name);
                return Err(Failure::new(set.span, message));
            }
        }
        self.stack(&given.stack)?;
        self.effect(compiled.run, scenario.run.as_ref().map_or(scenario.name.span, |run| run.span))?;
        let Some(phase) = &given.phase else { return Ok(()) };
        let chain = chain(&self.program.checked, phase)?;
        self.follow(&TracedAction::Enter(&chain));
        self.game.with_machine(|machine| machine.enter_phase(&chain));
        self.check_fault(phase.span)
    }

    fn steps(&mut self, scenario: &RawScenario, compiled: &Compiled) -> Result<(), Failure> {
        for (step, expected) in scenario.play.iter().zip(&compiled.steps) {
            self.step(step, expected)?;
        }
        self.end_stacks()
    }

    /// Reports the operation that started the game to the observer.
    fn followed_from_the_beginning(&mut self, fresh: bool, before: &State) {
        let Some(follower) = &mut self.follower else { return };
        let doing = if fresh { TracedAction::Start } else { TracedAction::Effect(self.program.setup) };
        follower.begin();
        self.dealt = self.game.host().moves().len();
        follower.follow(self.program, before, &doing);
    }

    /// Reports an operation to the observer before it runs.
    pub(in crate::scenario) fn follow(&mut self, doing: &TracedAction<'_>) {
        if let Some(follower) = &mut self.follower {
            follower.follow(self.program, self.game.state(), doing);
        }
    }

    /// Reports the moves of an operation to the observer.
    pub(in crate::scenario) fn followed(&mut self) {
        if let Some(follower) = &mut self.follower {
            follower.moved(&self.game, std::mem::take(&mut self.dealt));
        }
    }

    fn effect(&mut self, number: Option<usize>, at: Span) -> Result<(), Failure> {
        let snippet = number.and_then(|number| self.program.snippets.get(number).copied());
        let Some(Snippet::Effect(proc)) = snippet else { return Ok(()) };
        self.follow(&TracedAction::Effect(proc));
        self.game.with_machine(|machine| machine.run_effect(proc));
        self.check_fault(at)
    }

    /// Fails if a rule failed, at the step that led to it.
    pub(in crate::scenario) fn check_fault(&mut self, at: Span) -> Result<(), Failure> {
        let Some(fault) = self.game.raised() else { return self.check_stacks() };
        let statement = self.sources.slice(fault.span).lines().next().unwrap_or_default();
        let message = fault_message(&self.program.checked, &fault);
        let failure = Failure::new(at, format!("a rule failed: {message}"));
        Err(failure.detail(format!("{}: `{statement}`", self.sources.place(fault.span))))
    }

    /// Runs a step that checks something and returns its failure, if any.
    fn fails(&mut self, step: &Spanned<Step>) -> Vec<Failure> {
        self.step(step, &[]).err().into_iter().collect()
    }

    /// Returns true if the game has ended; `None` if no game is played.
    pub(in crate::scenario) fn is_over(&self) -> Option<bool> {
        (!self.stops).then(|| self.game.state().status() == Status::Over)
    }
}

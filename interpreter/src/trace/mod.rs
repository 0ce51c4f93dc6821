//! Traces: the effects of a choice, as a tree.
//!
//! A traced choice runs again on a copy of its position, with an observer, so games without traces cost
//! nothing. Before each statement runs, explanations of its operands are evaluated.
//!
//! A trace is for a viewer who may see all cards. Its size and the number of evaluated expressions are
//! bounded for each choice.

mod bodies;
mod record;
mod tree;

use ludex_grammar::source::Sources;

use bodies::Bodies;
use ludex_check::ids::Seat;
use ludex_run::exec::{self, Machine, Observer, Workspace};
use ludex_run::play::label::{option_label, option_labels};
use ludex_run::play::{Fault, Game, GameInternals, Named, SetupInternals, values};
use ludex_run::program::{Proc, Program};
use ludex_run::state::{State, Status};
use record::Recorder;

pub use tree::{Happened, TraceNode, Traced, TracedChoice, TracedDecision};

/// An operation on a position.
pub(crate) enum TracedAction<'a> {
    /// Start of the game.
    Start,
    /// Execution of an effect.
    Effect(Proc),
    /// Entry into the innermost of these phases.
    Enter(&'a [usize]),
    /// Choice of the option with this index.
    Choose(usize),
}

impl TracedAction<'_> {
    pub fn run(&self, machine: &mut Machine<'_, impl Observer>) -> Result<(), exec::Fault> {
        match self {
            Self::Start => machine.start(),
            Self::Effect(effect) => machine.run_effect(*effect),
            Self::Enter(chain) => machine.enter_phase(chain),
            Self::Choose(option) => machine.choose(*option),
        }
    }
}

/// Traces the choices of a game with the numbers `from` to `to`, as seen by its host. Choices are numbered
/// from 1; 0 is the part of the game before the first choice.
///
/// ```
/// # let text = "format: 1\ngame: { id: pass, players: 1 }\nstate: { game: { total: int for game } }\nscore: { total: total }
/// # phases: { turn: { active: seat(1), do: \"let n = me chooses number in 1..3 as size\\nset total = n\" } }\n";
/// # let setup = ludex::compile(&[("ruleset.yaml".into(), text.into())]).into_ruleset()?.setup(1, &[])?;
/// let mut game = ludex::Game::new(&setup, 7);
/// game.apply(1)?;
/// let traced = ludex::traces::game(&game, 1, 1);
/// assert_eq!(traced[0].choice.as_ref().expect("a choice").option, "2");
/// let ludex::traces::Happened::Set { was, is, .. } = &traced[0].events[0].what else { panic!("the total is set") };
/// assert_eq!((was, is), (&ludex::Value::Int(0), &ludex::Value::Int(2)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn game(game: &Game, from: usize, to: usize) -> Vec<Traced> {
    let (setup, mut traced) = (game.setup(), Vec::new());
    let sources = setup.ruleset().sources();
    let tracer = Tracer::new(setup.program(), sources);
    let mut again = Game::unplayed(setup, game.seed());
    if from == 0 {
        traced.push(tracer.trace(0, again.state(), &TracedAction::Start));
    }
    again.with_machine(|machine| machine.start());
    for (choice, number) in game.host().past().zip(1..=to) {
        if number >= from {
            traced.push(tracer.trace(number, again.state(), &TracedAction::Choose(choice.option)));
        }
        // a rule that fails ends the game, so no choices follow
        let _ = again.apply(choice.option);
    }
    traced
}

/// Traces operations on a program.
pub(crate) struct Tracer<'a> {
    program: &'a Program,
    sources: &'a Sources,
    bodies: Bodies<'a>,
}

impl<'a> Tracer<'a> {
    /// Creates a tracer. `sources` contains the texts of the program and of its snippets.
    pub fn new(program: &'a Program, sources: &'a Sources) -> Self {
        Self { program, sources, bodies: Bodies::new(program) }
    }

    /// Traces an operation on a copy of a position.
    pub fn trace(&self, number: usize, before: &State, doing: &TracedAction<'_>) -> Traced {
        let (mut state, mut work) = (before.clone(), Workspace::default());
        let mut recorder = Recorder::new((self.program, self.sources), &self.bodies, before.frames.len());
        let failed = doing.run(&mut Machine::new(self.program, &mut state, &mut work, &mut recorder)).err();
        let waits = matches!(doing, TracedAction::Choose(_));
        let frames = if waits { before.frames.as_slice() } else { &[] };
        let queries = std::mem::take(&mut recorder.asking);
        Traced {
            number,
            choice: self.choice(before, doing),
            within: frames
                .iter()
                .filter_map(|frame| self.bodies.describe(frame.pc.saturating_sub(1)))
                .collect(),
            events: recorder.finish(),
            asks: self.asks(&state).map(|asks| TracedDecision { queries, ..asks }),
            fault: failed.map(|fault| Fault::new(&self.program.checked, self.sources, fault)),
        }
    }

    fn choice(&self, before: &State, doing: &TracedAction<'_>) -> Option<TracedChoice> {
        let TracedAction::Choose(option) = doing else { return None };
        let TracedDecision { seat, decision, options, .. } = self.asks(before)?;
        let label = option_label(self.program, before, *option);
        Some(TracedChoice { seat, decision, option: label, options: options.len() })
    }

    fn asks(&self, state: &State) -> Option<TracedDecision> {
        let Status::Waiting { choice, player, .. } = state.status() else { return None };
        let decision = self.program.choices[choice.0 as usize].decision;
        Some(TracedDecision {
            seat: self.seat(player),
            decision: Named::new(decision, self.program.checked.decisions[decision.index()].clone()),
            options: option_labels(self.program, state),
            queries: Vec::new(),
        })
    }

    fn seat(&self, player: i32) -> Named<Seat> {
        values::player(self.program, u8::try_from(player).unwrap_or(0))
    }
}

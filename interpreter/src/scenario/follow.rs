//! Observes the instructions that scenarios and games execute.
//!
//! Each operation of an observed game runs again on a copy of its position, with instrumentation. Games
//! without observers cost nothing.

use std::sync::Arc;

use crate::trace::TracedAction;
use ludex_run::exec::{Machine, Workspace};
use ludex_run::play::{Game, LogEntry, Setup, SetupInternals, Trace, Viewer};
use ludex_run::program::Program;
use ludex_run::state::State;

/// Receives the operations of a scenario and their results.
pub(super) trait ScenarioObserver {
    /// Called at the start, before the cards dealt by set-up are reported.
    fn begin(&mut self);

    /// Called before an operation on a position.
    fn follow(&mut self, program: &Program, before: &State, doing: &TracedAction<'_>);

    /// Called after an operation. Its card moves are those from index `from` on.
    fn moved(&mut self, game: &Game, from: usize);

    /// Called at the end of the game, if all expectations held.
    fn passed(&mut self, game: &Game);
}

/// Number of observed games that ran each region, moved each card and showed each message, by index.
#[derive(Debug)]
pub(super) struct Follower {
    pub setup: Setup,
    trace: Trace,
    /// By card design: true if a card moved in the current game.
    moves: Vec<bool>,
    /// Number of games that were observed to their end.
    pub count: u64,
    pub regions: Vec<u64>,
    pub cards: Vec<u64>,
    pub messages: Vec<u64>,
}

impl Follower {
    pub fn new(setup: &Setup) -> Follower {
        let (trace, rules) = (Trace::new(setup), setup.rules());
        let cards = rules.designs().count();
        Follower {
            setup: setup.clone(),
            regions: vec![0; trace.regions().len()],
            trace,
            moves: vec![false; cards],
            count: 0,
            cards: vec![0; cards],
            messages: vec![0; rules.messages().count()],
        }
    }

    pub fn is_of(&self, program: &Arc<Program>) -> bool {
        Arc::ptr_eq(self.setup.program(), program)
    }

    pub fn trace(&self) -> &Trace {
        &self.trace
    }
}

/// Counts the games that are observed to their end.
impl ScenarioObserver for Follower {
    fn begin(&mut self) {
        self.trace.forget();
        self.moves.fill(false);
    }

    fn follow(&mut self, program: &Program, before: &State, doing: &TracedAction<'_>) {
        let (mut state, mut work) = (before.clone(), Workspace::default());
        // the scenario itself reports a failed rule
        let _ = doing.run(&mut Machine::new(program, &mut state, &mut work, &mut self.trace));
    }

    fn moved(&mut self, game: &Game, from: usize) {
        let rules = self.setup.rules();
        for moved in game.host().moves().get(from..).unwrap_or_default() {
            if let Some(card) = rules.card(moved.card) {
                self.moves[card.design.index()] = true;
            }
        }
    }

    fn passed(&mut self, game: &Game) {
        let mut said = vec![false; self.messages.len()];
        for line in game.log(Viewer::Open, 0) {
            if let LogEntry::Said { message, .. } = line {
                said[message.id.index()] = true;
            }
        }
        self.count += 1;
        count(&mut self.regions, self.trace.ran());
        count(&mut self.cards, &self.moves);
        count(&mut self.messages, &said);
    }
}

fn count(counts: &mut [u64], is: &[bool]) {
    counts.iter_mut().zip(is).for_each(|(count, is)| *count += u64::from(*is));
}

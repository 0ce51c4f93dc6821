//! What scenarios and games run: each act of a game is done once more on a copy of its position, and that time what it runs is noted. So those
//! that nobody follows pay nothing.

use std::sync::Arc;

use crate::exec::{Machine, Workspace};
use crate::play::{Game, LogEntry, Setup, Trace, Viewer};
use crate::program::Program;
use crate::state::State;
use crate::trace::Doing;

/// Who is told what a scenario is about to do, and what came of it.
pub(super) trait Follows {
    /// It begins; what set-up deals has not moved yet.
    fn begin(&mut self);

    /// This is about to be done in a position.
    fn follow(&mut self, program: &Program, before: &State, doing: &Doing<'_>);

    /// Something was done: from the move with this number on the cards moved because of it.
    fn moved(&mut self, game: &Game, from: usize);

    /// It came to its end, and all that was expected held.
    fn passed(&mut self, game: &Game);
}

/// How many of those that were followed ran a region, moved a card or said a message; each list by number.
#[derive(Debug)]
pub(super) struct Follower {
    pub setup: Setup,
    trace: Trace,
    /// Of the one that is followed now: by card as printed, whether it moved.
    moves: Vec<bool>,
    /// How many were followed to their end.
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

/// What one does that comes to its end counts.
impl Follows for Follower {
    fn begin(&mut self) {
        self.trace.forget();
        self.moves.fill(false);
    }

    fn follow(&mut self, program: &Program, before: &State, doing: &Doing<'_>) {
        let (mut state, mut work) = (before.clone(), Workspace::default());
        // whoever plays is told of a rule that fails
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

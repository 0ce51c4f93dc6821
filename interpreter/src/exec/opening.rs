//! The opening: what every game of a program does before chance decides anything or somebody is asked. It is done once, and each game begins with a copy.

use super::{Fault, Happening, Machine, Observer, Workspace};
use crate::program::{Pc, Program};
use crate::state::State;

/// The position after it.
#[derive(Debug)]
pub struct Opening {
    /// It has no seed: whoever copies it gives it one.
    pub state: State,
    /// What was used up to there of the fuel for the way to the first decision.
    fuel: u32,
}

/// Follows a game as far as its opening.
struct Finder<'a> {
    program: &'a Program,
    found: Option<Opening>,
}

impl Opening {
    /// The opening of the games of a program; none if their end or a fault comes before it is over.
    pub fn of(program: &Program) -> Option<Opening> {
        let (mut state, mut work) = (State::new(program, 0), Workspace::default());
        let mut finder = Finder { program, found: None };
        // what fails later fails in each game
        let _ = Machine::new(program, &mut state, &mut work, &mut finder).start();
        finder.found
    }
}

impl Observer for Finder<'_> {
    const WATCHES: bool = false;
    const FOLLOWS: bool = true;

    fn saw(&mut self, _: &State, _: &Happening<'_>) {}

    fn runs(&mut self, pc: Pc, state: &State, fuel: u32) {
        if self.found.is_none() && self.program.is_open(pc) {
            let mut state = state.clone();
            if let Some(frame) = state.frames.last_mut() {
                frame.pc = pc;
            }
            self.found = Some(Opening { state, fuel });
        }
    }
}

impl<O: Observer> Machine<'_, O> {
    /// Goes on after the opening, whose position this is.
    pub fn go_on(&mut self, opening: &Opening) -> Result<(), Fault> {
        self.run_on(opening.fuel)
    }
}

//! The opening: the part of a game before the first random event or decision. It is the same in every game of
//! a program, so it runs once and each game starts from a copy.

use super::{Fault, Machine, Observer, StateChange, Workspace};
use crate::program::{Instr, Pc, Program};
use crate::state::State;

/// The position after the opening.
#[derive(Debug)]
pub struct Opening {
    /// The position, without a seed. Each copy receives its own.
    pub state: State,
    /// Fuel that the opening used of the budget for the first decision.
    fuel: u32,
}

/// Observer that runs a game to the end of its opening.
struct Finder<'a> {
    program: &'a Program,
    found: Option<Opening>,
}

impl Opening {
    /// Computes the opening of the games of a program. Returns `None` if the game ends or fails first.
    pub fn compute(program: &Program) -> Option<Opening> {
        let (mut state, mut work) = (State::new(program, 0), Workspace::default());
        let mut finder = Finder { program, found: None };
        // a later failure occurs in each game anyway
        let _ = Machine::new(program, &mut state, &mut work, &mut finder).start();
        finder.found
    }
}

impl Finder<'_> {
    /// Returns true if an instruction tests whether the decision after it has options. The decision reuses
    /// its matches, which are not part of the position.
    fn tests_decision(&self, pc: Pc) -> bool {
        let code = &self.program.code;
        let is_test = matches!(code[pc as usize], Instr::Unless(..)) && pc as usize + 1 < code.len();
        is_test && self.program.is_open(pc + 1)
    }
}

impl Observer for Finder<'_> {
    const WATCHES: bool = false;
    const TRACES_INSTRUCTIONS: bool = true;

    fn on_change(&mut self, _: &State, _: &StateChange<'_>) {}

    fn on_instruction(&mut self, pc: Pc, state: &State, fuel: u32) {
        if self.found.is_none() && (self.program.is_open(pc) || self.tests_decision(pc)) {
            let mut state = state.clone();
            if let Some(frame) = state.frames.last_mut() {
                frame.pc = pc;
            }
            self.found = Some(Opening { state, fuel });
        }
    }
}

impl<O: Observer> Machine<'_, O> {
    /// Resumes a game from the position after its opening.
    pub fn go_on(&mut self, opening: &Opening) -> Result<(), Fault> {
        self.run_on(opening.fuel)
    }
}

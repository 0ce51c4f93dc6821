//! A position in which options are tried.

use super::{Changes, numbers};
use ludex_check::types::Base;
use ludex_run::exec::{Machine, NoObserver, Observer, Workspace};
use ludex_run::program::{NONE, Program};
use ludex_run::state::{State, Status};

/// A position in which options are tried.
#[derive(Debug, Clone, Default)]
pub(super) struct Bench {
    pub state: Option<State>,
    work: Workspace,
}

impl Bench {
    /// Replaces the position by a copy of another one, without allocating if possible.
    pub fn copy(&mut self, from: &State) {
        match &mut self.state {
            Some(state) => state.clone_from(from),
            None => self.state = Some(from.clone()),
        }
    }

    /// Takes an option in a copy of a position. Returns false if a rule fails.
    pub fn choose(
        &mut self,
        program: &Program,
        from: &State,
        observer: &mut impl Observer,
        option: usize,
    ) -> bool {
        self.copy(from);
        let Self { state: Some(state), work } = self else { return false };
        Machine::new(program, state, work, observer).choose(option).is_ok()
    }

    /// Takes an option in the position. Returns false if the game is over, or a rule fails.
    pub fn go_on(&mut self, program: &Program, option: usize) -> bool {
        let Self { state: Some(state), work } = self else { return false };
        let mut nobody = NoObserver;
        let goes = Machine::new(program, state, work, &mut nobody).choose(option).is_ok();
        goes && state.status() != Status::Over
    }

    /// Returns the score of a seat, where more is better, and the numbers of the game, in thousandths.
    pub fn measure(&mut self, program: &Program, seat: u8) -> Changes {
        let mut measured = Changes::default();
        let Self { state: Some(state), work } = self else { return measured };
        let total = program.score.total.zip(program.checked.score.total.as_ref());
        if let Some((total, def)) = total {
            let mut nobody = NoObserver;
            let mut machine = Machine::new(program, state, work, &mut nobody);
            let score = i64::from(machine.evaluate(total, &[i32::from(seat)]).unwrap_or(0));
            let sign = if program.checked.score.lowest { -1 } else { 1 };
            measured[0] = sign * score * if def.body.ty.base() == Base::Int { 1000 } else { 1 };
        }
        for (measured, (_, cell)) in measured[1..].iter_mut().zip(numbers(program)) {
            *measured = Some(state.cells[cell]).filter(|n| *n != NONE).map_or(0, |n| i64::from(n) * 1000);
        }
        measured
    }
}

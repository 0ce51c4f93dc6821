//! Running linear code: see [`crate::program::linear`].
//!
//! A line is run by a function that is bound to it (`bind.rs`), so that what it does is known without a look at it. A line that can't
//! go on, because a value is missing, a number too large or the fuel used up, takes everything of its instruction back, and
//! the first form of the program runs it again. Nothing is lost by that: all that an expression writes are slots of
//! its own, which it writes before it reads them.

mod bind;
mod conditions;
mod control;
mod values;

use super::{FaultKind, Machine, Nobody, Observer};
use crate::operators::{Binary, Unary};
use crate::program::linear::{Linear, NO, NOWHERE, Target, VALUE, YES};
use crate::program::{CondId, NumId, Operand, Pc};

pub(super) use bind::bind;

/// A line can't go on.
const REDO: Target = NOWHERE;
/// The game waits, or is over.
const STOPPED: Target = NO - 1;
/// An instruction of the first form failed.
const FAILED: Target = NO - 2;

/// Where a line goes on, and the value that it leaves.
type Went = (Target, i32);

/// Runs a line on a machine, with the value that the one before left.
type Run = for<'m, 'p> fn(&'m mut Machine<'p, Nobody>, &Step, i32) -> Went;

/// A line as it is run: its function, and numbers that this one takes.
#[derive(Debug, Clone, Copy)]
pub(super) struct Step {
    run: Run,
    /// The slot or cell from which the operand is taken, or the zone that it is.
    of: u16,
    /// The first of the zones of which it is one, and how many they are.
    zones: [u16; 2],
    /// Where the operand is taken from, and what happens to the value, for those that look.
    source: Source,
    then: Then,
    /// Which operator, for those that look.
    unary: Unary,
    binary: Binary,
    /// Numbers of what is computed.
    a: u32,
    b: u32,
    c: u32,
    /// The slot or cell that takes the value, or the least value that jumps.
    low: i32,
    /// From that to the highest.
    span: u32,
    to: Target,
    next: Target,
}

/// Where an operand is taken from.
#[derive(Debug, Clone, Copy)]
enum Source {
    Acc,
    Slot,
    Cell,
    Me,
    Known,
    ZoneOf,
    MyZone,
}

/// What happens to a value.
#[derive(Debug, Clone, Copy)]
enum Then {
    Next,
    Let,
    Store,
    Within,
}

/// Why linear code stops before its end.
enum Stop {
    /// A line of this instruction has no value.
    Redo(Pc),
    /// An instruction failed.
    Failed(Pc),
}

/// Whether the linear code of an expression is tried.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Trial {
    /// It is; where it has no value the first form computes it.
    First,
    /// It is, within another's; where it has no value that one has none either.
    Nested,
    /// It isn't: the first form computes again what had no value.
    Off,
}

/// How far linear code ran.
pub(super) enum Ran {
    /// The status changed.
    Stopped,
    /// This instruction failed.
    Failed(Pc),
    /// The first form is to go on where the innermost frame says.
    Plain,
    /// It is to find out what fails there.
    Stuck,
}

impl<'p, O: Observer> Machine<'p, O> {
    /// Runs linear code until the status changes or a rule fails, if this machine runs such code.
    #[inline]
    pub(super) fn run_linear(&mut self) -> Ran {
        let Some((code, machine)) = self.ready() else { return Ran::Plain };
        let Some(pc) = machine.next_frame() else { return Ran::Stopped };
        match machine.go_on_from(code, code.at[pc as usize]) {
            Ok(_) => Ran::Stopped,
            Err(Stop::Redo(pc)) if machine.failed != Some(FaultKind::TooLong) => {
                machine.failed = None;
                machine.jump(pc);
                Ran::Stuck
            }
            Err(Stop::Redo(pc) | Stop::Failed(pc)) => Ran::Failed(pc),
        }
    }

    /// The program's linear code and this machine, if it runs such code.
    #[inline(always)]
    fn ready(&mut self) -> Option<(&'p Linear, &mut Machine<'p, Nobody>)> {
        let code = self.program.linear.as_ref()?;
        let machine = O::plain(self)?;
        if machine.steps.is_empty() { None } else { Some((code, machine)) }
    }

    /// A condition that is tested on its own.
    #[inline]
    pub(super) fn test(&mut self, id: CondId) -> bool {
        self.linear(|code| code.cond(id), |machine| i32::from(machine.cond(id))) != 0
    }

    /// Where the linear code of a condition begins, if this machine runs such code.
    #[inline(always)]
    pub(super) fn line_of(&mut self, id: CondId) -> Target {
        self.ready().map_or(NOWHERE, |(code, _)| code.cond(id))
    }

    /// A condition whose linear code begins there.
    #[inline(always)]
    pub(super) fn test_from(&mut self, id: CondId, at: Target) -> bool {
        self.value_from(at, |machine| i32::from(machine.cond(id))) != 0
    }

    /// A value that is computed on its own.
    #[inline]
    pub(super) fn value(&mut self, id: NumId) -> i32 {
        if !matches!(id.operand(), Operand::Node(_)) {
            return self.num(id);
        }
        self.linear(|code| code.num(id), |machine| machine.num(id))
    }

    /// The value of linear code, or of the first form where there is none.
    #[inline]
    pub(super) fn linear(
        &mut self,
        at: impl FnOnce(&Linear) -> Target,
        plain: impl FnOnce(&mut Self) -> i32,
    ) -> i32 {
        let at = self.ready().map_or(NOWHERE, |(code, _)| at(code));
        self.value_from(at, plain)
    }

    /// The value of the code that begins there, or of the first form where that has none.
    #[inline(always)]
    fn value_from(&mut self, at: Target, plain: impl FnOnce(&mut Self) -> i32) -> i32 {
        if at == NOWHERE || self.failed.is_some() {
            return plain(self);
        }
        let (Some(code), Some(machine)) = (self.program.linear.as_ref(), O::plain(self)) else {
            return plain(self);
        };
        match machine.trial {
            Trial::Nested => match machine.go(code, at) {
                Ok(value) => value,
                Err(_) => self.fail(FaultKind::Missing),
            },
            Trial::First => {
                let began = machine.fuel;
                machine.trial = Trial::Nested;
                let value = machine.go(code, at);
                machine.trial = Trial::First;
                match value {
                    Ok(value) => value,
                    Err(_) => self.without_lines(began, plain),
                }
            }
            Trial::Off => plain(self),
        }
    }

    /// A value as if its linear code had not been tried, nor any in it: so nothing is computed more than twice, however deep it lies.
    #[cold]
    fn without_lines(&mut self, began: u32, plain: impl FnOnce(&mut Self) -> i32) -> i32 {
        self.again(began);
        self.trial = Trial::Off;
        let value = plain(self);
        self.trial = Trial::First;
        value
    }

    /// As if it had not been tried.
    #[cold]
    fn again(&mut self, began: u32) {
        self.fuel = began;
        self.failed = None;
    }
}

impl Machine<'_, Nobody> {
    /// Computes a value.
    fn go(&mut self, code: &Linear, at: Target) -> Result<i32, Stop> {
        self.go_on_from(code, at)
    }

    /// Runs code until its value is there, or the status of the game changes.
    #[inline(always)]
    fn go_on_from(&mut self, code: &Linear, at: Target) -> Result<i32, Stop> {
        let floor = self.work.spilled.len();
        let (mut at, mut last, mut value) = (at, 0, 0);
        let steps = self.steps;
        while let Some(step) = steps.get(at as usize) {
            last = at as usize;
            (at, value) = (step.run)(self, step, value);
        }
        match at {
            VALUE => Ok(value),
            YES => Ok(1),
            NO | STOPPED => Ok(0),
            FAILED => Err(Stop::Failed(code.lines[last].pc)),
            _ => {
                self.work.spilled.truncate(floor);
                Err(Stop::Redo(code.lines[last].pc))
            }
        }
    }
}

//! The second form of a program: linear code, which is what playouts run.
//!
//! Expressions are not walked as trees but are lines one after another; conditions are jumps. It is made from the
//! program when that is whole (`optimise/linear`), and says nothing that the program does not say: instructions, slots, cells and fuel are the same,
//! and a position has the same bytes, whichever form played up to it.
//!
//! What is rare stays with the first form. Above all, an expression never fails here: where a line meets a missing value, an
//! overflow or the end of its fuel, everything of its instruction is taken back, and the first form does it again (`exec/linear`). So
//! faults, and what is computed before them, are defined in one place. Whoever watches a game runs the first form too.

mod dump;
mod op;

use super::{CondId, NumId, Operand};

pub use dump::dump;
pub use op::{Line, Op, Side, Source, Target, Test, Then, Value};

/// Places that are no line: how code ends.
pub const NOWHERE: Target = u32::MAX;
/// The value at hand is the value of the expression.
pub const VALUE: Target = u32::MAX - 1;
/// The condition holds.
pub const YES: Target = u32::MAX - 2;
/// The condition does not hold.
pub const NO: Target = u32::MAX - 3;

/// The code of a program.
#[derive(Debug, Clone, Default)]
pub struct Linear {
    pub lines: Vec<Line>,
    /// By instruction: where it begins.
    pub at: Vec<Target>,
    /// Where branches of choices begin, by the program's jumps.
    pub jumps: Vec<Target>,
    /// By window: where its actions are listed.
    pub windows: Vec<Target>,
    /// By condition: where its code begins, if it is computed on its own.
    pub conds: Vec<Target>,
    /// The same of numbers.
    pub nums: Vec<Target>,
    /// What comes before the first chance and the first decision is done once for all games.
    pub copies_opening: bool,
}

impl Linear {
    /// Where the code of a condition begins.
    #[inline]
    pub fn cond(&self, id: CondId) -> Target {
        self.conds.get(id.0 as usize).copied().unwrap_or(NOWHERE)
    }

    /// Where the code of a number begins.
    #[inline]
    pub fn num(&self, id: NumId) -> Target {
        match id.operand() {
            Operand::Node(i) => self.nums.get(i).copied().unwrap_or(NOWHERE),
            Operand::Slot(_) | Operand::Const(_) | Operand::Cell(_) | Operand::Me | Operand::Nothing => {
                NOWHERE
            }
        }
    }
}

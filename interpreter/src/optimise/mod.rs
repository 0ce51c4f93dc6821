//! Making a program faster without changing what it does: the same picks, scores, faults and fuel.
//!
//! Each pass is a function over the arenas of a program that is being made, and can be left out ([`Passes`]), so that
//! tests hold both programs against each other.

mod invariants;
mod linear;

pub(crate) use invariants::{Round, keep};
pub(crate) use linear::translate;

/// Which passes there are to be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Passes {
    /// What is the same in every round of a loop is computed at most once.
    pub invariants: bool,
    /// Linear code is made, which playouts run.
    pub linear: bool,
}

impl Passes {
    /// The program as it is lowered.
    pub const NONE: Passes = Passes { invariants: false, linear: false };
    /// All of them.
    pub const ALL: Passes = Passes { invariants: true, linear: true };
}

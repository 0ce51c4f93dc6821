//! Making a program faster without changing what it does: the same picks, scores, faults and fuel.
//!
//! Each pass is a function over the arenas of a program that is being made, and can be left out ([`Passes`]), so that
//! tests hold both programs against each other.

mod invariants;

pub(crate) use invariants::{Round, keep};

/// Which passes there are to be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Passes {
    /// What is the same in every round of a loop is computed at most once.
    pub invariants: bool,
}

impl Passes {
    /// The program as it is lowered.
    pub const NONE: Passes = Passes { invariants: false };
    /// All of them.
    pub const ALL: Passes = Passes { invariants: true };
}

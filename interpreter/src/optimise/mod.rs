//! Making a program faster without changing what it does: the same picks, scores, faults and fuel.
//!
//! Each pass is a function over the arenas of a program that is being made, and can be left out ([`Passes`]), so that
//! tests hold both programs against each other.

mod algebra;
mod constants;
mod free;
mod functions;
mod invariants;
mod keys;
mod known;
mod linear;

use crate::program::Program;

pub(crate) use invariants::{Round, keep};
pub(crate) use known::known_of;
pub(crate) use linear::translate;

macro_rules! passes {
    ($($(#[$doc:meta])* $pass:ident;)*) => {
        /// Which passes there are to be.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub struct Passes {
            $($(#[$doc])* pub $pass: bool,)*
        }

        impl Passes {
            /// The program as it is lowered.
            pub const NONE: Passes = Passes { $($pass: false,)* };
            /// All of them.
            pub const ALL: Passes = Passes { $($pass: true,)* };
            /// What they are called.
            pub const NAMES: &[&str] = &[$(stringify!($pass),)*];

            /// All but one; nothing if none is called so.
            pub fn without(name: &str) -> Option<Passes> {
                let mut passes = Passes::ALL;
                match name {
                    $(stringify!($pass) => passes.$pass = false,)*
                    _ => return None,
                }
                Some(passes)
            }
        }
    };
}

passes! {
    /// What is the same in every round of a loop is computed at most once.
    invariants;
    /// Functions that are called with constants have copies of their own for these.
    functions;
    /// What is the same in every position is computed before the game.
    constants;
    /// What is folded over a column needs no code for each candidate.
    keys;
    /// Filters join sets of cards, and complement them.
    algebra;
    /// A property is computed once while an instruction of linear code runs.
    properties;
    /// Linear code keeps no local that nobody reads.
    stores;
    /// What comes before the first chance and the first decision is done once for all games.
    opening;
    /// Linear code is made, which playouts run.
    linear;
}

/// The passes over a program that is whole.
pub(crate) fn run(program: &mut Program, passes: Passes) {
    if passes.functions {
        functions::specialise(program);
    }
    if passes.constants {
        constants::fold(program);
    }
    if passes.keys {
        keys::find(program);
    }
    if passes.algebra {
        algebra::find(program);
    }
}

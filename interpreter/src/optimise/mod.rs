//! Making a program faster without changing what it does: picks, scores and faults are as written.
//!
//! Each pass can be left out ([`Passes`]), so that tests hold both programs against each other. What is the same for all candidates of a filter or a sum is computed once, and
//! paid once: so a program that leaves out [`Passes::invariants`] or [`Passes::algebra`] uses more fuel than the language says. Linear code uses what its program uses.

mod algebra;
mod constants;
mod invariants;
mod known;
mod linear;
mod unswitch;

pub(crate) use algebra::{Tables, join};
pub(crate) use invariants::{Round, keep};
pub(crate) use known::{is_always_there, known_of};
pub(crate) use linear::translate;
pub(crate) use unswitch::{Switch, assume, is_sound, switch_of};

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
            /// All but linear code, and what comes with it: the fuel is the same.
            pub const TREE: Passes = Passes { linear: false, opening: false, ..Passes::ALL };
            /// What they are called.
            pub const NAMES: &[&str] = &[$(stringify!($pass),)*];

            /// All of these but one; nothing if none is called so.
            pub fn without(self, name: &str) -> Option<Passes> {
                let mut passes = self;
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
    /// What decides a filter and is the same for all candidates is tested before the first of them.
    unswitch;
    /// What is the same in every round of a loop is computed at most once.
    invariants;
    /// Filters join sets of cards, and complement them.
    algebra;
    /// What comes before the first chance and the first decision is done once for all games.
    opening;
    /// Linear code is made, which playouts run.
    linear;
}

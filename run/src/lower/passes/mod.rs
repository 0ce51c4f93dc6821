//! Passes of the lowering: make a program faster without changing its choices, scores and faults.
//!
//! Each pass can be disabled ([`Passes`]), so that tests can compare both programs. A pass that visits fewer
//! elements also saves their fuel.

mod algebra;
mod constants;
mod known;
mod unswitch;

pub(super) use algebra::{Tables, join};
pub(super) use known::{is_always_there, known_of};
pub(super) use unswitch::{Switch, assume, is_sound, switch_of};

macro_rules! passes {
    ($($(#[$doc:meta])* $pass:ident;)*) => {
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub struct Passes {
            $($(#[$doc])* pub $pass: bool,)*
        }

        impl Passes {
            /// The program as lowered, without passes.
            pub const NONE: Passes = Passes { $($pass: false,)* };
            pub const ALL: Passes = Passes { $($pass: true,)* };
            pub const NAMES: &[&str] = &[$(stringify!($pass),)*];

            /// Returns this set without one pass, or `None` if no pass has that name.
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
    /// Moves parts of a filter that are the same for all candidates before the loop.
    unswitch;
    /// Converts filters to unions, intersections and complements of sets of cards.
    algebra;
    /// Runs the part of a game before the first random event and decision once for all games.
    opening;
}

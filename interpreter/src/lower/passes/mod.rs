//! Passes of lowering: they make a program faster and leave its picks, scores and faults as they are.
//!
//! Each pass can be left out ([`Passes`]), so that tests compare both programs. A pass that visits fewer elements also saves their fuel.

mod algebra;
mod constants;
mod known;
mod unswitch;

pub(super) use algebra::{Tables, join};
pub(super) use known::{is_always_there, known_of};
pub(super) use unswitch::{Switch, assume, is_sound, switch_of};

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
    /// Filters join sets of cards, and complement them.
    algebra;
    /// What comes before the first chance and the first decision is done once for all games.
    opening;
}

//! Ludex: card games written as data, checked like a program and played at speed.
//!
//! Without a stated reason, no stage has a catch-all pattern over an enum. The compiler therefore points to
//! all places that a new expression, statement or instruction affects.
#![deny(clippy::wildcard_enum_match_arm)]
#![allow(
    missing_docs,
    reason = "of the public API alone: behind it a doc comment stands where it says more than the name"
)]
#![cfg_attr(
    not(feature = "unstable-internals"),
    allow(dead_code, unused_imports, reason = "other crates of this project use it, as `machinery`")
)]

#[warn(missing_docs)]
pub mod analysis;
mod api;
mod belief;
#[warn(missing_docs)]
mod compile;
mod exec;
mod explain;
mod lower;
#[warn(missing_docs)]
mod play;
mod program;
mod scenario;
mod state;
mod trace;

pub use api::*;

/// The stages behind the public API, for the tests and tools of this project. Not covered by semantic
/// versioning.
#[cfg(feature = "unstable-internals")]
#[doc(hidden)]
#[allow(missing_docs)]
pub mod machinery {
    pub use crate::compile::inside::*;
    pub use crate::play::inside::*;

    pub mod belief {
        pub use crate::belief::*;
    }

    pub mod exec {
        pub use crate::exec::*;
    }

    pub mod explain {
        pub use crate::explain::*;
    }

    pub mod lower {
        pub use crate::lower::*;
    }

    pub mod program {
        pub use crate::program::*;
    }

    pub mod scenario {
        pub use crate::scenario::*;
    }

    pub mod state {
        pub use crate::state::*;
    }
}

//! Tables in the browser: an HTTP server for games (internal: `ludex` alone is a stable API).
//!
//! A table is a log of choices ([`log`]); everything else is computed from it. The caller provides rulesets,
//! bots and saves ([`Shelf`]), because they need files.

#![allow(missing_docs, reason = "internal: `ludex` alone is a stable API")]
#![deny(clippy::wildcard_enum_match_arm)]

mod hall;
mod http;
mod limits;
pub mod log;
mod problem;
mod serve;
mod shelf;
mod webhook;

pub use hall::{Chosen, CreatedTable, Hall, Renewed, SeatWish, Token, Wish};
pub use limits::Limits;
pub use problem::{Kind, Problem};
pub use serve::{Bound, bind};
pub use shelf::{Packed, Saved, Shelf};
pub use webhook::{Patience, Webhook};

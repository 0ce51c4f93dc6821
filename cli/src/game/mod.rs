//! A game with people: seats, display, input, and saves.

pub(crate) mod lookup;
pub(crate) mod offer;
pub(crate) mod position;
pub(crate) mod save;
pub(crate) mod seats;
pub(crate) mod session;
pub(crate) mod table;
pub(crate) mod traced;
pub(crate) mod why;

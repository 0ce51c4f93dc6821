//! One game with people at the table: who sits where, what they are shown, what they can type, and saves.

pub(crate) mod lookup;
pub(crate) mod offer;
pub(crate) mod phrases;
pub(crate) mod save;
pub(crate) mod seats;
pub(crate) mod session;
pub(crate) mod table;
pub(crate) mod text;
pub(crate) mod traced;
pub(crate) mod typeset;
pub(crate) mod why;

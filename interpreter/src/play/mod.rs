//! Games in progress: positions with a history, views for each viewer, and data for the host only.

mod fault;
mod host;
#[cfg(feature = "unstable-internals")]
pub(crate) mod inside;
mod knowledge;
pub(crate) mod label;
mod memory;
mod playout;
pub mod rules;
mod session;
mod setup;
pub(crate) mod values;
pub mod variants;
mod view;

pub use fault::{ApplyError, Fault};
pub use host::Host;
pub use playout::{Branch, Chooser, GameEnd, Playout, Profile, ProfileLine, Region, RegionKind, Trace, Turn};
pub use session::{Amount, Game, Made, Move, Record, RecordError, Score, Told};
pub use setup::Setup;
pub use values::{Named, Place, Value};
pub use view::{
    CardView, Choice, Chose, Decision, Ending, Fact, JSON_VERSION, LogEntry, MarkView, Moved, Observation,
    OptionView, Perspective, PhaseView, Several, Unasked, VariableView, View, Viewer, ZoneView,
};

pub(crate) use session::line_of;

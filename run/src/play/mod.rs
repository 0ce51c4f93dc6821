//! Games in progress: positions with a history, views for each viewer, and data for the host only.

mod fault;
mod host;
mod internals;
mod knowledge;
pub mod label;
mod memory;
mod playout;
pub mod rules;
mod session;
mod setup;
pub mod values;
pub mod variants;
mod view;

pub use fault::{ApplyError, Fault};
pub use host::Host;
pub use internals::*;
pub use playout::{Branch, Chooser, GameEnd, Playout, Profile, ProfileLine, Region, RegionKind, Trace, Turn};
pub use session::{Amount, Game, Move, ObservedChoice, PastChoice, Record, RecordError, Score, line_of};
pub use setup::Setup;
pub use values::{Named, Place, Value};
pub use view::{
    CardAt, CardView, Choice, Chose, Decision, Ending, Fact, JSON_VERSION, LogEntry, MarkView, Moved,
    Movement, Observation, OptionView, Perspective, PhaseView, PicksView, Several, SheetRow, SheetScore,
    Unasked, VariableView, View, Viewer, ZoneView,
};

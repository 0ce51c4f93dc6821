//! The face of the library: what others build on. Everything here is typed, documented, and told to a viewer only as far as that one may
//! know it; [`machinery`](crate::machinery) is what it stands on.

mod branch;
mod decision;
pub mod diagnostics;
mod fault;
#[cfg(feature = "fs")]
pub mod fs;
mod game;
pub(crate) mod inside;
mod log;
mod observation;
mod perspective;
mod playout;
pub mod rules;
mod ruleset;
pub mod scenarios;
mod setup;
mod trace;
pub mod variants;
mod view;
pub mod why;

pub use branch::Branch;
pub use decision::{Choice, Decision, OptionView, Told, Unasked};
pub use fault::{ApplyError, Fault};
pub use game::{Game, Made, Move, Viewer};
pub use log::{Fact, LogEntry};
pub use observation::{Ending, JSON_VERSION, Observation};
pub use perspective::Perspective;
pub use playout::{Chooser, GameEnd, Playout, Turn};
pub use ruleset::{Compiled, Problems, Rights, Ruleset, compile, compile_all, compile_file, compile_with};
pub use setup::Setup;
pub use trace::{Arm, Trace};
pub use view::{CardView, PhaseView, VariableView, View, ZoneView};

pub use crate::exec::FaultKind;
pub use crate::explain::{Named, Place, Value};
pub use crate::game::{Amount, ArmKind, Record, RecordError, Score, SetupError};
pub use crate::ids::{
    CardId, DecisionId, DesignId, EnumId, FieldId, FunctionId, KindId, MessageId, OptionId, PhaseId,
    PropertyId, Seat, SpotAt, SpotId, VarId, WindowId, ZoneAt, ZoneId,
};
pub use crate::jobs::{Workers, one_by_one};
/// YAML with places, as rulesets are read.
pub use ludex_grammar::yaml;

//! Faults: runtime errors in the rules.

use ludex_check::hir::Checked;
use ludex_grammar::source::Sources;
use schemars::JsonSchema;
use serde::Serialize;

use super::Place;
use super::label::fault_message;
use crate::exec::{self, FaultKind};
use crate::ruleset::Ruleset;

/// A rule that failed during a game. The game is then over and has no winner.
#[derive(Debug, Clone, PartialEq, Eq, JsonSchema, Serialize)]
#[non_exhaustive]
pub struct Fault {
    /// Kind of the failure; [`FaultKind::message`] describes it.
    #[serde(skip)]
    pub kind: FaultKind,
    /// One sentence, with the names of missing items.
    pub message: String,
    /// The failed statement or expression; `null` if it has no source.
    pub place: Option<Place>,
}

impl Fault {
    /// Converts a fault of the machine, with its source location.
    #[doc(hidden)]
    pub fn new(checked: &Checked, sources: &Sources, fault: exec::Fault) -> Fault {
        let message = fault_message(checked, &fault);
        Fault { kind: fault.kind, message, place: Place::new(sources, fault.span) }
    }
}

impl Ruleset {
    pub(crate) fn fault(&self, fault: exec::Fault) -> Fault {
        Fault::new(&self.checked, &self.sources, fault)
    }
}

impl std::fmt::Display for Fault {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if let Some(place) = &self.place {
            write!(f, "{}:{}:{}: ", place.file, place.line, place.column)?;
        }
        f.write_str(&self.message)
    }
}

impl std::error::Error for Fault {}

/// Reason why a choice was not made, or failed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ApplyError {
    /// There is no decision, or no option with this number. Nothing has changed.
    NoSuchOption,
    /// A rule failed; the game is over and has no winner.
    Fault(Fault),
}

impl std::fmt::Display for ApplyError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::NoSuchOption => f.write_str("there is no such option"),
            Self::Fault(fault) => write!(f, "a rule failed: {fault}"),
        }
    }
}

impl std::error::Error for ApplyError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::NoSuchOption => None,
            Self::Fault(fault) => Some(fault),
        }
    }
}

//! A rule that failed.

use serde::Serialize;

use super::{FaultKind, Place, diagnostics::Sources};
use crate::exec;
use crate::game;

/// A rule that failed while a game was played. The game is over then, and nobody has won.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Fault {
    /// What went wrong; [`FaultKind::message`] says it in a sentence.
    #[serde(rename = "message", serialize_with = "message")]
    pub kind: FaultKind,
    /// The statement that was running, if it stands anywhere.
    pub place: Option<Place>,
}

fn message<S: serde::Serializer>(kind: &FaultKind, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(kind.message())
}

impl Fault {
    pub(super) fn new(fault: exec::Fault, sources: &Sources) -> Self {
        Self { kind: fault.kind, place: Place::new(sources, fault.span) }
    }
}

impl std::fmt::Display for Fault {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if let Some(place) = &self.place {
            write!(f, "{}:{}:{}: ", place.file, place.line, place.column)?;
        }
        f.write_str(self.kind.message())
    }
}

impl std::error::Error for Fault {}

/// Why a choice was not made, or could not be.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ApplyError {
    /// There is no decision, or no option with this number. Nothing has changed.
    NoSuchOption,
    /// A rule failed; the game is over and nobody has won.
    Fault(Fault),
}

impl ApplyError {
    pub(super) fn new(error: game::ApplyError, sources: &Sources) -> Self {
        match error {
            game::ApplyError::NoSuchOption => Self::NoSuchOption,
            game::ApplyError::Fault(fault) => Self::Fault(Fault::new(fault, sources)),
        }
    }
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

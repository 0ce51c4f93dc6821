//! The faults of a database, each with one sentence for a person.

use std::fmt;

use super::{Hash, TableId};

/// Failure of a [`TableLog`](super::TableLog). `Display` writes one sentence that says what is wrong and what to do.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum LogError {
    UnknownTable(TableId),
    UnknownRuleset(Hash),
    TableExists(TableId),
    /// The disk or the database's quota has no space left.
    Full,
    /// Another program has locked the database for longer than the server waits.
    Busy,
    /// The file was moved or the connection was lost. Later calls succeed once it is back.
    Gone(String),
    /// The file or database belongs to another program. It was not changed.
    Foreign(String),
    /// The schema is from a newer version of Ludex.
    Newer {
        found: i64,
        known: i64,
    },
    Corrupt(String),
    Other(String),
}

impl LogError {
    /// Returns true if the same call can succeed once the cause outside the server is gone.
    pub fn is_temporary(&self) -> bool {
        matches!(self, LogError::Full | LogError::Busy | LogError::Gone(_))
    }
}

impl fmt::Display for LogError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LogError::UnknownTable(id) => write!(f, "there is no table `{id}`"),
            LogError::UnknownRuleset(hash) => write!(f, "the ruleset {hash} isn't stored"),
            LogError::TableExists(id) => write!(f, "the table `{id}` exists already"),
            LogError::Full => {
                write!(f, "the disk of the database is full: nothing was stored; free some space")
            }
            LogError::Busy => {
                write!(f, "another program has locked the database: nothing was stored; try again")
            }
            LogError::Gone(reason) => write!(f, "the database can't be reached: {reason}"),
            LogError::Foreign(place) => {
                write!(f, "{place} isn't a database of Ludex; it was not changed: name another one")
            }
            LogError::Newer { found, known } => write!(
                f,
                "the database has schema version {found}, and this program knows versions up to {known}: \
                 use a newer version of Ludex"
            ),
            LogError::Corrupt(place) => write!(f, "the database is damaged: {place}; restore a backup"),
            LogError::Other(reason) => write!(f, "the database can't be used: {reason}"),
        }
    }
}

impl std::error::Error for LogError {}

//! The storage of tables: an append-only log for each, behind one trait.
//!
//! A game is a ruleset, a setup, a seed and choices. Nothing computed is stored, so any server can rebuild any
//! table from its log. The number of entries is the version of a table and its optimistic lock: an append names
//! the length that its author saw and fails if the log has grown. Several servers may share one database.
//!
//! All calls block: an async caller runs them on a thread of their own.

mod error;
#[cfg(feature = "postgres")]
mod postgres;
mod sqlite;
mod text;
mod types;

use std::sync::Arc;

pub use error::LogError;
#[cfg(feature = "postgres")]
pub use postgres::Postgres;
pub use sqlite::Sqlite;
pub use types::{Appended, Branch, Entry, Filter, Hash, NewTable, SeatRow, TableId, TableSummary};

/// A database of tables. The conformance suite (`tests/log.rs`) holds every implementation to this contract.
///
/// An error means that nothing was stored, with one exception: after [`LogError::Gone`], an append may or may
/// not be in the log. The caller then reads the log again.
pub trait TableLog: Send + Sync {
    /// Stores a new table with an empty log and one row for each seat.
    ///
    /// # Errors
    /// [`LogError::TableExists`], and [`LogError::UnknownRuleset`] unless the ruleset was stored before.
    fn create(&self, id: &TableId, table: &NewTable, seats: &[SeatRow]) -> Result<(), LogError>;

    /// Appends all entries if the log has exactly `n` entries, and none otherwise. They are synced to the disk
    /// before the call returns [`Appended::Yes`].
    ///
    /// # Errors
    /// [`LogError::UnknownTable`].
    fn append(&self, id: &TableId, n: u32, entries: &[Entry]) -> Result<Appended, LogError>;

    /// Returns the entries from number `from` on; none if the log is shorter.
    ///
    /// # Errors
    /// [`LogError::UnknownTable`].
    fn read(&self, id: &TableId, from: u32) -> Result<Vec<Entry>, LogError>;

    /// Returns a table and its seats in order; `None` if there is no such table.
    ///
    /// # Errors
    /// None of its own.
    fn find(&self, id: &TableId) -> Result<Option<(NewTable, Vec<SeatRow>)>, LogError>;

    /// Replaces a seat's row if it equals `expected`. A seat that the table doesn't have is a conflict.
    ///
    /// # Errors
    /// [`LogError::UnknownTable`].
    fn set_seat(
        &self,
        id: &TableId,
        seat: u8,
        expected: &SeatRow,
        new: &SeatRow,
    ) -> Result<Appended, LogError>;

    /// Returns the tables that pass the filter, newest first. Tables of one second are in descending order of their IDs.
    ///
    /// # Errors
    /// None of its own.
    fn list(&self, filter: &Filter) -> Result<Vec<TableSummary>, LogError>;

    /// Returns the number of entries of each table, in the order of `ids`; 0 for an unknown table.
    ///
    /// # Errors
    /// None of its own.
    fn lengths(&self, ids: &[TableId]) -> Result<Vec<u32>, LogError>;

    /// Stores a ruleset under the hash of its package ([`Hash::from_package`]). Storing it again changes nothing.
    ///
    /// # Errors
    /// None of its own.
    fn put_ruleset(&self, hash: &Hash, package: &[u8]) -> Result<(), LogError>;

    /// Returns the package of a ruleset; `None` if it isn't stored.
    ///
    /// # Errors
    /// None of its own.
    fn ruleset(&self, hash: &Hash) -> Result<Option<Vec<u8>>, LogError>;
}

/// Returns true for the URL of a PostgreSQL database; other names of databases are paths of SQLite files.
pub fn is_url(database: &str) -> bool {
    database.starts_with("postgres://") || database.starts_with("postgresql://")
}

/// Connects to a PostgreSQL database.
///
/// # Errors
/// See `Postgres::open`; or the program was built without the feature `postgres`.
#[cfg(feature = "postgres")]
pub fn connect(url: &str) -> Result<Arc<dyn TableLog>, LogError> {
    Ok(Arc::new(Postgres::open(url)?))
}

/// Connects to a PostgreSQL database.
///
/// # Errors
/// See `Postgres::open`; or the program was built without the feature `postgres`.
#[cfg(not(feature = "postgres"))]
pub fn connect(_: &str) -> Result<Arc<dyn TableLog>, LogError> {
    let reason = "this program was built without PostgreSQL; use an SQLite file, or build it with the feature `postgres`";
    Err(LogError::Other(reason.to_owned()))
}

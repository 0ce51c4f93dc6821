//! Tables in one SQLite file, the default: embedded, in WAL mode, synced before a write is acknowledged.
//!
//! One thread owns the writing connection and commits all waiting writes together, so their number per second
//! isn't bounded by that of syncs. Reads have a connection of their own and wait for no sync. Several servers may
//! open one file: SQLite's lock puts their writes in order.

mod open;
mod statements;
mod writer;

use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use rusqlite::Connection;

use self::open::Handle;
use self::writer::Writer;
use super::{
    Appended, Entry, Filter, Hash, LogError, NewTable, SeatRow, TableId, TableLog, TableSummary, text,
};

/// A [`TableLog`] in an SQLite file or in memory.
pub struct Sqlite {
    writer: Writer,
    reader: Arc<Mutex<Handle>>,
}

impl Sqlite {
    /// Opens a database, or creates it if the file is missing or empty.
    ///
    /// # Errors
    /// The file can't be opened, belongs to another program, is damaged, or has a newer schema. It is left
    /// unchanged.
    pub fn open(path: &Path) -> Result<Sqlite, LogError> {
        let writer = Handle::open(path)?;
        let reader = Arc::new(Mutex::new(Handle::open(path)?));
        Ok(Sqlite { writer: Writer::start(Arc::new(Mutex::new(writer))), reader })
    }

    /// Creates a database in memory, for tests.
    ///
    /// # Errors
    /// SQLite refuses the schema.
    pub fn memory() -> Result<Sqlite, LogError> {
        let reader = Arc::new(Mutex::new(Handle::memory()?));
        Ok(Sqlite { writer: Writer::start(reader.clone()), reader })
    }

    /// Limits the size of the database. At the limit, writes fail with [`LogError::Full`].
    ///
    /// # Errors
    /// The database can't be reached.
    pub fn set_max_pages(&self, pages: u32) -> Result<(), LogError> {
        self.write(move |conn| {
            conn.pragma_update(None, "max_page_count", pages)?;
            Ok(Appended::Yes)
        })
        .map(drop)
    }

    fn read_with<T>(&self, read: impl FnOnce(&Connection) -> Result<T, LogError>) -> Result<T, LogError> {
        let handle = self.reader.lock().unwrap_or_else(PoisonError::into_inner);
        read(handle.conn()?)
    }

    fn write(
        &self,
        work: impl FnOnce(&Connection) -> Result<Appended, LogError> + Send + 'static,
    ) -> Result<Appended, LogError> {
        self.writer.run(Box::new(work))
    }
}

impl TableLog for Sqlite {
    fn create(&self, id: &TableId, table: &NewTable, seats: &[SeatRow]) -> Result<(), LogError> {
        let (id, table, seats) = (id.clone(), table.clone(), seats.to_vec());
        self.write(move |conn| statements::create(conn, &id, &table, &seats)).map(drop)
    }

    fn append(&self, id: &TableId, n: u32, entries: &[Entry]) -> Result<Appended, LogError> {
        let id = id.clone();
        let entries = entries.iter().map(text::write).collect::<Result<Vec<_>, _>>()?;
        self.write(move |conn| statements::append(conn, &id, n, &entries))
    }

    fn read(&self, id: &TableId, from: u32) -> Result<Vec<Entry>, LogError> {
        self.read_with(|conn| statements::entries(conn, id, from))
    }

    fn find(&self, id: &TableId) -> Result<Option<(NewTable, Vec<SeatRow>)>, LogError> {
        self.read_with(|conn| statements::find(conn, id))
    }

    fn set_seat(
        &self,
        id: &TableId,
        seat: u8,
        expected: &SeatRow,
        new: &SeatRow,
    ) -> Result<Appended, LogError> {
        let (id, expected, new) = (id.clone(), expected.clone(), new.clone());
        self.write(move |conn| statements::set_seat(conn, &id, seat, &expected, &new))
    }

    fn list(&self, filter: &Filter) -> Result<Vec<TableSummary>, LogError> {
        self.read_with(|conn| statements::list(conn, filter))
    }

    fn lengths(&self, ids: &[TableId]) -> Result<Vec<u32>, LogError> {
        self.read_with(|conn| ids.iter().map(|id| statements::length(conn, id)).collect())
    }

    fn put_ruleset(&self, hash: &Hash, package: &[u8]) -> Result<(), LogError> {
        let (hash, package) = (*hash, package.to_vec());
        self.write(move |conn| statements::put_ruleset(conn, &hash, &package)).map(drop)
    }

    fn ruleset(&self, hash: &Hash) -> Result<Option<Vec<u8>>, LogError> {
        self.read_with(|conn| statements::ruleset(conn, hash))
    }
}

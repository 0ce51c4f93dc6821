//! Opens a file as a database of Ludex, and notices when it is moved.

use std::path::{Path, PathBuf};
use std::time::Duration;

use rusqlite::{Connection, Error, ErrorCode, ffi};

use crate::log::LogError;

/// `LUDX` in the header of the file.
const APPLICATION: i64 = 0x4c55_4458;
/// Step `i` leads to schema version `i + 1`, which SQLite stores as `user_version`.
const MIGRATIONS: [&str; 1] = [include_str!("1.sql")];
/// Schema version of this program.
const VERSION: i64 = MIGRATIONS.len() as i64;
/// Maximum time for which a write waits for another program's lock.
const BUSY: Duration = Duration::from_secs(5);

/// A connection and its file.
pub struct Handle {
    conn: Connection,
    /// Path and identity of the file; `None` in memory.
    file: Option<(PathBuf, Identity)>,
}

impl Handle {
    pub fn open(path: &Path) -> Result<Handle, LogError> {
        let conn = at(path, || Ok(Connection::open(path)?))?;
        conn.busy_timeout(BUSY)?;
        at(path, || prepare(&conn))?;
        let identity = identity(path)?;
        Ok(Handle { conn, file: Some((path.to_owned(), identity)) })
    }

    pub fn memory() -> Result<Handle, LogError> {
        let conn = Connection::open_in_memory()?;
        prepare(&conn)?;
        Ok(Handle { conn, file: None })
    }

    /// Returns the connection if its file is still in its place. A write to a file that was moved or removed
    /// would be lost.
    pub fn conn(&self) -> Result<&Connection, LogError> {
        if let Some((path, opened)) = &self.file
            && identity(path)? != *opened
        {
            return Err(LogError::Gone(format!("{} was replaced; restart the server", path.display())));
        }
        Ok(&self.conn)
    }
}

/// Device and number of a file; they change if it is replaced.
type Identity = (u64, u64);

fn identity(path: &Path) -> Result<Identity, LogError> {
    let found = std::fs::metadata(path).map_err(|error| gone(path, error))?;
    #[cfg(unix)]
    return Ok((std::os::unix::fs::MetadataExt::dev(&found), std::os::unix::fs::MetadataExt::ino(&found)));
    // other systems keep an open file in its place
    #[cfg(not(unix))]
    return Ok((0, u64::from(found.is_file())));
}

fn gone(path: &Path, reason: impl std::fmt::Display) -> LogError {
    LogError::Gone(format!("{}: {reason}", path.display()))
}

fn at<T>(path: &Path, open: impl FnOnce() -> Result<T, LogError>) -> Result<T, LogError> {
    open().map_err(|error| match error {
        LogError::Gone(reason) => gone(path, reason),
        LogError::Foreign(_) => LogError::Foreign(format!("`{}`", path.display())),
        LogError::Corrupt(reason) => LogError::Corrupt(format!("{}: {reason}", path.display())),
        LogError::Other(reason) => LogError::Other(format!("{}: {reason}", path.display())),
        error @ (LogError::UnknownTable(_)
        | LogError::UnknownRuleset(_)
        | LogError::TableExists(_)
        | LogError::Full
        | LogError::Busy
        | LogError::Newer { .. }) => error,
    })
}

/// Checks the header before the first write, creates or migrates the schema, then sets the modes.
fn prepare(conn: &Connection) -> Result<(), LogError> {
    // one transaction, because another server may create the schema between two queries
    conn.execute_batch("begin")?;
    let found = version(conn);
    conn.execute_batch("rollback")?;
    if found? < VERSION {
        conn.execute_batch("begin immediate")?;
        let migrated = migrate(conn).and_then(|()| Ok(conn.execute_batch("commit")?));
        if migrated.is_err() && !conn.is_autocommit() {
            conn.execute_batch("rollback")?;
        }
        migrated?;
    }
    conn.query_row("pragma journal_mode = wal", [], |_| Ok(()))?;
    conn.execute_batch("pragma synchronous = full; pragma foreign_keys = on")?;
    Ok(())
}

/// Returns the schema version, 0 for an empty database.
fn version(conn: &Connection) -> Result<i64, LogError> {
    let pragma = |name| conn.pragma_query_value(None, name, |row| row.get::<_, i64>(0));
    let version = pragma("user_version")?;
    let objects: i64 = conn.query_row("select count(*) from sqlite_schema", [], |row| row.get(0))?;
    match pragma("application_id")? {
        APPLICATION if version > VERSION => Err(LogError::Newer { found: version, known: VERSION }),
        APPLICATION if (1..=VERSION).contains(&version) => Ok(version),
        0 if version == 0 && objects == 0 => Ok(0),
        _ => Err(LogError::Foreign(String::new())),
    }
}

/// Runs the missing steps inside a transaction. Another server may have run them since the last look.
fn migrate(conn: &Connection) -> Result<(), LogError> {
    let from = usize::try_from(version(conn)?).unwrap_or_default();
    MIGRATIONS[from..].iter().try_for_each(|step| conn.execute_batch(step))?;
    conn.pragma_update(None, "application_id", APPLICATION)?;
    Ok(conn.pragma_update(None, "user_version", VERSION)?)
}

#[expect(clippy::wildcard_enum_match_arm, reason = "the codes of SQLite are many and not ours")]
impl From<Error> for LogError {
    fn from(error: Error) -> LogError {
        let reason = error.to_string();
        let Error::SqliteFailure(ffi::Error { code, extended_code }, _) = error else {
            return LogError::Other(reason);
        };
        match code {
            ErrorCode::DiskFull => LogError::Full,
            // the index of the write-ahead log can't grow
            ErrorCode::SystemIoFailure if extended_code == ffi::SQLITE_IOERR_SHMSIZE => LogError::Full,
            ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked => LogError::Busy,
            ErrorCode::CannotOpen | ErrorCode::SystemIoFailure => LogError::Gone(reason),
            ErrorCode::NotADatabase => LogError::Foreign("the file".to_owned()),
            ErrorCode::DatabaseCorrupt => LogError::Corrupt(reason),
            _ => LogError::Other(reason),
        }
    }
}

//! A few connections that are opened again after the database was away.

use std::collections::BTreeMap;
use std::error::Error as _;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use postgres::config::SslMode;
use postgres::error::SqlState;
use postgres::types::ToSql;
use postgres::{Client, Config, Error, NoTls, Row, Statement};
use tokio_postgres_rustls::MakeRustlsConnect;

use super::statements;
use crate::log::{LogError, TableId};

/// Maximum number of connections of one server. Fewer keep two processors busy.
const MOST: usize = 8;
/// Maximum time for a connection and for an unanswered packet.
const TIMEOUT: Duration = Duration::from_secs(5);
/// Step `i` leads to schema version `i + 1`.
const MIGRATIONS: [&str; 1] = [include_str!("1.sql")];
/// Run on each new connection.
const SESSION: &str = "set search_path to ludex; set statement_timeout to '5s'; set lock_timeout to '5s'";
/// Lets one server at a time change the schema; any number that all servers share.
const MIGRATION_LOCK: &str = "select pg_advisory_xact_lock(1282753624)";

type Params<'a> = [&'a (dyn ToSql + Sync)];

pub struct Pool {
    config: Config,
    state: Mutex<State>,
    freed: Condvar,
}

#[derive(Default)]
struct State {
    idle: Vec<Conn>,
    /// Number of connections in use.
    busy: usize,
}

impl Pool {
    pub fn new(url: &str) -> Result<Pool, LogError> {
        let mut config: Config =
            url.parse().map_err(|error: Error| LogError::Other(format!("the URL: {}", reason(&error))))?;
        config.connect_timeout(TIMEOUT).tcp_user_timeout(TIMEOUT).application_name("ludex");
        Ok(Pool { config, state: Mutex::default(), freed: Condvar::new() })
    }

    /// Runs `work` on an idle or new connection; waits while all are busy.
    pub fn with<T>(&self, work: impl FnOnce(&mut Conn) -> Result<T, LogError>) -> Result<T, LogError> {
        let _place = self.place();
        // an idle one may have been closed by a restart of the database
        let idle = std::iter::from_fn(|| self.state().idle.pop()).find_map(Conn::alive);
        let mut conn = idle.map_or_else(|| Conn::open(&self.config), Ok)?;
        let done = work(&mut conn);
        if !matches!(done, Err(LogError::Gone(_))) {
            self.state().idle.push(conn);
        }
        done
    }

    fn place(&self) -> Place<'_> {
        let is_full = |state: &mut State| state.busy >= MOST;
        let state = self.freed.wait_while(self.state(), is_full);
        state.unwrap_or_else(PoisonError::into_inner).busy += 1;
        Place(self)
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Pool {
    fn drop(&mut self) {
        let idle = std::mem::take(&mut self.state().idle);
        // each connection has a runtime, which mustn't end on a thread of another one
        let _ = std::thread::spawn(|| drop(idle)).join();
    }
}

/// One of the places for a busy connection, free again when dropped.
struct Place<'a>(&'a Pool);

impl Drop for Place<'_> {
    fn drop(&mut self) {
        self.0.state().busy -= 1;
        self.0.freed.notify_one();
    }
}

/// Returns the encryption of connections. It checks the name and the certificate of the database.
fn encryption() -> Result<MakeRustlsConnect, LogError> {
    let none = "this machine has no certificates to check that of the database; name a file in SSL_CERT_FILE";
    let found = MakeRustlsConnect::with_native_certs();
    found.map(|(encryption, _)| encryption).map_err(|_| LogError::Other(none.to_owned()))
}

/// A connection and its prepared statements.
pub struct Conn {
    client: Client,
    prepared: BTreeMap<&'static str, Statement>,
}

impl Conn {
    fn open(config: &Config) -> Result<Conn, LogError> {
        let is_encrypted = config.get_ssl_mode() == SslMode::Require;
        let mut client = if is_encrypted { config.connect(encryption()?)? } else { config.connect(NoTls)? };
        client.batch_execute(SESSION)?;
        Ok(Conn { client, prepared: BTreeMap::new() })
    }

    fn alive(mut self) -> Option<Conn> {
        self.client.is_valid(TIMEOUT).is_ok().then_some(self)
    }

    pub fn execute(&mut self, sql: &'static str, params: &Params<'_>) -> Result<u64, Error> {
        let statement = self.statement(sql)?;
        self.client.execute(&statement, params)
    }

    pub fn query(&mut self, sql: &'static str, params: &Params<'_>) -> Result<Vec<Row>, LogError> {
        let statement = self.statement(sql)?;
        Ok(self.client.query(&statement, params)?)
    }

    fn statement(&mut self, sql: &'static str) -> Result<Statement, Error> {
        if let Some(statement) = self.prepared.get(sql) {
            return Ok(statement.clone());
        }
        let statement = self.client.prepare(sql)?;
        self.prepared.insert(sql, statement.clone());
        Ok(statement)
    }

    /// Returns an error unless the table exists.
    pub fn known(&mut self, id: &TableId) -> Result<(), LogError> {
        let is_known = !self.query(statements::FIND, &[&id.as_str()])?.is_empty();
        if is_known { Ok(()) } else { Err(LogError::UnknownTable(id.clone())) }
    }

    /// Creates the schema or brings it to the version of this program.
    pub fn migrate(&mut self) -> Result<(), LogError> {
        let mut transaction = self.client.transaction()?;
        transaction.batch_execute(MIGRATION_LOCK)?;
        let schema = transaction.query_opt(statements::SCHEMA, &[])?;
        let found: i64 = match schema.map(|row| row.try_get(0)).transpose()? {
            None => 0,
            Some(true) => transaction.query_one(statements::VERSION, &[])?.try_get(0)?,
            Some(false) => return Err(LogError::Foreign("the schema `ludex`".to_owned())),
        };
        let known = MIGRATIONS.len() as i64;
        let missing = usize::try_from(found).ok().and_then(|from| MIGRATIONS.get(from..));
        for step in missing.ok_or(LogError::Newer { found, known })? {
            transaction.batch_execute(step)?;
        }
        if found < known {
            transaction.batch_execute("delete from ludex.version")?;
            transaction.execute("insert into ludex.version values ($1)", &[&known])?;
        }
        Ok(transaction.commit()?)
    }
}

impl From<Error> for LogError {
    fn from(error: Error) -> LogError {
        let reason = reason(&error);
        let Some(code) = error.code() else {
            let is_lost =
                error.is_closed() || error.source().is_some_and(|cause| cause.is::<std::io::Error>());
            return if is_lost { LogError::Gone(reason) } else { LogError::Other(reason) };
        };
        // classes of SQLSTATE: lost connections, resources, shutdown, damage
        match (code, &code.code()[..2]) {
            (&SqlState::DISK_FULL, _) => LogError::Full,
            (&SqlState::LOCK_NOT_AVAILABLE | &SqlState::QUERY_CANCELED, _) => LogError::Busy,
            (_, "08" | "53" | "57") => LogError::Gone(reason),
            (_, "XX") => LogError::Corrupt(reason),
            _ => LogError::Other(reason),
        }
    }
}

/// Returns the innermost message, without the password of the URL.
fn reason(error: &Error) -> String {
    let from_database = error.as_db_error().map(|error| error.message().to_owned());
    from_database.unwrap_or_else(|| match error.source() {
        Some(cause) => format!("{error}: {cause}"),
        None => error.to_string(),
    })
}

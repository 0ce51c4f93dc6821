//! Tables in PostgreSQL, for several servers on one database.
//!
//! Each write is one statement, and the primary key of `entries` is the optimistic lock. Servers learn of each
//! other's writes by [`TableLog::lengths`]: `NOTIFY` would take a lock of the whole instance at each commit.

mod pool;
mod statements;

use postgres::error::SqlState;
use postgres::types::ToSql;
use postgres::{Error, Row};

use self::pool::{Conn, Pool};
use super::{
    Appended, Entry, Filter, Hash, LogError, NewTable, SeatRow, TableId, TableLog, TableSummary, text,
};

/// A [`TableLog`] in the schema `ludex` of a PostgreSQL database.
pub struct Postgres {
    pool: Pool,
}

impl Postgres {
    /// Connects to a database, for example `postgres://user:password@host/name`, and creates or migrates its
    /// schema. The connection isn't encrypted.
    ///
    /// # Errors
    /// The database can't be reached, has a newer schema, or a schema `ludex` of another program.
    pub fn open(url: &str) -> Result<Postgres, LogError> {
        let pool = Pool::new(url)?;
        pool.with(Conn::migrate)?;
        Ok(Postgres { pool })
    }
}

impl TableLog for Postgres {
    fn create(&self, id: &TableId, table: &NewTable, seats: &[SeatRow]) -> Result<(), LogError> {
        let created = i64::try_from(table.created).unwrap_or(i64::MAX);
        let names: Vec<_> = seats.iter().map(|seat| seat.name.as_deref()).collect();
        let tokens: Vec<_> = seats.iter().map(|seat| seat.token.as_ref().map(|token| &token[..])).collect();
        let bots: Vec<_> = seats.iter().map(|seat| seat.bot.as_deref()).collect();
        let (hash, setup) = (&table.ruleset.0[..], text::write(table)?);
        let params: [&(dyn ToSql + Sync); 7] =
            [&id.as_str(), &created, &hash, &setup, &names, &tokens, &bots];
        self.pool.with(|conn| match conn.execute(statements::CREATE, &params) {
            Err(error) if has_state(&error, &SqlState::UNIQUE_VIOLATION) => {
                Err(LogError::TableExists(id.clone()))
            }
            Err(error) if has_state(&error, &SqlState::FOREIGN_KEY_VIOLATION) => {
                Err(LogError::UnknownRuleset(table.ruleset))
            }
            done => Ok(done.map(drop)?),
        })
    }

    fn append(&self, id: &TableId, n: u32, entries: &[Entry]) -> Result<Appended, LogError> {
        let texts = entries.iter().map(text::write).collect::<Result<Vec<_>, _>>()?;
        let params: [&(dyn ToSql + Sync); 3] = [&id.as_str(), &i64::from(n), &texts];
        self.pool.with(|conn| match conn.execute(statements::APPEND, &params) {
            Ok(0) => {
                conn.known(id)?;
                let is_yes = texts.is_empty() && lengths(conn, &[id.as_str()])? == [n];
                Ok(if is_yes { Appended::Yes } else { Appended::Conflict })
            }
            Ok(_) => Ok(Appended::Yes),
            Err(error) if has_state(&error, &SqlState::UNIQUE_VIOLATION) => Ok(Appended::Conflict),
            Err(error) if has_state(&error, &SqlState::FOREIGN_KEY_VIOLATION) => {
                Err(LogError::UnknownTable(id.clone()))
            }
            Err(error) => Err(error.into()),
        })
    }

    fn read(&self, id: &TableId, from: u32) -> Result<Vec<Entry>, LogError> {
        self.pool.with(|conn| {
            let rows = conn.query(statements::READ, &[&id.as_str(), &i64::from(from)])?;
            if rows.is_empty() {
                conn.known(id)?;
            }
            rows.iter().map(|row| text::read(row.try_get(0)?)).collect()
        })
    }

    fn find(&self, id: &TableId) -> Result<Option<(NewTable, Vec<SeatRow>)>, LogError> {
        self.pool.with(|conn| {
            let found = conn.query(statements::FIND, &[&id.as_str()])?;
            let table = found.first().map(|row| text::read(row.try_get(0)?)).transpose()?;
            let seats = seats(conn, id.as_str())?;
            Ok(table.map(|table| (table, seats)))
        })
    }

    fn set_seat(
        &self,
        id: &TableId,
        seat: u8,
        expected: &SeatRow,
        new: &SeatRow,
    ) -> Result<Appended, LogError> {
        let token = |row: &SeatRow| row.token.map(|token| token.to_vec());
        let (old_token, new_token) = (token(expected), token(new));
        let params: [&(dyn ToSql + Sync); 8] = [
            &id.as_str(),
            &i16::from(seat),
            &new.name,
            &new_token,
            &new.bot,
            &expected.name,
            &old_token,
            &expected.bot,
        ];
        self.pool.with(|conn| match conn.execute(statements::SET_SEAT, &params)? {
            0 => conn.known(id).map(|()| Appended::Conflict),
            _ => Ok(Appended::Yes),
        })
    }

    fn list(&self, filter: &Filter) -> Result<Vec<TableSummary>, LogError> {
        let before = filter.before.as_ref();
        let created = before.map(|(created, _)| i64::try_from(*created).unwrap_or(i64::MAX));
        let id = before.map(|(_, id)| id.as_str());
        let hash = filter.ruleset.as_ref().map(|hash| &hash.0[..]);
        let params: [&(dyn ToSql + Sync); 5] = [&created, &id, &hash, &filter.free, &i64::from(filter.limit)];
        self.pool.with(|conn| {
            let rows = conn.query(statements::LIST, &params)?;
            rows.iter().map(|row| summary(conn, row)).collect()
        })
    }

    fn lengths(&self, ids: &[TableId]) -> Result<Vec<u32>, LogError> {
        let ids: Vec<_> = ids.iter().map(TableId::as_str).collect();
        self.pool.with(|conn| lengths(conn, &ids))
    }

    fn put_ruleset(&self, hash: &Hash, package: &[u8]) -> Result<(), LogError> {
        self.pool.with(|conn| {
            conn.execute(statements::PUT_RULESET, &[&&hash.0[..], &package])?;
            Ok(())
        })
    }

    fn ruleset(&self, hash: &Hash) -> Result<Option<Vec<u8>>, LogError> {
        self.pool.with(|conn| {
            let rows = conn.query(statements::RULESET, &[&&hash.0[..]])?;
            Ok(rows.first().map(|row| row.try_get(0)).transpose()?)
        })
    }
}

fn has_state(error: &Error, state: &SqlState) -> bool {
    error.code() == Some(state)
}

fn lengths(conn: &mut Conn, ids: &[&str]) -> Result<Vec<u32>, LogError> {
    conn.query(statements::LENGTHS, &[&ids])?.iter().map(|row| number(row, 0)).collect()
}

fn seats(conn: &mut Conn, id: &str) -> Result<Vec<SeatRow>, LogError> {
    conn.query(statements::SEATS, &[&id])?.iter().map(seat).collect()
}

fn summary(conn: &mut Conn, row: &Row) -> Result<TableSummary, LogError> {
    let id: &str = row.try_get(0)?;
    Ok(TableSummary {
        table: text::read(row.try_get(1)?)?,
        seats: seats(conn, id)?,
        length: number(row, 2)?,
        id: TableId::parse(id).ok_or_else(|| LogError::Corrupt(format!("the ID `{id}`")))?,
    })
}

fn seat(row: &Row) -> Result<SeatRow, LogError> {
    let token: Option<&[u8]> = row.try_get(1)?;
    let token = token.map(|bytes| bytes.try_into().map_err(|_| LogError::Corrupt("a token".to_owned())));
    Ok(SeatRow { name: row.try_get(0)?, token: token.transpose()?, bot: row.try_get(2)? })
}

fn number(row: &Row, column: usize) -> Result<u32, LogError> {
    let number: i64 = row.try_get(column)?;
    u32::try_from(number).map_err(|_| LogError::Corrupt(format!("the length {number}")))
}

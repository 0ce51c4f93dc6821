//! The statements of each operation.

use rusqlite::{Connection, OptionalExtension, Row, params};

use crate::log::{Appended, Entry, Filter, Hash, LogError, NewTable, SeatRow, TableId, TableSummary, text};

pub fn create(
    conn: &Connection,
    id: &TableId,
    table: &NewTable,
    seats: &[SeatRow],
) -> Result<Appended, LogError> {
    if exists(conn, id)? {
        return Err(LogError::TableExists(id.clone()));
    }
    if !has_ruleset(conn, &table.ruleset)? {
        return Err(LogError::UnknownRuleset(table.ruleset));
    }
    let created = i64::try_from(table.created).unwrap_or(i64::MAX);
    conn.prepare_cached("insert into tables (id, created, ruleset, setup) values (?1, ?2, ?3, ?4)")?
        .execute(params![id.as_str(), created, table.ruleset.0, text::write(table)?])?;
    let mut insert = conn
        .prepare_cached("insert into seats (table_id, seat, name, token, bot) values (?1, ?2, ?3, ?4, ?5)")?;
    for (seat, row) in seats.iter().enumerate() {
        insert.execute(params![id.as_str(), seat, row.name, row.token, row.bot])?;
    }
    Ok(Appended::Yes)
}

pub fn append(conn: &Connection, id: &TableId, n: u32, entries: &[String]) -> Result<Appended, LogError> {
    known(conn, id)?;
    if length(conn, id)? != n {
        return Ok(Appended::Conflict);
    }
    let mut insert = conn.prepare_cached("insert into entries (table_id, n, entry) values (?1, ?2, ?3)")?;
    for (i, entry) in (n..).zip(entries) {
        insert.execute(params![id.as_str(), i, entry])?;
    }
    Ok(Appended::Yes)
}

pub fn entries(conn: &Connection, id: &TableId, from: u32) -> Result<Vec<Entry>, LogError> {
    let mut select =
        conn.prepare_cached("select entry from entries where table_id = ?1 and n >= ?2 order by n")?;
    let rows = select.query_map(params![id.as_str(), from], |row| row.get::<_, String>(0))?;
    let found = rows.map(|row| text::read(&row?)).collect::<Result<Vec<_>, LogError>>()?;
    if found.is_empty() {
        known(conn, id)?;
    }
    Ok(found)
}

pub fn find(conn: &Connection, id: &TableId) -> Result<Option<(NewTable, Vec<SeatRow>)>, LogError> {
    let setup = conn
        .prepare_cached("select setup from tables where id = ?1")?
        .query_row([id.as_str()], |row| row.get::<_, String>(0))
        .optional()?;
    setup.map(|setup| Ok((text::read(&setup)?, seats(conn, id)?))).transpose()
}

fn seats(conn: &Connection, id: &TableId) -> Result<Vec<SeatRow>, LogError> {
    let mut select =
        conn.prepare_cached("select name, token, bot from seats where table_id = ?1 order by seat")?;
    let row = |row: &Row<'_>| Ok(SeatRow { name: row.get(0)?, token: row.get(1)?, bot: row.get(2)? });
    Ok(select.query_map([id.as_str()], row)?.collect::<Result<_, _>>()?)
}

pub fn set_seat(
    conn: &Connection,
    id: &TableId,
    seat: u8,
    expected: &SeatRow,
    new: &SeatRow,
) -> Result<Appended, LogError> {
    let changed = conn
        .prepare_cached(
            "update seats set name = ?3, token = ?4, bot = ?5
             where table_id = ?1 and seat = ?2 and name is ?6 and token is ?7 and bot is ?8",
        )?
        .execute(params![
            id.as_str(),
            seat,
            new.name,
            new.token,
            new.bot,
            expected.name,
            expected.token,
            expected.bot
        ])?;
    if changed == 1 { Ok(Appended::Yes) } else { known(conn, id).map(|()| Appended::Conflict) }
}

pub fn list(conn: &Connection, filter: &Filter) -> Result<Vec<TableSummary>, LogError> {
    let mut select = conn.prepare_cached(
        "select id, setup from tables
         where (?1 is null or (created, id) < (?1, ?2)) and (?3 is null or ruleset = ?3)
         and (not ?4 or exists (select 1 from seats where table_id = tables.id and name is null and bot is null))
         order by created desc, id desc limit ?5",
    )?;
    let before = filter.before.as_ref();
    let created = before.map(|(created, _)| i64::try_from(*created).unwrap_or(i64::MAX));
    let id = before.map(|(_, id)| id.as_str());
    let given = params![created, id, filter.ruleset.map(|hash| hash.0), filter.free, filter.limit];
    let rows = select
        .query_map(given, |row| Ok((row.get(0)?, row.get(1)?)))?
        .collect::<Result<Vec<(String, String)>, _>>()?;
    rows.into_iter().map(|(id, setup)| summary(conn, &id, &setup)).collect()
}

fn summary(conn: &Connection, id: &str, setup: &str) -> Result<TableSummary, LogError> {
    let id = TableId::parse(id).ok_or_else(|| LogError::Corrupt(format!("the ID `{id}`")))?;
    Ok(TableSummary { table: text::read(setup)?, seats: seats(conn, &id)?, length: length(conn, &id)?, id })
}

pub fn length(conn: &Connection, id: &TableId) -> Result<u32, LogError> {
    Ok(conn
        .prepare_cached("select coalesce(max(n) + 1, 0) from entries where table_id = ?1")?
        .query_row([id.as_str()], |row| row.get(0))?)
}

pub fn put_ruleset(conn: &Connection, hash: &Hash, package: &[u8]) -> Result<Appended, LogError> {
    conn.prepare_cached("insert into rulesets (hash, package) values (?1, ?2) on conflict do nothing")?
        .execute(params![hash.0, package])?;
    Ok(Appended::Yes)
}

pub fn ruleset(conn: &Connection, hash: &Hash) -> Result<Option<Vec<u8>>, LogError> {
    Ok(conn
        .prepare_cached("select package from rulesets where hash = ?1")?
        .query_row([hash.0], |row| row.get(0))
        .optional()?)
}

fn exists(conn: &Connection, id: &TableId) -> Result<bool, LogError> {
    Ok(conn.prepare_cached("select 1 from tables where id = ?1")?.exists([id.as_str()])?)
}

fn has_ruleset(conn: &Connection, hash: &Hash) -> Result<bool, LogError> {
    Ok(conn.prepare_cached("select 1 from rulesets where hash = ?1")?.exists([hash.0])?)
}

/// Returns an error unless the table exists.
fn known(conn: &Connection, id: &TableId) -> Result<(), LogError> {
    if exists(conn, id)? { Ok(()) } else { Err(LogError::UnknownTable(id.clone())) }
}

//! SQLite in memory and in a file, and the faults of a file.

use std::fs;
use std::path::Path;

use ludex_server::log::{Appended, LogError, Sqlite, TableLog};
use rusqlite::Connection;

use super::{choice, contention, laws, table};

/// Rounds of contention on a disk, which syncs once for each; `just hard` asks for 10,000.
fn rounds() -> u32 {
    std::env::var("LUDEX_ROUNDS").map_or(300, |rounds| rounds.parse().unwrap())
}

fn folder() -> tempfile::TempDir {
    tempfile::tempdir().unwrap()
}

#[test]
fn the_laws_hold_in_memory() {
    laws::hold(&Sqlite::memory().unwrap());
}

#[test]
fn the_laws_hold_in_a_file() {
    let folder = folder();
    laws::hold(&Sqlite::open(&folder.path().join("tables.db")).unwrap());
}

#[test]
fn one_of_two_wins_in_memory() {
    let log = Sqlite::memory().unwrap();
    contention::one_of_two_wins(&log, &log, 10_000);
    contention::one_of_two_gets_the_seat(&log, &log, 1_000);
    contention::writers_are_independent(&log);
}

#[test]
fn two_servers_share_a_file() {
    let folder = folder();
    let path = folder.path().join("tables.db");
    let (one, two) = (Sqlite::open(&path).unwrap(), Sqlite::open(&path).unwrap());
    contention::one_of_two_wins(&one, &two, rounds());
    contention::one_of_two_gets_the_seat(&one, &two, rounds() / 10);
    contention::writers_are_independent(&two);
}

#[test]
fn eight_servers_create_one_file() {
    let folder = folder();
    let path = folder.path().join("tables.db");
    std::thread::scope(|scope| {
        for _ in 0..8 {
            scope.spawn(|| laws::hold(&Sqlite::open(&path).unwrap()));
        }
    });
}

#[test]
fn a_file_keeps_its_tables() {
    let folder = folder();
    let path = folder.path().join("tables.db");
    let log = Sqlite::open(&path).unwrap();
    let id = table(&log);
    log.append(&id, 0, &[choice(0, 1)]).unwrap();
    let found = log.find(&id).unwrap();
    drop(log);
    let log = Sqlite::open(&path).unwrap();
    assert_eq!(log.find(&id).unwrap(), found);
    assert_eq!(log.read(&id, 0), Ok(vec![choice(0, 1)]));
}

#[test]
fn a_full_database_stores_nothing_and_recovers() {
    let folder = folder();
    let log = Sqlite::open(&folder.path().join("tables.db")).unwrap();
    let id = table(&log);
    log.set_max_pages(40).unwrap();
    let some: Vec<_> = (0..100).map(|option| choice(0, option)).collect();
    let mut n = 0;
    let full = loop {
        match log.append(&id, n, &some) {
            Ok(appended) => assert_eq!(appended, Appended::Yes),
            Err(error) => break error,
        }
        n += 100;
    };
    assert_eq!(full, LogError::Full);
    assert!(full.is_temporary());
    assert_eq!(log.lengths(std::slice::from_ref(&id)), Ok(vec![n]), "all of an append or nothing");
    log.set_max_pages(1_000).unwrap();
    assert_eq!(log.append(&id, n, &some), Ok(Appended::Yes));
    assert_eq!(log.read(&id, n).unwrap(), some);
}

/// Opens a file that must be refused and must keep its bytes. Returns the message.
fn refused(path: &Path) -> String {
    let before = fs::read(path).unwrap();
    let error = Sqlite::open(path).map(drop).unwrap_err().to_string();
    assert_eq!(fs::read(path).unwrap(), before);
    assert_eq!(fs::read_dir(path.parent().unwrap()).unwrap().count(), 1, "no other file");
    error.replace(&path.display().to_string(), "FILE")
}

#[test]
fn a_foreign_file_is_left_alone() {
    let foreign = "`FILE` isn't a database of Ludex; it was not changed: name another one";
    for content in [&b"format: 1\n"[..], &[0; 5_000], b"SQLite format 3\0 and then nothing like it"] {
        let folder = folder();
        let path = folder.path().join("tables.db");
        fs::write(&path, content).unwrap();
        assert_eq!(refused(&path), foreign, "{content:?}");
    }
    for sql in ["create table photos (id integer)", "pragma user_version = 1", "pragma application_id = 5"] {
        let folder = folder();
        let path = folder.path().join("tables.db");
        Connection::open(&path).unwrap().execute_batch(sql).unwrap();
        assert_eq!(refused(&path), foreign, "{sql}");
    }
}

#[test]
fn a_newer_schema_is_refused() {
    let folder = folder();
    let path = folder.path().join("tables.db");
    drop(Sqlite::open(&path).unwrap());
    Connection::open(&path).unwrap().execute_batch("pragma user_version = 99").unwrap();
    let message = "the database has schema version 99, and this program knows versions up to 1: \
                   use a newer version of Ludex";
    assert_eq!(refused(&path), message);
}

#[test]
fn a_place_without_a_file_is_named() {
    let folder = folder();
    let missing = folder.path().join("missing").join("tables.db");
    for path in [folder.path(), &missing] {
        let message = Sqlite::open(path).map(drop).unwrap_err().to_string();
        assert!(message.starts_with("the database can't be reached: "), "{message}");
        assert!(message.contains(&path.display().to_string()), "{message}");
    }
}

#[test]
fn damage_is_reported_and_not_spread() {
    let folder = folder();
    let path = folder.path().join("tables.db");
    let log = Sqlite::open(&path).unwrap();
    let id = table(&log);
    let many: Vec<_> = (0..2_000).map(|option| choice(0, option)).collect();
    log.append(&id, 0, &many).unwrap();
    drop(log);
    let mut bytes = fs::read(&path).unwrap();
    let (pages, _) = bytes[4_096..].as_chunks_mut::<64>();
    pages.iter_mut().for_each(|part| part[7..20].fill(0xa5));
    fs::write(&path, bytes).unwrap();
    let error = Sqlite::open(&path).and_then(|log| log.read(&id, 0)).unwrap_err();
    assert!(matches!(error, LogError::Corrupt(_)), "{error:?}");
    assert!(error.to_string().ends_with("restore a backup"), "{error}");
}

#[test]
fn another_lock_is_waited_for_and_named() {
    let folder = folder();
    let path = folder.path().join("tables.db");
    let log = Sqlite::open(&path).unwrap();
    let id = table(&log);
    let other = Connection::open(&path).unwrap();
    other.execute_batch("begin immediate").unwrap();
    assert_eq!(log.append(&id, 0, &[choice(0, 1)]), Err(LogError::Busy));
    assert_eq!(log.read(&id, 0), Ok(vec![]), "reading needs no lock");
    other.execute_batch("rollback").unwrap();
    assert_eq!(log.append(&id, 0, &[choice(0, 1)]), Ok(Appended::Yes));
}

/// A write to a file that is no longer in its place would be acknowledged and lost.
#[cfg(unix)]
#[test]
fn a_file_that_goes_away_may_return() {
    let folder = folder();
    let (path, away) = (folder.path().join("tables.db"), folder.path().join("away.db"));
    let log = Sqlite::open(&path).unwrap();
    let id = table(&log);
    fs::rename(&path, &away).unwrap();
    for error in [log.append(&id, 0, &[choice(0, 1)]).unwrap_err(), log.read(&id, 0).unwrap_err()] {
        assert!(matches!(error, LogError::Gone(_)), "{error:?}");
        assert!(error.is_temporary());
    }
    fs::copy(&away, &path).unwrap();
    let replaced = log.append(&id, 0, &[choice(0, 1)]).unwrap_err().to_string();
    assert!(replaced.ends_with("was replaced; restart the server"), "{replaced}");
    fs::rename(&away, &path).unwrap();
    assert_eq!(log.append(&id, 0, &[choice(0, 1)]), Ok(Appended::Yes));
    assert_eq!(log.read(&id, 0), Ok(vec![choice(0, 1)]));
}

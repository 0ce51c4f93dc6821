//! PostgreSQL at `LUDEX_TEST_POSTGRES`, if it is set: `just postgres`.

use std::sync::Arc;

use ludex_server::Limits;
use ludex_server::log::{Appended, LogError, Postgres, TableLog};

use super::{choice, contention, laws, table};
use crate::faults;
use crate::support::Server;

fn url() -> Option<String> {
    std::env::var("LUDEX_TEST_POSTGRES").ok()
}

#[test]
fn the_laws_hold_in_postgres() {
    let Some(url) = url() else { return };
    laws::hold(&Postgres::open(&url).unwrap());
}

#[test]
fn two_servers_share_a_postgres() {
    let Some(url) = url() else { return };
    let (one, two) = (Postgres::open(&url).unwrap(), Postgres::open(&url).unwrap());
    contention::one_of_two_wins(&one, &two, 10_000);
    contention::one_of_two_gets_the_seat(&one, &two, 500);
    contention::writers_are_independent(&two);
}

#[test]
fn two_servers_play_one_table_in_postgres() {
    let Some(url) = url() else { return };
    let open = || Server::start(Arc::new(Postgres::open(&url).unwrap()), Limits::default());
    faults::contend(&open(), &open());
}

#[test]
fn a_postgres_that_is_not_there_is_named_without_its_password() {
    let error = Postgres::open("postgres://ada:secret@127.0.0.1:1/tables").map(drop).unwrap_err();
    assert!(matches!(error, LogError::Gone(_)), "{error:?}");
    assert!(!error.to_string().contains("secret"), "{error}");
    let error = Postgres::open("postgres://ada:secret@host:port:x/tables").map(drop).unwrap_err();
    assert!(!error.to_string().contains("secret"), "{error}");
}

/// The address answers encrypted connections only, with a certificate for `localhost`.
#[test]
fn an_encrypted_connection_checks_the_name_of_the_database() {
    let Ok(url) = std::env::var("LUDEX_TEST_POSTGRES_TLS") else { return };
    let log = Postgres::open(&url).unwrap();
    let id = table(&log);
    assert_eq!(log.append(&id, 0, &[choice(0, 1)]), Ok(Appended::Yes));
    let open = |url: &str| Postgres::open(url).map(drop);
    for wrong in [url.replace("localhost", "127.0.0.1"), url.replace("require", "disable")] {
        assert!(open(&wrong).is_err(), "{wrong}");
    }
}

/// Runs `pg_ctl stop` or `pg_ctl start`.
fn control(action: &str) {
    let control = std::env::var("LUDEX_TEST_POSTGRES_CONTROL").unwrap();
    assert!(std::process::Command::new(control).arg(action).status().unwrap().success());
}

#[test]
#[ignore = "stops the database: just postgres"]
fn a_postgres_that_goes_away_may_return() {
    let log = Postgres::open(&url().unwrap()).unwrap();
    let id = table(&log);
    assert_eq!(log.append(&id, 0, &[choice(0, 1)]), Ok(Appended::Yes));
    control("stop");
    for error in [log.append(&id, 1, &[choice(0, 2)]).unwrap_err(), log.read(&id, 0).unwrap_err()] {
        assert!(matches!(error, LogError::Gone(_)), "{error:?}");
        assert!(error.is_temporary());
    }
    control("start");
    assert_eq!(log.read(&id, 0), Ok(vec![choice(0, 1)]));
    // restarted between two calls: the pool's connections are all closed
    control("stop");
    control("start");
    assert_eq!(log.append(&id, 1, &[choice(0, 2)]), Ok(Appended::Yes));
    assert_eq!(log.read(&id, 0), Ok(vec![choice(0, 1), choice(0, 2)]));
}

#[test]
#[ignore = "changes the schema: just postgres"]
fn a_foreign_or_newer_schema_is_refused() {
    let url = url().unwrap();
    let run =
        |sql: &str| postgres::Client::connect(&url, postgres::NoTls).unwrap().batch_execute(sql).unwrap();
    let open = || Postgres::open(&url).map(drop);
    run("drop schema if exists ludex cascade; create schema ludex; create table ludex.photos (id int)");
    assert_eq!(open(), Err(LogError::Foreign("the schema `ludex`".to_owned())));
    run("drop schema ludex cascade");
    assert_eq!(open(), Ok(()));
    run("update ludex.version set version = 99");
    assert_eq!(open(), Err(LogError::Newer { found: 99, known: 1 }));
    run("update ludex.version set version = 1");
}

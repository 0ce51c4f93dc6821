//! The conformance suite of [`TableLog`]: one list of laws, and the databases that must keep them.

mod contention;
mod laws;
#[cfg(feature = "postgres")]
mod postgres;
mod sqlite;

use ludex_server::log::{Entry, Hash, NewTable, SeatRow, TableId, TableLog};

fn id() -> TableId {
    TableId::random().unwrap()
}

fn choice(seat: u8, option: u32) -> Entry {
    Entry::Choice { seat, option, label: format!("option {option}") }
}

fn setup(ruleset: Hash, created: u64) -> NewTable {
    NewTable {
        ruleset,
        players: 2,
        options: vec![("limit".to_owned(), "7".to_owned())],
        variants: vec!["short".to_owned()],
        seed: u64::MAX,
        lang: "en".to_owned(),
        created,
        from: None,
    }
}

fn seat(name: Option<&str>, bot: Option<&str>) -> SeatRow {
    SeatRow { name: name.map(str::to_owned), token: Some([7; 32]), bot: bot.map(str::to_owned) }
}

/// Stores a ruleset that no other test has, so that tests can share one database.
fn ruleset(log: &dyn TableLog) -> Hash {
    let package = id().to_string().into_bytes();
    let hash = Hash::from_package(&package);
    log.put_ruleset(&hash, &package).unwrap();
    hash
}

/// Creates a table of two free seats.
fn table(log: &dyn TableLog) -> TableId {
    let id = id();
    let seats = [SeatRow::default(), SeatRow::default()];
    log.create(&id, &setup(ruleset(log), 1_000), &seats).unwrap();
    id
}

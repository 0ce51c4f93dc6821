//! The laws that hold for one database.

use ludex_server::log::{
    Appended, Branch, Entry, Filter, Hash, LogError, NewTable, SeatRow, TableId, TableLog,
};

use super::{choice, id, ruleset, seat, setup, table};

/// A law and its name in a failure.
type Law = (&'static str, fn(&dyn TableLog));

const LAWS: [Law; 11] = [
    ("an append needs the exact length", an_append_needs_the_exact_length),
    ("several entries are stored together or not at all", several_entries_are_stored_together),
    ("a log is read from any entry", a_log_is_read_from_any_entry),
    ("an unknown table is an error", an_unknown_table_is_an_error),
    ("a table is created once", a_table_is_created_once),
    ("a table needs its ruleset", a_table_needs_its_ruleset),
    ("values come back unchanged", values_come_back_unchanged),
    ("a seat is compared and set", a_seat_is_compared_and_set),
    ("a ruleset is stored by its hash", a_ruleset_is_stored_by_its_hash),
    ("a list is paged and filtered", a_list_is_paged_and_filtered),
    ("lengths are in the order of the question", lengths_are_in_order),
];

/// Checks all laws on a database.
pub fn hold(log: &dyn TableLog) {
    for (name, law) in LAWS {
        println!("{name}");
        law(log);
    }
}

fn an_append_needs_the_exact_length(log: &dyn TableLog) {
    let id = table(log);
    for n in [1, 2, u32::MAX] {
        assert_eq!(log.append(&id, n, &[choice(0, 1)]), Ok(Appended::Conflict), "{n} of 0");
    }
    assert_eq!(log.append(&id, 0, &[choice(0, 1)]), Ok(Appended::Yes));
    for n in [0, 2] {
        assert_eq!(log.append(&id, n, &[choice(1, 2)]), Ok(Appended::Conflict), "{n} of 1");
    }
    assert_eq!(log.append(&id, 1, &[Entry::Undo { to: 0 }]), Ok(Appended::Yes));
    assert_eq!(log.read(&id, 0), Ok(vec![choice(0, 1), Entry::Undo { to: 0 }]));
}

fn several_entries_are_stored_together(log: &dyn TableLog) {
    let id = table(log);
    let three = [choice(0, 1), choice(1, 2), choice(0, 3)];
    assert_eq!(log.append(&id, 0, &three), Ok(Appended::Yes));
    assert_eq!(log.append(&id, 2, &three), Ok(Appended::Conflict));
    assert_eq!(log.read(&id, 0).unwrap(), three);
    assert_eq!(log.append(&id, 3, &[]), Ok(Appended::Yes));
    assert_eq!(log.append(&id, 2, &[]), Ok(Appended::Conflict));
    assert_eq!(log.lengths(&[id]), Ok(vec![3]));
}

fn a_log_is_read_from_any_entry(log: &dyn TableLog) {
    let id = table(log);
    assert_eq!(log.read(&id, 0), Ok(vec![]));
    // more than nine, so that an order of digits would differ
    let all: Vec<_> = (0..25).map(|option| choice(0, option)).collect();
    log.append(&id, 0, &all).unwrap();
    for from in [0, 1, 9, 10, 24, 25, 26, u32::MAX] {
        let rest = all.get(from as usize..).unwrap_or_default();
        assert_eq!(log.read(&id, from).unwrap(), rest, "from {from}");
    }
}

fn an_unknown_table_is_an_error(log: &dyn TableLog) {
    let id = id();
    let free = SeatRow::default();
    let unknown = LogError::UnknownTable(id.clone());
    assert_eq!(log.append(&id, 0, &[choice(0, 1)]), Err(unknown.clone()));
    assert_eq!(log.append(&id, 3, &[choice(0, 1)]), Err(unknown.clone()));
    assert_eq!(log.append(&id, 0, &[]), Err(unknown.clone()));
    assert_eq!(log.read(&id, 0), Err(unknown.clone()));
    assert_eq!(log.set_seat(&id, 0, &free, &free), Err(unknown));
    assert_eq!(log.find(&id), Ok(None));
    assert_eq!(log.lengths(&[id]), Ok(vec![0]));
}

fn a_table_is_created_once(log: &dyn TableLog) {
    let id = table(log);
    log.append(&id, 0, &[choice(0, 1)]).unwrap();
    let before = log.find(&id).unwrap();
    let other = NewTable { players: 3, ..setup(ruleset(log), 2_000) };
    let again = log.create(&id, &other, &[seat(Some("Ada"), None)]);
    assert_eq!(again, Err(LogError::TableExists(id.clone())));
    assert_eq!(log.find(&id).unwrap(), before);
    assert_eq!(log.read(&id, 0), Ok(vec![choice(0, 1)]));
}

fn a_table_needs_its_ruleset(log: &dyn TableLog) {
    let (id, missing) = (id(), Hash::from_package(id().as_str().as_bytes()));
    let created = log.create(&id, &setup(missing, 1_000), &[SeatRow::default()]);
    assert_eq!(created, Err(LogError::UnknownRuleset(missing)));
    assert_eq!(log.find(&id), Ok(None));
}

fn values_come_back_unchanged(log: &dyn TableLog) {
    let odd = "\"'\\ %; drop table entries; -- \u{202e}\u{1f0a1}\n".to_owned();
    let id = id();
    let new = NewTable {
        options: vec![(odd.clone(), odd.clone())],
        variants: vec![],
        lang: odd.clone(),
        from: Some(Branch { table: table(log), at: u32::MAX }),
        ..setup(ruleset(log), 0)
    };
    let seats = [seat(Some(&odd), None), seat(Some(""), Some(&odd)), SeatRow::default()];
    log.create(&id, &new, &seats).unwrap();
    assert_eq!(log.find(&id), Ok(Some((new, seats.to_vec()))));
    let entries = [
        Entry::Choice { seat: u8::MAX, option: u32::MAX, label: odd + "\0" },
        Entry::Undo { to: u32::MAX },
        Entry::Choice { seat: 0, option: 0, label: String::new() },
    ];
    log.append(&id, 0, &entries).unwrap();
    assert_eq!(log.read(&id, 0).unwrap(), entries);
}

fn a_seat_is_compared_and_set(log: &dyn TableLog) {
    let id = table(log);
    let free = SeatRow::default();
    let (ada, bob) = (seat(Some("Ada"), None), seat(Some("Bob"), None));
    assert_eq!(log.set_seat(&id, 1, &free, &ada), Ok(Appended::Yes));
    let near = [
        free.clone(),
        bob.clone(),
        SeatRow { token: None, ..ada.clone() },
        seat(Some("Ada"), Some("greedy")),
    ];
    for expected in near {
        assert_eq!(log.set_seat(&id, 1, &expected, &bob), Ok(Appended::Conflict), "{expected:?}");
    }
    assert_eq!(log.set_seat(&id, 2, &free, &bob), Ok(Appended::Conflict), "no such seat");
    assert_eq!(log.find(&id).unwrap().unwrap().1, [free.clone(), ada.clone()]);
    let bot = SeatRow { name: None, token: None, bot: Some("greedy".to_owned()) };
    assert_eq!(log.set_seat(&id, 1, &ada, &bot), Ok(Appended::Yes));
    assert_eq!(log.find(&id).unwrap().unwrap().1, [free, bot]);
}

fn a_ruleset_is_stored_by_its_hash(log: &dyn TableLog) {
    let large: Vec<u8> = (0..3_000_000_u32).map(|i| (i.wrapping_mul(i) >> 5) as u8).collect();
    for package in [id().to_string().into_bytes(), large] {
        let hash = Hash::from_package(&package);
        log.put_ruleset(&hash, &package).unwrap();
        log.put_ruleset(&hash, &package).unwrap();
        assert_eq!(log.ruleset(&hash), Ok(Some(package)));
    }
    assert_eq!(log.ruleset(&Hash::from_package(id().as_str().as_bytes())), Ok(None));
}

fn a_list_is_paged_and_filtered(log: &dyn TableLog) {
    let (hash, other) = (ruleset(log), ruleset(log));
    let full = [seat(Some("Ada"), None), SeatRow { name: None, ..seat(None, Some("greedy")) }];
    let open = [seat(Some("Ada"), None), SeatRow { token: Some([1; 32]), ..SeatRow::default() }];
    let mut tables: Vec<(u64, TableId)> = [5_000, 7_000, 7_000, 7_000, 6_000].map(|at| (at, id())).to_vec();
    for (i, (created, id)) in tables.iter().enumerate() {
        let seats = if i == 1 { &full } else { &open };
        log.create(id, &setup(hash, *created), seats).unwrap();
        log.append(id, 0, &vec![choice(0, 1); i]).unwrap();
    }
    log.create(&id(), &setup(other, 6_500), &open).unwrap();
    let full_table = tables[1].1.clone();
    tables.sort();
    tables.reverse();

    let all = Filter { limit: 100, ruleset: Some(hash), ..Filter::default() };
    let listed = log.list(&all).unwrap();
    let keys: Vec<_> = listed.iter().map(|found| (found.table.created, found.id.clone())).collect();
    assert_eq!(keys, tables);
    for found in &listed {
        assert_eq!(log.find(&found.id).unwrap().unwrap(), (found.table.clone(), found.seats.clone()));
        assert_eq!(log.lengths(std::slice::from_ref(&found.id)).unwrap(), [found.length]);
    }

    let mut paged = Vec::new();
    let mut page = Filter { limit: 2, ..all.clone() };
    while let Some(last) =
        log.list(&page).unwrap().into_iter().map(|found| (found.table.created, found.id)).fold(
            None,
            |_, key| {
                paged.push(key.clone());
                Some(key)
            },
        )
    {
        page.before = Some(last);
    }
    assert_eq!(paged, tables);

    assert_eq!(log.list(&Filter { limit: 0, ..all.clone() }), Ok(vec![]));
    let free = log.list(&Filter { free: true, ..all }).unwrap();
    assert_eq!(free.len(), 4);
    assert!(free.iter().all(|found| found.id != full_table));
}

fn lengths_are_in_order(log: &dyn TableLog) {
    let (long, short, unknown) = (table(log), table(log), id());
    log.append(&long, 0, &[choice(0, 1), choice(1, 1)]).unwrap();
    log.append(&short, 0, &[choice(0, 1)]).unwrap();
    let asked = [long.clone(), unknown, short, long];
    assert_eq!(log.lengths(&asked), Ok(vec![2, 0, 1, 2]));
    assert_eq!(log.lengths(&[]), Ok(vec![]));
}

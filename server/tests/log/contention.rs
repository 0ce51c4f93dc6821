//! The laws that hold for two writers: two threads of one server, or two servers on one database.

use std::sync::Barrier;

use ludex_server::log::{Appended, LogError, SeatRow, TableLog};

use super::{choice, id, seat, table};

/// Two writers append to the same length in each round: exactly one wins, and the log has its entry.
pub fn one_of_two_wins(one: &dyn TableLog, two: &dyn TableLog, rounds: u32) {
    let id = table(one);
    let start = Barrier::new(2);
    let play = |log: &dyn TableLog, me: u8| -> Vec<Appended> {
        let turn = |n| {
            start.wait();
            log.append(&id, n, &[choice(me, n)]).unwrap()
        };
        (0..rounds).map(turn).collect()
    };
    let (first, second) = std::thread::scope(|scope| {
        let other = scope.spawn(|| play(two, 1));
        (play(one, 0), other.join().unwrap())
    });
    let stored = two.read(&id, 0).unwrap();
    assert_eq!(stored.len(), rounds as usize);
    for (n, (first, second)) in first.iter().zip(&second).enumerate() {
        let winner = match (first, second) {
            (Appended::Yes, Appended::Conflict) => 0,
            (Appended::Conflict, Appended::Yes) => 1,
            both => panic!("round {n}: {both:?}"),
        };
        assert_eq!(stored[n], choice(winner, n as u32));
    }
}

/// Two people take the same free seat in each round: exactly one gets it.
pub fn one_of_two_gets_the_seat(one: &dyn TableLog, two: &dyn TableLog, rounds: u32) {
    let start = Barrier::new(2);
    let free = SeatRow::default();
    for _ in 0..rounds {
        let id = table(one);
        let take = |log: &dyn TableLog, name| {
            start.wait();
            log.set_seat(&id, 0, &free, &seat(Some(name), None)).unwrap()
        };
        let (ada, bob) = std::thread::scope(|scope| {
            let other = scope.spawn(|| take(two, "Bob"));
            (take(one, "Ada"), other.join().unwrap())
        });
        let name = one.find(&id).unwrap().unwrap().1[0].name.clone().unwrap();
        assert_eq!((ada == Appended::Yes, bob == Appended::Yes), (name == "Ada", name == "Bob"));
    }
}

/// Writes of many tables at once don't affect each other, even if some of them fail.
pub fn writers_are_independent(log: &dyn TableLog) {
    std::thread::scope(|scope| {
        for me in 0..8_u8 {
            scope.spawn(move || {
                let (table, unknown) = (table(log), id());
                for n in 0..50 {
                    assert_eq!(log.append(&table, n, &[choice(me, n)]), Ok(Appended::Yes));
                    assert_eq!(log.append(&table, n, &[choice(me, 0)]), Ok(Appended::Conflict));
                    let error = LogError::UnknownTable(unknown.clone());
                    assert_eq!(log.append(&unknown, n, &[choice(me, n)]), Err(error));
                }
                let mine: Vec<_> = (0..50).map(|n| choice(me, n)).collect();
                assert_eq!(log.read(&table, 0).unwrap(), mine);
            });
        }
    });
}

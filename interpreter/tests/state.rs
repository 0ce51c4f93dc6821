//! The meaning of a seed, and the restoring of cells.

use std::sync::Arc;

use ludex_run::state::{Generator, Purpose, Streams, Touched};

fn first(seed: u64, n: u32) -> Vec<u32> {
    let mut rng = Generator::new(seed);
    (0..8).map(|_| rng.below(n)).collect()
}

/// The generator's stream is part of the meaning of a seed: saves, scenarios and playthroughs depend on it.
#[test]
fn the_stream_of_a_seed_stays() {
    assert_eq!(first(0, 1000), [906, 478, 539, 681, 801, 382, 99, 289]);
    assert_eq!(first(1, 1000), [328, 417, 28, 458, 251, 600, 489, 283]);
    assert_eq!(first(7, 6), [1, 5, 2, 5, 0, 3, 1, 2]);
}

fn streams(seed: u64) -> Streams {
    Streams::new(seed, &Arc::from([]))
}

fn shuffled(streams: &mut Streams, zone: u16, cards: std::ops::Range<i32>) -> Vec<i32> {
    let mut cards: Vec<i32> = cards.collect();
    streams.shuffle(Purpose::Shuffle(zone), &mut cards);
    cards
}

/// The numbers are part of the meaning of a seed.
#[test]
fn the_streams_of_a_seed_stay() {
    let mut streams = streams(7);
    assert_eq!(shuffled(&mut streams, 1, 0..8), [4, 6, 7, 3, 1, 5, 0, 2]);
    assert_eq!(shuffled(&mut streams, 1, 0..8), [0, 6, 5, 4, 3, 7, 1, 2]);
    assert_eq!(streams.choose(Purpose::Chance(3, 1), &[1, 2, 3, 4, 5, 6], &[], false), 5);
}

#[test]
fn one_purpose_does_not_move_another() {
    let (mut one, mut other) = (streams(3), streams(3));
    shuffled(&mut other, 2, 0..9);
    other.choose(Purpose::Choice(1, 0), &[4, 5], &[], false);
    assert_eq!(shuffled(&mut one, 1, 0..9), shuffled(&mut other, 1, 0..9));
    assert_ne!(shuffled(&mut one, 1, 0..9), shuffled(&mut other, 2, 0..9));
}

#[test]
fn a_card_more_leaves_the_others_in_their_order() {
    for seed in 0..20 {
        let (less, mut more) =
            (shuffled(&mut streams(seed), 1, 0..9), shuffled(&mut streams(seed), 1, 0..10));
        more.retain(|card| *card != 9);
        assert_eq!(less, more);
    }
}

#[test]
fn a_card_in_the_role_of_another_takes_its_place() {
    let roles = Arc::from([0, 1, 5, 3, 4, 2]);
    let mut exchanged = vec![0, 1, 5, 3, 4];
    Streams::new(8, &roles).shuffle(Purpose::Shuffle(1), &mut exchanged);
    let plain = shuffled(&mut streams(8), 1, 0..5);
    assert_eq!(exchanged, plain.into_iter().map(|card| if card == 2 { 5 } else { card }).collect::<Vec<_>>());
}

/// Counts each position of each card in 24,000 shuffles of four cards: 6,000 expected, with a standard
/// deviation of 67.
#[test]
fn every_order_is_as_likely() {
    let mut places = [[0; 4]; 4];
    let mut streams = streams(1);
    for _ in 0..24_000 {
        for (place, card) in shuffled(&mut streams, 1, 0..4).into_iter().enumerate() {
            places[card as usize][place] += 1;
        }
    }
    assert!(places.iter().flatten().all(|n| (5_700..6_300).contains(n)), "{places:?}");
}

#[test]
fn what_is_there_twice_is_twice_as_likely() {
    let mut streams = streams(5);
    let chosen = |_| streams.choose(Purpose::Chance(0, 0), &[7, 8, 7], &[], false);
    let eights = (0..9_000).map(chosen).filter(|index| *index == 1).count();
    assert!((2_800..3_200).contains(&eights), "{eights}");
}

#[test]
fn a_reset_reaches_every_written_cell_of_its_range_and_no_other() {
    let count = 10_000;
    let mut touched = Touched::new(count);
    let mut cells = vec![7; count];
    for round in 0..50 {
        let range = (round * 73)..(count - round * 111);
        for i in 0..40 {
            let at = (i * 271 + round * 997) % count;
            cells[at] = 1;
            touched.touch(at);
        }
        let mut wanted = cells.clone();
        wanted[range.clone()].fill(7);
        touched.reset(&mut cells, range, 7);
        assert_eq!(cells, wanted, "{round}");
    }
}

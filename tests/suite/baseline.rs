//! `baseline.yaml`, and its comparisons.

use ludex_tests::baseline::{Baseline, Ratios};
use ludex_tests::cases::read;

fn ratios(rows: &[(&str, f64)]) -> Ratios {
    let mut ratios = Ratios::default();
    rows.iter().for_each(|(row, ratio)| ratios.put(row, *ratio));
    ratios
}

/// Saving one table rewrites the others: no value may be lost or change its form.
#[test]
fn the_stored_one_is_written_as_it_stands() {
    let stored = read(&Baseline::path());
    let baseline = Baseline::read(&stored).expect("a baseline");
    assert_ne!(baseline.decisions, Ratios::default());
    assert_eq!(baseline.text().expect("a text"), stored);
}

#[test]
fn a_table_that_is_saved_leaves_the_others() {
    let before = Baseline { decisions: ratios(&[("kabale 4", 31.09)]), ..Baseline::default() };
    let mut after = Baseline::read(&before.text().expect("a text")).expect("a baseline");
    after.peers = ratios(&[("crazy eights", 0.8)]);
    let after = Baseline::read(&after.text().expect("a text")).expect("a baseline");
    assert_eq!((after.decisions, after.peers), (before.decisions, ratios(&[("crazy eights", 0.8)])));
}

/// Files of older versions have no tables.
#[test]
fn a_table_that_is_missing_is_empty() {
    let baseline = Baseline::read("decisions:\n  kabale 4: 31\n").expect("a baseline");
    assert_eq!(baseline, Baseline { decisions: ratios(&[("kabale 4", 31.0)]), ..Baseline::default() });
    assert!(Baseline::read("decision: {}\n").is_err(), "a name that is none");
}

#[test]
fn ratios_have_four_digits() {
    assert_eq!(
        ratios(&[("compile", 238_651.8), ("copy", 3.249_96)]),
        ratios(&[("compile", 238_700.0), ("copy", 3.25)])
    );
}

#[test]
fn times_and_speeds_compare_the_other_way_round() {
    let before = ratios(&[("kabale 4", 30.0), ("hearts", 0.5)]);
    let times = [30.2, 33.0, 27.0].map(|now| before.against("kabale 4", now));
    assert_eq!(times, ["the same", "10 % slower", "10 % faster"]);
    let speeds = [0.5, 0.4, 0.625].map(|now| before.speed_against("hearts", now));
    assert_eq!(speeds, ["the same", "25 % slower", "20 % faster"]);
}

#[test]
fn rows_without_a_baseline_are_said_and_left_out() {
    let before = ratios(&[("a", 2.0), ("b", 8.0), ("gone", 1.0), ("nothing", 0.0)]);
    assert_eq!(before.against("new", 3.0), "no baseline");
    assert_eq!(before.speed_against("nothing", 3.0), "no baseline");
    let now = ratios(&[("a", 4.0), ("b", 4.0), ("new", 3.0), ("nothing", 9.0)]);
    assert_eq!(before.all_in_all(&now).as_deref(), Some("the same"));
    assert_eq!(before.all_in_all(&ratios(&[("new", 3.0)])), None);
}

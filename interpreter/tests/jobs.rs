//! Jobs shared by threads.

use std::sync::atomic::{AtomicUsize, Ordering};

use ludex::{for_each_parallel, map_parallel, on_threads};

#[test]
fn each_job_is_done_once() {
    for (threads, count) in [(1, 5), (4, 1), (3, 100), (2, 0)] {
        let done: Vec<AtomicUsize> = (0..count).map(|_| AtomicUsize::new(0)).collect();
        on_threads(threads)(count, &|number| {
            done[number].fetch_add(1, Ordering::Relaxed);
        });
        assert!(done.iter().all(|times| times.load(Ordering::Relaxed) == 1), "{threads} {count}");
    }
}

#[test]
fn results_are_in_order_and_each_thing_is_taken_once() {
    let things: Vec<usize> = (0..100).collect();
    assert_eq!(map_parallel(&on_threads(3), &things, |thing| thing + 1), (1..=100).collect::<Vec<_>>());
    let mut sums = [0; 10];
    for_each_parallel(&on_threads(3), sums.iter_mut().enumerate().collect(), |(at, sum)| *sum += at);
    assert_eq!(sums.iter().sum::<usize>(), 45);
}

#[test]
fn a_panic_is_passed_on() {
    let panics = || on_threads(2)(8, &|number| assert!(number != 5, "job {number}"));
    let panic = std::panic::catch_unwind(panics).expect_err("it panics");
    assert_eq!(panic.downcast_ref::<String>().map(String::as_str), Some("job 5"));
}

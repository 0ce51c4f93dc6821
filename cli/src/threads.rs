//! Threads that share what a command has to do.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread::{Builder, available_parallelism, scope};

/// So many threads do jobs, this one among them; one that the system does not give is done without.
pub fn workers(jobs: Option<u16>) -> impl Fn(usize, &(dyn Fn(usize) + Sync)) + Sync {
    let threads = jobs.map_or_else(|| available_parallelism().map_or(1, usize::from), usize::from);
    move |count, job| {
        let next = AtomicUsize::new(0);
        let work = || {
            let numbers = std::iter::repeat_with(|| next.fetch_add(1, Ordering::Relaxed));
            numbers.take_while(|number| *number < count).for_each(job);
        };
        scope(|scope| {
            let others = (1..threads.min(count)).map_while(|_| Builder::new().spawn_scoped(scope, work).ok());
            others.for_each(drop);
            work();
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_job_is_done_once() {
        for (jobs, count) in [(Some(1), 5), (Some(4), 1), (Some(3), 100), (None, 0)] {
            let done: Vec<AtomicUsize> = (0..count).map(|_| AtomicUsize::new(0)).collect();
            workers(jobs)(count, &|number| {
                done[number].fetch_add(1, Ordering::Relaxed);
            });
            assert!(done.iter().all(|times| times.load(Ordering::Relaxed) == 1), "{jobs:?} {count}");
        }
    }
}

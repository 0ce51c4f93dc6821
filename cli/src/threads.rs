//! Threads that share what a command has to do.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread::{Builder, Scope, available_parallelism, scope};

/// So many threads do jobs; if it is one, or the system gives none, it is this one.
pub fn workers(jobs: Option<u16>) -> impl Fn(usize, &(dyn Fn(usize) + Sync)) + Sync {
    let threads = jobs.map_or_else(|| available_parallelism().map_or(1, usize::from), usize::from);
    move |count, job| {
        let next = AtomicUsize::new(0);
        let work = || {
            let numbers = std::iter::repeat_with(|| next.fetch_add(1, Ordering::Relaxed));
            numbers.take_while(|number| *number < count).for_each(job);
        };
        let wanted = if threads.min(count) < 2 { 0 } else { threads.min(count) };
        // this one only waits for the others: a new thread often begins on the processor of the one that made it, and would have to share it
        let begun = scope(|scope| (0..wanted).map_while(|_| thread(scope, work)).count());
        if begun == 0 {
            work();
        }
    }
}

fn thread<'s>(scope: &'s Scope<'s, '_>, work: impl FnOnce() + Send + 's) -> Option<()> {
    Builder::new().spawn_scoped(scope, work).ok().map(drop)
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

//! Parallel execution of independent jobs. No other module of the project shares work between threads.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, OnceLock, PoisonError};
use std::thread::{Builder, ScopedJoinHandle, scope};

/// Parallel for: calls a function once with each number below a count, in any order, and returns when all
/// calls are done. Results must not depend on the order or the number of threads.
pub type Workers<'w> = &'w (dyn Fn(usize, &(dyn Fn(usize) + Sync)) + Sync);

/// [`Workers`] without threads: runs all jobs in order on the calling thread.
pub fn one_by_one(count: usize, job: &(dyn Fn(usize) + Sync)) {
    (0..count).for_each(job);
}

/// [`Workers`] on up to `threads` new threads. With one thread, or if no thread can be started, the calling
/// thread runs all jobs. A panic in a job is propagated.
pub fn on_threads(threads: usize) -> impl Fn(usize, &(dyn Fn(usize) + Sync)) + Sync {
    move |count, job| {
        let next = AtomicUsize::new(0);
        let work = || {
            let numbers = std::iter::repeat_with(|| next.fetch_add(1, Ordering::Relaxed));
            numbers.take_while(|number| *number < count).for_each(job);
        };
        let wanted = threads.min(count);
        let wanted = if wanted < 2 { 0 } else { wanted };
        scope(|scope| {
            // the calling thread only waits: a new thread often starts on its parent's processor and would
            // share it, and both would write to the same lines of memory
            let start = || Builder::new().spawn_scoped(scope, work).ok();
            let begun: Vec<ScopedJoinHandle<'_, ()>> = (0..wanted).map_while(|_| start()).collect();
            if begun.is_empty() {
                work();
            }
            for thread in begun {
                thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
            }
        });
    }
}

/// Maps `work` over `things` in parallel and returns the results in order.
pub fn map_parallel<T: Sync, R: Send + Sync>(
    workers: Workers<'_>,
    things: &[T],
    work: impl Fn(&T) -> R + Sync,
) -> Vec<R> {
    let done: Vec<OnceLock<R>> = things.iter().map(|_| OnceLock::new()).collect();
    workers(things.len(), &|number| {
        done[number].get_or_init(|| work(&things[number]));
    });
    let result = |(done, thing): (OnceLock<R>, &T)| done.into_inner().unwrap_or_else(|| work(thing));
    done.into_iter().zip(things).map(result).collect()
}

/// Calls `work` in parallel, once for each item, which it takes by value.
pub fn for_each_parallel<T: Send>(workers: Workers<'_>, things: Vec<T>, work: impl Fn(T) + Sync) {
    let things: Vec<Mutex<Option<T>>> = things.into_iter().map(|thing| Mutex::new(Some(thing))).collect();
    workers(things.len(), &|number| {
        let thing = things[number].lock().unwrap_or_else(PoisonError::into_inner).take();
        thing.into_iter().for_each(&work);
    });
}

//! Threads for the work of a command.

use std::thread::available_parallelism;

use ludex::on_threads;

/// Returns the requested number of threads, or the number of cores.
pub fn count(jobs: Option<u16>) -> usize {
    jobs.map_or_else(|| available_parallelism().map_or(1, usize::from), usize::from)
}

/// Returns workers that use the given number of threads.
pub fn workers(jobs: Option<u16>) -> impl Fn(usize, &(dyn Fn(usize) + Sync)) + Sync {
    on_threads(count(jobs))
}

//! How many threads share the work of a command.

use std::thread::available_parallelism;

use ludex::on_threads;

/// The number of threads asked for, or one for each core.
pub fn count(jobs: Option<u16>) -> usize {
    jobs.map_or_else(|| available_parallelism().map_or(1, usize::from), usize::from)
}

/// Workers on as many threads.
pub fn workers(jobs: Option<u16>) -> impl Fn(usize, &(dyn Fn(usize) + Sync)) + Sync {
    on_threads(count(jobs))
}

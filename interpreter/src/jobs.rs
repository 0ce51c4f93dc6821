//! Work whose parts know nothing of each other. Who asks for it says who does it: no thread is started here.

use std::sync::OnceLock;

/// Does jobs: calls a function once with each number below a count, in any order, on as many threads as there may be, and comes back when all are done.
/// What comes of them does not depend on it.
pub type Workers<'w> = &'w (dyn Fn(usize, &(dyn Fn(usize) + Sync)) + Sync);

/// [`Workers`] that start no thread.
pub fn one_by_one(count: usize, job: &(dyn Fn(usize) + Sync)) {
    (0..count).for_each(job);
}

/// What comes of each thing, in their order.
pub(crate) fn each<T: Sync, R: Send + Sync>(
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

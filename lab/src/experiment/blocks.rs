//! Distributes units of work to threads in blocks.
//!
//! The results do not depend on the number of threads: sums are independent of the order, and ordered output
//! is passed on in order.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use ludex::on_threads;

use crate::add_up::AddUp;

/// Controls of a run: threads, cancellation, progress.
#[derive(Clone, Copy)]
pub struct Control<'a> {
    /// Maximum number of threads.
    pub threads: u64,
    /// Flag that ends the run when set, from any thread. The result then covers the units done so far.
    pub stop: &'a AtomicBool,
    /// Progress callback: receives the number of further units done, from any thread.
    pub done: &'a (dyn Fn(u64) + Sync),
}

impl std::fmt::Debug for Control<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Control").field("threads", &self.threads).finish_non_exhaustive()
    }
}

impl Control<'_> {
    /// Returns true if the run was cancelled.
    pub fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }
}

/// Performs the work on one thread.
pub trait Worker {
    /// Result of the work.
    type Sums: AddUp + Send;

    /// Performs the unit with this number.
    fn unit(&mut self, unit: u64);

    /// Called after each block of units, with the number of the block from 0.
    fn block(&mut self, _block: u64) {}

    /// Returns the sums of all units that this worker performed.
    fn sums(self) -> Self::Sums;
}

/// Performs each unit of a range once, block by block. Also returns the number of threads. With several
/// threads, the last units form blocks of one, so that no thread waits long for another.
pub fn run<W: Worker>(
    units: Range<u64>,
    block: u64,
    control: &Control<'_>,
    worker: impl Fn() -> W + Sync,
) -> (W::Sums, u64) {
    let (next, blocks) = (AtomicU64::new(0), Blocks::new(units, block, control.threads));
    let threads = control.threads.min(blocks.count()).max(1);
    let all: Mutex<Option<W::Sums>> = Mutex::new(None);
    on_threads(threads as usize)(threads as usize, &|_| {
        let sums = work(&blocks, &next, control, worker());
        all.lock().unwrap_or_else(PoisonError::into_inner).add_up(Some(sums));
    });
    let all = all.into_inner().unwrap_or_else(PoisonError::into_inner);
    (all.unwrap_or_else(|| worker().sums()), threads)
}

/// Guard that ends the run if its thread panics, because the other results are then unusable.
struct Ends<'a>(&'a AtomicBool);

impl Drop for Ends<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.store(true, Ordering::Relaxed);
        }
    }
}

fn work<W: Worker>(blocks: &Blocks, next: &AtomicU64, control: &Control<'_>, mut worker: W) -> W::Sums {
    let _ends = Ends(control.stop);
    loop {
        let number = next.fetch_add(1, Ordering::Relaxed);
        let block = blocks.range(number);
        if block.is_empty() || control.is_stopped() {
            return worker.sums();
        }
        let done = block.end - block.start;
        for unit in block {
            if control.is_stopped() {
                break;
            }
            worker.unit(unit);
        }
        worker.block(number);
        (control.done)(done);
    }
}

/// Units divided into blocks: blocks of full size, followed by blocks of one unit.
struct Blocks {
    units: Range<u64>,
    size: u64,
    full: u64,
}

impl Blocks {
    /// Divides the units for a number of threads. While one thread completes a full block, the others have as
    /// many units left in single blocks.
    fn new(units: Range<u64>, size: u64, threads: u64) -> Self {
        let size = size.max(1);
        let single = if threads > 1 { size.saturating_mul(threads) } else { 0 };
        let full = (units.end.saturating_sub(units.start)).saturating_sub(single) / size;
        Self { units, size, full }
    }

    /// Returns the number of blocks.
    fn count(&self) -> u64 {
        let length = self.units.end.saturating_sub(self.units.start);
        self.full + (length - self.full * self.size)
    }

    /// Returns the units of a block, counted from 0. Blocks after the last one are empty.
    fn range(&self, number: u64) -> Range<u64> {
        let full = number.min(self.full);
        let length = if number < self.full { self.size } else { 1 };
        let first =
            full.saturating_mul(self.size).saturating_add(number - full).saturating_add(self.units.start);
        let first = first.min(self.units.end);
        first..first.saturating_add(length).min(self.units.end)
    }
}

/// Maximum lead of a thread over the slowest one, in blocks. Limits the memory for waiting results.
const AHEAD: u64 = 64;

/// Passes on the results of blocks in the order of their numbers, from 0.
pub struct InOrder<'a, T> {
    line: Mutex<Line<'a, T>>,
    moved: Condvar,
}

/// Handle of a thread for passing on the results of its blocks. A panic of the thread releases all waiting
/// threads.
pub struct Place<'a, T>(&'a InOrder<'a, T>);

impl<T> Place<'_, T> {
    /// Passes on the result of a block, exactly once per block. Waits while too many earlier blocks are
    /// missing.
    pub fn put(&self, block: u64, value: T) {
        self.0.put(block, value);
    }
}

impl<T> Drop for Place<'_, T> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.lock().is_broken = true;
            self.0.moved.notify_all();
        }
    }
}

struct Line<'a, T> {
    /// True if some blocks will never arrive.
    is_broken: bool,
    next: u64,
    waiting: BTreeMap<u64, T>,
    sink: &'a mut (dyn FnMut(T) + Send),
}

impl<T> std::fmt::Debug for InOrder<'_, T> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("InOrder")
    }
}

impl<'a, T> InOrder<'a, T> {
    /// Creates an ordered queue in front of `sink`.
    pub fn new(sink: &'a mut (dyn FnMut(T) + Send)) -> Self {
        Self {
            line: Mutex::new(Line { is_broken: false, next: 0, waiting: BTreeMap::new(), sink }),
            moved: Condvar::new(),
        }
    }

    /// Returns a handle for one thread.
    pub fn place(&'a self) -> Place<'a, T> {
        Place(self)
    }

    fn lock(&self) -> MutexGuard<'_, Line<'a, T>> {
        self.line.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn put(&self, block: u64, value: T) {
        let lock = self.lock();
        let far = |line: &mut Line<'a, T>| block > line.next + AHEAD && !line.is_broken;
        let mut line: MutexGuard<'_, Line<'a, T>> =
            self.moved.wait_while(lock, far).unwrap_or_else(PoisonError::into_inner);
        line.waiting.insert(block, value);
        line.pass_on();
        self.moved.notify_all();
    }
}

impl<T> Line<'_, T> {
    fn pass_on(&mut self) {
        while let Some(value) = self.waiting.remove(&self.next) {
            (self.sink)(value);
            self.next += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::add_up::List;

    struct Adder<'a> {
        sum: Vec<u64>,
        new: Vec<u64>,
        order: Place<'a, Vec<u64>>,
        /// Number of the unit that panics.
        breaks: u64,
    }

    impl Worker for Adder<'_> {
        type Sums = List<u64>;

        fn unit(&mut self, unit: u64) {
            assert!(unit != self.breaks, "broken at {unit}");
            self.sum.push(unit);
            self.new.push(unit);
        }

        fn block(&mut self, block: u64) {
            self.order.put(block, std::mem::take(&mut self.new));
        }

        fn sums(self) -> List<u64> {
            List(self.sum)
        }
    }

    #[test]
    fn every_unit_is_done_once_and_passed_on_in_order() {
        let stop = AtomicBool::new(false);
        for threads in [0, 1, 3] {
            let done = AtomicU64::new(0);
            let control = Control {
                threads,
                stop: &stop,
                done: &|n| {
                    done.fetch_add(n, Ordering::Relaxed);
                },
            };
            let mut passed = Vec::new();
            let mut sink = |block: Vec<u64>| passed.extend(block);
            let order = InOrder::new(&mut sink);
            let worker =
                || Adder { sum: Vec::new(), new: Vec::new(), order: order.place(), breaks: u64::MAX };
            let (List(mut sum), _) = run(5..1234, 7, &control, worker);
            sum.sort_unstable();
            let all: Vec<u64> = (5..1234).collect();
            assert_eq!((sum, done.into_inner()), (all.clone(), 1229));
            assert_eq!(passed, all);
        }
    }

    /// The other threads neither wait for missing blocks nor perform the remaining units.
    #[test]
    fn a_worker_that_panics_ends_the_run() {
        let done = AtomicU64::new(0);
        let ran = std::panic::catch_unwind(|| {
            let stop = AtomicBool::new(false);
            let count = |n| {
                done.fetch_add(n, Ordering::Relaxed);
            };
            let mut sink = |_: Vec<u64>| {};
            let order = InOrder::new(&mut sink);
            let worker = || Adder { sum: Vec::new(), new: Vec::new(), order: order.place(), breaks: 11 };
            run(0..u64::MAX / 2, 5, &Control { threads: 3, stop: &stop, done: &count }, worker).1
        });
        let said = ran.expect_err("it panics");
        assert_eq!(said.downcast_ref::<String>().map(String::as_str), Some("broken at 11"));
    }

    #[test]
    fn blocks_have_every_unit_once_and_threads_share_the_last_ones() {
        for (units, size, threads) in
            [(5..1234, 7, 3), (0..10, 64, 2), (3..3, 4, 2), (0..100, 4, 1), (0..1, 0, 0)]
        {
            let blocks = Blocks::new(units.clone(), size, threads);
            let cut: Vec<Range<u64>> = (0..blocks.count()).map(|number| blocks.range(number)).collect();
            assert!(cut.iter().cloned().flatten().eq(units.clone()), "{units:?} {size} {threads}");
            assert!(blocks.range(blocks.count()).is_empty() && blocks.range(u64::MAX).is_empty());
            let single = cut.iter().rev().take_while(|block| block.end - block.start == 1).count() as u64;
            let last = if threads > 1 { (size * threads).min(units.end - units.start) } else { 0 };
            assert!(single >= last, "{units:?} {size} {threads}");
        }
    }
}

//! Much work of the same sort, handed out to threads in blocks. What comes of it does not depend on the number of threads: sums have no
//! order, and whatever has one is passed on in that order.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use ludex::on_threads;

use crate::add_up::AddUp;

/// How a run is steered by whoever started it.
#[derive(Clone, Copy)]
pub struct Control<'a> {
    /// Threads, at most.
    pub threads: u64,
    /// Set by anybody, it ends the run: what was done until then is the result.
    pub stop: &'a AtomicBool,
    /// Told how many more units are done, from any thread.
    pub done: &'a (dyn Fn(u64) + Sync),
}

impl std::fmt::Debug for Control<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Control").field("threads", &self.threads).finish_non_exhaustive()
    }
}

impl Control<'_> {
    /// Whether the run shall end.
    pub fn stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }
}

/// What does the work on one thread.
pub trait Worker {
    /// What comes of it.
    type Sums: AddUp + Send;

    /// Does the unit with this number.
    fn unit(&mut self, unit: u64);

    /// A block of units is done; the number of the block, from 0.
    fn block(&mut self, _block: u64) {}

    /// What came of all units that it did.
    fn sums(self) -> Self::Sums;
}

/// Does all units of a range, each once, a block at a time. Where threads share them, the last ones are done one by one, so that no thread waits
/// long for the block of another. Also returns the number of threads.
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

/// Ends the run where the work of a thread panics: nobody wants what the others come to.
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
        let block = blocks.of(number);
        if block.is_empty() || control.stopped() {
            return worker.sums();
        }
        let done = block.end - block.start;
        for unit in block {
            if control.stopped() {
                break;
            }
            worker.unit(unit);
        }
        worker.block(number);
        (control.done)(done);
    }
}

/// Units cut into blocks: as many as there are of full size, then blocks of one unit.
struct Blocks {
    units: Range<u64>,
    size: u64,
    full: u64,
}

impl Blocks {
    /// For so many threads: while one of them does a block, the others have as many units to do one by one.
    fn new(units: Range<u64>, size: u64, threads: u64) -> Self {
        let size = size.max(1);
        let single = if threads > 1 { size.saturating_mul(threads) } else { 0 };
        let full = (units.end.saturating_sub(units.start)).saturating_sub(single) / size;
        Self { units, size, full }
    }

    /// How many there are.
    fn count(&self) -> u64 {
        let length = self.units.end.saturating_sub(self.units.start);
        self.full + (length - self.full * self.size)
    }

    /// Block number so and so, from 0; empty after the last one.
    fn of(&self, number: u64) -> Range<u64> {
        let full = number.min(self.full);
        let length = if number < self.full { self.size } else { 1 };
        let first =
            full.saturating_mul(self.size).saturating_add(number - full).saturating_add(self.units.start);
        let first = first.min(self.units.end);
        first..first.saturating_add(length).min(self.units.end)
    }
}

/// Blocks that one thread may be ahead of the slowest one; so what waits stays small.
const AHEAD: u64 = 64;

/// Passes on what comes of blocks in the order of their numbers, from 0.
pub struct InOrder<'a, T> {
    line: Mutex<Line<'a, T>>,
    moved: Condvar,
}

/// Where a thread puts what comes of its blocks. If the thread panics, nobody waits for what it does not put.
pub struct Place<'a, T>(&'a InOrder<'a, T>);

impl<T> Place<'_, T> {
    /// Takes what came of a block. It waits where too many blocks before it are missing. Each block must come once.
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
    /// Some blocks will never come.
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
    /// Passes everything on to `sink`.
    pub fn new(sink: &'a mut (dyn FnMut(T) + Send)) -> Self {
        Self {
            line: Mutex::new(Line { is_broken: false, next: 0, waiting: BTreeMap::new(), sink }),
            moved: Condvar::new(),
        }
    }

    /// A place for one thread.
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

    struct Adds<'a> {
        sum: Vec<u64>,
        new: Vec<u64>,
        order: Place<'a, Vec<u64>>,
        /// The unit at which it panics.
        breaks: u64,
    }

    impl Worker for Adds<'_> {
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
            let worker = || Adds { sum: Vec::new(), new: Vec::new(), order: order.place(), breaks: u64::MAX };
            let (List(mut sum), _) = run(5..1234, 7, &control, worker);
            sum.sort_unstable();
            let all: Vec<u64> = (5..1234).collect();
            assert_eq!((sum, done.into_inner()), (all.clone(), 1229));
            assert_eq!(passed, all);
        }
    }

    /// The others neither wait for what will never come nor do the rest.
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
            let worker = || Adds { sum: Vec::new(), new: Vec::new(), order: order.place(), breaks: 11 };
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
            let cut: Vec<Range<u64>> = (0..blocks.count()).map(|number| blocks.of(number)).collect();
            assert!(cut.iter().cloned().flatten().eq(units.clone()), "{units:?} {size} {threads}");
            assert!(blocks.of(blocks.count()).is_empty() && blocks.of(u64::MAX).is_empty());
            let single = cut.iter().rev().take_while(|block| block.end - block.start == 1).count() as u64;
            let last = if threads > 1 { (size * threads).min(units.end - units.start) } else { 0 };
            assert!(single >= last, "{units:?} {size} {threads}");
        }
    }
}

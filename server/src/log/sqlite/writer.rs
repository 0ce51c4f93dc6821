//! Group commit: one thread runs all waiting writes in one transaction and syncs once for all of them.

use std::sync::mpsc::{Receiver, Sender, SyncSender, channel, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;

use rusqlite::Connection;

use super::open::Handle;
use crate::log::{Appended, LogError};

/// Maximum number of writes in one transaction.
const BATCH: usize = 256;

type Outcome = Result<Appended, LogError>;
/// A write. It runs inside a savepoint: an error undoes its changes alone.
pub type Work = Box<dyn FnOnce(&Connection) -> Outcome + Send>;

struct Job {
    work: Work,
    reply: SyncSender<Outcome>,
}

/// The thread that writes. Dropping it waits for the last commit.
pub struct Writer {
    jobs: Option<Sender<Job>>,
    thread: Option<JoinHandle<()>>,
}

impl Writer {
    pub fn start(handle: Arc<Mutex<Handle>>) -> Writer {
        let (jobs, queue) = channel();
        let thread = std::thread::spawn(move || serve(&handle, &queue));
        Writer { jobs: Some(jobs), thread: Some(thread) }
    }

    /// Runs a write and returns after its transaction is on the disk.
    pub fn run(&self, work: Work) -> Outcome {
        let stopped = || LogError::Other("the writer has stopped".to_owned());
        let (reply, outcome) = sync_channel(1);
        self.jobs.as_ref().ok_or_else(stopped)?.send(Job { work, reply }).map_err(|_| stopped())?;
        outcome.recv().map_err(|_| stopped())?
    }
}

impl Drop for Writer {
    fn drop(&mut self) {
        self.jobs = None;
        // a thread that panicked has nothing left to write
        let _ = self.thread.take().map(JoinHandle::join);
    }
}

fn serve(handle: &Mutex<Handle>, queue: &Receiver<Job>) {
    while let Ok(first) = queue.recv() {
        let batch = std::iter::once(first).chain(queue.try_iter().take(BATCH - 1));
        let (works, replies): (Vec<_>, Vec<_>) = batch.map(|job| (job.work, job.reply)).unzip();
        let outcomes = commit(&handle.lock().unwrap_or_else(PoisonError::into_inner), works);
        for (reply, outcome) in replies.iter().zip(outcomes) {
            // the caller may be gone; the write is stored all the same
            let _ = reply.send(outcome);
        }
    }
}

/// Commits all writes. If the transaction fails, each of them has failed.
fn commit(handle: &Handle, works: Vec<Work>) -> Vec<Outcome> {
    let count = works.len();
    handle
        .conn()
        .and_then(|conn| transaction(conn, works).inspect_err(|_| roll_back(conn)))
        .unwrap_or_else(|error| vec![Err(error); count])
}

fn transaction(conn: &Connection, works: Vec<Work>) -> Result<Vec<Outcome>, LogError> {
    conn.execute_batch("begin immediate")?;
    let outcomes = works.into_iter().map(|work| isolated(conn, work)).collect::<Result<_, _>>()?;
    conn.execute_batch("commit")?;
    Ok(outcomes)
}

fn roll_back(conn: &Connection) {
    if !conn.is_autocommit() {
        // fails only if the file is unreadable, and then the next transaction reports it
        let _ = conn.execute_batch("rollback");
    }
}

fn isolated(conn: &Connection, work: Work) -> Result<Outcome, LogError> {
    conn.execute_batch("savepoint one")?;
    let outcome = work(conn);
    if let Err(error) = &outcome
        // a full disk makes SQLite roll back the whole transaction
        && conn.is_autocommit()
    {
        return Err(error.clone());
    }
    conn.execute_batch(if outcome.is_ok() { "release one" } else { "rollback to one; release one" })?;
    Ok(outcome)
}

//! A table in memory with its viewers.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard};
use std::time::{Duration, Instant};

use tokio::sync::watch;

use super::live::Live;
use super::locked;
use super::presence::Presence;
use crate::log::TableId;

/// A table in memory: its state, and a signal for its viewers.
pub struct Table {
    pub id: TableId,
    live: Mutex<Live>,
    pub presence: Mutex<Presence>,
    /// Counts changes.
    changed: watch::Sender<u64>,
    /// True while a bot computes its choice.
    pub(super) thinks: AtomicBool,
    used: Mutex<Instant>,
}

impl Table {
    pub fn new(live: Live) -> Self {
        Self {
            id: live.id.clone(),
            presence: Mutex::new(Presence::new(live.rows.len())),
            live: Mutex::new(live),
            changed: watch::channel(0).0,
            thinks: AtomicBool::new(false),
            used: Mutex::new(Instant::now()),
        }
    }

    /// Locks the state of the table.
    pub fn live(&self) -> MutexGuard<'_, Live> {
        locked(&self.live)
    }

    pub fn version(&self) -> u32 {
        self.live().version
    }

    /// Returns a signal for each change.
    pub fn watch(&self) -> watch::Receiver<u64> {
        self.changed.subscribe()
    }

    /// Tells all viewers that the table has changed.
    pub fn announce(&self) {
        self.changed.send_modify(|count| *count += 1);
    }

    pub fn is_watched(&self) -> bool {
        self.changed.receiver_count() > 0
    }

    pub fn touch(&self) {
        *locked(&self.used) = Instant::now();
    }

    /// Returns true if the table is watched, has a bot at work, or was used recently.
    pub fn is_used(&self, now: Instant, idle: Duration) -> bool {
        self.is_watched()
            || self.thinks.load(Ordering::Acquire)
            || now.saturating_duration_since(*locked(&self.used)) < idle
    }
}

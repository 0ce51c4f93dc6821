//! All tables of a server: found in memory or rebuilt from the log, changed under a lock of their own.
//!
//! A table in memory is a cache that may be dropped at any time. All methods here block, so an asynchronous
//! caller runs them on a thread of their own.

mod bots;
mod live;
mod new;
mod position;
mod presence;
mod rules;
mod seats;
mod table;

use std::collections::BTreeMap;
use std::panic::AssertUnwindSafe;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use ludex::Seat;
use tokio::runtime::Handle;
use tokio::sync::{OwnedSemaphorePermit, Semaphore, watch};

use crate::limits::{Clients, Limits};
use crate::log::{TableId, TableLog};
use crate::problem::{Kind, Problem};
use crate::shelf::Shelf;
use crate::webhook::Webhook;
use rules::Rulesets;

pub use bots::hint;
pub use live::{Live, Notice};
pub use new::{CreatedTable, SeatWish, Wish};
pub use position::Chosen;
pub use presence::Visit;
pub use rules::Renewed;
pub use seats::{Token, is_free as is_free_seat, name};
pub use table::Table;

/// Time after which a table without viewers leaves the memory.
const IDLE: Duration = Duration::from_secs(60);

/// The tables, rulesets and limits of a server.
pub struct Hall {
    pub log: Arc<dyn TableLog>,
    pub shelf: Arc<dyn Shelf>,
    pub limits: Limits,
    /// Time between a decision and the choice of a bot.
    pub pause: Duration,
    /// Host names that requests may use, in addition to those of this machine. If empty, any name is accepted,
    /// unless only this machine can connect.
    pub hosts: Vec<String>,
    /// The game with which the lobby begins.
    pub game: Option<String>,
    pub webhook: Option<Webhook>,
    tables: Mutex<BTreeMap<TableId, Arc<Table>>>,
    rulesets: Rulesets,
    clients: Mutex<Clients>,
    /// Limits the number of bots that compute at the same time.
    thinkers: Arc<Semaphore>,
    /// Counts changes that the lobby shows.
    lobby: watch::Sender<u64>,
    /// Runtime on which bots run, also after changes from other threads.
    runtime: OnceLock<Handle>,
}

/// Locks without panicking: a table whose thread panicked is dropped and rebuilt from its log.
pub(crate) fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Hall {
    pub fn new(log: Arc<dyn TableLog>, shelf: Arc<dyn Shelf>, limits: Limits, pause: Duration) -> Self {
        let threads = std::thread::available_parallelism().map_or(1, usize::from);
        Self {
            log,
            shelf,
            limits,
            pause,
            hosts: Vec::new(),
            game: None,
            webhook: None,
            tables: Mutex::default(),
            rulesets: Rulesets::default(),
            clients: Mutex::default(),
            thinkers: Arc::new(Semaphore::new(threads)),
            lobby: watch::channel(0).0,
            runtime: OnceLock::new(),
        }
    }

    /// Lets bots run.
    pub fn runs_on(&self, runtime: Handle) {
        let _ = self.runtime.set(runtime);
    }

    /// Returns a table from memory or from the log.
    pub fn table(&self, id: &TableId) -> Result<Arc<Table>, Problem> {
        if let Some(table) = locked(&self.tables).get(id) {
            table.touch();
            return Ok(table.clone());
        }
        let live = self.rebuilt(id)?;
        self.keep(live)
    }

    /// Keeps a table in memory, unless there are too many.
    fn keep(&self, live: Live) -> Result<Arc<Table>, Problem> {
        if locked(&self.tables).len() >= self.limits.tables {
            self.sweep(Duration::ZERO);
        }
        let mut tables = locked(&self.tables);
        if let Some(table) = tables.get(&live.id) {
            return Ok(table.clone());
        }
        if tables.len() >= self.limits.tables {
            let most = self.limits.tables;
            return Err(Problem::new(
                Kind::Full,
                format!("{most} tables are being played, which is the maximum"),
            ));
        }
        let table = Arc::new(Table::new(live));
        tables.insert(table.id.clone(), table.clone());
        Ok(table)
    }

    /// Drops a table from memory, after a panic or a conflict.
    pub fn forget(&self, id: &TableId) {
        locked(&self.tables).remove(id);
    }

    /// Drops the tables that were not used for some time.
    pub fn sweep(&self, idle: Duration) {
        let now = Instant::now();
        locked(&self.tables).retain(|_, table| table.is_used(now, idle));
    }

    pub fn sweep_idle(&self) {
        self.sweep(IDLE);
    }

    /// Returns the number of tables in memory.
    pub fn in_memory(&self) -> usize {
        locked(&self.tables).len()
    }

    fn all(&self) -> Vec<Arc<Table>> {
        locked(&self.tables).values().cloned().collect()
    }

    /// Rebuilds the watched tables whose log has grown on another server.
    pub fn poll(&self) -> Result<(), Problem> {
        let watched: Vec<Arc<Table>> = self.all().into_iter().filter(|table| table.is_watched()).collect();
        let ids: Vec<TableId> = watched.iter().map(|table| table.id.clone()).collect();
        if ids.is_empty() {
            return Ok(());
        }
        for (table, length) in watched.iter().zip(self.log.lengths(&ids)?) {
            if table.version() < length {
                self.refresh(table)?;
            }
        }
        Ok(())
    }

    /// Rebuilds a table in place, so its viewers stay.
    pub fn refresh(&self, table: &Table) -> Result<(), Problem> {
        let fresh = self.rebuilt(&table.id)?;
        *table.live() = fresh;
        table.announce();
        Ok(())
    }

    /// Changes a table, and announces it to all viewers. If another server was first, or the change failed
    /// halfway, the table is rebuilt.
    pub fn change<T>(
        self: &Arc<Self>,
        table: &Arc<Table>,
        body: impl FnOnce(&mut Live, &dyn TableLog) -> Result<T, Problem>,
    ) -> Result<T, Problem> {
        let (done, version) = {
            let mut live = table.live();
            let before = live.game.deciding();
            let done = body(&mut live, &*self.log);
            if done.is_ok() {
                self.notify(table, &live, before);
            }
            (done, live.version)
        };
        match &done {
            Ok(_) => table.announce(),
            Err(problem) if matches!(problem.kind, Kind::Stale | Kind::Fault | Kind::Unavailable) => {
                let is_behind =
                    self.log.lengths(std::slice::from_ref(&table.id)).is_ok_and(|all| all != [version]);
                if is_behind || problem.kind == Kind::Fault {
                    self.refresh(table)?;
                }
            }
            Err(_) => {}
        }
        self.wake(table);
        done
    }

    /// Sends a webhook if the turn has passed to a person who has no page open.
    fn notify(&self, table: &Table, live: &Live, before: Option<Seat>) {
        let (Some(webhook), Some(seat)) = (&self.webhook, live.game.deciding()) else { return };
        let is_taken = live.rows.get(seat.index()).is_some_and(|row| row.bot.is_none() && row.name.is_some());
        if before != Some(seat) && is_taken && !locked(&table.presence).seat(seat.number()).is_open() {
            webhook.turn(live, seat);
        }
    }

    /// Returns false if a client sends too many requests. This machine may send any number.
    pub fn admits(&self, client: std::net::IpAddr) -> bool {
        client.is_loopback() || locked(&self.clients).admit(client, self.limits.requests, Instant::now())
    }

    /// Ends requests to undo whose time for answers is over.
    pub fn expire(&self) {
        let now = Instant::now();
        for table in self.all() {
            let is_late = table.live().expire(now);
            if is_late {
                table.announce();
            }
        }
    }

    /// Rebuilds a table after a panic, which may have left it half changed; or drops it.
    pub fn recover(&self, id: &TableId) {
        let table = locked(&self.tables).get(id).cloned();
        let refreshed = |table: &Table| std::panic::catch_unwind(AssertUnwindSafe(|| self.refresh(table)));
        if table.is_some_and(|table| !matches!(refreshed(&table), Ok(Ok(())))) {
            self.forget(id);
        }
    }

    /// Waits for a thread on which a bot may compute.
    pub async fn thinker(&self) -> Result<OwnedSemaphorePermit, Problem> {
        self.thinkers.clone().acquire_owned().await.map_err(|_| Problem::fault())
    }

    pub fn lobby_changed(&self) {
        self.lobby.send_modify(|count| *count += 1);
    }

    pub fn watch_lobby(&self) -> watch::Receiver<u64> {
        self.lobby.subscribe()
    }
}

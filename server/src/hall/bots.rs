//! Bots. They choose after a fixed pause, on threads of their own, and append to the log like people.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Instant;

use ludex::{Chooser, Game, Seat};
use ludex_bots::{BotSpec, Level, Rate, Tools, decision_seed};
use ludex_table::choosing::Pick;

use super::{Hall, Table};
use crate::log::Filter;

/// The bot that gives hints.
const ADVISER: BotSpec = BotSpec::Level(Level::Normal);

struct Task {
    game: Game,
    seed: u64,
    seat: Seat,
    version: u32,
    spec: BotSpec,
    /// Seats whose choices were drawn from the random numbers of the table.
    drawn: Vec<bool>,
}

/// Maximum number of tables that continue by themselves when a server starts.
const RESUMED: u32 = 200;

impl Hall {
    /// Lets bots continue the newest tables at which they have to decide, after the start of the server. Other
    /// tables continue when somebody opens them.
    pub fn resume(self: &Arc<Self>) {
        let newest = self.log.list(&Filter { limit: RESUMED, ..Filter::default() }).unwrap_or_default();
        for summary in newest.iter().filter(|table| table.seats.iter().any(|row| row.bot.is_some())) {
            // a table that can't be read reports its reason when it is opened
            if let Ok(table) = self.table(&summary.id) {
                self.wake(&table);
            }
        }
    }

    /// Lets the bot decide whose turn it is, if any. It runs in the background.
    pub fn wake(self: &Arc<Self>, table: &Arc<Table>) {
        let is_bot = table.live().bot().is_some();
        let Some(runtime) = self.runtime.get() else { return };
        if is_bot && !table.thinks.swap(true, Ordering::AcqRel) {
            runtime.spawn(self.clone().think(table.clone()));
        }
    }

    /// Computes and makes the choices of bots until a person decides or the game is over.
    async fn think(self: Arc<Self>, table: Arc<Table>) {
        while let Some(task) = Task::new(&table) {
            let at = tokio::time::Instant::now() + self.pause;
            let (seat, version) = (task.seat, task.version);
            let Ok(permit) = self.thinkers.clone().acquire_owned().await else { break };
            let option = tokio::task::spawn_blocking(move || task.choose()).await;
            drop(permit);
            // a bot that panics chooses the first option, so that the game goes on
            let pick = Pick::One(option.unwrap_or(0));
            // the pause hides how long the computation took
            tokio::time::sleep_until(at).await;
            let (hall, of) = (self.clone(), table.clone());
            let made = tokio::task::spawn_blocking(move || {
                hall.change(&of, |live, log| live.choose(log, (seat, version), &pick))
            });
            if !matches!(made.await, Ok(Ok(()))) && table.version() == version {
                // the database is away, for example: another request tries again
                table.thinks.store(false, Ordering::Release);
                return;
            }
        }
        table.thinks.store(false, Ordering::Release);
        table.touch();
        // a choice may have been made since the last look
        self.wake(&table);
    }
}

impl Task {
    fn new(table: &Table) -> Option<Task> {
        let live = table.live();
        let (seat, spec) = live.bot()?;
        let is_random = |bot: &Option<BotSpec>| *bot == Some(BotSpec::Random);
        Some(Task {
            seat,
            spec: spec.clone(),
            game: live.game.clone(),
            seed: live.head.seed,
            version: live.version,
            drawn: live.bots.iter().map(is_random).collect(),
        })
    }

    /// Returns the index of the chosen option. Random bots draw as in a simulated game with the same seed.
    fn choose(self) -> usize {
        if self.spec == BotSpec::Random {
            let mut chooser = Chooser::new(self.seed);
            let is_drawn = |seat: Seat| self.drawn.get(seat.index()).copied().unwrap_or(false);
            for made in self.game.host().past().filter(|made| is_drawn(made.seat)) {
                chooser.below(made.options);
            }
            return self.game.draw(&mut chooser);
        }
        let mut mind = self.spec.build(&tools());
        let seed = decision_seed(self.seed, self.seat, self.game.choices());
        mind.choose(self.game.perspective(self.seat), seed)
    }
}

fn tools() -> Tools {
    let start = Instant::now();
    Tools::default().with_clock(move || start.elapsed())
}

/// Rates the options of a seat's decision by a search that sees what the seat sees. It does not depend on the
/// seed of the table, which is secret.
pub fn hint(game: &Game, seat: Seat) -> Vec<Rate> {
    let mut mind = ADVISER.build(&tools());
    mind.choose(game.perspective(seat), decision_seed(0, seat, game.choices()));
    mind.rates().to_vec()
}

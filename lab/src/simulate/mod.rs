//! Many games, summed up.

mod report;
mod subject;
mod sums;

use std::ops::Range;

use ludex::{Playout, Setup};

use crate::blocks::{self, Control, Worker};
use crate::splitmix64;

pub use report::{FaultReport, Report, SeatReport, Spread, Timing};
pub use subject::{Subject, Written};
pub use sums::{SeatSums, Stopped, Sums};

/// Games that a thread takes at once.
const BLOCK: u64 = 64;
/// So many games are played first. If the same rule fails in all of them, the others are not played.
const TRIED: u64 = 10;

/// Which games are played, and with what.
#[derive(Debug, Clone)]
pub struct Plan<'a> {
    /// The ruleset for so many players.
    pub setup: &'a Setup,
    /// How many games.
    pub games: u64,
    /// The seed that each derives its own from.
    pub seed: u64,
}

/// Why no more games were played.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ended {
    /// All were.
    Whole,
    /// The same rule failed in each of the first.
    SameFault,
    /// Somebody stopped it.
    Stopped,
}

/// What was played.
#[derive(Debug, Clone)]
pub struct Played {
    /// Summed up.
    pub sums: Sums,
    /// Why it ended.
    pub ended: Ended,
    /// Threads that played.
    pub threads: u64,
}

/// Plays the games of a plan: the first few, and the others if they are worth it.
pub fn simulate(plan: &Plan<'_>, control: &Control<'_>) -> Played {
    let first = TRIED.min(plan.games);
    let (mut sums, mut threads) = play(plan, 0..first, 1, control);
    let hopeless = first < plan.games && sums.failed == first && sums.one_rule_failed();
    if !hopeless && !control.stopped() {
        let (others, more) = play(plan, first..plan.games, BLOCK, control);
        sums.merge(&others);
        threads = threads.max(more);
    }
    let missing = sums.decisions.n + sums.failed < plan.games;
    let ended = match (missing, hopeless) {
        (false, _) => Ended::Whole,
        (true, true) => Ended::SameFault,
        (true, false) => Ended::Stopped,
    };
    Played { sums, ended, threads }
}

fn play(plan: &Plan<'_>, games: Range<u64>, block: u64, control: &Control<'_>) -> (Sums, u64) {
    blocks::run(games, block, control, || RandomGames {
        plan,
        decimal: plan.setup.has_decimal_score(),
        sums: Sums::new(plan.setup),
        playout: Playout::new(plan.setup),
    })
}

/// Plays random games on a thread.
struct RandomGames<'a> {
    plan: &'a Plan<'a>,
    decimal: bool,
    sums: Sums,
    playout: Playout<'a>,
}

impl Worker for RandomGames<'_> {
    type Sums = Sums;

    fn unit(&mut self, game: u64) {
        let seed = splitmix64(self.plan.seed, game);
        match self.playout.random(seed) {
            Ok(end) => self.sums.add(end, self.decimal),
            Err(fault) => self.sums.fault(Stopped::new(self.plan.setup, game, seed, fault)),
        }
    }

    fn sums(self) -> Sums {
        self.sums
    }

    fn merge(into: &mut Sums, other: Sums) {
        into.merge(&other);
    }
}

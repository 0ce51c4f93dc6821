//! What a card does for the one who has it: the same chance in two worlds that differ in one card.

mod deck;
mod drawn;
mod give;
mod page;
mod pairs;
mod plan;
mod played;
mod report;
mod sums;
mod worker;

use std::ops::Range;

use crate::add_up::AddUp;
use crate::blocks::{self, Control};

pub use give::{GavePlayed, GivePlan, GiveReport, give};
pub use page::{give_page, page};
pub use plan::{Candidate, Effect, How, Instead, LeftOut, Plan, Whose, WhyNot};
pub use report::{CardReport, FEWEST_LENGTHS, FaultReport, LeftOutReport, Length, Report};
pub use sums::{CardSums, FailedPair, Sums};
use worker::Player;

/// Pairs of each card that are handed out at once: what waits to be played takes no more memory than these.
const ROUND: u64 = 10_000;

/// What was played.
#[derive(Debug, Clone)]
pub struct Played {
    /// Summed up.
    pub sums: Sums,
    /// Not all pairs were, for somebody stopped it.
    pub stopped: bool,
    /// Threads that played.
    pub threads: u64,
}

/// Plays the pairs of all cards of a plan. `done` of the control is told games.
pub fn impact(plan: &Plan<'_>, control: &Control<'_>) -> Played {
    let (mut sums, mut threads) = (Sums::new(plan.cards.len()), 0);
    let here = plan.pairs_here();
    let mut first = here.start;
    while first < here.end && !control.stopped() {
        let end = here.end.min(first + ROUND);
        let (more, count) = round(plan, first..end, control);
        sums.add_up(more);
        threads = threads.max(count);
        first = end;
    }
    let stopped = 2 * sums.pairs() < plan.games();
    Played { sums, stopped, threads }
}

fn round(plan: &Plan<'_>, pairs: Range<u64>, control: &Control<'_>) -> (Sums, u64) {
    let (jobs, setup) = (pairs::jobs(plan, &pairs), plan.setup.in_streams());
    // progress is told game by game, by who plays them
    let quiet = Control { done: &|_| {}, ..*control };
    blocks::run(0..jobs.len() as u64, 1, &quiet, || Player::new(plan, &setup, control, &jobs))
}

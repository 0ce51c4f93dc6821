//! Many games, summed up.

mod branches;
mod cells;
mod detail;
mod page;
mod plan;
mod report;
mod rows;
mod subject;
mod sums;
mod worker;

use std::ops::Range;

use crate::blocks::{self, Control, InOrder};
pub use crate::log::LogSink;

pub use branches::{Branch, Nested};
pub use cells::Cell;
pub(crate) use detail::Detail;
pub use detail::{CardSums, ChoiceSums, DetailSums, Seen};
pub use page::page;
pub use plan::Plan;
pub use report::{
    BotReport, EndReport, FaultReport, Report, ResultsReport, ScoreReport, SeatReport, Speed, Spread,
    StatisticReport, TeamReport,
};
pub use rows::{CardRow, ChoiceRow, DetailReport, LeadReport, Never, Others, Row};
pub use subject::{Names, Subject, Team};
pub use sums::{SeatSums, StatisticSums, Stopped, Sums, TeamSums};
use worker::Player;

/// Deals that a thread takes at once: random ones …
const BLOCK: u64 = 64;
/// … and those that somebody thinks about, or looks at.
const SLOW_BLOCK: u64 = 4;
/// So many deals are played first. If the same rule fails in all of them, the others are not played.
const TRIED: u64 = 10;

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
pub fn simulate(plan: &Plan<'_>, control: &Control<'_>, mut log: Option<LogSink<'_>>) -> Played {
    let all = plan.deals_here();
    let first = all.start..all.end.min(all.start + TRIED);
    let tried = (first.end - first.start) * plan.turns();
    let (mut sums, mut threads) = play(plan, first.clone(), 1, control, &mut log);
    let hopeless = first.end < all.end && sums.failed == tried && sums.one_rule_failed();
    if !hopeless && !control.stopped() && first.end < all.end {
        let block = if plan.looks() || log.is_some() { SLOW_BLOCK } else { BLOCK };
        let (others, more) = play(plan, first.end..all.end, block, control, &mut log);
        sums.merge(&others);
        threads = threads.max(more);
    }
    let missing = sums.played() < plan.games_here();
    let ended = match (missing, hopeless) {
        (false, _) => Ended::Whole,
        (true, true) => Ended::SameFault,
        (true, false) => Ended::Stopped,
    };
    Played { sums, ended, threads }
}

fn play(
    plan: &Plan<'_>,
    deals: Range<u64>,
    block: u64,
    control: &Control<'_>,
    log: &mut Option<LogSink<'_>>,
) -> (Sums, u64) {
    #[allow(
        clippy::redundant_closure,
        reason = "without it the sink would be lent for as long as the caller has it"
    )]
    let order = log.as_deref_mut().map(|sink| InOrder::new(sink));
    blocks::run(deals, block, control, || Player::new(plan, control, order.as_ref()))
}

//! Simulation: plays many games and sums the results.

mod branches;
mod cells;
mod detail;
mod forfeits;
mod page;
mod plan;
mod report;
mod rows;
mod subject;
mod sums;
mod worker;

use std::ops::Range;

use crate::add_up::AddUp;
use crate::blocks::{self, Control, InOrder};
pub use crate::experiment::Ended;
use crate::experiment::{self, Experiment, Work, run_and_setup};
pub use crate::log::LogSink;
use crate::report::{Changes, Timing};

pub(crate) use branches::BranchCounter;
pub use branches::{Branch, Nested};
pub(crate) use detail::Detail;
pub use detail::{CardSums, ChoiceSums, DetailSums, LARGE_NUMBER, Seen};
pub use forfeits::{Forfeit, Forfeits};
pub use page::page;
pub use plan::SimulatePlan;
pub use report::{
    BotReport, EndReport, HistogramReport, ResultsReport, SeatReport, SimulateReport, Speed, Spread,
    StatisticReport, TeamReport,
};
pub use rows::{CardRow, ChoiceRow, DetailReport, LeadReport, Never, Others, Row};
pub use subject::{Names, Subject, Team};
pub use sums::{SeatSums, StatisticSums, Stopped, Sums, TeamSums};
use worker::SimulatePlayer;

/// Number of deals that a thread claims at a time, for random players without observers.
const BLOCK: u64 = 64;
/// Number of deals that a thread claims at a time, for bots or with observers.
const SLOW_BLOCK: u64 = 4;
/// Numbers of deals after which a run is aborted: if the same rule failed or a bot forfeited in all of them, or
/// if `ENDLESS` games did not end.
const TRIED: [u64; 2] = [2, 10];
const ENDLESS: u64 = 2;

/// Result of a run before it is reported.
pub type Played = experiment::Played<Sums>;

impl Experiment for SimulatePlan<'_> {
    type Sums = Sums;
    type Report = SimulateReport;

    run_and_setup!(self => self.setup);

    fn work(&self) -> Work {
        Work { all: self.games_here(), of_unit: self.turns() }
    }

    fn play(&self, control: &Control<'_>, log: Option<LogSink<'_>>) -> Played {
        simulate(self, control, log)
    }

    fn report(&self, changes: Changes, played: &Played, timing: Option<Timing>) -> SimulateReport {
        let speed = timing.map(|timing| Speed::new(&played.sums, timing));
        SimulateReport::new(&Subject::new(self, changes), &played.sums, speed)
    }
}

/// Plays the games of a plan: a few first, and the rest unless the first ones show that the run is hopeless.
pub fn simulate(plan: &SimulatePlan<'_>, control: &Control<'_>, mut log: Option<LogSink<'_>>) -> Played {
    let all = plan.deals_here();
    let mut sums = Sums::new(plan.setup, plan.run.bots.len());
    let (mut at, mut threads) = (all.start, 1);
    let usual = if plan.run.inspects_positions() || log.is_some() { SLOW_BLOCK } else { BLOCK };
    let mut run = |sums: &mut Sums, from: u64, to: u64, block: u64| {
        let (more, used) = play(plan, from..to, block, control, &mut log);
        sums.add_up(more);
        threads = threads.max(used);
    };
    let mut hopeless = None;
    for tried in TRIED {
        let end = all.end.min(all.start + tried);
        if at < end && hopeless.is_none() && !control.is_stopped() {
            run(&mut sums, at, end, 1);
            at = end;
            hopeless = why_hopeless(&sums, (at - all.start) * plan.turns());
        }
    }
    let hopeless = hopeless.filter(|_| at < all.end);
    if hopeless.is_none() && !control.is_stopped() && at < all.end {
        run(&mut sums, at, all.end, usual);
    }
    let missing = sums.played() < plan.games_here();
    let ended = match hopeless.filter(|_| missing) {
        Some(why) => why,
        None if missing => Ended::Stopped,
        None => Ended::Whole,
    };
    Played { sums, ended, threads }
}

/// Returns the reason if further games would have no result.
fn why_hopeless(sums: &Sums, tried: u64) -> Option<Ended> {
    let endless = sums.endless();
    if endless >= ENDLESS {
        return Some(Ended::Endless(endless));
    }
    if tried < TRIED[1] {
        return None;
    }
    let all_failed = sums.failed == tried && sums.one_rule_failed();
    let all_forfeited = (sums.forfeits.games == tried).then_some(Ended::Forfeits);
    if all_failed { Some(Ended::SameFault) } else { all_forfeited }
}

fn play(
    plan: &SimulatePlan<'_>,
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
    blocks::run(deals, block, control, || SimulatePlayer::new(plan, control, order.as_ref()))
}

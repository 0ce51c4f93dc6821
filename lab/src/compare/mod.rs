//! Compares two rulesets, or a ruleset and a changed copy, by paired games.
//!
//! Both games of a pair have the same seed. Pairs are played until each seat has a verdict: it wins more
//! often, less often, or equally often within a margin. Random numbers come in streams, so both games of a
//! pair share as much chance as the change permits. Pairs are played in batches of fixed sizes, with an
//! interim analysis after each. The intervals are valid at all analyses together.

mod both;
mod cards;
mod estimate;
mod page;
mod pair;
mod report;
mod tally;

use std::ops::Range;

use ludex::{Ruleset, Setup};
use ludex_bots::BotSpec;

use crate::add_up::List;
use crate::blocks::{self, Control, InOrder};
pub use crate::experiment::Ended;
use crate::experiment::{self, Experiment, RunConfig, Work, run_and_setup};
use crate::game::VICTORY;
pub use crate::log::LogSink;
use crate::report::{Changes, Made, Timing};
use crate::shard::Counts;
pub use cards::{CardReport, Change};
pub use page::page;
use pair::PairPlayer;
pub use pair::{FailedPair, Pair, Side};
pub use report::{CompareReport, SeatComparison, SideReport, Two, Written};
pub use tally::Tally;

/// Minimum number of pairs between two interim analyses.
const FEWEST: u64 = 50;
/// Maximum number of pairs between two interim analyses.
const MOST: u64 = 10_000;
/// Between these limits, a batch is this fraction of the pairs played so far: 1/16.
const PART: u64 = 16;
/// Number of pairs that a thread claims at a time.
const BLOCK: u64 = 8;

/// Configuration of a comparison.
#[derive(Debug, Clone)]
pub struct ComparePlan {
    /// Maximum number of pairs.
    pub most: u64,
    /// Bots and settings of the run, and the part of it to play.
    pub run: RunConfig,
    /// Bots of the variant if they differ: the same bots by number and name, but trained on the variant.
    pub variant_bots: Option<Vec<BotSpec>>,
    /// Smallest difference that counts, as a share of the wins (0 to 1) or in points.
    pub margin: f64,
    /// Changes and revision of each side as requested by the user.
    pub written: [Written; 2],
    setups: [Setup; 2],
}

impl ComparePlan {
    /// Creates a plan with random players and a margin of 0.01. Returns `None` if the numbers of players
    /// differ.
    pub fn new(base: &Setup, variant: &Setup, most: u64, seed: u64) -> Option<ComparePlan> {
        let setups = [base.in_streams(), variant.in_streams()];
        let (run, written) = (RunConfig::new(seed), Default::default());
        let plan = Self { most, run, variant_bots: None, margin: 0.01, written, setups };
        (base.players() == variant.players()).then_some(plan)
    }

    /// Returns the setup of a side.
    pub fn setup(&self, side: Side) -> &Setup {
        &self.setups[side as usize]
    }

    /// Returns the number of players.
    pub fn players(&self) -> u8 {
        self.setups[0].players()
    }

    /// Returns the maximum victory of a seat in all games of a pair, in units of `VICTORY`.
    fn whole(&self) -> i64 {
        VICTORY * self.turns() as i64
    }

    /// Returns the bots of a side, by seat.
    pub(super) fn seated_at(&self, side: Side) -> Vec<BotSpec> {
        match self.variant_bots.clone().filter(|_| side == Side::Variant) {
            Some(bots) => RunConfig { bots, ..self.run.clone() }.seated(self.players(), 0),
            None => self.run.seated(self.players(), 0),
        }
    }

    /// Returns the total number of pairs at the next interim analysis.
    fn look_after(&self, played: u64) -> u64 {
        self.most.min(played + (played / PART).clamp(FEWEST, MOST))
    }
}

/// Result of a comparison before it is reported.
pub type Played = experiment::Played<Tally>;

impl Experiment for ComparePlan {
    type Sums = Tally;
    type Report = CompareReport;

    run_and_setup!(self => &self.setups[0]);

    fn rules(&self) -> Vec<&Ruleset> {
        self.setups.iter().map(Setup::ruleset).collect()
    }

    /// Lists the bots of the base first.
    fn made(&self) -> Made {
        let variant = self.variant_bots.as_ref().unwrap_or(&self.run.bots);
        let [base, changed] = &self.setups;
        Made::for_bots([(&*self.run.bots, base, "the base"), (variant, changed, "the variant")])
    }

    fn work(&self) -> Work {
        let games = 2 * self.turns();
        Work { all: self.most.saturating_mul(games), of_unit: games }
    }

    fn play(&self, control: &Control<'_>, log: Option<LogSink<'_>>) -> Played {
        compare(self, control, log)
    }

    /// Plays all pairs of the part. Early stopping is decided only when all parts are merged.
    fn part(&self, control: &Control<'_>, mut log: Option<LogSink<'_>>) -> Option<(Counts, bool)> {
        let (mut pairs, _) = play(self, self.run.part_of(self.most), control, &mut log);
        pairs.sort_unstable_by_key(|pair| pair.number);
        (!control.is_stopped()).then_some((Counts::Compare(pairs), true))
    }

    /// Uses pairs in order until a verdict is reached.
    fn merged(&self, counts: Counts) -> Option<Played> {
        let Counts::Compare(pairs) = counts else { return None };
        Some(compared(self, |wanted| {
            let is_wanted = |pair: &&Pair| wanted.contains(&pair.number);
            Some((pairs.iter().filter(is_wanted).cloned().collect(), 0))
        }))
    }

    fn report(&self, _changes: Changes, played: &Played, timing: Option<Timing>) -> CompareReport {
        CompareReport::new(self, self.written.clone(), played, timing)
    }
}

/// Plays pairs until each seat has a verdict or the maximum is reached. The log has a line for each game; the
/// base's game comes first in each pair.
pub fn compare(plan: &ComparePlan, control: &Control<'_>, mut log: Option<LogSink<'_>>) -> Played {
    compared(plan, |pairs| {
        let (pairs, threads) = play(plan, pairs, control, &mut log);
        (!control.is_stopped()).then_some((pairs, threads))
    })
}

fn compared(plan: &ComparePlan, mut play: impl FnMut(Range<u64>) -> Option<(Vec<Pair>, u64)>) -> Played {
    let (mut tally, mut threads, mut played) = (Tally::new(plan), 0, 0);
    let ended = loop {
        if tally.is_decided() {
            break Ended::Decided;
        } else if played == plan.most {
            break Ended::Whole;
        } else if played > 0 && tally.pairs == 0 {
            break Ended::Failed;
        }
        let next = plan.look_after(played);
        let Some((mut pairs, used)) = play(played..next) else { break Ended::Stopped };
        pairs.sort_unstable_by_key(|pair| pair.number);
        pairs.into_iter().for_each(|pair| tally.add(pair));
        tally.analyse();
        (played, threads) = (next, threads.max(used));
    };
    Played { sums: tally, ended, threads }
}

fn play(
    plan: &ComparePlan,
    pairs: Range<u64>,
    control: &Control<'_>,
    log: &mut Option<LogSink<'_>>,
) -> (Vec<Pair>, u64) {
    #[allow(
        clippy::redundant_closure,
        reason = "without it the sink would be lent for as long as the caller has it"
    )]
    let order = log.as_deref_mut().map(|sink| InOrder::new(sink));
    let (List(pairs), threads) =
        blocks::run(pairs, BLOCK, control, || PairPlayer::new(plan, control, order.as_ref()));
    (pairs, threads)
}

//! Two rulesets, or a ruleset and the same one changed: pairs of games with the same seed, until it is known for each seat whether it wins
//! more often, less often, or as often but for a margin.
//!
//! Chance comes in streams, so that the two games of a pair have as much of it in common as the change allows. Pairs are played in
//! batches whose sizes are fixed; after each it is looked whether that is enough, with an interval that holds at all looks together.

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
use pair::Player;
pub use pair::{Failed, Pair, Side};
pub use report::{Report, SeatReport, SideReport, Two, Written};
pub use tally::Tally;

/// Pairs between two looks: at least so many, …
const FEWEST: u64 = 50;
/// … at most so many, …
const MOST: u64 = 10_000;
/// … and else this part of those that were played.
const PART: u64 = 16;
/// Pairs that a thread takes at once.
const BLOCK: u64 = 8;

/// Which pairs of games are played.
#[derive(Debug, Clone)]
pub struct Plan {
    /// Most pairs.
    pub most: u64,
    /// Who plays, and which part.
    pub run: RunConfig,
    /// Who plays the variant, where it is not the same: as many, by the same names, who learnt this world instead of the other.
    pub variant_bots: Option<Vec<BotSpec>>,
    /// A difference below this is none: a share of 1 of the wins, or points.
    pub margin: f64,
    /// How each side was asked for.
    pub written: [Written; 2],
    setups: [Setup; 2],
}

impl Plan {
    /// Pairs of random games, where a difference below one in a hundred is none. Nothing if the two are not for the same number of players.
    pub fn new(base: &Setup, variant: &Setup, most: u64, seed: u64) -> Option<Plan> {
        let setups = [base.in_streams(), variant.in_streams()];
        let (run, written) = (RunConfig::new(seed), Default::default());
        let plan = Self { most, run, variant_bots: None, margin: 0.01, written, setups };
        (base.players() == variant.players()).then_some(plan)
    }

    /// What a side plays with.
    pub fn setup(&self, side: Side) -> &Setup {
        &self.setups[side as usize]
    }

    /// How many play.
    pub fn players(&self) -> u8 {
        self.setups[0].players()
    }

    /// All wins of a side in a pair, in parts of a victory.
    fn whole(&self) -> i64 {
        VICTORY * self.turns() as i64
    }

    /// The bots of all seats of a side.
    pub(super) fn seated_at(&self, side: Side) -> Vec<BotSpec> {
        match self.variant_bots.clone().filter(|_| side == Side::Variant) {
            Some(bots) => RunConfig { bots, ..self.run.clone() }.seated(self.players(), 0),
            None => self.run.seated(self.players(), 0),
        }
    }

    /// How many pairs are played when it is looked next.
    fn look_after(&self, played: u64) -> u64 {
        self.most.min(played + (played / PART).clamp(FEWEST, MOST))
    }
}

/// What was played.
pub type Played = experiment::Played<Tally>;

impl Experiment for Plan {
    type Sums = Tally;
    type Report = Report;

    run_and_setup!(self => &self.setups[0]);

    fn rules(&self) -> Vec<&Ruleset> {
        self.setups.iter().map(Setup::ruleset).collect()
    }

    /// Those of the base first.
    fn made(&self) -> Made {
        let variant = self.variant_bots.as_ref().unwrap_or(&self.run.bots);
        let [base, changed] = &self.setups;
        Made::of([(&*self.run.bots, base, "the base"), (variant, changed, "the variant")])
    }

    fn work(&self) -> Work {
        let games = 2 * self.turns();
        Work { all: self.most.saturating_mul(games), of_unit: games }
    }

    fn play(&self, control: &Control<'_>, log: Option<LogSink<'_>>) -> Played {
        compare(self, control, log)
    }

    /// All pairs of the part, however soon they would be enough: that is seen when all parts are there.
    fn part(&self, control: &Control<'_>, mut log: Option<LogSink<'_>>) -> Option<(Counts, bool)> {
        let (mut pairs, _) = play(self, self.run.part_of(self.most), control, &mut log);
        pairs.sort_unstable_by_key(|pair| pair.number);
        (!control.stopped()).then_some((Counts::Compare(pairs), true))
    }

    /// As many of the pairs of all parts as are enough.
    fn merged(&self, counts: Counts) -> Option<Played> {
        let Counts::Compare(pairs) = counts else { return None };
        Some(compared(self, |wanted| {
            let is_wanted = |pair: &&Pair| wanted.contains(&pair.number);
            Some((pairs.iter().filter(is_wanted).cloned().collect(), 0))
        }))
    }

    fn report(&self, _changes: Changes, played: &Played, timing: Option<Timing>) -> Report {
        Report::new(self, self.written.clone(), played, timing)
    }
}

/// Plays pairs until it is known what they say, or there were enough. The log has a line for each game: of each pair the base's, then the
/// variant's.
pub fn compare(plan: &Plan, control: &Control<'_>, mut log: Option<LogSink<'_>>) -> Played {
    compared(plan, |pairs| {
        let (pairs, threads) = play(plan, pairs, control, &mut log);
        (!control.stopped()).then_some((pairs, threads))
    })
}

fn compared(plan: &Plan, mut play: impl FnMut(Range<u64>) -> Option<(Vec<Pair>, u64)>) -> Played {
    let (mut tally, mut threads, mut played) = (Tally::new(plan), 0, 0);
    let ended = loop {
        if tally.decided() {
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
        tally.look();
        (played, threads) = (next, threads.max(used));
    };
    Played { sums: tally, ended, threads }
}

fn play(
    plan: &Plan,
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
        blocks::run(pairs, BLOCK, control, || Player::new(plan, control, order.as_ref()));
    (pairs, threads)
}

//! Two rulesets, or a ruleset and the same one changed: pairs of games with the same seed, until it is known for each seat whether it wins
//! more often, less often, or as often but for a margin.
//!
//! Chance comes in streams, so that the two games of a pair have as much of it in common as the change allows. Pairs are played in
//! batches whose sizes are fixed; after each it is looked whether that is enough, with an interval that holds at all looks together.

mod both;
mod cards;
mod known;
mod page;
mod pair;
mod report;
mod tally;

use std::ops::Range;

use ludex::Setup;
use ludex::bots::{BotSpec, Tools};

use crate::add_up::List;
use crate::blocks::{self, Control, InOrder};
use crate::game::VICTORY;
pub use crate::log::LogSink;
use crate::report::Made;
use crate::shard::Shard;
use crate::{By, paired, splitmix64};
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
#[derive(Clone)]
pub struct Plan {
    /// Most pairs.
    pub most: u64,
    /// The seed that each pair derives its own from.
    pub seed: u64,
    /// Who plays, by seat; the last one has all seats that are left.
    pub bots: Vec<BotSpec>,
    /// Who plays the variant, where it is not the same: as many, by the same names, who learnt this world instead of the other.
    pub variant_bots: Option<Vec<BotSpec>>,
    /// What the bots are given to work with.
    pub tools: Tools,
    /// Each pair is played from each turn of the bots.
    pub rotate: bool,
    /// What counts at the end of a game.
    pub by: By,
    /// A difference below this is none: a share of 1 of the wins, or points.
    pub margin: f64,
    /// Also what changed for each card is counted, which needs a look at every position.
    pub detail: bool,
    setups: [Setup; 2],
}

impl std::fmt::Debug for Plan {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let mut plan = f.debug_struct("Plan");
        plan.field("most", &self.most).field("seed", &self.seed).field("bots", &self.bots);
        plan.field("rotate", &self.rotate).field("margin", &self.margin).finish_non_exhaustive()
    }
}

impl Plan {
    /// Pairs of random games, where a difference below one in a hundred is none. Nothing if the two are not for the same number of players.
    pub fn new(base: &Setup, variant: &Setup, most: u64, seed: u64) -> Option<Plan> {
        let setups = [base.in_streams(), variant.in_streams()];
        let (bots, tools) = (vec![BotSpec::Random], Tools::default());
        let by = By::Win;
        let plan = Self {
            most,
            seed,
            bots,
            variant_bots: None,
            tools,
            rotate: false,
            by,
            margin: 0.01,
            detail: false,
            setups,
        };
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

    /// How often each side plays a pair. Bots that are all the same need no turning.
    pub fn turns(&self) -> u64 {
        paired::turns(&self.bots, self.players(), self.rotate)
    }

    /// All wins of a side in a pair, in parts of a victory.
    fn whole(&self) -> i64 {
        VICTORY * self.turns() as i64
    }

    /// The seed of a pair.
    pub fn seed_of(&self, pair: u64) -> u64 {
        splitmix64(self.seed, pair)
    }

    /// The bots of all seats in a turn.
    pub fn seated(&self, turn: u64) -> Vec<BotSpec> {
        paired::seated(&self.bots, self.players(), turn)
    }

    /// The bots of all seats of a side.
    pub(super) fn seated_at(&self, side: Side) -> Vec<BotSpec> {
        let own = self.variant_bots.as_ref().filter(|_| side == Side::Variant);
        paired::seated(own.unwrap_or(&self.bots), self.players(), 0)
    }

    /// Who plays, with which weights: those of the base first.
    pub fn made(&self) -> Made {
        let variant = self.variant_bots.as_ref().unwrap_or(&self.bots);
        let [base, changed] = &self.setups;
        Made::of([(&*self.bots, base, "the base"), (variant, changed, "the variant")])
    }

    /// Whether every position is looked at: where it was asked for, or where bots take longer anyway.
    pub fn looks(&self) -> bool {
        self.detail || self.bots.iter().any(|bot| *bot != BotSpec::Random)
    }

    /// How many pairs are played when it is looked next.
    fn look_after(&self, played: u64) -> u64 {
        self.most.min(played + (played / PART).clamp(FEWEST, MOST))
    }
}

/// Why no more pairs were played.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ended {
    /// Every seat is decided.
    Decided,
    /// There were as many as there may be.
    Most,
    /// A rule failed in all of the first.
    Failed,
    /// Somebody stopped it; pairs after the last look do not count.
    Stopped,
}

/// What was played.
#[derive(Debug, Clone)]
pub struct Compared {
    /// Summed up.
    pub tally: Tally,
    /// Why it ended.
    pub ended: Ended,
    /// Threads that played.
    pub threads: u64,
}

/// Plays pairs until it is known what they say, or there were enough. The log has a line for each game: of each pair the base's, then the
/// variant's.
pub fn compare(plan: &Plan, control: &Control<'_>, mut log: Option<LogSink<'_>>) -> Compared {
    compared(plan, |pairs| {
        let (pairs, threads) = play(plan, pairs, control, &mut log);
        (!control.stopped()).then_some((pairs, threads))
    })
}

/// Plays all pairs of a part, however soon they would be enough: that is seen when all parts are there. Nothing if it was stopped.
pub fn part(
    plan: &Plan,
    shard: Shard,
    control: &Control<'_>,
    mut log: Option<LogSink<'_>>,
) -> Option<Vec<Pair>> {
    let (mut pairs, _) = play(plan, shard.part(plan.most), control, &mut log);
    pairs.sort_unstable_by_key(|pair| pair.number);
    (!control.stopped()).then_some(pairs)
}

/// What the pairs of all parts say: as many of them as are enough.
pub fn merged(plan: &Plan, pairs: &[Pair]) -> Compared {
    compared(plan, |wanted| {
        let is_wanted = |pair: &&Pair| wanted.contains(&pair.number);
        Some((pairs.iter().filter(is_wanted).cloned().collect(), 0))
    })
}

fn compared(plan: &Plan, mut play: impl FnMut(Range<u64>) -> Option<(Vec<Pair>, u64)>) -> Compared {
    let (mut tally, mut threads, mut played) = (Tally::new(plan), 0, 0);
    let ended = loop {
        if tally.decided() {
            break Ended::Decided;
        } else if played == plan.most {
            break Ended::Most;
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
    Compared { tally, ended, threads }
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

//! What changed cards do for the one player who has them, against the same player with the cards as they were.

use ludex::bots::{BotSpec, Tools};
use ludex::variants::Given;
use ludex::{Ruleset, Seat, Setup};
use serde::Serialize;

use super::report::{Length, interval, length, mean};
use super::sums::{CardSums, End, FailedPair, Sums};
use crate::By;
use crate::blocks::{self, Control, Worker};
use crate::game::NoOutcome;
use crate::names::Names;
use crate::report::{Changes, Head, Made, Timing, listed, wanted, who_played};
use crate::splitmix64;
use crate::stats::Interval;
use crate::table::Table;

/// Pairs that a thread takes at once.
const BLOCK: u64 = 8;

/// Which pairs are played, and by whom.
#[derive(Clone)]
pub struct GivePlan<'a> {
    /// Nobody has the changed cards, and one player has.
    pub worlds: &'a [Setup; 2],
    /// Who has them.
    pub seat: Seat,
    /// Pairs of games.
    pub pairs: u64,
    /// What counts.
    pub by: By,
    /// The seed that each pair derives its own from.
    pub seed: u64,
    /// Who plays, a bot for each seat.
    pub bots: Vec<BotSpec>,
    /// What the bots are given to work with.
    pub tools: Tools,
}

impl std::fmt::Debug for GivePlan<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let mut plan = f.debug_struct("GivePlan");
        plan.field("seat", &self.seat).field("pairs", &self.pairs).field("by", &self.by);
        plan.field("seed", &self.seed).field("bots", &self.bots).finish_non_exhaustive()
    }
}

/// What was played.
#[derive(Debug, Clone)]
pub struct GavePlayed {
    /// Summed up: the player's share of the victory with the changed cards less that without, or its score.
    pub sums: CardSums,
    /// Pairs in which a rule failed.
    pub failed: u64,
    /// The first of these.
    pub faults: Vec<FailedPair>,
    /// Not all pairs were played, for somebody stopped it.
    pub stopped: bool,
    /// Threads that played.
    pub threads: u64,
}

/// Plays the pairs.
pub fn give(plan: &GivePlan<'_>, control: &Control<'_>) -> GavePlayed {
    let (mut sums, threads) = blocks::run(0..plan.pairs, BLOCK, control, || Giver::new(plan, control));
    let stopped = sums.pairs() < plan.pairs;
    GavePlayed {
        sums: sums.cards.remove(0),
        failed: sums.failed,
        faults: sums.faults.to_vec(),
        stopped,
        threads,
    }
}

struct Giver<'a> {
    plan: &'a GivePlan<'a>,
    control: &'a Control<'a>,
    sums: Sums,
}

impl<'a> Giver<'a> {
    fn new(plan: &'a GivePlan<'a>, control: &'a Control<'a>) -> Self {
        Giver { plan, control, sums: Sums::new(1) }
    }

    fn ends(&self, seed: u64) -> Result<[End; 2], (NoOutcome, bool)> {
        let stop = || self.control.stopped();
        let play = |world: usize| {
            let plan = self.plan;
            let mut table = Table::new(&plan.worlds[world], &plan.bots, &plan.tools);
            let end = table.restricted(seed, &mut |_, _| {}, &stop).map_err(|why| (why, world == 0));
            end.map(|end| End::of(end, plan.seat, plan.by))
        };
        Ok([play(0)?, play(1)?])
    }
}

impl Worker for Giver<'_> {
    type Sums = Sums;

    fn unit(&mut self, pair: u64) {
        let (seed, seat) = (splitmix64(self.plan.seed, pair), self.plan.seat);
        match self.ends(seed) {
            Ok([without, with]) => {
                self.sums.cards[0].count(with, without);
            }
            Err((NoOutcome::Stopped, _)) => {}
            Err((NoOutcome::Fault(fault), as_written)) => {
                let failed = FailedPair::new(pair, 0, (Some(seat), None), seed);
                let failed = failed.because(&self.plan.worlds[usize::from(!as_written)], &fault);
                self.sums.fail(FailedPair { as_written, ..failed });
            }
        }
    }

    fn sums(self) -> Sums {
        self.sums
    }
}

/// What changed cards do for the one player who has them.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct GiveReport {
    /// The format of this document.
    pub version: u32,
    /// The game.
    #[serde(flatten)]
    pub head: Head,
    /// Who has the changed cards: the seat's number from 1.
    pub seat: u8,
    /// These cards, as the ruleset writes them.
    pub given: Vec<String>,
    /// The bots, by seat.
    pub bots: Vec<String>,
    /// Who played, in words, and what that means.
    pub who: String,
    /// What counts: `score` or `win`.
    pub by: By,
    /// The seed of all.
    pub seed: u64,
    /// Games that count.
    pub games: u64,
    /// Not there where it was not asked for.
    #[serde(flatten)]
    pub timing: Option<Timing>,
    /// The player's win rate with the changed cards less that without, in percentage points, or its score; nothing without pairs.
    pub impact: Option<f64>,
    /// Its 95 % interval.
    pub ci95: Interval,
    /// Pairs that count.
    pub times: u64,
    /// How much longer games are with them; nothing with fewer than two pairs.
    pub length: Option<Length>,
    /// Pairs in which a rule failed.
    pub failed: u64,
    /// The seeds of the first of these.
    pub failed_seeds: Vec<u64>,
}

impl GiveReport {
    /// From what was played.
    pub fn new(
        (changed, given): (&Ruleset, &Given),
        plan: &GivePlan<'_>,
        changes: Changes,
        played: &GavePlayed,
        timing: Option<Timing>,
    ) -> GiveReport {
        let sums = &played.sums.impact;
        let measure = (plan.by, &plan.worlds[0]);
        let [without, with] = plan.worlds;
        let made = Made::of([(&*plan.bots, without, ""), (&plan.bots, with, "the changed game")]);
        let wants = wanted(without, &plan.bots);
        GiveReport {
            version: ludex::JSON_VERSION,
            who: who_played(&listed(&plan.bots), wants.as_deref(), &made),
            head: Head::of(changed, without.players(), changes, made),
            seat: plan.seat.number() + 1,
            given: given.cards().map(str::to_owned).collect(),
            bots: listed(&plan.bots),
            by: plan.by,
            seed: plan.seed,
            games: 2 * sums.n,
            timing,
            impact: mean(sums, measure),
            ci95: interval(sums, measure, 1),
            times: sums.n,
            length: length(&played.sums),
            failed: played.failed,
            failed_seeds: played.faults.iter().map(|fault| fault.seed).collect(),
        }
    }

    /// What its impact is, as a part of a sentence.
    pub fn meaning(&self, names: &Names) -> String {
        let seat = names.numbered_seat(self.seat);
        let what = match self.by {
            By::Win => format!("how much more often {seat} wins, in percentage points,"),
            By::Score => format!("how many points more {seat} scores"),
        };
        format!("{what} if it alone has the changed cards, than if nobody has")
    }
}

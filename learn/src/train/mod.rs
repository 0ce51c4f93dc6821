//! Learning to play a ruleset from games against itself.
//!
//! The policy plays [`BATCH`] games, some of them against what it was before; then picks that went better than was thought become likelier. A
//! second network, which sees all cards, says what was thought; a search uses it to judge its tries. The same plan gives the same bytes with any
//! number of threads: batches have a fixed size, and sums are added up in the order of their games.

mod chain;
mod episode;
mod learner;
mod logarithm;
mod measure;
mod net;
mod report;

use std::collections::BTreeSet;

use crate::{Encoder, Learnt, Returns, SameKey, Weights};
use episode::{Episode, SelfPlay, Sides};
use learner::{BatchParams, Scratch};
use ludex::{Setup, for_each_parallel, on_threads};
use ludex_bots::policy::About;
use ludex_lab::blocks::Control;
use ludex_lab::splitmix64;
use net::{Adam, Gradient, Net};

pub use measure::{RIVALS, measure};
pub use report::{Report, StrengthReport};

/// Games of a batch, and how many of them change the network together; these are cut into parts, whose sums are added up in order.
pub const BATCH: u64 = 32;
const TOGETHER: usize = 8;
const PARTS: usize = 4;
/// How far what comes after a pick counts for it.
const LAMBDA: f32 = 0.9;
/// The first step size. It and the entropy fall to a tenth.
const RATE: f32 = 0.001;
/// One of so many games is against the past, of which so many are kept.
const AGAINST_PAST: u64 = 4;
const KEPT: usize = 8;

/// What is to be learnt.
#[derive(Debug, Clone)]
pub struct Plan<'a> {
    /// What is played.
    pub setup: &'a Setup,
    /// How many games.
    pub games: u64,
    /// From it follows everything.
    pub seed: u64,
    /// Weights to begin with.
    pub from: Option<&'a Weights>,
}

/// What was learnt.
#[derive(Debug, Clone)]
pub struct Trained {
    /// The weights.
    pub weights: Weights,
    /// Games that were played for them now.
    pub games: u64,
    /// How many of them ended in a fault, or took too long, and taught nothing.
    pub failed: u64,
    /// It was stopped before all games were played.
    pub stopped: bool,
    /// Rows of the encoder, and how many of them were ever met.
    pub rows: [usize; 2],
}

struct Learner<'a> {
    plan: &'a Plan<'a>,
    encoder: &'a Encoder,
    net: Net,
    adam: Adam,
    judge: Net,
    judge_adam: Adam,
    past: Vec<Net>,
    returns: Returns,
    failed: u64,
}

/// Learns until all games are played or somebody stops it.
///
/// # Errors
/// The rows of the ruleset can't be told apart.
pub fn train(plan: &Plan<'_>, control: &Control<'_>) -> Result<Trained, SameKey> {
    let encoder = Encoder::new(plan.setup)?;
    let keys = encoder.keys();
    let [of_policy, of_judge] = match plan.from.map(Weights::learnt) {
        Some(learnt) => learnt.map(Some),
        None => [None, None],
    };
    let (net, adam) = begin(keys, of_policy.as_ref(), || Net::new(keys, plan.seed));
    let (judge, judge_adam) =
        begin(keys, of_judge.as_ref(), || Net::value_net(keys, splitmix64(plan.seed, 7)));
    let ends = plan.from.map(Weights::ends);
    let returns = ends.map_or_else(|| Returns::new(plan.setup), |ends| Returns::after(ends, plan.setup));
    let (encoder, past, failed) = (&encoder, Vec::new(), 0);
    let mut learner = Learner { plan, encoder, net, adam, judge, judge_adam, past, returns, failed };
    let games = learner.learn(control);
    let about = learner.about(games);
    let policy = learner.net.learnt(keys, &learner.adam.is_used);
    let judge = learner.judge.learnt(keys, &learner.judge_adam.is_used);
    let weights = Weights::new(about, [&policy, &judge], learner.returns.ends().clone());
    let weights = weights.weighing_picks(plan.from.is_none_or(Weights::weighs_picks));
    let used = learner.adam.is_used.iter().filter(|used| **used).count();
    let (failed, stopped) = (learner.failed, games < plan.games);
    Ok(Trained { weights, games, failed, stopped, rows: [keys.len(), used] })
}

/// A network as it was learnt, or a new one, and what changes it.
fn begin(keys: &[u64], learnt: Option<&Learnt>, new: impl FnOnce() -> Net) -> (Net, Adam) {
    let mut adam = Adam::new(keys.len());
    let Some(learnt) = learnt else { return (new(), adam) };
    let known: BTreeSet<u64> = learnt.rows.iter().map(|(key, _)| *key).collect();
    adam.is_used = keys.iter().map(|key| known.contains(key)).collect();
    (Net::from_learnt(keys, learnt), adam)
}

impl Learner<'_> {
    fn about(&self, games: u64) -> About {
        let mut about = About::new(self.plan.setup, self.plan.seed);
        about.games = games + self.plan.from.map_or(0, |from| from.about().games);
        about
    }

    fn learn(&mut self, control: &Control<'_>) -> u64 {
        let threads = control.threads.clamp(1, PARTS as u64) as usize;
        let (setup, encoder) = (self.plan.setup, self.encoder);
        let weighs = self.plan.from.is_none_or(Weights::weighs_picks);
        let mut tables: Vec<SelfPlay<'_>> =
            (0..threads).map(|_| SelfPlay::new(setup, encoder, weighs)).collect();
        let mut gradients: Vec<[Gradient; 2]> =
            (0..PARTS).map(|_| [0, 1].map(|_| Gradient::new(encoder.keys().len()))).collect();
        let keep_every = (self.plan.games / BATCH / KEPT as u64).max(8);
        let (mut batch, mut games) = (0, 0);
        while games < self.plan.games && !control.stopped() {
            let count = BATCH.min(self.plan.games - games);
            if batch % keep_every == keep_every - 1 {
                self.past.push(self.net.clone());
                if self.past.len() > KEPT {
                    self.past.remove(0);
                }
            }
            let mut episodes = self.play(&mut tables, games..games + count);
            let done = games as f32 / self.plan.games as f32;
            self.teach(&mut episodes, &mut gradients, threads, 1.0 - 0.9 * done);
            games += count;
            batch += 1;
            (control.done)(count);
        }
        games
    }

    fn play(&self, tables: &mut [SelfPlay<'_>], games: std::ops::Range<u64>) -> Vec<Episode> {
        let mut episodes: Vec<Episode> = games.clone().map(|_| Episode::default()).collect();
        let players = self.plan.setup.players();
        // where two are opposed the eyes of one are enough
        let looks_around = !self.returns.are_opposed(players);
        let one = |table: &mut SelfPlay<'_>, game: u64| {
            let seed = splitmix64(self.plan.seed, game);
            let against = splitmix64(seed, 3);
            let is_past = against.is_multiple_of(AGAINST_PAST) && !self.past.is_empty();
            let past = is_past.then(|| &self.past[(against >> 8) as usize % self.past.len()]);
            let sides = Sides { learner: &self.net, judge: &self.judge, past, looks_around };
            table.play(seed, sides, players)
        };
        let threads = tables.len();
        let each = episodes.len().div_ceil(threads).max(1);
        let parts = episodes.chunks_mut(each).zip(tables).zip((games.start..).step_by(each));
        let part = |((episodes, table), first): ((&mut [Episode], &mut SelfPlay<'_>), u64)| {
            episodes.iter_mut().zip(first..).for_each(|(episode, game)| *episode = one(table, game));
        };
        for_each_parallel(&on_threads(threads), parts.collect(), part);
        episodes
    }

    fn teach(
        &mut self,
        episodes: &mut [Episode],
        gradients: &mut [[Gradient; 2]],
        threads: usize,
        pace: f32,
    ) {
        for episode in &mut *episodes {
            self.failed += u64::from(!episode.is_over);
            episode.judge(&mut self.returns, LAMBDA);
        }
        let (mean, spread) = learner::spread(episodes);
        let of_batch = BatchParams { entropy: learner::entropy(episodes) * pace, mean, spread };
        for some in episodes.chunks(TOGETHER) {
            let steps: usize = some.iter().map(|episode| episode.steps.len()).sum();
            if steps == 0 {
                continue;
            }
            let (net, judge) = (&self.net, &self.judge);
            let mut parts: Vec<(&[Episode], &mut [Gradient; 2])> =
                some.chunks(TOGETHER.div_ceil(PARTS)).zip(&mut *gradients).collect();
            let work = |parts: &mut [(&[Episode], &mut [Gradient; 2])]| {
                let mut scratch = Scratch::default();
                for (episodes, [own, of_judge]) in parts {
                    for episode in *episodes {
                        learner::teach(episode, (net, judge), (own, of_judge), of_batch, &mut scratch);
                    }
                }
            };
            // neighbours together, as evenly as possible
            let each = parts.len().div_ceil(threads).max(1);
            for_each_parallel(&on_threads(threads), parts.chunks_mut(each).collect(), work);
            let (first, others) = gradients.split_at_mut(1);
            let [own, of_judge] = &mut first[0];
            for [other, other_judge] in others {
                own.merge(other);
                of_judge.merge(other_judge);
            }
            let rate = (RATE * pace, 1.0 / steps as f32);
            self.adam.step(&mut self.net, own, rate);
            self.judge_adam.step(&mut self.judge, of_judge, rate);
        }
    }
}

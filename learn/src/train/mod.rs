//! Training by self-play.
//!
//! The policy plays [`BATCH`] games, some of them against earlier versions. Then choices with a positive
//! advantage become more probable (policy gradient with GAE). A second network, which sees all cards, is the
//! critic; a search uses it to evaluate iterations. The same plan gives the same bytes with any number of
//! threads: batches have a fixed size, and gradients are added in the order of the games.

mod chain;
mod episode;
mod learner;
mod logarithm;
mod measure;
mod net;
mod report;

use std::collections::BTreeSet;

use crate::{Encoder, FloatNetwork, Returns, SameKey, Weights};
use episode::{Episode, SelfPlay, Sides};
use learner::{BatchParams, Scratch};
use ludex::{Setup, for_each_parallel, on_threads};
use ludex_bots::policy::{About, USUAL_ENTROPY};
use ludex_lab::blocks::Control;
use ludex_lab::splitmix64;
use net::{Adam, Gradient, Net};

pub use measure::{measure, measure_team, rivals, teams};
pub use report::{Report, StrengthReport, TeamReport};

/// Number of the training procedure. Increases when the same plan gives other weights.
pub const VERSION: u32 = 2;
/// Number of games that are played with the same weights.
pub const BATCH: u64 = 32;
/// Number of games of a batch whose gradients are combined in one update.
const TOGETHER: usize = 8;
/// Number of partial sums of an update's gradients; they are added in a fixed order.
const PARTS: usize = 4;
/// Lambda of generalised advantage estimation.
const LAMBDA: f32 = 0.9;
/// Initial learning rate. It and the entropy bonus fall linearly to a tenth by the end of the training.
const RATE: f32 = 0.001;
/// One game in this many is played against earlier versions of the policy.
const AGAINST_PAST: u64 = 4;
/// Number of earlier versions that are kept.
const KEPT: usize = 8;

/// Request for a training.
#[derive(Debug, Clone)]
pub struct Plan<'a> {
    /// Game with its number of players and options.
    pub setup: &'a Setup,
    /// Number of games.
    pub games: u64,
    /// Random seed, which determines all results.
    pub seed: u64,
    /// Initial weights, if any.
    pub from: Option<&'a Weights>,
    /// Weight of the entropy bonus, in percent of the usual one: with less, the policy explores less.
    pub entropy: u16,
}

/// Result of a training.
#[derive(Debug, Clone)]
pub struct Trained {
    /// Trained weights, with their metadata.
    pub weights: Weights,
    /// Number of games played in this training.
    pub games: u64,
    /// Number of games without a result, because a rule failed or the game was too long.
    pub failed: u64,
    /// True if the training was stopped early.
    pub stopped: bool,
    /// Number of features, and of those that occurred in a game.
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

/// Trains until all games are played or the training is stopped.
///
/// # Errors
///
/// Two features of the ruleset have the same key.
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

/// Creates a network from weights, or a new one, with its optimiser.
fn begin(keys: &[u64], learnt: Option<&FloatNetwork>, new: impl FnOnce() -> Net) -> (Net, Adam) {
    let mut adam = Adam::new(keys.len());
    let Some(learnt) = learnt else { return (new(), adam) };
    let known: BTreeSet<u64> = learnt.rows.iter().map(|(key, _)| *key).collect();
    adam.is_used = keys.iter().map(|key| known.contains(key)).collect();
    (Net::from_learnt(keys, learnt), adam)
}

impl Learner<'_> {
    fn about(&self, games: u64) -> About {
        let mut about = About::new(self.plan.setup, self.plan.seed);
        about.entropy = self.plan.entropy;
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
        let mut episodes: Vec<Episode> = (0..BATCH).map(|_| Episode::default()).collect();
        let (mut batch, mut games) = (0, 0);
        while games < self.plan.games && !control.is_stopped() {
            let count = BATCH.min(self.plan.games - games);
            if batch % keep_every == keep_every - 1 {
                self.past.push(self.net.clone());
                if self.past.len() > KEPT {
                    self.past.remove(0);
                }
            }
            let episodes = &mut episodes[..count as usize];
            self.play(&mut tables, games, episodes);
            let done = games as f32 / self.plan.games as f32;
            self.teach(episodes, &mut gradients, threads, 1.0 - 0.9 * done);
            games += count;
            batch += 1;
            (control.done)(count);
        }
        games
    }

    /// Plays a game for each episode, whose buffers are reused. `first` is the number of the first game.
    fn play(&self, tables: &mut [SelfPlay<'_>], first: u64, episodes: &mut [Episode]) {
        let players = self.plan.setup.players();
        // if one of two players wins what the other loses, one view is enough
        let looks_around = !self.returns.are_opposed(players);
        let notes_score = self.returns.is_shared();
        let one = |table: &mut SelfPlay<'_>, game: u64, episode: &mut Episode| {
            let seed = splitmix64(self.plan.seed, game);
            let against = splitmix64(seed, 3);
            let is_past = against.is_multiple_of(AGAINST_PAST) && !self.past.is_empty();
            let past = is_past.then(|| &self.past[(against >> 8) as usize % self.past.len()]);
            let sides = Sides { learner: &self.net, judge: &self.judge, past, looks_around, notes_score };
            table.play(seed, sides, players, episode);
        };
        let threads = tables.len();
        let each = episodes.len().div_ceil(threads).max(1);
        let parts = episodes.chunks_mut(each).zip(tables).zip((first..).step_by(each));
        let part = |((episodes, table), first): ((&mut [Episode], &mut SelfPlay<'_>), u64)| {
            episodes.iter_mut().zip(first..).for_each(|(episode, game)| one(table, game, episode));
        };
        for_each_parallel(&on_threads(threads), parts.collect(), part);
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
        let weight = f32::from(self.plan.entropy) / f32::from(USUAL_ENTROPY);
        let of_batch = BatchParams { entropy: learner::entropy(episodes) * weight * pace, mean, spread };
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
            // combines neighbouring parts, as evenly as possible
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

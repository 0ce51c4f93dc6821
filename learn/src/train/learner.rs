//! Policy gradient: increases the probability of picks with a positive advantage.

use std::collections::BTreeSet;

use crate::{softmax, weigh};

use super::chain::Chain;
use super::episode::{Episode, Step};
use super::logarithm::logarithm;
use super::net::{Gradient, Net, Units};

/// Weight of the value loss.
const VALUE: f32 = 0.5;
/// Clipping: an advantage has no effect once it changed the probability of a pick by more than this share
/// within a batch.
const CLIP: f32 = 0.2;
/// Entropy bonus for all decisions of a seat in a game, and maximum for a single one. With less, options that
/// failed early are never tried again, and the policy doesn't learn to bluff. The bonus is divided by the
/// number of decisions, because each of many has less effect.
const ENTROPY: f32 = 12.0;
const MOST_ENTROPY: f32 = 0.3;

/// Parameters of a batch.
#[derive(Debug, Clone, Copy)]
pub(crate) struct BatchParams {
    /// Weight of the entropy bonus.
    pub entropy: f32,
    /// Advantages are normalised by `(advantage - mean) / spread`.
    pub mean: f32,
    pub spread: f32,
}

/// Buffers of one thread.
#[derive(Debug, Default)]
pub(crate) struct Scratch {
    /// By seat: the chain of its observations; `open` has those with all cards open.
    seen: Vec<Chain>,
    open: Vec<Chain>,
    units: Vec<Units>,
    worths: Vec<f32>,
    chances: Vec<f32>,
}

/// Adds the gradients of an episode for the policy network and for the value network.
pub(crate) fn teach(
    episode: &Episode,
    (net, judge): (&Net, &Net),
    (own, of_judge): (&mut Gradient, &mut Gradient),
    pace: BatchParams,
    scratch: &mut Scratch,
) {
    let players = episode.end.scores().len();
    for (chains, net) in [(&mut scratch.seen, net), (&mut scratch.open, judge)] {
        chains.resize_with(players, Chain::default);
        chains.iter_mut().for_each(|chain| chain.begin(net));
    }
    for step in &episode.steps {
        teach_step(episode, step, net, own, pace, scratch);
        let views = [(step.seat, step.worth, episode.open(step))].into_iter().chain(episode.other(step));
        for (seat, worth, rows) in views {
            let chain = &mut scratch.open[usize::from(seat)];
            let units = chain.units(judge, rows, Some(of_judge));
            let by = of_judge.value(judge, units, VALUE * (worth - judge.value(units)));
            chain.change(&by);
            of_judge.bias(&by);
        }
    }
    scratch.seen.iter_mut().for_each(|chain| chain.end(own));
    scratch.open.iter_mut().for_each(|chain| chain.end(of_judge));
}

fn teach_step(
    episode: &Episode,
    step: &Step,
    net: &Net,
    own: &mut Gradient,
    pace: BatchParams,
    scratch: &mut Scratch,
) {
    let chain = &mut scratch.seen[usize::from(step.seat)];
    let position = *chain.units(net, episode.position(step), Some(own));
    scratch.units.clear();
    scratch.units.extend(episode.options(step).map(|rows| {
        let mut units = position;
        net.add(rows, &mut units);
        units
    }));
    scratch.worths.clear();
    scratch.worths.extend(scratch.units.iter().map(|units| net.worth(units)));
    softmax(&scratch.worths, &mut scratch.chances);
    let weights = episode.weights(step);
    weigh(&mut scratch.chances, weights);
    let chances = &scratch.chances;
    let advantage = (step.advantage - pace.mean) / pace.spread;
    let picked = usize::from(step.picked);
    let ratio = chances[picked] / step.chance.max(1e-6);
    let is_far = if advantage > 0.0 { ratio > 1.0 + CLIP } else { ratio < 1.0 - CLIP };
    let weight = if is_far { 0.0 } else { advantage * ratio.min(2.0) };
    // relative to random play, which weights the options of several picks
    let log_of = |option: usize| {
        logarithm(chances[option]) - weights.get(option).map_or(0.0, |weight| logarithm(*weight))
    };
    let entropy: f32 = (0..chances.len()).map(|option| -chances[option] * log_of(option)).sum();
    let mut of_position = own.value(net, &position, VALUE * (step.worth - net.value(&position)));
    for (option, rows) in episode.options(step).enumerate() {
        let chance = chances[option];
        let is_picked = f32::from(u8::from(option == picked));
        let towards = weight * (is_picked - chance) - pace.entropy * chance * (log_of(option) + entropy);
        let by = own.worth(net, &scratch.units[option], towards);
        own.rows(rows, &by);
        of_position.iter_mut().zip(by).for_each(|(sum, by)| *sum += by);
    }
    chain.change(&of_position);
    own.bias(&of_position);
}

/// Returns the initial entropy bonus of a decision: `ENTROPY` divided by the mean number of decisions of a
/// learning seat in a game.
pub(crate) fn entropy(episodes: &[Episode]) -> f32 {
    let seats_of =
        |episode: &Episode| episode.steps.iter().map(|step| step.seat).collect::<BTreeSet<u8>>().len();
    let seats: usize = episodes.iter().map(seats_of).sum();
    let steps: usize = episodes.iter().map(|episode| episode.steps.len()).sum();
    let decisions = steps as f32 / seats.max(1) as f32;
    (ENTROPY / decisions).min(MOST_ENTROPY)
}

/// Returns the mean and the standard deviation of all advantages.
pub(crate) fn spread(episodes: &[Episode]) -> (f32, f32) {
    let all = || episodes.iter().flat_map(|episode| &episode.steps).map(|step| step.advantage);
    let count = all().count().max(1) as f32;
    let mean = all().sum::<f32>() / count;
    let square = all().map(|advantage| (advantage - mean) * (advantage - mean)).sum::<f32>() / count;
    (mean, square.sqrt().max(1e-4))
}

#[cfg(test)]
mod tests {
    use super::{Episode, MOST_ENTROPY, entropy};

    #[test]
    fn entropy_is_shared_among_the_decisions_of_a_seat_that_learns() {
        let [few, many] = [20, 60].map(|n| [0, 1].repeat(n));
        assert_eq!(entropy(&[Episode::of_seats(&few)]), MOST_ENTROPY);
        assert_eq!(entropy(&[Episode::of_seats(&many)]), 0.2);
        // one player plays against the past alone
        assert_eq!(entropy(&[Episode::of_seats(&many), Episode::of_seats(&[1; 60])]), 0.2);
        assert_eq!(entropy(&[Episode::default()]), MOST_ENTROPY);
    }
}

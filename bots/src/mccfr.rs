//! External-sampling MCCFR for small games with hidden information.
//!
//! A tree search treats all determinizations as equally likely, whatever other players did: it can neither
//! detect a bluff nor bluff. This solver is for games so small that random playouts repeat the same decisions
//! ([`PlayoutSample::small`](ludex_run::program::PlayoutSample)). Its iterations start with the deal,
//! and all seats learn together by regret matching with external sampling (Lanctot, Waugh, Zinkevich and
//! Bowling, *Monte Carlo sampling for regret minimization in extensive games*, 2009).
//!
//! Each iteration runs to the end of the game. The learning seat tries all options at its decisions; the
//! others sample from their current strategies. The choice is drawn from the average strategy, because in
//! such games it must not be predictable. It depends only on the seat's current observation.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::deals::own_key;
use super::rewards::{Rewards, Worth};
use super::rollouts::{IsLate, Rollouts};
use super::{Rate, Sum, goal, mix, playout_sample};
use ludex_run::play::ObservationHasher;
use ludex_run::program::Program;
use ludex_run::state::{Generator, Status};

/// Playouts longer than this multiple of the longest sampled game have no winner.
const LONGER: u32 = 2;
/// Maximum number of ends that an iteration may reach before it is abandoned.
const MOST_ENDS: u64 = 1_024;
/// Minimum number of visits for a decision to count as known.
const KNOWN: u32 = 4;

/// An option of a decision.
#[derive(Debug, Clone, Copy)]
struct Arm {
    key: u64,
    /// Cumulative regret: total advantage of this option over the strategy that was played.
    regret: f64,
    /// Weight in the average strategy; later iterations count more.
    played: f64,
    sum: Sum,
}

#[derive(Debug, Default)]
struct InformationSet {
    met: u32,
    arms: Vec<Arm>,
}

pub(super) struct Mccfr {
    bench: Rollouts,
    sight: ObservationHasher,
    rewards: Rewards,
    nodes: BTreeMap<u64, InformationSet>,
    /// Number of iterations; `ends` is the number of ends reached.
    begun: u64,
    ends: u64,
    most: u32,
}

impl Mccfr {
    /// Returns `None` if the game is not small or has no hidden information.
    pub fn new(program: &Arc<Program>) -> Option<Self> {
        let habits = playout_sample::get(program);
        habits.small.then(|| Self {
            bench: Rollouts::new(program),
            sight: ObservationHasher::new(program),
            rewards: Rewards::new(goal::determine(program), program),
            nodes: BTreeMap::new(),
            begun: 0,
            ends: 0,
            most: habits.longest.unwrap_or(1) * LONGER,
        })
    }

    /// Runs iterations until `ends` more ends are reached or the time is up.
    pub fn learn(&mut self, seed: u64, ends: u64, is_late: IsLate<'_>) {
        let until = self.ends.saturating_add(ends);
        let players = u64::from(self.bench.program.players);
        while self.ends < until && !is_late() {
            self.bench.begin(mix(seed, 2 * self.begun));
            let mut walk = Traversal {
                learner: (self.begun % players) as usize,
                until: self.ends.saturating_add(MOST_ENDS),
                random: Generator::new(mix(seed, 2 * self.begun + 1)),
                is_late,
            };
            self.begun += 1;
            self.walk(&mut walk, 0);
        }
    }

    /// Returns the value of the rest of the game to the learning seat. Returns `None` if the time is up or
    /// there are too many ends.
    fn walk(&mut self, walk: &mut Traversal<'_>, decisions: u32) -> Option<Worth> {
        if (walk.is_late)() || self.ends >= walk.until {
            return None;
        }
        let Status::Waiting { player, .. } = self.bench.state.status() else {
            return Some(self.end(walk.learner));
        };
        if decisions >= self.most {
            return Some(self.end(walk.learner));
        }
        let mut seen = Vec::new();
        let seat = player.max(0) as u8;
        let key = own_key(&self.bench.program, &self.bench.state, &self.sight, seat, &mut seen);
        let options = distinct(&seen);
        if options.len() < 2 {
            self.bench.choose(0);
            return self.walk(walk, decisions + 1);
        }
        let node = self.nodes.entry(key).or_default();
        node.met = node.met.saturating_add(1);
        let arms: Vec<usize> = options.iter().map(|option| node.arm(seen[*option])).collect();
        let chances = node.chances(&arms);
        if usize::from(seat) != walk.learner {
            for (arm, chance) in arms.iter().zip(&chances) {
                node.arms[*arm].played += self.begun as f64 * chance;
            }
            self.bench.choose(options[drawn(&chances, &mut walk.random)]);
            return self.walk(walk, decisions + 1);
        }
        let here = self.bench.state.clone();
        let mut worths = Vec::with_capacity(options.len());
        for option in &options {
            self.bench.state.clone_from(&here);
            self.bench.choose(*option);
            worths.push(self.walk(walk, decisions + 1)?);
        }
        let mean = expected(&chances, &worths);
        let node = self.nodes.entry(key).or_default();
        for (arm, worth) in arms.iter().zip(worths) {
            let arm = &mut node.arms[*arm];
            arm.regret += worth.all - mean.all;
            arm.sum.add(worth);
        }
        Some(mean)
    }

    fn end(&mut self, learner: usize) -> Worth {
        self.ends += 1;
        self.bench.reward(&mut self.rewards);
        self.bench.rewards.get(learner).copied().unwrap_or_default()
    }

    /// Returns true if the decision is visited often enough.
    pub fn knows(&self, decision: u64) -> bool {
        self.nodes.get(&decision).is_some_and(|node| node.met >= KNOWN)
    }

    /// Returns the ratings of the options at a decision, and the index of an option drawn from the average
    /// strategy.
    pub fn found(&self, decision: u64, options: &[u64], seed: u64) -> Option<(Vec<Rate>, usize)> {
        let node = self.nodes.get(&decision)?;
        let arm = |option: &u64| node.arms.iter().find(|arm| arm.key == *option);
        let arms: Vec<&Arm> = options.iter().map(arm).collect::<Option<_>>()?;
        let all: f64 = arms.iter().map(|arm| arm.played).sum();
        if all == 0.0 {
            return None;
        }
        let chances: Vec<f64> = arms.iter().map(|arm| arm.played / all).collect();
        let rates = arms.iter().map(|arm| Rate::from_sum(arm.sum)).collect();
        Some((rates, drawn(&chances, &mut Generator::new(mix(seed, 3)))))
    }
}

/// State of an iteration: the learning seat, limits, and random numbers.
struct Traversal<'a> {
    learner: usize,
    /// Total number of ends at which the iteration is abandoned.
    until: u64,
    random: Generator,
    is_late: IsLate<'a>,
}

impl InformationSet {
    fn arm(&mut self, key: u64) -> usize {
        self.arms.iter().position(|arm| arm.key == key).unwrap_or_else(|| {
            self.arms.push(Arm { key, regret: 0.0, played: 0.0, sum: Sum::default() });
            self.arms.len() - 1
        })
    }

    /// Returns the current strategy by regret matching; uniform if no option has positive regret.
    fn chances(&self, arms: &[usize]) -> Vec<f64> {
        let regret = |arm: &usize| self.arms[*arm].regret.max(0.0);
        let all: f64 = arms.iter().map(regret).sum();
        let alike = 1.0 / arms.len() as f64;
        arms.iter().map(|arm| if all > 0.0 { regret(arm) / all } else { alike }).collect()
    }
}

/// Returns the first option with each key.
fn distinct(seen: &[u64]) -> Vec<usize> {
    (0..seen.len()).filter(|option| !seen[..*option].contains(&seen[*option])).collect()
}

fn expected(chances: &[f64], worths: &[Worth]) -> Worth {
    let part =
        |of: fn(&Worth) -> f64| chances.iter().zip(worths).map(|(chance, worth)| chance * of(worth)).sum();
    Worth { all: part(|worth| worth.all), share: part(|worth| worth.share), lead: part(|worth| worth.lead) }
}

/// Draws an option by its probability.
fn drawn(chances: &[f64], random: &mut Generator) -> usize {
    const PARTS: u32 = 1 << 24;
    let mut rest = f64::from(random.below(PARTS)) / f64::from(PARTS);
    for (option, chance) in chances.iter().enumerate() {
        rest -= chance;
        if rest < 0.0 {
            return option;
        }
    }
    chances.len() - 1
}

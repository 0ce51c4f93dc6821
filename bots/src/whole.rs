//! Small games with something hidden, thought through from their beginning.
//!
//! A search from here on takes all deals for equally likely, whatever others did before: it can't see through a bluff, nor would it be seen
//! to bluff. Where a game is so small that random games come back to the same decisions again and again ([`Habits::small`]
//! (ludex::machinery::program::Habits)), tries begin with the deal of the cards, and all seats learn at once: regret matching with external sampling
//! (Lanctot, Waugh, Zinkevich and Bowling, *Monte Carlo sampling for regret minimization in extensive games*, 2009). A try goes to the end of
//! the game; of the decisions on the way one seat tries all options, the others take one by what they have learnt. The pick is drawn from the
//! mean of what was played, for in such games it must not be foreseen. It asks nothing of the game but what the seat sees now.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::bench::{Bench, IsLate};
use super::deals::own_key;
use super::rewards::{Rewards, Worth};
use super::{Rate, Sum, goal, habits, mix};
use ludex::machinery::Sight;
use ludex::machinery::program::Program;
use ludex::machinery::state::{Generator, Status};

/// A game that is so many times as long as the longest that is usual has no winner.
const LONGER: u32 = 2;
/// A try with more ends of the game than these is broken off.
const MOST_ENDS: u64 = 1_024;
/// A decision that came up less often is not known yet.
const KNOWN: u32 = 4;

/// An option of a decision.
#[derive(Debug, Clone, Copy)]
struct Arm {
    key: u64,
    /// How much better it would have been than what was played, in all.
    regret: f64,
    /// How often it was played; later tries count more.
    played: f64,
    sum: Sum,
}

#[derive(Debug, Default)]
struct InformationSet {
    met: u32,
    arms: Vec<Arm>,
}

pub(super) struct Whole {
    bench: Bench,
    sight: Sight,
    rewards: Rewards,
    nodes: BTreeMap<u64, InformationSet>,
    /// Games that were begun, and ends that were reached.
    begun: u64,
    ends: u64,
    most: u32,
}

impl Whole {
    /// Nothing where a game is not small, or shows all.
    pub fn of(program: &Arc<Program>) -> Option<Self> {
        let habits = habits::of(program);
        habits.small.then(|| Self {
            bench: Bench::new(program),
            sight: Sight::new(program),
            rewards: Rewards::new(goal::of(program), program),
            nodes: BTreeMap::new(),
            begun: 0,
            ends: 0,
            most: habits.longest.unwrap_or(1) * LONGER,
        })
    }

    /// Plays games until so many ends more were reached.
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

    /// What the rest of the game is worth to the one who learns; nothing if the time was up, or there are too many ends.
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

    /// Whether a decision comes up at all.
    pub fn knows(&self, decision: u64) -> bool {
        self.nodes.get(&decision).is_some_and(|node| node.met >= KNOWN)
    }

    /// What was found at a decision: of each option its rate, and the one that is drawn.
    pub fn found(&self, decision: u64, options: &[u64], seed: u64) -> Option<(Vec<Rate>, usize)> {
        let node = self.nodes.get(&decision)?;
        let arm = |option: &u64| node.arms.iter().find(|arm| arm.key == *option);
        let arms: Vec<&Arm> = options.iter().map(arm).collect::<Option<_>>()?;
        let all: f64 = arms.iter().map(|arm| arm.played).sum();
        if all == 0.0 {
            return None;
        }
        let chances: Vec<f64> = arms.iter().map(|arm| arm.played / all).collect();
        let rates = arms.iter().map(|arm| Rate::of(arm.sum)).collect();
        Some((rates, drawn(&chances, &mut Generator::new(mix(seed, 3)))))
    }
}

/// Who learns in a try, and its chance.
struct Traversal<'a> {
    learner: usize,
    /// With so many ends in all it is broken off.
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

    /// Each option as likely as it is regretted; all alike where none is.
    fn chances(&self, arms: &[usize]) -> Vec<f64> {
        let regret = |arm: &usize| self.arms[*arm].regret.max(0.0);
        let all: f64 = arms.iter().map(regret).sum();
        let alike = 1.0 / arms.len() as f64;
        arms.iter().map(|arm| if all > 0.0 { regret(arm) / all } else { alike }).collect()
    }
}

/// The first option of each sort.
fn distinct(seen: &[u64]) -> Vec<usize> {
    (0..seen.len()).filter(|option| !seen[..*option].contains(&seen[*option])).collect()
}

fn expected(chances: &[f64], worths: &[Worth]) -> Worth {
    let part =
        |of: fn(&Worth) -> f64| chances.iter().zip(worths).map(|(chance, worth)| chance * of(worth)).sum();
    Worth { all: part(|worth| worth.all), share: part(|worth| worth.share), lead: part(|worth| worth.lead) }
}

/// An option by its chance.
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

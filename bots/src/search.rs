//! The search bot: a budget, one or more trees, and their combined result.
//!
//! The number of trees depends on the budget alone. Each tree has its own seed, and results are added in
//! order. Threads therefore never affect the result.

use core::time::Duration;
use std::sync::Arc;

use super::deals::Options;
use super::evidence::Evidence;
use super::mccfr::Mccfr;
use super::policy::{Evaluator, PolicySpec};
use super::rewards::Worth;
use super::tools::Tools;
use super::tree::{Limits, Stop, Together, Tree};
use super::{Bot, Rate, Sum, best, mix, playout_sample};
use ludex::{Perspective, for_each_parallel, on_threads};
use ludex_run::play::{PerspectiveInternals, SetupInternals};
use ludex_run::program::Program;

/// Limit of a search for each decision.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Budget {
    /// Number of iterations: gives the same choices on every machine.
    Iterations(u32),
    /// Milliseconds, measured by the given clock.
    Milliseconds(u32),
}

/// Number of iterations for each tree, and maximum number of trees.
const EACH_TREE: u32 = 20_000;
const MOST_TREES: u32 = 16;
/// Maximum mean fuel of an iteration: costly rulesets are searched less, so that a decision doesn't take
/// hours.
const EACH_FUEL: u64 = 200_000;
/// Maximum mean fuel of an iteration if free actions can be repeated, so that playouts may repeat positions.
const EACH_IN_CIRCLES: u64 = 10_000;
/// With a time limit, the remaining number of iterations is estimated every `LOOK` iterations. They are
/// assumed to be up to `FASTER` times as fast as those so far.
const LOOK: u64 = 16;
const FASTER: u64 = 2;
/// Number of iterations that replace a millisecond if there is no clock.
pub(super) const WITHOUT_CLOCK: u32 = 10;

pub(super) struct Search {
    budget: Budget,
    tools: Tools,
    program: Option<Arc<Program>>,
    trees: Vec<Tree>,
    /// Solver for small games with hidden information.
    whole: Option<Mccfr>,
    rates: Vec<Rate>,
    /// Policy whose value network evaluates iterations.
    policy: Option<PolicySpec>,
    /// Bot that plays the policy, if its weights fit the game. Its option is taken unless another is
    /// significantly better.
    guide: Option<Box<dyn Bot>>,
}

impl Search {
    pub fn new(budget: Budget, policy: Option<PolicySpec>, tools: Tools) -> Self {
        let budget = match budget {
            Budget::Milliseconds(n) if tools.clock.is_none() => {
                Budget::Iterations(n.saturating_mul(WITHOUT_CLOCK))
            }
            Budget::Milliseconds(_) | Budget::Iterations(_) => budget,
        };
        Self {
            budget,
            tools,
            program: None,
            trees: Vec::new(),
            whole: None,
            rates: Vec::new(),
            policy,
            guide: None,
        }
    }

    fn trees(&self) -> usize {
        match self.budget {
            Budget::Iterations(n) => (n / EACH_TREE).clamp(1, MOST_TREES) as usize,
            Budget::Milliseconds(_) => self.tools.threads,
        }
    }

    /// Creates the trees for a new game and starts a decision.
    fn prepare(&mut self, position: Perspective<'_>) {
        let program = position.setup().program();
        if !self.program.as_ref().is_some_and(|old| Arc::ptr_eq(old, program)) {
            let judge = || match &self.policy {
                Some(policy) => policy.evaluator(position.setup()),
                None => Together::new(program).map(|judge| Box::new(judge) as Box<dyn Evaluator>),
            };
            self.trees = (0..self.trees()).map(|_| Tree::new(program, judge())).collect();
            self.whole = Mccfr::new(program);
            let judged = self.trees.iter().any(Tree::is_judged);
            self.guide = self.policy.as_ref().filter(|_| judged).map(PolicySpec::build);
            self.program = Some(Arc::clone(program));
        }
        self.trees.iter_mut().for_each(|tree| tree.begin(position));
    }

    /// Solves the game from its start with MCCFR. Returns `None` if the game is not small or the decision was
    /// not reached.
    fn play_whole(&mut self, options: &Options, seed: u64) -> Option<(Vec<Rate>, usize)> {
        let whole = self.whole.as_mut()?;
        // a quarter of the budget decides whether the decision is reachable
        for part in [1, 3] {
            match (self.budget, &self.tools.clock) {
                (Budget::Milliseconds(n), Some(clock)) => {
                    let end = clock() + Duration::from_millis(u64::from(n)) * part / 4;
                    whole.learn(seed, u64::MAX, &|| clock() >= end);
                }
                (Budget::Iterations(n) | Budget::Milliseconds(n), _) => {
                    whole.learn(seed, u64::from(n) * u64::from(part) / 4, &|| false);
                }
            }
            if !whole.knows(options.decision) {
                return None;
            }
        }
        whole.found(options.decision, &options.keys, seed)
    }

    fn grow(&mut self, position: Perspective<'_>, options: &Options, prior: Option<usize>, seed: u64) {
        let job = Job {
            position,
            options,
            tools: &self.tools,
            budget: self.budget,
            trees: self.trees.len() as u32,
            prior: prior.map(|prior| options.keys[prior]),
        };
        let trees: Vec<(u32, &mut Tree)> = (0..).zip(&mut self.trees).collect();
        let grow = |(number, tree): (u32, &mut Tree)| job.grow(number, tree, seed);
        for_each_parallel(&on_threads(self.tools.threads), trees, grow);
    }

    /// Returns the option that the policy takes, or `found` if the search shows that it is better.
    fn replace(&self, prior: usize, found: usize, options: &Options) -> usize {
        let evidence = |option: usize| {
            Evidence::from_arms(self.trees.iter().filter_map(|tree| tree.found(options.keys[option])))
        };
        if evidence(found).exceeds(&evidence(prior)) { found } else { prior }
    }

    /// Adds up the results of all trees for an option.
    fn rate(&self, option: u64) -> Rate {
        let found = self.trees.iter().filter_map(|tree| tree.found(option));
        Rate::from_sum(found.fold(Sum::default(), |sum, arm| Sum {
            visits: sum.visits + arm.visits,
            worth: Worth {
                all: sum.worth.all + arm.sum,
                share: sum.worth.share + f64::from(arm.wins),
                lead: sum.worth.lead + f64::from(arm.lead),
            },
        }))
    }
}

impl Bot for Search {
    fn choose(&mut self, position: Perspective<'_>, seed: u64) -> usize {
        let options = Options::new(position);
        self.rates.clear();
        if options.keys.len() < 2 {
            return 0;
        }
        self.prepare(position);
        if let Some((rates, option)) = self.play_whole(&options, seed) {
            self.rates.extend(options.of.iter().map(|number| rates[*number]));
            return options.first(option);
        }
        let prior = self.guide.as_mut().map(|guide| options.of[guide.choose(position, seed)]);
        self.grow(position, &options, prior, seed);
        let rates: Vec<Rate> = options.keys.iter().map(|key| self.rate(*key)).collect();
        self.rates.extend(options.of.iter().map(|number| rates[*number]));
        // the most visited option; among equals, the one with the best mean
        let most = best(&rates, |rate| (rate.visits, rate.mean));
        match (prior, most) {
            (Some(prior), most) => {
                options.first(most.map_or(prior, |most| self.replace(prior, most, &options)))
            }
            (None, Some(most)) => options.first(most),
            (None, None) => position.draw(seed),
        }
    }

    fn begin(&mut self) {
        (self.program, self.trees, self.whole) = (None, Vec::new(), None);
    }

    fn rates(&self) -> &[Rate] {
        &self.rates
    }
}

/// Data that the trees of a decision share.
#[derive(Clone, Copy)]
struct Job<'a> {
    position: Perspective<'a>,
    options: &'a Options,
    tools: &'a Tools,
    budget: Budget,
    trees: u32,
    /// Option that the policy takes: the search stops once it is certain to be the most visited. A search
    /// without a policy makes all its iterations, because its values of the options are also reported.
    prior: Option<u64>,
}

impl Job<'_> {
    fn grow(&self, number: u32, tree: &mut Tree, seed: u64) {
        let seed = mix(seed, u64::from(number));
        let habits = playout_sample::get(self.position.setup().program());
        let each_fuel = if habits.circles { EACH_IN_CIRCLES } else { EACH_FUEL };
        let mut dealer = self.position.dealer(Some(habits));
        let mut grow = |limits: Limits<'_>| tree.grow(&mut dealer, self.options, seed, limits);
        match self.budget {
            Budget::Iterations(all) => {
                let own = u64::from(all / self.trees + u32::from(number < all % self.trees));
                let left = |done| own - done;
                let stop = Stop::new(self.prior.filter(|_| self.trees == 1), &left);
                grow(Limits { iterations: own, fuel: own * each_fuel, is_late: &|| false, stop });
            }
            Budget::Milliseconds(n) => {
                let Some(clock) = &self.tools.clock else { return };
                let (begun, all) = (clock(), Duration::from_millis(u64::from(n)));
                let reckon = |done: u64| left_in_time(done, clock() - begun, all);
                let left = |done: u64| if done.is_multiple_of(LOOK) { reckon(done) } else { u64::MAX };
                let stop = Stop::new(self.prior, &left);
                let is_late = &|| clock() >= begun + all;
                grow(Limits { iterations: u64::MAX, fuel: u64::MAX, is_late, stop });
            }
        }
    }
}

/// Estimates the maximum number of iterations in the remaining time, if they run `FASTER` times faster than
/// the first `done`.
fn left_in_time(done: u64, passed: Duration, all: Duration) -> u64 {
    let micros = |time: Duration| u64::try_from(time.as_micros()).unwrap_or(u64::MAX);
    let rest = micros(all.saturating_sub(passed));
    (FASTER * done).saturating_mul(rest) / micros(passed).max(1)
}

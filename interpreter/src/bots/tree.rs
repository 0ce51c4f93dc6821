//! One tree of a search, and how it grows: information-set Monte Carlo tree search with many observers in one table
//! (Cowling, Powley and Whitehouse 2012), for any number of players (max^n).
//!
//! An iteration begins in one of the deals, goes down through decisions that it knows, adds one, plays on at random, and tells each decision
//! on the way what whoever decided there got. At the searcher's own decisions a node is what the searcher sees; at another's what all see,
//! and of its options only those of the deal are offered. So nobody in the tree acts on what he can't know of the others.

use std::sync::Arc;

use super::bench::{Bench, IsLate};
use super::deals::{Options, deal, look, own_key};
use super::history::History;
use super::rewards::Rewards;
use super::table::{Arm, Table};
use super::{Perspective, goal, habits, mix};
use crate::model::Goal;
use crate::play::{Dealer, Eyes, Sight};
use crate::program::Program;
use crate::state::{Generator, State, Status};

/// How much it looks at options that are little known.
const CURIOSITY: f64 = 0.5;
/// Deals at first and at most, and iterations for each one more.
const DEALS: (usize, usize) = (16, 100);
const EACH_DEAL: u64 = 20;

/// When a tree has grown enough.
pub(super) struct Limits<'a> {
    pub iterations: u64,
    pub fuel: u64,
    pub is_late: IsLate<'a>,
}

pub(super) struct Tree {
    bench: Bench,
    sight: Sight,
    table: Table,
    /// Nothing where what is won is no part of 1.
    history: Option<History>,
    rewards: Rewards,
    /// The deals of this decision, and after them room that those of others have left.
    deals: Vec<State>,
    /// How many there are, and how many were tried.
    dealt: usize,
    tried: u64,
    /// The node where it begins.
    root: u64,
    seat: u8,
    iterations: u64,
    /// Arms that were taken in this iteration, and by whom.
    path: Vec<(usize, usize)>,
    /// What each option of a decision is to who decides, and its arm.
    seen: Vec<u64>,
    offered: Vec<usize>,
}

impl Tree {
    pub fn new(program: &Arc<Program>) -> Self {
        let goal = goal::of(program);
        Self {
            bench: Bench::new(program).within(habits::of(program)),
            sight: Sight::new(program),
            table: Table::new(),
            history: (goal != Goal::Score).then(History::new),
            rewards: Rewards::new(goal, program),
            deals: Vec::new(),
            dealt: 0,
            tried: 0,
            root: 0,
            seat: 0,
            iterations: 0,
            path: Vec::new(),
            seen: Vec::new(),
            offered: Vec::new(),
        }
    }

    /// A decision is to be searched.
    pub fn begin(&mut self, position: Perspective<'_>) {
        if self.table.is_half_full() {
            self.table.clear();
        }
        (self.dealt, self.tried, self.iterations) = (0, 0, 0);
        self.seat = position.seat().0;
    }

    /// Looks as often as it may; without a deal it can't.
    pub fn grow(&mut self, dealer: &mut Dealer<'_>, options: &Options, seed: u64, limits: Limits<'_>) {
        let most = self.bench.fuel.saturating_add(limits.fuel);
        for _ in 0..limits.iterations {
            if self.bench.fuel >= most || (limits.is_late)() {
                return;
            }
            self.deal(dealer, options, seed, limits.is_late);
            if self.dealt == 0 {
                return;
            }
            if self.iterations == 0 {
                self.bench.start(&self.deals[0], 0);
                self.root = self.key();
            }
            let which = (self.iterations % self.dealt as u64) as usize;
            self.iterations += 1;
            self.iterate(which, mix(seed, self.iterations), limits.is_late);
        }
    }

    /// One more deal where it is time for one.
    fn deal(&mut self, dealer: &mut Dealer<'_>, options: &Options, seed: u64, is_late: IsLate<'_>) {
        let program = &self.bench.program;
        let wanted = (self.iterations / EACH_DEAL).clamp(DEALS.0 as u64, DEALS.1 as u64);
        while self.tried < wanted && (self.dealt as u64) <= self.iterations && !is_late() {
            if self.dealt == self.deals.len() {
                self.deals.push(State::new(program, 0));
            }
            let into = &mut self.deals[self.dealt];
            let found = deal(dealer, (program, &self.sight), options, mix(!seed, self.tried), into);
            self.tried += 1;
            self.dealt += usize::from(found);
        }
    }

    fn iterate(&mut self, deal: usize, seed: u64, is_late: IsLate<'_>) {
        self.bench.start(&self.deals[deal], seed);
        let mut random = Generator::new(mix(seed, 2));
        self.path.clear();
        while let Some(player) = self.bench.decides() {
            if is_late() {
                return;
            }
            if self.bench.state.options().len() == 1 {
                self.bench.choose(0);
                continue;
            }
            let key = self.key();
            let Some((node, new)) = self.table.node(key) else { break };
            let option = self.offer(node, &mut random);
            self.path.push((self.offered[option], player.max(0) as usize));
            self.bench.choose(option);
            if new {
                break;
            }
        }
        if !self.bench.play_out(&mut random, is_late) {
            return;
        }
        self.bench.reward(&mut self.rewards);
        for (arm, seat) in &self.path {
            let arm = self.table.at(*arm);
            arm.visits += 1;
            let worth = self.bench.rewards.get(*seat).copied().unwrap_or_default();
            arm.sum += worth.all;
            arm.wins += worth.share as f32;
            arm.lead += worth.lead as f32;
            if let Some(history) = &mut self.history {
                history.add(arm.key, worth.all);
            }
        }
    }

    /// The number under which the decision is kept. Its options are looked at for that.
    fn key(&mut self) -> u64 {
        let Self { bench: Bench { program, state, .. }, sight, seen, seat, .. } = self;
        if matches!(state.status(), Status::Waiting { player, .. } if player == i32::from(*seat)) {
            return own_key(program, state, sight, *seat, seen);
        }
        look(program, state, sight, seen);
        sight.position(program, state, Eyes::All)
    }

    /// Counts what is offered at a node, and gives the option to take.
    fn offer(&mut self, node: usize, random: &mut Generator) -> usize {
        self.offered.clear();
        let mut before = None;
        for seen in &self.seen {
            let arm = self.table.arm(node, *seen, before);
            self.table.at(arm).offered += 1;
            self.offered.push(arm);
            before = Some(arm);
        }
        self.select(random)
    }

    /// One that was never taken; else the one with the highest upper bound (UCB1, of the times it was offered). What options were worth
    /// elsewhere decides between those that were never taken, and counts beside what is known of others.
    fn select(&mut self, random: &mut Generator) -> usize {
        let (mut best, mut highest, mut alike) = (0, (false, f64::NEG_INFINITY), 0);
        for (option, arm) in self.offered.iter().enumerate() {
            let arm = *self.table.at(*arm);
            let known = if arm.visits == 0 { 0.0 } else { bound(arm) };
            let mean = arm.sum / f64::from(arm.visits.max(1));
            let bonus = |history: &History| history.bonus(arm.key, f64::from(arm.visits), mean);
            let bonus = self.history.as_ref().map_or(0.0, bonus);
            let value = (arm.visits == 0, known + bonus);
            if value > highest {
                (best, highest, alike) = (option, value, 1);
            } else if value == highest {
                alike += 1;
                if random.below(alike) == 0 {
                    best = option;
                }
            }
        }
        best
    }

    /// What is known of an option of the decision that is searched.
    pub fn found(&self, option: u64) -> Option<Arm> {
        self.table.find(self.root, option)
    }
}

fn bound(arm: Arm) -> f64 {
    let visits = f64::from(arm.visits);
    arm.sum / visits + CURIOSITY * (logarithm(arm.offered) / visits).sqrt()
}

/// The natural logarithm of a number from 1 on, nearly: straight lines between the powers of two.
fn logarithm(n: u32) -> f64 {
    let power = n.max(1).ilog2();
    let part = f64::from(n) / f64::from(1u32 << power) - 1.0;
    (f64::from(power) + part) * std::f64::consts::LN_2
}

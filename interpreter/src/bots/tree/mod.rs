//! One tree of a search, and how it grows: information-set Monte Carlo tree search with many observers in one table
//! (Cowling, Powley and Whitehouse 2012), for any number of players (max^n).
//!
//! An iteration begins in one of the deals, goes down through decisions that it knows, adds one, plays on at random, and tells each decision
//! on the way what whoever decided there got. At the searcher's own decisions a node is what the searcher sees; at another's what all see,
//! and of its options only those of the deal are offered. Where decisions come back often ([`Habits::returns`](crate::program::Habits)), a node
//! of another is what that one sees in the deal, so that it may play each of its hands otherwise. So nobody in the tree acts on what he can't know of the others. Where a policy guides
//! it, that says which options are looked at first, and, where it can, what the decision that was added is worth, in place of playing on.

mod guide;
mod history;
mod select;
mod stop;
mod table;

use std::sync::Arc;

use super::bench::{Bench, IsLate};
use super::deals::{Options, deal, look, own_key};
use super::rewards::Rewards;
use super::{Perspective, goal, habits, mix};
use crate::model::Goal;
use crate::play::{Dealer, Eyes, Sight};
use crate::program::Program;
use crate::state::{Generator, State, Status};
use history::History;
use select::{by_bounds, by_policy};
use table::{Arm, Table};

pub(super) use guide::Guide;
pub(super) use stop::Limits;
pub use stop::is_decided;

/// Deals at first and at most, and iterations for each one more.
const DEALS: (usize, usize) = (16, 100);
const EACH_DEAL: u64 = 20;

/// How often one tree tries each option of a decision; with `stops` only as long as its pick may change.
pub fn visits(position: Perspective<'_>, seed: u64, iterations: u64, stops: bool) -> Vec<u32> {
    let options = Options::of(position);
    let mut tree = Tree::new(position.setup().program(), None);
    tree.begin(position);
    let left = |done| iterations - done;
    let left = stops.then_some(&left as &dyn Fn(u64) -> u64);
    let limits = Limits { iterations, fuel: u64::MAX, is_late: &|| false, left };
    tree.grow(&mut position.dealer(None), &options, seed, limits);
    options.keys.iter().map(|key| tree.found(*key).map_or(0, |arm| arm.visits)).collect()
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
    /// Others' decisions are told apart by what they see.
    apart: bool,
    iterations: u64,
    /// Arms that were taken in this iteration, and by whom.
    path: Vec<(usize, usize)>,
    /// What each option of a decision is to who decides, and its arm.
    seen: Vec<u64>,
    offered: Vec<usize>,
    guide: Option<Guide>,
}

impl Tree {
    pub fn new(program: &Arc<Program>, guide: Option<Guide>) -> Self {
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
            apart: habits::of(program).returns,
            iterations: 0,
            path: Vec::new(),
            seen: Vec::new(),
            offered: Vec::new(),
            guide,
        }
    }

    /// A decision is to be searched.
    pub fn begin(&mut self, position: Perspective<'_>) {
        if self.table.is_half_full() {
            self.table.clear();
        }
        (self.dealt, self.tried, self.iterations) = (0, 0, 0);
        self.seat = position.seat().0;
        if let Some(guide) = &mut self.guide {
            guide.begin(position);
        }
    }

    /// Looks as often as it may; without a deal it can't.
    pub fn grow(&mut self, dealer: &mut Dealer<'_>, options: &Options, seed: u64, limits: Limits<'_>) {
        let most = self.bench.fuel.saturating_add(limits.fuel);
        for done in 0..limits.iterations {
            if self.bench.fuel >= most || self.is_enough(done, &limits) || (limits.is_late)() {
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

    /// Whether the tries that are left would change nothing.
    fn is_enough(&self, done: u64, limits: &Limits<'_>) -> bool {
        let Some(left) = limits.left.filter(|_| done > 0) else { return false };
        is_decided(self.table.arms_of(self.root).map(|arm| (arm.visits, arm.mean())), left(done))
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
        self.guide.iter_mut().for_each(Guide::start);
        let Some(guess) = self.descend(&mut random, is_late) else { return };
        if let Some((worth, seat)) = guess {
            self.bench.stop();
            let players = usize::from(self.bench.program.players);
            self.rewards.of_guess(worth, seat, players, &mut self.bench.rewards);
        } else {
            if !self.bench.play_out(&mut random, is_late) {
                return;
            }
            self.bench.reward(&mut self.rewards);
        }
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

    /// Goes down through what is known, and one decision further. If a policy tells what that is worth, this, and to whom; nothing at all if the
    /// time was up.
    fn descend(&mut self, random: &mut Generator, is_late: IsLate<'_>) -> Option<Option<(f64, usize)>> {
        while let Some(player) = self.bench.decides() {
            if is_late() {
                return None;
            }
            if self.bench.state.options().len() == 1 {
                self.choose(0);
                continue;
            }
            let seat = player.max(0) as usize;
            let key = self.key();
            let Some((node, new)) = self.table.node(key) else { break };
            self.offer(node);
            let worth = self.ask(new);
            // the decision that is searched has been judged already
            if let Some(worth) = worth.filter(|_| new && !self.path.is_empty() && self.can_guess()) {
                return Some(Some((worth, seat)));
            }
            let option = match &self.guide {
                Some(_) => by_policy(&self.table, &self.offered, random),
                None => by_bounds(&self.table, &self.offered, self.history.as_ref(), random),
            };
            self.path.push((self.offered[option], seat));
            self.choose(option);
            if new {
                break;
            }
        }
        Some(None)
    }

    fn can_guess(&self) -> bool {
        self.rewards.can_guess(usize::from(self.bench.program.players))
    }

    fn choose(&mut self, option: usize) {
        if let Some(guide) = &mut self.guide {
            guide.note(&self.bench.program, &self.bench.state, option);
        }
        self.bench.choose(option);
    }

    /// Asks the policy at a node with options of which it was not asked before; what it says the position is worth.
    fn ask(&mut self, new: bool) -> Option<f64> {
        let guide = self.guide.as_mut()?;
        if !new && self.offered.iter().all(|arm| self.table.arm_at(*arm).prior >= 0.0) {
            return None;
        }
        let worth = guide.look(&self.bench.state);
        for (at, arm) in self.offered.iter().enumerate() {
            if self.table.arm_at(*arm).prior < 0.0 {
                // copies of a card are one
                let alike =
                    self.offered[at..].iter().zip(&guide.chances[at..]).filter(|(other, _)| *other == arm);
                self.table.at(*arm).prior = alike.map(|(_, chance)| chance).sum();
            }
        }
        Some(worth)
    }

    /// The number under which the decision is kept. Its options are looked at for that.
    fn key(&mut self) -> u64 {
        let Self { bench: Bench { program, state, .. }, sight, seen, seat, .. } = self;
        if let Status::Waiting { player, .. } = state.status()
            && (player == i32::from(*seat) || self.apart)
        {
            return own_key(program, state, sight, player.max(0) as u8, seen);
        }
        look(program, state, sight, seen);
        sight.position(program, state, Eyes::All)
    }

    /// Counts what is offered at a node.
    fn offer(&mut self, node: usize) {
        self.offered.clear();
        let mut before = None;
        for seen in &self.seen {
            let arm = self.table.arm(node, *seen, before);
            self.table.at(arm).offered += 1;
            self.offered.push(arm);
            before = Some(arm);
        }
    }

    /// What is known of an option of the decision that is searched.
    pub fn found(&self, option: u64) -> Option<Arm> {
        self.table.find(self.root, option)
    }
}

//! Information-set Monte Carlo tree search with many observers in one table, for any number of players.
//!
//! See Cowling, Powley and Whitehouse, *Information Set Monte Carlo Tree Search*, 2012; rewards are separate
//! for each seat (max^n).
//!
//! An iteration starts in a determinization, descends through known decisions, adds one, and plays on at
//! random. It then updates each decision on the path with the reward of its player. At the searcher's own
//! decisions a node is the searcher's information set. At other seats' decisions it is the public
//! observation, and only the options of the determinization are offered. If decisions are often repeated
//! ([`PlayoutSample::returns`](ludex_run::program::PlayoutSample)), other seats' nodes use their own
//! observation, so that they can play each hand differently. No player in the tree acts on information hidden
//! from them. With a policy, its value network replaces the end of a playout.

mod history;
mod select;
mod stop;
mod table;
mod together;

use std::sync::Arc;

use super::deals::{Options, deal, own_key, write_keys};
use super::policy::Evaluator;
use super::rewards::{Ends, Rewards, Worth};
use super::rollouts::{IsLate, Rollouts};
use super::{Perspective, goal, mix, playout_sample};
use history::History;
use ludex_check::model::Goal;
use ludex_run::play::{Determinizer, ObservationHasher, PerspectiveInternals, SetupInternals, Viewpoint};
use ludex_run::program::{NONE, Program};
use ludex_run::state::{Generator, State, Status};
use select::{CURIOSITY, JUDGED, by_bounds};
use table::Table;

pub use stop::is_decided;
pub(super) use stop::{Limits, Stop};
pub(super) use table::Arm;
pub(super) use together::Together;

/// Minimum and maximum number of determinizations, and number of iterations for each additional one.
const DEALS: (usize, usize) = (16, 100);
const EACH_DEAL: u64 = 20;
/// Number of random decisions before the value network evaluates a position; one iteration in `AT_ONCE`
/// evaluates immediately. Some positions are easier to evaluate after pending actions, others before random
/// play spoils them.
const PLAYS: u32 = 8;
const AT_ONCE: u64 = 3;

/// Returns the visits of each option after a search with one tree; with `stops`, the search ends once its
/// choice is certain.
pub fn visits(position: Perspective<'_>, seed: u64, iterations: u64, stops: bool) -> Vec<u32> {
    let options = Options::new(position);
    let mut tree = Tree::new(position.setup().program(), None);
    tree.begin(position);
    let left = |done| iterations - done;
    let stop = stops.then_some(Stop { at: None, left: &left });
    let limits = Limits { iterations, fuel: u64::MAX, is_late: &|| false, stop };
    tree.grow(&mut position.dealer(None), &options, seed, limits);
    options.keys.iter().map(|key| tree.found(*key).map_or(0, |arm| arm.visits)).collect()
}

pub(super) struct Tree {
    bench: Rollouts,
    sight: ObservationHasher,
    table: Table,
    /// `None` if rewards exceed 1: when playing for the score, or for points together.
    history: Option<History>,
    rewards: Rewards,
    /// Determinizations of the current decision, followed by unused buffers.
    deals: Vec<State>,
    /// Number of determinizations; `tried` counts the attempts.
    dealt: usize,
    tried: u64,
    /// Key of the root node.
    root: u64,
    seat: u8,
    /// True if other seats' nodes use their own observations.
    apart: bool,
    iterations: u64,
    /// Number of rows of decisions by one player, over all iterations.
    rows: u32,
    /// Arms taken in this iteration, each with the acting player.
    path: Vec<(usize, usize)>,
    /// Key of each option for the acting player; `offered` contains its arm.
    seen: Vec<u64>,
    offered: Vec<usize>,
    judge: Option<Box<dyn Evaluator>>,
}

impl Tree {
    pub fn new(program: &Arc<Program>, judge: Option<Box<dyn Evaluator>>) -> Self {
        let goal = goal::determine(program);
        let ends = judge.as_ref().map_or_else(Ends::default, |judge| judge.ends().clone());
        Self {
            bench: Rollouts::new(program).within(playout_sample::get(program)),
            sight: ObservationHasher::new(program),
            table: Table::new(),
            history: (goal != Goal::Score && !is_for_ends(judge.as_deref())).then(History::new),
            rewards: Rewards::after(ends, goal, program),
            deals: Vec::new(),
            dealt: 0,
            tried: 0,
            root: 0,
            seat: 0,
            apart: playout_sample::get(program).returns,
            iterations: 0,
            rows: 0,
            path: Vec::new(),
            seen: Vec::new(),
            offered: Vec::new(),
            judge,
        }
    }

    /// Returns true if a value network evaluates positions.
    pub fn is_judged(&self) -> bool {
        self.judge.is_some()
    }

    /// Starts the search of a decision.
    pub fn begin(&mut self, position: Perspective<'_>) {
        if self.table.is_half_full() {
            self.table.clear();
        }
        (self.dealt, self.tried, self.iterations) = (0, 0, 0);
        self.seat = position.seat().number();
        if let Some(judge) = &mut self.judge {
            judge.begin(position);
        }
    }

    /// Runs iterations up to the limits. Does nothing without a determinization.
    pub fn grow(&mut self, dealer: &mut Determinizer<'_>, options: &Options, seed: u64, limits: Limits<'_>) {
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

    /// Returns true if the remaining iterations can't change the choice.
    fn is_enough(&self, done: u64, limits: &Limits<'_>) -> bool {
        let Some(stop) = limits.stop.as_ref().filter(|_| done > 0) else { return false };
        let arms = || self.table.arms_of(self.root);
        let may_stop = |key: u64| arms().max_by_key(|arm| arm.visits).is_some_and(|arm| arm.key == key);
        stop.at.is_none_or(may_stop)
            && is_decided(arms().map(|arm| (arm.visits, arm.mean())), (stop.left)(done))
    }

    /// Adds a determinization if one is due.
    fn deal(&mut self, dealer: &mut Determinizer<'_>, options: &Options, seed: u64, is_late: IsLate<'_>) {
        let program = &self.bench.program;
        let wanted = (self.iterations / EACH_DEAL).clamp(DEALS.0 as u64, DEALS.1 as u64);
        while self.tried < wanted && (self.dealt as u64) <= self.iterations && !is_late() {
            if self.dealt == self.deals.len() {
                self.deals.push(State::new(program, 0));
            }
            let into = &mut self.deals[self.dealt];
            let found = deal(dealer, (program, &self.sight), options, mix(!seed, self.tried), into);
            self.tried += 1;
            if let Some(judge) = self.judge.as_mut().filter(|_| found) {
                judge.dealt(&dealer.becomes);
            }
            self.dealt += usize::from(found);
        }
    }

    fn iterate(&mut self, deal: usize, seed: u64, is_late: IsLate<'_>) {
        self.bench.start(&self.deals[deal], seed);
        let mut random = Generator::new(mix(seed, 2));
        self.path.clear();
        // a new iteration begins a new row of decisions
        self.rows = self.rows.wrapping_add(1);
        self.judge.iter_mut().for_each(|judge| judge.start(deal));
        if !self.descend(&mut random, is_late) || !self.end(&mut random, is_late) {
            return;
        }
        for (arm, seat) in &self.path {
            let arm = self.table.at(*arm);
            arm.visits += 1;
            let worth = self.bench.rewards.get(*seat).copied().unwrap_or_default();
            arm.sum += worth.all;
            arm.squares += (worth.all * worth.all) as f32;
            arm.wins += worth.share as f32;
            arm.lead += worth.lead as f32;
            if let Some(history) = &mut self.history {
                history.add(arm.key, worth.all);
            }
        }
    }

    /// Descends through known nodes and adds one decision. With a value network, stops before that decision.
    /// Returns false if the time was up. A player who returns to a decision within a row of their own has
    /// gained nothing. They continue with an option not taken in that row.
    fn descend(&mut self, random: &mut Generator, is_late: IsLate<'_>) -> bool {
        let (mut decided, mut row) = (NONE, 0);
        while let Some(player) = self.bench.decides() {
            if is_late() {
                return false;
            }
            if self.bench.is_long() {
                break;
            }
            if player != decided {
                (decided, row) = (player, self.path.len());
                self.rows = self.rows.wrapping_add(1);
            }
            if self.bench.state.options().len() == 1 {
                self.choose(0);
                continue;
            }
            let key = self.key();
            let Some((node, new)) = self.table.node(key) else { break };
            let again = self.table.meets_again(node, self.rows);
            self.offer(node);
            // the root is not a new position
            if is_for_ends(self.judge.as_deref()) && !self.path.is_empty() {
                break;
            }
            if new && self.judge.is_some() && !self.path.is_empty() {
                break;
            }
            let curiosity = if self.judge.is_some() { JUDGED } else { CURIOSITY };
            let out = if again { &self.path[row..] } else { &[] };
            let known = (&self.table, self.history.as_ref());
            let Some(option) = by_bounds(known, (&self.offered, out), curiosity, random) else { break };
            self.path.push((self.offered[option], player.max(0) as usize));
            self.choose(option);
            if new {
                break;
            }
        }
        true
    }

    /// Computes the rewards of the iteration: at the end of the game, or by the value network. Returns false
    /// if the time was up.
    fn end(&mut self, random: &mut Generator, is_late: IsLate<'_>) -> bool {
        let is_for_ends = is_for_ends(self.judge.as_deref());
        if self.judge.is_some() && !is_for_ends {
            let plays = if self.iterations.is_multiple_of(AT_ONCE) { 0 } else { PLAYS };
            for _ in 0..plays {
                if self.bench.decides().is_none() {
                    break;
                }
                if is_late() {
                    return false;
                }
                self.choose(self.bench.state.draw(random));
            }
        }
        let decides = self.bench.decides().or(is_for_ends.then_some(0));
        let (Some(judge), Some(decides)) = (self.judge.as_mut(), decides) else {
            let in_time = self.bench.play_out(random, is_late);
            if in_time {
                self.bench.reward(&mut self.rewards);
            }
            return in_time;
        };
        self.bench.stop();
        let Rollouts { state, rewards, program, .. } = &mut self.bench;
        let players = usize::from(program.players);
        rewards.clear();
        rewards.resize(players, Worth::default());
        if self.rewards.are_opposed(players) {
            let seat = decides.max(0) as usize;
            judge.evaluate(state, &mut [seat].into_iter(), rewards);
            rewards[1 - seat] = rewards[seat].of_other();
        } else {
            let has_chosen = |seat: &usize| self.path.iter().any(|(_, chose)| chose == seat);
            judge.evaluate(state, &mut (0..players).filter(has_chosen), rewards);
        }
        true
    }

    fn choose(&mut self, option: usize) {
        if let Some(judge) = &mut self.judge {
            judge.note(&self.bench.program, &self.bench.state, option);
        }
        self.bench.choose(option);
    }

    /// Returns the key of the current decision, and updates the keys of its options.
    fn key(&mut self) -> u64 {
        let Self { bench: Rollouts { program, state, .. }, sight, seen, seat, .. } = self;
        if let Status::Waiting { player, .. } = state.status()
            && (player == i32::from(*seat) || self.apart)
        {
            return own_key(program, state, sight, player.max(0) as u8, seen);
        }
        write_keys(program, state, sight, seen);
        sight.position(program, state, Viewpoint::All)
    }

    /// Counts the options that are offered at a node, and collects their arms.
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

    /// Returns the statistics of an option at the root.
    pub fn found(&self, option: u64) -> Option<Arm> {
        self.table.find(self.root, option)
    }
}

fn is_for_ends(judge: Option<&dyn Evaluator>) -> bool {
    judge.is_some_and(Evaluator::is_for_ends)
}

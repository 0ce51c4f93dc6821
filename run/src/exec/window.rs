//! Action windows: one decision whose options are the legal actions, each with its targets.
//!
//! An option is a cell: the action in the upper bits, its targets below. One target has 24 bits, each of two
//! has 12, each of three has 8.

use super::fuel::TARGET;
use super::{FaultKind, Machine, Observer};
use crate::program::{Action, Instr, ListId};
use crate::state::Purpose;
use ludex_check::ids::{MAX_TARGETS, WindowId};

/// Number of bits of an option below the action.
const TARGET_BITS: u32 = 24;

/// Returns the number of bits for each of `count` targets.
fn bits(count: usize) -> u32 {
    TARGET_BITS / count.max(1) as u32
}

/// Returns the bit offset of a target. The first of `count` targets is the highest.
fn shift(target: usize, count: usize) -> u32 {
    bits(count) * count.saturating_sub(target + 1) as u32
}

pub fn action_of(option: i32) -> usize {
    (option >> TARGET_BITS) as usize
}

pub fn targets_of(option: i32, count: usize) -> [i32; MAX_TARGETS] {
    let mut targets = [0; MAX_TARGETS];
    for (i, target) in targets.iter_mut().enumerate().take(count) {
        *target = option >> shift(i, count) & ((1 << bits(count)) - 1);
    }
    targets
}

pub fn option_of(action: usize, count: usize, targets: [i32; MAX_TARGETS]) -> i32 {
    let action = (action as i32) << TARGET_BITS;
    targets
        .iter()
        .take(count)
        .enumerate()
        .fold(action, |option, (i, target)| option | target << shift(i, count))
}

impl<O: Observer> Machine<'_, O> {
    /// Lists the legal actions of a window, in order, each with each of its targets.
    #[inline(never)]
    pub(super) fn list_actions(&mut self, window: WindowId, player: i32) {
        let program = self.program;
        let actions = &program.windows[window.index()];
        let (base, level, at) = (self.base, self.depth, self.state.slots.len());
        let slots = actions.iter().map(|action| action.slots).max().unwrap_or(0);
        self.state.slots.resize(at + usize::from(slots), 0);
        self.base = at;
        // number of leading guards shared with the previous action that hold
        let mut held = 0;
        for (i, action) in actions.iter().enumerate() {
            // observers of the rules see each action's own guards
            let shared = if O::TRACES_INSTRUCTIONS { 0 } else { action.shared };
            if held >= shared {
                let others = &action.open[shared..];
                held = shared + others.iter().take_while(|guard| self.cond(**guard)).count();
            }
            if held == action.open.len() {
                self.list_targets(action, (i as i32) << TARGET_BITS, 0, player);
            }
        }
        self.state.slots.truncate(at);
        self.base = base;
        self.depth = level;
    }

    /// Lists options for the targets from number `target` on. Earlier targets are in their slots and in
    /// `option`.
    fn list_targets(&mut self, action: &Action, option: i32, target: usize, player: i32) {
        let Some((list, ty)) = action.targets.get(target) else {
            self.state.options.push(option);
            return;
        };
        let (bits, shift) = (bits(action.targets.len()), shift(target, action.targets.len()));
        self.pay_for_element(list.price);
        let start = self.gather(list.body);
        self.spend(TARGET * (self.work.scratch.len() - start));
        let unseen = if ty.is_card() { self.mix_unseen(list.body, start, player, true) } else { usize::MAX };
        for i in start..self.work.scratch.len() {
            let value = self.work.scratch[i];
            if ty.is_card() && i > start && i < unseen && self.are_alike(self.work.scratch[i - 1], value) {
                continue;
            }
            if value < 0 || value >= 1 << bits || self.failed.is_some() {
                self.fail(FaultKind::TooMuchMemory);
                break;
            }
            self.set_slot(target as u16, value);
            self.list_targets(action, option | (value << shift), target + 1, player);
        }
        self.work.scratch.truncate(start);
    }

    /// Writes the action and its targets to slots.
    pub(super) fn take_action(&mut self, window: WindowId, slot: u16, option: i32) {
        let action = action_of(option);
        let count = self.program.windows[window.index()][action].targets.len();
        self.set_slot(slot, action as i32);
        for (slot, target) in (slot + 1..).zip(targets_of(option, count)).take(count.max(2)) {
            self.set_slot(slot, target);
        }
    }

    /// Draws an element of a list, each equally likely.
    #[inline(never)]
    pub(super) fn random(&mut self, slot: u16, list: ListId) {
        let start = self.gather(list);
        let count = self.work.scratch.len() - start;
        self.spend(count);
        if count == 0 {
            self.fail(FaultKind::EmptyChoice);
        } else {
            let pick = match &self.state.streams {
                _ if O::DECIDES_CHANCE => self.ask_among(start, slot),
                None => self.state.rng.below(count as u32) as usize,
                Some(_) => self.choose_in_streams(start, slot),
            };
            let value = self.work.scratch[start + pick];
            self.set_slot(slot, value);
        }
        self.work.scratch.truncate(start);
    }
}

impl<O: Observer> Machine<'_, O> {
    #[cold]
    fn choose_in_streams(&mut self, start: usize, slot: u16) -> usize {
        let cards = self.takes_card(slot);
        // counts the random choices before this one, so that a longer effect elsewhere changes nothing
        let pc = self.state.frames.last().map_or(0, |frame| frame.pc as usize);
        let before = self.program.code[..pc].iter().filter(|instr| matches!(instr, Instr::Random(..)));
        let purpose = Purpose::Chance(before.count() as u32, self.state.me);
        let things = &self.work.scratch[start..];
        self.state.streams.as_mut().map_or(0, |streams| streams.choose(purpose, things, &[], cards))
    }
}

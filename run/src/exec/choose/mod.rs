//! Decisions: lists their options and applies the choices.
//!
//! A decision lists its options into the state and waits. A choice of several is a sequence of decisions of
//! one instruction; the choices made so far are a list in the state.

mod offered;
mod together;
mod ways;

use super::{FaultKind, Machine, Observer, StateChange};
use crate::program::{Args, ChoiceId, ChoiceKind, ChoiceOp, Cond, CondId, Elements, ListId, NONE, NumId, Pc};
use crate::state::{SeatSet, Status};
use ludex_check::model::Sees;
use ways::Remaining;

pub(super) use ways::Ways;

/// The option that ends a choice of several.
pub const DONE: i32 = NONE + 1;
/// Maximum number of options of a decision.
const MAX_OPTIONS: usize = 120_000;

/// The possible choices of a decision of several.
pub struct AllPicks {
    /// Minimum number of choices.
    pub least: usize,
    /// Maximum number of choices.
    pub most: usize,
    /// Candidates in the order in which they are chosen; candidates that a player cannot distinguish form a
    /// group.
    pub alike: Vec<Vec<i32>>,
}

/// Progress of a decision of several.
pub struct PicksSoFar {
    pub made: Vec<i32>,
    /// Minimum number of choices.
    pub least: usize,
    /// Maximum number of choices.
    pub most: usize,
    /// True if the player knows all candidates, which are then chosen in a fixed order.
    pub is_set: bool,
}

impl<O: Observer> Machine<'_, O> {
    /// Offers a decision, or resolves it if there is no alternative.
    #[inline]
    pub(super) fn ask(&mut self, id: ChoiceId, slot: u16, pc: Pc) {
        let program = self.program;
        let choice = &program.choices[id.0 as usize];
        if choice.count.is_some() && self.steps_into(pc) {
            let picks = self.state.begin_list(Elements::from_list_type(choice.ty.list()), &[]);
            self.set_slot(slot, picks);
        }
        let player = self.num(choice.chooser);
        self.state.clear_options();
        match choice.count {
            Some(_) => {
                if self.list_picks(choice, slot, player) {
                    return;
                }
            }
            None => self.list_options(choice, player),
        }
        self.put_unless_failed(id, slot, player, pc);
    }

    #[inline(always)]
    fn put_unless_failed(&mut self, id: ChoiceId, slot: u16, player: i32, pc: Pc) {
        if self.state.options.len() > MAX_OPTIONS {
            self.fail(FaultKind::TooMuchMemory);
        }
        // the player may come from a variable that a card of another kind lacks
        if player == NONE {
            self.fail(FaultKind::NobodyActive);
        }
        if self.failed.is_some() {
            return;
        }
        self.put(id, slot, player, pc);
    }

    /// Returns true if an instruction starts, and false if it is resumed after a choice.
    fn steps_into(&mut self, pc: Pc) -> bool {
        self.repicking.take().is_none_or(|again| again != pc)
    }

    fn put(&mut self, id: ChoiceId, slot: u16, player: i32, pc: Pc) {
        let choice = &self.program.choices[id.0 as usize];
        let nothing = self.state.options.is_empty() || (choice.may && self.state.options == [NONE]);
        let excused = choice.may || choice.among;
        if nothing && !(excused && self.is_put_anyway(choice)) {
            if excused {
                self.set_slot(slot, NONE);
            } else {
                self.fail(FaultKind::EmptyChoice);
            }
            return;
        }
        if nothing && !choice.may {
            self.state.options.push(NONE);
        }
        let is_alone = self.state.options.len() == 1 && !choice.always && player == self.state.me;
        let forced = is_alone && !self.program.asks_forced;
        if choice.count.is_some() {
            self.jump(pc);
        }
        if forced {
            let value = self.state.options[0];
            self.state.clear_options();
            self.picked(id, slot, player, value, true);
            return;
        }
        self.state.status = Status::Waiting { choice: id, slot, player };
    }

    /// Returns true if a decision is offered although it has no options, because some player cannot see that
    /// it has none. A failure in these tests discloses nothing.
    #[cold]
    fn is_put_anyway(&mut self, choice: &ChoiceOp) -> bool {
        let program = self.program;
        let may_have = |test: &u32| self.cond(CondId(*test)) || self.failed.take().is_some();
        choice.always && choice.open.is_none_or(|open| program.args_of(open).iter().all(may_have))
    }

    pub(super) fn picked(&mut self, id: ChoiceId, slot: u16, player: i32, value: i32, forced: bool) {
        let choice = &self.program.choices[id.0 as usize];
        self.state.clear_options();
        if O::WATCHES {
            let (decision, secretly) = (choice.decision, choice.secretly);
            let made = choice.count.map_or(0, |_| self.state.list(self.slot(slot)).len());
            self.see(&StateChange::Chose { choice: id, decision, player, value, secretly, forced, made });
        }
        if let (ChoiceKind::Window(window), false) = (choice.kind, value == NONE) {
            self.take_action(window, slot, value);
            return;
        }
        if choice.count.is_none() {
            self.set_slot(slot, value);
            return;
        }
        if value == DONE || value == NONE {
            if let Some(frame) = self.state.frames.last_mut() {
                frame.pc += 1;
            }
            return;
        }
        self.state.add_to_list(self.slot(slot), value);
        self.repicking = self.state.frames.last().map(|f| f.pc);
    }

    /// Lists the options of the pending decision again, after the position was changed from outside.
    pub fn relist(&mut self) {
        let Status::Waiting { choice, slot, player } = self.state.status else { return };
        let choice = &self.program.choices[choice.0 as usize];
        self.state.clear_options();
        if choice.count.is_some() {
            self.list_picks(choice, slot, player);
        } else {
            self.list_options(choice, player);
        }
        if choice.among && choice.always && self.state.options.is_empty() {
            self.state.options.push(NONE);
        }
    }

    #[inline(always)]
    fn list_options(&mut self, choice: &ChoiceOp, player: i32) {
        match choice.kind {
            ChoiceKind::List(list) if choice.ty.is_list() => self.push_lists(list, choice.ty, player),
            ChoiceKind::List(list) => self.push_candidates(list, choice.cards, player),
            ChoiceKind::Modes(guards) => self.push_modes(guards),
            ChoiceKind::Window(window) => {
                // the acting player is `me` in guards and targets
                let active = std::mem::replace(&mut self.state.me, player);
                self.list_actions(window, player);
                self.state.me = active;
            }
            ChoiceKind::YesNo => self.state.options.extend([1, 0]),
        }
        if choice.may {
            self.state.options.push(NONE);
        }
    }

    /// Adds the modes that are available.
    #[inline(never)]
    fn push_modes(&mut self, guards: Args) {
        let program = self.program;
        for (i, guard) in program.args_of(guards).iter().enumerate() {
            let open = matches!(program.conds[*guard as usize], Cond::Const(true));
            if open || self.cond(CondId(*guard)) {
                self.state.options.push(i as i32);
            }
        }
    }

    #[inline(never)]
    fn push_candidates(&mut self, list: ListId, cards: bool, player: i32) {
        let start = self.gather(list);
        self.spend(self.work.scratch.len() - start);
        let unseen = if cards { self.mix_unseen(list, start, player, false) } else { usize::MAX };
        for i in start..self.work.scratch.len() {
            let value = self.work.scratch[i];
            // the number of copies among covered cards is hidden
            let repeats = cards && i > start && i < unseen && self.are_alike(self.work.scratch[i - 1], value);
            if !repeats {
                self.state.options.push(value);
            }
        }
        self.work.scratch.truncate(start);
    }

    /// Returns true if no player can distinguish two cards: copies of one design in one zone without order,
    /// with the same face and state.
    pub(super) fn are_alike(&self, a: i32, b: i32) -> bool {
        let layout = &self.program.layout;
        let (a, b) = (a as usize, b as usize);
        if layout.design[a] != layout.design[b] || layout.owner[a] != layout.owner[b] {
            return false;
        }
        let zone = self.state.cards[a].zone;
        let info = &layout.zones[usize::from(zone)];
        let same_face = info.sees != Sees::ByFace || self.state.cards[a].up == self.state.cards[b].up;
        zone == self.state.cards[b].zone && !info.ordered && same_face && self.same_state(a, b)
    }

    pub(super) fn same_state(&self, a: usize, b: usize) -> bool {
        let layout = &self.program.layout;
        let kind = usize::from(layout.kind[a]);
        let first = layout.kinds[kind].0 as usize;
        layout.card_vars[kind].iter().all(|at| {
            let cell = |card: usize| self.state.cells[*at as usize + card - first];
            cell(a) == cell(b)
        })
    }

    /// Lists the options for the next of several choices. Only later candidates are options, and only if
    /// enough remain after them to reach the minimum, which is capped at the number of candidates. Cards that
    /// the player does not know can be chosen in any order. Returns true if the choice is complete.
    fn list_picks(&mut self, choice: &ChoiceOp, slot: u16, player: i32) -> bool {
        let Some((min, _)) = choice.count else { return true };
        let min = self.num(min);
        self.list_picks_of(choice, (slot, player), min)
    }

    /// Like `list_picks`, with the minimum `min`.
    fn list_picks_of(&mut self, choice: &ChoiceOp, (slot, player): (u16, i32), min: i32) -> bool {
        let Some((_, max)) = choice.count else { return true };
        let max = self.num(max);
        let ChoiceKind::List(list) = choice.kind else { return true };
        let picked = self.state.places_of(self.slot(slot));
        let picks = picked.len() as i32;
        let start = self.gather(list);
        let candidates = self.work.scratch.len() - start;
        self.spend(candidates);
        let unseen =
            if choice.cards { self.mix_unseen(list, start, player, false) - start } else { candidates };
        let blind = self.take_away_picked(start + unseen, picked.clone());
        let min = min.min(candidates as i32);
        let from = match picks {
            0 => 0,
            _ => {
                let last = self.state.lists[picked.end - 1];
                let place = self.work.scratch[start..start + unseen].iter().position(|c| *c == last);
                place.map_or(unseen, |i| i + 1)
            }
        };
        self.work.ways.clear();
        if picks < max {
            for i in from..unseen + blind {
                let value = self.work.scratch[start + i];
                let after = if i < unseen { unseen + blind - i - 1 } else { blind - 1 } as i32;
                let repeats = choice.cards
                    && i > from
                    && i < unseen
                    && self.are_alike(self.work.scratch[start + i - 1], value);
                self.work.ways.add_candidate(i < unseen, repeats);
                if !repeats && picks + 1 + after >= min {
                    self.state.options.push(value);
                }
            }
        }
        self.work.scratch.truncate(start);
        // the next choice is appended to the store
        self.state.lists.truncate(picked.end);
        let may_decline = picks == 0 && (choice.may || choice.among && candidates == 0);
        if self.state.options.is_empty() && !(may_decline && self.is_put_anyway(choice)) {
            return true;
        }
        if may_decline {
            self.state.options.push(NONE);
        } else if picks >= min {
            self.state.options.push(DONE);
        }
        let ends = may_decline || picks >= min;
        let begun = candidates - unseen - blind;
        self.weigh(Remaining { blind, begun, least: min - picks, most: max - picks }, ends);
        false
    }

    /// Lists all candidates of a pending choice of several, in order, grouped if they are alike. Returns
    /// `None` if a choice has been made already, or if the candidates have no order.
    pub fn list_all_picks(&mut self) -> Option<AllPicks> {
        let Status::Waiting { choice, slot, player } = self.state.status else { return None };
        let choice = &self.program.choices[choice.0 as usize];
        let (min, max) = choice.count?;
        if !self.state.list(self.slot(slot)).is_empty() {
            return None;
        }
        let ChoiceKind::List(list) = choice.kind else { return None };
        let all = self.candidates(list);
        let (least, most) = (self.at_most(min, all.len()), self.at_most(max, all.len()));
        self.state.clear_options();
        self.list_picks_of(choice, (slot, player), 0);
        self.state.options.retain(|option| *option > DONE);
        let mut alike: Vec<Vec<i32>> = Vec::with_capacity(self.state.options.len());
        for pick in all {
            let next = self.state.options.get(alike.len());
            match alike.last_mut() {
                Some(same) if next != Some(&pick) => same.push(pick),
                _ => alike.push(vec![pick]),
            }
        }
        // cards that the player does not know have no order
        let is_ordered = alike.len() == self.state.options.len();
        is_ordered.then_some(AllPicks { least, most, alike })
    }

    /// Returns the progress of a pending choice of several, or `None` for another decision.
    pub fn picks_so_far(&mut self) -> Option<PicksSoFar> {
        let Status::Waiting { choice, slot, player } = self.state.status else { return None };
        let choice = &self.program.choices[choice.0 as usize];
        let ((min, max), ChoiceKind::List(list)) = (choice.count?, choice.kind) else { return None };
        let all = self.candidates(list);
        let seat = SeatSet::one(player);
        let knows = |card: &i32| self.state.cards[*card as usize].known.and(seat) == seat;
        Some(PicksSoFar {
            is_set: !choice.cards || all.iter().all(knows),
            made: self.state.list(self.slot(slot)).to_vec(),
            least: self.at_most(min, all.len()),
            most: self.at_most(max, all.len()),
        })
    }

    fn candidates(&mut self, list: ListId) -> Vec<i32> {
        let start = self.gather(list);
        self.work.scratch.split_off(start)
    }

    fn at_most(&mut self, number: NumId, most: usize) -> usize {
        self.num(number).clamp(0, most as i32) as usize
    }

    /// Removes the chosen cards from the scratch buffer from `unseen` on. Returns the number of cards left
    /// there.
    fn take_away_picked(&mut self, unseen: usize, picked: std::ops::Range<usize>) -> usize {
        let mut left = unseen;
        for i in unseen..self.work.scratch.len() {
            let card = self.work.scratch[i];
            if !self.state.lists[picked.clone()].contains(&card) {
                self.work.scratch[left] = card;
                left += 1;
            }
        }
        self.work.scratch.truncate(left);
        left - unseen
    }
}

//! Simultaneous choices: choices are kept until all players have decided. No rule runs in between.
//!
//! A determinization of a position in between redraws the earlier choices of other players, because they have
//! had no effect yet.

use super::DONE;
use crate::exec::{Machine, Observer, StateChange};
use crate::program::{ChoiceOp, Elements, Kept, KeptId, KeptSort, NONE, Together};
use crate::state::{Generator, Status};
use ludex_check::ids::{MAX_TARGETS, WindowId};

/// Maximum number of targets of an action, as a number of slots.
const MOST: u16 = MAX_TARGETS as u16;

impl<O: Observer> Machine<'_, O> {
    /// Executes a step of a simultaneous choice.
    pub(in crate::exec) fn together(&mut self, step: Together, id: KeptId) {
        let kept = self.program.kept[id.0 as usize];
        match step {
            Together::Begin => {
                for seat in 0..u16::from(self.program.players) {
                    self.set_slot(kept.first + seat * kept.sort.slots(), NONE);
                }
            }
            Together::Keep => self.keep_pick(kept, self.slot(kept.asking)),
            Together::Tell => {
                if O::WATCHES {
                    self.see(&StateChange::Told(id));
                }
            }
            Together::Take => self.take_kept(kept),
        }
    }

    /// Returns the first slot of the choice kept for a player.
    fn kept_at(kept: Kept, player: i32) -> u16 {
        kept.first + player.max(0) as u16 * kept.sort.slots()
    }

    fn keep_pick(&mut self, kept: Kept, player: i32) {
        let (at, pick) = (Self::kept_at(kept, player), self.slot(kept.pick));
        self.set_slot(at, pick);
        if pick == NONE {
            return;
        }
        match kept.sort {
            KeptSort::Value => {}
            KeptSort::Card => self.set_slot(at + 1, self.lies_in(pick)),
            KeptSort::List | KeptSort::Cards if self.state.list(pick).is_empty() => self.set_slot(at, NONE),
            KeptSort::List => {}
            KeptSort::Cards => {
                let zones: Vec<i32> = self.state.list(pick).iter().map(|card| self.lies_in(*card)).collect();
                self.spend(zones.len());
                let zones = self.state.begin_list(Elements::Cells, &zones);
                self.set_slot(at + 1, zones);
            }
            KeptSort::Action(window) => {
                for (target, is_card) in (1..).zip(self.card_targets(window, pick)) {
                    let value = if is_card.is_some() { self.slot(kept.pick + target) } else { NONE };
                    let is_card = is_card == Some(true);
                    let (card, other) = if is_card { (value, NONE) } else { (NONE, value) };
                    self.set_slot(at + target, card);
                    self.set_slot(at + MOST + target, other);
                    self.set_slot(at + 2 * MOST + target, if is_card { self.lies_in(value) } else { NONE });
                }
            }
        }
    }

    /// Returns, for each target of an action, true if it is a card. Missing targets are `None`.
    fn card_targets(&self, window: WindowId, action: i32) -> [Option<bool>; MAX_TARGETS] {
        let targets = &self.program.windows[window.index()][action.max(0) as usize].targets;
        std::array::from_fn(|i| targets.get(i).map(|(_, ty)| ty.is_card()))
    }

    /// Returns the zone of a card, by number.
    fn lies_in(&self, card: i32) -> i32 {
        self.state.cards.get(card as usize).map_or(NONE, |card| i32::from(card.zone))
    }

    /// Restores the choice of the player at the current iteration. It is missing if it is a card that has
    /// moved since.
    fn take_kept(&mut self, kept: Kept) {
        let at = Self::kept_at(kept, self.slot(kept.who));
        let mut pick = self.slot(at);
        match kept.sort {
            KeptSort::Card if self.lies_in(pick) != self.slot(at + 1) => pick = NONE,
            KeptSort::List | KeptSort::Cards if pick == NONE => {
                pick = self.state.begin_list(Elements::Cells, &[]);
            }
            KeptSort::Cards => pick = self.still_there(pick, self.slot(at + 1)),
            KeptSort::Action(window) if pick != NONE => {
                for (target, is_card) in (1..).zip(self.card_targets(window, pick).into_iter().flatten()) {
                    let value = self.slot(at + if is_card { target } else { target + MOST });
                    self.set_slot(kept.pick + target, value);
                    if is_card && self.lies_in(value) != self.slot(at + 2 * MOST + target) {
                        pick = NONE;
                    }
                }
            }
            KeptSort::Value | KeptSort::List | KeptSort::Card | KeptSort::Action(_) => {}
        }
        self.set_slot(kept.pick, pick);
    }

    /// Removes the cards that have moved since from a list of cards.
    fn still_there(&mut self, cards: i32, zones: i32) -> i32 {
        let both = self.state.list(cards).iter().zip(self.state.list(zones));
        let left: Vec<i32> =
            both.filter(|(card, zone)| self.lies_in(**card) == **zone).map(|(c, _)| *c).collect();
        let all = self.state.list(cards).len();
        self.spend(all);
        if left.len() == all { cards } else { self.state.begin_list(Elements::Cards, &left) }
    }

    /// During a simultaneous choice, redraws the earlier choices of all seats other than `seat`, and the
    /// picks that the acting player has made so far, uniformly from the options listed here. Returns false if
    /// a rule fails.
    pub fn pick_anew(&mut self, seat: i32, random: &mut Generator) -> bool {
        let Status::Waiting { choice, slot, player } = self.state.status else { return true };
        let choice = &self.program.choices[choice.0 as usize];
        let Some(id) = choice.together else { return true };
        let kept = self.program.kept[id.0 as usize];
        let chance = (self.state.rng.clone(), self.state.streams.clone());
        let begun = choice.count.is_some().then(|| self.state.list(self.slot(slot)).to_vec());
        let asked = self.state.list(self.slot(kept.asking + 1)).to_vec();
        let before = asked.into_iter().take_while(|asked| *asked != player).filter(|asked| *asked != seat);
        for other in before.collect::<Vec<_>>() {
            self.pick_for(choice, (kept, other), usize::MAX, random);
            self.keep_pick(kept, other);
        }
        self.set_slot(kept.who, player);
        if let Some(begun) = begun {
            if player == seat {
                let picks = self.state.begin_list(Elements::from_list_type(choice.ty.list()), &begun);
                self.set_slot(slot, picks);
            } else {
                self.pick_for(choice, (kept, player), begun.len(), random);
            }
        }
        self.state.clear_options();
        (self.state.rng, self.state.streams) = chance;
        self.failed.is_none()
    }

    /// Makes a random choice for a player; of several, at most `most`.
    fn pick_for(
        &mut self,
        choice: &ChoiceOp,
        (kept, player): (Kept, i32),
        most: usize,
        random: &mut Generator,
    ) {
        self.set_slot(kept.who, player);
        self.state.clear_options();
        if choice.count.is_some() {
            return self.pick_several(choice, (kept, player), most, random);
        }
        self.list_options(choice, player);
        let options = &self.state.options;
        let pick = match options.len() {
            0 => NONE,
            n => options[random.below(n as u32) as usize],
        };
        match kept.sort {
            KeptSort::Action(window) if pick != NONE => self.take_action(window, kept.pick, pick),
            KeptSort::Value if choice.is_yes_no() && pick == 0 => self.set_slot(kept.pick, NONE),
            KeptSort::Value | KeptSort::Card | KeptSort::List | KeptSort::Cards | KeptSort::Action(_) => {
                self.set_slot(kept.pick, pick);
            }
        }
    }

    /// Makes a random choice of several, each combination with equal probability, or the first `most` of it.
    fn pick_several(
        &mut self,
        choice: &ChoiceOp,
        (kept, player): (Kept, i32),
        most: usize,
        random: &mut Generator,
    ) {
        let Some((min, _)) = choice.count else { return };
        let picks = self.state.begin_list(Elements::from_list_type(choice.ty.list()), &[]);
        self.set_slot(kept.pick, picks);
        // a player who has begun will choose at least that many
        let begun = if most < usize::MAX { most as i32 } else { 0 };
        let min = self.num(min).max(begun);
        for _ in 0..most {
            self.state.clear_options();
            if self.list_picks_of(choice, (kept.pick, player), min) || self.failed.is_some() {
                return;
            }
            if begun > 0 {
                self.state.retain_picks(DONE);
            }
            let Some(pick) = self.state.options.get(self.state.draw(random)).copied() else { return };
            if pick <= DONE {
                return;
            }
            self.state.add_to_list(picks, pick);
        }
    }
}

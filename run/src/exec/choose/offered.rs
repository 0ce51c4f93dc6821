//! Options that are lists.

use std::collections::{BTreeMap, BTreeSet};

use crate::exec::{Machine, Observer};
use crate::program::ListId;
use crate::state::SeatSet;
use ludex_check::types::Type;

/// Intermediate results for the candidates.
#[derive(Default)]
struct Alikes {
    /// For each card, the first card that no player can distinguish from it.
    same: BTreeMap<i32, i32>,
    firsts: Vec<i32>,
    /// Keys of the lists that are options already.
    offered: BTreeSet<Vec<i32>>,
}

impl<O: Observer> Machine<'_, O> {
    /// Adds lists as options, one for each group that no player can distinguish. Lists with a card that the
    /// player does not know come last, shuffled.
    #[inline(never)]
    pub(super) fn push_lists(&mut self, list: ListId, ty: Type, player: i32) {
        let (seat, mut found) = (SeatSet::one(player), Alikes::default());
        let start = self.gather(list);
        let mut unseen = start;
        for i in start..self.work.scratch.len() {
            let (handle, mut key) = (self.work.scratch[i], Vec::new());
            if !self.read_list(ty, handle, seat, (&mut found, &mut key)) {
                self.work.scratch[unseen] = handle;
                unseen += 1;
            } else if found.offered.insert(key) {
                self.state.options.push(handle);
            }
            if self.failed.is_some() {
                break;
            }
        }
        self.work.scratch.truncate(unseen);
        self.put_in_no_order(start, seat, false);
        self.state.options.extend_from_slice(&self.work.scratch[start..]);
        self.work.scratch.truncate(start);
    }

    /// Writes the contents of a list to `key`, equal for lists that no player can distinguish. Returns false
    /// if the seat does not know one of its cards.
    fn read_list(
        &mut self,
        ty: Type,
        handle: i32,
        seat: SeatSet,
        (found, key): (&mut Alikes, &mut Vec<i32>),
    ) -> bool {
        let (element, places) = (ty.present().element(), self.state.places_of(handle));
        self.spend(places.len());
        key.push(places.len() as i32);
        for at in places {
            let value = self.state.lists[at];
            if element.is_list() {
                if !self.read_list(element, value, seat, (found, key)) {
                    return false;
                }
            } else if !element.is_card() {
                key.push(value);
            } else if self.state.cards[value as usize].known.and(seat) != seat {
                return false;
            } else {
                key.push(self.first_like(value, found));
            }
        }
        true
    }

    fn first_like(&mut self, card: i32, found: &mut Alikes) -> i32 {
        if let Some(first) = found.same.get(&card) {
            return *first;
        }
        self.spend(found.firsts.len());
        let first = found.firsts.iter().copied().find(|first| self.are_alike(*first, card)).unwrap_or(card);
        if first == card {
            found.firsts.push(card);
        }
        found.same.insert(card, first);
        first
    }
}

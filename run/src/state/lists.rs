//! The store of lists, and the locals of running effects that hold cards.
//!
//! A list is held as one cell: its handle, which is the position of its header in the store. The elements
//! follow the header and may be handles themselves. A complete list never changes, so two locals may hold the
//! same one. The lists stored by a frame, a loop iteration or a call are dropped with it.

use std::ops::Range;

use super::State;
use crate::program::{Elements, Program};

/// Location of a local that holds a card.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Local {
    /// Index of a slot.
    Slot(usize),
    /// Index in the store of lists.
    Element(usize),
}

/// Number of header bits for the kind of elements; the other bits hold their number.
const SORT_BITS: u32 = 2;

fn header(of: Elements, len: usize) -> i32 {
    (len as i32) << SORT_BITS | of as i32
}

fn len_of(header: i32) -> usize {
    (header >> SORT_BITS) as usize
}

fn sort_of(header: i32) -> i32 {
    header & ((1 << SORT_BITS) - 1)
}

/// Returns the range of a list's elements in a store. It is empty if the handle is not a list, as after a
/// failed rule.
#[inline(always)]
pub(crate) fn places_in(lists: &[i32], handle: i32) -> Range<usize> {
    let Some(head) = usize::try_from(handle).ok().and_then(|at| lists.get(at)) else { return 0..0 };
    let first = handle as usize + 1;
    first..(first + len_of(*head)).min(lists.len())
}

impl State {
    /// Begins a list with these elements at the end of the store. Returns its handle.
    pub(crate) fn begin_list(&mut self, of: Elements, elements: &[i32]) -> i32 {
        let handle = self.lists.len();
        self.lists.push(header(of, elements.len()));
        self.lists.extend_from_slice(elements);
        handle as i32
    }

    /// Appends an element to the last list of the store.
    pub(crate) fn add_to_list(&mut self, handle: i32, element: i32) {
        self.lists[handle as usize] += 1 << SORT_BITS;
        self.lists.push(element);
    }

    /// Keeps only the `old` lists of those from `bound` on; they are sorted and hold no other list from there
    /// on. Moves them together, in order, and writes their `new` handles. Returns the last of these.
    pub(crate) fn keep_lists(&mut self, bound: usize, old: &[i32], new: &mut [i32]) -> i32 {
        let mut end = bound;
        for (old, new) in old.iter().zip(&mut *new) {
            *new = end as i32;
            end += 1 + self.places_of(*old).len();
        }
        for (handle, to) in old.iter().zip(&*new) {
            let (places, has_lists) = (self.places_of(*handle), self.has_lists(*handle));
            let moved = *to as usize + 1..*to as usize + 1 + places.len();
            self.lists.copy_within(*handle as usize..places.end, *to as usize);
            for inner in self.lists[moved].iter_mut().filter(|_| has_lists) {
                let at = old.binary_search(inner);
                *inner = at.map_or(*inner, |at| new[at]);
            }
        }
        self.lists.truncate(end);
        new.last().copied().unwrap_or_default()
    }

    /// Returns the range of a list's elements in the store.
    #[inline(always)]
    pub fn places_of(&self, handle: i32) -> Range<usize> {
        places_in(&self.lists, handle)
    }

    pub fn list(&self, handle: i32) -> &[i32] {
        &self.lists[self.places_of(handle)]
    }

    /// Returns the elements of a list, or `None` if the cell is not a handle.
    pub fn find_list(&self, handle: i32) -> Option<&[i32]> {
        let at = usize::try_from(handle).ok()?;
        let first = at.checked_add(1)?;
        self.lists.get(first..first.checked_add(len_of(*self.lists.get(at)?))?)
    }

    pub(crate) fn has_lists(&self, handle: i32) -> bool {
        let head = usize::try_from(handle).ok().and_then(|at| self.lists.get(at));
        head.is_some_and(|head| sort_of(*head) == Elements::Lists as i32)
    }

    pub(crate) fn lists_contain(&self, card: i32) -> bool {
        self.lists_of_cards().any(|places| self.lists[places].contains(&card))
    }

    fn lists_of_cards(&self) -> impl Iterator<Item = Range<usize>> {
        let mut next = 0;
        std::iter::from_fn(move || {
            let header = *self.lists.get(next)?;
            let elements = next + 1..next + 1 + len_of(header);
            next = elements.end;
            Some((header, elements))
        })
        .filter(|(header, _)| sort_of(*header) == Elements::Cards as i32)
        .map(|(_, elements)| elements)
    }

    /// Returns all locals that hold cards, and the elements of lists of cards, each once.
    pub(crate) fn locals_of_cards(&self, program: &Program) -> Vec<Local> {
        let mut found = Vec::new();
        for (i, frame) in self.frames.iter().enumerate() {
            let end = self.frames.get(i + 1).map_or(self.slots.len(), |next| next.base as usize);
            let slots =
                program.card_slots_at(frame.pc).iter().map(|slot| frame.base as usize + usize::from(*slot));
            found.extend(slots.filter(|at| *at < end).map(Local::Slot));
        }
        found.extend(self.lists_of_cards().flatten().map(Local::Element));
        found
    }

    pub fn local(&self, local: Local) -> i32 {
        match local {
            Local::Slot(at) => self.slots[at],
            Local::Element(at) => self.lists[at],
        }
    }

    pub(crate) fn local_mut(&mut self, local: Local) -> &mut i32 {
        match local {
            Local::Slot(at) => &mut self.slots[at],
            Local::Element(at) => &mut self.lists[at],
        }
    }
}

//! The locals of running effects that hold cards.

use super::State;
use crate::program::Program;

/// Where a local has a card.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Local {
    /// In this slot.
    Slot(usize),
    /// In this place of the lists.
    Element(usize),
}

impl State {
    /// All of them, each once. A slot of a list that is gone may tell of places that are another's by now: so what lies above the lists of
    /// a frame is not the frame's.
    pub(crate) fn locals_of_cards(&self, program: &Program) -> Vec<Local> {
        let mut found = Vec::new();
        let mut counted = vec![false; self.lists.len()];
        for (i, frame) in self.frames.iter().enumerate() {
            let next = self.frames.get(i + 1);
            let slots = next.map_or(self.slots.len(), |next| next.base as usize);
            let lists = next.map_or(self.lists.len(), |next| next.lists as usize);
            for slot in program.card_slots_at(frame.pc) {
                let at = frame.base as usize + usize::from(slot.at);
                if at < slots && slot.list {
                    let elements = self.elements(at).filter(|at| *at < lists);
                    found.extend(
                        elements.filter(|at| !std::mem::replace(&mut counted[*at], true)).map(Local::Element),
                    );
                } else if at < slots {
                    found.push(Local::Slot(at));
                }
            }
        }
        found
    }

    /// The places of the list whose slots begin here.
    fn elements(&self, slot: usize) -> impl Iterator<Item = usize> + use<> {
        let part = |at: usize| self.slots.get(at).map_or(0, |n| usize::try_from(*n).unwrap_or(0));
        let (start, len) = (part(slot).min(self.lists.len()), part(slot + 1));
        start..start.saturating_add(len).min(self.lists.len())
    }

    pub(crate) fn local(&self, local: Local) -> i32 {
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

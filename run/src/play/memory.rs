//! The last choices of each seat, as far as a seat may know them.

use super::label::sees_targets;
use super::session::cards;
use crate::exec::{DONE, action_of, targets_of};
use crate::program::{ChoiceId, ChoiceKind, NONE, Program};
use crate::state::{SeatSet, State};
use ludex_check::ids::MAX_TARGETS;

/// A choice, with the seats that knew its cards at that time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Pick {
    /// The decision that was answered.
    pub choice: ChoiceId,
    /// The option, in the machine's encoding.
    pub value: i32,
    /// The design of the chosen card, or of each target of an action, and the seats that knew it.
    pub cards: [Option<(u32, SeatSet)>; MAX_TARGETS],
}

/// For each seat its last choice, with directly preceding choices of the same decision. A player who chooses
/// several cards one by one learns all of them from here.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Memory {
    last: Vec<Vec<Pick>>,
    latest: Option<usize>,
}

/// Maximum number of remembered choices of one decision.
const MOST_PICKS: usize = 32;

impl Pick {
    /// Creates the option with a value of a decision, with the seats that knew its card or targets. Targets
    /// that are listed by name are no secret to the acting player.
    pub fn new(
        program: &Program,
        (choice, seat): (ChoiceId, i32),
        value: i32,
        mut known: [SeatSet; MAX_TARGETS],
    ) -> Self {
        if let ChoiceKind::Window(window) = program.choices[choice.0 as usize].kind
            && value != NONE
        {
            let named = sees_targets(program, window, value, |_| true);
            let named = known.iter_mut().zip(named).filter(|(_, named)| *named);
            named.for_each(|(known, _)| *known = known.with(SeatSet::one(seat)));
        }
        let mut with_designs = [None; MAX_TARGETS];
        for ((to, card), known) in with_designs.iter_mut().zip(cards(program, choice, value)).zip(known) {
            *to = card
                .and_then(|card| program.layout.design.get(usize::from(card)))
                .map(|design| (*design, known));
        }
        Self { choice, value, cards: with_designs }
    }

    /// Creates an option of the pending decision of a seat.
    pub fn offered(program: &Program, state: &State, of: (ChoiceId, i32), value: i32) -> Self {
        let known_by =
            |card: Option<u16>| card.map_or(SeatSet::ALL, |card| state.cards[usize::from(card)].known);
        let known = cards(program, of.0, value).map(known_by);
        Self::new(program, of, value, known)
    }

    /// Returns the index of the chosen action and its targets.
    pub fn action(&self, program: &Program) -> Option<(usize, [i32; MAX_TARGETS])> {
        let ChoiceKind::Window(window) = program.choices[self.choice.0 as usize].kind else { return None };
        if self.value == NONE || self.value == DONE {
            return None;
        }
        let index = action_of(self.value);
        let count = program.windows[window.index()].get(index)?.targets.len();
        Some((index, targets_of(self.value, count)))
    }
}

impl Memory {
    /// Removes all choices.
    pub fn clear(&mut self) {
        self.last.clear();
        self.latest = None;
    }

    /// Copies another memory without allocating.
    pub fn copy(&mut self, from: &Self) {
        self.last.clone_from(&from.last);
        self.latest = from.latest;
    }

    /// Adds a choice of a seat.
    pub fn note(&mut self, program: &Program, seat: usize, pick: Pick) {
        self.last.resize(usize::from(program.players).max(seat + 1), Vec::new());
        let picks = &mut self.last[seat];
        let goes_on =
            self.latest == Some(seat) && picks.last().is_some_and(|last| last.choice == pick.choice);
        if !goes_on || picks.len() >= MOST_PICKS {
            picks.clear();
        }
        picks.push(pick);
        self.latest = Some(seat);
    }

    /// Returns the part that a seat may know, without secrets of other players.
    pub fn seen_by(mut self, program: &Program, seat: u8) -> Self {
        for other in (0..self.last.len()).filter(|other| *other != usize::from(seat)) {
            let known = |card: (u32, SeatSet)| Some(card).filter(|(_, known)| known.contains(seat));
            let mut seen = self.others(program, other).to_vec();
            seen.iter_mut().for_each(|pick| pick.cards = pick.cards.map(|card| card.and_then(known)));
            self.last[other] = seen;
        }
        self
    }

    /// Returns a seat's own last choices, and true if no other seat has chosen since.
    pub fn own(&self, seat: u8) -> (&[Pick], bool) {
        let seat = usize::from(seat);
        (self.last.get(seat).map_or(&[], Vec::as_slice), self.latest == Some(seat))
    }

    /// Returns the last choices of another seat, or none if they were secret.
    pub fn others(&self, program: &Program, other: usize) -> &[Pick] {
        let picks = self.last.get(other).map_or(&[][..], Vec::as_slice);
        let is_told = picks.last().is_some_and(|pick| {
            let choice = &program.choices[pick.choice.0 as usize];
            !choice.secretly && choice.together.is_none()
        });
        if is_told { picks } else { &[] }
    }
}

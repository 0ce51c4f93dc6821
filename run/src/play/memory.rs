//! What was picked last, by whom, as far as a seat may know.

use super::label::sees_targets;
use super::session::cards;
use crate::exec::{DONE, action_of, targets_of};
use crate::program::{ChoiceId, ChoiceKind, NONE, Program};
use crate::state::{Seats, State};
use ludex_check::ids::MAX_TARGETS;

/// A pick, and who knew its cards when it was made.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Pick {
    /// What was asked.
    pub choice: ChoiceId,
    /// The option, as the machine keeps it.
    pub value: i32,
    /// The design of the card that was picked, or of each target of an action, and who knew it.
    pub cards: [Option<(u32, Seats)>; MAX_TARGETS],
}

/// The picks of a game that still count: of each seat the last one, with those right before it of the same choice. Who picks several cards one
/// by one has none of them yet, and knows them from here.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Memory {
    last: Vec<Vec<Pick>>,
    latest: Option<usize>,
}

/// Picks of one choice that are remembered, at most.
const MOST_PICKS: usize = 32;

impl Pick {
    /// The option of a decision with a value, and who knew the card or the targets. What is listed to be named is no secret of who picks it.
    pub fn new(
        program: &Program,
        (choice, seat): (ChoiceId, i32),
        value: i32,
        mut known: [Seats; MAX_TARGETS],
    ) -> Self {
        if let ChoiceKind::Window(window) = program.choices[choice.0 as usize].kind
            && value != NONE
        {
            let named = sees_targets(program, window, value, |_| true);
            let named = known.iter_mut().zip(named).filter(|(_, named)| *named);
            named.for_each(|(known, _)| *known = known.with(Seats::one(seat)));
        }
        let mut with_designs = [None; MAX_TARGETS];
        for ((to, card), known) in with_designs.iter_mut().zip(cards(program, choice, value)).zip(known) {
            *to = card
                .and_then(|card| program.layout.design.get(usize::from(card)))
                .map(|design| (*design, known));
        }
        Self { choice, value, cards: with_designs }
    }

    /// An option of the decision that a seat is to make.
    pub fn offered(program: &Program, state: &State, of: (ChoiceId, i32), value: i32) -> Self {
        let known_by =
            |card: Option<u16>| card.map_or(Seats::ALL, |card| state.cards[usize::from(card)].known);
        let known = cards(program, of.0, value).map(known_by);
        Self::new(program, of, value, known)
    }

    /// The action that was taken and its targets.
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
    /// Nothing was picked.
    pub fn clear(&mut self) {
        self.last.clear();
        self.latest = None;
    }

    /// As another one.
    pub fn copy(&mut self, from: &Self) {
        self.last.clone_from(&from.last);
        self.latest = from.latest;
    }

    /// Adds a pick of a seat.
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

    /// What of it a seat may know: nothing secret of others is left.
    pub fn seen_by(mut self, program: &Program, seat: u8) -> Self {
        for other in (0..self.last.len()).filter(|other| *other != usize::from(seat)) {
            let known = |card: (u32, Seats)| Some(card).filter(|(_, known)| known.has(seat));
            let mut seen = self.others(program, other).to_vec();
            seen.iter_mut().for_each(|pick| pick.cards = pick.cards.map(|card| card.and_then(known)));
            self.last[other] = seen;
        }
        self
    }

    /// What a seat has picked itself, and whether nobody picked since.
    pub fn own(&self, seat: u8) -> (&[Pick], bool) {
        let seat = usize::from(seat);
        (self.last.get(seat).map_or(&[], Vec::as_slice), self.latest == Some(seat))
    }

    /// What another one has picked, as far as that is no secret.
    pub fn others(&self, program: &Program, other: usize) -> &[Pick] {
        let picks = self.last.get(other).map_or(&[][..], Vec::as_slice);
        let is_told = picks.last().is_some_and(|pick| {
            let choice = &program.choices[pick.choice.0 as usize];
            !choice.secretly && choice.together.is_none()
        });
        if is_told { picks } else { &[] }
    }
}

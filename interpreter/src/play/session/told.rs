//! What seats are told of a pick.
//!
//! Everybody learns who decides what. Of the pick the others learn nothing if it is made `secretly`; else they learn it, but for cards that
//! they don't know: those are hidden from them here as everywhere.

use super::super::label::{HIDDEN, action_label, lists, shown_labels};
use crate::exec::{action_of, targets_of};
use crate::ids::{CardId, MAX_TARGETS, Seat};
use crate::program::{ChoiceId, ChoiceKind, NONE, Program};
use crate::state::{Seats, State, Status};

/// The choice made last, as a seat is told of it.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Told {
    /// Who decided.
    pub seat: Seat,
    /// The name of the decision.
    pub decision: String,
    /// The label of the pick (with `hidden` for a target that the seat does not know); nothing if the seat is not told.
    pub pick: Option<String>,
    /// The card that was picked, if it is one and the seat is told.
    pub card: Option<CardId>,
}

/// A pick and who knew its cards when it was made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Picked {
    choice: ChoiceId,
    pub player: u8,
    value: i32,
    /// For the card picked, or each target of an action.
    known: [Seats; MAX_TARGETS],
    /// Of a list what it holds, and who knew that.
    parts: Vec<(String, Seats)>,
    /// What it was called among the options, if a card of it was not known to the one who picked.
    own: Option<String>,
}

impl Picked {
    /// The option with a number of the decision that is waited for; there must be one.
    pub fn of(program: &Program, state: &State, index: usize) -> Self {
        let Status::Waiting { choice, player, .. } = state.status() else {
            return Self {
                choice: ChoiceId(0),
                player: 0,
                value: NONE,
                known: [Seats::ALL; MAX_TARGETS],
                parts: Vec::new(),
                own: None,
            };
        };
        let value = state.options()[index];
        let known_by =
            |card: Option<u16>| card.map_or(Seats::ALL, |card| state.cards[usize::from(card)].known);
        let mut known = [Seats::ALL; MAX_TARGETS];
        for (known, card) in known.iter_mut().zip(cards(program, choice, value)) {
            *known = known_by(card);
        }
        let ty = program.choices[choice.0 as usize].ty;
        let held = if ty.is_list() { lists::parts(program, state, ty, value) } else { Vec::new() };
        let parts: Vec<_> = held.into_iter().map(|(part, card)| (part, known_by(card))).collect();
        let player = player.max(0) as u8;
        let unknown = |known: &Seats| !known.has(player);
        let is_blind = known.iter().any(unknown) || parts.iter().any(|(_, known)| unknown(known));
        let own = is_blind.then(|| shown_labels(program, state, player).swap_remove(index));
        Self { choice, player, value, known, parts, own }
    }

    /// The decision, what was picked of it, and who knew the card or the targets.
    pub fn parts(&self) -> (ChoiceId, i32, [Seats; MAX_TARGETS]) {
        (self.choice, self.value, self.known)
    }

    /// Whether others are told only once all have decided who are asked at once.
    pub fn waits(&self, program: &Program) -> bool {
        program.choices[self.choice.0 as usize].together.is_some()
    }

    /// What a seat is told; nothing of the pick yet where others still decide (`early`).
    pub fn told(&self, program: &Program, label: &str, (seat, early): (u8, bool)) -> Told {
        let choice = &program.choices[self.choice.0 as usize];
        let decision = program.checked.decisions[choice.decision.index()].clone();
        let own = seat == self.player;
        let sees = |i: usize| own || self.known[i].has(seat);
        let blind = self.own.as_ref().filter(|_| own);
        let unseen = |i: usize| (!sees(i)).then(|| HIDDEN.to_owned());
        let is_list = matches!(choice.kind, ChoiceKind::List(_));
        let pick = match choice.kind {
            _ if (choice.secretly || early) && !own => None,
            _ if blind.is_some() => blind.cloned(),
            ChoiceKind::List(_) if !own && self.parts.iter().any(|(_, known)| !known.has(seat)) => {
                Some(lists::joined(self.parts.iter().map(|(part, known)| (part.as_str(), known.has(seat)))))
            }
            ChoiceKind::List(_) => Some(label.to_owned()).filter(|_| sees(0)),
            ChoiceKind::Window(_) if self.value == NONE => Some(label.to_owned()),
            ChoiceKind::Window(window) => {
                Some(action_label(program, window, self.value, std::array::from_fn(unseen)))
            }
            ChoiceKind::Modes(_) | ChoiceKind::YesNo => Some(label.to_owned()),
        };
        let card = cards(program, self.choice, self.value)[0]
            .filter(|_| is_list && pick.is_some() && blind.is_none());
        Told { seat: Seat(self.player), decision, pick, card: card.map(CardId) }
    }
}

/// The card that an option is, or those that are the targets of an action.
pub fn cards(program: &Program, choice: ChoiceId, value: i32) -> [Option<u16>; MAX_TARGETS] {
    let choice = &program.choices[choice.0 as usize];
    let card = |value: i32, is_card: bool| u16::try_from(value).ok().filter(|_| is_card);
    match choice.kind {
        ChoiceKind::List(_) => [card(value, choice.ty.is_card()), None, None],
        ChoiceKind::Window(_) if value == NONE => [None; MAX_TARGETS],
        ChoiceKind::Window(window) => {
            let targets = &program.windows[window.index()][action_of(value)].targets;
            let mut cards = [None; MAX_TARGETS];
            let values = targets_of(value, targets.len());
            for ((found, (_, ty)), value) in cards.iter_mut().zip(targets).zip(values) {
                *found = card(value, ty.is_card());
            }
            cards
        }
        ChoiceKind::Modes(_) | ChoiceKind::YesNo => [None; MAX_TARGETS],
    }
}

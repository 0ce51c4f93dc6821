//! Disclosure of choices to the seats.
//!
//! All players learn which player makes which decision. The other players learn nothing of a choice made
//! `secretly`. Otherwise they learn it, except for cards that they do not know, which are hidden here as
//! everywhere.

use super::super::label::{HIDDEN, action_label, lists, shown_labels};
use crate::exec::{action_of, targets_of};
use crate::program::{ChoiceId, ChoiceKind, NONE, Program};
use crate::state::{SeatSet, State, Status};
use ludex_check::ids::{CardId, MAX_TARGETS, Seat};

/// The last choice, as disclosed to a seat.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct ObservedChoice {
    /// The acting player.
    pub seat: Seat,
    /// The name of the decision.
    pub decision: String,
    /// The label of the choice, with `hidden` for a target that the seat does not know; `None` if it is not
    /// disclosed.
    pub pick: Option<String>,
    /// The chosen card, if the choice is a card and disclosed to the seat.
    pub card: Option<CardId>,
}

/// A choice, and the seats that knew its cards at the time.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Picked {
    choice: ChoiceId,
    pub player: u8,
    value: i32,
    /// Seats that know the chosen card, or each target of an action.
    known: [SeatSet; MAX_TARGETS],
    /// The elements of a chosen list, and the seats that knew them.
    parts: Vec<(String, SeatSet)>,
    /// The option's label for the acting player, if that player did not know one of its cards.
    own: Option<String>,
}

impl Picked {
    /// Returns the choice of an option, by index, of the pending decision, which must exist.
    pub fn new(program: &Program, state: &State, index: usize) -> Self {
        let Status::Waiting { choice, player, .. } = state.status() else {
            return Self {
                choice: ChoiceId(0),
                player: 0,
                value: NONE,
                known: [SeatSet::ALL; MAX_TARGETS],
                parts: Vec::new(),
                own: None,
            };
        };
        let value = state.options()[index];
        let known_by =
            |card: Option<u16>| card.map_or(SeatSet::ALL, |card| state.cards[usize::from(card)].known);
        let mut known = [SeatSet::ALL; MAX_TARGETS];
        for (known, card) in known.iter_mut().zip(cards(program, choice, value)) {
            *known = known_by(card);
        }
        let ty = program.choices[choice.0 as usize].ty;
        let held = if ty.is_list() { lists::parts(program, state, ty, value) } else { Vec::new() };
        let parts: Vec<_> = held.into_iter().map(|(part, card)| (part, known_by(card))).collect();
        let player = player.max(0) as u8;
        let unknown = |known: &SeatSet| !known.contains(player);
        let is_blind = known.iter().any(unknown) || parts.iter().any(|(_, known)| unknown(known));
        let own = is_blind.then(|| shown_labels(program, state, player).swap_remove(index));
        Self { choice, player, value, known, parts, own }
    }

    /// Returns the decision, the value, and the seats that knew the card or the targets.
    pub fn parts(&self) -> (ChoiceId, i32, [SeatSet; MAX_TARGETS]) {
        (self.choice, self.value, self.known)
    }

    /// Returns true if the choice is disclosed only once all players of a simultaneous choice have decided.
    pub fn waits(&self, program: &Program) -> bool {
        program.choices[self.choice.0 as usize].together.is_some()
    }

    /// Returns the disclosure to a seat. While other players are still deciding (`early`), it omits the
    /// choice.
    pub fn disclose(&self, program: &Program, label: &str, (seat, early): (u8, bool)) -> ObservedChoice {
        let choice = &program.choices[self.choice.0 as usize];
        let decision = program.checked.decisions[choice.decision.index()].clone();
        let own = seat == self.player;
        let sees = |i: usize| own || self.known[i].contains(seat);
        let blind = self.own.as_ref().filter(|_| own);
        let unseen = |i: usize| (!sees(i)).then(|| HIDDEN.to_owned());
        let is_list = matches!(choice.kind, ChoiceKind::List(_));
        let pick = match choice.kind {
            _ if (choice.secretly || early) && !own => None,
            _ if blind.is_some() => blind.cloned(),
            ChoiceKind::List(_) if !own && self.parts.iter().any(|(_, known)| !known.contains(seat)) => Some(
                lists::joined(self.parts.iter().map(|(part, known)| (part.as_str(), known.contains(seat)))),
            ),
            ChoiceKind::List(_) => Some(label.to_owned()).filter(|_| sees(0)),
            ChoiceKind::Window(_) if self.value == NONE => Some(label.to_owned()),
            ChoiceKind::Window(window) => {
                Some(action_label(program, window, self.value, std::array::from_fn(unseen)))
            }
            ChoiceKind::Modes(_) | ChoiceKind::YesNo => Some(label.to_owned()),
        };
        let card = cards(program, self.choice, self.value)[0]
            .filter(|_| is_list && pick.is_some() && blind.is_none());
        ObservedChoice { seat: Seat(self.player), decision, pick, card: card.map(CardId) }
    }
}

/// Returns the card that is the option, or the cards that are targets of the action.
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

//! Values as far as a viewer may know them: equal at all positions in the viewer's information set.
//!
//! Hidden values are not represented at all, so later code can't disclose them. All operations depend on
//! known values only. A seat therefore gets the same explanation, word for word, at each such position.

use ludex_check::ids::{KindId, VarId};
use ludex_run::program::{NONE, Program};
use ludex_run::state::{State, Status};

/// A value with its state of knowledge.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Val {
    /// A value that is equal at every position in the information set.
    Is(i32),
    /// The card at the position of this card: the position is known, the card's identity is not.
    At(u16),
    /// Unknown: may differ at another position in the information set.
    Hidden,
}

impl Val {
    pub const NONE: Val = Val::Is(NONE);

    pub fn truth(truth: bool) -> Val {
        Val::Is(i32::from(truth))
    }

    /// Converts a condition to `bool`; `None` if it is hidden.
    pub fn holds(self) -> Option<bool> {
        match self {
            Val::Is(n) => Some(n == 1),
            Val::At(_) | Val::Hidden => None,
        }
    }

    /// Negates a condition; a hidden one stays hidden.
    pub fn negated(self) -> Val {
        self.holds().map_or(Val::Hidden, |holds| Val::truth(!holds))
    }

    /// Computes `self or hidden`: true if `self` is true, otherwise hidden.
    pub fn or_hidden(self) -> Val {
        if self.holds() == Some(true) { self } else { Val::Hidden }
    }
}

/// A list with its state of knowledge.
#[derive(Debug, Clone, Default)]
pub(super) struct Items {
    /// Elements that are certainly in the list.
    pub items: Vec<Val>,
    /// True if the list may have further elements.
    pub uncertain: bool,
    /// True if the order of the elements is hidden.
    pub mixed: bool,
}

impl Items {
    pub fn unknown() -> Items {
        Items { items: Vec::new(), uncertain: true, mixed: true }
    }

    /// Appends another list and its uncertainty.
    pub fn add(&mut self, other: Items) {
        self.items.extend(other.items);
        self.uncertain |= other.uncertain;
        self.mixed |= other.mixed;
    }

    /// Returns true if the elements and their order are known.
    pub fn is_sure(&self) -> bool {
        !self.uncertain && (!self.mixed || self.items.len() <= 1)
    }

    pub fn from_values(items: impl IntoIterator<Item = i32>) -> Items {
        Items { items: items.into_iter().map(Val::Is).collect(), ..Items::default() }
    }
}

/// The point of view of a seat, or of a viewer who sees all cards.
#[derive(Clone, Copy)]
pub(super) struct ViewerContext<'a> {
    pub program: &'a Program,
    pub state: &'a State,
    pub viewer: Option<u8>,
}

impl ViewerContext<'_> {
    /// Returns true if the cards of a zone are hidden from the viewer, including their number.
    pub fn is_concealed(&self, zone: u16) -> bool {
        self.viewer.is_some()
            && self.program.layout.zones[usize::from(zone)].hides.concealed
            && self.state.status() != Status::Over
    }

    /// Returns true if the viewer knows a card and its position.
    pub fn knows(&self, card: u16) -> bool {
        self.viewer.is_none_or(|seat| self.state.shows(&self.program.layout, seat, card))
    }

    /// Returns true if a variable of a card is a mark that all players see in the card's zone.
    pub fn is_mark(&self, card: u16, var: VarId) -> bool {
        let zone = self.state.cards[usize::from(card)].zone;
        !self.is_concealed(zone) && self.program.marks(card, zone).any(|mark| mark == var)
    }

    /// Returns the card at the position of `card`, known or unknown.
    pub fn lying(&self, card: u16) -> Val {
        match self.knows(card) {
            true => Val::Is(i32::from(card)),
            false if self.is_concealed(self.state.cards[usize::from(card)].zone) => Val::Hidden,
            false => Val::At(card),
        }
    }

    /// Returns the card at a known position, or `None` if the position is hidden.
    pub fn place_of(&self, card: Val) -> Option<u16> {
        match card {
            Val::Is(n) => u16::try_from(n).ok().filter(|card| self.knows(*card)),
            Val::At(card) => Some(card),
            Val::Hidden => None,
        }
    }

    /// Returns true if a zone is unordered and has unknown cards, so the order of its cards is hidden.
    pub fn is_mixed(&self, zone: u16) -> bool {
        let ordered = self.program.layout.zones[usize::from(zone)].ordered;
        !ordered && self.state.cards_in(zone).any(|card| !self.knows(card))
    }

    pub fn cards_in(&self, zone: u16) -> Items {
        if self.is_concealed(zone) {
            return Items::unknown();
        }
        let mut items: Vec<Val> = self.state.cards_in(zone).map(|card| self.lying(card)).collect();
        let mixed = self.is_mixed(zone);
        if mixed {
            self.sort(&mut items);
        }
        Items { items, uncertain: false, mixed }
    }

    /// Returns the positions of the unknown cards of a kind and owner, in an order that reveals nothing about
    /// them.
    pub fn unknown_places(&self, kind: KindId, owner: i32) -> Vec<Val> {
        let (first, count) = self.program.layout.kinds[kind.index()];
        let cards = (first..first + count).map(|card| card as u16);
        let hidden =
            cards.filter(|card| self.program.layout.owner[usize::from(*card)] == owner && !self.knows(*card));
        let mut places: Vec<Val> = hidden.map(|card| self.lying(card)).collect();
        self.sort(&mut places);
        places
    }

    /// Sorts in an order that reveals nothing hidden: known cards first, then others by their visible
    /// attributes.
    pub fn sort(&self, items: &mut [Val]) {
        items.sort_by_key(|item| match item {
            Val::Is(n) => (0, *n, 0, 0, 0, false),
            Val::At(card) => {
                let c = usize::from(*card);
                let layout = &self.program.layout;
                let zone = self.state.cards[c].zone;
                // cards of an ordered zone are distinguished by their index
                let place = if layout.zones[usize::from(zone)].ordered { self.number(*card) } else { 0 };
                (
                    1,
                    i32::from(zone),
                    place,
                    layout.owner[c],
                    i32::from(layout.kind[c]),
                    self.state.cards[c].up,
                )
            }
            Val::Hidden => (2, 0, 0, 0, 0, false),
        });
    }

    fn number(&self, card: u16) -> i32 {
        let zone = self.state.cards[usize::from(card)].zone;
        self.state.cards_in(zone).position(|other| other == card).map_or(0, |n| n as i32)
    }
}

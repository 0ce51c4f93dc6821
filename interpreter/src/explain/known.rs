//! What a viewer may know: values that are the same in every deal that the viewer can't tell from this one.
//!
//! A value that a seat may not know is not there: no code that follows can let it out. All that is done depends on values
//! that are known, so a seat gets the same explanation, word by word, in every such deal.

use crate::ids::{KindId, VarId};
use crate::program::{NONE, Program};
use crate::state::{State, Status};

/// A value as far as it is known.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Val {
    /// This one, in every deal.
    Is(i32),
    /// The card that lies in the place of this one: where it lies is known, which card it is not.
    At(u16),
    /// It may be another one in another deal.
    Hidden,
}

impl Val {
    pub const NONE: Val = Val::Is(NONE);

    pub fn truth(truth: bool) -> Val {
        Val::Is(i32::from(truth))
    }

    /// Whether it holds, as a condition; nothing if that is hidden.
    pub fn holds(self) -> Option<bool> {
        match self {
            Val::Is(n) => Some(n == 1),
            Val::At(_) | Val::Hidden => None,
        }
    }

    /// Whether it does not hold.
    pub fn negated(self) -> Val {
        self.holds().map_or(Val::Hidden, |holds| Val::truth(!holds))
    }

    /// What follows from this and something hidden of which one is enough.
    pub fn or_hidden(self) -> Val {
        if self.holds() == Some(true) { self } else { Val::Hidden }
    }
}

/// A list as far as it is known.
#[derive(Debug, Clone, Default)]
pub(super) struct Items {
    /// Those that are in it for certain.
    pub items: Vec<Val>,
    /// There may be more.
    pub uncertain: bool,
    /// In which order they come is hidden.
    pub mixed: bool,
}

impl Items {
    pub fn unknown() -> Items {
        Items { items: Vec::new(), uncertain: true, mixed: true }
    }

    /// Those of another list behind these.
    pub fn add(&mut self, other: Items) {
        self.items.extend(other.items);
        self.uncertain |= other.uncertain;
        self.mixed |= other.mixed;
    }

    /// Whether it is known which elements it has and in which order.
    pub fn is_sure(&self) -> bool {
        !self.uncertain && (!self.mixed || self.items.len() <= 1)
    }

    pub fn of(items: impl IntoIterator<Item = i32>) -> Items {
        Items { items: items.into_iter().map(Val::Is).collect(), ..Items::default() }
    }
}

/// Whose eyes: a seat's, or those of somebody who sees all.
#[derive(Clone, Copy)]
pub(super) struct Eyes<'a> {
    pub program: &'a Program,
    pub state: &'a State,
    pub viewer: Option<u8>,
}

impl Eyes<'_> {
    /// Whether nobody is shown what lies in a zone.
    pub fn concealed(&self, zone: u16) -> bool {
        self.viewer.is_some()
            && self.program.layout.zones[usize::from(zone)].hides.concealed
            && self.state.status() != Status::Over
    }

    /// Whether a card is known together with its place.
    pub fn knows(&self, card: u16) -> bool {
        self.viewer.is_none_or(|seat| self.state.shows(&self.program.layout, seat, card))
    }

    /// Whether all see this variable of a card where it lies.
    pub fn marks(&self, card: u16, var: VarId) -> bool {
        let zone = self.state.cards[usize::from(card)].zone;
        !self.concealed(zone) && self.program.marks(card, zone).any(|mark| mark == var)
    }

    /// The card that lies somewhere.
    pub fn lying(&self, card: u16) -> Val {
        match self.knows(card) {
            true => Val::Is(i32::from(card)),
            false if self.concealed(self.state.cards[usize::from(card)].zone) => Val::Hidden,
            false => Val::At(card),
        }
    }

    /// The card whose place a value is, if that place is known.
    pub fn place_of(&self, card: Val) -> Option<u16> {
        match card {
            Val::Is(n) => u16::try_from(n).ok().filter(|card| self.knows(*card)),
            Val::At(card) => Some(card),
            Val::Hidden => None,
        }
    }

    /// Whether a zone keeps no order and has cards that are not known: which lies before which is hidden then.
    pub fn mixed(&self, zone: u16) -> bool {
        let ordered = self.program.layout.zones[usize::from(zone)].ordered;
        !ordered && self.state.cards_in(zone).any(|card| !self.knows(card))
    }

    pub fn cards_in(&self, zone: u16) -> Items {
        if self.concealed(zone) {
            return Items::unknown();
        }
        let mut items: Vec<Val> = self.state.cards_in(zone).map(|card| self.lying(card)).collect();
        let mixed = self.mixed(zone);
        if mixed {
            self.sort(&mut items);
        }
        Items { items, uncertain: false, mixed }
    }

    /// The places of the cards of a kind and owner that are not known, in an order that says nothing of them.
    pub fn unknown_places(&self, kind: KindId, owner: i32) -> Vec<Val> {
        let (first, count) = self.program.layout.kinds[kind.index()];
        let cards = (first..first + count).map(|card| card as u16);
        let hidden =
            cards.filter(|card| self.program.layout.owner[usize::from(*card)] == owner && !self.knows(*card));
        let mut places: Vec<Val> = hidden.map(|card| self.lying(card)).collect();
        self.sort(&mut places);
        places
    }

    /// An order that says nothing of what is hidden: known cards first, others by what is seen of them.
    pub fn sort(&self, items: &mut [Val]) {
        items.sort_by_key(|item| match item {
            Val::Is(n) => (0, *n, 0, 0, 0, false),
            Val::At(card) => {
                let c = usize::from(*card);
                let layout = &self.program.layout;
                let zone = self.state.cards[c].zone;
                // in an ordered zone a place is told by its number
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

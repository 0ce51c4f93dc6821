//! Updates the beliefs of seats from observed events.

use super::{Belief, Beliefs, FIXED, MOST_CLASSES, copies_of, have_same_back};
use crate::exec::{Observer, StateChange};
use crate::program::Layout;
use crate::state::{SeatSet, State, are_copies, seen_by};

/// Observer that follows the beliefs of all seats, and nothing else.
pub struct Believer<'a> {
    pub layout: &'a Layout,
    pub beliefs: &'a mut Beliefs,
}

impl Observer for Believer<'_> {
    const WATCHES: bool = true;

    fn on_change(&mut self, state: &State, happening: &StateChange<'_>) {
        if matches!(happening, StateChange::Chose { .. }) {
            self.beliefs.begin();
        }
        self.beliefs.saw(self.layout, state, happening);
    }
}

/// Maximum number of cards among which an inserted hidden card is tracked by position.
const MOST_FOLLOWED: usize = 64;

impl Beliefs {
    /// Updates the beliefs after an event.
    pub fn saw(&mut self, layout: &Layout, state: &State, happening: &StateChange<'_>) {
        match *happening {
            StateChange::Leaves { card, to, up, among } => self.leaves(layout, state, card, (to, up), among),
            StateChange::Moved(card, ..) => self.learn_known(layout, state, card),
            StateChange::Turned(card, _) | StateChange::Shown(card) => {
                self.seen_in_place(layout, state, card)
            }
            StateChange::Swapped(a, b) => {
                state
                    .cards_in(a)
                    .chain(state.cards_in(b))
                    .for_each(|card| self.learn_known(layout, state, card));
            }
            StateChange::Shuffled(zone) => self.mixed(layout, state, (zone, None), SeatSet::default()),
            StateChange::Mixed { zone, card, seeing } => self.mixed(layout, state, (zone, card), seeing),
            StateChange::Excluded { cards, zone, place } => self.exclude(layout, state, cards, (zone, place)),
            StateChange::Said(..)
            | StateChange::Began(_)
            | StateChange::Activated
            | StateChange::Emitted(..)
            | StateChange::Told(_)
            | StateChange::Chose { .. } => {}
        }
    }

    /// Updates the beliefs after cards of a zone were shuffled, which only some seats saw. If one card was
    /// inserted, the others keep their order.
    fn mixed(&mut self, layout: &Layout, state: &State, (zone, card): (u16, Option<u16>), seeing: SeatSet) {
        let others = |(seat, belief): &(usize, &mut Belief)| belief.left > 0 && !seeing.contains(*seat as u8);
        for (seat, belief) in self.seats.iter_mut().enumerate().filter(others) {
            let places = || unseen(layout, state, seat, zone);
            belief.spend(state.count(zone));
            if !belief.have_one_class(places()) {
                let places: Vec<u16> = places().collect();
                let all = places.len() == state.count(zone) && places.len() <= MOST_FOLLOWED;
                let look = looks(layout, state, seat);
                let are_alike = || places.iter().all(|place| look(*place) == 0);
                match card.filter(|card| all && places.contains(card) && are_alike()) {
                    Some(card) => belief.slip_in(layout, &places, card),
                    None => belief.mix(layout, &places, look),
                }
            }
            belief.give_up_if_tired();
        }
    }

    /// Updates the beliefs before a card moves: seats that cannot tell which one of several moves cannot
    /// distinguish them afterwards.
    fn leaves(
        &mut self,
        layout: &Layout,
        state: &State,
        card: u16,
        (to, up): (u16, bool),
        among: Option<&[i32]>,
    ) {
        self.put_on(layout, state, to);
        let from = state.cards[usize::from(card)].zone;
        let ordered = layout.zones[usize::from(from)].ordered;
        if from == 0 || (ordered && among.is_none()) {
            return;
        }
        let arrives = seen_by(layout, to, usize::from(card), up);
        let leaves = seen_by(layout, from, usize::from(card), state.cards[usize::from(card)].up);
        for (seat, belief) in
            self.seats.iter_mut().enumerate().filter(|(seat, _)| !leaves.contains(*seat as u8))
        {
            if belief.left == 0 {
                continue;
            }
            let places = || unseen(layout, state, seat, from);
            belief.spend(state.count(from));
            if belief.have_one_class(places()) {
                belief.give_up_if_tired();
                continue;
            }
            let places: Vec<u16> = places().collect();
            let possible = |other: u16| {
                other == card || among.is_none_or(|cards| cards.binary_search(&i32::from(other)).is_ok())
            };
            let look = looks(layout, state, seat);
            let possible = |other: u16| possible(other) && look(other) == look(card);
            if arrives.contains(seat as u8) {
                belief.comes_out(layout, card, &places, (possible, look), ordered);
            } else {
                belief.mix_those(layout, &places, (possible, look), ordered);
            }
            belief.give_up_if_tired();
        }
    }

    /// Updates the beliefs before a card moves to a zone, perhaps one of another card: in a zone without order,
    /// seats that don't see that card can't tell which of several looks different afterwards.
    fn put_on(&mut self, layout: &Layout, state: &State, to: u16) {
        let info = &layout.zones[usize::from(to)];
        if !info.on_card {
            return;
        }
        let host = info.holder as u16;
        let zone = state.cards[usize::from(host)].zone;
        if zone == 0 || layout.zones[usize::from(zone)].ordered {
            return;
        }
        for (seat, belief) in self.seats.iter_mut().enumerate().filter(|(_, belief)| belief.left > 0) {
            let look = looks(layout, state, seat);
            let mut places: Vec<u16> = unseen(layout, state, seat, zone).collect();
            places.retain(|place| !state.knows(seat as u8, *place) && look(*place) == look(host));
            belief.spend(state.count(zone));
            if places.contains(&host) {
                belief.mix(layout, &places, look);
            }
            belief.give_up_if_tired();
        }
    }

    /// Updates the beliefs because all players can conclude that none of these cards is in a zone, or at a
    /// position. Cards that are actually there remain possible.
    fn exclude(&mut self, layout: &Layout, state: &State, cards: &[i32], (zone, place): (u16, Option<u16>)) {
        let there = |card: u16| {
            state.cards[usize::from(card)].zone == zone && place.is_none_or(|place| card == place)
        };
        let absent = cards.iter().filter_map(|card| u16::try_from(*card).ok());
        let mut set = vec![0; layout.cards().div_ceil(64)];
        for card in absent.filter(|card| !there(*card)) {
            set[usize::from(card) / 64] |= 1 << (card % 64);
        }
        for (seat, belief) in self.seats.iter_mut().enumerate().filter(|(_, belief)| belief.left > 0) {
            for place in unseen(layout, state, seat, zone).filter(|card| there(*card)) {
                if belief.left > 0 {
                    belief.rule_out(layout, place, &set);
                }
            }
            belief.spend(cards.len());
            belief.give_up_if_tired();
        }
    }

    /// Updates the beliefs of seats that see a card in its zone. In a zone without order they cannot
    /// distinguish its position from the others.
    fn seen_in_place(&mut self, layout: &Layout, state: &State, card: u16) {
        let zone = state.cards[usize::from(card)].zone;
        for (seat, belief) in self.seats.iter_mut().enumerate() {
            if !state.knows(seat as u8, card) || belief.is_fixed(card) || belief.left == 0 {
                continue;
            }
            if zone != 0 && !layout.zones[usize::from(zone)].ordered {
                let mut places: Vec<u16> = unseen(layout, state, seat, zone).collect();
                belief.spend(places.len());
                if let Err(at) = places.binary_search(&card) {
                    places.insert(at, card);
                }
                let look = looks(layout, state, seat);
                let possible = |other: u16| look(other) == look(card);
                belief.comes_out(layout, card, &places, (possible, look), false);
            }
            belief.learn(layout, card);
            belief.give_up_if_tired();
        }
    }
}

/// Returns the positions of a zone that a seat does not see, in order.
fn unseen(layout: &Layout, state: &State, seat: usize, zone: u16) -> impl Iterator<Item = u16> {
    let seen = move |card: &u16| {
        let c = usize::from(*card);
        seen_by(layout, zone, c, state.cards[c].up).contains(seat as u8)
    };
    state.cards_in(zone).filter(move |card| !seen(card))
}

/// Returns a function that hashes what a seat sees in the zones of a card. Copies are equal.
fn looks<'s>(layout: &'s Layout, state: &'s State, seat: usize) -> impl Fn(u16) -> u64 + Copy + 's {
    let design = |card: u16| layout.design[usize::from(card)].into();
    move |card| state.hash_held(layout, (seat as u8, card), design)
}

impl Belief {
    /// Returns true if these positions have one class, so that events among them change nothing.
    fn have_one_class(&self, mut places: impl Iterator<Item = u16>) -> bool {
        let Some(first) = places.next().map(|place| self.class_of(place)) else { return true };
        first != FIXED && places.all(|place| self.class_of(place) == first)
    }

    /// Updates the belief after one of the possible positions lost a card that the seat did not see.
    fn mix_those(
        &mut self,
        layout: &Layout,
        places: &[u16],
        (possible, look): (impl Fn(u16) -> bool, impl Fn(u16) -> u64),
        ordered: bool,
    ) {
        if ordered {
            self.mix(layout, between(places, possible), look);
        } else {
            let those: Vec<u16> = places.iter().copied().filter(|place| possible(*place)).collect();
            self.mix(layout, &those, look);
        }
    }

    /// Updates the belief when one of the possible positions loses a card that the seat sees. The position is
    /// one of those that may have held it. If a position in a zone without order was known to hold a copy of
    /// it, it is that position. In an ordered zone, positions below the next known copy are excluded.
    fn comes_out(
        &mut self,
        layout: &Layout,
        card: u16,
        places: &[u16],
        (possible, look): (impl Fn(u16) -> bool, impl Fn(u16) -> u64),
        ordered: bool,
    ) {
        let holds_copy = self.classes_of_copies(layout, card);
        let known = |place: u16| possible(place) && self.is_fixed(place) && are_copies(layout, place, card);
        let may_hold =
            |place: u16| have_same_back(layout, place, card) && holds_copy[usize::from(self.class_of(place))];
        let may = |place: u16| known(place) || possible(place) && may_hold(place);
        let those: Vec<u16> = if ordered {
            let at = places.iter().position(|place| *place == card).unwrap_or(0);
            let sure = places[at..].iter().position(|place| known(*place));
            between(&places[..sure.map_or(places.len(), |sure| at + sure + 1)], may).to_vec()
        } else if self.is_fixed(card) {
            return;
        } else if let Some(copy) = places.iter().copied().find(|place| known(*place)) {
            return self.exchange(card, copy);
        } else {
            places.iter().copied().filter(|place| may(*place)).collect()
        };
        self.mix(layout, &those, look);
    }

    /// Updates the belief after a card was inserted at an unknown position. Each position now holds the old
    /// card there, the one above it, or the new card.
    fn slip_in(&mut self, layout: &Layout, places: &[u16], card: u16) {
        if places.len() < 2 {
            return;
        }
        let old: Vec<Vec<u64>> =
            places.iter().filter(|place| **place != card).map(|place| self.cards_of(*place)).collect();
        let new = self.cards_of(card);
        self.spend(places.len() * self.looking_for_a_set());
        let unions: Vec<Vec<u64>> = (0..places.len())
            .map(|i| {
                let mut union = new.clone();
                for set in
                    [i.checked_sub(1).and_then(|above| old.get(above)), old.get(i)].into_iter().flatten()
                {
                    union.iter_mut().zip(set).for_each(|(all, more)| *all |= more);
                }
                union
            })
            .collect();
        for (place, union) in places.iter().zip(unions) {
            self.put_among(layout, *place, union);
        }
    }

    /// Returns the classes whose positions may hold this card or a copy of it, except the fixed class.
    fn classes_of_copies(&mut self, layout: &Layout, card: u16) -> [bool; MOST_CLASSES + 1] {
        let mut classes = [false; MOST_CLASSES + 1];
        let mut effort = 0;
        for class in (0..self.places.len()).filter(|class| *class != usize::from(FIXED)) {
            let copies = copies_of(layout, card).inspect(|_| effort += 1);
            classes[class] = { copies }.any(|copy| self.may_contain(class as u8, copy));
        }
        self.spend(effort);
        classes
    }
}

/// Returns the positions from the first possible to the last possible one.
fn between(places: &[u16], possible: impl Fn(u16) -> bool) -> &[u16] {
    let first = places.iter().position(|place| possible(*place));
    let last = places.iter().rposition(|place| possible(*place));
    first.zip(last).map_or(&[], |(first, last)| &places[first..=last])
}

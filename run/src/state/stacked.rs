//! Shuffles with a partly fixed result, for scenarios that stack decks.

use std::ops::Range;

use super::CardPlace;

/// The cards that one shuffle places on top of a zone.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stack {
    /// Number by which the creator identifies the stack.
    pub number: usize,
    pub zone: u16,
    /// For each position from the top, the copies of the card for it. Any of them is valid.
    pub places: Vec<Range<u16>>,
}

/// A card of a stack that was not in the zone when it was shuffled.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Absent {
    /// [`Stack::number`]
    pub number: usize,
    /// Position of the card from the top, from 0.
    pub place: usize,
    /// The zone of the card's first copy; 0 if it was in none.
    pub zone: u16,
}

/// Stacks waiting for a shuffle of their zone, in order; each applies to one shuffle.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Stacks {
    waiting: Vec<Stack>,
    absent: Option<Absent>,
}

impl Stacks {
    /// Appends a stack to the queue.
    pub fn add(&mut self, stack: Stack) {
        self.waiting.push(stack);
    }

    /// Returns the first stack that no shuffle has used.
    pub fn unused(&self) -> Option<&Stack> {
        self.waiting.first()
    }

    /// Returns the first card that was missing at its shuffle.
    pub fn absent(&self) -> Option<&Absent> {
        self.absent.as_ref()
    }

    /// Moves the cards of the zone's next stack to the front of its shuffled cards.
    #[cold]
    pub(super) fn arrange(&mut self, zone: u16, shuffled: &mut [i32], cards: &[CardPlace]) {
        let Some(at) = self.waiting.iter().position(|stack| stack.zone == zone) else { return };
        let Stack { number, places, .. } = self.waiting.remove(at);
        let mut found = vec![None; places.len()];
        // positions for a certain copy have priority over those for any copy
        let mut order: Vec<usize> = (0..places.len()).collect();
        order.sort_by_key(|place| places[*place].len());
        for place in order {
            let is_free =
                |card: &&i32| places[place].contains(&(**card as u16)) && !found.contains(&Some(**card));
            found[place] = shuffled.iter().find(is_free).copied();
        }
        let missing = found.iter().position(Option::is_none);
        if let (Some(place), None) = (missing, &self.absent) {
            let zone = cards.get(usize::from(places[place].start)).map_or(0, |card| card.zone);
            self.absent = Some(Absent { number, place, zone });
        }
        let top: Vec<i32> = found.into_iter().flatten().collect();
        let rest: Vec<i32> = shuffled.iter().filter(|card| !top.contains(card)).copied().collect();
        shuffled.iter_mut().zip(top.into_iter().chain(rest)).for_each(|(place, card)| *place = card);
    }
}

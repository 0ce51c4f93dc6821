//! Cards in the zones of other cards, which players see even if they do not know the other card.

use super::{Fnv, State};
use crate::program::Layout;

impl State {
    /// Returns the cards that a seat sees in the zones of a card, each with its declared zone and its place
    /// there (0 without an order).
    fn held<'s>(
        &'s self,
        layout: &'s Layout,
        seat: u8,
        card: u16,
    ) -> impl Iterator<Item = (u16, u64, u16)> + 's {
        let lies = &layout.zones[usize::from(self.cards[usize::from(card)].zone)];
        let is_seen = !lies.hides.concealed && (!lies.on_card || self.knows(seat, lies.holder as u16));
        let zones = layout.on_cards.iter().filter(move |_| is_seen);
        let zones = zones.map(move |def| (*def, layout.card_zones[usize::from(*def)][usize::from(card)]));
        let zones = zones.filter(|(_, zone)| !layout.zones[usize::from(*zone)].hides.concealed);
        zones.flat_map(move |(def, zone)| {
            let ordered = layout.zones[usize::from(zone)].ordered;
            let places = (1..).map(move |place| if ordered { place } else { 0 });
            self.cards_in(zone).zip(places).map(move |(held, place)| (def, place, held))
        })
    }

    /// Returns a hash of the cards that a seat sees in the zones of a card, 0 if there are none. A card that
    /// the seat knows is `named`; others contribute their backs.
    pub(crate) fn hash_held(
        &self,
        layout: &Layout,
        (seat, card): (u8, u16),
        named: impl Fn(u16) -> u64,
    ) -> u64 {
        self.held(layout, seat, card).fold(0, |sum: u64, (def, place, held)| {
            let (c, known) = (usize::from(held), self.knows(seat, held));
            let name = if known { named(held) } else { layout.kind[c].into() };
            let owner = layout.owner[c].cast_unsigned();
            let mut fnv = Fnv::default();
            for part in [def.into(), place, known.into(), name, owner.into(), self.cards[c].up.into()] {
                fnv.number(part);
            }
            sum.wrapping_add(fnv.finish())
        })
    }

    /// Returns true if a seat sees cards in a zone that only cards of this design have.
    pub(crate) fn is_given_away(&self, layout: &Layout, seat: u8, card: u16) -> bool {
        self.held(layout, seat, card).any(|(def, ..)| layout.zones_of_kind(def).is_none())
    }
}

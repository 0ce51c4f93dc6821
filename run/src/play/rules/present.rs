//! Checks whether external IDs exist in a game.

use super::Rules;
use ludex_check::ids::{CardId, PropertyId, Seat, SpotAt, ZoneAt};

impl Rules {
    #[doc(hidden)]
    pub fn has_seat(&self, seat: Seat) -> bool {
        seat.0 < self.program.players
    }

    #[doc(hidden)]
    pub fn has_card(&self, card: CardId) -> bool {
        card.index() < self.program.layout.cards()
    }

    /// Returns true if a zone exists. The first zone is the null zone, so it does not count.
    #[doc(hidden)]
    pub fn has_zone(&self, zone: ZoneAt) -> bool {
        (1..self.program.layout.zones.len()).contains(&zone.index())
    }

    #[doc(hidden)]
    pub fn has_spot(&self, spot: SpotAt) -> bool {
        self.program.layout.spots.get(spot.sort.index()).is_some_and(|count| spot.number < *count)
    }

    /// Returns true if the kind of a card has a property.
    #[doc(hidden)]
    pub fn has_property(&self, property: PropertyId, card: CardId) -> bool {
        let def = self.program.checked.properties.get(property.index());
        let kind = self.program.layout.kind.get(card.index());
        def.zip(kind).is_some_and(|(def, kind)| def.kind.0 == *kind)
    }
}

//! Whether a game has what an id from outside stands for.

use super::Rules;
use crate::ids::{CardId, PropertyId, Seat, SpotAt, ZoneAt};

impl Rules<'_> {
    pub(crate) fn has_seat(self, seat: Seat) -> bool {
        seat.0 < self.0.players
    }

    pub(crate) fn has_card(self, card: CardId) -> bool {
        card.index() < self.0.layout.cards()
    }

    /// Of the zones of holders the first stands for none.
    pub(crate) fn has_zone(self, zone: ZoneAt) -> bool {
        (1..self.0.layout.zones.len()).contains(&zone.index())
    }

    pub(crate) fn has_spot(self, spot: SpotAt) -> bool {
        self.0.layout.spots.get(spot.sort.index()).is_some_and(|count| spot.number < *count)
    }

    /// Whether the card has the property: its kind has it.
    pub(crate) fn has_property(self, property: PropertyId, card: CardId) -> bool {
        let def = self.0.checked.properties.get(property.index());
        let kind = self.0.layout.kind.get(card.index());
        def.zip(kind).is_some_and(|(def, kind)| def.kind.0 == *kind)
    }
}

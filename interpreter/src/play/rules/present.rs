//! Whether a game has what an id from outside stands for.

use super::Rules;
use crate::ids::{CardId, PropertyId, Seat, SpotAt, ZoneAt};

impl Rules {
    pub(crate) fn has_seat(&self, seat: Seat) -> bool {
        seat.0 < self.program.players
    }

    pub(crate) fn has_card(&self, card: CardId) -> bool {
        card.index() < self.program.layout.cards()
    }

    /// Of the zones of holders the first stands for none.
    pub(crate) fn has_zone(&self, zone: ZoneAt) -> bool {
        (1..self.program.layout.zones.len()).contains(&zone.index())
    }

    pub(crate) fn has_spot(&self, spot: SpotAt) -> bool {
        self.program.layout.spots.get(spot.sort.index()).is_some_and(|count| spot.number < *count)
    }

    /// Whether the card has the property: its kind has it.
    pub(crate) fn has_property(&self, property: PropertyId, card: CardId) -> bool {
        let def = self.program.checked.properties.get(property.index());
        let kind = self.program.layout.kind.get(card.index());
        def.zip(kind).is_some_and(|(def, kind)| def.kind.0 == *kind)
    }
}

//! Spots as options of a decision, with their content if a text shows it.

use ludex::rules::{Holder, HolderAt};
use ludex::{Game, Seat, SpotAt, Value, View};

use super::{NOTHING, Words, fill};

impl Words<'_> {
    /// Formats a value as an option. A spot uses its text `picks.SPOT`, with the facts known to the seat.
    pub(super) fn pick(&self, game: &Game, seat: Seat, value: &Value) -> String {
        if let Value::List(values) = value {
            let parts: Vec<String> = values.iter().map(|value| self.part(value)).collect();
            return if parts.is_empty() { NOTHING.to_owned() } else { parts.join(", ") };
        }
        let Value::Spot(spot) = value else { return self.value(value) };
        self.spot_pick(game, seat, spot.id)
    }

    /// Formats an element of a list option.
    fn part(&self, value: &Value) -> String {
        if let Value::Card(card) = value { self.card(card.id, false) } else { self.value(value) }
    }

    /// Formats a spot as an option: with the decision's text for such spots, or with `picks.SPOT`.
    pub(super) fn spot_offer(
        &self,
        (game, seat): (&Game, Seat),
        spot: SpotAt,
        own: impl Fn(&str) -> Option<String>,
    ) -> String {
        let here = self.spot_pick(game, seat, spot);
        let def = self.rules().spot(spot.sort());
        let Some((def, text)) = def.and_then(|def| Some((def, own(def.name)?))) else { return here };
        let next = (usize::from(spot.number()) + 1) % usize::from(def.count);
        let next = self.rules().spots_of(def.id).nth(next);
        let next = next.map_or_else(String::new, |next| self.spot_pick(game, seat, next));
        fill(&text, &[("here", here), ("next", next)])
    }

    fn spot_pick(&self, game: &Game, seat: Seat, spot: SpotAt) -> String {
        let name = self.rules().spot(spot.sort()).map_or("", |def| def.name);
        let Some(text) = self.get(&format!("picks.{name}")) else {
            return self.spot(spot);
        };
        let view = game.view(seat);
        let mut facts = self.whereabouts(spot);
        for zone in &view.zones {
            let Some((def, holder)) = self.rules().zone_at(zone.zone.id) else { continue };
            if holder == HolderAt::Spot(spot) {
                let names: Vec<String> = zone.cards.iter().map(|card| self.seen(card, true)).collect();
                facts.push((def.name, if names.is_empty() { NOTHING.to_owned() } else { names.join(", ") }));
            }
        }
        for var in self.rules().variables().filter(|var| var.holder == Holder::Spot(spot.sort())) {
            let value = value_at(&view, var.id, spot);
            facts.push((var.name, value.map_or_else(|| NOTHING.to_owned(), |value| self.value(value))));
        }
        fill(&text, &facts)
    }
}

/// Returns a variable of a spot, if the viewer may know it.
fn value_at(view: &View, id: ludex::VarId, spot: SpotAt) -> Option<&Value> {
    let of_spot = |of: &Option<Value>| matches!(of, Some(Value::Spot(at)) if at.id == spot);
    let found = view.variables.iter().find(|var| var.variable.id == id && of_spot(&var.of));
    found.map(|var| &var.value)
}

//! Spots and players as options of a decision, with their content if a text shows it.

use ludex::rules::{Holder, HolderAt};
use ludex::{Game, Seat, SpotAt, Value, VarId, VariableView, View, ZoneView};

use super::{NOTHING, Words, fill};

impl Words<'_> {
    /// Formats a value as an option. A spot uses its text `picks.SPOT`, a player `picks.player`, with the facts
    /// known to the seat.
    pub fn pick(&self, game: &Game, seat: Seat, value: &Value) -> String {
        if let Value::List(values) = value {
            let parts: Vec<String> = values.iter().map(|value| self.part(value)).collect();
            return if parts.is_empty() { NOTHING.to_owned() } else { parts.join(", ") };
        }
        match value {
            Value::Spot(spot) => self.spot_pick(game, seat, spot.id),
            Value::Player(player) => self.player_pick(game, seat, player.id),
            other => self.value(other),
        }
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
        let cards = |zone: &ZoneView| {
            let names: Vec<String> = zone.cards.iter().map(|card| self.seen(card, true)).collect();
            if names.is_empty() { NOTHING.to_owned() } else { names.join(", ") }
        };
        let holder = (HolderAt::Spot(spot), Holder::Spot(spot.sort()));
        let is_here = |of: &Value| matches!(of, Value::Spot(at) if at.id == spot);
        let mut facts = self.whereabouts(spot);
        facts.extend(self.held(&game.view(seat), holder, (cards, is_here)));
        fill(&text, &facts)
    }

    /// Formats a player as an option. Facts of zones are the numbers of their cards.
    fn player_pick(&self, game: &Game, seat: Seat, player: Seat) -> String {
        let Some(text) = self.get("picks.player") else { return self.seat(player) };
        let count = |zone: &ZoneView| {
            if zone.concealed { NOTHING.to_owned() } else { zone.cards.len().to_string() }
        };
        let is_theirs = |of: &Value| matches!(of, Value::Player(at) if at.id == player);
        let holder = (HolderAt::Seat(player), Holder::Player);
        let mut facts = vec![("player", self.seat(player))];
        facts.extend(self.held(&game.view(seat), holder, (count, is_theirs)));
        fill(&text, &facts)
    }

    /// Returns the zones and variables of a spot or player, as far as the viewer may know them.
    fn held(
        &self,
        view: &View,
        (at, holder): (HolderAt, Holder),
        (cards, is_theirs): (impl Fn(&ZoneView) -> String, impl Fn(&Value) -> bool),
    ) -> Vec<(&str, String)> {
        let zones = view.zones.iter().filter_map(|zone| {
            let (def, of) = self.rules().zone_at(zone.zone.id)?;
            (of == at && def.key.is_none()).then(|| (def.name, cards(zone)))
        });
        let value = |id: VarId| {
            let found =
                |var: &&VariableView| var.variable.id == id && var.of.as_ref().is_some_and(&is_theirs);
            view.variables.iter().find(found).map(|var| self.value(&var.value))
        };
        let vars = self.rules().variables().filter(|var| var.holder == holder);
        let vars = vars.map(|var| (var.name, value(var.id).unwrap_or_else(|| NOTHING.to_owned())));
        zones.chain(vars).collect()
    }
}

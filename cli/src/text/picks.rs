//! Spots as options of a decision: with what lies there, if the ruleset has a text for that.

use ludex::machinery::game::Game;
use ludex::machinery::hir::Holder;
use ludex::machinery::ids::SpotId;
use ludex::machinery::program::NONE;
use ludex::machinery::types::{Base, Type};

use super::{Words, fill};

/// Where nothing lies.
const NOTHING: &str = "–";

impl Words<'_> {
    /// A value among the options: a spot by its text `picks.SPOT`, as the seat sees the spot.
    pub(super) fn pick(&self, game: &Game, seat: u8, ty: Type, value: i32) -> String {
        match (ty.base, usize::try_from(value)) {
            (Base::Spot(spot), Ok(index)) if !ty.list => self.spot_pick(game, seat, spot, index),
            _ => self.value(ty, value),
        }
    }

    fn spot_pick(&self, game: &Game, seat: u8, spot: SpotId, index: usize) -> String {
        let checked = &self.ruleset.checked;
        let Some(text) = self.get(&format!("picks.{}", checked.spots[spot.index()].name)) else {
            return self.spot(spot, index as i32);
        };
        let layout = &self.program.layout;
        let view = game.view(seat);
        let mut facts = vec![("number", (index + 1).to_string())];
        for (z, zone) in checked.zones.iter().enumerate().filter(|(_, z)| z.holder == Holder::Spot(spot)) {
            let here = usize::from(layout.zone_range[z].0) + index;
            let cards = view.zones.get(here - 1).map_or(&[][..], |zone| &zone.cards);
            let names: Vec<String> = cards.iter().map(|card| self.seen(card, true)).collect();
            facts.push((&zone.name, if names.is_empty() { NOTHING.to_owned() } else { names.join(", ") }));
        }
        for (v, var) in checked.vars.iter().enumerate().filter(|(_, v)| v.holder == Holder::Spot(spot)) {
            let value = view.cells.get(layout.vars[v] as usize + index).copied().unwrap_or(NONE);
            let card = u16::try_from(value).ok().filter(|_| var.ty.is_card());
            facts.push((
                &var.name,
                card.map_or_else(|| self.value(var.ty, value), |card| self.card(card, true)),
            ));
        }
        fill(&text, &facts)
    }
}

//! Definitions of a ruleset, by ID: for drawing tables, looking up names, and listings.
//!
//! Nothing here depends on the position of a game, so none of it is secret.

mod defs;
mod maps;
mod present;
mod winning;

use std::sync::Arc;

use super::label;
use super::values::{self, Named, Value, value};
use crate::program::{NONE, Program};
use ludex_check::hir::{OptionDef as Declared, Repeat};
use ludex_check::ids::{
    ActionId, CardId, DecisionId, DesignId, EnumId, FieldId, KindId, MessageId, PhaseId, PropertyId, Seat,
    SpotAt, SpotId, VarId, WindowId, ZoneAt, ZoneId,
};
use ludex_check::types::{Base, KeyType, card_bases, no_bases, place_bases};

pub use defs::{
    ActionDef, Allowed, CardDef, DesignDef, FieldDef, FieldKey, HolderAt, KindDef, OptionDef, PhaseDef,
    PropertyDef, SpotDef, VariableDef, ZoneDef,
};
pub use ludex_check::hir::{
    ComputedDef, FaceColour, FaceDef, Holder, LayoutDef as Layout, OnCard, SeatLook, Shown,
};
pub use ludex_check::model::{Colour, ICON, Sees, Shape, TableArea};
pub use winning::TeamDef;

/// All definitions of a ruleset, for the players and options of a setup. Owns its data, and is cheap to
/// clone.
///
/// Lookups of an ID that does not exist, such as one of another ruleset, return `None`, `false` or an empty
/// sequence.
#[derive(Debug, Clone)]
pub struct Rules {
    pub(super) program: Arc<Program>,
}

/// Iterates over IDs in order, each with its definition.
fn each<T, D>(all: &[D], make: impl Fn(usize, &D) -> T) -> impl Iterator<Item = T> {
    all.iter().enumerate().map(move |(id, def)| make(id, def))
}

impl Rules {
    /// Returns the layout of the table.
    pub fn layout(&self) -> &Layout {
        &self.program.checked.layout
    }

    /// Returns each part of the layout with its entries as text, for display: `middle` with `market as row`
    /// and `deck as pile`.
    pub fn layout_parts(&self) -> Vec<(String, Vec<String>)> {
        self.layout().parts(&self.program.checked)
    }

    /// Returns the options of a setup, in the order of the ruleset.
    pub fn options(&self) -> impl Iterator<Item = OptionDef<'_>> {
        self.program.checked.options.iter().map(move |def| self.option(def))
    }

    fn option<'a>(&'a self, def: &'a Declared) -> OptionDef<'a> {
        let (default, allowed) = match def.ty.base() {
            Base::Bool => ((def.default == 1).to_string(), Allowed::Truth),
            Base::Enum(id) => {
                let words = &self.program.checked.enums[id.index()].values;
                let default = words.get(def.default as usize).cloned().unwrap_or_default();
                (default, Allowed::Words(words))
            }
            // an option is neither a card nor a zone or spot
            Base::Int | Base::Decimal | Base::Name(_) | card_bases!() | place_bases!() | no_bases!() => {
                (def.default.to_string(), Allowed::Numbers(def.min, def.max))
            }
        };
        OptionDef { name: &def.name, default, allowed }
    }

    /// Returns the enums by ID, each with its words.
    pub fn word_lists(&self) -> impl Iterator<Item = (EnumId, &[String])> {
        let enums = self.program.checked.enums.iter().enumerate();
        enums.map(|(id, def)| (EnumId::new(id), def.values.as_slice()))
    }

    /// Returns the enums by name, each with its words.
    pub fn enums(&self) -> impl Iterator<Item = (&str, &[String])> {
        self.program.checked.enums.iter().map(|def| (def.name.as_str(), def.values.as_slice()))
    }

    /// Returns the name of an enum; a choice of words (`type: [a, b]`) has the name of its option.
    pub fn enum_name(&self, id: EnumId) -> Option<&str> {
        Some(&self.program.checked.enums.get(id.index())?.name)
    }

    /// Returns the kinds of card.
    pub fn kinds(&self) -> impl Iterator<Item = KindDef<'_>> {
        (0..self.program.checked.kinds.len()).filter_map(move |id| self.kind(KindId::new(id)))
    }

    /// Returns a kind of card by ID.
    pub fn kind(&self, id: KindId) -> Option<KindDef<'_>> {
        let def = self.program.checked.kinds.get(id.index())?;
        Some(KindDef { id, name: &def.name, per_player: def.per_player })
    }

    /// Returns the printed fields of a kind.
    pub fn fields(&self, kind: KindId) -> impl Iterator<Item = FieldDef<'_>> {
        let all = (0..self.program.checked.fields.len()).map(FieldId::new);
        all.filter(move |id| self.program.checked.fields[id.index()].kind == kind)
            .filter_map(move |id| self.field(id))
    }

    /// Returns a printed field by ID.
    pub fn field(&self, id: FieldId) -> Option<FieldDef<'_>> {
        let def = self.program.checked.fields.get(id.index())?;
        let key = def.entry.as_ref().and_then(|(_, key)| {
            let words = match key {
                KeyType::Enum(id) => Some(self.program.checked.enums[id.index()].name.as_str()),
                KeyType::Range(..) | KeyType::Player | KeyType::Spot(_) => None,
            };
            Some(FieldKey { word: def.word()?, words })
        });
        let (is_truth, is_number) = (def.ty.base() == Base::Bool, def.ty.is_number());
        Some(FieldDef { id, name: &def.name, whole: def.text_name(), key, is_number, is_truth })
    }

    /// Returns the value printed in a field of a card, if any.
    pub fn printed(&self, field: FieldId, design: DesignId) -> Option<Value> {
        let designs = self.program.checked.designs.len();
        let at = field.index() * designs + design.index();
        if design.index() >= designs {
            return None;
        }
        let printed = *self.program.layout.fields.get(at)?;
        // columns of names follow the fields
        let def = self.program.checked.fields.get(field.index())?;
        (printed != NONE).then(|| value(&self.program, def.ty, printed))
    }

    /// Returns the cards as printed.
    pub fn designs(&self) -> impl Iterator<Item = DesignDef<'_>> {
        (0..self.program.checked.designs.len()).filter_map(move |id| self.design(DesignId::new(id)))
    }

    /// Returns a card as printed, by ID.
    pub fn design(&self, id: DesignId) -> Option<DesignDef<'_>> {
        let def = self.program.checked.designs.get(id.index())?;
        Some(DesignDef { id, name: &def.name, kind: def.kind, copies: def.copies, place: def.span })
    }

    /// Returns the kinds of spot.
    pub fn spots(&self) -> impl Iterator<Item = SpotDef<'_>> {
        (0..self.program.checked.spots.len()).filter_map(move |id| self.spot(SpotId::new(id)))
    }

    /// Returns a kind of spot by ID.
    pub fn spot(&self, id: SpotId) -> Option<SpotDef<'_>> {
        let count = *self.program.layout.spots.get(id.index())?;
        Some(SpotDef { id, name: &self.program.checked.spots[id.index()].name, count })
    }

    /// Returns each spot of a kind, in order.
    pub fn spots_of(&self, sort: SpotId) -> impl Iterator<Item = SpotAt> {
        let count = self.program.layout.spots.get(sort.index()).copied().unwrap_or_default();
        (0..count).map(move |number| SpotAt { sort, number })
    }

    /// Returns the zones as declared.
    pub fn zones(&self) -> impl Iterator<Item = ZoneDef<'_>> {
        (0..self.program.checked.zones.len()).filter_map(move |id| self.zone(ZoneId::new(id)))
    }

    /// Returns a zone as declared, by ID.
    pub fn zone(&self, id: ZoneId) -> Option<ZoneDef<'_>> {
        let def = self.program.checked.zones.get(id.index())?;
        let mut held = self.program.layout.zones.iter().filter(|zone| zone.def == id);
        Some(ZoneDef {
            id,
            name: &def.name,
            holder: def.holder,
            key: def.per.map(|key| self.program.checked.key_name(key)),
            sees: def.sees,
            ordered: def.ordered,
            concealed: held.any(|zone| zone.hides.concealed),
            max: def.max,
        })
    }

    /// Returns true if cards of a kind may be in a zone.
    pub fn holds(&self, zone: ZoneId, kind: KindId) -> bool {
        self.program.checked.zones.get(zone.index()).is_some_and(|def| def.holds.contains(&kind))
    }

    /// Returns the kinds whose cards look alike from behind, in the order of the ruleset: those that share a
    /// zone which not all players see.
    pub fn alike(&self, kind: KindId) -> Vec<KindId> {
        self.program.checked.alike(kind)
    }

    /// Returns the path of the back of a kind: its own, or that of a kind that looks alike.
    pub fn back(&self, kind: KindId) -> Option<&str> {
        self.program.checked.back(kind)
    }

    /// Returns the variables as declared.
    pub fn variables(&self) -> impl Iterator<Item = VariableDef<'_>> {
        let all = (0..self.program.checked.vars.len()).map(VarId::new);
        all.filter(|id| !self.program.checked.is_internal(*id)).filter_map(|id| self.variable(id))
    }

    /// Returns a variable as declared, by ID.
    pub fn variable(&self, id: VarId) -> Option<VariableDef<'_>> {
        let def = self.program.checked.vars.get(id.index())?;
        let (is_truth, is_number) = (def.ty.base() == Base::Bool, def.ty.is_number());
        let is_keyed = def.per.is_some();
        Some(VariableDef { id, name: &def.name, holder: def.holder, is_truth, is_number, is_keyed })
    }

    /// Returns the variable that is true for eliminated players, if the rules eliminate any.
    pub fn elimination(&self) -> Option<VarId> {
        self.program.checked.elimination.map(|elimination| elimination.out)
    }

    /// Returns the initial value of a variable of a holder (by the number of a seat, a spot, or a card of its
    /// kind), if any.
    pub fn first_value(&self, id: VarId, holder: usize) -> Option<Value> {
        let layout = &self.program.layout;
        let cells = layout.vars.get(id.index()).map(|_| layout.cells_of(id.index()))?;
        let first = *layout.cells.get(cells)?.get(holder)?;
        (first != NONE).then(|| value(&self.program, self.program.checked.vars[id.index()].ty, first))
    }

    /// Returns the properties of cards.
    pub fn properties(&self) -> impl Iterator<Item = PropertyDef<'_>> {
        (0..self.program.checked.properties.len()).filter_map(move |id| self.property(PropertyId::new(id)))
    }

    /// Returns a property of cards by ID.
    pub fn property(&self, id: PropertyId) -> Option<PropertyDef<'_>> {
        let def = self.program.checked.properties.get(id.index())?;
        Some(PropertyDef { id, name: &def.name, kind: def.kind })
    }

    /// Returns the phases, each after its parent.
    pub fn phases(&self) -> impl Iterator<Item = PhaseDef<'_>> {
        (0..self.program.checked.phases.len()).filter_map(move |id| self.phase(PhaseId::new(id)))
    }

    /// Returns a phase by ID.
    pub fn phase(&self, id: PhaseId) -> Option<PhaseDef<'_>> {
        let def = self.program.checked.phases.get(id.index())?;
        let repeats =
            ludex_check::hir::repeats(&self.program.checked, self.program.players, &self.program.options, id);
        let is_counted = match &def.repeat {
            Repeat::Each(_) => false,
            Repeat::Once => def.until.is_some(),
            Repeat::Forever | Repeat::Times(_) | Repeat::While(_) => true,
        };
        let is_each = matches!(def.repeat, Repeat::Each(_));
        Some(PhaseDef {
            id,
            is_each,
            name: &def.name,
            parent: def.parent,
            names_active: def.names_active(),
            is_counted,
            repeats,
        })
    }

    /// Returns the names of all decisions.
    pub fn decisions(&self) -> impl Iterator<Item = Named<DecisionId>> {
        each(&self.program.checked.decisions, |id, name| Named::new(DecisionId::new(id), name.clone()))
    }

    /// Returns the actions of all windows.
    pub fn actions(&self) -> impl Iterator<Item = ActionDef<'_>> {
        let windows = self.program.checked.windows.iter().enumerate();
        windows.flat_map(|(window, def)| {
            let actions = def.actions.iter().enumerate();
            let id = move |action| ActionId::new(WindowId::new(window), action);
            actions.map(move |(action, def)| ActionDef::new(id(action), def))
        })
    }

    /// Returns an action of a window by ID.
    pub fn action(&self, id: ActionId) -> Option<ActionDef<'_>> {
        let window = self.program.checked.windows.get(id.window.index())?;
        Some(ActionDef::new(id, window.actions.get(id.index())?))
    }

    /// Returns the names of the parts of the score.
    pub fn score_lines(&self) -> impl Iterator<Item = &str> {
        self.program.checked.score.lines.iter().map(|(name, _)| name.as_str())
    }

    /// Returns the names of the statistics.
    pub fn statistics(&self) -> impl Iterator<Item = &str> {
        self.program.checked.statistics.iter().map(|(name, _)| name.as_str())
    }

    /// Returns the names of the messages.
    pub fn messages(&self) -> impl Iterator<Item = &str> {
        let checked = &self.program.checked;
        let all = checked.messages.iter().enumerate();
        all.filter(|(id, _)| !checked.is_sheet(MessageId::new(*id))).map(|(_, def)| def.name.as_str())
    }

    /// Returns the entries of `rules` or `terms` (the group) in the texts of a language, in source order.
    pub fn entries(&self, language: &str, group: &str) -> Vec<&str> {
        self.program.checked.texts.entries(language, group)
    }

    /// Returns a card of this game: its design, kind and owner.
    pub fn card(&self, card: CardId) -> Option<CardDef> {
        let layout = &self.program.layout;
        Some(CardDef {
            design: DesignId(*layout.design.get(card.index())?),
            kind: KindId(layout.kind[card.index()]),
            owner: u8::try_from(layout.owner[card.index()]).ok().map(Seat),
        })
    }

    /// Returns the stable label of a card: `blue king`.
    pub fn card_label(&self, card: CardId) -> Option<String> {
        self.has_card(card).then(|| label::card_text(&self.program, card.0))
    }

    /// Returns the cards of a design, for all players.
    pub fn copies(&self, design: DesignId) -> impl Iterator<Item = CardId> {
        let copies = self.program.layout.designs.get(design.index());
        copies.into_iter().flat_map(|copies| copies.iter()).map(|card| CardId(card as u16))
    }

    /// Returns each player's card of a design, if every player has exactly one.
    pub fn own_copies(&self, design: DesignId) -> Vec<(Seat, CardId)> {
        if self.program.layout.designs.get(design.index()).is_none_or(|copies| copies.each != 1) {
            return Vec::new();
        }
        self.copies(design).filter_map(|card| Some((self.card(card)?.owner?, card))).collect()
    }

    /// Returns the cards of a kind, for all players.
    pub fn cards_of(&self, kind: KindId) -> impl Iterator<Item = CardId> {
        let (first, count) = self.program.layout.kinds.get(kind.index()).copied().unwrap_or_default();
        (first..first + count).map(|card| CardId(card as u16))
    }

    /// Returns true if abilities of a kind work in a zone.
    pub fn works_in(&self, kind: KindId, zone: ZoneId) -> bool {
        let zones = self.program.layout.in_play.get(kind.index());
        zones.and_then(|zones| zones.get(zone.index())).is_some_and(|works| *works)
    }

    /// Returns the zones of all holders of a declared zone, in the order of the holders; with keys, those of the
    /// first key first.
    pub fn zones_of(&self, zone: ZoneId) -> impl Iterator<Item = ZoneAt> {
        let (first, count) = self.program.layout.zone_range.get(zone.index()).copied().unwrap_or_default();
        (first..first + count).map(ZoneAt)
    }

    /// Returns the zones of one holder of a declared zone: one, or one for each key.
    pub fn zones_held(&self, zone: ZoneId, holder: usize) -> impl Iterator<Item = ZoneAt> {
        let block =
            usize::from(self.program.layout.zone_block.get(zone.index()).copied().unwrap_or_default());
        let skipped = if holder < block { holder } else { usize::MAX };
        self.zones_of(zone).skip(skipped).step_by(block.max(1))
    }

    /// Returns the key of a zone, if its holder has several.
    pub fn zone_key(&self, zone: ZoneAt) -> Option<Value> {
        let info = self.program.layout.zones.get(zone.index()).filter(|_| self.has_zone(zone))?;
        let per = self.program.checked.zones[info.def.index()].per?;
        Some(values::key(&self.program, per, info.key))
    }

    /// Returns all zones of all holders.
    pub fn all_zones(&self) -> impl Iterator<Item = ZoneAt> {
        (1..self.program.layout.zones.len() as u16).map(ZoneAt)
    }

    /// Returns the definition and the holder of a zone.
    pub fn zone_at(&self, zone: ZoneAt) -> Option<(ZoneDef<'_>, HolderAt)> {
        let info = self.program.layout.zones.get(zone.index()).filter(|_| self.has_zone(zone))?;
        let def = self.zone(info.def)?;
        let holder = match def.holder {
            Holder::Game => HolderAt::Game,
            Holder::Player => HolderAt::Seat(Seat(info.holder as u8)),
            Holder::Spot(sort) => HolderAt::Spot(SpotAt { sort, number: info.holder as u16 }),
            Holder::Kind(_) | Holder::Design(_) => HolderAt::Card(CardId(info.holder as u16)),
        };
        Some((def, holder))
    }

    /// Returns the stable label of a zone: `blue.hand`.
    pub fn zone_label(&self, zone: ZoneAt) -> Option<String> {
        self.has_zone(zone).then(|| label::zone_label(&self.program, zone.0))
    }

    /// Returns the zones of a spot.
    pub fn zones_at(&self, spot: SpotAt) -> impl Iterator<Item = ZoneAt> {
        let spots = self.program.layout.spot_zones.get(spot.sort.index());
        let zones = spots.and_then(|spots| spots.get(usize::from(spot.number)));
        zones.into_iter().flatten().map(|zone| ZoneAt(*zone))
    }

    /// Returns the zones on a card.
    pub fn zones_on(&self, card: CardId) -> impl Iterator<Item = ZoneAt> {
        let zones =
            self.program.layout.card_zones.iter().filter_map(move |by_card| by_card.get(card.index()));
        zones.filter(|zone| **zone > 0).map(|zone| ZoneAt(*zone))
    }

    /// Returns the stable label of a spot: `column_2`.
    pub fn spot_label(&self, spot: SpotAt) -> Option<String> {
        let label = || label::spot_label(&self.program.checked, spot.sort, i32::from(spot.number));
        self.has_spot(spot).then(label)
    }

    /// Returns the stable label of a player.
    pub fn seat_label(&self, seat: Seat) -> Option<String> {
        self.has_seat(seat).then(|| label::seat_label(&self.program.checked, seat.0))
    }
}

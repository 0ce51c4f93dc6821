//! What a ruleset defines, by id: for those who draw tables, look names up, or list what there is.
//!
//! Nothing here says where anything lies in a game, so nothing of it is secret.

mod defs;
mod maps;
mod present;
mod winning;

use std::sync::Arc;

use super::label;
use super::values::{Named, Value, value};
use crate::hir::{OptionDef as Declared, Repeat};
use crate::ids::{
    ActionId, CardId, DecisionId, DesignId, EnumId, FieldId, KindId, PhaseId, PropertyId, Seat, SpotAt,
    SpotId, VarId, WindowId, ZoneAt, ZoneId,
};
use crate::program::{NONE, Program};
use crate::types::{Base, card_bases, no_bases, place_bases};

pub use crate::hir::{ComputedDef, FaceColour, FaceDef, Holder, LayoutDef as Layout, OnCard, Shown};
pub use crate::model::{CardFrame, Colour, Sees, Shape};
pub use defs::{
    ActionDef, Allowed, CardDef, DesignDef, FieldDef, HolderAt, KindDef, OptionDef, PhaseDef, PropertyDef,
    SpotDef, VariableDef, ZoneDef,
};
pub use winning::TeamDef;

/// All definitions of a ruleset, as they are with the players and options of a setup. It owns what it needs, and is cheap to copy.
///
/// Of an id that it does not have, as one of another ruleset may be, there is nothing.
#[derive(Debug, Clone)]
pub struct Rules {
    pub(super) program: Arc<Program>,
}

/// Ids in order, each with its definition.
fn each<T, D>(all: &[D], make: impl Fn(usize, &D) -> T) -> impl Iterator<Item = T> {
    all.iter().enumerate().map(move |(id, def)| make(id, def))
}

impl Rules {
    /// How the table is drawn.
    pub fn layout(&self) -> &Layout {
        &self.program.checked.layout
    }

    /// What the ruleset says of the layout, part by part, for people: `middle` and `market as row, deck as pile`.
    pub fn layout_parts(&self) -> Vec<(String, Vec<String>)> {
        self.layout().parts(&self.program.checked)
    }

    /// Options that a setup can be given, in the order of the ruleset.
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
            // an option is no card and no place
            Base::Int | Base::Decimal | Base::Name(_) | card_bases!() | place_bases!() | no_bases!() => {
                (def.default.to_string(), Allowed::Numbers(def.min, def.max))
            }
        };
        OptionDef { name: &def.name, default, allowed }
    }

    /// The enums by id, each with its words.
    pub fn word_lists(&self) -> impl Iterator<Item = (EnumId, &[String])> {
        let enums = self.program.checked.enums.iter().enumerate();
        enums.map(|(id, def)| (EnumId::new(id), def.values.as_slice()))
    }

    /// The enums, each with its words.
    pub fn enums(&self) -> impl Iterator<Item = (&str, &[String])> {
        self.program.checked.enums.iter().map(|def| (def.name.as_str(), def.values.as_slice()))
    }

    /// What a ruleset calls an enum; a choice among words (`type: [a, b]`) has the name of its option.
    pub fn enum_name(&self, id: EnumId) -> Option<&str> {
        Some(&self.program.checked.enums.get(id.index())?.name)
    }

    /// The kinds of card.
    pub fn kinds(&self) -> impl Iterator<Item = KindDef<'_>> {
        (0..self.program.checked.kinds.len()).filter_map(move |id| self.kind(KindId::new(id)))
    }

    /// A kind of card.
    pub fn kind(&self, id: KindId) -> Option<KindDef<'_>> {
        let def = self.program.checked.kinds.get(id.index())?;
        Some(KindDef { id, name: &def.name, per_player: def.per_player })
    }

    /// The printed fields of a kind.
    pub fn fields(&self, kind: KindId) -> impl Iterator<Item = FieldDef<'_>> {
        let all = (0..self.program.checked.fields.len()).map(FieldId::new);
        all.filter(move |id| self.program.checked.fields[id.index()].kind == kind)
            .filter_map(move |id| self.field(id))
    }

    /// A printed field.
    pub fn field(&self, id: FieldId) -> Option<FieldDef<'_>> {
        let def = self.program.checked.fields.get(id.index())?;
        Some(FieldDef { id, name: &def.name, whole: def.text_name(), is_number: def.ty.is_number() })
    }

    /// What is printed in a field of a card, if anything is.
    pub fn printed(&self, field: FieldId, design: DesignId) -> Option<Value> {
        let designs = self.program.checked.designs.len();
        let at = field.index() * designs + design.index();
        if design.index() >= designs {
            return None;
        }
        let printed = *self.program.layout.fields.get(at)?;
        // behind the fields stand the columns of names
        let def = self.program.checked.fields.get(field.index())?;
        (printed != NONE).then(|| value(&self.program, def.ty, printed))
    }

    /// The cards as printed.
    pub fn designs(&self) -> impl Iterator<Item = DesignDef<'_>> {
        (0..self.program.checked.designs.len()).filter_map(move |id| self.design(DesignId::new(id)))
    }

    /// A card as printed.
    pub fn design(&self, id: DesignId) -> Option<DesignDef<'_>> {
        let def = self.program.checked.designs.get(id.index())?;
        Some(DesignDef { id, name: &def.name, kind: def.kind, copies: def.copies, place: def.span })
    }

    /// The sorts of spot.
    pub fn spots(&self) -> impl Iterator<Item = SpotDef<'_>> {
        (0..self.program.checked.spots.len()).filter_map(move |id| self.spot(SpotId::new(id)))
    }

    /// A sort of spot.
    pub fn spot(&self, id: SpotId) -> Option<SpotDef<'_>> {
        let count = *self.program.layout.spots.get(id.index())?;
        Some(SpotDef { id, name: &self.program.checked.spots[id.index()].name, count })
    }

    /// Each spot of a sort, in order.
    pub fn spots_of(&self, sort: SpotId) -> impl Iterator<Item = SpotAt> {
        let count = self.program.layout.spots.get(sort.index()).copied().unwrap_or_default();
        (0..count).map(move |number| SpotAt { sort, number })
    }

    /// The zones as declared.
    pub fn zones(&self) -> impl Iterator<Item = ZoneDef<'_>> {
        (0..self.program.checked.zones.len()).filter_map(move |id| self.zone(ZoneId::new(id)))
    }

    /// A zone as declared.
    pub fn zone(&self, id: ZoneId) -> Option<ZoneDef<'_>> {
        let def = self.program.checked.zones.get(id.index())?;
        let mut held = self.program.layout.zones.iter().filter(|zone| zone.def == id);
        Some(ZoneDef {
            id,
            name: &def.name,
            holder: def.holder,
            sees: def.sees,
            ordered: def.ordered,
            concealed: held.any(|zone| zone.hides.concealed),
            max: def.max,
        })
    }

    /// Whether cards of a kind may lie in a zone.
    pub fn holds(&self, zone: ZoneId, kind: KindId) -> bool {
        self.program.checked.zones.get(zone.index()).is_some_and(|def| def.holds.contains(&kind))
    }

    /// The variables as declared.
    pub fn variables(&self) -> impl Iterator<Item = VariableDef<'_>> {
        (0..self.program.checked.vars.len()).filter_map(move |id| self.variable(VarId::new(id)))
    }

    /// A variable as declared.
    pub fn variable(&self, id: VarId) -> Option<VariableDef<'_>> {
        let def = self.program.checked.vars.get(id.index())?;
        let (is_truth, is_number) = (def.ty.base() == Base::Bool, def.ty.is_number());
        let is_keyed = def.per.is_some();
        Some(VariableDef { id, name: &def.name, holder: def.holder, is_truth, is_number, is_keyed })
    }

    /// What a variable of a holder (by its number: of a seat, a spot, a card of its kind) is before the game, if it is anything.
    pub fn first_value(&self, id: VarId, holder: usize) -> Option<Value> {
        let layout = &self.program.layout;
        let cells = layout.vars.get(id.index()).map(|_| layout.cells_of(id.index()))?;
        let first = *layout.cells.get(cells)?.get(holder)?;
        (first != NONE).then(|| value(&self.program, self.program.checked.vars[id.index()].ty, first))
    }

    /// The properties of cards.
    pub fn properties(&self) -> impl Iterator<Item = PropertyDef<'_>> {
        (0..self.program.checked.properties.len()).filter_map(move |id| self.property(PropertyId::new(id)))
    }

    /// A property of cards.
    pub fn property(&self, id: PropertyId) -> Option<PropertyDef<'_>> {
        let def = self.program.checked.properties.get(id.index())?;
        Some(PropertyDef { id, name: &def.name, kind: def.kind })
    }

    /// The phases, each after the one it is part of.
    pub fn phases(&self) -> impl Iterator<Item = PhaseDef<'_>> {
        (0..self.program.checked.phases.len()).filter_map(move |id| self.phase(PhaseId::new(id)))
    }

    /// A phase by its id.
    pub fn phase(&self, id: PhaseId) -> Option<PhaseDef<'_>> {
        let def = self.program.checked.phases.get(id.index())?;
        let repeats =
            crate::hir::repeats(&self.program.checked, self.program.players, &self.program.options, id);
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

    /// The names of all decisions.
    pub fn decisions(&self) -> impl Iterator<Item = Named<DecisionId>> {
        each(&self.program.checked.decisions, |id, name| Named::new(DecisionId::new(id), name.clone()))
    }

    /// The actions of all windows.
    pub fn actions(&self) -> impl Iterator<Item = ActionDef<'_>> {
        let windows = self.program.checked.windows.iter().enumerate();
        windows.flat_map(|(window, def)| {
            let actions = def.actions.iter().enumerate();
            let id = move |action| ActionId::new(WindowId::new(window), action);
            actions.map(move |(action, def)| ActionDef::of(id(action), def))
        })
    }

    /// An action of a window.
    pub fn action(&self, id: ActionId) -> Option<ActionDef<'_>> {
        let window = self.program.checked.windows.get(id.window.index())?;
        Some(ActionDef::of(id, window.actions.get(id.index())?))
    }

    /// The names of the parts of the score.
    pub fn score_lines(&self) -> impl Iterator<Item = &str> {
        self.program.checked.score.lines.iter().map(|(name, _)| name.as_str())
    }

    /// The names of the statistics.
    pub fn statistics(&self) -> impl Iterator<Item = &str> {
        self.program.checked.statistics.iter().map(|(name, _)| name.as_str())
    }

    /// The names of the messages.
    pub fn messages(&self) -> impl Iterator<Item = &str> {
        self.program.checked.messages.iter().map(|def| def.name.as_str())
    }

    /// What `rules` or `terms` (the group) of the texts have in a language, in the order written.
    pub fn entries(&self, language: &str, group: &str) -> Vec<&str> {
        self.program.checked.texts.entries(language, group)
    }

    /// One card of this game: its design, and whose it is.
    pub fn card(&self, card: CardId) -> Option<CardDef> {
        let layout = &self.program.layout;
        Some(CardDef {
            design: DesignId(*layout.design.get(card.index())?),
            kind: KindId(layout.kind[card.index()]),
            owner: u8::try_from(layout.owner[card.index()]).ok().map(Seat),
        })
    }

    /// The stable label of a card: `blue king`.
    pub fn card_label(&self, card: CardId) -> Option<String> {
        self.has_card(card).then(|| label::card_text(&self.program, card.0))
    }

    /// The cards of a design, those of all players.
    pub fn copies(&self, design: DesignId) -> impl Iterator<Item = CardId> {
        let copies = self.program.layout.designs.get(design.index());
        copies.into_iter().flat_map(|copies| copies.iter()).map(|card| CardId(card as u16))
    }

    /// The card that each player has of a design, where a player has exactly one.
    pub fn own_copies(&self, design: DesignId) -> Vec<(Seat, CardId)> {
        if self.program.layout.designs.get(design.index()).is_none_or(|copies| copies.each != 1) {
            return Vec::new();
        }
        self.copies(design).filter_map(|card| Some((self.card(card)?.owner?, card))).collect()
    }

    /// The cards of a kind, those of all players.
    pub fn cards_of(&self, kind: KindId) -> impl Iterator<Item = CardId> {
        let (first, count) = self.program.layout.kinds.get(kind.index()).copied().unwrap_or_default();
        (first..first + count).map(|card| CardId(card as u16))
    }

    /// Whether abilities of a kind work in a zone.
    pub fn works_in(&self, kind: KindId, zone: ZoneId) -> bool {
        let zones = self.program.layout.in_play.get(kind.index());
        zones.and_then(|zones| zones.get(zone.index())).is_some_and(|works| *works)
    }

    /// The zones of all holders of one that is declared, in the order of the holders.
    pub fn zones_of(&self, zone: ZoneId) -> impl Iterator<Item = ZoneAt> {
        let (first, count) = self.program.layout.zone_range.get(zone.index()).copied().unwrap_or_default();
        (first..first + count).map(ZoneAt)
    }

    /// All zones of all holders.
    pub fn all_zones(&self) -> impl Iterator<Item = ZoneAt> {
        (1..self.program.layout.zones.len() as u16).map(ZoneAt)
    }

    /// What a zone is, and who has it.
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

    /// The stable label of a zone: `blue.hand`.
    pub fn zone_label(&self, zone: ZoneAt) -> Option<String> {
        self.has_zone(zone).then(|| label::zone_label(&self.program, zone.0))
    }

    /// Each zone that a spot has of its own.
    pub fn zones_at(&self, spot: SpotAt) -> impl Iterator<Item = ZoneAt> {
        let spots = self.program.layout.spot_zones.get(spot.sort.index());
        let zones = spots.and_then(|spots| spots.get(usize::from(spot.number)));
        zones.into_iter().flatten().map(|zone| ZoneAt(*zone))
    }

    /// The zones that lie on a card.
    pub fn zones_on(&self, card: CardId) -> impl Iterator<Item = ZoneAt> {
        let zones =
            self.program.layout.card_zones.iter().filter_map(move |by_card| by_card.get(card.index()));
        zones.filter(|zone| **zone > 0).map(|zone| ZoneAt(*zone))
    }

    /// The stable label of a spot: `column_2`.
    pub fn spot_label(&self, spot: SpotAt) -> Option<String> {
        let label = || label::spot_label(&self.program.checked, spot.sort, i32::from(spot.number));
        self.has_spot(spot).then(label)
    }

    /// The stable label of a player.
    pub fn seat_label(&self, seat: Seat) -> Option<String> {
        self.has_seat(seat).then(|| label::seat_label(&self.program.checked, seat.0))
    }
}

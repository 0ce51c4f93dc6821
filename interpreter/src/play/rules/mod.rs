//! What a ruleset defines, by id: for those who draw tables, look names up, or list what there is.
//!
//! Nothing here says where anything lies in a game, so nothing of it is secret.

mod defs;
mod present;

use super::label;
use super::values::{Named, Value, value};
use crate::hir::{OptionDef as Declared, Repeat};
use crate::ids::{
    CardId, DecisionId, DesignId, EnumId, FieldId, KindId, PhaseId, PropertyId, Seat, SpotAt, SpotId, VarId,
    WindowId, ZoneAt, ZoneId,
};
use crate::program::{NONE, Program};
use crate::types::Base;

pub use crate::hir::{Holder, LayoutDef as Layout, Shown};
pub use crate::model::{Sees, Shape};
pub use defs::{
    ActionDef, Allowed, CardDef, DesignDef, FieldDef, HolderAt, KindDef, OptionDef, PhaseDef, PropertyDef,
    SpotDef, VariableDef, ZoneDef,
};

/// All definitions of a ruleset, as they are with the players and options of a setup.
///
/// What is looked up by an id panics as an index does where the ruleset has no such id, and says so; ids of another ruleset, or made up, are no
/// ids of this one. All else has nothing to say of them.
#[derive(Debug, Clone, Copy)]
pub struct Rules<'a>(pub(super) &'a Program);

/// Ids in order, each with its definition.
fn each<T, D>(all: &[D], make: impl Fn(usize, &D) -> T) -> impl Iterator<Item = T> {
    all.iter().enumerate().map(move |(id, def)| make(id, def))
}

impl<'a> Rules<'a> {
    /// How the table is drawn.
    pub fn layout(self) -> &'a Layout {
        &self.0.checked.layout
    }

    /// What the ruleset says of the layout, part by part, for people: `middle` and `market as row, deck as pile`.
    pub fn layout_parts(self) -> Vec<(String, Vec<String>)> {
        self.layout().parts(&self.0.checked)
    }

    /// Options that a setup can be given, in the order of the ruleset.
    pub fn options(self) -> impl Iterator<Item = OptionDef<'a>> {
        self.0.checked.options.iter().map(move |def| self.option(def))
    }

    fn option(self, def: &'a Declared) -> OptionDef<'a> {
        let (default, allowed) = match def.ty.base() {
            Base::Bool => ((def.default == 1).to_string(), Allowed::Truth),
            Base::Enum(id) => {
                let words = &self.0.checked.enums[id.index()].values;
                let default = words.get(def.default as usize).cloned().unwrap_or_default();
                (default, Allowed::Words(words))
            }
            // an option is no card and no place
            Base::Int
            | Base::Decimal
            | Base::Card
            | Base::Kind(_)
            | Base::Design(_)
            | Base::Player
            | Base::Spot(_)
            | Base::Zone
            | Base::Nothing
            | Base::Unknown => (def.default.to_string(), Allowed::Numbers(def.min, def.max)),
        };
        OptionDef { name: &def.name, default, allowed }
    }

    /// The enums, each with its words.
    pub fn enums(self) -> impl Iterator<Item = (&'a str, &'a [String])> {
        self.0.checked.enums.iter().map(|def| (def.name.as_str(), def.values.as_slice()))
    }

    /// What a ruleset calls an enum; a choice among words (`type: [a, b]`) has the name of its option.
    ///
    /// # Panics
    /// If there is no such enum.
    pub fn enum_name(self, id: EnumId) -> &'a str {
        &self.0.checked.enums[id.index()].name
    }

    /// The kinds of card.
    pub fn kinds(self) -> impl Iterator<Item = KindDef<'a>> {
        (0..self.0.checked.kinds.len()).map(move |id| self.kind(KindId::new(id)))
    }

    /// A kind of card.
    ///
    /// # Panics
    /// If there is no such kind.
    pub fn kind(self, id: KindId) -> KindDef<'a> {
        let def = &self.0.checked.kinds[id.index()];
        KindDef { id, name: &def.name, per_player: def.per_player }
    }

    /// The printed fields of a kind.
    pub fn fields(self, kind: KindId) -> impl Iterator<Item = FieldDef<'a>> {
        let all = (0..self.0.checked.fields.len()).map(FieldId::new);
        all.filter(move |id| self.0.checked.fields[id.index()].kind == kind).map(move |id| self.field(id))
    }

    /// A printed field.
    ///
    /// # Panics
    /// If there is no such field.
    pub fn field(self, id: FieldId) -> FieldDef<'a> {
        let def = &self.0.checked.fields[id.index()];
        FieldDef { id, name: &def.name, is_number: def.ty.is_number() }
    }

    /// What is printed in a field of a card, if anything is.
    pub fn printed(self, field: FieldId, design: DesignId) -> Option<Value> {
        let designs = self.0.checked.designs.len();
        let at = field.index() * designs + design.index();
        if design.index() >= designs {
            return None;
        }
        let printed = *self.0.layout.fields.get(at)?;
        (printed != NONE).then(|| value(self.0, self.0.checked.fields[field.index()].ty, printed))
    }

    /// The cards as printed.
    pub fn designs(self) -> impl Iterator<Item = DesignDef<'a>> {
        (0..self.0.checked.designs.len()).map(move |id| self.design(DesignId::new(id)))
    }

    /// A card as printed.
    ///
    /// # Panics
    /// If there is no such card.
    pub fn design(self, id: DesignId) -> DesignDef<'a> {
        let def = &self.0.checked.designs[id.index()];
        DesignDef { id, name: &def.name, kind: def.kind, copies: def.copies, place: def.span }
    }

    /// The sorts of spot.
    pub fn spots(self) -> impl Iterator<Item = SpotDef<'a>> {
        (0..self.0.checked.spots.len()).map(move |id| self.spot(SpotId::new(id)))
    }

    /// A sort of spot.
    ///
    /// # Panics
    /// If there is no such sort of spot.
    pub fn spot(self, id: SpotId) -> SpotDef<'a> {
        let name = &self.0.checked.spots[id.index()].name;
        SpotDef { id, name, count: self.0.layout.spots[id.index()] }
    }

    /// The zones as declared.
    pub fn zones(self) -> impl Iterator<Item = ZoneDef<'a>> {
        (0..self.0.checked.zones.len()).map(move |id| self.zone(ZoneId::new(id)))
    }

    /// A zone as declared.
    ///
    /// # Panics
    /// If there is no such zone.
    pub fn zone(self, id: ZoneId) -> ZoneDef<'a> {
        let def = &self.0.checked.zones[id.index()];
        let mut held = self.0.layout.zones.iter().filter(|zone| zone.def == id);
        ZoneDef {
            id,
            name: &def.name,
            holder: def.holder,
            sees: def.sees,
            ordered: def.ordered,
            concealed: held.any(|zone| zone.concealed),
            max: def.max,
        }
    }

    /// Whether cards of a kind may lie in a zone.
    pub fn holds(self, zone: ZoneId, kind: KindId) -> bool {
        self.0.checked.zones.get(zone.index()).is_some_and(|def| def.holds.contains(&kind))
    }

    /// The variables as declared.
    pub fn variables(self) -> impl Iterator<Item = VariableDef<'a>> {
        (0..self.0.checked.vars.len()).map(move |id| self.variable(VarId::new(id)))
    }

    /// A variable as declared.
    ///
    /// # Panics
    /// If there is no such variable.
    pub fn variable(self, id: VarId) -> VariableDef<'a> {
        let def = &self.0.checked.vars[id.index()];
        let (is_truth, is_number) = (def.ty.base() == Base::Bool, def.ty.is_number());
        VariableDef { id, name: &def.name, holder: def.holder, is_truth, is_number }
    }

    /// What a variable of a holder (by its number: of a seat, a spot, a card of its kind) is before the game, if it is anything.
    pub fn first_value(self, id: VarId, holder: usize) -> Option<Value> {
        let layout = &self.0.layout;
        let start = *layout.vars.get(id.index())?;
        let end = *layout.vars.get(id.index() + 1).unwrap_or(&layout.phase_cells);
        let first = *layout.cells.get(start as usize..end as usize)?.get(holder)?;
        (first != NONE).then(|| value(self.0, self.0.checked.vars[id.index()].ty, first))
    }

    /// The properties of cards.
    pub fn properties(self) -> impl Iterator<Item = PropertyDef<'a>> {
        (0..self.0.checked.properties.len()).map(move |id| self.property(PropertyId::new(id)))
    }

    /// A property of cards.
    ///
    /// # Panics
    /// If there is no such property.
    pub fn property(self, id: PropertyId) -> PropertyDef<'a> {
        let def = &self.0.checked.properties[id.index()];
        PropertyDef { id, name: &def.name, kind: def.kind }
    }

    /// The phases, each after the one it is part of.
    pub fn phases(self) -> impl Iterator<Item = PhaseDef<'a>> {
        (0..self.0.checked.phases.len()).map(move |id| self.phase(PhaseId::new(id)))
    }

    /// A phase by its id.
    ///
    /// # Panics
    /// If there is no such phase.
    pub fn phase(self, id: PhaseId) -> PhaseDef<'a> {
        let def = &self.0.checked.phases[id.index()];
        let repeats = crate::hir::repeats(&self.0.checked, self.0.players, &self.0.options, id);
        let is_counted = match &def.repeat {
            Repeat::Each(_) => false,
            Repeat::Once => def.until.is_some(),
            Repeat::Forever | Repeat::Times(_) | Repeat::While(_) => true,
        };
        PhaseDef { id, name: &def.name, names_active: def.names_active(), is_counted, repeats }
    }

    /// The names of all decisions.
    pub fn decisions(self) -> impl Iterator<Item = Named<DecisionId>> {
        each(&self.0.checked.decisions, |id, name| Named::new(DecisionId::new(id), name.clone()))
    }

    /// The actions of all windows.
    pub fn actions(self) -> impl Iterator<Item = ActionDef<'a>> {
        let windows = self.0.checked.windows.iter().enumerate();
        windows.flat_map(|(window, def)| {
            let actions = def.actions.iter().enumerate();
            actions.map(move |(i, def)| ActionDef { id: (WindowId::new(window), i), name: def.name.as_str() })
        })
    }

    /// An action by its window and its number there, from 0.
    ///
    /// # Panics
    /// If there is no such window or an action.
    pub fn action(self, (window, number): (WindowId, usize)) -> ActionDef<'a> {
        let name = &self.0.checked.windows[window.index()].actions[number].name;
        ActionDef { id: (window, number), name }
    }

    /// The names of the parts of the score.
    pub fn score_lines(self) -> impl Iterator<Item = &'a str> {
        self.0.checked.score.lines.iter().map(|(name, _)| name.as_str())
    }

    /// The names of the statistics.
    pub fn statistics(self) -> impl Iterator<Item = &'a str> {
        self.0.checked.statistics.iter().map(|(name, _)| name.as_str())
    }

    /// The names of the messages.
    pub fn messages(self) -> impl Iterator<Item = &'a str> {
        self.0.checked.messages.iter().map(|def| def.name.as_str())
    }

    /// What `rules` or `terms` (the group) of the texts have in a language, in the order written.
    pub fn told(self, language: &str, group: &str) -> Vec<&'a str> {
        self.0.checked.texts.told(language, group)
    }

    /// One card of this game: its design, and whose it is.
    ///
    /// # Panics
    /// If there is no such card.
    pub fn card(self, card: CardId) -> CardDef {
        let layout = &self.0.layout;
        CardDef {
            design: DesignId(layout.design[card.index()]),
            kind: KindId(layout.kind[card.index()]),
            owner: u8::try_from(layout.owner[card.index()]).ok().map(Seat),
        }
    }

    /// The stable label of a card: `blue king`.
    ///
    /// # Panics
    /// If there is no such card.
    pub fn card_label(self, card: CardId) -> String {
        label::card_text(self.0, card.0)
    }

    /// The cards of a design, those of all players.
    pub fn copies(self, design: DesignId) -> impl Iterator<Item = CardId> {
        let copies = self.0.layout.designs.get(design.index());
        copies.into_iter().flat_map(|copies| copies.iter()).map(|card| CardId(card as u16))
    }

    /// The card that each player has of a design, where a player has exactly one.
    pub fn own_copies(self, design: DesignId) -> Vec<(Seat, CardId)> {
        if self.0.layout.designs.get(design.index()).is_none_or(|copies| copies.each != 1) {
            return Vec::new();
        }
        self.copies(design).filter_map(|card| Some((self.card(card).owner?, card))).collect()
    }

    /// The cards of a kind, those of all players.
    pub fn cards_of(self, kind: KindId) -> impl Iterator<Item = CardId> {
        let (first, count) = self.0.layout.kinds.get(kind.index()).copied().unwrap_or_default();
        (first..first + count).map(|card| CardId(card as u16))
    }

    /// Whether abilities of a kind work in a zone.
    pub fn works_in(self, kind: KindId, zone: ZoneId) -> bool {
        let zones = self.0.layout.in_play.get(kind.index());
        zones.and_then(|zones| zones.get(zone.index())).is_some_and(|works| *works)
    }

    /// The zones of all holders of one that is declared, in the order of the holders.
    pub fn zones_of(self, zone: ZoneId) -> impl Iterator<Item = ZoneAt> {
        let (first, count) = self.0.layout.zone_range.get(zone.index()).copied().unwrap_or_default();
        (first..first + count).map(ZoneAt)
    }

    /// All zones of all holders.
    pub fn all_zones(self) -> impl Iterator<Item = ZoneAt> {
        (1..self.0.layout.zones.len() as u16).map(ZoneAt)
    }

    /// What a zone is, and who has it.
    ///
    /// # Panics
    /// If there is no such zone.
    pub fn zone_at(self, zone: ZoneAt) -> (ZoneDef<'a>, HolderAt) {
        let info = &self.0.layout.zones[zone.index()];
        let def = self.zone(info.def);
        let holder = match def.holder {
            Holder::Game => HolderAt::Game,
            Holder::Player => HolderAt::Seat(Seat(info.holder as u8)),
            Holder::Spot(sort) => HolderAt::Spot(SpotAt { sort, number: info.holder as u16 }),
            Holder::Kind(_) | Holder::Design(_) => HolderAt::Card(CardId(info.holder as u16)),
        };
        (def, holder)
    }

    /// The stable label of a zone: `blue.hand`.
    ///
    /// # Panics
    /// If there is no such zone.
    pub fn zone_label(self, zone: ZoneAt) -> String {
        label::zone_label(self.0, zone.0)
    }

    /// Each zone that a spot has of its own.
    pub fn zones_at(self, spot: SpotAt) -> impl Iterator<Item = ZoneAt> {
        let spots = self.0.layout.spot_zones.get(spot.sort.index());
        let zones = spots.and_then(|spots| spots.get(usize::from(spot.number)));
        zones.into_iter().flatten().map(|zone| ZoneAt(*zone))
    }

    /// The zones that lie on a card.
    pub fn zones_on(self, card: CardId) -> impl Iterator<Item = ZoneAt> {
        let zones = self.0.layout.card_zones.iter().filter_map(move |by_card| by_card.get(card.index()));
        zones.filter(|zone| **zone > 0).map(|zone| ZoneAt(*zone))
    }

    /// The stable label of a spot: `column_2`.
    ///
    /// # Panics
    /// If there is no such sort of spot.
    pub fn spot_label(self, spot: SpotAt) -> String {
        label::spot_label(&self.0.checked, spot.sort, i32::from(spot.number))
    }

    /// The stable label of a player.
    pub fn seat_label(self, seat: Seat) -> String {
        label::seat_label(&self.0.checked, seat.0)
    }
}

//! Features of options: their content, the items that they name, and comparisons with other cards.

use smallvec::SmallVec;

use super::comparisons::{ComparedCards, ComparisonFeatures};
use super::computed::{Computed, ObservedPosition};
use super::keys::{Keys, Name, Number, Sum};
use super::seat_observation::SeatObservation;
use super::traits::Traits;
use super::variables::Variables;
use super::what::Picks;
use super::zones::Zones;
use ludex_check::hir::Holder;
use ludex_check::ids::SpotId;
use ludex_check::model::Sees;
use ludex_check::types::{Base, Type};
use ludex_run::exec::DONE;
use ludex_run::play::cards;
use ludex_run::play::{Memory, Pick};
use ludex_run::program::{ChoiceId, ChoiceKind, NONE, Program, ZoneInfo};
use ludex_run::state::SeatSet;

/// Features of options.
#[derive(Debug)]
pub(super) struct Options {
    picks: Picks,
    meetings: ComparisonFeatures,
    /// By declared zone and owner: the seat, another player, none.
    lies: Vec<[u32; 3]>,
    face_up: u32,
    /// Number of cards before it.
    place: Number,
    unknown: u32,
    player: u32,
}

/// Tables for the features of options, in addition to the position.
pub(super) struct Tables<'a> {
    pub traits: &'a Traits,
    pub zones: &'a Zones,
    pub variables: &'a Variables,
    pub computed: &'a Computed,
}

/// Items that an option names.
#[derive(Default)]
struct Mentioned {
    cards: SmallVec<[(u16, bool); 4]>,
    spots: SmallVec<[(SpotId, i32); 4]>,
    players: SmallVec<[i32; 4]>,
}

impl Options {
    pub fn new(keys: &mut Keys, program: &Program, traits: &Traits) -> Self {
        let lies = program.checked.zones.iter().map(|zone| {
            let name = Name::new("lies in").then(&zone.name);
            [0, 1, 2].map(|whose| keys.row(&name.number(whose)))
        });
        let lies = lies.collect();
        let face_up = keys.row(&Name::new("face up"));
        let place = Number::new(keys, &Name::new("place"));
        let unknown = keys.row(&Name::new("unknown card"));
        let named = Name::new("named player");
        let player = keys.0.len() as u32;
        (0..i64::from(program.players)).for_each(|n| {
            keys.row(&named.number(n));
        });
        Self {
            picks: Picks::new(keys, &Name::new("option"), program, traits),
            meetings: ComparisonFeatures::new(keys, program, traits),
            lies,
            face_up,
            place,
            unknown,
            player,
        }
    }

    /// Adds the features of an option.
    pub fn add(
        &self,
        look: &SeatObservation<'_>,
        tables: &Tables<'_>,
        sum: &mut Sum,
        (met, asked, memory): (&mut ComparedCards, &mut ObservedPosition, &Memory),
        (choice, option): (ChoiceId, i32),
    ) {
        let (program, traits) = (look.program, tables.traits);
        let pick = Pick::offered(program, look.state, (choice, i32::from(look.seat)), option);
        self.picks.add(look, traits, sum, &pick);
        let named = self.named(look, (choice, option), &pick);
        let is_list = program.choices[choice.0 as usize].ty.is_list();
        for (card, known) in &named.cards {
            let design = program.layout.design[usize::from(*card)];
            if is_list && *known {
                self.picks.add_listed(traits, sum, &pick, design);
            }
            self.add_lying(look, tables, sum, *card, look.knows(*card));
            if *known {
                self.meetings.add(look, traits, sum, met, design);
                named.spots.iter().for_each(|spot| self.meet_at(look, traits, sum, met, (design, *spot)));
            }
            if look.knows(*card) {
                tables.computed.add_card(look, traits, sum, asked, (*card, named.spots.first().copied()));
            }
        }
        for spot in &named.spots {
            self.add_spot(look, tables, sum, asked, *spot);
            // the card chosen in the previous decision will move to this spot
            let (own, just) = memory.own(look.seat);
            let Some(own) = own.last().filter(|_| just && named.cards.is_empty()) else { continue };
            let Some((design, _)) = own.cards[0].filter(|(_, known)| known.contains(look.seat)) else {
                continue;
            };
            self.meet_at(look, traits, sum, met, (design, *spot));
            if let Some(card) = cards(program, own.choice, own.value)[0].filter(|card| look.knows(*card)) {
                tables.computed.add_card(look, traits, sum, asked, (card, Some(*spot)));
            }
        }
        for player in &named.players {
            let Some(relation) = look.relation(*player) else { continue };
            sum.hold(self.player + relation);
            tables.variables.add_named(look, traits, sum, (Holder::Player, *player as usize));
            for zone in &program.layout.player_zones[*player as usize] {
                tables.zones.add_named(look, traits, sum, *zone);
            }
            tables.computed.add_player(look, traits, sum, asked, *player);
        }
    }

    fn named(&self, look: &SeatObservation<'_>, (choice, option): (ChoiceId, i32), pick: &Pick) -> Mentioned {
        let mut named = Mentioned::default();
        if option == NONE || option == DONE {
            return named;
        }
        let (program, op) = (look.program, &look.program.choices[choice.0 as usize]);
        match op.kind {
            ChoiceKind::List(_) => self.name(look, &mut named, (op.ty, option), SeatSet::default()),
            ChoiceKind::Window(window) => {
                let Some((index, values)) = pick.action(program) else { return named };
                let targets = &program.windows[window.index()][index].targets;
                for (((_, ty), value), card) in targets.iter().zip(values).zip(pick.cards) {
                    let known = card.map_or(SeatSet::default(), |(_, known)| known);
                    self.name(look, &mut named, (*ty, value), known);
                }
            }
            ChoiceKind::Modes(_) | ChoiceKind::YesNo => {}
        }
        named
    }

    fn name(
        &self,
        look: &SeatObservation<'_>,
        named: &mut Mentioned,
        (ty, value): (Type, i32),
        known: SeatSet,
    ) {
        if ty.is_list() {
            let element = ty.present().element();
            for inner in look.state.find_list(value).unwrap_or_default() {
                self.name(look, named, (element, *inner), known);
            }
            return;
        }
        match ty.base() {
            _ if value < 0 => {}
            Base::Card | Base::Kind(_) | Base::Design(_) => {
                let card = value as u16;
                named.cards.push((card, known.contains(look.seat) || look.knows(card)));
            }
            Base::Spot(sort) => named.spots.push((sort, value)),
            Base::Player => named.players.push(value),
            Base::Int
            | Base::Decimal
            | Base::Bool
            | Base::Enum(_)
            | Base::Name(_)
            | Base::Zone
            | Base::Nothing
            | Base::Unknown => {}
        }
    }

    /// Adds the position of a card and, if it is known, its variables.
    fn add_lying(
        &self,
        look: &SeatObservation<'_>,
        tables: &Tables<'_>,
        sum: &mut Sum,
        card: u16,
        known: bool,
    ) {
        let (layout, lies) = (&look.program.layout, look.state.cards[usize::from(card)]);
        let info = &layout.zones[usize::from(lies.zone)];
        if !known {
            sum.hold(self.unknown);
        }
        // the position of an unknown card is not always visible to the seat
        if lies.zone == 0 || look.hides(lies.zone) || (!known && info.sees == Sees::Nobody) {
            return;
        }
        if !known {
            if info.ordered && hides_hand(look, info) {
                self.add_place(look, sum, card);
            }
            return;
        }
        let owner = if info.player >= 0 { info.player } else { layout.owner[usize::from(card)] };
        let whose = look.relation(owner).map_or(2, |relation| relation.min(1));
        sum.hold(self.lies[info.def.index()][whose as usize]);
        if lies.up {
            sum.hold(self.face_up);
        }
        if info.ordered {
            self.add_place(look, sum, card);
        }
        tables.variables.add_card(look, tables.traits, sum, card);
        if info.spot >= 0 {
            tables.variables.add_named(
                look,
                tables.traits,
                sum,
                (Holder::Spot(SpotId(info.spot as u16)), info.holder as usize),
            );
        }
        if whose == 1 {
            tables.variables.add_named(look, tables.traits, sum, (Holder::Player, owner as usize));
        }
    }

    /// Adds the number of cards before a card in its zone.
    fn add_place(&self, look: &SeatObservation<'_>, sum: &mut Sum, card: u16) {
        let cards = look.state.cards_in(look.state.cards[usize::from(card)].zone);
        self.place.add(sum, cards.take_while(|other| *other != card).count() as i64);
    }

    fn add_spot(
        &self,
        look: &SeatObservation<'_>,
        tables: &Tables<'_>,
        sum: &mut Sum,
        asked: &mut ObservedPosition,
        (sort, spot): (SpotId, i32),
    ) {
        tables.variables.add_named(look, tables.traits, sum, (Holder::Spot(sort), spot as usize));
        for zone in zones_of(look.program, (sort, spot)) {
            tables.zones.add_named(look, tables.traits, sum, *zone);
        }
        tables.computed.add_spot(look, tables.traits, sum, asked, (sort, spot));
    }

    fn meet_at(
        &self,
        look: &SeatObservation<'_>,
        traits: &Traits,
        sum: &mut Sum,
        met: &mut ComparedCards,
        (design, spot): (u32, (SpotId, i32)),
    ) {
        self.meetings.add_named(look, traits, sum, met, (design, zones_of(look.program, spot)));
    }
}

/// Returns true if the zone is a hand of the seat that all others see: its places are public.
fn hides_hand(look: &SeatObservation<'_>, info: &ZoneInfo) -> bool {
    info.sees == Sees::Others && info.player == i32::from(look.seat)
}

fn zones_of(program: &Program, (sort, spot): (SpotId, i32)) -> &[u16] {
    program.layout.spot_zones[sort.index()].get(spot as usize).map_or(&[], Vec::as_slice)
}

//! Features of zones: their cards, owners, and sizes, as known to a seat.

use super::keys::{Keys, Name, Number, Sum};
use super::seat_observation::SeatObservation;
use super::traits::{Cards, Traits};
use ludex_check::hir::Holder;
use ludex_check::ids::KindId;
use ludex_check::model::Sees;
use ludex_run::program::{Program, ZoneInfo};
use ludex_run::state::NO_CARD;

/// Maximum number of spots with their own features.
pub(super) const OWN_SPOTS: usize = 6;
/// Maximum number of owners that are distinguished; all further players count as one.
const OWNERS: u32 = 4;

/// Features of one zone, or of several together.
#[derive(Debug)]
struct Block {
    size: Number,
    /// By owner: face down (or without faces), then face up.
    known: Vec<Option<Cards>>,
    /// By owner: the number of unknown cards.
    unknown: Vec<Number>,
    /// Features of the first and the last card.
    ends: Option<[Cards; 2]>,
}

/// Features of all zones.
#[derive(Debug)]
pub(super) struct Zones {
    blocks: Vec<Block>,
    /// For each declared zone: its first block, the number of holders with their own block, and true if
    /// another block combines several holders.
    of: Vec<(usize, usize, bool)>,
    /// For each declared zone: the block of the holder that an option names.
    named: Vec<Option<usize>>,
}

impl Zones {
    pub fn new(keys: &mut Keys, program: &Program, traits: &Traits) -> Self {
        let mut zones = Self { blocks: Vec::new(), of: Vec::new(), named: Vec::new() };
        for (def, zone) in program.checked.zones.iter().enumerate() {
            let name = Name::new("zone").then(&zone.name);
            let (holders, of_several) = match zone.holder {
                Holder::Player => (usize::from(program.players), program.players > 2),
                Holder::Spot(sort) => (usize::from(program.layout.spots[sort.index()]).min(OWN_SPOTS), true),
                Holder::Game | Holder::Kind(_) | Holder::Design(_) => (1, zone.per.is_some()),
            };
            let many = |key| program.checked.how_many(key, program.players, &program.layout.spots) as usize;
            let holders = holders * zone.per.map_or(1, many).min(OWN_SPOTS);
            zones.of.push((zones.blocks.len(), holders, of_several));
            for holder in 0..holders {
                zones.add_block(keys, &name.number(holder as i64), program, traits, def);
            }
            if of_several {
                zones.add_block(keys, &name.then("several"), program, traits, def);
            }
            let can_be_named = matches!(zone.holder, Holder::Player | Holder::Spot(_));
            zones.named.push(can_be_named.then_some(zones.blocks.len()));
            if can_be_named {
                zones.add_block(keys, &name.then("named"), program, traits, def);
            }
        }
        zones
    }

    fn add_block(&mut self, keys: &mut Keys, name: &Name, program: &Program, traits: &Traits, def: usize) {
        let zone = &program.checked.zones[def];
        let holds = |kind: KindId| program.layout.holds[kind.index()][def];
        let owned = |owner: u32, kind: KindId| {
            holds(kind) && (owner > 0) == program.checked.kinds[kind.index()].per_player
        };
        let owners = 1 + u32::from(program.players).min(OWNERS);
        let faces = if zone.sees == Sees::ByFace { 2 } else { 1 };
        let mut known = Vec::new();
        for owner in 0..owners {
            for face in 0..2 {
                let name = name.then("known").number(i64::from(owner)).number(face);
                known
                    .push((face < faces).then(|| Cards::new(keys, &name, traits, |kind| owned(owner, kind))));
            }
        }
        let ends = zone
            .ordered
            .then(|| ["first", "last"].map(|end| Cards::new(keys, &name.then(end), traits, holds)));
        let unknown =
            (0..owners).map(|owner| Number::new(keys, &name.then("unknown").number(i64::from(owner))));
        let unknown = unknown.collect();
        self.blocks.push(Block { size: Number::new(keys, &name.then("size")), known, unknown, ends });
    }

    /// Adds the features of all zones.
    pub fn add(&self, look: &SeatObservation<'_>, traits: &Traits, sum: &mut Sum) {
        for (zone, info) in look.program.layout.zones.iter().enumerate().skip(1) {
            if look.state.zones[zone].size == 0 {
                continue;
            }
            let (first, holders, of_several) = self.of[info.def.index()];
            let holder = holder_of(look, info);
            if holder < holders {
                self.add_zone(look, traits, sum, (zone as u16, first + holder));
            }
            // the combined block excludes the seat's own zone
            if of_several && (info.player < 0 || holder > 0) {
                self.add_zone(look, traits, sum, (zone as u16, first + holders));
            }
        }
    }

    /// Adds the features of a zone whose holder an option names.
    pub fn add_named(&self, look: &SeatObservation<'_>, traits: &Traits, sum: &mut Sum, zone: u16) {
        let info = &look.program.layout.zones[usize::from(zone)];
        if let Some(block) =
            self.named[info.def.index()].filter(|_| look.state.zones[usize::from(zone)].size > 0)
        {
            self.add_zone(look, traits, sum, (zone, block));
        }
    }

    fn add_zone(
        &self,
        look: &SeatObservation<'_>,
        traits: &Traits,
        sum: &mut Sum,
        (zone, block): (u16, usize),
    ) {
        if look.hides(zone) {
            return;
        }
        let (block, layout) = (&self.blocks[block], &look.program.layout);
        block.size.add(sum, look.state.count(zone) as i64);
        let mut unknown = [0i64; 1 + OWNERS as usize];
        for card in look.state.cards_in(zone) {
            let c = usize::from(card);
            let owner =
                look.relation(layout.owner[c]).map_or(0, |relation| 1 + relation.min(OWNERS - 1)) as usize;
            if look.knows(card) {
                let face = usize::from(look.state.cards[c].up);
                let rows = block.known[2 * owner + face].as_ref().or(block.known[2 * owner].as_ref());
                rows.into_iter().for_each(|rows| rows.add(traits, sum, layout.design[c], 1));
            } else {
                unknown[owner] += 1;
            }
        }
        block.unknown.iter().zip(unknown).for_each(|(rows, count)| rows.add(sum, count));
        if let Some(ends) = &block.ends {
            let place = look.state.zones[usize::from(zone)];
            for (rows, card) in ends.iter().zip([place.head, place.tail]) {
                if card != NO_CARD && look.knows(card) {
                    rows.add(traits, sum, layout.design[usize::from(card)], 1);
                }
            }
        }
    }
}

/// Returns the number of a zone's holder and key: players by relation, others by number.
fn holder_of(look: &SeatObservation<'_>, info: &ZoneInfo) -> usize {
    let player = look.relation(info.player).unwrap_or(0) as usize;
    let own = match info.spot {
        spot if spot >= 0 => usize::try_from(info.holder).unwrap_or(0),
        _ => player,
    };
    let Ok(key) = usize::try_from(info.key) else { return own };
    let key = if info.player >= 0 && info.spot >= 0 { player } else { key };
    own + key * usize::from(look.program.layout.zone_block[info.def.index()])
}

//! Layout of cards, zones and variables in a state.

use std::ops::Range;

use super::Strided;
use ludex_check::ids::ZoneId;
use ludex_check::model::{Hides, Sees};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ZoneInfo {
    /// The zone as declared.
    pub def: ZoneId,
    /// The player, spot or card that has it; [`NONE`](super::NONE) if shared.
    pub holder: i32,
    /// The number of its key; [`NONE`](super::NONE) if its holder has one such zone.
    pub key: i32,
    /// The player whose zone it is; [`NONE`](super::NONE) if it is not a player's.
    pub player: i32,
    /// The seats that own it: that of its player, or those of its team; 0 if it belongs to neither.
    pub owners: u16,
    /// The kind of spot that has it; [`NONE`](super::NONE) if it is not a spot's.
    pub spot: i32,
    pub on_card: bool,
    /// Visibility of its cards.
    pub sees: Sees,
    /// Visibility as sets of seats, for cards face down and face up. `None` if it depends on the owner of the
    /// card.
    pub seen: [Option<u16>; 2],
    /// True if the zone keeps its order.
    pub ordered: bool,
    /// Properties that show players less than they may know.
    pub hides: Hides<bool>,
    /// Maximum number of cards.
    pub max: u32,
}

impl ZoneInfo {
    /// Returns the seats, out of `all`, that see a card there that belongs to `owners`.
    pub fn seen_by(&self, owners: u16, up: bool, all: u16) -> u16 {
        match self.sees {
            Sees::All => u16::MAX,
            Sees::Owner => owners,
            // spectators see only what all seats know
            Sees::Others if owners == 0 => u16::MAX,
            Sees::Others => all & !owners,
            Sees::Nobody => 0,
            Sees::ByFace if up => u16::MAX,
            Sees::ByFace => owners,
        }
    }
}

/// Sizes and offsets of the parts of a state.
#[derive(Debug, Clone, Default)]
pub struct Layout {
    /// For each card: its design.
    pub design: Vec<u32>,
    /// For each card: its kind.
    pub kind: Vec<u16>,
    /// For each card: its owner, or [`NONE`](super::NONE).
    pub owner: Vec<i32>,
    /// Number of words of a set of cards; 0 if there are too many cards for sets.
    pub words: usize,
    /// For each kind: first card and number of cards.
    pub kinds: Vec<(u32, u32)>,
    /// For each kind: number of cards in one player's set (all cards, if shared).
    pub sets: Vec<u32>,
    /// For each design: its cards.
    pub designs: Vec<Strided>,
    /// All zones; the first is the null zone, which is always empty.
    pub zones: Vec<ZoneInfo>,
    /// For each declared zone: its first zone and their number. A keyed zone has, for each key, the zones of all
    /// its holders.
    pub zone_range: Vec<(u16, u16)>,
    /// For each declared zone: number of holders.
    pub zone_block: Vec<u16>,
    /// For each declared zone that cards have: for each card its zone (0 without one). Empty for other zones.
    pub card_zones: Vec<Vec<u16>>,
    /// The declared zones that cards have.
    pub on_cards: Vec<u16>,
    /// For each kind of spot: number of spots.
    pub spots: Vec<u16>,
    /// For each team: its players, as a set of seats. Empty without teams.
    pub teams: Vec<u16>,
    /// For each kind of spot and each spot: its zones.
    pub spot_zones: Vec<Vec<Vec<u16>>>,
    /// For each player: the player's zones.
    pub player_zones: Vec<Vec<u16>>,
    /// For each kind and declared zone: true if abilities work there.
    pub in_play: Vec<Vec<bool>>,
    /// For each kind and declared zone: true if it may hold cards of the kind.
    pub holds: Vec<Vec<bool>>,
    /// For each variable: its first cell. A keyed variable has, for each key, the cells of all its holders.
    pub vars: Vec<u32>,
    /// For each variable: number of keys, or 1.
    pub keys: Vec<u32>,
    /// For each kind: the first cells of its cards' variables.
    pub card_vars: Vec<Vec<u32>>,
    /// For each kind: the first cells of variables that last while a card is in a zone. Empty if no kind has
    /// any.
    pub marks: Vec<Vec<u32>>,
    /// First cell after the variables: for each phase the number of its iteration, then for each phase the
    /// total number of iterations.
    pub phase_cells: u32,
    pub cells: Vec<i32>,
    /// Printed values: a column for each field, with a row for each design. Then a column for names, and one
    /// for the first card with each name.
    pub fields: Vec<i32>,
}

/// Maximum number of cards of a game that keeps sets of cards.
const MAX_SET: usize = 512;

impl Layout {
    /// Returns the number of words of a set of cards.
    pub fn words_for(cards: usize) -> usize {
        if cards > MAX_SET { 0 } else { cards.div_ceil(64) }
    }

    /// Returns the zones of cards that all cards of a kind have, in their order, and the first of these cards;
    /// `None` if only some cards of the kind have the declared zone.
    pub fn zones_of_kind(&self, def: u16) -> Option<(Range<usize>, usize)> {
        let (base, count) = self.zone_range[usize::from(def)];
        let holder = self.zones.get(usize::from(base)).filter(|_| count > 0)?.holder;
        let (first, cards) = self.kinds[usize::from(self.kind[holder as usize])];
        let zones = usize::from(base)..usize::from(base) + usize::from(count);
        (cards == u32::from(count)).then_some((zones, first as usize))
    }

    pub fn cells_of(&self, var: usize) -> Range<usize> {
        let end = self.vars.get(var + 1).copied().unwrap_or(self.phase_cells);
        self.vars[var] as usize..end as usize
    }

    /// Iterates over the keys of a variable. For each key, returns its cells, one for each holder.
    pub fn blocks(&self, var: usize) -> impl Iterator<Item = Range<usize>> + use<> {
        let (cells, block) = (self.cells_of(var), self.block(var));
        cells.clone().step_by(block.max(1)).map(move |start| start..start + block)
    }

    /// Returns the number of cells of each key of a variable.
    pub fn block(&self, var: usize) -> usize {
        self.cells_of(var).len() / self.keys[var].max(1) as usize
    }

    pub fn column(&self, field: usize) -> u32 {
        (field * self.designs.len()) as u32
    }

    pub fn on_design(&self, field: usize, design: usize) -> i32 {
        self.fields[field * self.designs.len() + design]
    }

    /// Returns the column of the names of cards.
    pub fn names(&self) -> u32 {
        (self.fields.len() - 2 * self.designs.len()) as u32
    }

    /// Returns the column that maps each name to the first card with that name.
    pub fn firsts(&self) -> u32 {
        (self.fields.len() - self.designs.len()) as u32
    }

    #[inline(always)]
    pub fn printed(&self, column: u32, card: usize) -> i32 {
        self.fields[column as usize + self.design[card] as usize]
    }

    pub fn seats(&self) -> u16 {
        ((1u32 << self.player_zones.len().min(16)) - 1) as u16
    }

    /// Returns the number of cards.
    pub fn cards(&self) -> usize {
        self.design.len()
    }
}

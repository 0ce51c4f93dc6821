//! Where cards, zones and variables lie in a state.

use std::ops::Range;

use super::Strided;
use crate::ids::ZoneId;
use crate::model::{Hides, Sees};

/// One zone of one holder.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ZoneInfo {
    /// As declared.
    pub def: ZoneId,
    /// The player, spot or card that has it; [`NONE`](super::NONE) if shared.
    pub holder: i32,
    /// The player who has it, if a player has.
    pub player: i32,
    /// The seats that own it: that of its player, or those of its team; none if neither has it.
    pub owners: u16,
    /// The sort of spot that has it, if a spot has.
    pub spot: i32,
    /// A card has it.
    pub on_card: bool,
    /// Who may see its cards.
    pub sees: Sees,
    /// The same as sets of seats, of a card that lies face down and of one that lies face up; nothing where that is for its owner.
    pub seen: [Option<u16>; 2],
    /// Keeps its order.
    pub ordered: bool,
    /// The properties that show players less than they may know.
    pub hides: Hides<bool>,
    /// Most cards.
    pub max: u32,
}

impl ZoneInfo {
    /// Which of all seats see a card there that belongs to some of them.
    pub fn seen_by(&self, owners: u16, up: bool, all: u16) -> u16 {
        match self.sees {
            Sees::All => u16::MAX,
            Sees::Owner => owners,
            // who only looks on is told what all seats know, so not what one of them does not
            Sees::Others if owners == 0 => u16::MAX,
            Sees::Others => all & !owners,
            Sees::Nobody => 0,
            Sees::ByFace if up => u16::MAX,
            Sees::ByFace => owners,
        }
    }
}

/// Sizes and offsets.
#[derive(Debug, Clone, Default)]
pub struct Layout {
    /// For each card: its design.
    pub design: Vec<u32>,
    /// For each card: its kind.
    pub kind: Vec<u16>,
    /// For each card: its owner, or [`NONE`](super::NONE).
    pub owner: Vec<i32>,
    /// Words of a set of cards; 0 if there are too many cards for sets.
    pub words: usize,
    /// For each kind: first card and number of cards.
    pub kinds: Vec<(u32, u32)>,
    /// For each kind: cards of one player's set (all cards, if shared).
    pub sets: Vec<u32>,
    /// For each design: its cards.
    pub designs: Vec<Strided>,
    /// All zones; the first is the null zone, which is always empty.
    pub zones: Vec<ZoneInfo>,
    /// For each declared zone: its first zone and how many.
    pub zone_range: Vec<(u16, u16)>,
    /// For each declared zone that cards have: for each card its zone (0 if none). Empty for others.
    pub card_zones: Vec<Vec<u16>>,
    /// The declared zones that cards have.
    pub on_cards: Vec<u16>,
    /// For each sort of spot: how many.
    pub spots: Vec<u16>,
    /// For each team: its players, as a set of seats. Empty where there are no teams.
    pub teams: Vec<u16>,
    /// For each sort of spot, for each spot: its zones.
    pub spot_zones: Vec<Vec<Vec<u16>>>,
    /// For each player: the player's zones.
    pub player_zones: Vec<Vec<u16>>,
    /// For each kind and declared zone: abilities work there.
    pub in_play: Vec<Vec<bool>>,
    /// For each kind and declared zone: its cards may lie there.
    pub holds: Vec<Vec<bool>>,
    /// For each variable: its first cell. One that is kept by a key has for each key the cells of all its holders.
    pub vars: Vec<u32>,
    /// For each variable: how many keys it has, or 1.
    pub keys: Vec<u32>,
    /// For each kind: the first cells of its cards' variables.
    pub card_vars: Vec<Vec<u32>>,
    /// For each kind: the first cells of those that last as long as a card lies in a zone. Empty if no kind has any.
    pub marks: Vec<Vec<u32>>,
    /// After the variables, for each phase: the number of its iteration; then, for each phase: how many it ever had.
    pub phase_cells: u32,
    /// First values of all cells.
    pub cells: Vec<i32>,
    /// Printed fields: a column for each field, a row for each design; then a column for names, and one for the first card that has the name.
    pub fields: Vec<i32>,
}

/// The most cards of a game that keeps sets of cards.
const MAX_SET: usize = 512;

impl Layout {
    /// Words of a set of so many cards.
    pub fn words_for(cards: usize) -> usize {
        if cards > MAX_SET { 0 } else { cards.div_ceil(64) }
    }

    /// The cells of a variable.
    pub fn cells_of(&self, var: usize) -> Range<usize> {
        let end = self.vars.get(var + 1).copied().unwrap_or(self.phase_cells);
        self.vars[var] as usize..end as usize
    }

    /// The cells of a variable, those of one key together: in each a cell for each holder.
    pub fn blocks(&self, var: usize) -> impl Iterator<Item = Range<usize>> + use<> {
        let (cells, block) = (self.cells_of(var), self.block(var));
        cells.clone().step_by(block.max(1)).map(move |start| start..start + block)
    }

    /// How many cells each key of a variable has.
    pub fn block(&self, var: usize) -> usize {
        self.cells_of(var).len() / self.keys[var].max(1) as usize
    }

    /// The column of a printed field.
    pub fn column(&self, field: usize) -> u32 {
        (field * self.designs.len()) as u32
    }

    /// What a design has in a printed field.
    pub fn on_design(&self, field: usize, design: usize) -> i32 {
        self.fields[field * self.designs.len() + design]
    }

    /// The column of the names of cards.
    pub fn names(&self) -> u32 {
        (self.fields.len() - 2 * self.designs.len()) as u32
    }

    /// For each name the column of the first card that has it.
    pub fn firsts(&self) -> u32 {
        (self.fields.len() - self.designs.len()) as u32
    }

    /// What a card has in a column of printed fields.
    #[inline(always)]
    pub fn printed(&self, column: u32, card: usize) -> i32 {
        self.fields[column as usize + self.design[card] as usize]
    }

    /// All seats, as a set.
    pub fn seats(&self) -> u16 {
        ((1u32 << self.player_zones.len().min(16)) - 1) as u16
    }

    /// How many cards there are.
    pub fn cards(&self) -> usize {
        self.design.len()
    }
}

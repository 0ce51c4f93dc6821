//! Hash of a position: FNV-1a over all data that determines the rest of the game. The same on every machine.

use super::{CardPlace, State, Status, ZoneList};
use crate::program::Program;

/// FNV-1a, 64 bits.
#[derive(Debug, Clone)]
pub struct Fnv(u64);

impl Default for Fnv {
    fn default() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }
}

impl Fnv {
    pub fn bytes(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = (self.0 ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }

    pub fn number(&mut self, n: u64) {
        self.bytes(&n.to_le_bytes());
    }

    pub fn finish(&self) -> u64 {
        self.0
    }
}

impl State {
    pub fn hash(&self) -> u64 {
        let mut fnv = Fnv::default();
        self.cards(&mut fnv);
        for cells in [&self.cells, &self.slots, &self.lists, &self.options] {
            cells_of(cells, &mut fnv);
        }
        for frame in &self.frames {
            fnv.number(u64::from(frame.pc));
            fnv.number(u64::from(frame.base));
            fnv.number(u64::from(frame.lists));
        }
        self.chance(&mut fnv);
        fnv.number(match self.status {
            Status::Running => 0,
            Status::Waiting { choice, slot, player } => {
                1 + (u64::from(choice.0) << 32) + (u64::from(slot) << 8) + player as u64
            }
            Status::Over => u64::MAX,
            Status::Failed => u64::MAX - 1,
        });
        fnv.finish()
    }

    /// Returns a hash that omits random numbers, knowledge and phase counts. It is equal if a player returns
    /// to the same decision and nothing has changed.
    pub fn in_turn(&self, program: &Program) -> u64 {
        const FACTOR: u64 = 0x517c_c1b7_2722_0a95;
        let add = |hash: u64, n: u64| (hash.rotate_left(5) ^ n).wrapping_mul(FACTOR);
        let lies =
            |card: &CardPlace| u64::from(card.zone) << 32 | u64::from(card.next) << 8 | u64::from(card.up);
        let mut hash = self.cards.iter().map(lies).fold(0, add);
        for cells in
            [&self.cells[..program.layout.phase_cells as usize], &self.slots, &self.lists, &self.options]
        {
            hash = cells.iter().map(|n| *n as u64).fold(add(hash, cells.len() as u64), add);
        }
        self.frames.iter().map(|frame| u64::from(frame.pc)).fold(hash, add)
    }

    /// Returns the hash of the table, all variables, options and random numbers. It ignores running effects,
    /// whose frames depend on how the program was compiled.
    pub fn table_hash(&self) -> u64 {
        let mut fnv = Fnv::default();
        self.cards(&mut fnv);
        [&self.cells, &self.options].into_iter().for_each(|cells| cells_of(cells, &mut fnv));
        self.chance(&mut fnv);
        fnv.finish()
    }

    /// Adds location, face and knowledge of all cards.
    fn cards(&self, fnv: &mut Fnv) {
        let columns: [fn(&CardPlace) -> u16; 3] = [|card| card.zone, |card| card.next, |card| card.prev];
        for column in columns {
            fnv.number(self.cards.len() as u64);
            self.cards.iter().for_each(|card| fnv.bytes(&column(card).to_le_bytes()));
        }
        let columns: [fn(&ZoneList) -> u16; 3] = [|zone| zone.head, |zone| zone.tail, |zone| zone.size];
        for column in columns {
            fnv.number(self.zones.len() as u64);
            self.zones.iter().for_each(|zone| fnv.bytes(&column(zone).to_le_bytes()));
        }
        self.cards.iter().for_each(|card| fnv.bytes(&[u8::from(card.up)]));
        self.cards.iter().for_each(|card| fnv.bytes(&card.known.0.to_le_bytes()));
    }

    /// Adds the active player and the state of the random numbers.
    fn chance(&self, fnv: &mut Fnv) {
        fnv.bytes(&self.me.to_le_bytes());
        fnv.number(self.rng.draws());
        for (purpose, count) in self.streams.iter().flat_map(|streams| streams.counts()) {
            fnv.number(*purpose);
            fnv.number(u64::from(*count));
        }
    }
}

fn cells_of(cells: &[i32], fnv: &mut Fnv) {
    fnv.number(cells.len() as u64);
    cells.iter().for_each(|n| fnv.bytes(&n.to_le_bytes()));
}

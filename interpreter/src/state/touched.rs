//! Which cells may differ from their first value, so that a reset needn't visit those of every card there is.
//!
//! One bit for 64 cells: set when one of them is written, cleared when all of them are reset. A bit too many costs
//! time and changes nothing; so positions are equal whatever their bits are, and the hash leaves them out.

use std::ops::Range;

/// Cells of a bit.
const BLOCK: usize = 64;
/// Games with fewer cells need no bits.
const FEW: usize = 1_024;

/// A bit for each block of cells; none in small games.
#[derive(Debug, Clone, Default)]
pub(super) struct Touched(Vec<bool>);

impl PartialEq for Touched {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for Touched {}

impl Touched {
    /// Nothing is written yet.
    pub(super) fn new(cells: usize) -> Self {
        Self(if cells < FEW { Vec::new() } else { vec![false; cells.div_ceil(BLOCK)] })
    }

    pub(super) fn clone_from(&mut self, from: &Self) {
        self.0.clone_from(&from.0);
    }

    /// A cell is written.
    pub(super) fn touch(&mut self, cell: usize) {
        if let Some(bit) = self.0.get_mut(cell / BLOCK) {
            *bit = true;
        }
    }

    /// All cells may be written, or none.
    pub(super) fn fill(&mut self, written: bool) {
        self.0.fill(written);
    }

    /// Gives the cells of a range a value; all that are not touched have it.
    pub(super) fn reset(&mut self, cells: &mut [i32], range: Range<usize>, value: i32) {
        if self.0.is_empty() || range.len() <= 2 * BLOCK {
            cells[range].fill(value);
            return;
        }
        for block in range.start / BLOCK..range.end.div_ceil(BLOCK) {
            if self.0[block] {
                let (start, end) = (block * BLOCK, (block + 1) * BLOCK);
                cells[start.max(range.start)..end.min(range.end)].fill(value);
                // the other cells of a block at the border belong to another variable
                self.0[block] = start < range.start || end > range.end;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reset_reaches_every_written_cell_of_its_range_and_no_other() {
        let count = 3_000;
        let mut touched = Touched::new(count);
        let mut cells = vec![7; count];
        for round in 0..50 {
            let range = (round * 13)..(count - round * 29);
            for i in 0..40 {
                let at = (i * 71 + round * 997) % count;
                cells[at] = 1;
                touched.touch(at);
            }
            let mut wanted = cells.clone();
            wanted[range.clone()].fill(7);
            touched.reset(&mut cells, range, 7);
            assert_eq!(cells, wanted, "{round}");
        }
    }
}

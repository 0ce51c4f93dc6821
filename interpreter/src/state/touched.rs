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
pub struct Touched(Vec<u64>);

impl PartialEq for Touched {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for Touched {}

impl Touched {
    /// Nothing is written yet.
    pub fn new(cells: usize) -> Self {
        Self(if cells < FEW { Vec::new() } else { vec![0; cells.div_ceil(64 * BLOCK)] })
    }

    pub fn copy(&mut self, from: &Self) {
        self.0.clone_from(&from.0);
    }

    /// A cell is written.
    pub fn touch(&mut self, cell: usize) {
        if let Some(bits) = self.0.get_mut(cell / BLOCK / 64) {
            *bits |= 1 << (cell / BLOCK % 64);
        }
    }

    /// All cells have their first value.
    pub fn clear(&mut self) {
        self.0.fill(0);
    }

    /// Gives the cells of a range a value; all that are not touched have it.
    pub fn reset(&mut self, cells: &mut [i32], range: Range<usize>, value: i32) {
        if self.0.is_empty() || range.len() <= 2 * BLOCK {
            cells[range].fill(value);
            return;
        }
        for word in range.start / BLOCK / 64..range.end.div_ceil(64 * BLOCK) {
            let mut bits = self.0[word];
            while bits != 0 {
                let bit = bits.trailing_zeros() as usize;
                bits &= bits - 1;
                let start = (64 * word + bit) * BLOCK;
                let end = start + BLOCK;
                if start < range.end && end > range.start {
                    cells[start.max(range.start)..end.min(range.end)].fill(value);
                    // the other cells of a block at the border belong to another variable
                    let whole = start >= range.start && end <= range.end;
                    self.0[word] &= !(u64::from(whole) << bit);
                }
            }
        }
    }
}

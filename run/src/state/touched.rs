//! Tracks the cells that may differ from their initial values, so that a reset need not visit the cells of
//! all cards.
//!
//! One bit for 64 cells is set when one of them is written, and cleared when all of them are reset. An extra
//! bit costs time and changes nothing, so comparison and hash of positions ignore the bits.

use std::ops::Range;

/// Number of cells per bit.
const BLOCK: usize = 64;
/// Minimum number of cells for which bits are used.
const FEW: usize = 1_024;

/// One bit for each block of cells; empty in small games.
#[derive(Debug, Clone, Default)]
pub struct Touched(Vec<u64>);

impl PartialEq for Touched {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for Touched {}

impl Touched {
    /// Creates the bits of unwritten cells.
    pub fn new(cells: usize) -> Self {
        Self(if cells < FEW { Vec::new() } else { vec![0; cells.div_ceil(64 * BLOCK)] })
    }

    pub fn copy(&mut self, from: &Self) {
        self.0.clone_from(&from.0);
    }

    /// Marks a cell as written.
    pub fn touch(&mut self, cell: usize) {
        if let Some(bits) = self.0.get_mut(cell / BLOCK / 64) {
            *bits |= 1 << (cell / BLOCK % 64);
        }
    }

    /// Marks all cells as unwritten.
    pub fn clear(&mut self) {
        self.0.fill(0);
    }

    /// Sets the cells of a range to a value. All unwritten cells have it already.
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

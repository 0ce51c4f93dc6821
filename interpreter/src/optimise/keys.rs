//! Sums, products, extremes and counts of different values over a column: what is printed on a card, a variable of it, or the candidate itself is looked
//! up, and no expression is evaluated for each candidate.

use crate::program::{KeyId, Num, Program};

pub(super) fn find(program: &mut Program) {
    for i in 0..program.nums.len() {
        let Num::Fold(fold, slot, list, body) = program.nums[i] else { continue };
        let Some(key) = program.key_of(body, slot) else { continue };
        program.nums[i] = Num::FoldKey(fold, KeyId(program.keys.len() as u32), list);
        program.keys.push(key);
    }
}

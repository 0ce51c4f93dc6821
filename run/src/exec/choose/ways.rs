//! Number of combinations that remain after each option of a choice of several.
//!
//! Options of a single choice are drawn uniformly. A choice of several is made in one canonical order, so
//! uniform draws would prefer cards at the end of that order. A random player therefore draws each option
//! with a weight: the number of combinations that begin with it. Then all combinations are equally likely.
//! Combinations that the player cannot distinguish (the same copies) count as one, and declining or stopping
//! counts as one as well.
//!
//! Numbers of combinations come from the recurrence of Pascal's triangle, one row for each card from the last
//! to the first.

use crate::exec::{Machine, Observer};

/// Maximum number of triangle cells that are computed; with more, weights are approximated.
const MOST_CELLS: usize = 1 << 16;
/// Maximum number of bits of a cell. Rows are scaled down to it.
const ROW_BITS: u32 = 63;
/// Number of bits for fractions of a combination.
const PART_BITS: u32 = 32;
/// Maximum number of bits of the sum of all weights.
const SUM_BITS: u32 = 62;

/// Reused buffers for weights.
#[derive(Debug, Clone, Default)]
pub(in crate::exec) struct Ways {
    /// Number of copies of each candidate that the player can distinguish, in order.
    copies: Vec<usize>,
    /// For each number of choices: combinations of the candidates after the current one.
    row: Vec<u128>,
    /// For each candidate: combinations that begin with it, and the number of bits by which that is scaled
    /// down.
    first: Vec<(u128, u32)>,
    /// Weight of one combination.
    unit: u128,
}

/// The choices that remain.
#[derive(Clone, Copy)]
pub(super) struct Remaining {
    /// Candidates that the player does not know, which are chosen in any order.
    pub blind: usize,
    /// Number of unknown candidates that are chosen already.
    pub begun: usize,
    /// Minimum and maximum number of further choices.
    pub least: i32,
    pub most: i32,
}

impl<O: Observer> Machine<'_, O> {
    /// Weighs the listed options: candidates in order, unknown cards, and an optional one that ends the
    /// choice.
    pub(super) fn weigh(&mut self, remaining: Remaining, ends: bool) {
        let Remaining { blind, begun, .. } = remaining;
        let (ways, options) = (&mut self.work.ways, self.state.options.len());
        let all = ways.copies.iter().sum::<usize>() + blind;
        let most = (remaining.most.max(0) as usize).min(all);
        // a single choice is uniform
        let is_uniform = most < 2 && (begun == 0 || !ends);
        if is_uniform || options < 2 {
            return;
        }
        // ending the choice has its own weight
        let least = (remaining.least.max(1) as usize).min(most);
        if all * (most + 1) > MOST_CELLS {
            ways.approximate(all, blind, (all / 2).clamp(least, most));
        } else {
            ways.count((blind, begun), least..=most);
        }
        let listed = options - usize::from(ends);
        ways.write(listed, blind, ends, &mut self.state.ways);
    }
}

impl Ways {
    /// Removes all candidates.
    pub(super) fn clear(&mut self) {
        self.copies.clear();
    }

    /// Adds the next candidate: known to the player or not, and whether it is a copy of the previous one.
    #[inline]
    pub(super) fn add_candidate(&mut self, is_known: bool, repeats: bool) {
        match self.copies.last_mut() {
            Some(copies) if repeats => *copies += 1,
            _ if is_known => self.copies.push(1),
            _ => {}
        }
    }

    /// Counts combinations for each candidate, and last for the unknown cards, which all have the same
    /// number. Unknown cards are chosen in any order. So only one in `C(begun + k, k)` of the combinations
    /// with `begun + k` of them begins with those chosen already.
    fn count(&mut self, (blind, begun): (usize, usize), picks: std::ops::RangeInclusive<usize>) {
        self.unit = if begun > 0 { 1 << PART_BITS } else { 1 };
        let Self { copies, row, first, unit } = self;
        let (most, mut scaled) = (*picks.end(), 0);
        row.clear();
        row.resize(most + 1, 0);
        row[0] = 1;
        first.clear();
        for _ in 0..blind {
            (1..=most).rev().for_each(|k| row[k] += row[k - 1]);
            scaled += scale(row);
        }
        let (mut orders, mut unknown) = (1_u128, 0);
        for (k, ways) in row.iter().enumerate().skip(1) {
            orders = orders.saturating_mul((begun + k) as u128) / k as u128;
            let orders = if begun > 0 { orders } else { 1 };
            unknown += if picks.contains(&k) { *ways * *unit / orders } else { 0 };
        }
        first.push((unknown, scaled));
        for copies in copies.iter().rev() {
            let mut begin = 0;
            for k in (1..=most).rev() {
                let with: u128 = row[k - k.min(*copies)..k].iter().sum();
                row[k] += with;
                begin += if picks.contains(&k) { with } else { 0 };
            }
            first.push((begin, scaled));
            scaled += scale(row);
        }
        first.reverse();
    }

    /// Like `count`, for too many candidates: assumes that exactly `size` of them are chosen.
    fn approximate(&mut self, all: usize, blind: usize, size: usize) {
        let (mut rest, mut left) = (1_u128 << SUM_BITS, all);
        self.unit = 1;
        self.first.clear();
        for copies in &self.copies {
            let part = (rest * (size * copies) as u128 / left as u128).min(rest);
            self.first.push((part, 0));
            (rest, left) = (rest - part, left - copies);
        }
        self.first.push((if blind > 0 { rest } else { 0 }, 0));
    }

    /// Writes the weights of the options as running sums: listed candidates, unknown cards, end.
    fn write(&self, listed: usize, blind: usize, ends: bool, sums: &mut Vec<u64>) {
        let [all @ .., (unknown, of_unknown)] = self.first.as_slice() else { return };
        let scaled = self.first.first().map_or(0, |(_, scaled)| *scaled);
        // the share of an unknown card is a fraction, so all weights are multiplied by `share`
        let share = blind.max(1) as u128;
        let known = listed.min(all.len());
        let weight = |n: u128, of: u32, share: u128| shifted(n, scaled - of).saturating_mul(share);
        let known = all[..known].iter().map(|(n, of)| weight(*n, *of, share));
        let unknown = std::iter::repeat_n(weight(*unknown, *of_unknown, 1), listed - known.len());
        let end = ends.then(|| weight(self.unit, 0, share));
        let weights = known.chain(unknown).chain(end);
        let sum: u128 = weights.clone().sum();
        let down = (u128::BITS - sum.leading_zeros()).saturating_sub(SUM_BITS);
        let mut sum = 0;
        sums.extend(weights.map(|weight| {
            sum += (shifted(weight, down) as u64).max(1);
            sum
        }));
    }
}

/// Scales a row down if its numbers are large. Returns the number of bits.
fn scale(row: &mut [u128]) -> u32 {
    let highest = row.iter().copied().max().unwrap_or(0);
    let down = (u128::BITS - highest.leading_zeros()).saturating_sub(ROW_BITS);
    if down > 0 {
        row.iter_mut().for_each(|n| *n >>= down);
    }
    down
}

fn shifted(n: u128, down: u32) -> u128 {
    n.checked_shr(down).unwrap_or(0)
}

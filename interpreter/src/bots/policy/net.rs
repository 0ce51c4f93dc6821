//! The network: rows of the position once, those of each option on top, one hidden layer, a number for each option and one for the position.

use super::weights::{HIDDEN, Weights};
use crate::play::encode::{Encoder, Encoding, Row};

/// Weights laid on the rows of an encoder.
#[derive(Debug, Clone)]
pub struct Net {
    /// For each row of the encoder: which of `rows` it is; those that were not learnt are none.
    at: Vec<u32>,
    rows: Vec<(i32, [i8; HIDDEN])>,
    bias: [i32; HIDDEN],
    out: [i16; HIDDEN],
    value: [i16; HIDDEN],
    value_bias: i32,
}

const UNKNOWN: u32 = u32::MAX;

/// What a network makes of a decision.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Answer {
    /// What each option is worth beside the others, in 2^-24: differences are those of the logarithms of chances.
    pub options: Vec<i64>,
    /// What the position is worth to the seat, in 2^-24: a half is as good as the others.
    pub value: i64,
    /// How many rows of the decision were learnt, and how many there are.
    pub known: [u32; 2],
}

impl Net {
    /// Weights for the rows of an encoder.
    pub fn new(weights: &Weights, encoder: &Encoder) -> Self {
        let find = |key: &u64| weights.rows.binary_search_by_key(key, |(key, ..)| *key);
        let at = encoder.keys().iter().map(|key| find(key).map_or(UNKNOWN, |at| at as u32));
        Self {
            at: at.collect(),
            rows: weights.rows.iter().map(|(_, scale, row)| (i32::from(*scale), *row)).collect(),
            bias: weights.bias,
            out: weights.out,
            value: weights.value,
            value_bias: weights.value_bias,
        }
    }

    /// What it makes of a decision.
    pub fn answer(&self, encoding: &Encoding, into: &mut Answer) {
        into.options.clear();
        into.known = [0; 2];
        let mut position = self.bias;
        self.add(encoding.position(), &mut position, &mut into.known);
        into.value = out(&position, &self.value) + (i64::from(self.value_bias) << 6);
        for rows in encoding.options() {
            let mut hidden = position;
            self.add(rows, &mut hidden, &mut into.known);
            into.options.push(out(&hidden, &self.out));
        }
    }

    fn add(&self, rows: &[Row], hidden: &mut [i32; HIDDEN], known: &mut [u32; 2]) {
        known[1] += rows.len() as u32;
        for (row, value) in rows {
            let Some((scale, weights)) =
                self.at.get(*row as usize).and_then(|at| self.rows.get(*at as usize))
            else {
                continue;
            };
            known[0] += 1;
            let times =
                ((i32::from(*value) * scale) >> 8).clamp(i32::from(i16::MIN), i32::from(i16::MAX)) as i16;
            for (sum, weight) in hidden.iter_mut().zip(weights) {
                *sum = sum.wrapping_add(i32::from(times) * i32::from(*weight));
            }
        }
    }
}

/// What the hidden layer comes to: units below 0 count nothing.
fn out(hidden: &[i32; HIDDEN], weights: &[i16; HIDDEN]) -> i64 {
    let units = hidden.iter().zip(weights);
    units.map(|(unit, weight)| i64::from((*unit).max(0) >> 6) * i64::from(*weight)).sum()
}

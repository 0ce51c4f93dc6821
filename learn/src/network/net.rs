//! Quantised inference: one hidden layer with ReLU, an output for each option and one for the position.
//!
//! The sums of the position are computed once; each option adds its own features.

use std::sync::Arc;

use super::weights::{HIDDEN, Network, Weights};
use crate::features::{Encoder, Encoding, Feature, ONE};

/// A network applied to the features of an encoder.
#[derive(Debug, Clone)]
pub struct Net(Arc<BoundNet>);

#[derive(Debug)]
struct BoundNet {
    /// For each feature of the encoder, its index in `rows`. Untrained features use the last one, which is
    /// zero.
    at: Vec<u32>,
    rows: Vec<(i32, [i8; HIDDEN])>,
    /// Contribution of each feature with the value 1, the most frequent one.
    ones: Vec<[i32; HIDDEN]>,
    bias: [i32; HIDDEN],
    out: [i16; HIDDEN],
    value: [i16; HIDDEN],
    value_bias: i32,
}

/// Output of a network for a decision.
#[derive(Debug, Clone, Default)]
#[non_exhaustive]
pub struct Answer {
    /// Logit of each option, in units of 2^-24.
    pub options: Vec<i64>,
    /// Value of the position for the seat, in units of 2^-24; 0.5 is average.
    pub value: i64,
    /// Last evaluated position.
    last: Option<Accumulator>,
}

/// Hidden layer of a position. The next position differs in few features, and integer sums can be updated
/// exactly.
#[derive(Debug, Clone)]
struct Accumulator {
    net: Arc<BoundNet>,
    rows: Vec<Feature>,
    hidden: [i32; HIDDEN],
    /// Features that the next position lacks; `come` contains its additional ones.
    gone: Vec<Feature>,
    come: Vec<Feature>,
}

impl Net {
    /// Creates the policy network for the features of an encoder.
    pub fn policy(weights: &Weights, encoder: &Encoder) -> Self {
        Self::new(&weights.policy, encoder)
    }

    /// Creates the value network for the same features. Only its value of the position is used.
    pub fn judge(weights: &Weights, encoder: &Encoder) -> Self {
        Self::new(&weights.judge, encoder)
    }

    fn new(weights: &Network, encoder: &Encoder) -> Self {
        let find = |key: &u64| weights.rows.binary_search_by_key(key, |(key, ..)| *key);
        let at = encoder.keys().iter().map(|key| find(key).unwrap_or(weights.rows.len()) as u32);
        let learnt = weights.rows.iter().map(|(_, scale, row)| (i32::from(*scale), *row));
        let rows: Vec<(i32, [i8; HIDDEN])> = learnt.chain([(0, [0; HIDDEN])]).collect();
        let one =
            |(scale, row): &(i32, [i8; HIDDEN])| row.map(|weight| times(ONE, *scale) * i32::from(weight));
        Self(Arc::new(BoundNet {
            at: at.collect(),
            ones: rows.iter().map(one).collect(),
            rows,
            bias: weights.bias,
            out: weights.out,
            value: weights.value,
            value_bias: weights.value_bias,
        }))
    }

    /// Evaluates a decision. Reusing `into` is faster if the positions are similar.
    pub fn answer(&self, encoding: &Encoding, into: &mut Answer) {
        let net = &self.0;
        let last = into.last.get_or_insert_with(|| Accumulator::none(net));
        if !Arc::ptr_eq(&last.net, net) {
            *last = Accumulator::none(net);
        }
        last.become_other(encoding.position());
        into.value = out(&last.hidden, &net.value) + (i64::from(net.value_bias) << 6);
        into.options.clear();
        into.options.extend(encoding.options().map(|rows| {
            let mut hidden = last.hidden;
            net.add(rows, &mut hidden, i32::wrapping_add);
            out(&hidden, &net.out)
        }));
    }
}

/// Returns the factor of a weight for a feature's value, limited to 16 bits.
fn times(value: i16, scale: i32) -> i32 {
    ((i32::from(value) * scale) >> 8).clamp(i32::from(i16::MIN), i32::from(i16::MAX))
}

impl BoundNet {
    /// Adds features to the hidden layer, or subtracts them.
    #[inline(always)]
    fn add(&self, rows: &[Feature], hidden: &mut [i32; HIDDEN], by: impl Fn(i32, i32) -> i32) {
        for (row, value) in rows {
            let Some(at) = self.at.get(*row as usize).map(|at| *at as usize) else { continue };
            if *value == ONE {
                for (sum, more) in hidden.iter_mut().zip(&self.ones[at]) {
                    *sum = by(*sum, *more);
                }
            } else {
                let (scale, weights) = &self.rows[at];
                let times = times(*value, *scale) as i16;
                for (sum, weight) in hidden.iter_mut().zip(weights) {
                    *sum = by(*sum, i32::from(times) * i32::from(*weight));
                }
            }
        }
    }
}

impl Accumulator {
    fn none(net: &Arc<BoundNet>) -> Self {
        let (rows, gone, come) = (Vec::new(), Vec::new(), Vec::new());
        Self { net: Arc::clone(net), rows, hidden: net.bias, gone, come }
    }

    /// Changes to a position with these features: applies the differences if they are fewer than the
    /// features.
    fn become_other(&mut self, rows: &[Feature]) {
        self.gone.clear();
        self.come.clear();
        let (mut old, mut new) = (self.rows.as_slice(), rows);
        loop {
            match (old, new) {
                ([one, old_rest @ ..], [two, new_rest @ ..]) if one == two => {
                    (old, new) = (old_rest, new_rest)
                }
                ([one, rest @ ..], [two, ..]) if one.0 <= two.0 => {
                    self.gone.push(*one);
                    old = rest;
                }
                (_, [two, rest @ ..]) => {
                    self.come.push(*two);
                    new = rest;
                }
                (_, []) => break,
            }
        }
        self.gone.extend(old);
        if self.gone.len() + self.come.len() < rows.len() {
            self.net.add(&self.gone, &mut self.hidden, i32::wrapping_sub);
            self.net.add(&self.come, &mut self.hidden, i32::wrapping_add);
        } else {
            self.hidden = self.net.bias;
            self.net.add(rows, &mut self.hidden, i32::wrapping_add);
        }
        self.rows.clear();
        self.rows.extend(rows);
    }
}

/// Returns an output of the hidden layer with ReLU.
fn out(hidden: &[i32; HIDDEN], weights: &[i16; HIDDEN]) -> i64 {
    let units = hidden.iter().zip(weights);
    units.map(|(unit, weight)| i64::from((*unit).max(0) >> 6) * i64::from(*weight)).sum()
}

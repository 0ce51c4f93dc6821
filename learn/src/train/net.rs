//! The network during training, in floating point.
//!
//! Sums have a fixed order, and all operations give the same bits on every machine.

use std::collections::BTreeMap;

use crate::{Feature, FloatNetwork, HIDDEN};

use ludex_lab::splitmix64;

/// Value of a feature that represents 1.
pub(crate) const ONE: f32 = 64.0;
/// Maximum initial weights, of features and of outputs, and a factor for those of the value network. Without
/// it, most of its units would become permanently inactive, and policies learn worse.
const FIRST: (f32, f32) = (0.06, 0.3);
const OF_JUDGE: f32 = 0.03;

/// Units of the hidden layer, or their gradient.
pub(crate) type Units = [f32; HIDDEN];

/// One hidden layer over features.
#[derive(Debug, Clone)]
pub(crate) struct Net {
    /// `HIDDEN` weights for each feature.
    pub rows: Vec<f32>,
    /// Biases of the units, their output weights for an option, and those for the position.
    pub bias: Units,
    pub out: Units,
    pub value: Units,
    pub value_bias: f32,
}

/// Returns a pseudo-random number between -1 and 1.
fn small(seed: u64, i: u64) -> f32 {
    (splitmix64(seed, i) >> 40) as f32 / (1u64 << 23) as f32 - 1.0
}

impl Net {
    /// Creates a network with small random weights.
    pub fn new(keys: &[u64], seed: u64) -> Self {
        let row = |key: &u64| {
            let seed = splitmix64(seed, *key);
            (0..HIDDEN as u64).map(move |i| FIRST.0 * small(seed, i))
        };
        Self {
            rows: keys.iter().flat_map(row).collect(),
            bias: [0.0; HIDDEN],
            out: core::array::from_fn(|i| FIRST.1 * small(seed, i as u64)),
            value: core::array::from_fn(|i| FIRST.1 * small(seed ^ 1, i as u64)),
            value_bias: 0.5,
        }
    }

    /// Creates a value network with small random weights.
    pub fn value_net(keys: &[u64], seed: u64) -> Self {
        let net = Self::new(keys, seed);
        Self { value: net.value.map(|weight| weight * OF_JUDGE), ..net }
    }

    /// Creates a network from trained weights; unknown features are 0.
    pub fn from_learnt(keys: &[u64], learnt: &FloatNetwork) -> Self {
        let known: BTreeMap<u64, &Units> = learnt.rows.iter().map(|(key, row)| (*key, row)).collect();
        Self {
            rows: keys.iter().flat_map(|key| known.get(key).map_or([0.0; HIDDEN], |row| **row)).collect(),
            bias: learnt.bias,
            out: learnt.out,
            value: learnt.value,
            value_bias: learnt.value_bias,
        }
    }

    /// Returns the weights of the used features.
    pub fn learnt(&self, keys: &[u64], is_used: &[bool]) -> FloatNetwork {
        let used = keys.iter().enumerate().filter(|(row, _)| is_used[*row]);
        FloatNetwork {
            rows: used.map(|(row, key)| (*key, *self.row(row as u32))).collect(),
            bias: self.bias,
            out: self.out,
            value: self.value,
            value_bias: self.value_bias,
        }
    }

    pub fn row(&self, row: u32) -> &Units {
        let (rows, _) = self.rows.as_chunks::<HIDDEN>();
        &rows[row as usize]
    }

    /// Adds features to the units.
    pub fn add(&self, rows: &[Feature], units: &mut Units) {
        rows.iter().for_each(|(row, value)| add_times(units, f32::from(*value) / ONE, self.row(*row)));
    }

    /// Returns the logit of an option with these units.
    pub fn worth(&self, units: &Units) -> f32 {
        dot(units, &self.out)
    }

    /// Returns the value of a position with these units.
    pub fn value(&self, units: &Units) -> f32 {
        dot(units, &self.value) + self.value_bias
    }
}

/// Dot product after ReLU, as eight partial sums in a fixed order.
fn dot(units: &Units, weights: &Units) -> f32 {
    let mut sums = [0.0f32; 8];
    for i in 0..HIDDEN {
        sums[i % 8] += units[i].max(0.0) * weights[i];
    }
    sums.iter().sum()
}

/// Gradient of a network.
#[derive(Debug)]
pub(crate) struct Gradient {
    rows: Vec<f32>,
    touched: Vec<u32>,
    is_touched: Vec<bool>,
    bias: Units,
    out: Units,
    value: Units,
    value_bias: f32,
}

impl Gradient {
    pub fn new(rows: usize) -> Self {
        Self {
            rows: vec![0.0; rows * HIDDEN],
            touched: Vec::new(),
            is_touched: vec![false; rows],
            bias: [0.0; HIDDEN],
            out: [0.0; HIDDEN],
            value: [0.0; HIDDEN],
            value_bias: 0.0,
        }
    }

    /// Adds the gradient of an option's logit and returns that of the units.
    pub fn worth(&mut self, net: &Net, units: &Units, by: f32) -> Units {
        back(units, &net.out, &mut self.out, by)
    }

    /// Adds the gradient of the position's value and returns that of the units.
    pub fn value(&mut self, net: &Net, units: &Units, by: f32) -> Units {
        self.value_bias += by;
        back(units, &net.value, &mut self.value, by)
    }

    /// Adds the gradient of the units to these features.
    pub fn rows(&mut self, rows: &[Feature], by: &Units) {
        rows.iter().for_each(|(row, value)| self.row(*row, f32::from(*value) / ONE, by));
    }

    /// Adds the gradient of the units to one feature with a value.
    pub fn row(&mut self, row: u32, value: f32, by: &Units) {
        let at = row as usize;
        if !self.is_touched[at] {
            self.is_touched[at] = true;
            self.touched.push(row);
        }
        let (all, _) = self.rows.as_chunks_mut::<HIDDEN>();
        add_times(&mut all[at], value, by);
    }

    /// Returns the gradient of a feature.
    #[cfg(test)]
    pub fn of_row(&self, row: u32) -> &Units {
        let (all, _) = self.rows.as_chunks::<HIDDEN>();
        &all[row as usize]
    }

    /// Adds the gradient of the position's units to the biases.
    pub fn bias(&mut self, by: &Units) {
        add(&mut self.bias, by);
    }

    /// Adds another gradient and empties it.
    pub fn merge(&mut self, other: &mut Gradient) {
        for row in other.touched.drain(..) {
            let at = row as usize;
            other.is_touched[at] = false;
            if !self.is_touched[at] {
                self.is_touched[at] = true;
                self.touched.push(row);
            }
            let cells = at * HIDDEN..(at + 1) * HIDDEN;
            for (sum, more) in self.rows[cells.clone()].iter_mut().zip(&mut other.rows[cells]) {
                *sum += std::mem::take(more);
            }
        }
        for (sum, more) in [
            (&mut self.bias, &mut other.bias),
            (&mut self.out, &mut other.out),
            (&mut self.value, &mut other.value),
        ] {
            add(sum, more);
            more.fill(0.0);
        }
        self.value_bias += std::mem::take(&mut other.value_bias);
    }
}

pub(crate) fn add(sum: &mut Units, more: &Units) {
    sum.iter_mut().zip(more).for_each(|(sum, more)| *sum += more);
}

pub(crate) fn add_times(sum: &mut Units, times: f32, more: &Units) {
    sum.iter_mut().zip(more).for_each(|(sum, more)| *sum += times * more);
}

fn back(units: &Units, weights: &Units, sum: &mut Units, by: f32) -> Units {
    let mut of_units = [0.0; HIDDEN];
    for i in 0..HIDDEN {
        if units[i] > 0.0 {
            sum[i] += by * units[i];
            of_units[i] = by * weights[i];
        }
    }
    of_units
}

/// Adam (Kingma and Ba, 2015). Features are updated only when touched.
#[derive(Debug)]
pub(crate) struct Adam {
    rows: Vec<[f32; 2]>,
    rest: Vec<[f32; 2]>,
    steps: i32,
    falling: [f32; 2],
    /// For each feature, true if it was ever updated.
    pub is_used: Vec<bool>,
}

/// Decay rates of the means of gradients and of their squares; `LEAST` prevents division by zero.
const DECAY: [f32; 2] = [0.9, 0.999];
const LEAST: f32 = 1e-8;

impl Adam {
    pub fn new(rows: usize) -> Self {
        Self {
            rows: vec![[0.0; 2]; rows * HIDDEN],
            rest: vec![[0.0; 2]; 3 * HIDDEN + 1],
            steps: 0,
            falling: [1.0; 2],
            is_used: vec![false; rows],
        }
    }

    /// Updates a network by the gradient times `scale`, and empties the gradient.
    pub fn step(&mut self, net: &mut Net, gradient: &mut Gradient, (rate, scale): (f32, f32)) {
        self.steps += 1;
        self.falling = [self.falling[0] * DECAY[0], self.falling[1] * DECAY[1]];
        let (one, two) = (1.0 - self.falling[0], 1.0 - self.falling[1]);
        let rate = rate * two.sqrt() / one;
        let change = |weight: &mut f32, means: &mut [f32; 2], by: f32| {
            let by = by * scale;
            means[0] = DECAY[0] * means[0] + (1.0 - DECAY[0]) * by;
            means[1] = DECAY[1] * means[1] + (1.0 - DECAY[1]) * by * by;
            *weight += rate * means[0] / (means[1].sqrt() + LEAST);
        };
        for row in gradient.touched.drain(..) {
            let at = row as usize;
            gradient.is_touched[at] = false;
            self.is_used[at] = true;
            let cells = at * HIDDEN..(at + 1) * HIDDEN;
            let of_row = net.rows[cells.clone()].iter_mut().zip(&mut self.rows[cells.clone()]);
            for ((weight, means), by) in of_row.zip(&mut gradient.rows[cells]) {
                change(weight, means, std::mem::take(by));
            }
        }
        let weights =
            net.bias.iter_mut().chain(&mut net.out).chain(&mut net.value).chain([&mut net.value_bias]);
        let by = gradient
            .bias
            .iter_mut()
            .chain(&mut gradient.out)
            .chain(&mut gradient.value)
            .chain([&mut gradient.value_bias]);
        for ((weight, means), by) in weights.zip(&mut self.rest).zip(by) {
            change(weight, means, std::mem::take(by));
        }
    }
}

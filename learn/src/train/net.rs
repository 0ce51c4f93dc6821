//! The network while it learns, in floating point: sums in a fixed order, and nothing but what is the same on every machine.

use std::collections::BTreeMap;

use crate::{HIDDEN, Learnt, Row};

use ludex_lab::splitmix64;

/// A value of one, as rows have it.
pub(crate) const ONE: f32 = 64.0;
/// How large weights are at first, at most; and of how much of that those of a judge are that say what a position is worth. Were these as large,
/// most of its units would come to be below 0 for good, and policies learn worse by it.
const FIRST: (f32, f32) = (0.06, 0.3);
const OF_JUDGE: f32 = 0.03;

/// Units of the hidden layer, or what each of them is to be changed by.
pub(crate) type Units = [f32; HIDDEN];

/// One hidden layer over rows.
#[derive(Debug, Clone)]
pub(crate) struct Net {
    /// So many weights for each row.
    pub rows: Vec<f32>,
    /// What is added to each unit, what each is worth to an option, and to the position.
    pub bias: Units,
    pub out: Units,
    pub value: Units,
    pub value_bias: f32,
}

/// Between -1 and 1.
fn small(seed: u64, i: u64) -> f32 {
    (splitmix64(seed, i) >> 40) as f32 / (1u64 << 23) as f32 - 1.0
}

impl Net {
    /// Small weights of a seed.
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

    /// A judge of a seed.
    pub fn value_net(keys: &[u64], seed: u64) -> Self {
        let net = Self::new(keys, seed);
        Self { value: net.value.map(|weight| weight * OF_JUDGE), ..net }
    }

    /// To go on from weights that were learnt; what they do not know is 0.
    pub fn from_learnt(keys: &[u64], learnt: &Learnt) -> Self {
        let known: BTreeMap<u64, &Units> = learnt.rows.iter().map(|(key, row)| (*key, row)).collect();
        Self {
            rows: keys.iter().flat_map(|key| known.get(key).map_or([0.0; HIDDEN], |row| **row)).collect(),
            bias: learnt.bias,
            out: learnt.out,
            value: learnt.value,
            value_bias: learnt.value_bias,
        }
    }

    /// What was learnt of these rows.
    pub fn learnt(&self, keys: &[u64], is_used: &[bool]) -> Learnt {
        let used = keys.iter().enumerate().filter(|(row, _)| is_used[*row]);
        Learnt {
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

    /// Adds rows to the units.
    pub fn add(&self, rows: &[Row], units: &mut Units) {
        rows.iter().for_each(|(row, value)| add_times(units, f32::from(*value) / ONE, self.row(*row)));
    }

    /// What an option with these units is worth.
    pub fn worth(&self, units: &Units) -> f32 {
        dot(units, &self.out)
    }

    /// What the position with these units is worth.
    pub fn value(&self, units: &Units) -> f32 {
        dot(units, &self.value) + self.value_bias
    }
}

/// Units above 0, each times a weight. Eight sums side by side, in a fixed order.
fn dot(units: &Units, weights: &Units) -> f32 {
    let mut sums = [0.0f32; 8];
    for i in 0..HIDDEN {
        sums[i % 8] += units[i].max(0.0) * weights[i];
    }
    sums.iter().sum()
}

/// What a network is to be changed by.
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

    /// An option with these units should be worth more by so much; gives what its units should be changed by.
    pub fn worth(&mut self, net: &Net, units: &Units, by: f32) -> Units {
        back(units, &net.out, &mut self.out, by)
    }

    /// The same for the position.
    pub fn value(&mut self, net: &Net, units: &Units, by: f32) -> Units {
        self.value_bias += by;
        back(units, &net.value, &mut self.value, by)
    }

    /// The units to which these rows were added should be changed by so much.
    pub fn rows(&mut self, rows: &[Row], by: &Units) {
        rows.iter().for_each(|(row, value)| self.row(*row, f32::from(*value) / ONE, by));
    }

    /// The same for one row with a value.
    pub fn row(&mut self, row: u32, value: f32, by: &Units) {
        let at = row as usize;
        if !self.is_touched[at] {
            self.is_touched[at] = true;
            self.touched.push(row);
        }
        let (all, _) = self.rows.as_chunks_mut::<HIDDEN>();
        add_times(&mut all[at], value, by);
    }

    /// What a row is to be changed by.
    #[cfg(test)]
    pub fn of_row(&self, row: u32) -> &Units {
        let (all, _) = self.rows.as_chunks::<HIDDEN>();
        &all[row as usize]
    }

    /// The units of the position should be changed by so much.
    pub fn bias(&mut self, by: &Units) {
        add(&mut self.bias, by);
    }

    /// Adds another one.
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

/// Adam (Kingma and Ba, 2015); of a row only when it is touched.
#[derive(Debug)]
pub(crate) struct Adam {
    rows: Vec<[f32; 2]>,
    rest: Vec<[f32; 2]>,
    steps: i32,
    falling: [f32; 2],
    /// The rows that were ever changed.
    pub is_used: Vec<bool>,
}

/// How slowly the means of gradients and of their squares change, and what keeps a quotient small.
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

    /// Changes a network by a gradient times a scale, and empties that.
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

//! Quantised weights.
//!
//! A feature has a key, a scale and 64 weights of eight bits; a weight is `eighth * scale / 2^20`. Units are
//! 2^-18 for sums, 2^-12 for hidden units and for their weights, and 2^-24 for outputs.

use ludex_bots::policy::About;
use ludex_bots::rewards::Ends;

/// Number of units of the hidden layer.
pub const HIDDEN: usize = 64;

/// Units in 1 of a feature's scale, of a sum, and of a hidden unit or its weight.
const SCALE: f32 = 1_048_576.0;
const SUM: f32 = 262_144.0;
const OUT: f32 = 4_096.0;

/// Quantised weights of a policy and its value network, as stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Weights {
    pub(super) about: About,
    /// Policy network, for the seat's observation.
    pub(super) policy: Network,
    /// Value network, for a position with all cards open.
    pub(super) judge: Network,
    /// Statistics of ends by which rewards are normalised.
    pub(super) ends: Ends,
    /// True if options of several picks are weighted, see [`weigh`](super::weigh).
    pub(super) weighs: bool,
}

/// A quantised network.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Network {
    pub bias: [i32; HIDDEN],
    pub out: [i16; HIDDEN],
    pub value: [i16; HIDDEN],
    pub value_bias: i32,
    /// By ascending key: scale and weights.
    pub rows: Vec<(u64, u16, [i8; HIDDEN])>,
}

/// Network weights as trained, in floating point.
#[derive(Debug, Clone, PartialEq)]
#[allow(clippy::exhaustive_structs, reason = "a learner makes it")]
pub struct FloatNetwork {
    /// Key and weights of each feature.
    pub rows: Vec<(u64, [f32; HIDDEN])>,
    /// Bias of each hidden unit.
    pub bias: [f32; HIDDEN],
    /// Output weights for an option.
    pub out: [f32; HIDDEN],
    /// Output weights for the value of the position.
    pub value: [f32; HIDDEN],
    /// Bias of the value of the position.
    pub value_bias: f32,
}

fn whole(n: f32, unit: f32, most: f32) -> f32 {
    (n * unit).round().clamp(-most, most)
}

impl Weights {
    /// Quantises a policy and a value network, with the statistics of ends.
    pub fn new(about: About, [policy, judge]: [&FloatNetwork; 2], ends: Ends) -> Self {
        Self { about, policy: Network::new(policy), judge: Network::new(judge), ends, weighs: true }
    }

    /// Returns the policy and the value network in floating point, for further training.
    pub fn learnt(&self) -> [FloatNetwork; 2] {
        [&self.policy, &self.judge].map(Network::learnt)
    }

    /// Returns the statistics of ends by which rewards are normalised.
    pub fn ends(&self) -> &Ends {
        &self.ends
    }

    /// Returns true if options of several picks are weighted by the number of combinations that begin with
    /// them.
    pub fn weighs_picks(&self) -> bool {
        self.weighs
    }

    /// Enables or disables the weighting of several picks.
    pub fn weighing_picks(self, weighs: bool) -> Self {
        Self { weighs, ..self }
    }

    /// Returns the metadata.
    pub fn about(&self) -> &About {
        &self.about
    }

    /// Replaces the metadata.
    pub fn with_about(self, about: About) -> Self {
        Self { about, ..self }
    }
}

impl Network {
    fn new(learnt: &FloatNetwork) -> Self {
        let mut rows: Vec<(u64, u16, [i8; HIDDEN])> =
            learnt.rows.iter().map(|(key, row)| rounded(*key, row)).collect();
        rows.retain(|(_, _, row)| row.iter().any(|weight| *weight != 0));
        rows.sort_unstable_by_key(|(key, ..)| *key);
        rows.dedup_by_key(|(key, ..)| *key);
        let out =
            |weights: &[f32; HIDDEN]| weights.map(|weight| whole(weight, OUT, f32::from(i16::MAX)) as i16);
        Self {
            bias: learnt.bias.map(|bias| whole(bias, SUM, 1e9) as i32),
            out: out(&learnt.out),
            value: out(&learnt.value),
            value_bias: whole(learnt.value_bias, SUM, 1e9) as i32,
            rows,
        }
    }

    fn learnt(&self) -> FloatNetwork {
        let out = |weights: [i16; HIDDEN]| weights.map(|weight| f32::from(weight) / OUT);
        let row = |(key, scale, row): &(u64, u16, [i8; HIDDEN])| {
            (*key, row.map(|weight| f32::from(weight) * f32::from(*scale) / SCALE))
        };
        FloatNetwork {
            rows: self.rows.iter().map(row).collect(),
            bias: self.bias.map(|bias| bias as f32 / SUM),
            out: out(self.out),
            value: out(self.value),
            value_bias: self.value_bias as f32 / SUM,
        }
    }
}

fn rounded(key: u64, row: &[f32; HIDDEN]) -> (u64, u16, [i8; HIDDEN]) {
    let most = row.iter().fold(0.0f32, |most, weight| most.max(weight.abs()));
    let scale = (most * SCALE / 127.0).ceil().clamp(1.0, f32::from(u16::MAX));
    (key, scale as u16, row.map(|weight| (weight * SCALE / scale).round().clamp(-127.0, 127.0) as i8))
}

//! Progressive history: mean rewards of an option over all nodes, used where a node knows little of it.
//!
//! See Nijssen and Winands, *Enhancements for multi-player Monte-Carlo tree search*, 2010. Options are
//! identified as the acting player sees them, for all players alike.

/// Base-2 logarithm of the number of slots. Options in the same slot are confused, which costs little
/// strength.
const PLACES: u32 = 12;
/// Weight relative to the statistics of the node. It fades as an option is tried there, faster for options
/// with low rewards.
const WEIGHT: f64 = 2.0;

/// For each slot, the number of visits and the sum of rewards.
#[derive(Debug)]
pub(super) struct History(Vec<(u32, f32)>);

impl History {
    pub fn new() -> Self {
        Self(vec![(0, 0.0); 1 << PLACES])
    }

    fn place(option: u64) -> usize {
        (option >> (u64::BITS - PLACES)) as usize
    }

    /// Adds the reward of an option.
    pub fn add(&mut self, option: u64, worth: f64) {
        let (times, sum) = &mut self.0[Self::place(option)];
        (*times, *sum) = (times.saturating_add(1), *sum + worth as f32);
    }

    /// Returns the bonus of an option, given its number of visits and mean reward at a node.
    pub fn bonus(&self, option: u64, visits: f64, mean: f64) -> f64 {
        let (times, sum) = self.0[Self::place(option)];
        let elsewhere = if times == 0 { 0.0 } else { f64::from(sum / times as f32) };
        elsewhere * WEIGHT / (visits * (1.0 - mean).max(0.0) + 1.0)
    }
}

//! What an option was worth wherever it was taken, for nodes at which little is known of it (progressive history: Nijssen and Winands,
//! *Enhancements for multi-player Monte-Carlo tree search*, 2010). Options are told apart by what they are to who decides, whoever that is.

/// Places for options. Two that share one are taken for each other, which costs little.
const PLACES: u32 = 12;
/// How much it counts beside what is known at the node; it fades as an option is tried there, the sooner the worse that goes.
const WEIGHT: f64 = 2.0;

/// Of each place: how often, and what that was worth in all.
#[derive(Debug)]
pub(super) struct History(Vec<(u32, f32)>);

impl History {
    pub fn new() -> Self {
        Self(vec![(0, 0.0); 1 << PLACES])
    }

    fn place(option: u64) -> usize {
        (option >> (u64::BITS - PLACES)) as usize
    }

    /// An option was taken, and came to this.
    pub fn add(&mut self, option: u64, worth: f64) {
        let (times, sum) = &mut self.0[Self::place(option)];
        (*times, *sum) = (times.saturating_add(1), *sum + worth as f32);
    }

    /// What speaks for an option that was tried so often at a node, and is worth so much there.
    pub fn bonus(&self, option: u64, visits: f64, mean: f64) -> f64 {
        let (times, sum) = self.0[Self::place(option)];
        let elsewhere = if times == 0 { 0.0 } else { f64::from(sum / times as f32) };
        elsewhere * WEIGHT / (visits * (1.0 - mean).max(0.0) + 1.0)
    }
}

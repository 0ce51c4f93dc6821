//! A number of both sides of a pair.

use crate::stats::Moments;

/// A number of both sides, and by how much the variant's is larger, pair by pair.
#[derive(Debug, Clone, Default)]
pub(super) struct Both {
    pub sides: [Moments; 2],
    pub more: Moments,
}

impl Both {
    pub fn add(&mut self, base: i64, variant: i64) {
        self.sides[0].add(base);
        self.sides[1].add(variant);
        self.more.add(variant.saturating_sub(base));
    }
}

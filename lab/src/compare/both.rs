//! Paired quantities: moments on each side, and of the difference.

use crate::stats::Moments;

/// Moments of a quantity on both sides, and of the difference within each pair (variant less base).
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

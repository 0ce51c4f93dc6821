//! Sequential estimates of means, with repeated interim analyses.

pub(in crate::stats) mod alpha_spending;
pub(in crate::stats) mod bets;
pub(in crate::stats) mod sequence;
pub(in crate::stats) mod stopping;

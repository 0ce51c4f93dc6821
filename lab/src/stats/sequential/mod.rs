//! Means that are looked at again and again while the numbers come.

pub(in crate::stats) mod alpha_spending;
pub(in crate::stats) mod bets;
pub(in crate::stats) mod sequence;
pub(in crate::stats) mod stopping;

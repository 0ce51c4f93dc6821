//! What is no fault of types and still can't be meant: unknown, unused and careless things.

pub(in crate::check) mod fixed;
pub(in crate::check) mod same;
pub(in crate::check) mod unknown;
pub(in crate::check) mod unused;

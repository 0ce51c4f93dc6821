//! Lints: well-typed code that is probably unintended, such as unknown, unused and careless items.

pub(in crate::check) mod allowed;
mod arrivals;
pub(in crate::check) mod fixed;
mod idle;
mod known;
mod lifetimes;
mod locals;
mod modifiers;
mod numbers;
pub(in crate::check) mod same;
pub(in crate::check) mod unknown;
mod unread;
mod unseen;
pub(in crate::check) mod unused;

//! Type checking of declarations, and then of bodies.

pub(in crate::check) mod abilities;
pub(in crate::check) mod calls;
pub(in crate::check) mod describe;
pub(in crate::check) mod elimination;
pub(in crate::check) mod expr;
pub(in crate::check) mod lists;
pub(in crate::check) mod members;
pub(in crate::check) mod names;
pub(in crate::check) mod order;
pub(in crate::check) mod phases;
pub(in crate::check) mod query;
pub(in crate::check) mod scope;
pub(in crate::check) mod signatures;
pub(in crate::check) mod stmt;
pub(in crate::check) mod verbs;

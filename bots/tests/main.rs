//! Tests of bots with small rulesets.
#![allow(missing_docs)]

mod circles;
mod picks;
mod stopping;

//! One binary for the tests of the crate; each module is one sort of test.
#![allow(missing_docs)]

mod codes;
mod common;
mod entries;
mod fix;
mod format;
mod limits;
mod parse;
mod print;
mod render;
mod suggest;
mod write;
mod yaml;

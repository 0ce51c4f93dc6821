//! A single binary for the tests of the crate; each module tests one subject.
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

//! One binary for the tests that run the program.
#![allow(missing_docs)]

mod cli;
mod doc;
#[cfg(unix)]
mod files;
mod saves;
#[cfg(unix)]
mod terminal;

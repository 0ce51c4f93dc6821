//! A single binary for the tests that run the program.
#![allow(missing_docs)]

#[cfg(unix)]
mod bots;
mod cli;
mod doc;
#[cfg(unix)]
mod files;
mod packages;
mod saves;
#[cfg(unix)]
mod serve;
#[cfg(unix)]
mod terminal;
#[cfg(unix)]
mod watch;
mod worlds;

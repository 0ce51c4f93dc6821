//! One binary for what is proved of parts of the library; each module is one part. It stands outside so that the library is compiled once.
#![allow(missing_docs)]

mod circles;
mod explained;
mod jobs;
mod languages;
mod loading;
mod networks;
mod picks;
mod scenarios;
mod state;
mod stopping;
mod touched;

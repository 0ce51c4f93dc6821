//! One binary for what is proved of parts of the library; each module is one part. It stands outside so that the library is compiled once.
#![allow(missing_docs)]

mod explained;
mod jobs;
mod languages;
mod loading;
mod scenarios;
mod state;
mod touched;

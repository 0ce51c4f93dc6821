//! A single binary for the tests of parts of the library; each module tests one part. It is a separate target
//! so that the library is compiled only once.
#![allow(missing_docs)]

mod explained;
mod jobs;
mod languages;
mod loading;
mod scenarios;
mod state;
mod touched;

//! One binary for the tests of the server; each module is one of its parts.
#![allow(missing_docs)]

mod faults;
mod log;
mod openapi;
mod play;
mod resume;
mod support;
mod webhook;

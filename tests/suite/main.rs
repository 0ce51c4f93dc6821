//! One binary for the whole suite; each module is one sort of test.

mod diagnostics;
mod faults;
mod games;
mod kabale;
mod stages;

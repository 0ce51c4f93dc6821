//! One binary for the whole suite; each module is one sort of test.

mod diagnostics;
mod stages;

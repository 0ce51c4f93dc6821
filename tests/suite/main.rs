//! One binary for the whole suite; each module is one sort of test.

mod architecture;
mod beliefs;
mod broken;
mod choices;
mod cli;
mod diagnostics;
mod explain;
mod face;
mod faults;
mod games;
mod guide;
mod kabale;
mod knowledge;
mod large;
mod mutants;
mod names;
mod overlays;
mod playouts;
mod reference;
mod scenarios;
mod table;
mod twins;
mod typos;
mod unseen;
mod words;

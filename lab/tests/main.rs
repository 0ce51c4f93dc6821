//! A single binary for the experiments with known truth; each module tests one kind of experiment.
#![allow(missing_docs)]

mod balance;
mod branches;
mod compare;
mod coverage;
mod estimate;
mod forfeits;
mod give;
mod impact;
mod ladder;
mod nulls;
mod pages;
mod parts;
mod sequence;
mod simulate;
mod sweep;

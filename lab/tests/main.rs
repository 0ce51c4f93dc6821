//! One binary for the experiments whose truth is known; each module is one sort of experiment.
#![allow(missing_docs)]

mod branches;
mod compare;
mod coverage;
mod give;
mod impact;
mod ladder;
mod nulls;
mod pages;
mod parts;
mod reckon;
mod sequence;
mod simulate;
mod sweep;

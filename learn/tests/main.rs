//! Weights as bytes, probabilities and features.
#![allow(missing_docs)]

mod networks;
mod together;

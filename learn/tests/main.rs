//! Weights as bytes, probabilities, features.
#![allow(missing_docs)]

mod networks;
mod together;

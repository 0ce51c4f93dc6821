//! Trained players: features of positions, networks, training.
//!
//! Internal to Ludex: only the crate `ludex` has a stable API.
//!
//! [`train`] trains a network by self-play; [`policy`] turns the weights into a player that `ludex-bots` can
//! use. Nothing here reads or writes files: callers pass weights as bytes.

#![deny(clippy::wildcard_enum_match_arm)]

pub mod batch;
pub mod features;
mod network;
pub mod train;

pub use features::{ENCODER_VERSION, Encoder, Encoding, Feature, SameKey};
pub use ludex_run::play::Memory;
pub use network::{
    Answer, FloatNetwork, HIDDEN, Net, Returns, Weights, WeightsError, exponential, policy, shares, softmax,
    weigh,
};

//! A player that was learnt from games against itself: a small network over the rows of a decision, in whole numbers.
//!
//! The learner is `ludex_lab::train`; here are the weights as bytes, the network, and the bot that takes its best option. It does no input or
//! output: who calls it has read the weights.

mod about;
mod bytes;
mod net;
mod player;
mod returns;
mod softmax;
mod spec;
mod weights;

pub use super::rewards::Ends;
pub use crate::play::encode::{ENCODER_VERSION, Encoder, Encoding, Memory, Row, SameKey};
pub use about::{About, Strength};
pub use bytes::WeightsError;
pub use net::{Answer, Net};
pub use returns::Returns;
pub use softmax::{exponential, shares, softmax, weigh};
pub use spec::{Find, PolicySpec};
pub use weights::{HIDDEN, Learnt, Weights};

pub(super) use player::Player;
pub(super) use spec::Fit;

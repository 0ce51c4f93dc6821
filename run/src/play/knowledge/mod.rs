//! Knowledge of seats about a position, and determinizations of the rest.

mod determinizer;
mod hands;
mod observation_bytes;
mod observation_hash;
mod redeal;

pub use determinizer::Determinizer;
pub(crate) use determinizer::OptionOrder;
pub(super) use hands::{hand_of, is_known, plays};
pub(super) use observation_bytes::ObservationBytes;
pub use observation_hash::{ObservationHasher, Viewpoint, mix};
pub(super) use redeal::redeal;

//! Knowledge of seats about a position, and determinizations of the rest.

mod dealer;
mod hands;
mod redeal;
mod seen;
mod sight;

pub use dealer::Dealer;
pub(crate) use dealer::Listed;
pub(super) use hands::{hand_of, is_known, plays};
pub(super) use redeal::redeal;
pub(super) use seen::Seen;
pub use sight::{Eyes, Sight, mix};

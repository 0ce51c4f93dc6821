//! Any option, each equally likely; of several picks any combination.

use super::Bot;
use crate::play::Perspective;

pub(super) struct Random;

impl Bot for Random {
    fn choose(&mut self, position: Perspective<'_>, seed: u64) -> usize {
        position.draw(seed)
    }
}

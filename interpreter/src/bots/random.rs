//! Any option, each equally likely.

use super::Bot;
use crate::play::Perspective;
use crate::state::Generator;

pub(super) struct Random;

impl Bot for Random {
    fn choose(&mut self, position: Perspective<'_>, seed: u64) -> usize {
        Generator::new(seed).below(position.options() as u32) as usize
    }
}

//! Draws an option uniformly; for several picks, every combination is equally likely.

use super::Bot;
use ludex::Perspective;
use ludex_run::play::PerspectiveInternals;

pub(super) struct Random;

impl Bot for Random {
    fn choose(&mut self, position: Perspective<'_>, seed: u64) -> usize {
        position.draw(seed)
    }
}

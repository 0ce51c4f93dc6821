//! Any option, each equally likely; of several picks any combination.

use super::Bot;
use ludex::Perspective;
use ludex::machinery::InPerspective;

pub(super) struct Random;

impl Bot for Random {
    fn choose(&mut self, position: Perspective<'_>, seed: u64) -> usize {
        position.draw(seed)
    }
}

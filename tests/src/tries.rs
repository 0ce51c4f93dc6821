//! Compares the lengths of playouts from determinizations with real games.

use ludex::{Game, Setup};
use ludex_bots::tries;

use crate::rulesets::{Picks, spread};

/// A playout longer than the longest real game by this factor is too long.
pub const LONGER: u32 = 3;
/// Number of playouts from one position.
const TIMES: u64 = 8;

/// Statistics of playouts.
#[derive(Debug, Clone, Copy, Default)]
pub struct Tried {
    /// Number of playouts.
    pub tries: usize,
    /// Number of decisions of the longest.
    pub longest: u32,
    /// Number of playouts that were too long.
    pub too_long: usize,
    /// Number of playouts that did not end.
    pub endless: usize,
}

/// Lengths of real games, and of playouts from their positions.
#[derive(Debug, Clone, Copy, Default)]
pub struct Lengths {
    /// Number of decisions of the longest game.
    pub game: u32,
    /// Playouts from determinizations that ignore the sampled statistics.
    pub any: Tried,
    /// Playouts as in bots.
    pub bots: Tried,
}

/// Plays random games, and playouts at every `every`th decision.
pub fn lengths(setup: &Setup, games: u64, every: usize) -> Lengths {
    let (mut found, mut any, mut bots) = (Lengths::default(), Vec::new(), Vec::new());
    for seed in (0..games).map(spread) {
        let (mut game, mut picks) = (Game::new(setup, seed), Picks(seed));
        while let Some(seat) = game.deciding() {
            if game.choices() % every == every - 1 {
                let from = |usual| tries(game.perspective(seat), spread(seed), TIMES, usual);
                any.extend(from(false));
                bots.extend(from(true));
            }
            if game.apply(picks.below(game.options())).is_err() {
                break;
            }
        }
        found.game = found.game.max(game.choices() as u32);
    }
    Lengths { any: tried(&any, found.game), bots: tried(&bots, found.game), ..found }
}

fn tried(tries: &[(u32, bool)], game: u32) -> Tried {
    Tried {
        tries: tries.len(),
        longest: tries.iter().map(|(decisions, _)| *decisions).max().unwrap_or(0),
        too_long: tries.iter().filter(|(decisions, _)| *decisions > LONGER * game).count(),
        endless: tries.iter().filter(|(_, over)| !over).count(),
    }
}

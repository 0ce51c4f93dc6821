//! How long tries from deals are beside real games.

use ludex::{Game, Setup};
use ludex_bots::tries;

use crate::rulesets::{Picks, spread};

/// A try that is so many times as long as the longest real game is too long.
pub const LONGER: u32 = 3;
/// Tries from one position.
const TIMES: u64 = 8;

/// What tries came to.
#[derive(Debug, Clone, Copy, Default)]
pub struct Tried {
    /// How many.
    pub tries: usize,
    /// Decisions of the longest.
    pub longest: u32,
    /// How many were too long.
    pub too_long: usize,
    /// How many did not end.
    pub endless: usize,
}

/// Real games, and tries that begin in their positions.
#[derive(Debug, Clone, Copy, Default)]
pub struct Lengths {
    /// Decisions of the longest game.
    pub game: u32,
    /// From deals without regard to what is usual.
    pub any: Tried,
    /// As bots try.
    pub bots: Tried,
}

/// Plays random games and tries at each so many decisions.
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

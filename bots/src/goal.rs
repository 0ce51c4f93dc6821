//! The objective of bots in a game.

use std::sync::Arc;

use super::mix;
use super::rollouts::Rollouts;
use ludex::Setup;
use ludex_check::model::Goal;
use ludex_run::play::SetupInternals;
use ludex_run::program::Program;
use ludex_run::state::Generator;

/// Number of random games that are sampled.
const GAMES: u64 = 16;
/// Minimum number of finished games for a conclusion.
const ENDS: usize = 8;
/// Maximum fuel of all sampled games together. If games are too long for it, the goal is victory.
const FUEL: u64 = 300_000;

/// Returns the objective of bots in this game.
///
/// The ruleset may specify it (`bot: { wants: … }`). Otherwise it is the score if two conditions hold: in all
/// sampled games, the scores add up to the same total, as chips do, and they distinguish more than victories
/// do. In all other games it is victory.
pub fn goal(setup: &Setup) -> Goal {
    determine(setup.program())
}

pub(super) fn determine(program: &Arc<Program>) -> Goal {
    *program.score.goal.get_or_init(|| sampled(program))
}

fn sampled(program: &Arc<Program>) -> Goal {
    let mut bench = Rollouts::new(program);
    let (mut sum, mut ends, mut of_winners, mut of_others) = (None, 0, None, None);
    let mut tells_more = false;
    for game in 0..GAMES {
        bench.most_fuel = FUEL - bench.fuel.min(FUEL);
        bench.begin(mix(0x60a1, game));
        bench.play_out(&mut Generator::new(mix(0x0060_a12d, game)), &|| false);
        let Some(end) = bench.end() else { continue };
        ends += 1;
        let all: i64 = end.scores.iter().map(|score| i64::from(*score)).sum();
        if *sum.get_or_insert(all) != all {
            return Goal::Victory;
        }
        for (score, won) in end.scores.iter().zip(end.winners) {
            let usual = if *won { &mut of_winners } else { &mut of_others };
            tells_more |= usual.get_or_insert(*score) != score;
        }
    }
    let is_played_for = ends >= ENDS && tells_more && program.players > 1;
    if is_played_for { Goal::Score } else { Goal::Victory }
}

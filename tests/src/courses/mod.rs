//! The course of a random game as one number, and those of very many games: who picked which of how many options, and the
//! scores or the fault at the end. Two programs that play the same games have the same number, whatever they look like.

mod settings;

use crate::inside::*;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use ludex::Playout;
use ludex::machinery::lower::{Passes, lower_by};
use ludex::machinery::program::Program;
use ludex::machinery::state::Fnv;

use crate::rulesets::spread;
pub use settings::{MOST_ROWS, Setting, all, with_variants};

/// Decisions in a game, at most: some values of options make games that go on for ever.
const MOST_DECISIONS: u64 = 2_000;

/// The number of a random game, of playouts and the unit of their scores. Where in the text a rule failed is not in it, for that changes with every comment.
pub fn course((playout, unit): &mut (Playout, i64), seed: u64) -> u64 {
    let mut fnv = Fnv::default();
    let end = playout.picks(seed, |pick| {
        fnv.number(pick.player as u64);
        fnv.number(u64::from(pick.options));
        fnv.number(u64::from(pick.index));
    });
    match end {
        Ok(end) => {
            fnv.number(end.scores().len() as u64);
            end.scores().iter().for_each(|score| fnv.number((score.thousandths / *unit) as u64));
        }
        Err(fault) => fnv.bytes(format!("{:?}", fault.kind).as_bytes()),
    }
    fnv.finish()
}

impl Setting<'_> {
    /// Its program with these passes.
    pub fn program(&self, passes: Passes) -> Program {
        let lowered = lower_by(self.ruleset.checked(), self.players, &self.options, passes);
        lowered.unwrap_or_else(|error| panic!("{self}: {error:?}"))
    }

    fn playout(&self, passes: Passes) -> (Playout, i64) {
        let setup = setup_of(self.ruleset, Arc::new(self.program(passes)));
        (Playout::new(&setup).limit(MOST_DECISIONS), unit(&setup))
    }

    /// The number of its first games.
    pub fn hash(&self, games: u64, passes: Passes) -> u64 {
        let mut playout = self.playout(passes);
        let mut fnv = Fnv::default();
        (0..games).for_each(|game| fnv.number(course(&mut playout, spread(game))));
        fnv.finish()
    }

    /// The first of its games that is another one with all passes than without any.
    pub fn parts(&self, games: u64) -> Option<u64> {
        let [mut plain, mut fast] = [Passes::NONE, Passes::ALL].map(|passes| self.playout(passes));
        (0..games).find(|game| course(&mut plain, spread(*game)) != course(&mut fast, spread(*game)))
    }
}

/// What is asked of each setting, with the number of games that it plays, on all cores; the answers are in the order of the settings.
pub fn on_all_cores<'s, T: Send>(
    settings: &'s [Setting<'_>],
    games: u64,
    ask: impl Fn(&'s Setting<'_>, u64) -> T + Sync,
) -> Vec<T> {
    let next = AtomicUsize::new(0);
    let worker = || {
        let mut told = Vec::new();
        while let Some((at, setting)) = one_more(settings, &next) {
            told.push((at, ask(setting, share(games, settings.len(), at))));
        }
        told
    };
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let mut told: Vec<(usize, T)> = std::thread::scope(|scope| {
        let workers: Vec<_> = (0..threads).map(|_| scope.spawn(worker)).collect();
        workers.into_iter().flat_map(|worker| worker.join().expect("no panic")).collect()
    });
    told.sort_by_key(|(at, _)| *at);
    told.into_iter().map(|(_, answer)| answer).collect()
}

fn one_more<'s, 'r>(settings: &'s [Setting<'r>], next: &AtomicUsize) -> Option<(usize, &'s Setting<'r>)> {
    let at = next.fetch_add(1, Ordering::Relaxed);
    Some((at, settings.get(at)?))
}

/// How many of all games a setting plays: as many as each other, or one more.
pub fn share(games: u64, settings: usize, at: usize) -> u64 {
    let settings = settings.max(1) as u64;
    games / settings + u64::from((at as u64) < games % settings)
}

/// Several numbers as one.
pub fn together(numbers: impl IntoIterator<Item = u64>) -> u64 {
    let mut fnv = Fnv::default();
    numbers.into_iter().for_each(|n| fnv.number(n));
    fnv.finish()
}

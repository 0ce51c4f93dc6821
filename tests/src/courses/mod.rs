//! Hashes of random games: all picks with their numbers of options, and the scores or the fault.
//!
//! Programs that play the same games have the same hash, regardless of their form.

mod settings;

use crate::inside::*;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use ludex::Playout;
use ludex_run::lower::{Passes, lower_by};
use ludex_run::program::Program;
use ludex_run::state::Fnv;

use crate::rulesets::spread;
pub use settings::{MOST_ROWS, Setting, all, with_variants};

/// Maximum number of decisions in a game: some option values make games endless.
const MOST_DECISIONS: u64 = 2_000;

/// Returns the hash of a random game, given its playout and the unit of scores. The source location of a
/// fault is excluded, because it changes with every comment.
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
    /// Compiles the program with these passes.
    pub fn program(&self, passes: Passes) -> Program {
        let lowered = lower_by(self.ruleset.checked(), self.players, &self.options, passes);
        lowered.unwrap_or_else(|error| panic!("{self}: {error:?}"))
    }

    fn playout(&self, passes: Passes) -> (Playout, i64) {
        let setup = setup_of(self.ruleset, Arc::new(self.program(passes)));
        (Playout::new(&setup).limit(MOST_DECISIONS), unit(&setup))
    }

    /// Returns the hash of the first games.
    pub fn hash(&self, games: u64, passes: Passes) -> u64 {
        let mut playout = self.playout(passes);
        let mut fnv = Fnv::default();
        (0..games).for_each(|game| fnv.number(course(&mut playout, spread(game))));
        fnv.finish()
    }

    /// Returns the first game that differs between all passes and none.
    pub fn parts(&self, games: u64) -> Option<u64> {
        let [mut plain, mut fast] = [Passes::NONE, Passes::ALL].map(|passes| self.playout(passes));
        (0..games).find(|game| course(&mut plain, spread(*game)) != course(&mut fast, spread(*game)))
    }
}

/// Evaluates each setting with its number of games, on all cores, and returns the answers in order.
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

/// Returns a setting's share of the games; the shares differ by at most one.
pub fn share(games: u64, settings: usize, at: usize) -> u64 {
    let settings = settings.max(1) as u64;
    games / settings + u64::from((at as u64) < games % settings)
}

/// Combines several hashes.
pub fn together(numbers: impl IntoIterator<Item = u64>) -> u64 {
    let mut fnv = Fnv::default();
    numbers.into_iter().for_each(|n| fnv.number(n));
    fnv.finish()
}

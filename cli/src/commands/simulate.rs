//! `ludex simulate`: many games between random bots.
//!
//! Game number `i` (from 0) of seed `S` has the seed `splitmix64(S, i)`; all sums are of integers, so that neither the
//! number of threads nor their order can be seen in the results.

use std::io::IsTerminal;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use ludex::Playout;
use ludex::program::Program;

use super::report::{Report, Setup};
use super::statistics::Sums;
use crate::args::SimulateArgs;
use crate::failure::{Failure, Outcome};
use crate::output::{Out, warn};
use crate::rulesets::{Loaded, options};

/// Games that a thread takes at once.
const BATCH: u64 = 64;
/// Faults that are told one by one.
const FAULTS_TOLD: usize = 5;

/// The seed of game `i`: the output of splitmix64 (Steele, Lea, Flood 2014) after `i + 1` steps from `seed`.
pub fn splitmix64(seed: u64, i: u64) -> u64 {
    let mut z = seed.wrapping_add(i.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15));
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// Plays, counts, prints.
pub fn run(args: &SimulateArgs, out: &mut Out) -> Outcome {
    let loaded = Loaded::load(&args.ruleset, &args.changes, out)?;
    let players = loaded.players(args.players)?;
    let given = options(&args.options)?;
    let program = loaded.ruleset.program(players, &given).map_err(|e| Failure::Usage(e.message))?;
    let cores = || std::thread::available_parallelism().map_or(1, |n| n.get() as u64);
    let jobs = args.jobs.map_or_else(cores, u64::from).min(args.games.div_ceil(BATCH)).max(1);
    let started = Instant::now();
    let sums = play_all(&program, args, jobs);
    let setup = Setup { loaded: &loaded, options: given, games: args.games, seed: args.seed, jobs };
    let report = Report::new(&setup, &sums, started.elapsed());
    if args.json {
        out.line(&report.json())?;
    } else {
        report.table(&loaded, &program, out)?;
    }
    out.flush()?;
    tell_faults(&loaded, &sums, args);
    Ok(u8::from(!sums.faults.is_empty()))
}

fn play_all(program: &Program, args: &SimulateArgs, jobs: u64) -> Sums {
    let next = AtomicU64::new(0);
    let bar = bar(args.games);
    let work = || play_some(program, args, &next, &bar);
    let parts: Vec<Sums> = std::thread::scope(|scope| {
        // none of the games is played on this thread: its memory is the program's, and lines of it that change would slow
        // down all others
        let threads: Vec<_> = (0..jobs).map(|_| scope.spawn(work)).collect();
        let join = |t: std::thread::ScopedJoinHandle<'_, Sums>| {
            t.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
        };
        threads.into_iter().map(join).collect()
    });
    bar.finish_and_clear();
    parts.into_iter().fold(Sums::new(program), Sums::merge)
}

fn play_some(program: &Program, args: &SimulateArgs, next: &AtomicU64, bar: &ProgressBar) -> Sums {
    let mut sums = Sums::new(program);
    let mut playout = Playout::new(program);
    loop {
        let start = next.fetch_add(BATCH, Ordering::Relaxed);
        let end = args.games.min(start.saturating_add(BATCH));
        if start >= end {
            return sums;
        }
        for i in start..end {
            let seed = splitmix64(args.seed, i);
            match playout.random(seed) {
                Ok(game) => sums.add(game),
                Err(fault) => sums.fault(i, seed, fault),
            }
        }
        bar.inc(end - start);
    }
}

fn bar(games: u64) -> ProgressBar {
    if !std::io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let bar = ProgressBar::with_draw_target(Some(games), ProgressDrawTarget::stderr_with_hz(10));
    let style = ProgressStyle::with_template("{bar:30} {human_pos}/{human_len} games, {eta} left");
    bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
    bar.enable_steady_tick(Duration::from_millis(250));
    bar
}

fn tell_faults(loaded: &Loaded, sums: &Sums, args: &SimulateArgs) {
    for fault in sums.faults.iter().take(FAULTS_TOLD) {
        let place = loaded.place(fault.fault.span);
        warn(&format!(
            "error: {place}: {} (game {}, seed {})",
            fault.fault.kind.message(),
            fault.game,
            fault.seed
        ));
    }
    if let Some(first) = sums.faults.first() {
        let seats = vec!["bot"; usize::from(sums.players)].join(",");
        let set: String = args.options.iter().map(|o| format!(" --set {o}")).collect();
        let changes = args.changes.words();
        warn(&format!(
            "error: {} of {} games stopped at a rule that failed and are not counted; see one: ludex play {} --seats {seats} --seed {}{set}{changes}",
            sums.failed, args.games, args.ruleset, first.seed
        ));
    }
}

#[cfg(test)]
mod tests {
    use super::splitmix64;

    #[test]
    fn the_mix_is_splitmix64() {
        // the published first outputs for the seed 1234567
        assert_eq!(splitmix64(1_234_567, 0), 6_457_827_717_110_365_317);
        assert_eq!(splitmix64(1_234_567, 1), 3_203_168_211_198_807_973);
    }
}

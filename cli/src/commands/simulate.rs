//! `ludex simulate`: many games between random bots.
//!
//! Game number `i` (from 0) of seed `S` has the seed `splitmix64(S, i)`; all sums are of integers, so that neither the
//! number of threads nor their order can be seen in the results.

use std::io::IsTerminal;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use ludex::{Playout, Setup as Table};

use super::report::{Report, Setup};
use super::statistics::Sums;
use crate::args::SimulateArgs;
use crate::failure::{Failure, Outcome};
use crate::output::{Out, warn};
use crate::rulesets::{Loaded, options};

/// Games that a thread takes at once.
const BATCH: u64 = 64;
/// So many games are played first. If the same rule fails in all of them, the others are not played.
const TRIED: u64 = 10;
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
    let table = loaded.ruleset.setup(players, &given).map_err(|e| Failure::Usage(e.message))?;
    let cores = || std::thread::available_parallelism().map_or(1, |n| n.get() as u64);
    let jobs = args.jobs.map_or_else(cores, u64::from).min(args.games.div_ceil(BATCH)).max(1);
    let started = Instant::now();
    let played = Run::new(&table, args, jobs).play();
    let sums = &played.sums;
    let setup = Setup {
        loaded: &loaded,
        table: &table,
        options: given,
        games: args.games,
        seed: args.seed,
        jobs: played.jobs,
    };
    let report = Report::new(&setup, sums, started.elapsed());
    if args.json {
        out.line(&report.json())?;
    } else {
        report.table(&loaded, &table, out)?;
    }
    out.flush()?;
    tell_faults(&loaded, sums, args);
    match played.ended {
        Ended::Whole => {}
        Ended::SameFault => warn(&format!(
            "error: the same rule failed in each of the first {} games; the other {} were not played",
            sums.failed,
            args.games - sums.failed
        )),
        Ended::Interrupted => {
            warn(&format!("stopped after {} of {} games", sums.decisions.n + sums.failed, args.games));
            return Ok(130);
        }
    }
    Ok(u8::from(!sums.faults.is_empty()))
}

/// Why no more games are played.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Ended {
    /// All were.
    Whole,
    /// The same rule failed in each of the first.
    SameFault,
    /// Ctrl-C.
    Interrupted,
}

/// What was played.
struct Played {
    sums: Sums,
    ended: Ended,
    /// Threads that played.
    jobs: u64,
}

/// The games of a simulation, handed out to threads in batches.
struct Run<'a> {
    setup: &'a Table,
    args: &'a SimulateArgs,
    jobs: u64,
    next: AtomicU64,
    bar: ProgressBar,
    interrupted: Arc<AtomicBool>,
}

impl<'a> Run<'a> {
    fn new(setup: &'a Table, args: &'a SimulateArgs, jobs: u64) -> Self {
        let interrupted = Arc::new(AtomicBool::new(false));
        let flag = Arc::clone(&interrupted);
        // without a handler Ctrl-C ends the program as usual
        let _ = ctrlc::set_handler(move || flag.store(true, Ordering::SeqCst));
        Self { setup, args, jobs, next: AtomicU64::new(0), bar: bar(args.games), interrupted }
    }

    /// The first few games, and the others if they are worth it.
    fn play(self) -> Played {
        let first = TRIED.min(self.args.games);
        let (sums, jobs) = self.play_to(first);
        let hopeless = first < self.args.games && sums.failed == first && same_rule(&sums);
        let (sums, jobs) = if hopeless || self.stopped() {
            (sums, jobs)
        } else {
            self.next.store(first, Ordering::SeqCst);
            let (others, jobs) = self.play_to(self.args.games);
            (sums.merge(others), jobs)
        };
        self.bar.finish_and_clear();
        let missing = sums.decisions.n + sums.failed < self.args.games;
        let ended = match (missing, hopeless) {
            (false, _) => Ended::Whole,
            (true, true) => Ended::SameFault,
            (true, false) => Ended::Interrupted,
        };
        Played { sums, ended, jobs }
    }

    fn stopped(&self) -> bool {
        self.interrupted.load(Ordering::Relaxed)
    }

    /// All games up to one, and on how many threads. A thread that the system does not give is done without.
    fn play_to(&self, end: u64) -> (Sums, u64) {
        let batch = if end <= TRIED { 1 } else { BATCH };
        let none = || Sums::new(self.setup);
        std::thread::scope(|scope| {
            // none of the games is played on this thread if there are others: its memory is the program's, and lines of it
            // that change would slow down all others
            let start =
                || std::thread::Builder::new().spawn_scoped(scope, || self.play_some(end, batch)).ok();
            let threads: Vec<_> = (0..self.jobs.min(end)).map_while(|_| start()).collect();
            if threads.is_empty() {
                return (self.play_some(end, batch), 1);
            }
            let jobs = threads.len() as u64;
            let join = |t: std::thread::ScopedJoinHandle<'_, Sums>| {
                t.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
            };
            (threads.into_iter().map(join).fold(none(), Sums::merge), jobs)
        })
    }

    fn play_some(&self, last: u64, batch: u64) -> Sums {
        let mut sums = Sums::new(self.setup);
        let mut playout = Playout::new(self.setup);
        loop {
            let start = self.next.fetch_add(batch, Ordering::Relaxed);
            let end = last.min(start.saturating_add(batch));
            if start >= end {
                return sums;
            }
            for i in start..end {
                if self.stopped() {
                    return sums;
                }
                let seed = splitmix64(self.args.seed, i);
                match playout.random(seed) {
                    Ok(game) => sums.add(game),
                    Err(fault) => sums.fault(i, seed, fault),
                }
            }
            self.bar.inc(end - start);
        }
    }
}

/// Whether all games that stopped did so at the same rule for the same reason.
fn same_rule(sums: &Sums) -> bool {
    sums.faults.windows(2).all(|two| two[0].fault == two[1].fault)
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
        let place = loaded.fault_place(&fault.fault);
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

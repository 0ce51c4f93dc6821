//! What commands that play many games share: who plays, the bar, Ctrl-C, and what is written about them.

use std::io::IsTerminal;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use ludex::bots::{BotSpec, Tools};
use ludex_lab::blocks::Control;
use ludex_lab::html::Page;
use ludex_lab::report::{Changes, Timing};

use crate::failure::Failure;
use crate::rulesets::Loaded;

/// Faults that are told one by one.
pub const FAULTS_TOLD: usize = 5;

/// The bots that are asked for; no more than there are seats.
pub fn bots(list: Option<&str>, players: u8) -> Result<Vec<BotSpec>, Failure> {
    let Some(list) = list else { return Ok(vec![BotSpec::Random]) };
    let bots = listed_bots(list)?;
    if bots.len() > usize::from(players) {
        let (n, seats) = (bots.len(), players);
        return Err(Failure::Usage(format!("there are {n} bots for {seats} seats")));
    }
    Ok(bots)
}

/// Bots by name, separated by commas.
pub fn listed_bots(list: &str) -> Result<Vec<BotSpec>, Failure> {
    let bots: Result<Vec<BotSpec>, _> = list.split(',').map(str::parse).collect();
    bots.map_err(|unknown| Failure::Usage(unknown.to_string()))
}

/// A clock for bots whose budget is a time.
pub fn tools() -> Tools {
    let started = Instant::now();
    Tools::default().with_clock(move || started.elapsed())
}

/// What was typed to say what is changed.
pub fn changes(loaded: &Loaded, options: Vec<(String, String)>) -> Changes {
    let overlays = loaded.changes.overlays.iter().map(|path| path.display().to_string());
    let (options, variants) = (options.into_iter().collect(), loaded.changes.variants.clone());
    Changes { options, variants, overlays: overlays.collect() }
}

/// How long it took so far.
pub fn timing(started: Instant, threads: u64) -> Timing {
    Timing { jobs: threads, elapsed_s: started.elapsed().as_secs_f64() }
}

/// Writes a page into the file that was asked for, if one was.
pub fn write_page(file: Option<&Path>, page: impl FnOnce() -> Page) -> Result<(), Failure> {
    let Some(file) = file else { return Ok(()) };
    let problem = |error| Failure::Problem(format!("can't write {}: {error}", file.display()));
    std::fs::write(file, page().render()).map_err(problem)
}

/// A flag that Ctrl-C sets. A second one ends the program at once, for the games that are being played may take long.
pub fn stop_flag() -> Arc<AtomicBool> {
    let stop = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&stop);
    // without a handler Ctrl-C ends the program as usual
    let _ = ctrlc::set_handler(move || {
        if flag.swap(true, Ordering::SeqCst) {
            std::process::exit(130);
        }
    });
    stop
}

/// Does what takes a while, with a bar of so many games, until the flag is set. One unit of the work is this many games.
pub fn watched<T>(
    games: u64,
    games_of_unit: u64,
    jobs: Option<u16>,
    stop: &AtomicBool,
    work: impl FnOnce(&Control<'_>) -> T,
) -> T {
    let bar = Cleared(bar(games));
    let done = |units: u64| {
        crate::broken::provoked("worker");
        bar.0.inc(units * games_of_unit);
    };
    let cores = || std::thread::available_parallelism().map_or(1, |n| n.get() as u64);
    let threads = jobs.map_or_else(cores, u64::from);
    work(&Control { threads, stop, done: &done })
}

/// A bar that leaves nothing on the terminal, however what it shows ends.
struct Cleared(ProgressBar);

impl Drop for Cleared {
    fn drop(&mut self) {
        self.0.finish_and_clear();
    }
}

/// A bar of games on a terminal.
fn bar(games: u64) -> ProgressBar {
    if !std::io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let bar = ProgressBar::with_draw_target(Some(games), ProgressDrawTarget::stderr_with_hz(10));
    let style = ProgressStyle::with_template("{bar:30} {human_pos}/{human_len} games, {per_sec}, {eta} left");
    bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
    bar.enable_steady_tick(Duration::from_millis(250));
    bar
}

//! Shared parts of commands that play many games: players, progress bar, Ctrl-C, and output files.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::Instant;

use ludex_bots::{BotSpec, Tools};
use ludex_lab::blocks::Control;
use ludex_lab::html::Page;
use ludex_lab::report::{Changes, Timing};

use crate::args::shell;
use crate::exec;
use crate::failure::Failure;
use crate::files::{self, Draft};
use crate::sources::policies::Policies;
use crate::sources::rulesets::Loaded;
use crate::terminal::output::Out;
use crate::terminal::progress::{Extent, Progress};

pub const FAULTS_TOLD: usize = 5;

/// Returns the requested bots. Fails if there are more bots than seats.
pub fn bots(list: Option<&str>, policies: &Policies<'_>) -> Result<Vec<BotSpec>, Failure> {
    let Some(list) = list else { return Ok(vec![BotSpec::Random]) };
    let bots = listed_bots(list, policies)?;
    if bots.len() > usize::from(policies.players()) {
        let (n, seats) = (bots.len(), policies.players());
        return Err(Failure::Usage(format!("there are {n} bots for {seats} seats")));
    }
    Ok(bots)
}

/// Parses comma-separated names of bots.
pub fn listed_bots(list: &str, policies: &Policies<'_>) -> Result<Vec<BotSpec>, Failure> {
    let bots: Result<Vec<BotSpec>, _> = list.split(',').map(|word| policies.bot(word)).collect();
    bots.map_err(|unknown| Failure::Usage(unknown.to_string()))
}

/// Returns tools with a clock, for bots with a time budget.
pub fn tools() -> Tools {
    let started = Instant::now();
    Tools::default().with_clock(move || started.elapsed())
}

/// Returns the changes as typed.
pub fn changes(loaded: &Loaded, options: Vec<(String, String)>) -> Changes {
    let overlays = loaded.changes.overlays.iter().map(|path| path.display().to_string());
    let values = loaded.changes.values.iter().filter_map(|value| value.split_once('='));
    let values = values.map(|(name, value)| (name.to_owned(), value.to_owned()));
    let (options, variants) = (options.into_iter().chain(values).collect(), loaded.changes.variants.clone());
    Changes { options, variants, overlays: overlays.collect() }
}

pub fn timing(started: Instant, threads: u64) -> Timing {
    Timing { jobs: threads, elapsed_s: started.elapsed().as_secs_f64() }
}

/// Opens a requested output file that is written at the end. Fails before any game is played if the file
/// isn't writable.
pub fn output(file: Option<&Path>) -> Result<Option<Output>, Failure> {
    let open = |path: &Path| match Draft::open(path) {
        Ok(draft) => Ok(Output { path: path.to_owned(), draft }),
        Err(error) => Err(files::unwritten(path, error)),
    };
    file.map(open).transpose()
}

/// An output file that is written at the end.
pub struct Output {
    path: PathBuf,
    draft: Draft,
}

impl Output {
    /// Returns true for a regular file, which holds a single document.
    pub fn is_file(&self) -> bool {
        self.draft.is_file()
    }
}

/// Prints the result and writes its page. A failure of one does not prevent the other.
pub fn print_and_save(
    page: Option<Output>,
    make: impl FnOnce() -> Page,
    out: &mut Out,
    print: impl FnOnce(&mut Out) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let printed = print(out).and_then(|()| Ok(out.flush()?));
    let written = page.map_or(Ok(()), |Output { path, draft }| {
        let mut page = make();
        page.command += &format!(" --html {}", shell(&path.to_string_lossy()));
        let written = draft.whole(page.render()).and_then(Draft::finish);
        written.map_err(|error| files::unwritten(&path, error))
    });
    both(printed, written)
}

/// Returns the first of two failures; prints a second one.
pub fn both(one: Result<(), Failure>, other: Result<(), Failure>) -> Result<(), Failure> {
    if let (Err(_), Err(second)) = (&one, &other) {
        second.report();
    }
    one.and(other)
}

/// Returns the shared flag that Ctrl-C sets. A second Ctrl-C exits immediately, because running games may
/// take long.
pub fn stop_flag() -> Arc<AtomicBool> {
    static STOP: OnceLock<Arc<AtomicBool>> = OnceLock::new();
    Arc::clone(STOP.get_or_init(handled_flag))
}

fn handled_flag() -> Arc<AtomicBool> {
    let stop = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&stop);
    // without a handler, Ctrl-C ends the program as usual
    let _ = ctrlc::set_handler(move || {
        exec::interrupt();
        if flag.swap(true, Ordering::SeqCst) {
            exec::kill_all();
            std::process::exit(130);
        }
    });
    stop
}

/// Runs lengthy work with a progress bar, until the flag is set.
pub fn watched<T>(
    extent: Extent,
    jobs: Option<u16>,
    stop: &AtomicBool,
    work: impl FnOnce(&Control<'_>) -> T,
) -> T {
    let progress = Progress::new(extent);
    let done = |units: u64| {
        crate::panic_report::provoked("worker");
        progress.done(units);
    };
    let threads = crate::threads::count(jobs) as u64;
    work(&Control { threads, stop, done: &done })
}

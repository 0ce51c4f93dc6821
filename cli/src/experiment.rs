//! What commands that play many games share: who plays, the bar, Ctrl-C, and what is written about them.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::Instant;

use ludex_bots::{BotSpec, Tools};
use ludex_lab::blocks::Control;
use ludex_lab::html::Page;
use ludex_lab::report::{Changes, Timing};

use crate::args::shell;
use crate::failure::Failure;
use crate::files::{self, Draft};
use crate::sources::policies::Policies;
use crate::sources::rulesets::Loaded;
use crate::terminal::output::Out;
use crate::terminal::progress::{Extent, Progress};

/// Faults that are told one by one.
pub const FAULTS_TOLD: usize = 5;

/// The bots that are asked for; no more than there are seats.
pub fn bots(list: Option<&str>, policies: &Policies<'_>) -> Result<Vec<BotSpec>, Failure> {
    let Some(list) = list else { return Ok(vec![BotSpec::Random]) };
    let bots = listed_bots(list, policies)?;
    if bots.len() > usize::from(policies.players()) {
        let (n, seats) = (bots.len(), policies.players());
        return Err(Failure::Usage(format!("there are {n} bots for {seats} seats")));
    }
    Ok(bots)
}

/// Bots by name, separated by commas.
pub fn listed_bots(list: &str, policies: &Policies<'_>) -> Result<Vec<BotSpec>, Failure> {
    let bots: Result<Vec<BotSpec>, _> = list.split(',').map(|word| policies.bot(word)).collect();
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

/// A file that was asked for and is written at the end. If it can't be, this is told now, before any game is played.
pub fn output(file: Option<&Path>) -> Result<Option<Output>, Failure> {
    let open = |path: &Path| match Draft::open(path) {
        Ok(draft) => Ok(Output { path: path.to_owned(), draft }),
        Err(error) => Err(files::unwritten(path, error)),
    };
    file.map(open).transpose()
}

/// A file that is written at the end.
pub struct Output {
    path: PathBuf,
    draft: Draft,
}

impl Output {
    /// Whether it is a file, which holds one thing.
    pub fn is_file(&self) -> bool {
        self.draft.is_file()
    }
}

/// Prints the result and writes its page, each whatever becomes of the other.
pub fn tell(
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

/// The first of two failures; one after it is told here.
pub fn both(one: Result<(), Failure>, other: Result<(), Failure>) -> Result<(), Failure> {
    if let (Err(_), Err(second)) = (&one, &other) {
        second.report();
    }
    one.and(other)
}

/// The flag that Ctrl-C sets, whoever asks for it. A second one ends the program at once, for the games that are being played may take long.
pub fn stop_flag() -> Arc<AtomicBool> {
    static STOP: OnceLock<Arc<AtomicBool>> = OnceLock::new();
    Arc::clone(STOP.get_or_init(handled_flag))
}

fn handled_flag() -> Arc<AtomicBool> {
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

/// Does what takes a while, with a bar, until the flag is set.
pub fn watched<T>(
    extent: Extent,
    jobs: Option<u16>,
    stop: &AtomicBool,
    work: impl FnOnce(&Control<'_>) -> T,
) -> T {
    let progress = Progress::new(extent);
    let done = |units: u64| {
        crate::broken::provoked("worker");
        progress.done(units);
    };
    let threads = crate::threads::count(jobs) as u64;
    work(&Control { threads, stop, done: &done })
}

//! `ludex simulate`: many games, summed up by `ludex-lab`. Here are arguments, bar, Ctrl-C and printing.

use std::io::IsTerminal;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use ludex_lab::blocks::Control;
use ludex_lab::simulate::{Ended, Plan, Played, Report, Subject, Sums, Timing, Written, simulate};

use super::report;
use crate::args::SimulateArgs;
use crate::failure::{Failure, Outcome};
use crate::output::{Out, warn};
use crate::rulesets::{Loaded, options};

/// Faults that are told one by one.
const FAULTS_TOLD: usize = 5;

/// Plays, counts, prints.
pub fn run(args: &SimulateArgs, out: &mut Out) -> Outcome {
    let loaded = Loaded::load(&args.ruleset, &args.changes, out)?;
    let players = loaded.players(args.players)?;
    let given = options(&args.options)?;
    let setup = loaded.ruleset.setup(players, &given).map_err(|e| Failure::Usage(e.message))?;
    let plan = Plan { setup: &setup, games: args.games, seed: args.seed };
    let started = Instant::now();
    let played = play(&plan, args);
    let timing = Timing::new(&played.sums, played.threads, started.elapsed().as_secs_f64());
    let subject = Subject::new(&plan, written(&loaded, given));
    let report = Report::new(&subject, &played.sums, Some(timing));
    if args.json {
        out.line(&report::json(&report))?;
    } else {
        report::table(&report, &loaded, &setup, out)?;
    }
    out.flush()?;
    tell_faults(&played.sums, args, players);
    Ok(verdict(&played, args))
}

/// What was typed to say what is to be played.
fn written(loaded: &Loaded, options: Vec<(String, String)>) -> Written {
    let overlays = loaded.changes.overlays.iter().map(|path| path.display().to_string());
    Written { options, variants: loaded.changes.variants.clone(), overlays: overlays.collect() }
}

/// The exit code, and why not all games were played.
fn verdict(played: &Played, args: &SimulateArgs) -> u8 {
    let sums = &played.sums;
    match played.ended {
        Ended::Whole => {}
        Ended::SameFault => warn(&format!(
            "error: the same rule failed in each of the first {} games; the other {} were not played",
            sums.failed,
            args.games - sums.failed
        )),
        Ended::Stopped => {
            warn(&format!("stopped after {} of {} games", sums.decisions.n + sums.failed, args.games));
            return 130;
        }
    }
    u8::from(!sums.faults.is_empty())
}

/// Plays with a bar, until Ctrl-C.
fn play(plan: &Plan<'_>, args: &SimulateArgs) -> Played {
    let cores = || std::thread::available_parallelism().map_or(1, |n| n.get() as u64);
    let stop = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&stop);
    // without a handler Ctrl-C ends the program as usual
    let _ = ctrlc::set_handler(move || flag.store(true, Ordering::SeqCst));
    let bar = bar(plan.games);
    let threads = args.jobs.map_or_else(cores, u64::from);
    let played = simulate(plan, &Control { threads, stop: &stop, done: &|games| bar.inc(games) });
    bar.finish_and_clear();
    played
}

fn bar(games: u64) -> ProgressBar {
    if !std::io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let bar = ProgressBar::with_draw_target(Some(games), ProgressDrawTarget::stderr_with_hz(10));
    let style =
        ProgressStyle::with_template("{bar:30} {human_pos}/{human_len} games, {per_sec:.0} {eta} left");
    bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
    bar.enable_steady_tick(Duration::from_millis(250));
    bar
}

fn tell_faults(sums: &Sums, args: &SimulateArgs, players: u8) {
    for fault in sums.faults.iter().take(FAULTS_TOLD) {
        let (place, message) = (&fault.place, &fault.message);
        warn(&format!("error: {place}: {message} (game {}, seed {})", fault.game, fault.seed));
    }
    if let Some(first) = sums.faults.first() {
        let seats = vec!["bot"; usize::from(players)].join(",");
        let set: String = args.options.iter().map(|o| format!(" --set {o}")).collect();
        let changes = args.changes.words();
        warn(&format!(
            "error: {} of {} games stopped at a rule that failed and are not counted; see one: ludex play {} --seats {seats} --seed {}{set}{changes}",
            sums.failed, args.games, args.ruleset, first.seed
        ));
    }
}

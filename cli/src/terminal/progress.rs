//! Progress of long work, with an estimate of the remaining time.

use std::io::IsTerminal;
use std::sync::{Mutex, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};

use crate::sources::rulesets::plural;
use crate::terminal::output::warn;

/// Amount of work.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Extent {
    /// Total amount: games, or their cost.
    pub all: u64,
    /// Amount per unit of work.
    pub of_unit: u64,
    pub counted: Counted,
}

/// Type of the amount of work.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Counted {
    /// Games that take about the same time.
    Games,
    /// A maximum number of games: fewer may be enough.
    MostGames,
    /// Cost of games, for games with very different durations.
    Cost,
    /// Parts of a single answer, which is only available at the end.
    Answer,
    /// Games that train and measure the players of a run, before its own games.
    #[cfg_attr(not(feature = "learn"), allow(dead_code, reason = "only training has them"))]
    Training,
}

/// Minimum duration of work that is announced.
const LONG: Duration = Duration::from_secs(60);
/// Initial time excluded from estimates: caches are cold, and the first games in training may be much longer.
const EARLY: Duration = Duration::from_secs(1);
/// Time for measuring the rate. The rate of two such times in a row must be about the same, because games of a
/// training get shorter; after so many of them the last one counts.
const LOOK: Duration = Duration::from_secs(4);
const MOST_LOOKS: u32 = 5;
/// Maximum factor between two estimates that are about the same.
const ALIKE: f64 = 1.25;

/// A progress bar on a terminal. Prints an estimate when work will take long, on any output.
pub struct Progress {
    extent: Extent,
    bar: ProgressBar,
    /// Start of the work, and start of the counted part if that is later.
    begun: Instant,
    counted_from: OnceLock<Instant>,
    looks: Mutex<Looks>,
}

/// Measurements of the rate, one after another.
#[derive(Debug, Default)]
struct Looks {
    /// Start of the current measurement, and the amount done by then.
    from: Option<(Instant, u64)>,
    /// Total time as estimated by the last measurement, and the number of measurements.
    last: Option<Duration>,
    count: u32,
}

impl Looks {
    /// Returns true if an estimate of the total time is about that of the last measurement, or there were
    /// enough. Further estimates are then not needed.
    fn settle(&mut self, total: Duration) -> bool {
        let last = self.last.replace(total).map_or(0.0, |last| last.as_secs_f64());
        let total = total.as_secs_f64();
        self.count += 1;
        let is_settled = last.max(total) <= ALIKE * last.min(total) || self.count >= MOST_LOOKS;
        self.count = if is_settled { MOST_LOOKS } else { self.count };
        is_settled
    }
}

impl Progress {
    pub fn new(extent: Extent) -> Progress {
        Progress {
            extent,
            bar: bar(extent),
            begun: Instant::now(),
            counted_from: OnceLock::new(),
            looks: Mutex::default(),
        }
    }

    /// Adds finished units. A first call with 0 marks the start of the counted work, so that the preparation
    /// does not affect estimates.
    pub fn done(&self, units: u64) {
        if units == 0 && self.bar.position() == 0 {
            self.counted_from.get_or_init(Instant::now);
            self.bar.reset_elapsed();
        }
        self.bar.inc(units.saturating_mul(self.extent.of_unit));
        let (elapsed, done) = (self.elapsed(), self.bar.position());
        if elapsed < EARLY {
            return;
        }
        let mut looks = self.looks.lock().unwrap_or_else(PoisonError::into_inner);
        let (from, before) = *looks.from.get_or_insert_with(|| (Instant::now(), done));
        let seen = ProgressSample { time: from.elapsed(), units: done.saturating_sub(before) };
        if seen.time < LOOK || seen.units == 0 || looks.count >= MOST_LOOKS {
            return;
        }
        looks.from = None;
        let left = left(self.extent.all.saturating_sub(done), seen).unwrap_or_default();
        if looks.settle(elapsed.saturating_add(left)) {
            let line = estimate(self.extent, (elapsed, done), seen);
            self.bar.suspend(|| line.iter().for_each(|line| warn(line)));
        }
    }

    fn elapsed(&self) -> Duration {
        self.counted_from.get().unwrap_or(&self.begun).elapsed()
    }
}

/// Removes the bar from the terminal when dropped.
impl Drop for Progress {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}

#[derive(Clone, Copy)]
struct ProgressSample {
    time: Duration,
    units: u64,
}

/// Formats the announcement of long work with its estimated duration.
fn estimate(extent: Extent, (elapsed, done): (Duration, u64), seen: ProgressSample) -> Option<String> {
    let left = left(extent.all.saturating_sub(done), seen).filter(|left| *left >= LONG)?;
    let (most, time) = (at_most(extent.counted), spoken(elapsed + left));
    let (what, shows) = match extent.counted {
        Counted::Games | Counted::MostGames | Counted::Cost => ("this", " and shows the results so far"),
        Counted::Answer => ("this", ""),
        Counted::Training => ("training the players", " without results"),
    };
    Some(format!("{what} takes {most}about {time}; Ctrl-C ends it{shows}"))
}

fn at_most(counted: Counted) -> &'static str {
    match counted {
        Counted::Games | Counted::Cost | Counted::Answer | Counted::Training => "",
        Counted::MostGames => "at most ",
    }
}

/// Estimates the remaining time; `None` before any unit is done.
fn left(rest: u64, seen: ProgressSample) -> Option<Duration> {
    let part = rest as f64 / seen.units as f64;
    let left = || Duration::try_from_secs_f64(seen.time.as_secs_f64() * part).unwrap_or(Duration::MAX);
    (seen.units > 0).then(left)
}

/// Formats a duration with the precision of an estimate: `40 seconds`, `12 minutes`, `3 hours`, `5 days`.
fn spoken(time: Duration) -> String {
    let seconds = time.as_secs();
    let (n, unit) = match seconds {
        0..90 => (seconds, "second"),
        90..5_400 => ((seconds + 30) / 60, "minute"),
        5_400..172_800 => ((seconds + 1_800) / 3_600, "hour"),
        _ => (seconds.saturating_add(43_200) / 86_400, "day"),
    };
    plural(n as usize, unit)
}

fn bar(extent: Extent) -> ProgressBar {
    if !std::io::stderr().is_terminal() {
        return ProgressBar::with_draw_target(Some(extent.all), ProgressDrawTarget::hidden());
    }
    let bar = ProgressBar::with_draw_target(Some(extent.all), ProgressDrawTarget::stderr_with_hz(10));
    let template = match extent.counted {
        Counted::Games | Counted::MostGames => "{bar:30} {human_pos}/{human_len} games, {left}",
        Counted::Cost | Counted::Answer => "{bar:30} {percent} %, {left}",
        Counted::Training => "{bar:30} {human_pos}/{human_len} games of training, {left}",
    };
    let most = at_most(extent.counted);
    let told = move |state: &ProgressState, out: &mut dyn std::fmt::Write| {
        let (rest, seen) = (
            state.len().unwrap_or(0).saturating_sub(state.pos()),
            ProgressSample { time: state.elapsed(), units: state.pos() },
        );
        let _ = match left(rest, seen) {
            Some(rest) => write!(out, "{most}about {} left", spoken(rest)),
            None => out.write_str("the first are being played"),
        };
    };
    let style = ProgressStyle::with_template(template).map(|style| style.with_key("left", told));
    bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
    bar.enable_steady_tick(Duration::from_millis(250));
    bar
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(counted: Counted, seconds: u64, done: u64) -> Option<String> {
        let (extent, time) = (Extent { all: 1_000, of_unit: 1, counted }, Duration::from_secs(seconds));
        estimate(extent, (time, done), ProgressSample { time, units: done })
    }

    /// A learner's first games are the longest: the estimate is of those after them.
    #[test]
    fn slow_beginnings_take_no_part() {
        let extent = Extent { all: 30_000, of_unit: 1, counted: Counted::Games };
        let elapsed = Duration::from_secs(5);
        let seen = ProgressSample { time: LOOK, units: 6_000 };
        assert_eq!(estimate(extent, (elapsed, 6_064), seen), None);
        let slow = ProgressSample { time: LOOK, units: 64 };
        assert!(estimate(extent, (elapsed, 128), slow).is_some());
    }

    #[test]
    fn an_estimate_waits_for_a_second_one_that_agrees() {
        let settles = |seconds: &[u64]| {
            let mut looks = Looks::default();
            seconds.iter().position(|total| looks.settle(Duration::from_secs(*total)))
        };
        assert_eq!(settles(&[100, 110]), Some(1));
        assert_eq!(settles(&[360, 60, 20, 19]), Some(3));
        assert_eq!(settles(&[16, 8, 4, 2, 1]), Some(4));
        assert_eq!(settles(&[100]), None);
    }

    #[test]
    fn long_work_is_told_of_and_short_work_is_not() {
        assert_eq!(said(Counted::Games, 2, 100), None);
        let long = said(Counted::Games, 2, 2).expect("it takes long");
        assert_eq!(long, "this takes about 17 minutes; Ctrl-C ends it and shows the results so far");
        let most = said(Counted::MostGames, 36, 10).expect("it takes long");
        assert!(most.starts_with("this takes at most about 60 minutes;"), "{most}");
        assert_eq!(said(Counted::Cost, 100, 0), None);
        let answer = said(Counted::Answer, 2, 2).expect("it takes long");
        assert_eq!(answer, "this takes about 17 minutes; Ctrl-C ends it");
        let training = said(Counted::Training, 2, 2).expect("it takes long");
        assert_eq!(training, "training the players takes about 17 minutes; Ctrl-C ends it without results");
    }

    #[test]
    fn what_came_before_takes_no_part_in_how_long_it_takes() {
        let extent = Extent { all: 1_000, of_unit: 1, counted: Counted::Answer };
        let hour = Duration::from_secs(3_600);
        let Some(begun) = Instant::now().checked_sub(hour) else { return };
        let begun = || {
            let mut progress = Progress::new(extent);
            progress.begun = begun;
            progress
        };
        let (plain, later) = (begun(), begun());
        later.done(0);
        later.done(5);
        plain.done(5);
        assert!(plain.elapsed() >= hour && later.elapsed() < hour);
        // only what begins is counted anew
        later.done(0);
        assert_eq!(later.bar.position(), 5);
    }

    #[test]
    fn times_are_told_in_words() {
        let told =
            [0, 1, 89, 90, 5_399, 5_400, 172_799, 200_000, u64::MAX].map(|s| spoken(Duration::from_secs(s)));
        let words = [
            "0 seconds",
            "1 second",
            "89 seconds",
            "2 minutes",
            "90 minutes",
            "2 hours",
            "48 hours",
            "2 days",
        ];
        assert_eq!(told[..8], words.map(str::to_owned));
    }
}

//! `ludex watch`: checks a ruleset and runs its scenarios whenever a file changes.

mod edits;
mod found;
pub mod told;

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::Sender;
use std::time::Instant;

use ludex::scenarios::{ScenarioSet, Touched};

use crate::args::{Changes, WatchArgs};
use crate::commands::check::examined;
use crate::commands::test::matches_filter;
use crate::failure::{Failure, Outcome};
use crate::sources::rulesets::{Loaded, Reference};
use crate::sources::watched::{Texts, Watched, Woken};
use crate::terminal::output::Out;
use crate::threads::workers;
use edits::TextEdits;
use found::{Found, Ran};
use told::WatchOutput;

pub fn run(args: &WatchArgs, out: &mut Out) -> Outcome {
    let telling = if args.json { WatchOutput::Json } else { WatchOutput::All };
    follow(&args.ruleset, &args.changes, telling, None, out)
}

/// Watches only the scenarios that match the filter.
pub fn scenarios(ruleset: &str, changes: &Changes, filter: Option<&str>, out: &mut Out) -> Outcome {
    follow(ruleset, changes, WatchOutput::Scenarios, filter, out)
}

fn follow(
    word: &str,
    changes: &Changes,
    telling: WatchOutput,
    filter: Option<&str>,
    out: &mut Out,
) -> Outcome {
    let reference = Reference::find(word)?;
    let mut watched = Watched::new(&reference, changes)?;
    ends_by_ctrl_c(watched.waker());
    let first = watched.read().map_err(Failure::Problem)?;
    if let Some(failure) = reference.overlay_alone(&first.files) {
        return Err(failure);
    }
    let mut watch = Watch { reference, changes, filter, telling, number: 0, before: None };
    let mut texts = Texts::default();
    let mut last: Result<Texts, String> = Ok(first);
    loop {
        match &last {
            Ok(now) => {
                watch.round(&texts, now, out)?;
                texts.clone_from(now);
            }
            Err(why) => watch.unreadable(why, out)?,
        }
        out.flush()?;
        loop {
            if watched.wait() == Woken::Stop {
                return Ok(130);
            }
            let now = watched.read();
            if now != last {
                last = now;
                break;
            }
        }
    }
}

/// Stops the watcher on Ctrl-C. A second Ctrl-C exits without waiting for the current round.
pub fn ends_by_ctrl_c(wake: Sender<Woken>) {
    let stopped = AtomicBool::new(false);
    // without a handler, Ctrl-C ends the program as usual
    let _ = ctrlc::set_handler(move || {
        if stopped.swap(true, Ordering::SeqCst) || wake.send(Woken::Stop).is_err() {
            std::process::exit(130);
        }
    });
}

/// State kept between rounds.
struct Watch<'a> {
    reference: Reference,
    changes: &'a Changes,
    filter: Option<&'a str>,
    telling: WatchOutput,
    number: usize,
    before: Option<Found>,
}

impl Watch<'_> {
    /// Checks the new files and reports the results, most important first.
    fn round(&mut self, before: &Texts, now: &Texts, out: &mut Out) -> Result<(), Failure> {
        let begun = Instant::now();
        self.number += 1;
        let change = TextEdits::between(before, now, &self.reference);
        let (mut checked, variants) = match examined(&self.reference, &now.files, self.changes, None) {
            Ok(checked) => checked,
            Err(Failure::Usage(why) | Failure::Problem(why)) => return self.unreadable(&why, out),
            Err(failure) => return Err(failure),
        };
        let ruleset = checked.first_mut().and_then(|plain| plain.ruleset.clone());
        let mut found = Found::from_checks(&checked, begun.elapsed());
        self.heading(&change, out)?;
        self.telling.checked(&self.reference, (&checked, variants), (self.before.as_ref(), &found), out)?;
        out.flush()?;
        if let Some(ruleset) = ruleset {
            let loaded = Loaded {
                reference: self.reference.clone(),
                files: now.files.clone(),
                changes: self.changes.clone(),
                overlays: now.overlays.clone(),
                sources: checked[0].sources.clone(),
                ruleset,
            };
            found.ran = Some(self.ran(&loaded, &change, out)?);
        }
        self.telling.whole(self.number, &change, (self.before.as_ref(), &found), out)?;
        // if the scenarios could not run, keep the results of the last run for comparison
        let last = self.before.take().and_then(|before| before.ran);
        found.ran = found.ran.or(last);
        self.before = Some(found);
        Ok(())
    }

    /// Runs the scenarios, starting with those affected by the change.
    fn ran(&self, loaded: &Loaded, change: &TextEdits, out: &mut Out) -> Result<Ran, Failure> {
        let begun = Instant::now();
        let workers = workers(None);
        let suite = ScenarioSet::read(&loaded.ruleset, &loaded.files, &loaded.reference.prefix(), &workers);
        let Touched { names, scenarios, .. } = match self.number {
            1 => Touched::default(),
            _ => suite.touched(&change.lines),
        };
        let before = self.before.as_ref().and_then(|before| before.ran.as_ref());
        let is_first = |file: &str, name: &str| scenarios.contains(&(file.to_owned(), name.to_owned()));
        let mut ran = Ran { names, ..Ran::default() };
        if !scenarios.is_empty() {
            ran.add(&suite.run(is_first), |result| matches_filter(result, self.filter));
            ran.first = ran.results.len();
            self.telling.first(&ran, before, out)?;
            out.flush()?;
        }
        let rest = suite.run(|file, name| !is_first(file, name));
        ran.add(&rest, |result| matches_filter(result, self.filter));
        ran.took = begun.elapsed();
        self.telling.ran(loaded, &rest, &ran, before, out)?;
        Ok(ran)
    }

    fn heading(&self, change: &TextEdits, out: &mut Out) -> Result<(), Failure> {
        if self.number > 1 { self.telling.heading(&change.files, out) } else { Ok(()) }
    }

    fn unreadable(&mut self, why: &str, out: &mut Out) -> Result<(), Failure> {
        self.telling.unreadable(self.number, why, out)
    }
}

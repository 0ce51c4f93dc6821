//! `--watch`: continues all tables with the rules of the files.

use std::sync::Arc;
use std::thread;

use ludex::diagnostics::{Style, render};
use ludex_server::Hall;

use crate::args::Changes;
use crate::failure::Failure;
use crate::sources::rulesets::{Loaded, Reference};
use crate::sources::watched::{Texts, Watched, Woken};

/// Starts the watcher. `changed` returns the ID of the game.
pub fn watch(
    reference: &Reference,
    hall: Arc<Hall>,
    changed: impl Fn() -> Option<String> + Send + 'static,
) -> Result<(), Failure> {
    let mut watched = Watched::new(reference, &Changes::default())?;
    let reference = reference.clone();
    let mut last = watched.read();
    thread::spawn(move || {
        while watched.wait() != Woken::Stop {
            let now = watched.read();
            if now == last {
                continue;
            }
            let checked = now.clone().and_then(|texts| compiled(&reference, texts));
            if let Some(game) = changed() {
                // a database that is away is reported to the players
                let _ = hall.renew(&game, checked);
            }
            last = now;
        }
    });
    Ok(())
}

/// Returns the errors of a ruleset as `ludex check` prints them.
fn compiled(reference: &Reference, texts: Texts) -> Result<(), String> {
    let Texts { files, overlays, .. } = texts;
    let loaded = Loaded::of_texts(reference.clone(), files, &Changes::default(), overlays);
    loaded
        .map(drop)
        .map_err(|(sources, problems)| render(&sources, &problems, Style::default()).trim_end().to_owned())
}

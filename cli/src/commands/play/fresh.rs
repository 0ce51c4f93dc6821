//! `ludex play --watch`: continues the game with the new rules when files change.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;

use ludex::Game;
use ludex::diagnostics::{Style, render};
use ludex::fs::Files;
use ludex::scenarios::{NoPosition, position};

use crate::failure::Failure;
use crate::game::save::Beginning;
use crate::game::session::{Session, Stop};
use crate::sources::rulesets::Loaded;
use crate::sources::watched::{Texts, Watched, Woken};
use crate::terminal::input::Keyboard;
use crate::terminal::output::{Out, clean};
use ludex_table::phrases::Phrases;

/// New files since the last check, or the error in reading them.
type News = Option<Result<Texts, String>>;

/// Watcher thread for the files while a game is played.
pub struct Fresh(Arc<Mutex<News>>);

impl Fresh {
    /// Starts the watcher. A change wakes the thread that waits for the keyboard.
    pub fn begin(loaded: &Loaded, keyboard: &Keyboard) -> Result<Fresh, Failure> {
        let mut watched = Watched::new(&loaded.reference, &loaded.changes)?;
        let mut last = watched.read();
        if let Ok(texts) = &mut last {
            // report changes made since the ruleset was loaded
            texts.files.clone_from(&loaded.files);
        }
        let (news, wake) = (Arc::default(), keyboard.waker());
        let told = Arc::clone(&news);
        thread::spawn(move || {
            loop {
                let now = watched.read();
                if now != last {
                    *locked(&told) = Some(now.clone());
                    last = now;
                    wake();
                }
                if watched.wait() == Woken::Stop {
                    return;
                }
            }
        });
        Ok(Fresh(news))
    }

    pub fn has_news(&self) -> bool {
        locked(&self.0).is_some()
    }

    /// Takes the changes, which are then no longer reported.
    pub fn take(&self) -> News {
        locked(&self.0).take()
    }
}

fn locked(news: &Mutex<News>) -> MutexGuard<'_, News> {
    news.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Replays the game with the new rules as far as its choices are possible. Fails with the reason if the game
/// must keep the old rules.
pub fn renewed(
    loaded: &Loaded,
    (session, language): (&Session, &str),
    news: Result<Texts, String>,
    out: &Out,
) -> Result<(Loaded, Session, Option<Stop>), String> {
    let Texts { files, overlays, .. } = news.map_err(|why| format!("error: {}", clean(&why)))?;
    let fresh = Loaded::of_texts(loaded.reference.clone(), files, &loaded.changes, overlays);
    let fresh = fresh.map_err(|(sources, problems)| {
        render(&sources, &problems, Style { color: out.color, width: out.width }).trim_end().to_owned()
    })?;
    let error = |why: String| format!("error: {}", clean(&why));
    let mut record = session.game.host().record();
    if fresh.ruleset.id() != record.ruleset {
        return Err(error(format!(
            "this is the game `{}` now, not `{}`",
            fresh.ruleset.id(),
            record.ruleset
        )));
    }
    let (position, beginning) = match &session.beginning {
        Some(beginning) => {
            let (game, beginning) = began(&fresh, beginning).map_err(error)?;
            record.choices.splice(..session.began(), game.host().record().choices);
            (Some(game), Some(beginning))
        }
        None => (None, None),
    };
    let resumed =
        Session::resume_anyway(&fresh.ruleset, &record, position, (session.sitters(), session.asks_all));
    let (mut new, stop) = resumed.map_err(|why| error(why.message))?;
    if let Some(fault) = new.game.fault() {
        return Err(error(format!("{}: {}", fresh.fault_place(&fault), fault.message)));
    }
    if let Some(stop) = stop.as_ref().filter(|_| new.game.is_over()) {
        return Err(super::screen::stopped(language, &new, stop));
    }
    new.takes_back = session.takes_back;
    new.beginning = beginning;
    // don't overwrite a save that can't be replayed any more
    new.path = session.path.clone().filter(|_| stop.is_none());
    Ok((fresh, new, stop))
}

/// Returns the position of the initial scenario, from its current file, or from the saved text if it was
/// removed.
fn began(fresh: &Loaded, beginning: &Beginning) -> Result<(Game, Beginning), String> {
    let find =
        |files: &Files| position(&fresh.ruleset, files, &fresh.reference.prefix(), &beginning.scenario);
    let found = match find(&fresh.files) {
        Err(NoPosition::Unknown(_) | NoPosition::Several(_)) => find(&beginning.file()),
        Ok(found) if found.name != beginning.scenario => find(&beginning.file()),
        found => found,
    };
    let found = found.map_err(|why| why.to_string())?;
    if !found.goes_on {
        return Err(format!("nothing is played on from the scenario `{}` any more", found.name));
    }
    Ok((found.game, Beginning { scenario: found.name, text: found.text }))
}

/// Reports how many choices were replayed, and the first impossible one.
pub fn describe(language: &str, session: &Session, stop: Option<&Stop>) -> String {
    match stop {
        Some(stop) => super::screen::stopped(language, session, stop),
        None => Phrases::for_language(language).rules_changed(),
    }
}

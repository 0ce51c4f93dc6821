//! Trained players in the user's cache, by game and training. A damaged file is trained again.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use ludex::Setup;
use ludex_bots::policy::About;
use ludex_learn::Weights;
use ludex_learn::train::VERSION;

use super::policies::ENDING;
use crate::files;
use crate::terminal::output::warn;

/// Maximum number of files that are kept: some 100 MB.
const MOST: usize = 256;

/// What determines a training, apart from its seed and its number of games: the rules, the number of players
/// and the options.
pub type Game = (u64, u8, String);

pub fn game(setup: &Setup) -> Game {
    of_about(&About::new(setup, 0))
}

fn of_about(about: &About) -> Game {
    (about.fingerprint, about.players, about.options.clone())
}

/// Returns the weights of a training that were kept, or `None`. Reports a damaged file.
pub fn kept(setup: &Setup, (seed, entropy): (u64, u16), games: u64) -> Option<Weights> {
    let wanted = About { games, entropy, ..About::new(setup, seed) };
    let path = folder()?.join(name(&wanted));
    let bytes = fs::read(&path).ok()?;
    let weights = Weights::read(&bytes).map_err(|error| error.to_string());
    let is_wanted = |weights: &Weights| {
        let about = weights.about();
        let found = (of_about(about), about.seed, about.entropy, about.games);
        found == (game(setup), seed, entropy, games)
    };
    let weights = weights.and_then(|found| {
        if is_wanted(&found) { Ok(found) } else { Err("weights of another training".to_owned()) }
    });
    let told = |why: &String| warn(&format!("note: {}: {why}; the player is trained anew", path.display()));
    weights.inspect_err(told).ok()
}

/// Keeps the weights of a training. A cache that can't be written only costs time.
pub fn keep(weights: &Weights) {
    let Some(folder) = folder() else { return };
    let is_there = || fs::create_dir_all(&folder).is_ok();
    if is_there() && files::write(&folder.join(name(weights.about())), weights.bytes()).is_ok() {
        forget_oldest(&folder);
    }
}

/// Returns the name of the file of a training: the ruleset for people, and a hash of all that determines it.
fn name(about: &About) -> String {
    let (fingerprint, players, options) = of_about(about);
    let mut hash = ludex_lab::splitmix64(fingerprint, u64::from(players));
    for byte in options.bytes() {
        hash = ludex_lab::splitmix64(hash, u64::from(byte));
    }
    let id: String =
        about.ruleset.chars().filter(|c| c.is_ascii_alphanumeric() || *c == '_').take(40).collect();
    format!("{id}-{hash:016x}-{}-{:016x}-{VERSION}.{ENDING}", about.games, about.seed)
}

/// Returns the program's folder of trainings in the user's cache.
fn folder() -> Option<PathBuf> {
    let cache = std::env::var_os("XDG_CACHE_HOME").map(PathBuf::from).filter(|path| path.is_absolute());
    let home = || {
        std::env::var_os("HOME")
            .filter(|home| !home.is_empty())
            .map(|home| PathBuf::from(home).join(".cache"))
    };
    cache.or_else(home).map(|cache| cache.join("ludex").join("trainings"))
}

/// Removes the files that were written first, so that at most [`MOST`] are left.
fn forget_oldest(folder: &Path) {
    let written = |path: PathBuf| {
        let is_one = path.extension().is_some_and(|ending| ending == ENDING);
        let at = path.metadata().and_then(|meta| meta.modified()).unwrap_or(SystemTime::UNIX_EPOCH);
        is_one.then_some((at, path))
    };
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let mut all: Vec<(SystemTime, PathBuf)> = entries.filter_map(|entry| written(entry.path())).collect();
    all.sort();
    let more = all.len().saturating_sub(MOST);
    for (_, path) in &all[..more] {
        // another process may have removed it
        let _ = files::remove(path);
    }
}

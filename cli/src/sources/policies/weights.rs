//! Weights of policies: from named files, or from the folder `policy` next to the ruleset.

use std::cell::RefCell;
use std::path::Path;
use std::sync::Arc;

use ludex::Setup;
use ludex_bots::policy::About;
use ludex_learn::Weights;

use super::Policies;
use crate::sources::rulesets::Reference;
use crate::terminal::output::warn;

/// Folder next to a ruleset, with files named `PLAYERS.ENDING`.
pub const FOLDER: &str = "policy";
pub const ENDING: &str = "ldxp";
/// Maximum size of a file of weights in bytes.
const MOST: u64 = 1 << 28;

/// Notes that were already printed.
#[derive(Debug, Default)]
pub struct Notes(RefCell<Vec<String>>);

impl Policies<'_> {
    /// Returns true if there are weights next to the ruleset that were trained for this game.
    pub fn fitting(&self) -> bool {
        let Some((reference, setup)) = self.of else { return false };
        let weights = beside(reference, setup).ok().and_then(|(bytes, _)| Weights::read(&bytes).ok());
        let options = About::new(setup, 0).options;
        let fits = |about: &About| about.differs(setup).is_none() && about.options == options;
        weights.is_some_and(|weights| fits(weights.about()))
    }

    /// Reads weights from a file, or from the folder of the ruleset.
    pub fn weights(&self, file: Option<&str>) -> Result<Arc<Weights>, String> {
        let (bytes, shown) = match (file, self.of) {
            (Some(file), _) => (read(Path::new(file))?, file.to_owned()),
            (None, Some((reference, setup))) => beside(reference, setup)?,
            (None, None) => return Err("a policy is one of a ruleset".to_owned()),
        };
        let weights = Weights::read(&bytes).map_err(|error| format!("{shown}: {error}"))?;
        if let Some((_, setup)) = self.of {
            weights
                .about()
                .differs(setup)
                .iter()
                .for_each(|note| self.notes.add(&format!("{shown}: {note}")));
        }
        Ok(Arc::new(weights))
    }
}

impl Notes {
    fn add(&self, note: &str) {
        let mut told = self.0.borrow_mut();
        if !told.iter().any(|known| known == note) {
            warn(&format!("note: {note}"));
            told.push(note.to_owned());
        }
    }
}

fn read(path: &Path) -> Result<Vec<u8>, String> {
    let shown = path.display();
    let length = path.metadata().map_err(|error| format!("{shown}: {error}"))?.len();
    if length > MOST {
        return Err(format!("{shown}: not a file of policy weights"));
    }
    std::fs::read(path).map_err(|error| format!("{shown}: {error}"))
}

/// Reads the weights in the folder of a ruleset that were trained with the nearest number of players. Also
/// returns their path.
fn beside(reference: &Reference, setup: &Setup) -> Result<(Vec<u8>, String), String> {
    let numbers = match reference.folder() {
        Some(folder) => of_folder(&folder.join(FOLDER)),
        None => reference.shipped_files(FOLDER).into_iter().filter_map(number).collect(),
    };
    let players = setup.players();
    let nearest = numbers.into_iter().min_by_key(|n| (n.abs_diff(players), *n));
    let Some(number) = nearest else {
        return Err(format!(
            "there are no weights for a policy next to {}; create them with `ludex train {}`",
            reference.shown(),
            reference.shown()
        ));
    };
    let name = format!("{FOLDER}/{number}.{ENDING}");
    let bytes = match reference.folder() {
        Some(folder) => read(&folder.join(&name))?,
        None => reference.shipped_bytes(&name).unwrap_or_default(),
    };
    Ok((bytes, format!("{}/{name}", reference.shown().trim_end_matches('/'))))
}

fn of_folder(folder: &Path) -> Vec<u8> {
    let files = std::fs::read_dir(folder).into_iter().flatten().flatten();
    files.filter_map(|file| number(&file.path())).collect()
}

/// Returns the number of players in the name of a file of weights.
fn number(path: &Path) -> Option<u8> {
    let is_one = path.extension().is_some_and(|ending| ending == ENDING);
    path.file_stem()?.to_str()?.parse().ok().filter(|_| is_one)
}

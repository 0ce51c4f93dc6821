//! The rulesets of the server: shipped, installed, and the one given on the command line.

use std::collections::BTreeMap;
use std::io::Cursor;
use std::sync::{Mutex, MutexGuard, PoisonError};

use ludex::diagnostics::{Style, render};
use ludex::fs::Files;
use ludex::{Compile, Ruleset, Setup, variants};
use ludex_bots::BotSpec;
use ludex_server::{Packed, Saved, Shelf};
use ludex_table::words::Words;

use crate::args::Changes;
use crate::exec::{self, Program};
use crate::failure::Failure;
use crate::game::save::Save;
use crate::game::seats::{OPPONENT, SeatPlayer};
use crate::names;
use crate::sources::archive::{self, Blobs};
use crate::sources::installed;
use crate::sources::policies::Policies;
use crate::sources::rulesets::{Loaded, Reference, shipped};
use crate::terminal::output::Out;

/// Folder of a package with the overlays that were applied, in their order.
const OVERLAYS: &str = "applied-overlays";

/// The rulesets by ID. The one given on the command line takes precedence.
pub struct Rulesets {
    given: Option<Given>,
    /// Programs by the names that clients see.
    programs: BTreeMap<String, BotSpec>,
    /// Policies by game and name, whose weights are read once.
    bots: Mutex<BTreeMap<(String, u8, String), BotSpec>>,
}

/// The game given on the command line.
struct Given {
    id: String,
    title: String,
    reference: Reference,
}

impl Rulesets {
    /// Lists the rulesets. The given one has to compile, because its ID is needed.
    pub fn new(given: Option<&Reference>, bots: Option<&str>, out: &mut Out) -> Result<Self, Failure> {
        let given = given.map(|reference| Given::of(reference, out)).transpose()?;
        let programs = programs(bots.unwrap_or_default()).map_err(Failure::Usage)?;
        Ok(Self { given, programs, bots: Mutex::default() })
    }

    /// Returns the ID and title of the game given on the command line.
    pub fn game(&self) -> Option<(&str, &str)> {
        self.given.as_ref().map(|given| (given.id.as_str(), given.title.as_str()))
    }

    pub fn count(&self) -> usize {
        self.games().len()
    }

    /// Forgets weights that depend on rules that have changed.
    pub fn changed(&self) -> Option<String> {
        self.bots().clear();
        self.game().map(|(id, _)| id.to_owned())
    }

    fn bots(&self) -> MutexGuard<'_, BTreeMap<(String, u8, String), BotSpec>> {
        self.bots.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn find(&self, id: &str) -> Option<Reference> {
        if let Some(given) = self.given.as_ref().filter(|given| given.id == id) {
            return Some(given.reference.clone());
        }
        if shipped().contains(&id) {
            return Some(Reference::Shipped(id.to_owned()));
        }
        installed::game(id).map(Reference::Folder)
    }
}

/// Returns the programs of a list, by the names that clients see.
fn programs(list: &str) -> Result<BTreeMap<String, BotSpec>, String> {
    let mut programs = BTreeMap::new();
    for word in list.split(',').map(str::trim).filter(|word| !word.is_empty()) {
        let command = word.strip_prefix(exec::PREFIX);
        let command = command.ok_or_else(|| format!("--bots of serve names programs: exec:./{word}"))?;
        let spec = Program::read(command)?.with_people().named_by_file().tried()?;
        let name = spec.to_string();
        if programs.insert(name.clone(), spec).is_some() {
            return Err(format!("--bots names two programs with the file name {name}"));
        }
    }
    Ok(programs)
}

impl Given {
    fn of(reference: &Reference, out: &mut Out) -> Result<Given, Failure> {
        let ruleset = Loaded::from_reference(reference.clone(), &Changes::default(), out)?.ruleset;
        let setup = ruleset.setup(ruleset.usual_players(), &[]).ok();
        let title = setup.map_or_else(|| ruleset.id().to_owned(), |setup| Words::new(&setup, "en").title());
        Ok(Given { id: ruleset.id().to_owned(), title, reference: reference.clone() })
    }
}

impl Shelf for Rulesets {
    fn games(&self) -> Vec<String> {
        let others = shipped().into_iter().map(str::to_owned).chain(installed::games());
        let mut all: Vec<String> = self.given.iter().map(|given| given.id.clone()).collect();
        for id in others {
            if !all.contains(&id) {
                all.push(id);
            }
        }
        all
    }

    fn load(&self, game: &str, variants: &[String]) -> Result<Packed, String> {
        let reference = self.find(game).ok_or_else(|| format!("there is no game `{game}`"))?;
        let files = reference.read().map_err(|error| error.to_string())?;
        let changes = Changes { variants: variants.to_vec(), ..Changes::default() };
        let overlays = reference.overlays(&files, &changes).map_err(message)?;
        let loaded = Loaded::of_texts(reference, files, &changes, overlays);
        let loaded = loaded.map_err(|(sources, problems)| {
            render(&sources, &problems, Style::default()).trim_end().to_owned()
        })?;
        packed(&loaded)
    }

    fn variants(&self, game: &str, lang: &str) -> Vec<(String, String)> {
        let files = self.find(game).and_then(|reference| reference.read().ok()).unwrap_or_default();
        let known = variants::shipped(files.iter().map(|(path, text)| (path.as_str(), text.as_str())));
        let named = known.into_iter().map(|(_, header)| {
            let title = names::title(&header, lang).unwrap_or_else(|| header.id.replace('_', " "));
            (header.id, title)
        });
        named.collect()
    }

    fn unpack(&self, package: &[u8], _variants: &[String]) -> Result<Ruleset, String> {
        let blobs = archive::read_from(Cursor::new(package))?;
        let (overlays, files): (Files, Files) =
            archive::texts(&blobs)?.into_iter().partition(|(path, _)| path.starts_with(OVERLAYS));
        let compiled = Compile::new(&files).overlays(&overlays).compile();
        compiled.into_ruleset().map_err(|problems| problems.to_string())
    }

    fn programs(&self) -> Vec<String> {
        self.programs.keys().cloned().collect()
    }

    fn drawing(&self, package: &[u8], path: &str) -> Result<Option<Vec<u8>>, String> {
        let blobs = archive::read_from(Cursor::new(package))?;
        Ok(blobs.into_iter().find(|(known, _)| known == path).map(|(_, bytes)| bytes))
    }

    fn bot(&self, setup: &Setup, name: &str) -> Result<BotSpec, String> {
        if let Some(program) = self.programs.get(name) {
            return Ok(program.clone());
        }
        let id = setup.ruleset().id();
        let key = (id.to_owned(), setup.players(), name.to_owned());
        if let Some(known) = self.bots().get(&key) {
            return Ok(known.clone());
        }
        let reference = self.find(id);
        let policies =
            reference.as_ref().map_or_else(Policies::default, |found| Policies::for_game(found, setup));
        let spec = match SeatPlayer::find(name, &policies).map_err(|error| error.to_string())? {
            SeatPlayer::Bot(spec) => spec,
            SeatPlayer::Human => OPPONENT,
        };
        self.bots().insert(key, spec.clone());
        Ok(spec)
    }

    fn save(&self, saved: &Saved<'_>) -> Result<String, String> {
        let id = saved.game.setup().ruleset().id();
        let from = self.find(id).map_or_else(|| id.to_owned(), |reference| reference.lasting());
        let seat = |bot: &Option<String>| bot.clone().unwrap_or_else(|| "human".to_owned());
        Save {
            from,
            variants: saved.variants.to_vec(),
            overlays: Vec::new(),
            language: saved.lang.to_owned(),
            seats: saved.bots.iter().map(seat).collect(),
            no_undo: false,
            beginning: None,
            record: saved.game.host().record(),
        }
        .text()
    }
}

/// Packs a ruleset with the overlays that are applied to it.
pub fn packed(loaded: &Loaded) -> Result<Packed, String> {
    let file = |(path, text): &(String, String)| (path.clone(), text.clone().into_bytes());
    let overlay = |(n, (_, text)): (usize, &(String, String))| {
        (format!("{OVERLAYS}/{n:03}.yaml"), text.clone().into_bytes())
    };
    let mut blobs: Blobs = loaded.files.iter().map(file).collect();
    blobs.extend(loaded.reference.drawings());
    blobs.extend(loaded.overlays.iter().enumerate().map(overlay));
    blobs.sort();
    let package = archive::write(&blobs).map_err(|error| error.to_string())?;
    Ok(Packed { ruleset: loaded.ruleset.clone(), package })
}

pub fn message(failure: Failure) -> String {
    match failure {
        Failure::Usage(message) | Failure::Problem(message) => message,
        Failure::Output(error) => error.to_string(),
    }
}

//! Packages: a game or mods in one file, and their installation.

pub mod install;
pub mod list;
pub mod pack;
pub mod remove;

use std::collections::BTreeSet;
use std::path::Path;

use ludex::Compiled;
use ludex::diagnostics::{Severity, Style, render};
use ludex::fs::{Files, read_text};
use ludex::variants::{self, Header};

use crate::args::Changes;
use crate::commands::check::{examined, with_overlays};
use crate::failure::Failure;
use crate::files::{folder_of, is_reserved};
use crate::sources::archive::{self, Blobs};
use crate::sources::installed;
use crate::sources::rulesets::{Reference, plural, shipped};
use crate::terminal::output::{Out, clean, warn};

/// Reason for rejecting a file name or game ID.
const NO_NAME: &str = "Windows can't have a file or folder of this name";

enum Package {
    /// A game: its ID and all its files.
    Game(String, Blobs),
    /// Overlays without a ruleset.
    Mods(Vec<Mod>),
}

/// An overlay: its header and its text.
type Mod = (Header, String);

/// Reads the package at a path: a zip file, the folder of a game or of overlays, or a single overlay.
fn package(path: &Path) -> Result<Package, Failure> {
    let shown = path.display();
    let refused = |why: String| Failure::Problem(format!("{shown} {why}"));
    if !path.exists() {
        return Err(Failure::Usage(format!("there is nothing at {shown}")));
    }
    if path.is_file() && !archive::is_archive(path) {
        let text = read_text(path, path).map_err(|error| Failure::Problem(error.to_string()))?;
        return mods(vec![(shown.to_string(), text)]).map_err(refused);
    }
    let blobs = if path.is_dir() { archive::folder(path) } else { archive::read(path) }.map_err(refused)?;
    if let Some((path, _)) = blobs.iter().find(|(path, _)| path.split('/').any(is_reserved)) {
        return Err(refused(format!("holds {}: {NO_NAME}", clean(path))));
    }
    let texts = archive::texts(&blobs).map_err(refused)?;
    if !texts.iter().any(|(path, _)| path == "ruleset.yaml") {
        return mods(texts).map_err(refused);
    }
    let id = installed::id(&texts);
    let id = id.ok_or_else(|| refused("is a game that has no `id`".to_owned()))?;
    if is_reserved(&id) {
        return Err(refused(format!("has the id `{}`: {NO_NAME}", clean(&id))));
    }
    Ok(Package::Game(id, blobs))
}

/// Reads a package of overlays only.
fn mods(texts: Files) -> Result<Package, String> {
    let mut mods = Vec::new();
    for (path, text) in texts {
        let Some(header) = variants::header(&text) else {
            return Err(format!(
                "is not a package: {} is not an overlay, and there is no ruleset.yaml",
                clean(&path)
            ));
        };
        if is_reserved(&header.id) {
            return Err(format!("has the id `{}`: {NO_NAME}", clean(&header.id)));
        }
        mods.push((header, text));
    }
    if mods.is_empty() {
        Err("is not a package: it contains neither a ruleset nor an overlay".to_owned())
    } else {
        Ok(Package::Mods(mods))
    }
}

impl Package {
    /// Rejects a package with errors, which are printed like those of `ludex check`.
    fn checked(&self, shown: &Path, out: &mut Out) -> Result<(), Failure> {
        match self {
            Self::Game(..) => {
                let reference = match shown.is_dir() {
                    true => Reference::Folder(shown.to_owned()),
                    false => Reference::Archive(shown.to_owned()),
                };
                let files = reference.read().map_err(|error| Failure::Problem(error.to_string()))?;
                let (checked, _) = examined(&reference, &files, &Changes::default(), None)?;
                errors(shown, &checked, out)
            }
            Self::Mods(mods) => {
                let alone = mods.iter().map(|one| vec![one]);
                alone.chain(together(mods)).try_for_each(|some| checked(shown, &some, mods, out))
            }
        }
    }
}

/// Groups the mods by game, for games with several mods. Omits mods that conflict with an earlier one.
fn together(mods: &[Mod]) -> impl Iterator<Item = Vec<&Mod>> {
    let mut games: Vec<Vec<&Mod>> = Vec::new();
    for one in mods {
        let conflicts =
            |other: &&Mod| other.0.conflicts.contains(&one.0.id) || one.0.conflicts.contains(&other.0.id);
        match games.iter_mut().find(|game| game[0].0.of == one.0.of) {
            Some(game) if game.iter().any(conflicts) => {}
            Some(game) => game.push(one),
            None => games.push(vec![one]),
        }
    }
    games.into_iter().filter(|game| game.len() > 1)
}

/// Rejects mods of one game that have errors when they are combined.
fn checked(shown: &Path, some: &[&Mod], with: &[Mod], out: &mut Out) -> Result<(), Failure> {
    let Some((first, _)) = some.first() else { return Ok(()) };
    let game = game(&first.of)?;
    let files = game.read().map_err(|error| Failure::Problem(error.to_string()))?;
    let known: Vec<_> = some.iter().map(|(header, _)| (header.id.clone(), header.clone())).collect();
    let order = variants::in_order(&known, known.iter().map(|(id, _)| id.as_str())).unwrap_or_default();
    let mut overlays = Files::new();
    for (header, text) in order.iter().filter_map(|id| some.iter().find(|(header, _)| header.id == *id)) {
        overlays.extend(needed(&game, &files, header, with)?);
        let folder = if shown.is_dir() || archive::is_archive(shown) { shown } else { folder_of(shown) };
        let name = match with.len() {
            1 => shown.display().to_string(),
            _ => folder.join(format!("{}.yaml", clean(&header.id))).display().to_string(),
        };
        overlays.push((name, text.clone()));
    }
    once(&mut overlays);
    errors(shown, &with_overlays(&game, &files, &overlays), out)
}

/// Removes duplicate texts: a mod that several others require is included once.
fn once(overlays: &mut Files) {
    let mut known = BTreeSet::new();
    overlays.retain(|(_, text)| known.insert(text.clone()));
}

/// Prints errors and fails; does nothing without errors.
fn errors(shown: &Path, checked: &[Compiled], out: &mut Out) -> Result<(), Failure> {
    let errors = |one: &Compiled| -> Vec<_> {
        one.problems.iter().filter(|problem| problem.severity() == Severity::Error).cloned().collect()
    };
    let told: Vec<_> = checked.iter().map(|one| (&one.sources, errors(one))).collect();
    let count = told.iter().map(|(_, errors)| errors.len()).sum();
    if count == 0 {
        return Ok(());
    }
    out.flush()?;
    let style = Style { color: out.color, width: out.width };
    let told = told.iter().filter(|(_, errors)| !errors.is_empty());
    told.for_each(|(sources, errors)| warn(render(sources, errors, style).trim_end()));
    Err(Failure::Problem(format!("{} has {}", shown.display(), plural(count, "error"))))
}

/// Returns the game that a mod changes.
fn game(id: &str) -> Result<Reference, Failure> {
    if shipped().contains(&id) {
        return Ok(Reference::Shipped(id.to_owned()));
    }
    let folder = installed::game(id);
    folder.map(Reference::Folder).ok_or_else(|| {
        Failure::Problem(format!(
            "it is a mod of the game `{}`, which is not here: install that first",
            clean(id)
        ))
    })
}

/// Returns the overlays that a mod requires: variants of the game, mods from the same package, and installed
/// mods.
fn needed(game: &Reference, files: &Files, header: &Header, with: &[Mod]) -> Result<Files, Failure> {
    let mut texts = game.files_of(files, &variants::resolve(files, &[]).unwrap_or_default());
    for id in &header.with {
        if let Ok(paths) = variants::resolve(files, std::slice::from_ref(id)) {
            texts.extend(game.files_of(files, &paths));
        } else if let Some((before, text)) =
            with.iter().find(|(other, _)| other.id == *id && other.id != header.id)
        {
            texts.extend(needed(game, files, before, &[])?);
            texts.push((format!("{}.yaml", clean(id)), text.clone()));
        } else if let Some(found) = installed::mods().into_iter().find(|one| one.header.id == *id) {
            let text =
                read_text(&found.path, &found.path).map_err(|error| Failure::Problem(error.to_string()))?;
            texts.extend(needed(game, files, &found.header, &[])?);
            texts.push((found.path.display().to_string(), text));
        } else {
            let message = format!(
                "`{}` is built on `{}`, which is not here: install that first",
                clean(&header.id),
                clean(id)
            );
            return Err(Failure::Problem(message));
        }
    }
    once(&mut texts);
    Ok(texts)
}

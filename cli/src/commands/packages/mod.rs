//! Packages: a game or mods in one file, and what is installed of them.

pub mod install;
pub mod list;
pub mod pack;
pub mod remove;

use std::path::Path;

use ludex::Compile;
use ludex::diagnostics::{Severity, Style, render};
use ludex::fs::{Files, read_text};
use ludex::variants::{self, Header};

use crate::failure::Failure;
use crate::sources::archive::{self, Blobs};
use crate::sources::installed;
use crate::sources::rulesets::{Reference, plural, shipped};
use crate::terminal::output::{Out, clean, warn};

/// What is packed, or was.
enum Package {
    /// Its id, and all its files.
    Game(String, Blobs),
    /// Overlays, each with what it says of itself and its text.
    Mods(Vec<(Header, String)>),
}

/// What lies at a path: a zip file, the folder of a game or of overlays, or an overlay.
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
    let texts = archive::texts(&blobs).map_err(refused)?;
    if !texts.iter().any(|(path, _)| path == "ruleset.yaml") {
        return mods(texts).map_err(refused);
    }
    let id = installed::id(&texts);
    let id = id.ok_or_else(|| refused("is a game that has no `id`".to_owned()))?;
    Ok(Package::Game(id, blobs))
}

/// Overlays and nothing else.
fn mods(texts: Files) -> Result<Package, String> {
    let mut mods = Vec::new();
    for (path, text) in texts {
        let Some(header) = variants::header(&text) else {
            return Err(format!(
                "is no package: {} is no overlay, and there is no ruleset.yaml",
                clean(&path)
            ));
        };
        mods.push((header, text));
    }
    if mods.is_empty() {
        Err("is no package: it holds no ruleset and no overlay".to_owned())
    } else {
        Ok(Package::Mods(mods))
    }
}

impl Package {
    /// Refuses what has errors, which are shown as `ludex check` shows them.
    fn checked(&self, shown: &Path, out: &mut Out) -> Result<(), Failure> {
        match self {
            Self::Game(_, blobs) => {
                let files = archive::texts(blobs).map_err(Failure::Problem)?;
                let prefix = format!("{}/", shown.display());
                let all = Compile::new(&files).shown(prefix).compile_and_check();
                all.iter().try_for_each(|one| errors(shown, one, out))
            }
            Self::Mods(mods) => mods.iter().try_for_each(|(header, text)| {
                let game = game(&header.of)?;
                let files = game.read().map_err(|error| Failure::Problem(error.to_string()))?;
                let mut overlays = needed(&game, &files, header, mods)?;
                overlays.push((shown.display().to_string(), text.clone()));
                errors(shown, &game.compile(&files, &overlays), out)
            }),
        }
    }
}

/// Prints errors, if there are any.
fn errors(shown: &Path, compiled: &ludex::Compiled, out: &mut Out) -> Result<(), Failure> {
    let errors: Vec<_> =
        compiled.problems.iter().filter(|problem| problem.severity() == Severity::Error).cloned().collect();
    if errors.is_empty() {
        return Ok(());
    }
    out.flush()?;
    warn(render(&compiled.sources, &errors, Style { color: out.color, width: out.width }).trim_end());
    Err(Failure::Problem(format!("{} has {}", shown.display(), plural(errors.len(), "error"))))
}

/// The game that a mod changes.
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

/// The overlays on which a mod is built: variants of the game, mods that come with it, and those that are installed.
fn needed(
    game: &Reference,
    files: &Files,
    header: &Header,
    with: &[(Header, String)],
) -> Result<Files, Failure> {
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
    let mut known = std::collections::BTreeSet::new();
    texts.retain(|(_, text)| known.insert(text.clone()));
    Ok(texts)
}

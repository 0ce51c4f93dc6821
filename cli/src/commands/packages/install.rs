//! `ludex install`: keeps a game or mods below the folder of a person's data.

use std::path::PathBuf;

use ludex::variants::Header;

use super::{Package, package};
use crate::args::InstallArgs;
use crate::failure::{Failure, Outcome};
use crate::files;
use crate::sources::archive::Blobs;
use crate::sources::installed::{game_folder, mods_folder};
use crate::sources::rulesets::shipped;
use crate::terminal::output::{Out, clean};

/// That there is no folder for it.
const NOWHERE: &str = "there is no folder for what is installed: set HOME, or XDG_DATA_HOME";

pub fn run(args: &InstallArgs, out: &mut Out) -> Outcome {
    let package = package(&args.file)?;
    package.checked(&args.file, out)?;
    match package {
        Package::Game(id, blobs) => game(&id, &blobs, args.replace, out)?,
        Package::Mods(mods) => {
            let free: Vec<PathBuf> =
                mods.iter().map(|(header, _)| place(header, args.replace)).collect::<Result<_, _>>()?;
            for ((header, text), path) in mods.iter().zip(free) {
                add(&path, text)?;
                let (id, of) = (clean(&header.id), clean(&header.of));
                out.line(&format!("{id} is installed:\n  ludex play {of} --variant {id}"))?;
            }
        }
    }
    Ok(0)
}

fn game(id: &str, blobs: &Blobs, replace: bool, out: &mut Out) -> Result<(), Failure> {
    if shipped().contains(&id) {
        let message = format!("`{id}` is a game that comes with the program: give yours another `id`");
        return Err(Failure::Problem(message));
    }
    let named = || Failure::Problem(format!("`{}` can't be the name of a folder", clean(id)));
    let folder = game_folder(id).ok_or_else(|| if mods_folder().is_none() { nowhere() } else { named() })?;
    if folder.exists() && !replace {
        return Err(already(id));
    }
    files::replace_folder(&folder, blobs).map_err(|error| files::unwritten(&folder, error))?;
    out.line(&format!("{id} is installed:\n  ludex play {id}"))?;
    Ok(())
}

fn nowhere() -> Failure {
    Failure::Problem(NOWHERE.to_owned())
}

fn already(id: &str) -> Failure {
    Failure::Problem(format!("`{}` is installed already: --replace takes this one instead", clean(id)))
}

/// Where a mod goes.
fn place(header: &Header, replace: bool) -> Result<PathBuf, Failure> {
    let is_name = !header.id.is_empty() && header.id.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    if !is_name {
        return Err(Failure::Problem(format!("`{}` can't be the name of a file", clean(&header.id))));
    }
    let path = mods_folder().ok_or_else(nowhere)?.join(format!("{}.yaml", header.id));
    if path.exists() && !replace { Err(already(&header.id)) } else { Ok(path) }
}

fn add(path: &std::path::Path, text: &str) -> Result<(), Failure> {
    let made = std::fs::create_dir_all(files::folder_of(path));
    made.and_then(|()| files::write(path, text)).map_err(|error| files::unwritten(path, error))
}

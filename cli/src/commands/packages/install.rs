//! `ludex install`: installs a game or mods into the user's data folder.

use std::path::{Path, PathBuf};

use ludex::JSON_VERSION;
use ludex::variants::Header;
use serde::Serialize;
use serde_json::json;

use super::{Package, package};
use crate::args::InstallArgs;
use crate::failure::{Failure, Outcome};
use crate::files;
use crate::sources::archive::{Blobs, is_archive};
use crate::sources::installed::{game_folder, mods_folder};
use crate::sources::rulesets::shipped;
use crate::terminal::output::{Out, clean};

const NOWHERE: &str = "there is no folder for installed packages: set HOME or XDG_DATA_HOME";

pub fn run(args: &InstallArgs, out: &mut Out) -> Outcome {
    let package = package(&args.file)?;
    package.checked(&args.file, out)?;
    let installed = match package {
        Package::Game(id, _) if shipped().contains(&id.as_str()) => {
            let as_it_is = match is_archive(&args.file) {
                true => format!(", or play the file directly: `ludex play {}`", args.file.display()),
                false => String::new(),
            };
            return Err(Failure::Problem(format!(
                "`{id}` is a game that comes with the program: give yours another `id`{as_it_is}"
            )));
        }
        Package::Game(id, blobs) => vec![game(&id, &blobs, args.replace)?],
        Package::Mods(mods) => {
            let free: Vec<PathBuf> =
                mods.iter().map(|(header, _)| place(header, args.replace)).collect::<Result<_, _>>()?;
            mods.iter().zip(free).map(|(one, path)| add(one, &path)).collect::<Result<_, _>>()?
        }
    };
    if args.json {
        out.json(&json!({ "version": JSON_VERSION, "installed": installed }))?;
        return Ok(0);
    }
    for one in &installed {
        let id = clean(&one.id);
        let game = one.of.as_ref().map_or(id.clone(), |of| format!("{} --variant {id}", clean(of)));
        out.line(&format!("{id} is installed:\n  ludex play {game}"))?;
    }
    Ok(0)
}

/// A game or a mod that is kept now.
#[derive(Serialize)]
struct Installed {
    id: String,
    /// The game that a mod changes.
    of: Option<String>,
    path: String,
}

fn game(id: &str, blobs: &Blobs, replace: bool) -> Result<Installed, Failure> {
    let named = || Failure::Problem(format!("`{}` can't be the name of a folder", clean(id)));
    let folder = game_folder(id).ok_or_else(|| if mods_folder().is_none() { nowhere() } else { named() })?;
    if folder.exists() && !replace {
        return Err(already(id));
    }
    files::replace_folder(&folder, blobs).map_err(|error| files::unwritten(&folder, error))?;
    Ok(Installed { id: id.to_owned(), of: None, path: folder.display().to_string() })
}

fn nowhere() -> Failure {
    Failure::Problem(NOWHERE.to_owned())
}

fn already(id: &str) -> Failure {
    Failure::Problem(format!("`{}` is installed already: --replace takes this one instead", clean(id)))
}

fn place(header: &Header, replace: bool) -> Result<PathBuf, Failure> {
    let is_name = !header.id.is_empty() && header.id.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    if !is_name {
        return Err(Failure::Problem(format!("`{}` can't be the name of a file", clean(&header.id))));
    }
    let path = mods_folder().ok_or_else(nowhere)?.join(format!("{}.yaml", header.id));
    if path.exists() && !replace { Err(already(&header.id)) } else { Ok(path) }
}

fn add((header, text): &(Header, String), path: &Path) -> Result<Installed, Failure> {
    let made = std::fs::create_dir_all(files::folder_of(path));
    made.and_then(|()| files::write(path, text)).map_err(|error| files::unwritten(path, error))?;
    let path = path.display().to_string();
    Ok(Installed { id: header.id.clone(), of: Some(header.of.clone()), path })
}

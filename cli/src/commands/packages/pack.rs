//! `ludex pack`: packs a game or mods into one file.

use std::path::{Path, PathBuf};

use ludex::JSON_VERSION;
use ludex::variants::Header;
use serde_json::json;

use super::{Package, package};
use crate::args::PackArgs;
use crate::failure::{Failure, Outcome};
use crate::files;
use crate::sources::archive::{self, Blobs};
use crate::sources::rulesets::{plural, shipped};
use crate::terminal::output::{Out, clean};

pub fn run(args: &PackArgs, out: &mut Out) -> Outcome {
    let packages: Vec<Package> = args.paths.iter().map(|path| package(path)).collect::<Result<_, _>>()?;
    let package = together(packages)?;
    package.checked(args.paths.first().map_or(Path::new("."), PathBuf::as_path), out)?;
    // a package with the ID of a shipped game can be played but not installed
    let next = match &package {
        Package::Game(id, _) if shipped().contains(&id.as_str()) => "play",
        Package::Game(..) | Package::Mods(_) => "install",
    };
    let (id, blobs) = named(package)?;
    let to = args.out.clone().unwrap_or_else(|| PathBuf::from(format!("{id}.zip")));
    if args.paths.iter().any(|path| is_same_file(path, &to)) {
        return Err(Failure::Usage(format!("{} is what is packed: give another --out", to.display())));
    }
    let bytes = archive::write(&blobs)
        .map_err(|error| Failure::Problem(format!("{} can't be packed: {error}", clean(&id))))?;
    files::write(&to, &bytes).map_err(|error| files::unwritten(&to, error))?;
    if args.json {
        let files: Vec<&str> = blobs.iter().map(|(path, _)| path.as_str()).collect();
        let to = to.display().to_string();
        out.json(&json!({ "version": JSON_VERSION, "file": to, "files": files, "bytes": bytes.len() }))?;
        return Ok(0);
    }
    out.line(&format!(
        "{}: {}, {} KiB",
        to.display(),
        plural(blobs.len(), "file"),
        bytes.len().div_ceil(1024)
    ))?;
    out.line(&format!("  ludex {next} {}", to.display()))?;
    Ok(0)
}

fn is_same_file(one: &Path, other: &Path) -> bool {
    one.canonicalize().is_ok_and(|one| other.canonicalize().is_ok_and(|other| one == other))
}

/// Combines packages into one: a single game, or mods.
fn together(packages: Vec<Package>) -> Result<Package, Failure> {
    let many = packages.len() > 1;
    let mut mods = Vec::new();
    for package in packages {
        match package {
            Package::Game(..) if many => return Err(Failure::Usage("a game is packed alone".to_owned())),
            Package::Game(..) => return Ok(package),
            Package::Mods(more) => mods.extend(more),
        }
    }
    Ok(Package::Mods(mods))
}

/// Returns the name of the package file, and its contents.
fn named(package: Package) -> Result<(String, Blobs), Failure> {
    let mods = match package {
        Package::Game(id, blobs) => return Ok((clean(&id), blobs)),
        Package::Mods(mods) => mods,
    };
    let name = mods.first().map(|(header, _)| clean(&header.id)).unwrap_or_default();
    let file = |(header, text): (Header, String)| (format!("{}.yaml", clean(&header.id)), text.into_bytes());
    let mut blobs: Blobs = mods.into_iter().map(file).collect();
    blobs.sort();
    match blobs.windows(2).find(|two| two[0].0 == two[1].0) {
        Some(twice) => {
            let id = twice[0].0.trim_end_matches(".yaml");
            Err(Failure::Usage(format!("two overlays have the id `{id}`")))
        }
        None => Ok((name, blobs)),
    }
}

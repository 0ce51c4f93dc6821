//! Reads pictures from a ruleset's folder. Rulesets are untrusted: reads nothing outside the folder, and
//! limits the size.

use std::fs::File;
use std::io::{ErrorKind, Read};
use std::path::Path;

#[cfg(feature = "serve")]
use super::archive::Blobs;

/// Maximum size of a frame or icon at a table, in bytes.
#[cfg(feature = "serve")]
const MOST_DRAWING: u64 = 1 << 20;

/// Reads a picture without following links out of the folder; returns `None` if it doesn't exist.
///
/// # Errors
/// The reason, as the end of a sentence.
pub fn read(folder: &Path, path: &str, most: u64) -> Result<Option<Vec<u8>>, String> {
    let real = match folder.join(path).canonicalize() {
        Ok(real) => real,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(format!("can't be read: {error}")),
    };
    let root = folder.canonicalize().map_err(|error| format!("can't be read: {error}"))?;
    if !real.starts_with(&root) {
        return Err("is a link to a place outside the ruleset's folder".to_owned());
    }
    if !real.is_file() {
        return Err("is not a regular file".to_owned());
    }
    let mut bytes = Vec::new();
    let read = File::open(&real).and_then(|file| file.take(most + 1).read_to_end(&mut bytes));
    read.map_err(|error| format!("can't be read: {error}"))?;
    if bytes.len() as u64 > most {
        return Err(format!("is larger than {} MiB", most >> 20));
    }
    Ok(Some(bytes))
}

/// Returns the frames and icons of a ruleset's folder, by path. Unreadable ones are left out.
#[cfg(feature = "serve")]
pub fn drawings(folder: &Path) -> Blobs {
    let below = |name: &str| folder.join(name).read_dir().ok().into_iter().flatten().flatten();
    let names = ["frames", "icons"].into_iter().flat_map(|name| {
        below(name).filter_map(move |entry| Some(format!("{name}/{}", entry.file_name().to_str()?)))
    });
    let svg = names.filter(|path| path.ends_with(".svg"));
    let mut blobs: Blobs =
        svg.filter_map(|path| Some((path.clone(), read(folder, &path, MOST_DRAWING).ok()??))).collect();
    blobs.sort();
    blobs
}

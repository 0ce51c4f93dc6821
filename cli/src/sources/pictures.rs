//! Reads pictures from a ruleset's folder. Rulesets are untrusted: reads nothing outside the folder, and
//! limits the size.

use std::fs::File;
use std::io::{ErrorKind, Read};
use std::path::Path;

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

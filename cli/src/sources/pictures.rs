//! Pictures that lie in the folder of a ruleset. A ruleset is not trusted: nothing outside of its folder is read, and not too much.

use std::fs::File;
use std::io::{ErrorKind, Read};
use std::path::Path;

/// The bytes of a picture, no link out of the folder being followed; nothing if there is none.
///
/// # Errors
/// Why it is not read, for the end of a sentence.
pub fn read(folder: &Path, path: &str, most: u64) -> Result<Option<Vec<u8>>, String> {
    let real = match folder.join(path).canonicalize() {
        Ok(real) => real,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(format!("can't be read: {error}")),
    };
    let root = folder.canonicalize().map_err(|error| format!("can't be read: {error}"))?;
    if !real.starts_with(&root) {
        return Err("is a link out of the ruleset's folder; that is not followed".to_owned());
    }
    if !real.is_file() {
        return Err("is no regular file".to_owned());
    }
    let mut bytes = Vec::new();
    let read = File::open(&real).and_then(|file| file.take(most + 1).read_to_end(&mut bytes));
    read.map_err(|error| format!("can't be read: {error}"))?;
    if bytes.len() as u64 > most {
        return Err(format!("is larger than {} MiB", most >> 20));
    }
    Ok(Some(bytes))
}

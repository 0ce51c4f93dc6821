//! Where files are written: whole or not at all.

use std::fs;
use std::io::{self, Write};
use std::path::Path;

/// Writes a file; one that was there keeps its permissions.
pub fn write_whole(path: &Path, text: &str) -> io::Result<()> {
    let folder = path.parent().filter(|folder| *folder != Path::new("")).unwrap_or(Path::new("."));
    let mut file = tempfile::NamedTempFile::new_in(folder)?;
    file.write_all(text.as_bytes())?;
    if let Ok(meta) = fs::metadata(path) {
        file.as_file().set_permissions(meta.permissions())?;
    }
    file.as_file().sync_all()?;
    file.persist(path).map_err(|error| error.error)?;
    Ok(())
}

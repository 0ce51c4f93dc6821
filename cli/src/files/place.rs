//! Targets of writing, and the attributes that are kept when a file is replaced.

use std::fs::{self, File, Metadata};
use std::io;
use std::path::Path;

pub enum Place {
    Stdout,
    Stderr,
    /// A pipe or a device, which has no content of its own.
    Device,
    /// A regular file; `None` if it does not exist yet.
    File(Option<Metadata>),
}

/// Determines the target of a path; rejects paths that must not be written.
pub fn resolve(path: &Path) -> io::Result<Place> {
    match path.to_str() {
        Some("-" | "/dev/stdout") => return Ok(Place::Stdout),
        Some("/dev/stderr") => return Ok(Place::Stderr),
        Some(_) | None => {}
    }
    if path.to_string_lossy().ends_with(std::path::is_separator) {
        return Err(io::Error::other("it is the name of a folder"));
    }
    let own = match path.symlink_metadata() {
        Ok(own) => own,
        Err(error) if matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory) => {
            return Ok(Place::File(None));
        }
        // for example, a name that is too long, or a folder without permission
        Err(error) => return Err(error),
    };
    let leads_to = path.metadata();
    let device = |meta: &Metadata| !meta.is_file() && !meta.is_dir();
    match leads_to {
        Ok(meta) if device(&meta) => return Ok(Place::Device),
        Ok(_) | Err(_) => {}
    }
    refusal(path, &own).map_or(Ok(Place::File(Some(own))), |why| Err(io::Error::other(why)))
}

fn refusal(path: &Path, own: &Metadata) -> Option<&'static str> {
    if own.is_symlink() {
        return Some("it is a link, and links are not followed");
    }
    if own.is_dir() {
        return Some("it is a folder");
    }
    if names(own) > 1 {
        return Some("it has a second name (a hard link), which would keep the old text; copy it first");
    }
    // replacing needs permission for the folder only, but a read-only file should stay unchanged
    let may = !own.permissions().readonly() && fs::OpenOptions::new().write(true).open(path).is_ok();
    (!may).then_some("it is read-only")
}

#[cfg(unix)]
fn names(meta: &Metadata) -> u64 {
    std::os::unix::fs::MetadataExt::nlink(meta)
}

#[cfg(not(unix))]
fn names(_: &Metadata) -> u64 {
    1
}

/// Returns a builder for temporary files. A new file has the default mode; a replacement is private until it
/// gets the mode of the old file.
#[cfg(unix)]
pub fn new_file(was_there: bool) -> tempfile::Builder<'static, 'static> {
    use std::os::unix::fs::PermissionsExt;

    let mut builder = tempfile::Builder::new();
    builder.permissions(fs::Permissions::from_mode(if was_there { 0o600 } else { 0o666 }));
    builder
}

#[cfg(not(unix))]
pub fn new_file(_: bool) -> tempfile::Builder<'static, 'static> {
    tempfile::Builder::new()
}

/// Copies the owner, the group and the mode of another file.
#[cfg(unix)]
pub fn keep(file: &File, was: &Metadata) -> io::Result<()> {
    use std::os::unix::fs::{MetadataExt, fchown};

    let now = file.metadata()?;
    if (now.uid(), now.gid()) != (was.uid(), was.gid()) {
        let foreign = |_| io::Error::other("it belongs to another user, and would become yours");
        fchown(file, Some(was.uid()), Some(was.gid())).map_err(foreign)?;
    }
    file.set_permissions(was.permissions())
}

#[cfg(not(unix))]
pub fn keep(file: &File, was: &Metadata) -> io::Result<()> {
    file.set_permissions(was.permissions())
}

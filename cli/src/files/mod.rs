//! Writes files and folders; all commands write through this module.
//!
//! A regular file is written as a whole or not at all. The text goes to a temporary file in the same folder,
//! which is synced and then replaces the target, with the target's mode and owner. Other targets (standard
//! output, a pipe, a device) are written directly. Links and read-only files are rejected before anything
//! else is done. Commands that read a file to change it first lock its folder ([`lock`]).

mod lock;
mod names;
mod place;

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use tempfile::{TempDir, TempPath};

use crate::failure::Failure;
use lock::Held;
pub use lock::lock;
pub use names::is_reserved;
use place::Place;

/// Suffix of temporary files.
const UNFINISHED: &str = ".ludex-unfinished";

/// Maximum number of temporary names tried, in case another process removes a new file as a leftover.
const TRIES: usize = 16;

/// A file being written. If it is dropped before it is finished, the target stays unchanged.
pub struct Draft {
    path: PathBuf,
    to: WriteTarget,
}

enum WriteTarget {
    Beside(Box<TemporaryFile>),
    /// A target that is written directly.
    Through(Box<dyn Write + Send>),
}

/// A temporary file next to its target.
struct TemporaryFile {
    file: BufWriter<File>,
    temporary: TempPath,
    /// Lock that protects the file from being removed as a leftover.
    _held: Held,
}

impl Draft {
    /// Starts writing. Rejects targets that can't be written, and removes leftovers of killed processes.
    ///
    /// # Errors
    /// The reason why the target can't be written, as the end of a sentence.
    pub fn open(path: &Path) -> io::Result<Draft> {
        let to = match place::resolve(path)? {
            Place::Stdout => WriteTarget::Through(Box::new(io::stdout())),
            Place::Stderr => WriteTarget::Through(Box::new(io::stderr())),
            Place::Device => {
                WriteTarget::Through(Box::new(BufWriter::new(File::options().append(true).open(path)?)))
            }
            Place::File(was) => WriteTarget::Beside(Box::new(TemporaryFile::new(path, was.as_ref())?)),
        };
        Ok(Draft { path: path.to_owned(), to })
    }

    /// Like [`open`](Self::open), but fails if the file's content differs from `was`. `None` requires that
    /// the file does not exist.
    pub fn change(path: &Path, was: Option<&str>) -> io::Result<Draft> {
        let draft = Draft::open(path)?;
        let same = match was {
            Some(was) => fs::metadata(path)?.len() == was.len() as u64 && fs::read(path)? == was.as_bytes(),
            None => !path.exists(),
        };
        if same { Ok(draft) } else { Err(io::Error::other("another program has just changed it")) }
    }

    /// Returns true if the target is a regular file.
    pub fn is_file(&self) -> bool {
        matches!(self.to, WriteTarget::Beside(_))
    }

    /// Moves the written file to its target.
    pub fn finish(self) -> io::Result<()> {
        match self.to {
            WriteTarget::Beside(beside) => beside.finish(&self.path),
            WriteTarget::Through(mut writer) => writer.flush(),
        }
    }

    /// Writes the whole content, and syncs it to disk.
    pub fn whole(mut self, bytes: impl AsRef<[u8]>) -> io::Result<Draft> {
        self.write_all(bytes.as_ref())?;
        self.flush()?;
        if let WriteTarget::Beside(beside) = &self.to {
            beside.file.get_ref().sync_all()?;
        }
        Ok(self)
    }
}

impl Write for Draft {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match &mut self.to {
            WriteTarget::Beside(beside) => beside.file.write(bytes),
            WriteTarget::Through(writer) => writer.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match &mut self.to {
            WriteTarget::Beside(beside) => beside.file.flush(),
            WriteTarget::Through(writer) => writer.flush(),
        }
    }
}

impl TemporaryFile {
    fn new(path: &Path, was: Option<&fs::Metadata>) -> io::Result<TemporaryFile> {
        let folder = folder_of(path);
        if !folder.is_dir() {
            return Err(io::Error::other(format!("there is no folder {}", folder.display())));
        }
        let name = path.file_name().ok_or_else(|| io::Error::other("it is not the name of a file"))?;
        // shorten the name to leave room for the rest
        let short: String = name.to_string_lossy().chars().take(40).collect();
        let begin = format!(".{short}.");
        sweep(folder);
        for _ in 0..TRIES {
            let made = place::new_file(was.is_some()).prefix(&begin).suffix(UNFINISHED).tempfile_in(folder);
            // the original message names the temporary file, which means nothing to the user
            let (file, temporary) = made.map_err(|error| io::Error::from(error.kind()))?.into_parts();
            if let Some(held) = lock::hold(&file)? {
                was.map_or(Ok(()), |was| place::keep(&file, was))?;
                return Ok(TemporaryFile { file: BufWriter::new(file), temporary, _held: held });
            }
        }
        Err(io::Error::other("no temporary file can be created next to it"))
    }

    fn finish(self, path: &Path) -> io::Result<()> {
        let TemporaryFile { file, temporary, _held } = self;
        let file = file.into_inner().map_err(io::IntoInnerError::into_error)?;
        file.sync_all()?;
        temporary.persist(path).map_err(|error| error.error)?;
        // sync the new name too; ignore folders that can't be synced
        let _ = File::open(folder_of(path)).and_then(|folder| folder.sync_all());
        Ok(())
    }
}

/// Removes unfinished files and folders of killed processes: those that no process has locked.
fn sweep(folder: &Path) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let name = entry.file_name();
        let name = name.to_string_lossy();
        if name.starts_with('.') && name.ends_with(UNFINISHED) && lock::is_left(&entry.path()) {
            // a link is not a temporary file of ours; don't follow it
            let _ = match entry.file_type() {
                Ok(kind) if kind.is_file() => fs::remove_file(entry.path()),
                Ok(kind) if kind.is_dir() => fs::remove_dir_all(entry.path()),
                Ok(_) | Err(_) => Ok(()),
            };
        }
    }
}

/// A temporary folder next to the target. Content is created in it and then moved.
struct Workshop {
    folder: TempDir,
    _held: Held,
}

impl Workshop {
    fn new(beside: &Path) -> io::Result<Workshop> {
        sweep(beside);
        for _ in 0..TRIES {
            let folder = tempfile::Builder::new().prefix(".").suffix(UNFINISHED).tempdir_in(beside)?;
            let held = match File::open(folder.path()) {
                Ok(opened) => lock::hold(&opened)?,
                // some systems can't open folders and have no locks for them
                Err(_) if folder.path().is_dir() => Some(None),
                Err(_) => None,
            };
            if let Some(held) = held {
                return Ok(Workshop { folder, _held: held });
            }
        }
        Err(io::Error::other("no temporary folder can be created next to it"))
    }
}

pub fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| *folder != Path::new("")).unwrap_or(Path::new("."))
}

/// Returns the line ending of a text: that of its first line. Inserted text uses the same.
pub fn line_end(text: &str) -> &'static str {
    let first = text.split_inclusive('\n').next().unwrap_or_default();
    if first.ends_with("\r\n") { "\r\n" } else { "\n" }
}

/// Writes a file as a whole or not at all.
pub fn write(path: &Path, bytes: impl AsRef<[u8]>) -> io::Result<()> {
    Draft::open(path)?.whole(bytes)?.finish()
}

/// Writes a file below a folder as a whole or not at all; creates missing folders.
pub fn write_below(folder: &Path, name: &str, bytes: impl AsRef<[u8]>) -> Result<(), Failure> {
    let path = folder.join(name);
    let written = fs::create_dir_all(folder_of(&path)).and_then(|()| write(&path, bytes));
    written.map_err(|error| unwritten(&path, error))
}

/// Creates a folder with these files as a whole or not at all, by moving a temporary folder. Rejects a folder
/// that isn't empty.
pub fn new_folder(path: &Path, files: &[(String, impl AsRef<[u8]>)]) -> io::Result<()> {
    if path.symlink_metadata().is_ok() {
        if !path.is_dir() {
            return Err(io::Error::other("there is a file of this name"));
        }
        if fs::read_dir(path)?.next().is_some() {
            return Err(io::Error::other("the folder exists and is not empty"));
        }
    }
    fs::create_dir_all(folder_of(path))?;
    let beside = Workshop::new(folder_of(path))?;
    // the temporary folder is private; this one has the default mode
    let whole = beside.folder.path().join("new");
    for (name, bytes) in files {
        let file = whole.join(name);
        fs::create_dir_all(folder_of(&file))?;
        write(&file, bytes)?;
    }
    fs::rename(&whole, path)
}

/// Replaces a folder by one with these files. The old folder stays until the new one is complete.
pub fn replace_folder(path: &Path, files: &[(String, impl AsRef<[u8]>)]) -> io::Result<()> {
    fs::create_dir_all(folder_of(path))?;
    let beside = Workshop::new(folder_of(path))?;
    let (whole, old) = (beside.folder.path().join("new"), beside.folder.path().join("old"));
    new_folder(&whole, files)?;
    if path.exists() {
        fs::rename(path, &old)?;
    }
    // restore the old folder if the new one can't be moved
    fs::rename(&whole, path).inspect_err(|_| drop(fs::rename(&old, path)))
}

/// Creates a temporary folder, which is removed when dropped.
pub fn passing_folder() -> io::Result<TempDir> {
    tempfile::tempdir()
}

/// Removes a file, or a folder with its contents.
pub fn remove(path: &Path) -> io::Result<()> {
    if path.symlink_metadata()?.is_dir() { fs::remove_dir_all(path) } else { fs::remove_file(path) }
}

pub fn may_write(path: &Path) -> io::Result<()> {
    Draft::open(path).map(drop)
}

/// Creates the error for a file that can't be written. A closed pipe is not reported as an error.
pub fn unwritten(path: &Path, error: io::Error) -> Failure {
    if error.kind() == io::ErrorKind::BrokenPipe {
        return Failure::Output(error);
    }
    Failure::Problem(format!("can't write {}: {error}", path.display()))
}

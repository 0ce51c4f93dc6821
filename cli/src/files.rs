//! The one way in which the command writes files.
//!
//! A regular file is written whole or not at all: into a file beside it, which is synced and then takes its place, with the mode and the owner of the
//! one that was there. What is no regular file (standard output, a pipe, a device) is written as it comes. Links and files that may not be written
//! are refused, before anything else is done. Whoever reads a file in order to change it asks for its folder first ([`lock`]).

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
pub use names::reserved;
use place::Place;

/// What the name of a file ends with that is not whole yet.
const UNFINISHED: &str = ".ludex-unfinished";

/// How often a new name is tried, where somebody takes what was just made for a leftover.
const TRIES: usize = 16;

/// Something that is being written; dropped before it is finished, a file is as it was.
pub struct Draft {
    path: PathBuf,
    to: To,
}

enum To {
    /// A regular file.
    Beside(Box<Beside>),
    /// What takes what it is given.
    Through(Box<dyn Write + Send>),
}

/// The file that is to take the place of another one.
struct Beside {
    file: BufWriter<File>,
    temporary: TempPath,
    /// As long as it is held, nobody takes the file for a leftover.
    _held: Held,
}

impl Draft {
    /// Begins to write. What can't be written is refused here, and leftovers of runs that were killed are taken away.
    ///
    /// # Errors
    /// Why it can't be written, for the end of a sentence.
    pub fn open(path: &Path) -> io::Result<Draft> {
        let to = match place::of(path)? {
            Place::Stdout => To::Through(Box::new(io::stdout())),
            Place::Stderr => To::Through(Box::new(io::stderr())),
            Place::Device => To::Through(Box::new(BufWriter::new(File::options().append(true).open(path)?))),
            Place::File(was) => To::Beside(Box::new(Beside::new(path, was.as_ref())?)),
        };
        Ok(Draft { path: path.to_owned(), to })
    }

    /// As [`open`](Self::open), of a file that must still be what was read; `None` where there was none.
    pub fn change(path: &Path, was: Option<&str>) -> io::Result<Draft> {
        let draft = Draft::open(path)?;
        let same = match was {
            Some(was) => fs::metadata(path)?.len() == was.len() as u64 && fs::read(path)? == was.as_bytes(),
            None => !path.exists(),
        };
        if same { Ok(draft) } else { Err(io::Error::other("somebody else has changed it just now")) }
    }

    /// Whether it takes the place of a file, and does not go elsewhere.
    pub fn is_file(&self) -> bool {
        matches!(self.to, To::Beside(_))
    }

    /// Puts what was written where it belongs.
    pub fn finish(self) -> io::Result<()> {
        match self.to {
            To::Beside(beside) => beside.finish(&self.path),
            To::Through(mut writer) => writer.flush(),
        }
    }

    /// Writes all that there is to write, up to the disk.
    pub fn whole(mut self, bytes: impl AsRef<[u8]>) -> io::Result<Draft> {
        self.write_all(bytes.as_ref())?;
        self.flush()?;
        if let To::Beside(beside) = &self.to {
            beside.file.get_ref().sync_all()?;
        }
        Ok(self)
    }
}

impl Write for Draft {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match &mut self.to {
            To::Beside(beside) => beside.file.write(bytes),
            To::Through(writer) => writer.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match &mut self.to {
            To::Beside(beside) => beside.file.flush(),
            To::Through(writer) => writer.flush(),
        }
    }
}

impl Beside {
    fn new(path: &Path, was: Option<&fs::Metadata>) -> io::Result<Beside> {
        let folder = folder_of(path);
        if !folder.is_dir() {
            return Err(io::Error::other(format!("there is no folder {}", folder.display())));
        }
        let name = path.file_name().ok_or_else(|| io::Error::other("it is no name of a file"))?;
        // so much of the name that there is room for the rest
        let short: String = name.to_string_lossy().chars().take(40).collect();
        let begin = format!(".{short}.");
        sweep(folder);
        for _ in 0..TRIES {
            let made = place::new_file(was.is_some()).prefix(&begin).suffix(UNFINISHED).tempfile_in(folder);
            // its own message names the file beside, of which nobody knows
            let (file, temporary) = made.map_err(|error| io::Error::from(error.kind()))?.into_parts();
            if let Some(held) = lock::hold(&file)? {
                was.map_or(Ok(()), |was| place::keep(&file, was))?;
                return Ok(Beside { file: BufWriter::new(file), temporary, _held: held });
            }
        }
        Err(io::Error::other("no file can be made beside it"))
    }

    fn finish(self, path: &Path) -> io::Result<()> {
        let Beside { file, temporary, _held } = self;
        let file = file.into_inner().map_err(io::IntoInnerError::into_error)?;
        file.sync_all()?;
        temporary.persist(path).map_err(|error| error.error)?;
        // the new name too; where a folder can't be synced there is nothing to do about it
        let _ = File::open(folder_of(path)).and_then(|folder| folder.sync_all());
        Ok(())
    }
}

/// Removes unfinished files and folders of runs that were killed: those that no run holds.
fn sweep(folder: &Path) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let name = entry.file_name();
        let name = name.to_string_lossy();
        if name.starts_with('.') && name.ends_with(UNFINISHED) && lock::is_left(&entry.path()) {
            // a link is no file of ours, and is not followed
            let _ = match entry.file_type() {
                Ok(kind) if kind.is_file() => fs::remove_file(entry.path()),
                Ok(kind) if kind.is_dir() => fs::remove_dir_all(entry.path()),
                Ok(_) | Err(_) => Ok(()),
            };
        }
    }
}

/// A folder beside others, in which something is made before it takes its place.
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
                // a system that opens no folders has no locks for them
                Err(_) if folder.path().is_dir() => Some(None),
                Err(_) => None,
            };
            if let Some(held) = held {
                return Ok(Workshop { folder, _held: held });
            }
        }
        Err(io::Error::other("no folder can be made beside it"))
    }
}

/// The folder in which a file is.
pub fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| *folder != Path::new("")).unwrap_or(Path::new("."))
}

/// How lines end in a text: as the first of them does. What is put into it ends as they do.
pub fn line_end(text: &str) -> &'static str {
    let first = text.split_inclusive('\n').next().unwrap_or_default();
    if first.ends_with("\r\n") { "\r\n" } else { "\n" }
}

/// Writes a file whole or not at all.
pub fn write(path: &Path, bytes: impl AsRef<[u8]>) -> io::Result<()> {
    Draft::open(path)?.whole(bytes)?.finish()
}

/// Writes a file below a folder whole or not at all; folders that are missing are made.
pub fn write_below(folder: &Path, name: &str, bytes: impl AsRef<[u8]>) -> Result<(), Failure> {
    let path = folder.join(name);
    let written = fs::create_dir_all(folder_of(&path)).and_then(|()| write(&path, bytes));
    written.map_err(|error| unwritten(&path, error))
}

/// Makes a folder with these files, whole or not at all: elsewhere first, from where it takes its place. One that holds anything is refused.
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
    // the folder above is its maker's alone; this one has the usual mode
    let whole = beside.folder.path().join("new");
    for (name, bytes) in files {
        let file = whole.join(name);
        fs::create_dir_all(folder_of(&file))?;
        write(&file, bytes)?;
    }
    fs::rename(&whole, path)
}

/// Makes a folder with these files in the place of one that is there; until they are all there, that one stays.
pub fn replace_folder(path: &Path, files: &[(String, impl AsRef<[u8]>)]) -> io::Result<()> {
    fs::create_dir_all(folder_of(path))?;
    let beside = Workshop::new(folder_of(path))?;
    let (whole, old) = (beside.folder.path().join("new"), beside.folder.path().join("old"));
    new_folder(&whole, files)?;
    if path.exists() {
        fs::rename(path, &old)?;
    }
    // where the new one can't take its place the old one does again
    fs::rename(&whole, path).inspect_err(|_| drop(fs::rename(&old, path)))
}

/// A folder for what is made on the way, taken away when it is dropped.
pub fn passing_folder() -> io::Result<TempDir> {
    tempfile::tempdir()
}

/// Takes away a file, or a folder with all that is in it.
pub fn remove(path: &Path) -> io::Result<()> {
    if path.symlink_metadata()?.is_dir() { fs::remove_dir_all(path) } else { fs::remove_file(path) }
}

/// Whether a file could be written now, and else why not.
pub fn may_write(path: &Path) -> io::Result<()> {
    Draft::open(path).map(drop)
}

/// What is told of a file that can't be written. That nobody reads a pipe any more is nobody's fault.
pub fn unwritten(path: &Path, error: io::Error) -> Failure {
    if error.kind() == io::ErrorKind::BrokenPipe {
        return Failure::Output(error);
    }
    Failure::Problem(format!("can't write {}: {error}", path.display()))
}

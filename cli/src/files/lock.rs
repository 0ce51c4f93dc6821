//! Who may change the files of a folder, and which unfinished files are still being written.
//!
//! Locks are those of the system, which end with the program however it ends. Where there are none (a system or a disk without them) everybody
//! may; what was read is then still compared before it is replaced ([`Draft::change`](super::Draft::change)).

use std::fs::File;
use std::io;
use std::path::Path;
use std::time::{Duration, Instant};

use crate::failure::Failure;

/// How long somebody waits for another program that changes the same files.
const PATIENCE: Duration = Duration::from_secs(10);

/// How often it is looked whether that one is done.
const PAUSE: Duration = Duration::from_millis(20);

/// A lock that is held, if the disk has such.
pub type Held = Option<Guard>;

#[cfg(unix)]
pub struct Guard {
    _lock: nix::fcntl::Flock<File>,
}

#[cfg(not(unix))]
pub struct Guard;

/// What came of asking for a lock.
enum Asked {
    Held(Guard),
    /// Somebody else has it.
    Busy,
    /// There are none here.
    Unknown,
}

#[cfg(unix)]
fn ask(file: File) -> Asked {
    use nix::errno::Errno;
    use nix::fcntl::{Flock, FlockArg};

    match Flock::lock(file, FlockArg::LockExclusiveNonblock) {
        Ok(lock) => Asked::Held(Guard { _lock: lock }),
        Err((_, Errno::EWOULDBLOCK)) => Asked::Busy,
        Err(_) => Asked::Unknown,
    }
}

#[cfg(not(unix))]
fn ask(_: File) -> Asked {
    Asked::Unknown
}

/// Until it is dropped nobody else who asks for it changes the files of this folder. Waits for whoever does.
pub fn lock(folder: &Path) -> Result<Held, Failure> {
    let begun = Instant::now();
    loop {
        let Ok(opened) = File::open(folder) else { return Ok(None) };
        match ask(opened) {
            Asked::Held(guard) => return Ok(Some(guard)),
            Asked::Unknown => return Ok(None),
            Asked::Busy if begun.elapsed() < PATIENCE => std::thread::sleep(PAUSE),
            Asked::Busy => {
                let folder = folder.display();
                let message =
                    format!("another ludex is changing the files of {folder}; try again when it is done");
                return Err(Failure::Problem(message));
            }
        }
    }
}

/// Holds an unfinished file, for as long as it is written; nothing if somebody has taken it for a leftover in the meantime.
pub fn hold(file: &File) -> io::Result<Option<Held>> {
    Ok(match ask(file.try_clone()?) {
        Asked::Held(guard) => (!is_gone(file)?).then_some(Some(guard)),
        Asked::Busy => None,
        Asked::Unknown => Some(None),
    })
}

#[cfg(unix)]
fn is_gone(file: &File) -> io::Result<bool> {
    Ok(std::os::unix::fs::MetadataExt::nlink(&file.metadata()?) == 0)
}

#[cfg(not(unix))]
fn is_gone(_: &File) -> io::Result<bool> {
    Ok(false)
}

/// Whether nobody writes an unfinished file any more.
pub fn is_left(path: &Path) -> bool {
    File::open(path).is_ok_and(|file| matches!(ask(file), Asked::Held(_)))
}

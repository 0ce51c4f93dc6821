//! Locks on folders to be changed, and on unfinished files.
//!
//! Uses system locks, which end with the process however it ends. Without system locks (on some systems and
//! disks), access is not exclusive. The file's content is then still compared before it is replaced
//! ([`Draft::change`](super::Draft::change)).

use std::fs::File;
use std::io;
use std::path::Path;
use std::time::{Duration, Instant};

use crate::failure::Failure;

/// Maximum time to wait for another program that changes the same files.
const PATIENCE: Duration = Duration::from_secs(10);

/// Interval between attempts to take the lock.
const PAUSE: Duration = Duration::from_millis(20);

/// A lock that is held; `None` if locks are not supported.
pub type Held = Option<Guard>;

#[cfg(unix)]
pub struct Guard {
    _lock: nix::fcntl::Flock<File>,
}

#[cfg(not(unix))]
pub struct Guard;

enum LockResult {
    Held(Guard),
    /// Another process holds the lock.
    Busy,
    Unknown,
}

#[cfg(unix)]
fn ask(file: File) -> LockResult {
    use nix::errno::Errno;
    use nix::fcntl::{Flock, FlockArg};

    match Flock::lock(file, FlockArg::LockExclusiveNonblock) {
        Ok(lock) => LockResult::Held(Guard { _lock: lock }),
        Err((_, Errno::EWOULDBLOCK)) => LockResult::Busy,
        Err(_) => LockResult::Unknown,
    }
}

#[cfg(not(unix))]
fn ask(_: File) -> LockResult {
    LockResult::Unknown
}

/// Locks a folder against changes by other processes that also lock it. Waits for a process that holds the
/// lock.
pub fn lock(folder: &Path) -> Result<Held, Failure> {
    let begun = Instant::now();
    loop {
        let Ok(opened) = File::open(folder) else { return Ok(None) };
        match ask(opened) {
            LockResult::Held(guard) => return Ok(Some(guard)),
            LockResult::Unknown => return Ok(None),
            LockResult::Busy if begun.elapsed() < PATIENCE => std::thread::sleep(PAUSE),
            LockResult::Busy => {
                let folder = folder.display();
                let message =
                    format!("another ludex is changing the files of {folder}; try again when it is done");
                return Err(Failure::Problem(message));
            }
        }
    }
}

/// Locks an unfinished file while it is written. Returns `None` if another process has removed it as a
/// leftover.
pub fn hold(file: &File) -> io::Result<Option<Held>> {
    Ok(match ask(file.try_clone()?) {
        LockResult::Held(guard) => (!is_gone(file)?).then_some(Some(guard)),
        LockResult::Busy => None,
        LockResult::Unknown => Some(None),
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

/// Returns true if no process is writing an unfinished file.
pub fn is_left(path: &Path) -> bool {
    File::open(path).is_ok_and(|file| matches!(ask(file), LockResult::Held(_)))
}

//! Watches the files of a ruleset for changes.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::{Duration, Instant};

use ludex::fs::Files;
use notify::event::{AccessKind, AccessMode};
use notify::{Config, Event, EventKind, RecommendedWatcher, RecursiveMode, Watcher as _};

use crate::args::Changes;
use crate::failure::Failure;
use crate::files::folder_of;
use crate::sources::rulesets::Reference;

/// Delay that groups writes, because editors write a file in parts or several files together.
const PAUSE: Duration = Duration::from_millis(15);
/// Maximum delay if writes continue without a pause.
const LONGEST: Duration = Duration::from_millis(150);
/// Interval of checks for a missing folder.
const AGAIN: Duration = Duration::from_millis(250);
/// Maximum depth of watched folders, equal to the limit for reading.
const DEPTH: usize = 4;
/// Maximum number of watched folders, equal to the limit for reading.
const MOST: usize = 2_000;

/// Contents of the files.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Texts {
    pub files: Files,
    pub overlays: Files,
    pub rules: Option<String>,
}

/// Waits for changes of the files of a ruleset and its overlays.
pub struct Watched {
    reference: Reference,
    changes: Changes,
    events: FileEvents,
}

/// Waits for changes of files.
pub struct FileEvents {
    /// A folder whose files are all watched.
    folder: Option<PathBuf>,
    /// Single files to watch, such as overlays.
    single: Vec<PathBuf>,
    events: Receiver<Woken>,
    wake: Sender<Woken>,
    /// Sends events until it is dropped.
    watcher: Option<RecommendedWatcher>,
}

/// Reason why a wait ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Woken {
    Changed,
    /// The program should stop.
    Stop,
}

impl Watched {
    /// Watches the files of a reference. Fails for a ruleset inside the program.
    pub fn new(reference: &Reference, changes: &Changes) -> Result<Watched, Failure> {
        let (folder, mut single) = match reference {
            Reference::Folder(path) => (Some(absolute(path)), Vec::new()),
            Reference::File(path) | Reference::Archive(path) => (None, vec![absolute(path)]),
            Reference::Shipped(_) | Reference::Revision { .. } | Reference::Stdin => (None, Vec::new()),
        };
        single.extend(changes.overlays.iter().map(|path| absolute(path)));
        if folder.is_none() && single.is_empty() {
            let id = reference.shown();
            return Err(Failure::Usage(format!(
                "the files of {id} can't change; watch a copy of your own (`ludex new my-{id} --from {id}`), or an overlay on it (--overlay FILE)"
            )));
        }
        let (reference, changes) = (reference.clone(), changes.clone());
        Ok(Watched { reference, changes, events: FileEvents::new(folder, single)? })
    }

    /// Returns the sender that ends a wait.
    pub fn waker(&self) -> Sender<Woken> {
        self.events.waker()
    }

    /// Waits until files may have changed and the current writes are complete.
    pub fn wait(&mut self) -> Woken {
        self.events.wait()
    }

    /// Reads the current files.
    ///
    /// # Errors
    /// The file that can't be read.
    pub fn read(&self) -> Result<Texts, String> {
        let files = self.reference.read().map_err(|error| error.to_string())?;
        let overlays = self.reference.overlays(&files, &self.changes).map_err(|failure| match failure {
            Failure::Usage(message) | Failure::Problem(message) => message,
            Failure::Output(error) => error.to_string(),
        })?;
        let rules = self.reference.rules().ok().flatten();
        Ok(Texts { files, overlays, rules })
    }
}

impl FileEvents {
    /// Watches the files of a folder, and single files.
    fn new(folder: Option<PathBuf>, single: Vec<PathBuf>) -> Result<FileEvents, Failure> {
        let (wake, events) = channel();
        let mut watched = FileEvents { folder, single, events, wake, watcher: None };
        watched.renew().map_err(|why| Failure::Problem(format!("the files can't be watched: {why}")))?;
        Ok(watched)
    }

    /// Watches a file, which need not exist.
    pub fn of_file(path: &Path) -> Result<FileEvents, Failure> {
        FileEvents::new(None, vec![absolute(path)])
    }

    /// Returns the sender that ends a wait.
    pub fn waker(&self) -> Sender<Woken> {
        self.wake.clone()
    }

    /// Waits until files may have changed and the current writes are complete.
    pub fn wait(&mut self) -> Woken {
        loop {
            let first = match self.watcher {
                Some(_) => self.events.recv().map_err(|_| RecvTimeoutError::Disconnected),
                None => self.events.recv_timeout(AGAIN),
            };
            match first {
                Ok(Woken::Stop) | Err(RecvTimeoutError::Disconnected) => return Woken::Stop,
                Ok(Woken::Changed) => {}
                Err(RecvTimeoutError::Timeout) if self.renew().is_err() => continue,
                Err(RecvTimeoutError::Timeout) => return Woken::Changed,
            }
            let begun = Instant::now();
            while begun.elapsed() < LONGEST {
                match self.events.recv_timeout(PAUSE) {
                    Ok(Woken::Changed) => {}
                    Ok(Woken::Stop) | Err(RecvTimeoutError::Disconnected) => return Woken::Stop,
                    Err(RecvTimeoutError::Timeout) => break,
                }
            }
            // the folder may have been replaced, or have new subfolders
            self.watcher = None;
            let _ = self.renew();
            return Woken::Changed;
        }
    }

    /// Watches the current folders; earlier changes are not reported.
    fn renew(&mut self) -> notify::Result<()> {
        let (wake, folder, single) = (self.wake.clone(), self.folder.clone(), self.single.clone());
        let tell = move |event: notify::Result<Event>| {
            let matters = event.is_ok_and(|event| matters(&event, folder.as_deref(), &single));
            if matters {
                let _ = wake.send(Woken::Changed);
            }
        };
        let mut watcher = RecommendedWatcher::new(tell, Config::default().with_follow_symlinks(false))?;
        let mut folders = BTreeSet::new();
        if let Some(folder) = &self.folder {
            watcher.watch(folder, RecursiveMode::NonRecursive)?;
            below(folder, DEPTH, &mut folders);
        }
        folders.extend(self.single.iter().map(|file| folder_of(file).to_owned()));
        for folder in folders {
            // a folder that was just removed must not prevent watching the others
            let _ = watcher.watch(&folder, RecursiveMode::NonRecursive);
        }
        self.watcher = Some(watcher);
        Ok(())
    }
}

/// Returns a path in the form used by events.
fn absolute(path: &Path) -> PathBuf {
    path.canonicalize().or_else(|_| std::path::absolute(path)).unwrap_or_else(|_| path.to_owned())
}

/// Collects subfolders, without links and hidden folders, which belong to editors and version control.
fn below(folder: &Path, depth: usize, found: &mut BTreeSet<PathBuf>) {
    if depth == 0 || found.len() >= MOST {
        return;
    }
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let is_folder = entry.file_type().is_ok_and(|kind| kind.is_dir());
        if is_folder && !is_hidden(&entry.path()) && found.insert(entry.path()) {
            below(&entry.path(), depth - 1, found);
        }
    }
}

fn is_hidden(path: &Path) -> bool {
    path.file_name().is_none_or(|name| name.to_string_lossy().starts_with('.'))
}

/// Returns true if an event changes a file that is read. Reading a file is not a change.
fn matters(event: &Event, folder: Option<&Path>, single: &[PathBuf]) -> bool {
    let is_change = match event.kind {
        EventKind::Access(AccessKind::Close(AccessMode::Write)) => true,
        EventKind::Access(_) => false,
        EventKind::Any | EventKind::Create(_) | EventKind::Modify(_) | EventKind::Remove(_) => true,
        EventKind::Other => true,
    };
    let is_read = |path: &PathBuf| {
        let in_folder =
            folder.is_some_and(|folder| path == folder || path.starts_with(folder) && !is_hidden(path));
        in_folder || single.contains(path)
    };
    is_change && (event.need_rescan() || event.paths.iter().any(is_read))
}

//! File for the logs of games played by an experiment.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::failure::Failure;
use crate::files::{self, Draft};

/// A log being written. A write error stops the run.
pub struct LogFile {
    draft: Draft,
    stop: Arc<AtomicBool>,
    failed: Option<io::Error>,
    path: PathBuf,
}

impl LogFile {
    pub fn open(path: &Path, stop: Arc<AtomicBool>) -> Result<LogFile, Failure> {
        let draft = Draft::open(path).map_err(|error| files::unwritten(path, error))?;
        Ok(LogFile { draft, stop, failed: None, path: path.to_owned() })
    }

    pub fn write(&mut self, lines: &str) {
        if self.failed.is_some() {
            return;
        }
        if let Err(error) = self.draft.write_all(lines.as_bytes()) {
            self.failed = Some(error);
            self.stop.store(true, Ordering::SeqCst);
        }
    }

    pub fn close(self) -> Result<(), Failure> {
        let written = self.failed.map_or_else(|| self.draft.finish(), Err);
        written.map_err(|error| files::unwritten(&self.path, error))
    }
}

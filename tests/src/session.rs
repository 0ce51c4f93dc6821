//! Runs the program like a user: in a folder, in a terminal of some size, with typed input.

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use crate::program::ludex;

/// Maximum time of a command.
const LONGEST: Duration = Duration::from_secs(60);

/// An empty temporary folder, deleted at the end.
pub struct Folder(PathBuf);

impl Folder {
    /// Creates the folder for the test of this name.
    pub fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("ludex-{}-{name}", std::process::id()));
        let _ = std::fs::remove_dir_all(&path);
        std::fs::create_dir_all(&path).expect("a temporary folder");
        Folder(path)
    }

    /// Returns its path.
    pub fn path(&self) -> &Path {
        &self.0
    }

    /// Creates a folder in it.
    pub fn make(&self, path: &str) {
        std::fs::create_dir_all(self.0.join(path)).expect("a folder");
    }

    /// Deletes a file in it.
    pub fn remove(&self, path: &str) {
        std::fs::remove_file(self.0.join(path)).expect("a file");
    }

    /// Writes a file in it, and creates the parent folders.
    pub fn write(&self, path: &str, bytes: &[u8]) {
        let path = self.0.join(path);
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        std::fs::write(path, bytes).expect("a written file");
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// Output and exit code of a command.
pub struct Ran {
    /// Standard output, decoded as text.
    pub out: String,
    /// Standard error, decoded as text.
    pub err: String,
    /// Exit code; `None` after a signal.
    pub code: Option<i32>,
}

/// Runs the program in a folder, in a terminal of 100 columns.
pub fn run(folder: &Folder, args: &[&str], typed: &str) -> Ran {
    run_at(folder, args, typed, 100)
}

/// Runs the program in a terminal with this number of columns.
pub fn run_at(folder: &Folder, args: &[&str], typed: &str, columns: usize) -> Ran {
    run_in(folder, args, typed, (columns, None))
}

/// Runs the program in a terminal with this number of columns and lines.
pub fn run_in(folder: &Folder, args: &[&str], typed: &str, (columns, lines): (usize, Option<usize>)) -> Ran {
    let mut command = Command::new(ludex());
    command.args(args).current_dir(&folder.0);
    for (name, value) in
        [("NO_COLOR", "1"), ("COLUMNS", columns.to_string().as_str()), ("LANG", "C.UTF-8"), ("TERM", "dumb")]
    {
        command.env(name, value);
    }
    command.env_remove("LINES").envs(lines.map(|lines| ("LINES", lines.to_string())));
    for name in ["HOME", "XDG_CACHE_HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME"] {
        command.env(name, &folder.0);
    }
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let begun = Instant::now();
    let mut child = command.spawn().expect("the program starts");
    let _ = child.stdin.take().expect("a pipe").write_all(typed.as_bytes());
    let done = child.wait_with_output().expect("the program ends");
    assert!(begun.elapsed() < LONGEST, "{args:?} took {:?}", begun.elapsed());
    let text = |bytes: Vec<u8>| {
        String::from_utf8(bytes).expect("UTF-8").replace(&*folder.0.to_string_lossy(), "FOLDER")
    };
    Ran { out: text(done.stdout), err: text(done.stderr), code: done.status.code() }
}

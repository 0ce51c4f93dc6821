//! Runs headless Chromium to create PDF files of pages.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use crate::failure::Failure;
use crate::files;

use super::file_address;

const NAMES: [&str; 6] =
    ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome", "msedge"];

/// Locations outside the search path.
const PLACES: [&str; 4] = [
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "C:/Program Files/Google/Chrome/Application/chrome.exe",
    "C:/Program Files (x86)/Microsoft/Edge/Application/msedge.exe",
];

/// Arguments of every run: they leave the user's profile untouched and disable downloads.
const ALWAYS: [&str; 10] = [
    "--headless",
    "--disable-gpu",
    "--no-first-run",
    "--no-default-browser-check",
    "--hide-scrollbars",
    "--disable-extensions",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-quic",
];

/// Time limit for a page.
const PATIENCE: Duration = Duration::from_secs(180);

pub struct Browser(PathBuf);

impl Browser {
    /// Returns the browser at the given path. By default, searches the search path and the usual locations.
    pub fn find(given: Option<&Path>) -> Result<Browser, Failure> {
        if let Some(path) = given {
            if path.is_file() {
                return Ok(Browser(path.to_owned()));
            }
            return Err(Failure::Usage(format!("--chromium: there is no program at {}", path.display())));
        }
        let path = std::env::var_os("PATH").unwrap_or_default();
        let on_path = std::env::split_paths(&path)
            .flat_map(|folder| NAMES.map(|name| folder.join(name)))
            .flat_map(|path| [path.with_extension("exe"), path]);
        let found = on_path.chain(PLACES.map(PathBuf::from)).find(|path| path.is_file());
        found.map(Browser).ok_or_else(|| {
            let why = "--pdf requires Chromium or Chrome for the rule book, and neither is on the path";
            let help = "install it, or name it with --chromium PATH; --sheets and `--for home` need neither";
            Failure::Problem(format!("{why}: {help}"))
        })
    }

    pub fn pdf(&self, page: &str) -> Result<Vec<u8>, Failure> {
        self.make(page, "made.pdf", |made| {
            vec!["--no-pdf-header-footer".to_owned(), format!("--print-to-pdf={}", made.display())]
        })
    }

    /// Runs the browser with the arguments `what` and returns the contents of the file `name` that it
    /// creates.
    fn make(&self, page: &str, name: &str, what: impl Fn(&Path) -> Vec<String>) -> Result<Vec<u8>, Failure> {
        let failed = |why: String| Failure::Problem(format!("{}: {why}", self.0.display()));
        let folder = files::passing_folder().map_err(|error| failed(error.to_string()))?;
        let (from, made) = (folder.path().join("page.html"), folder.path().join(name));
        files::write(&from, page).map_err(|error| files::unwritten(&from, error))?;
        let mut command = Command::new(&self.0);
        command.args(ALWAYS).args(sandbox(folder.path())).args(what(&made));
        command.arg(format!("--user-data-dir={}", folder.path().join("profile").display()));
        command.arg(file_address(&from)).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        let child = command.spawn().map_err(|error| failed(format!("can't be started: {error}")))?;
        if !ended(child).map_err(failed)? {
            return Err(failed("ended with an error".to_owned()));
        }
        fs::read(&made).map_err(|_| failed("ended without its output".to_owned()))
    }
}

/// Returns the flag that disables the sandbox for root, because Chromium refuses to run as root with it. The
/// page has no scripts and loads nothing.
#[cfg(unix)]
fn sandbox(folder: &Path) -> Option<&'static str> {
    use std::os::unix::fs::MetadataExt;
    let is_root = fs::metadata(folder).is_ok_and(|folder| folder.uid() == 0);
    is_root.then_some("--no-sandbox")
}

#[cfg(not(unix))]
fn sandbox(_: &Path) -> Option<&'static str> {
    None
}

/// Waits for a process and returns true if it succeeded. Stops a process that exceeds the time limit.
fn ended(mut child: Child) -> Result<bool, String> {
    let begun = Instant::now();
    loop {
        match child.try_wait() {
            Ok(Some(status)) => return Ok(status.success()),
            Ok(None) if begun.elapsed() < PATIENCE => sleep(Duration::from_millis(20)),
            Ok(None) => {
                let _ = child.kill();
                let _ = child.wait();
                return Err(format!("took longer than {} seconds", PATIENCE.as_secs()));
            }
            Err(error) => return Err(error.to_string()),
        }
    }
}

//! Reading of rulesets from folders (feature `fs`).
//!
//! Rulesets are untrusted: files outside the folder are not read and links out of it are not followed. A file
//! may have 16 MiB; all together 32 MiB, 2,000 entries and four levels of folders. This is the only module
//! that reads files.

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use super::Compile;
use super::diagnostics::Code;
use ludex_check::load::is_ignored;

/// Maximum size of one file, in bytes.
const MAX_FILE: u64 = 16 << 20;
/// Maximum size of a ruleset, in bytes.
const MAX_TOTAL: u64 = 32 << 20;
/// Maximum number of entries in a ruleset's folders.
const MAX_ENTRIES: usize = 2_000;
/// Maximum depth of folders.
const MAX_DEPTH: usize = 4;

/// The reason why a file or folder was not read.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct ReadError {
    /// Code of the problem, if it has one.
    pub code: Option<Code>,
    /// The file or folder.
    pub path: String,
    /// Description of the problem.
    pub message: String,
}

impl ReadError {
    /// Creates an error for a file or folder that the caller reads, such as from an archive.
    pub fn from_message(path: impl Into<String>, message: impl Into<String>) -> Self {
        Self { code: None, path: path.into(), message: message.into() }
    }

    fn new(code: Option<Code>, path: &Path, message: impl Into<String>) -> Self {
        Self { code, ..Self::from_message(path.display().to_string(), message) }
    }

    fn io(path: &Path, error: &io::Error) -> Self {
        let kind = error.kind();
        let message = if kind == io::ErrorKind::NotFound {
            "does not exist".to_owned()
        } else if kind == io::ErrorKind::PermissionDenied {
            "may not be read (permission denied)".to_owned()
        } else {
            format!("can't be read: {error}")
        };
        Self::new(None, path, message)
    }
}

impl std::fmt::Display for ReadError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.code {
            Some(code) => write!(f, "{} {} ({code})", self.path, self.message),
            None => write!(f, "{} {}", self.path, self.message),
        }
    }
}

impl std::error::Error for ReadError {}

/// Files of a ruleset: `(path relative to its folder, with forward slashes; text)`. Files that look like a
/// part of the ruleset but aren't read are included without their text.
pub type Files = Vec<(String, String)>;

impl Compile<'static> {
    /// Reads the files of the ruleset in a folder. Messages name them with the folder as prefix.
    ///
    /// # Errors
    /// [`ReadError`] if something can't be read, or must not be.
    ///
    /// ```no_run
    /// let ruleset = ludex::Compile::folder("my-game")?.compile().into_ruleset()?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn folder(root: impl AsRef<Path>) -> Result<Self, ReadError> {
        let root = root.as_ref();
        let shown = format!("{}/", root.display().to_string().trim_end_matches('/'));
        let mut compile = Compile::new(&[]).shown(shown);
        compile.files = read_folder(root)?.into();
        Ok(compile)
    }
}

/// Reads the files of a folder, without following links out of it. Hidden files are skipped.
///
/// # Errors
///
/// [`ReadError`] if a file can't be read, or must not be.
pub fn read_folder(root: &Path) -> Result<Files, ReadError> {
    let real = root.canonicalize().map_err(|e| ReadError::io(root, &e))?;
    let mut walk = Walk {
        root: real.clone(),
        shown: root.to_owned(),
        entries: 0,
        total: 0,
        visited: BTreeSet::new(),
        files: Vec::new(),
    };
    walk.folder(&real, "", 0)?;
    Ok(walk.files)
}

struct Walk {
    root: PathBuf,
    shown: PathBuf,
    entries: usize,
    total: u64,
    visited: BTreeSet<PathBuf>,
    files: Files,
}

impl Walk {
    /// Reads a folder. `folder` is a real path; `prefix` is its path below the root, with a slash at the end.
    fn folder(&mut self, folder: &Path, prefix: &str, depth: usize) -> Result<(), ReadError> {
        let shown = self.shown.join(prefix.trim_end_matches('/'));
        if !self.visited.insert(folder.to_owned()) {
            return Err(ReadError::new(None, &shown, "is a link to another folder of the ruleset (a loop?)"));
        }
        if depth > MAX_DEPTH {
            return Err(ReadError::new(
                None,
                &shown,
                format!("is nested too deep: at most {MAX_DEPTH} folders"),
            ));
        }
        let mut names = Vec::new();
        for entry in fs::read_dir(folder).map_err(|e| ReadError::io(&shown, &e))? {
            let entry = entry.map_err(|e| ReadError::io(&shown, &e))?;
            self.entries += 1;
            if self.entries > MAX_ENTRIES {
                let message = format!("holds more than {MAX_ENTRIES} files; is it the folder of a ruleset?");
                return Err(ReadError::new(Some(Code::FileTooLarge), &self.shown, message));
            }
            names.push(entry.file_name());
        }
        names.sort();
        for name in names {
            let Some(name) = name.to_str() else { continue };
            if !name.starts_with('.') {
                self.entry(&folder.join(name), &format!("{prefix}{name}"), depth)?;
            }
        }
        Ok(())
    }

    fn entry(&mut self, path: &Path, relative: &str, depth: usize) -> Result<(), ReadError> {
        let shown = self.shown.join(relative);
        let (yaml, ignored) = (is_yaml(path), is_ignored(relative));
        if (yaml || ignored) && relative.contains(is_control) {
            let shown = shown.display().to_string().replace(is_control, " ");
            let shown = PathBuf::from(shown);
            return Err(ReadError::new(None, &shown, "has a control character in its name; rename it"));
        }
        let is_link = path.symlink_metadata().is_ok_and(|m| m.is_symlink());
        let real = match path.canonicalize() {
            Ok(real) => real,
            Err(_) if !yaml => return Ok(()),
            Err(error) if is_link => {
                return Err(ReadError::new(None, &shown, format!("is a link that leads nowhere ({error})")));
            }
            Err(error) => return Err(ReadError::io(&shown, &error)),
        };
        let meta = real.metadata().map_err(|e| ReadError::io(&shown, &e))?;
        if !meta.is_dir() && ignored {
            self.files.push((relative.to_owned(), String::new()));
            return Ok(());
        }
        if !meta.is_dir() && !yaml {
            return Ok(());
        }
        if !real.starts_with(&self.root) {
            return Err(ReadError::new(
                None,
                &shown,
                "is a link out of the ruleset's folder; that is not followed",
            ));
        }
        if meta.is_dir() {
            return self.folder(&real, &format!("{relative}/"), depth + 1);
        }
        let text = read_text(&real, &shown)?;
        self.total += text.len() as u64;
        if self.total > MAX_TOTAL {
            let message = format!("has more than {} MiB of YAML", MAX_TOTAL >> 20);
            return Err(ReadError::new(Some(Code::FileTooLarge), &self.shown, message));
        }
        self.files.push((relative.to_owned(), text));
        Ok(())
    }
}

/// Returns true for control characters of terminals and of text direction.
fn is_control(c: char) -> bool {
    c.is_control() || matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

fn is_yaml(path: &Path) -> bool {
    path.extension().is_some_and(|e| e == "yaml")
}

/// Reads one file, which messages call `shown`.
///
/// # Errors
///
/// [`ReadError`] if it can't be read, is too large, or is not UTF-8.
pub fn read_text(path: &Path, shown: &Path) -> Result<String, ReadError> {
    let meta = fs::metadata(path).map_err(|e| ReadError::io(shown, &e))?;
    if !meta.is_file() {
        return Err(ReadError::new(None, shown, "is no regular file"));
    }
    let file = File::open(path).map_err(|e| ReadError::io(shown, &e))?;
    read_limited(file, shown)
}

/// Reads an optional page in a folder, without following a link out of it. Returns `None` if it doesn't
/// exist.
///
/// # Errors
///
/// [`ReadError`] if it can't be read, or must not be.
pub fn read_page(folder: &Path, name: &str) -> Result<Option<String>, ReadError> {
    let shown = folder.join(name);
    let real = match shown.canonicalize() {
        Ok(real) => real,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(ReadError::io(&shown, &error)),
    };
    let root = folder.canonicalize().map_err(|e| ReadError::io(folder, &e))?;
    if !real.starts_with(&root) {
        let message = "is a link out of the ruleset's folder; that is not followed";
        return Err(ReadError::new(None, &shown, message));
    }
    read_text(&real, &shown).map(Some)
}

/// Reads a text from another source, which messages call `shown`.
///
/// # Errors
///
/// [`ReadError`] if it can't be read, is too large, or is not UTF-8.
pub fn read_from(from: impl Read, shown: &str) -> Result<String, ReadError> {
    read_limited(from, Path::new(shown))
}

fn read_limited(from: impl Read, shown: &Path) -> Result<String, ReadError> {
    let mut bytes = Vec::new();
    from.take(MAX_FILE + 1).read_to_end(&mut bytes).map_err(|e| ReadError::io(shown, &e))?;
    if bytes.len() as u64 > MAX_FILE {
        return Err(ReadError::new(
            Some(Code::FileTooLarge),
            shown,
            format!("is larger than {} MiB", MAX_FILE >> 20),
        ));
    }
    String::from_utf8(bytes).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        let bytes = error.as_bytes();
        let line = bytes[..at].iter().filter(|byte| **byte == b'\n').count() + 1;
        let byte = bytes[at];
        let latin = match char::from(byte) {
            c if c.is_alphabetic() => format!("; in Latin-1 it is `{c}`"),
            _ => String::new(),
        };
        let message = format!(
            "is not UTF-8: byte {} in line {line} is 0x{byte:02X}{latin}; save the file as UTF-8",
            at + 1
        );
        ReadError::new(Some(Code::NotUtf8), shown, message)
    })
}

//! Rulesets from folders (feature `fs`). A ruleset is not trusted: nothing outside its folder is read, links out of it are not followed, and
//! not too much is read: 16 MiB of a file, 32 MiB, 2,000 entries and four levels of folders in all. This is the only place that reads files.

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use super::Compile;
use super::diagnostics::Code;
use crate::load::is_ignored;

/// Most bytes of one file.
const MAX_FILE: u64 = 16 << 20;
/// Most bytes of a ruleset.
const MAX_TOTAL: u64 = 32 << 20;
/// Most entries of a ruleset's folders.
const MAX_ENTRIES: usize = 2_000;
/// How deep folders may be nested.
const MAX_DEPTH: usize = 4;

/// Why something was not read.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct ReadError {
    /// The code of the problem, if it has one.
    pub code: Option<Code>,
    /// The file or folder.
    pub path: String,
    /// What is wrong with it.
    pub message: String,
}

impl ReadError {
    /// What is wrong with a file or a folder that somebody else reads, say from an archive.
    pub fn of(path: impl Into<String>, message: impl Into<String>) -> Self {
        Self { code: None, path: path.into(), message: message.into() }
    }

    fn new(code: Option<Code>, path: &Path, message: impl Into<String>) -> Self {
        Self { code, ..Self::of(path.display().to_string(), message) }
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

/// Files of a ruleset: `(path relative to its folder, with forward slashes; text)`. Beside its YAML these are, without
/// their text, the files that are not read but look as if they should be.
pub type Files = Vec<(String, String)>;

impl Compile<'static> {
    /// Reads the files of the ruleset in a folder; messages name them with the folder before them.
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

/// Reads the files of a folder, not following links out of it. Hidden files are passed over.
///
/// # Errors
/// [`ReadError`] names what can't be read, or must not be.
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
    /// `folder` is a real path; `prefix` is its path below the root, with a slash at the end.
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
        if (yaml || ignored) && relative.contains(steers) {
            let shown = shown.display().to_string().replace(steers, " ");
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

/// Whether a character steers a terminal, or turns the direction of what stands around it.
fn steers(c: char) -> bool {
    c.is_control() || matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

fn is_yaml(path: &Path) -> bool {
    path.extension().is_some_and(|e| e == "yaml")
}

/// Reads one file, which is called `shown` in messages.
///
/// # Errors
/// [`ReadError`] if it can't be read, is too large, or is not UTF-8.
pub fn read_text(path: &Path, shown: &Path) -> Result<String, ReadError> {
    let meta = fs::metadata(path).map_err(|e| ReadError::io(shown, &e))?;
    if !meta.is_file() {
        return Err(ReadError::new(None, shown, "is no regular file"));
    }
    let file = File::open(path).map_err(|e| ReadError::io(shown, &e))?;
    read_limited(file, shown)
}

/// Reads a page that may lie in a folder, not following a link out of it; nothing if there is none.
///
/// # Errors
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

/// Reads a text from somewhere else, which is called `shown` in messages.
///
/// # Errors
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

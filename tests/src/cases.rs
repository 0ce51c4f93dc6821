//! Cases are files: every file of a folder of `cases/` has a snapshot of its name in the same folder of
//! `snapshots/`.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use insta::Settings;

/// Returns the folder of this package.
pub fn here() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Returns the folder of the whole project.
pub fn project() -> PathBuf {
    here().join("..").canonicalize().expect("the tests stand in the project")
}

/// Reads a file. Panics with its path if it does not exist.
pub fn read(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
}

/// Reads a file that each shipped game must have; panics if it is missing.
pub fn of_game(path: &str) -> String {
    let file = project().join(path);
    assert!(file.is_file(), "{path} is lacking: each shipped game has one (tests/README.md, \"A new game\")");
    read(&file)
}

/// Returns all files below a folder, sorted.
pub fn files_below(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let entries = std::fs::read_dir(folder).unwrap_or_else(|e| panic!("{}: {e}", folder.display()));
    for entry in entries {
        let path = entry.expect("a readable folder").path();
        if path.is_dir() {
            found.extend(files_below(&path));
        } else {
            found.push(path);
        }
    }
    found.sort();
    found
}

/// A case: name and text of its file.
#[derive(Debug, Clone)]
pub struct Case {
    /// File name, such as `E0301-zone.yaml`.
    pub name: String,
    /// Text of the whole file.
    pub text: String,
}

impl Case {
    /// Returns the name without its extension.
    pub fn stem(&self) -> &str {
        self.name.rsplit_once('.').map_or(&self.name, |(stem, _)| stem)
    }

    /// Returns the files of a ruleset: the case is its `ruleset.yaml`; a line `# file: text/en.yaml` begins
    /// another file.
    pub fn files(&self) -> Vec<(String, String)> {
        let files = self.parts().into_iter().filter(|(overlay, _)| !overlay);
        files.map(|(_, file)| file).collect()
    }

    /// Returns the overlays: each begins with a line `# overlay: quick.yaml`.
    pub fn overlays(&self) -> Vec<(String, String)> {
        let overlays = self.parts().into_iter().filter(|(overlay, _)| *overlay);
        overlays.map(|(_, file)| file).collect()
    }

    /// Returns the parts of a case; true for overlays.
    fn parts(&self) -> Vec<(bool, (String, String))> {
        let mut parts = vec![(false, ("ruleset.yaml".to_owned(), String::new()))];
        for line in self.text.split_inclusive('\n') {
            let begins = |mark: &str| line.strip_prefix(mark).map(|path| path.trim_end().to_owned());
            if let Some(path) = begins("# file: ") {
                parts.push((false, (path, String::new())));
            } else if let Some(path) = begins("# overlay: ") {
                parts.push((true, (path, String::new())));
            } else if let Some((_, (_, text))) = parts.last_mut() {
                text.push_str(line);
            }
        }
        parts
    }

    /// Returns the number of players from `# players: 3`, 2 by default.
    pub fn players(&self) -> u8 {
        self.note("players").map_or(2, |n| n.parse().expect("a number of players"))
    }

    /// Returns the text after `# KEY: ` in a line of the case.
    pub fn note(&self, key: &str) -> Option<&str> {
        let mark = format!("# {key}: ");
        self.text.lines().find_map(|line| line.strip_prefix(&mark))
    }
}

/// Returns the cases of a folder, by name.
pub fn cases(folder: &str) -> Vec<Case> {
    let paths = files_below(&here().join("cases").join(folder));
    assert!(!paths.is_empty(), "cases/{folder} is empty");
    let case = |path: PathBuf| {
        let name = path.file_name().expect("a file").to_string_lossy().into_owned();
        Case { name, text: read(&path) }
    };
    paths.into_iter().map(case).collect()
}

/// Compares a text with `snapshots/FOLDER/NAME.snap`.
pub fn snapshot(folder: &str, name: &str, text: &str) {
    let mut settings = Settings::clone_current();
    settings.set_snapshot_path(here().join("snapshots").join(folder));
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| insta::assert_snapshot!(name, text));
}

/// Returns the snapshots of a folder without a case.
pub fn snapshots_without_a_case(folder: &str) -> Vec<String> {
    let known: BTreeSet<String> = cases(folder).iter().map(|case| format!("{}.snap", case.stem())).collect();
    let snapshots = here().join("snapshots").join(folder);
    let names = files_below(&snapshots)
        .into_iter()
        .filter_map(|path| Some(path.file_name()?.to_string_lossy().into_owned()));
    names.filter(|name| !name.ends_with(".snap.new") && !known.contains(name)).collect()
}

//! Results stored in a ruleset's folder by `--store`, which `ludex lsp` passes to editors.

use std::fs;
use std::path::{Path, PathBuf};

use ludex::fs::read_page;

use crate::failure::Failure;
use crate::files::{self, Draft};
use crate::sources::rulesets::{Loaded, Reference};

/// Folder of the results. It is hidden, so its files are part of neither the ruleset nor a package.
const FOLDER: &str = ".ludex";

const COMMANDS: [&str; 3] = ["test", "simulate", "impact"];

/// A file that is written at the end.
pub struct Store {
    path: PathBuf,
    draft: Draft,
}

impl Store {
    /// Opens the file for the result of a command, if requested. Fails before any game is played if it isn't
    /// writable.
    pub fn open(asked: bool, loaded: &Loaded, command: &str) -> Result<Option<Store>, Failure> {
        if !asked {
            return Ok(None);
        }
        let Reference::Folder(root) = &loaded.reference else {
            let name = loaded.reference.shown();
            return Err(Failure::Usage(format!(
                "--store keeps results in the folder of a ruleset, but {name} is not a folder"
            )));
        };
        if !loaded.overlays.is_empty() {
            let why = "--store keeps results of the unchanged ruleset, without --variant and --overlay";
            return Err(Failure::Usage(why.to_owned()));
        }
        let folder = root.join(FOLDER);
        let path = folder.join(format!("{command}.json"));
        let open = || {
            // rulesets are untrusted: never write outside the folder
            if folder.is_symlink() {
                return Err(std::io::Error::other("its folder is a link, and links are not followed"));
            }
            fs::create_dir_all(&folder)?;
            Draft::open(&path)
        };
        match open() {
            Ok(draft) => Ok(Some(Store { path, draft })),
            Err(error) => Err(files::unwritten(&path, error)),
        }
    }

    /// Writes the result to the file.
    pub fn keep(self, json: &str) -> Result<(), Failure> {
        let Store { path, draft } = self;
        draft.whole(json).and_then(Draft::finish).map_err(|error| files::unwritten(&path, error))
    }
}

/// Returns the stored results in the folder of a ruleset, by command. Ignores unreadable results.
pub fn kept(root: &Path) -> Vec<(String, String)> {
    let read = |command: &str| {
        let text = read_page(root, &format!("{FOLDER}/{command}.json")).ok().flatten()?;
        Some((command.to_owned(), text))
    };
    COMMANDS.into_iter().filter_map(read).collect()
}

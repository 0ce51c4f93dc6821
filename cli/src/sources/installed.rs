//! Installed games and mods in the user's data folder.

use std::path::{Path, PathBuf};

use ludex::fs::{Files, read_text};
use ludex::variants::{self, Header};

use crate::args::Changes;
use crate::terminal::output::clean;

/// Returns the program's folder in the user's data folder.
pub fn data_folder() -> Option<PathBuf> {
    let data = std::env::var_os("XDG_DATA_HOME").map(PathBuf::from).filter(|p| p.is_absolute());
    let home =
        || std::env::var_os("HOME").filter(|h| !h.is_empty()).map(|h| PathBuf::from(h).join(".local/share"));
    data.or_else(home).map(|p| p.join("ludex"))
}

#[derive(Debug, Clone)]
pub struct Mod {
    pub path: PathBuf,
    pub header: Header,
}

/// Returns the folder for a game, whether it is installed or not.
pub fn game_folder(id: &str) -> Option<PathBuf> {
    let is_name = !id.is_empty() && id.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    data_folder().filter(|_| is_name).map(|data| data.join("games").join(id))
}

pub fn game(id: &str) -> Option<PathBuf> {
    game_folder(id).filter(|folder| folder.join("ruleset.yaml").is_file())
}

/// Returns the IDs of the installed games, in order.
pub fn games() -> Vec<String> {
    let folders = data_folder().map(|data| names(&data.join("games"))).unwrap_or_default();
    folders.into_iter().filter(|id| game(id).is_some()).collect()
}

pub fn mods_folder() -> Option<PathBuf> {
    data_folder().map(|data| data.join("mods"))
}

/// Returns the folder in which editors can view the libraries shipped with the program. They are written
/// there on request.
pub fn libraries_folder() -> Option<PathBuf> {
    data_folder().map(|data| data.join("libraries").join(env!("CARGO_PKG_VERSION")))
}

/// Returns the installed mods, by file name.
pub fn mods() -> Vec<Mod> {
    let Some(folder) = mods_folder() else { return Vec::new() };
    let file = |name: String| {
        let path = folder.join(name);
        let text = read_text(&path, &path).ok()?;
        Some(Mod { header: variants::header(&text)?, path })
    };
    names(&folder).into_iter().filter(|name| name.ends_with(".yaml")).filter_map(file).collect()
}

fn names(folder: &Path) -> Vec<String> {
    let entries = folder.read_dir().into_iter().flatten().flatten();
    let mut names: Vec<String> = entries.filter_map(|entry| entry.file_name().into_string().ok()).collect();
    names.retain(|name| !name.starts_with('.'));
    names.sort();
    names
}

/// Converts variants that are installed mods to overlays, each after the mods that it requires and before
/// overlay files. Variants of the ruleset take precedence over mods with the same ID.
pub fn with_mods(files: &Files, changes: &Changes) -> Changes {
    if changes.variants.is_empty() && changes.overlays.is_empty() {
        return changes.clone();
    }
    let texts = || files.iter().map(|(path, text)| (path.as_str(), text.as_str()));
    let own = variants::shipped(texts());
    let is_own = |id: &String| own.iter().any(|(_, header)| header.id == *id);
    let needed: Vec<String> = changes.overlays.iter().flat_map(|path| needs(path)).collect();
    if changes.variants.iter().chain(&needed).all(is_own) {
        return changes.clone();
    }
    let game = id(files);
    let known: Vec<(String, Header)> = mods()
        .into_iter()
        .filter(|one| Some(&one.header.of) == game.as_ref() && !is_own(&one.header.id))
        .map(|one| (one.path.display().to_string(), one.header))
        .collect();
    let is_mod = |id: &&String| known.iter().any(|(_, header)| header.id == **id);
    let wanted = changes.variants.iter().chain(&needed).filter(is_mod).map(String::as_str);
    let paths = variants::in_order(&known, wanted).unwrap_or_default();
    let paths: Vec<PathBuf> = paths.into_iter().map(PathBuf::from).collect();
    let given = changes.overlays.iter().filter(|path| !paths.contains(path));
    let ids = changes.variants.iter().filter(|id| !is_mod(id)).cloned().collect();
    Changes {
        variants: ids,
        overlays: paths.iter().chain(given).cloned().collect(),
        values: changes.values.clone(),
    }
}

/// Formats the installed mods of a game as a suffix for a message about its variants.
pub fn mods_suffix(files: &Files) -> String {
    let game = id(files);
    let of = mods().into_iter().filter(|one| Some(&one.header.of) == game.as_ref());
    let ids: Vec<String> = of.map(|one| clean(&one.header.id)).collect();
    if ids.is_empty() {
        String::new()
    } else {
        format!("; mods of it that are installed: {}", ids.join(", "))
    }
}

/// Returns the IDs that an overlay requires.
fn needs(path: &Path) -> Vec<String> {
    let text = read_text(path, path).ok();
    text.and_then(|text| variants::header(&text)).map(|header| header.with).unwrap_or_default()
}

/// Returns the ID of a ruleset, if it can be read.
pub fn id(files: &Files) -> Option<String> {
    let of = |path: &str, key: bool| {
        let (_, text) = files.iter().find(|(name, _)| name == path)?;
        let node = ludex::yaml::parse(ludex::diagnostics::FileId(0), text, &mut Vec::new())?;
        let game = if key { node.get("game")? } else { &node };
        game.get("id")?.as_str().map(str::to_owned)
    };
    of("ruleset.yaml", true).or_else(|| of("game.yaml", false))
}

//! The files of games, in memory.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

use ludex_lsp::{Disk, decoded};
use serde_json::Value;

/// The files of each game, by the address of its folder: path and text.
type Folders = BTreeMap<String, Vec<(String, String)>>;

/// All files that a page has sent. Clones share the files.
#[derive(Clone, Default)]
pub struct Files(Rc<RefCell<Folders>>);

impl Files {
    /// Sets all files of a folder: `{ "root": ADDRESS, "files": { PATH: TEXT } }`. Ignores other values.
    pub fn put(&self, given: &Value) {
        let (Some(root), Some(files)) = (given["root"].as_str(), given["files"].as_object()) else { return };
        let text = |(path, text): (&String, &Value)| Some((path.clone(), text.as_str()?.to_owned()));
        let files = files.iter().filter_map(text).collect();
        self.0.borrow_mut().insert(root.trim_end_matches('/').to_owned(), files);
    }

    /// Returns a frame or icon of a game.
    pub fn drawing(&self, root: &str, path: &str) -> Option<Vec<u8>> {
        let known = self.0.borrow();
        let files = known.get(root.trim_end_matches('/'))?;
        let (_, text) = files.iter().find(|(name, _)| is_drawing(name) && name == path)?;
        Some(text.clone().into_bytes())
    }
}

fn is_drawing(path: &str) -> bool {
    path.ends_with(".svg")
}

impl Disk for Files {
    fn root(&self, uri: &str) -> Option<String> {
        let uri = decoded(uri);
        let known = self.0.borrow();
        let above =
            |root: &&String| uri.strip_prefix(&decoded(root)).is_some_and(|path| path.starts_with('/'));
        known.keys().filter(above).max_by_key(|root| root.len()).cloned()
    }

    fn files(&self, root: &str) -> Vec<(String, String)> {
        let mut files = self.0.borrow().get(root).cloned().unwrap_or_default();
        files.retain(|(path, _)| !is_drawing(path));
        files
    }
}

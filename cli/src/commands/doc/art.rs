//! Pictures of cards, read from the folder of the ruleset.

use std::cell::RefCell;
use std::collections::BTreeMap;

use ludex_print::Picture;

use super::warn_of;
use crate::sources::rulesets::Reference;
use crate::terminal::output::clean;

/// Maximum size of a picture in bytes.
const MOST_BYTES: u64 = 4 << 20;
/// Maximum size of all pictures in bytes.
const MOST_IN_ALL: u64 = 64 << 20;

/// Pictures by path, each read once.
pub struct Art<'a> {
    reference: &'a Reference,
    read: RefCell<BTreeMap<String, Option<Picture>>>,
    left: RefCell<u64>,
    problems: RefCell<Vec<String>>,
}

impl<'a> Art<'a> {
    pub fn new(reference: &'a Reference) -> Self {
        let left = RefCell::new(MOST_IN_ALL);
        Self { reference, left, read: RefCell::default(), problems: RefCell::default() }
    }

    /// Returns the picture at a path. If it can't be shown, records a warning.
    pub fn picture(&self, path: &str) -> Option<Picture> {
        if let Some(known) = self.read.borrow().get(path) {
            return known.clone();
        }
        let found = self.load(path);
        let found = found
            .map_err(|why| {
                self.problems.borrow_mut().push(format!("the picture {} {why}", clean(path)));
            })
            .ok();
        self.read.borrow_mut().insert(path.to_owned(), found.clone());
        found
    }

    fn load(&self, path: &str) -> Result<Picture, String> {
        let bytes = self.reference.picture(path, MOST_BYTES)?.ok_or("is missing")?;
        let media = media(&bytes).ok_or("is neither PNG nor JPEG")?;
        let mut left = self.left.borrow_mut();
        *left = left
            .checked_sub(bytes.len() as u64)
            .ok_or_else(|| format!("is left out: all together are larger than {} MiB", MOST_IN_ALL >> 20))?;
        Ok(Picture { media, bytes: bytes.into() })
    }

    pub fn warn(&self) {
        warn_of(&self.problems.borrow());
    }
}

/// Returns the media type of a file from its first bytes; its extension is not trusted.
fn media(bytes: &[u8]) -> Option<&'static str> {
    match bytes {
        [0x89, b'P', b'N', b'G', ..] => Some("image/png"),
        [0xff, 0xd8, 0xff, ..] => Some("image/jpeg"),
        _ => None,
    }
}

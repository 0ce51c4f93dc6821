//! Files of faces, read from the folder of the ruleset: pictures, frames, icons and fonts.

use std::cell::RefCell;
use std::collections::BTreeSet;

use super::warn_of;
use crate::sources::rulesets::Reference;

/// Maximum size of a file in bytes.
const MOST_BYTES: u64 = 4 << 20;
/// Maximum size of all files in bytes.
const MOST_IN_ALL: u64 = 64 << 20;

/// Reads files within limits, and keeps the problems of the faces.
pub struct Art<'a> {
    reference: &'a Reference,
    left: RefCell<u64>,
    problems: RefCell<BTreeSet<String>>,
}

impl<'a> Art<'a> {
    pub fn new(reference: &'a Reference) -> Self {
        Self { reference, left: RefCell::new(MOST_IN_ALL), problems: RefCell::default() }
    }

    /// Returns the content of a file; `None` if it doesn't exist.
    ///
    /// # Errors
    /// The reason, as the end of a sentence.
    pub fn read(&self, path: &str) -> Result<Option<Vec<u8>>, String> {
        let Some(bytes) = self.reference.picture(path, MOST_BYTES)? else { return Ok(None) };
        let mut left = self.left.borrow_mut();
        *left = left
            .checked_sub(bytes.len() as u64)
            .ok_or_else(|| format!("is left out: all together are larger than {} MiB", MOST_IN_ALL >> 20))?;
        Ok(Some(bytes))
    }

    /// Keeps a problem for [`warn`](Self::warn).
    pub fn note(&self, problem: String) {
        self.problems.borrow_mut().insert(problem);
    }

    pub fn warn(&self) {
        warn_of("warning", &self.problems.borrow().iter().cloned().collect::<Vec<_>>());
    }
}

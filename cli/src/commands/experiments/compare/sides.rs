//! Resolves the words for the base and the variant of a comparison.

use std::path::{Path, PathBuf};

use ludex::{fs, variants};

use crate::args::Changes;
use crate::failure::Failure;
use crate::sources::rulesets::{Loaded, Reference};
use crate::terminal::output::Out;

/// Prefix of a revision.
const REVISION: &str = "git:";

/// Command-line words for both sides.
pub struct Sides<'w> {
    pub base: &'w str,
    pub variant: Option<&'w str>,
    pub changes: &'w Changes,
    /// True if neither `changes` nor options change anything.
    pub is_unchanged: bool,
}

/// Loads base and variant. Without a second word, the variant is the base with changes, which are then
/// required. An overlay is applied to the base; a revision refers to the folder of the other word.
pub fn load(sides: &Sides<'_>, out: &mut Out) -> Result<(Loaded, Loaded), Failure> {
    let &Sides { base: first, variant, .. } = sides;
    let mut changes = sides.changes.clone();
    let [base, variant] = match variant {
        None if sides.is_unchanged => {
            let message = "there is nothing to compare with: name a second ruleset, an overlay or a revision (git:HEAD~1), or change the first one with --set, --variant or --overlay";
            return Err(Failure::Usage(message.to_owned()));
        }
        None => [find(first, None)?, find(first, None)?],
        Some(word) if is_overlay(word) => {
            changes.overlays.insert(0, PathBuf::from(word));
            [find(first, None)?, find(first, None)?]
        }
        Some(word) if is_missing_file(word) => {
            return Err(Failure::Usage(format!("there is neither a ruleset nor an overlay at {word}")));
        }
        Some(word) => [find(first, Some(word))?, find(word, Some(first))?],
    };
    Ok((
        Loaded::from_reference(base, &Changes::default(), out)?,
        Loaded::from_reference(variant, &changes, out)?,
    ))
}

/// Returns true if a word names a file that contains an overlay.
fn is_overlay(word: &str) -> bool {
    let path = Path::new(word);
    let text = || fs::read_text(path, path).ok();
    path.is_file() && text().is_some_and(|text| variants::header(&text).is_some())
}

/// Returns true if a word looks like a YAML file that does not exist.
fn is_missing_file(word: &str) -> bool {
    let path = Path::new(word);
    !path.exists()
        && path.extension().is_some_and(|end| end == "yaml" || end == "yml")
        && !word.starts_with(REVISION)
}

/// Adds the spelling of a revision to a failure, if the word looks like one.
fn hinted(failure: Failure, word: &str) -> Failure {
    let is_hash = word.len() >= 7 && word.bytes().all(|byte| byte.is_ascii_hexdigit());
    let Failure::Usage(message) = failure else { return failure };
    let hint = format!("; a git revision is {REVISION}{word}");
    Failure::Usage(if is_hash || word.starts_with("HEAD") { message + &hint } else { message })
}

/// Resolves a word. `other` is the other side, whose folder a revision refers to.
pub fn find(word: &str, other: Option<&str>) -> Result<Reference, Failure> {
    let Some(revision) = word.strip_prefix(REVISION) else {
        return Reference::find(word).map_err(|failure| hinted(failure, word));
    };
    let usage = |message: String| Err(Failure::Usage(message));
    if revision.is_empty() {
        return usage("git: needs a revision, such as git:HEAD~1".to_owned());
    }
    let path = match other.filter(|other| !other.starts_with(REVISION)).map(Reference::find).transpose()? {
        Some(Reference::Folder(path) | Reference::File(path)) => path,
        Some(other) => {
            return usage(format!("{word} is a revision of a folder, but {} is not a folder", other.shown()));
        }
        None => {
            return usage(format!(
                "{word} is a revision of a folder: name the folder, as in ludex compare ./my-game {word}"
            ));
        }
    };
    Ok(Reference::Revision { path, revision: revision.to_owned() })
}

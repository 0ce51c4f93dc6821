//! Sources of rulesets: folders, shipped rulesets, packages and git revisions.

pub(crate) mod archive;
pub(crate) mod git;
pub(crate) mod installed;
mod pictures;
pub(crate) mod policies;
pub(crate) mod results;
pub(crate) mod rulesets;
pub(crate) mod settings;
#[cfg(feature = "learn")]
pub(crate) mod trainings;
pub(crate) mod watched;

//! Where rulesets come from: folders, shipped ones, git revisions.

pub(crate) mod git;
mod pictures;
pub(crate) mod rulesets;

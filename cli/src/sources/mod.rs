//! Where rulesets come from: folders, shipped ones, git revisions.

pub(crate) mod git;
pub(crate) mod rulesets;
pub(crate) mod watched;

//! Internals of a ruleset, for the tests and tools of this project.
#![allow(missing_docs, reason = "each gives what it is called after")]

use std::sync::Arc;

use super::{Ruleset, SetupError};
use crate::program::Program;
use ludex_check::check::Snippets;
use ludex_check::hir::Checked;
use ludex_check::load::raw::RawRuleset;

/// Access to the stages of a ruleset and to its programs.
pub trait InRuleset {
    fn checked(&self) -> &Arc<Checked>;
    fn raw(&self) -> &RawRuleset;
    fn snippets(&self) -> Snippets<'_>;
    fn program(&self, players: u8, options: &[(String, String)]) -> Result<Arc<Program>, SetupError>;
    fn option_values(&self, players: u8, options: &[(String, String)]) -> Result<Vec<i32>, SetupError>;
}

impl InRuleset for Ruleset {
    fn checked(&self) -> &Arc<Checked> {
        &self.checked
    }

    fn raw(&self) -> &RawRuleset {
        &self.origin.raw
    }

    fn snippets(&self) -> Snippets<'_> {
        Ruleset::snippets(self)
    }

    fn program(&self, players: u8, options: &[(String, String)]) -> Result<Arc<Program>, SetupError> {
        Ruleset::program(self, players, options)
    }

    fn option_values(&self, players: u8, options: &[(String, String)]) -> Result<Vec<i32>, SetupError> {
        Ruleset::option_values(self, players, options)
    }
}

//! Internals of a ruleset, for the other crates of this project.

use std::sync::Arc;

use ludex_check::check::Snippets;
use ludex_check::hir::Checked;
use ludex_check::load::overlay::Shipped;
use ludex_check::load::raw::RawRuleset;
use ludex_grammar::span::FileId;

use super::{Compiled, SetupError};
use crate::lower::LowerError;
use crate::program::Program;

/// Access to the stages of a ruleset, to its variants and to its programs.
#[doc(hidden)]
pub trait RulesetInternals: Sized {
    /// Returns the checked tree.
    fn checked(&self) -> &Arc<Checked>;
    /// Returns the ruleset with unresolved names.
    fn raw(&self) -> &RawRuleset;
    /// Returns the context for checking effects and expressions against this ruleset.
    fn snippets(&self) -> Snippets<'_>;
    /// Returns the variants, which are read once.
    fn shipped(&self) -> &Arc<Shipped>;
    /// Returns the overlays applied to the ruleset, and its other variants.
    fn overlay_files(&self) -> (Vec<FileId>, Vec<FileId>);
    /// Returns the ids of the applied overlays.
    fn overlay_ids(&self) -> Vec<String>;
    /// Returns the paths of each variant, preceded by those it is built on.
    fn variants(&self) -> Vec<Vec<String>>;
    /// Compiles this ruleset with some of its own variants, applied after the existing overlays. Results are
    /// cached.
    fn with_variants(&self, paths: &[String]) -> Compiled;
    /// Compiles this ruleset without its overlays.
    fn without_overlays(&self) -> Option<Self>;
    /// Compiles the program for a number of players and options given by name.
    fn program(&self, players: u8, options: &[(String, String)]) -> Result<Arc<Program>, SetupError>;
    /// Returns the value of each option; those not given have their defaults.
    fn option_values(&self, players: u8, options: &[(String, String)]) -> Result<Vec<i32>, SetupError>;
    /// Describes why a program can't be created, without the name of the ruleset.
    fn lower_error(&self, error: &LowerError) -> SetupError;
}

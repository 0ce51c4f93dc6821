//! Rulesets and bots by the words of the command line, for the Python package.

use std::path::PathBuf;

use ludex::fs::Files;
use ludex::{Compile, Compiled, Setup};
use ludex_bots::BotSpec;

use crate::args::Changes;
use crate::failure::Failure;
use crate::sources::policies::Policies;
use crate::sources::rulesets::Reference;

/// Texts of a ruleset and of the overlays that change it.
#[derive(Debug, Clone)]
pub struct RulesetTexts {
    /// Paths below the folder of the ruleset, with their texts.
    pub files: Files,
    /// Variants, mods and overlay files, in the order in which they apply.
    pub overlays: Files,
    /// Name of the ruleset in messages: a folder with a slash at its end, or a single file.
    pub shown: String,
}

impl RulesetTexts {
    /// Reads the ruleset that a word refers to: a shipped ID, a path, or the ID of an installed game.
    ///
    /// # Errors
    /// A message: nothing has this name, or a file can't be read.
    pub fn read(word: &str, variants: &[String], overlays: &[PathBuf]) -> Result<Self, String> {
        let reference = Reference::find(word).map_err(message)?;
        let files = reference.read().map_err(|error| error.to_string())?;
        if let Some(failure) = reference.overlay_alone(&files) {
            return Err(message(failure));
        }
        Self::changed(&reference, files, variants, overlays)
    }

    /// Takes the text of a `ruleset.yaml` without other files. It may have overlays, but no variants.
    ///
    /// # Errors
    /// A message: an overlay can't be read.
    pub fn of_text(text: String, overlays: &[PathBuf]) -> Result<Self, String> {
        Self::changed(&Reference::Stdin, vec![("ruleset.yaml".to_owned(), text)], &[], overlays)
    }

    fn changed(
        reference: &Reference,
        files: Files,
        variants: &[String],
        overlays: &[PathBuf],
    ) -> Result<Self, String> {
        let changes =
            Changes { variants: variants.to_vec(), overlays: overlays.to_vec(), values: Vec::new() };
        let overlays = reference.overlays(&files, &changes).map_err(message)?;
        let shown = if reference.is_single() { reference.shown() } else { reference.prefix() };
        Ok(Self { files, overlays, shown })
    }

    /// Compiles the ruleset.
    pub fn compile(&self) -> Compiled {
        let compiler = Compile::new(&self.files).overlays(&self.overlays);
        let is_folder = self.shown.ends_with('/');
        if is_folder { compiler.shown(&*self.shown) } else { compiler.shown_as(&*self.shown) }.compile()
    }
}

/// Returns a bot by name. A policy without a file is the one next to the ruleset that `ruleset` refers to.
///
/// # Errors
/// A message: no bot has this name, or its weights can't be read.
pub fn bot(word: &str, setup: &Setup, ruleset: Option<&str>) -> Result<BotSpec, String> {
    let reference = ruleset.map(Reference::find).transpose().map_err(message)?;
    let policies = reference.as_ref().map(|reference| Policies::for_game(reference, setup));
    policies.unwrap_or_default().bot(word).map_err(|error| error.to_string())
}

fn message(failure: Failure) -> String {
    match failure {
        Failure::Usage(message) | Failure::Problem(message) => message,
        Failure::Output(error) => error.to_string(),
    }
}

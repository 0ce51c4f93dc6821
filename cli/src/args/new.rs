//! `ludex new`

use std::path::PathBuf;

/// Arguments of `ludex new`.
#[derive(Debug, clap::Args)]
pub struct NewArgs {
    /// Folder to create; with --variant-of or --scenario-from, the file
    #[arg(value_name = "PATH")]
    pub dir: PathBuf,
    /// Start from a template [default: blank]
    ///
    /// Templates: blank, trick-taking, drafting, deck-building, hand-management, bluffing.
    #[arg(long, value_name = "NAME", conflicts_with = "from")]
    pub template: Option<String>,
    /// Copy a shipped game, by its ID
    #[arg(long, value_name = "ID")]
    pub from: Option<String>,
    /// Create a variant of a game: an overlay file with a scenario
    #[arg(long, value_name = "GAME", conflicts_with_all = ["template", "from", "texts"])]
    pub variant_of: Option<String>,
    /// Create a scenario that starts from the position of a saved game
    #[arg(long, value_name = "SAVE", conflicts_with_all = ["template", "from", "texts", "variant_of"])]
    pub scenario_from: Option<PathBuf>,
    /// With --scenario-from: use the position after N choices [default: all]
    #[arg(long, value_name = "N", requires = "scenario_from")]
    pub at: Option<usize>,
    /// Add a text file for another language, to fill in
    ///
    /// Used alone, it adds the file to an existing folder.
    #[arg(long, value_name = "LANGUAGE")]
    pub texts: Option<String>,
    /// Print a report of the written files as JSON
    #[arg(long)]
    pub json: bool,
}

//! `ludex new`

use std::path::PathBuf;

/// What `ludex new` takes.
#[derive(Debug, clap::Args)]
pub struct NewArgs {
    /// The folder to make; with --variant-of or --scenario-from the file
    #[arg(value_name = "PATH")]
    pub dir: PathBuf,
    /// The small game to begin with: blank, trick-taking, drafting, deck-building, hand-management, bluffing [default: blank]
    #[arg(long, value_name = "NAME", conflicts_with = "from")]
    pub template: Option<String>,
    /// A copy of a shipped game, by its id
    #[arg(long, value_name = "ID")]
    pub from: Option<String>,
    /// A variant of a game: an overlay, in one file, with a scenario
    #[arg(long, value_name = "GAME", conflicts_with_all = ["template", "from", "texts"])]
    pub variant_of: Option<String>,
    /// A scenario that begins where a saved game stands
    #[arg(long, value_name = "SAVE", conflicts_with_all = ["template", "from", "texts", "variant_of"])]
    pub scenario_from: Option<PathBuf>,
    /// With --scenario-from: where the game stood after so many choices [default: all]
    #[arg(long, value_name = "N", requires = "scenario_from")]
    pub at: Option<usize>,
    /// Add the texts of another language, to be filled in; to a folder that is there, if nothing else is asked for
    #[arg(long, value_name = "LANGUAGE")]
    pub texts: Option<String>,
    /// Say what was made as JSON
    #[arg(long)]
    pub json: bool,
}

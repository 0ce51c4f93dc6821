//! What can be typed for packages.

use std::path::PathBuf;

/// `ludex pack`
#[derive(Debug, clap::Args)]
pub struct PackArgs {
    /// The folder of a ruleset, or files of overlays of one game
    #[arg(required = true, value_name = "PATH")]
    pub paths: Vec<PathBuf>,
    /// The file to write [default: the id of the game or the first mod, with .zip]
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// Say what was packed as JSON
    #[arg(long)]
    pub json: bool,
}

/// `ludex install`
#[derive(Debug, clap::Args)]
pub struct InstallArgs {
    /// A zip file, a folder, or the file of an overlay
    pub file: PathBuf,
    /// Takes the place of what is installed under its id
    #[arg(long)]
    pub replace: bool,
    /// Say what was installed as JSON
    #[arg(long)]
    pub json: bool,
}

/// `ludex list`
#[derive(Debug, clap::Args)]
pub struct ListArgs {
    /// Prints JSON instead of a table
    #[arg(long)]
    pub json: bool,
}

/// `ludex remove`
#[derive(Debug, clap::Args)]
pub struct RemoveArgs {
    /// The id of a game or a mod
    pub id: String,
    /// Say what was removed as JSON
    #[arg(long)]
    pub json: bool,
}

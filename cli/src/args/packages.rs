//! Arguments of `ludex pack`, `install`, `list` and `remove`.

use std::path::PathBuf;

/// `ludex pack`
#[derive(Debug, clap::Args)]
pub struct PackArgs {
    /// Folder of a ruleset, or overlay files of one game
    #[arg(required = true, value_name = "PATH")]
    pub paths: Vec<PathBuf>,
    /// Set the output file [default: ID of the game or first mod, with .zip]
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// Print a report of the packed files as JSON
    #[arg(long)]
    pub json: bool,
}

/// `ludex install`
#[derive(Debug, clap::Args)]
pub struct InstallArgs {
    /// Zip file, folder, or overlay file
    pub file: PathBuf,
    /// Replace an installed game or mod with the same ID
    #[arg(long)]
    pub replace: bool,
    /// Print a report of the installation as JSON
    #[arg(long)]
    pub json: bool,
}

/// `ludex list`
#[derive(Debug, clap::Args)]
pub struct ListArgs {
    /// Print JSON instead of a table
    #[arg(long)]
    pub json: bool,
}

/// `ludex remove`
#[derive(Debug, clap::Args)]
pub struct RemoveArgs {
    /// ID of a game or mod
    pub id: String,
    /// Print a report of the removal as JSON
    #[arg(long)]
    pub json: bool,
}

//! What can be typed for a difference.

use std::path::PathBuf;

use super::Changes;

/// `ludex diff`
#[derive(Debug, clap::Args)]
pub struct DiffArgs {
    /// What it is compared with: a shipped ruleset's id, a path, or a git revision of the variant's folder (git:HEAD~1)
    pub base: String,
    /// The other ruleset, an overlay on the base, or a git revision of the base's folder [default: the base, changed by --variant or --overlay]
    pub variant: Option<String>,
    /// A saved game, whose choices are made again on both (repeatable)
    #[arg(long = "game", value_name = "FILE")]
    pub games: Vec<PathBuf>,
    /// Writes Markdown, for the text of a pull request
    #[arg(long, conflicts_with = "json")]
    pub markdown: bool,
    /// Prints JSON instead
    #[arg(long)]
    pub json: bool,
    /// Exits with 1 if anything differs
    #[arg(long)]
    pub exit_code: bool,
    /// Variants and overlays.
    #[command(flatten)]
    pub changes: Changes,
}

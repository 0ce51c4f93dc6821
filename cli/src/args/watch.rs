//! `ludex watch`

use super::Changes;

/// `ludex watch`
#[derive(Debug, clap::Args)]
pub struct WatchArgs {
    /// Path, or with --overlay the ID of a shipped ruleset
    pub ruleset: String,
    /// Print a line of JSON for each check
    #[arg(long)]
    pub json: bool,
    /// Variants and overlays.
    #[command(flatten)]
    pub changes: Changes,
}

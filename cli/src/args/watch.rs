//! `ludex watch`

use super::Changes;

/// `ludex watch`
#[derive(Debug, clap::Args)]
pub struct WatchArgs {
    /// A path, or a shipped ruleset's id with --overlay
    pub ruleset: String,
    /// Print a line of JSON for each round
    #[arg(long)]
    pub json: bool,
    /// Variants and overlays.
    #[command(flatten)]
    pub changes: Changes,
}
